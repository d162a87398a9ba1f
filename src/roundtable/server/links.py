"""A link: one connection that looks at a table through the eyes of one seat, or as a spectator.

Frames that must arrive wait in an outbox.  Scenes do not wait: a link only notes that one is due, and what is sent is
the newest, so a slow reader gets fewer scenes and never an old one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final

from . import metrics, wire
from .limits import Bucket

OUTBOX: Final = 200  # frames; who is so far behind is better off connecting again


class Shown:
    """A scene that may be shown: all that it contains is durable."""

    __slots__ = ("body", "head", "heard")

    def __init__(self, head: str, body: str, heard: int) -> None:
        self.head = head  # up to the log
        self.body = body  # after the log
        self.heard = heard  # how many events belong to it


class Heard:
    """An event as a viewer may know it."""

    __slots__ = ("at", "name", "seat", "text")

    def __init__(self, at: int, name: str, seat: int | None, text: str) -> None:
        self.at = at  # its place among all events, which no viewer learns
        self.name = name
        self.seat = seat
        self.text = text


class Link:
    """One socket at a table."""

    def __init__(self, person: str, name: str, frames: Bucket, chats: Bucket) -> None:
        self.person = person
        self.name = name
        self.frames = frames
        self.chats = chats
        self.seat: int | None = None
        self.outbox: deque[str] = deque()
        self.wake = asyncio.Event()
        self.due = False
        self.first = True
        self.sent = 0  # events of its seat that it was told
        self.last: tuple[str, str] = ("", "")
        self.clocks: list[tuple[int, tuple[int, float]]] = []  # whom it knows to be timed
        self.strikes = 0
        self.closing = ""

    def post(self, frame: dict[str, Any] | str) -> None:
        if len(self.outbox) >= OUTBOX:
            self.close("you are too far behind")
            return
        self.outbox.append(frame if isinstance(frame, str) else wire.encode(frame).decode())
        self.wake.set()

    def show(self) -> None:
        self.due = True
        self.wake.set()

    def forget(self, seat: int | None) -> None:
        """Look through other eyes: everything is new."""
        self.seat = seat
        self.first = True
        self.sent = 0
        self.last = ("", "")

    def close(self, reason: str) -> None:
        if not self.closing:
            self.closing = reason
            self.wake.set()

    def message(self, shown: Shown, heard: list[Heard]) -> str:
        """The frame for a scene; "" if the link has seen just that."""
        kept = min(self.sent, shown.heard)
        if (shown.head, shown.body) == self.last and kept == self.sent == shown.heard:
            return ""
        new = heard[kept : shown.heard]
        log = [{"n": n, "text": event.text} for n, event in enumerate(new, kept) if event.text]
        events = [] if self.first else [{"n": n, "name": e.name, "seat": e.seat} for n, e in enumerate(new, kept)]
        self.last = (shown.head, shown.body)
        self.sent = shown.heard
        self.first = False
        metrics.frames.labels("scene").inc()
        told = wire.encode({"kept": kept, "log": log, "events": events}).decode()
        return f"{shown.head},{told[1:-1]},{shown.body}"
