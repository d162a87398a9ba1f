"""A link: one connection that looks at a table through the eyes of one seat, or as a spectator.

Frames that must arrive wait in an outbox.  Scenes do not wait: a link only notes that one is due, and what is sent is
the newest, so a slow reader gets fewer scenes and never an old one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from roundtable.engine import Refusal
from roundtable.engine.match import Match

from . import metrics, wire
from .drawing import Drawn
from .limits import Bucket
from .replay import result

_SCENES: Final = metrics.frames.labels("scene")
OUTBOX: Final = 200  # frames; who is so far behind is better off connecting again


class Shown:
    """A scene that may be shown: all that it contains is durable."""

    __slots__ = ("body", "head", "heard", "scene")

    def __init__(self, head: bytes, scene: Drawn, body: bytes, heard: int) -> None:
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


class Moment:
    """What is the same for all who look at a match at one moment; made once for all of them."""

    def __init__(self, match: Match) -> None:
        self.callings = match.game.callings(match.state, match.names)
        self.ready = list(match.ready)
        self.over = wire.encode(result(match)).decode() if match.over else "null"
        self.said: dict[int, Heard] = {}  # what all may know of what happened
        self.tellings: dict[tuple[int, bool, tuple[Heard, ...]], bytes] = {}

    def told(self, kept: int, new: list[Heard], first: bool) -> bytes:
        """The log of a scene: lines after the first `kept`, and as events unless it is the first scene of a link."""
        if not new:
            return b'"kept":%d,"log":[],"events":[]' % kept
        key = kept, first, tuple(new)
        text = self.tellings.get(key)
        if text is None:
            log = [{"n": n, "text": event.text} for n, event in enumerate(new, kept) if event.text]
            events = [] if first else [{"n": n, "name": e.name, "seat": e.seat} for n, e in enumerate(new, kept)]
            text = b'"kept":%d,"log":%b,"events":%b' % (kept, wire.encode(log), wire.encode(events))
            self.tellings[key] = text
        return text


class Link:
    """One socket at a table."""

    def __init__(self, person: str, name: str, frames: Bucket, chats: Bucket, brief: bool = False) -> None:
        self.person = person
        self.name = name
        self.frames = frames
        self.chats = chats
        self.brief = brief  # it keeps the last scene, and needs only what is new in the next
        self.seat: int | None = None
        self.outbox: deque[bytes] = deque()
        self.wake: Callable[[], None] = lambda: None  # there is something to send
        self.due = False
        self.first = True
        self.sent = 0  # events of its seat that it was told
        self.last: Shown | None = None
        self.table = 0  # the hash of how it knows the table
        self.clocks: list[tuple[int, tuple[int, float]]] = []  # whom it knows to be timed
        self.strikes = 0
        self.closing = ""

    def post(self, frame: dict[str, Any] | bytes) -> None:
        if len(self.outbox) >= OUTBOX:
            self.close("you are too far behind")
            return
        self.outbox.append(frame if isinstance(frame, bytes) else wire.encode(frame))
        self.wake()

    def refuse(self, frame: wire.Frame, refusal: Refusal) -> None:
        metrics.refusals.labels(type(frame).__name__.lower()).inc()
        why = {"atom": refusal.atom, "reason": refusal.reason, "rule": refusal.rule}
        self.post({"is": "refusal", "of": frame.id, **why})

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

    def message(self, shown: Shown, heard: list[Heard], moment: Moment) -> bytes:
        """The frame for a scene; b"" if the link has seen just that."""
        kept = min(self.sent, shown.heard)
        if self.last is not None and kept == self.sent and self.last.same(shown):
            return b""
        told = moment.told(kept, heard[kept : shown.heard], self.first)
        scene = self.drawn(shown.scene)
        self.last = shown
        self.sent = shown.heard
        self.first = False
        _SCENES.inc()
        return b'%b,"scene":%b,%b,%b' % (shown.head, scene, told, shown.body)

    def drawn(self, scene: Drawn) -> bytes:
        """A scene as this link wants to have it."""
        return scene.text(self.last.scene if self.brief and self.last is not None else None)
