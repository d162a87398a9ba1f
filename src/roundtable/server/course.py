"""The course of a match: played from the records of its log, with the numbers by which its positions are known.

Everybody can see a number, so it must not tell what not everybody may know: answers to quiet questions count only for
the seat that gave them.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import Game, Refusal
from roundtable.engine.match import Match

from .model import Doc, Record
from .seats import different

STATES: Final = 24  # answers back to which the state is remembered; it is what makes a match large
MOVED_ON: Final = "the table has moved on"


class Course:
    """A match from its first record to its last."""

    def __init__(self, game: Game, doc: Doc) -> None:
        names = different([seat.name for seat in doc.seats])
        self.match: Match = game.match(doc.players, doc.seed, doc.options, names=names)
        self.size = 0  # records in the log
        self.thin = 0  # entries without their state
        self.position = 0  # grows with all that anybody can notice
        self.opened = 0  # the position in which the open question was put
        self.own = [0] * doc.players  # what only the seat itself can notice: its answers to quiet questions

    def play(self, record: Record) -> int:
        """Play a record, old or new; how many of the events told before it still hold.

        The numbers must come out the same after a restart.  What is refused, or fails, changes nothing.
        """
        match = self.match
        was = match.state
        question, quiet, told = was.question, was.quiet, len(match.events)
        sealed = record.seat in was.answers
        if record.undo:
            if reason := self.no_undo(record.seat):
                raise Refusal("", reason)
            match.undo(record.seat)
        else:
            match.answer(record.seat, record.atoms)
        while self.thin < len(match.entries) - STATES:
            del match.entries[self.thin].before  # a cache: whoever wants it again replays the log
            self.thin += 1
        self.size += 1
        now = match.state
        others = ~(1 << record.seat)
        if quiet and now.quiet and now.question == question and not any(e.mask & others for e in match.events[told:]):
            self.own[record.seat] += 1
        else:
            self.position += 1
            if record.undo:
                self.own[record.seat] += 1
            if not (now.question == question and not quiet and (now.answers or (record.undo and sealed))):
                self.opened = self.position
        return min(told, len(match.events))

    def no_undo(self, seat: int) -> str:
        """Why this seat may not take back its last answer; "" if it may."""
        return "this is too long ago" if len(self.match.entries) <= self.thin else self.match.no_undo(seat)

    def number(self, seat: int) -> int:
        """The number of the question put to a seat."""
        return self.opened + self.own[seat]

    def seq(self, seat: int | None) -> int:
        """The number of the position, as that viewer knows it."""
        return self.position if seat is None else self.position + self.own[seat]

    def check_fresh(self, seat: int, seq: int) -> None:
        """Refuse what was made for another question than the open one."""
        if not self.number(seat) <= seq <= self.seq(seat):
            raise Refusal("", MOVED_ON)
