"""A link: one connection that looks at a table through the eyes of one seat, or as a spectator.

Frames that must arrive wait in an outbox.  Scenes do not wait: a link only notes that one is due, and what is sent is
the newest, so a slow reader gets fewer scenes and never an old one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec

from . import metrics, wire
from .drawing import Drawn
from .limits import Bucket

_SCENES: Final = metrics.frames.labels("scene")
OUTBOX: Final = 200  # frames; who is so far behind is better off connecting again


class Shown:
    """A scene that may be shown: all that it contains is durable."""

    __slots__ = ("body", "head", "heard", "scene")

    def __init__(self, head: str, scene: Drawn, body: str, heard: int) -> None:
        self.head = head  # before the scene
        self.scene = scene
        self.body = body  # after the log
        self.heard = heard  # how many events belong to it

    def same(self, other: Shown) -> bool:
        if self is other:
            return True
        alike = self.head == other.head and self.body == other.body and self.heard == other.heard
        return alike and self.scene.same(other.scene)


class Heard:
    """An event as a viewer may know it."""

    __slots__ = ("at", "name", "seat", "text")

    def __init__(self, at: int, name: str, seat: int | None, text: str) -> None:
        self.at = at  # its place among all events, which no viewer learns
        self.name = name
        self.seat = seat
        self.text = text


class Presence(msgspec.Struct):
    """Who looks at a table through one process, as it tells the others."""

    here: list[str]  # persons with a seat
    watching: int
    asks: bool = False  # it would like to know the same of them


class Link:
    """One socket at a table."""

    def __init__(self, person: str, name: str, frames: Bucket, chats: Bucket, brief: bool = False) -> None:
        self.person = person
        self.name = name
        self.frames = frames
        self.chats = chats
        self.brief = brief  # it keeps the last scene, and needs only what is new in the next
        self.seat: int | None = None
        self.outbox: deque[str] = deque()
        self.wake: Callable[[], None] = lambda: None  # there is something to send
        self.due = False
        self.first = True
        self.sent = 0  # events of its seat that it was told
        self.last: Shown | None = None
        self.clocks: list[tuple[int, tuple[int, float]]] = []  # whom it knows to be timed
        self.strikes = 0
        self.closing = ""

    def post(self, frame: dict[str, Any] | str) -> None:
        if len(self.outbox) >= OUTBOX:
            self.close("you are too far behind")
            return
        self.outbox.append(frame if isinstance(frame, str) else wire.encode(frame).decode())
        self.wake()

    def show(self) -> None:
        self.due = True
        self.wake()

    def forget(self, seat: int | None) -> None:
        """Look through other eyes: everything is new."""
        self.seat = seat
        self.first = True
        self.sent = 0
        self.last = None

    def close(self, reason: str) -> None:
        if not self.closing:
            self.closing = reason
            self.wake()

    def message(self, shown: Shown, heard: list[Heard]) -> str:
        """The frame for a scene; "" if the link has seen just that."""
        kept = min(self.sent, shown.heard)
        if self.last is not None and kept == self.sent and self.last.same(shown):
            return ""
        new = heard[kept : shown.heard]
        log = [{"n": n, "text": event.text} for n, event in enumerate(new, kept) if event.text]
        events = [] if self.first else [{"n": n, "name": e.name, "seat": e.seat} for n, e in enumerate(new, kept)]
        scene = self.drawn(shown.scene)
        self.last = shown
        self.sent = shown.heard
        self.first = False
        _SCENES.inc()
        told = (
            f'"kept":{kept},"log":{wire.encode(log).decode()},"events":{wire.encode(events).decode()}'
            if new
            else (f'"kept":{kept},"log":[],"events":[]')
        )
        return f'{shown.head},"scene":{scene},{told},{shown.body}'

    def drawn(self, scene: Drawn) -> str:
        """A scene as this link wants to have it."""
        return scene.text(self.last.scene if self.brief and self.last is not None else None)
