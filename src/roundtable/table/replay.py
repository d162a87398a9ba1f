"""Replays: a finished match as anybody at the table saw it, or with nothing hidden.  Made from views, as in play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from roundtable.engine import SPECTATOR, Event, Match, State
from roundtable.engine.chance import forked_seed
from roundtable.scene import Scene, together

from .frames import SceneFrame, Sentence
from .model import RUNNING, Doc, Person, Record, Seat
from .scenes import result
from .setup import Refused, fill, seat_of

PUBLIC: Final = "public"
ALL: Final = "all"  # nobody saw so much; after the end everybody may


def played_on(
    new: Doc, old: Doc, match: Match, at: int, seat: int, person: Person, bot: str, seed: str
) -> list[Record]:
    """Lay a table that begins at a moment of a finished match, and the log that leads there.

    Every seat knows what it knew, for it is the same log; what is drawn from then on is new.
    """
    if old.lesson or match.script or match.began is not None:
        raise Refused("a match that began as a lesson is played on from its own end")
    if at >= len(match.entries):
        raise Refused("the match was over then; choose an earlier moment", 400)
    new.options, new.rules, new.edition, new.preset = dict(old.options), old.rules, old.edition, old.preset
    new.seats = [Seat() for _ in range(match.players)]
    new.seats[seat] = seat_of(person, ready=True)
    fill(new, match.game, bot)
    new.seed = forked_seed(match.seed, match.entries[at].drawn, seed)
    new.hints, new.state = True, RUNNING
    return [Record(each.seat, each.question, list(each.answer)) for each in match.entries[:at]]


def viewers(match: Match) -> list[str]:
    return [*map(str, range(match.players)), PUBLIC, ALL]


def replayed(match: Match, eyes: str, first: int, to: int) -> Iterator[SceneFrame]:
    """Scene frames of the positions after so many answers; `eyes` is one of the viewers."""
    kept, since = 0, 0
    for at in range(first, to + 1):
        state, told = match.before(at)
        callings = match.game.callings(state, match.names)
        heard = [_heard(event, eyes) for event in match.events[since:told]]
        new = [(n, event) for n, event in enumerate((e for e in heard if e is not None), kept)]
        said = [(n, match.game.sentence(event, callings)) for n, event in new]
        secret = state.quiet and eyes != ALL
        yield SceneFrame(
            seq=at,
            seat=int(eyes) if eyes.isdigit() else None,
            scene=_scene(match, state, eyes),
            kept=kept,
            log=[
                Sentence(n, each.text, each.heading, each.moment, each.at, each.outcome)
                for n, each in said
                if each is not None
            ],
            asked=() if secret else state.waiting,
            ready=state.ready,
            undo=False,
            over=result(match) if at >= len(match.entries) else None,
            leads=_leads(match, state),
        )
        kept, since = kept + len(new), told


def _leads(match: Match, state: State) -> str:
    if not state.question:
        return ""
    view = match.game.view(state, None)
    return match.game.leads(view, match.game.callings(view, match.names))


def public_scene(match: Match, at: int) -> Scene:
    """The table after so many answers, as everybody saw it."""
    return _scene(match, match.before(at)[0], PUBLIC)


def _heard(event: Event, eyes: str) -> Event | None:
    if eyes == ALL:
        return event.opened()
    return event.seen_by(int(eyes) if eyes.isdigit() else SPECTATOR)


def _scene(match: Match, state: State, eyes: str) -> Scene:
    game = match.game

    def seen(seat: int | None) -> Scene:
        return game.scene(game.view(state, seat), seat, match.names)

    if eyes == ALL:
        return together(seen(None), [seen(seat) for seat in range(match.players)])
    return seen(int(eyes) if eyes.isdigit() else None)


@dataclass(frozen=True)
class SharedMoment:
    """What is told of a moment where a link to it is shared: what everybody saw, and nothing else."""

    at: int
    title: str
    text: str


def moment_of(match: Match, at: str) -> SharedMoment:
    """The moment that a link means: after so many answers, or the whole match if it says nothing that makes sense."""
    game, last = match.game, len(match.entries)
    if not (at.isascii() and at.isdigit() and len(at) < 7):
        won = " and ".join(match.names[seat] for seat in match.ranking[0]) if match.over else ""
        names = ", ".join(match.names)
        return SharedMoment(last, f"{game.title}: {names}", f"{won} won." if won else names)
    number = min(int(at), last)
    state, heard = match.before(number)
    callings = game.callings(state, match.names)
    seen = [event.seen_by(SPECTATOR) for event in match.events[:heard]]
    said = [game.sentence(event, callings) for event in seen if event is not None]
    text = next((each.text for each in reversed(said) if each is not None), ", ".join(match.names))
    return SharedMoment(number, f"{game.title}, move {number} of {last}", text)
