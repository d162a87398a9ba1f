"""What the frames of a link want of a table: done, or refused with a reason that only this link is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import structlog

from roundtable.engine import Refusal

from . import metrics, wire
from .course import MOVED_ON, Course
from .links import Link
from .model import RUNNING, Record

if TYPE_CHECKING:
    from .table import Table

log = structlog.get_logger()

Then = Callable[[], None]


class Frames:
    """Hears frames for a table.  Whose seat it is, and whether the question is still open, is checked here."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def hear(self, link: Link, frame: wire.Frame, then: Then) -> None:
        """Do what a frame asks for, or refuse it; `then` it is done."""
        if isinstance(frame, wire.Move):
            record = partial(self._record, link, frame)
            self.table.submit(record, partial(self._done, link, frame, perf_counter(), then))
        else:
            self.table.hall.run(self._hear(link, frame, then))

    def _record(self, link: Link, frame: wire.Move) -> Record:
        """What an answer, or the taking back of one, adds to the log."""
        course, seat = self._begun(), frame.seat
        self._check_seat(link, seat)
        if isinstance(frame, wire.Undo):
            if frame.seq is not None and frame.seq != course.seq(seat):
                raise Refusal("", MOVED_ON)
            if self.table.doc.state != RUNNING:
                raise Refusal("", "the match is over")
            return Record(seat, undo=True)
        course.check_fresh(seat, frame.seq)
        self.table.steward.check_not_held(seat)
        return Record(seat, course.match.question, frame.atoms)

    def _done(self, link: Link, frame: wire.Move, began: float, then: Then, refusal: Refusal | None) -> None:
        if refusal is not None:
            link.refuse(frame, refusal)
        else:
            assert self.table.course is not None
            metrics.answer_seconds.observe(perf_counter() - began)
            link.post({"is": "taken", "of": frame.id, "seq": self.table.course.seq(frame.seat)})
        then()

    async def _hear(self, link: Link, frame: wire.Request, then: Then) -> None:
        table = self.table
        try:
            if isinstance(frame, wire.Ping):
                link.post({"is": "pong"})
            elif isinstance(frame, wire.Chat):
                await table.chat.say(link, frame.text)
            else:
                async with table.lock:
                    course = self._begun()
                    if frame.seat is not None:
                        self._check_seat(link, frame.seat)
                    if isinstance(frame, wire.Look):
                        table.look(link, frame.seat)
                    elif isinstance(frame, wire.Back):
                        await table.steward.back(frame.seat)
                    else:
                        table.inquiries.hear(link, frame, course)
        except Refusal as refusal:
            link.refuse(frame, refusal)
        except Exception as error:  # a fault in a game's words: nothing has changed
            metrics.faults.labels("frame").inc()
            doc = table.doc
            log.exception("a frame failed", table=doc.id, game=doc.game, frame=repr(frame), error=repr(error))
            link.refuse(frame, Refusal("", "this went wrong on our side; it has been noted"))
        finally:
            then()

    def _begun(self) -> Course:
        if self.table.broken:
            raise Refusal("", "the table is being set up again; try once more")
        if self.table.course is None:
            raise Refusal("", "the match has not begun")
        return self.table.course

    def _check_seat(self, link: Link, seat: int) -> None:
        doc = self.table.doc
        if not link.person or not 0 <= seat < doc.players or doc.seats[seat].person != link.person:
            raise Refusal("", f"seat {seat} is not yours")
