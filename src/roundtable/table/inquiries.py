"""Inquiries: what a link may ask about one of its seats without changing anything.

All are answered from that seat's view.
"""

from __future__ import annotations

from roundtable.engine import Choice, Match, Refusal

from .frames import Compose, Hint, PromptFrame, Why, WhyFrame
from .links import Link
from .model import Doc
from .session import MOVED_ON, Session
from .thoughts import seed_of
from .todo import Thought


def compose(frame: Compose, session: Session) -> PromptFrame:
    """The scene with what is chosen so far."""
    seat, chosen = frame.seat, tuple(frame.chosen)
    session.check_fresh(seat, frame.seq)
    _composed(session.match, seat, chosen)
    return PromptFrame(frame.id, session.seq(seat), seat, chosen, session.match.scene(seat, chosen))


def why(frame: Why, match: Match) -> WhyFrame:
    """Why something cannot be chosen now."""
    guesses = [frame.atom] if isinstance(frame.atom, str) else frame.atom
    words = match.game.vocabulary(match.players, match.options)
    atom = next((guess for guess in guesses if guess in words), "")
    reason, rule = _reason(match, frame.seat, tuple(frame.chosen), atom)
    return WhyFrame(frame.id, frame.seat, atom, frame.on, reason, rule)


def words(match: Match, seat: int) -> dict[str, str]:
    """Every word of the game, as it can be asked about, with its label for that seat."""
    view = match.view(seat)
    return {atom: match.game.label(view, atom) for atom in match.game.vocabulary(match.players, match.options)}


class Hints:
    """The hints that are being thought out at a table, beside the match: who does not wait any more does not get it."""

    def __init__(self) -> None:
        self.asked: dict[int, tuple[Thought, Link, Hint]] = {}  # by seat

    def check(self, link: Link, frame: Hint, session: Session, doc: Doc) -> None:
        """Refuse a hint that there will not be."""
        if not doc.hints:
            raise Refusal("", "at this table nobody gets hints")
        if link.seat != frame.seat:
            raise Refusal("", "look through this seat first")
        if frame.seat not in session.match.asked:
            raise Refusal("", not_asked(session.match))
        session.check_fresh(frame.seat, frame.seq)
        check_not_held(doc, frame.seat)
        if frame.seat in self.asked:
            raise Refusal("", "a hint is being thought out already")

    def begin(self, link: Link, frame: Hint, session: Session, seed: str) -> Thought:
        seat = frame.seat
        number = session.number(seat)
        thought = Thought(seat, number, "", session.match.view(seat), seed_of("hint", seed, number), hint=True)
        thought.asker = link.person
        thought.place = link.place
        self.asked[seat] = thought, link, frame
        return thought

    def end(self, thought: Thought) -> tuple[Link, Hint] | None:
        """Who waits for this thought, and for which frame."""
        asked = self.asked.get(thought.seat)
        if asked is None or asked[0] is not thought:
            return None
        del self.asked[thought.seat]
        return asked[1], asked[2]


def check_hint_wanted(thought: Thought, link: Link, session: Session | None) -> None:
    """Refuse a hint about a question that is no longer asked of whoever looks."""
    seat = thought.seat
    if session is None or seat not in session.match.asked or session.number(seat) != thought.number:
        raise Refusal("", MOVED_ON)
    if link.seat != seat:
        raise Refusal("", MOVED_ON)


def check_not_held(doc: Doc, seat: int) -> None:
    if doc.seats[seat].held:
        raise Refusal("", "a bot holds your seat; take it back first")


def not_asked(match: Match) -> str:
    return "the match is over" if match.over else "it is not for you to answer now"


def _reason(match: Match, seat: int, chosen: tuple[str, ...], atom: str) -> tuple[str, str]:
    """Why an atom cannot be chosen next, and the paragraph of the rules that says so."""
    if seat not in match.asked:
        return not_asked(match), ""
    choice = _composed(match, seat, chosen)
    if not atom:
        return "this is not something to choose now", choice.rule
    if atom in choice.offers(chosen):
        return "this can be chosen", choice.rule
    reason, rule = match.game.why_not(match.view(seat), seat, chosen, atom)
    return reason, rule or choice.rule


def _composed(match: Match, seat: int, chosen: tuple[str, ...]) -> Choice:
    """The choice of a seat; refused if these were not offered, one after the other, in whichever order."""
    choice = match.choice(seat)
    for i, atom in enumerate(chosen):
        if not atom or atom not in choice.offers(chosen[:i]):
            reason, rule = choice.why(chosen[:i], atom) if choice.why else ("this cannot be chosen here", "")
            raise Refusal(atom, reason, rule or choice.rule)
    return choice
