"""Replays: a finished match as anybody at the table saw it, or with nothing hidden.  Made from views, as in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from roundtable.engine import SPECTATOR, Event, Match, State
from roundtable.scene import Scene, together

from .frames import SceneFrame, Sentence
from .scenes import result

PUBLIC: Final = "public"
ALL: Final = "all"  # nobody saw so much; after the end everybody may


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
