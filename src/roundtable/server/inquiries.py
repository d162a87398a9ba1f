"""Inquiries: what a link may ask about one of its seats without changing anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog

from roundtable.engine import Refusal
from roundtable.engine.match import Match

from . import metrics, wire
from .course import MOVED_ON, Course
from .drawing import Drawn
from .links import Link
from .thinking import seed_of

if TYPE_CHECKING:
    from .table import Table

log = structlog.get_logger()


class Inquiries:
    """The inquiries at a table.  All are made for a seat of the link's person, and answered from that seat's view."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.advising: set[int] = set()  # seats for which a hint is being thought out

    def hear(self, link: Link, frame: wire.Inquiry, course: Course) -> None:
        if isinstance(frame, wire.Compose):
            self._compose(link, frame, course)
        elif isinstance(frame, wire.Why):
            self._why(link, frame, course.match)
        else:
            self._hint(link, frame, course)

    def _compose(self, link: Link, frame: wire.Compose, course: Course) -> None:
        """The scene with what is chosen so far."""
        seat, chosen = frame.seat, tuple(frame.chosen)
        course.check_fresh(seat, frame.seq)
        _check_chosen(course.match, seat, chosen)
        scene = link.drawn(Drawn(course.match.scene(seat, chosen)))
        seen = {"is": "prompt", "of": frame.id, "seq": course.seq(seat), "seat": seat, "chosen": chosen}
        link.post(b'%b,"scene":%b}' % (wire.encode(seen)[:-1], scene))

    def _why(self, link: Link, frame: wire.Why, match: Match) -> None:
        """Why something cannot be chosen now."""
        guesses = [frame.atom] if isinstance(frame.atom, str) else frame.atom
        words = match.game.vocabulary(match.players, match.options)
        atom = next((guess for guess in guesses if guess in words), "")
        reason, rule = _reason(match, frame.seat, tuple(frame.chosen), atom)
        said = {"seat": frame.seat, "atom": atom, "on": frame.on, "reason": reason, "rule": rule}
        link.post({"is": "why", "of": frame.id, **said})

    def _hint(self, link: Link, frame: wire.Hint, course: Course) -> None:
        """What a strong bot would do."""
        table, seat, match = self.table, frame.seat, course.match
        if not table.doc.hints:
            raise Refusal("", "at this table nobody gets hints")
        if link.seat != seat:
            raise Refusal("", "look through this seat first")
        if seat not in match.asked:
            raise Refusal("", _not_asked(match))
        course.check_fresh(seat, frame.seq)
        table.steward.check_not_held(seat)
        if seat in self.advising:
            raise Refusal("", "a hint is being thought out already")
        if not table.hall.hints.take(link.person):
            raise Refusal("", "not so fast, please")
        self.advising.add(seat)
        table.hall.run(self._advise(link, frame, course.number(seat), match.view(seat)))

    async def _advise(self, link: Link, frame: wire.Hint, number: int, view: Any) -> None:
        """Think a hint out beside the table; who does not wait for it any more does not get it."""
        table, seat = self.table, frame.seat
        hall, doc = table.hall, table.doc
        try:
            seed = seed_of("hint", doc.seed, number)
            found = await hall.thinkers.advise(doc.game, view, seat, seed, hall.settings.advice)
        except Exception as error:
            metrics.faults.labels("hint").inc()
            log.error("no hint", table=doc.id, game=doc.game, seat=seat, error=repr(error))
            link.refuse(frame, Refusal("", "nobody can think of anything at the moment; try again"))
            return
        finally:
            self.advising.discard(seat)
        course = table.course
        if course is None or seat not in course.match.asked or course.number(seat) != number or link.seat != seat:
            link.refuse(frame, Refusal("", MOVED_ON))
            return
        link.post({"is": "hint", "of": frame.id, "seq": frame.seq, "seat": seat, "candidates": found})


def _reason(match: Match, seat: int, chosen: tuple[str, ...], atom: str) -> tuple[str, str]:
    """Why an atom cannot be chosen next, and the paragraph of the rules that says so."""
    if seat not in match.asked:
        return _not_asked(match), ""
    _check_chosen(match, seat, chosen)
    choice = match.choice(seat)
    if not atom:
        return "this is not something to choose now", choice.rule
    if atom in choice.offers(chosen):
        return "this can be chosen", choice.rule
    reason, rule = match.game.why_not(match.view(seat), seat, chosen, atom)
    return reason, rule or choice.rule


def _not_asked(match: Match) -> str:
    return "the match is over" if match.over else "it is not for you to answer now"


def _check_chosen(match: Match, seat: int, chosen: tuple[str, ...]) -> None:
    """A person composes in any order, one offered atom after the other."""
    choice = match.choice(seat)
    for i, atom in enumerate(chosen):
        if not atom or atom not in choice.offers(chosen[:i]):
            reason, rule = choice.why(chosen[:i], atom) if choice.why else ("this cannot be chosen here", "")
            raise Refusal(atom, reason, rule or choice.rule)
