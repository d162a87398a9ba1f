"""The session of a match: played from the records of its log, with the numbers by which its positions are known.

Everybody can see a number, so it must not tell what not everybody may know: answers to quiet questions count only for
the seat that gave them.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import Game, Match, Refusal

from .model import Doc, Record
from .people import different
from .puzzles import read_taught

STATES: Final = 24  # answers back to which the state is remembered; it is what makes a match large
MOVED_ON: Final = "the table has moved on"


def begin(game: Game, doc: Doc) -> Match:
    """The match of a table before its first answer."""
    names = different([seat.name for seat in doc.seats])
    if doc.lesson:
        return read_taught(doc.lesson, "lesson", game).begin(game, names, STATES)
    return game.match(doc.players, doc.seed, doc.options, names=names, keep=STATES)


class Session:
    """A match from its first record to its last."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.size = 0  # records in the log
        self.position = 0  # grows with all that anybody can notice
        self.opened = 0  # the position in which the open question was put
        self.own = [0] * match.players  # what only the seat itself can notice: its answers to quiet questions

    def play(self, record: Record) -> int:
        """Play a record, old or new; how many of the events told before it still hold.

        The numbers must come out the same after a restart.  What is refused, or fails, changes nothing.
        """
        match = self.match
        was = match.state
        if record.do != was.question and not record.undo:
            raise Refusal("", f"the rules ask '{was.question or 'nothing more'}', not '{record.do}'")
        question, quiet, told = was.question, was.quiet, len(match.events)
        sealed = record.seat in was.answers
        if record.undo:
            if reason := self.no_undo(record.seat):
                raise Refusal("", reason)
            match.undo(record.seat)
        else:
            match.answer(record.seat, record.atoms)
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
        entries = self.match.entries
        too_long_ago = bool(entries) and entries[-1].before is None
        return "this is too long ago" if too_long_ago else self.match.no_undo(seat)

    @property
    def depth(self) -> int:
        """How many answers led to the open question: fewer again when one of them is taken back."""
        return len(self.match.entries) - len(self.match.state.answers)

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

    @property
    def quiet(self) -> bool:
        """Whether only those who are asked may know that they are."""
        return self.match.state.quiet
