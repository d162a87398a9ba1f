"""A link: one connection that looks at a table through the eyes of one seat, or as a spectator, and what it was told.

Frames that must arrive wait in its outbox.  Scenes do not wait: a link only notes that one is due, and what is sent is
the newest, so a slow reader gets fewer scenes and never an old one.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import Refusal

from .frames import ClientFrame, LessonFrame, RefusalFrame, ServerFrame, TableFrame
from .scenes import ViewerScene

OUTBOX: Final = 200  # frames; who is so far behind is better off connecting again


class Mailbox:
    """The links that have something to send or may be heard again, each once."""

    def __init__(self) -> None:
        self.links: list[Link] = []

    def take(self) -> list[Link]:
        links, self.links = self.links, []
        for link in links:
            link.listed = False
        return links


class Link:
    """One connection at a table.  `place` is where it comes from, as far as limits are concerned."""

    def __init__(self, person: str = "", name: str = "", place: str = "") -> None:
        self.person = person
        self.name = name
        self.place = place
        self.seat: int | None = None
        self.outbox: list[ServerFrame] = []
        self.due = False  # there is a scene to show
        self.busy = False  # one of its frames is being dealt with: give the next one later
        self.closing = ""  # why it is to be closed
        self.listed = False
        self.mail = Mailbox()  # the table's, once it has joined
        self.table: TableFrame | None = None  # how it knows the table
        self.lesson: LessonFrame | None = None  # where it knows a lesson to stand
        self.clocks: list[tuple[int, tuple[int, float]]] = []  # whom it knows to be timed
        self.sent = 0  # sentences of its seat that it was told
        self.last: ViewerScene | None = None

    def wake(self) -> None:
        if not self.listed:
            self.listed = True
            self.mail.links.append(self)

    def post(self, frame: ServerFrame) -> None:
        if len(self.outbox) >= OUTBOX:
            self.close("you are too far behind")
            return
        self.outbox.append(frame)
        self.wake()

    def refuse(self, frame: ClientFrame, refusal: Refusal) -> None:
        self.post(RefusalFrame(frame.id, refusal.atom, refusal.reason, refusal.rule))

    def heard(self) -> None:
        """Its frame has been dealt with."""
        self.busy = False
        self.wake()

    def show(self) -> None:
        self.due = True
        self.wake()

    def close(self, reason: str) -> None:
        if not self.closing:
            self.closing = reason
            self.wake()

    def look_through(self, seat: int | None) -> None:
        """Look through these eyes from now on: everything is new."""
        self.seat = seat
        self.sent = 0
        self.last = None
        self.lesson = None

    def take(self) -> list[ServerFrame]:
        """All frames that wait, to be sent in this order; the scene, if one is due, comes after them."""
        frames, self.outbox = self.outbox, []
        return frames
