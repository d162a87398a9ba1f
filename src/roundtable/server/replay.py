"""Replays: a finished match as anybody at the table saw it, or with nothing hidden.  Made from views, as in play."""

from __future__ import annotations

from typing import Any, Final

from roundtable.engine.match import Match
from roundtable.engine.state import SPECTATOR, Event, Secret
from roundtable.scene import Scene, together

PUBLIC: Final = "public"
ALL: Final = "all"  # nobody saw so much; after the end everybody may


def viewers(match: Match) -> list[str]:
    return [*map(str, range(match.players)), PUBLIC, ALL]


def replayed(match: Match, eyes: str, first: int, to: int) -> list[dict[str, Any]]:
    """Scene frames of the positions after so many answers; `eyes` is one of the viewers."""
    seat = int(eyes) if eyes.isdigit() else None
    frames: list[dict[str, Any]] = []
    kept, since = 0, 0
    for at in range(first, to + 1):
        state, told = match.before(at)
        callings = match.game.callings(state, match.names)
        heard = [_heard(event, eyes) for event in match.events[since:told]]
        new = [(n, event) for n, event in enumerate((e for e in heard if e is not None), kept)]
        texts = [(n, match.game.say(event, callings)) for n, event in new]
        secret = state.quiet and eyes != ALL
        frames.append(
            {
                "is": "scene",
                "seq": at,
                "seat": seat,
                "scene": _scene(match, state, eyes),
                "kept": kept,
                "log": [{"n": n, "text": text} for n, text in texts if text],
                "asked": () if secret else state.waiting,
                "ready": () if secret else tuple(q for q in state.asked if q in state.answers),
                "undo": False,
                "events": [{"n": n, "name": e.name, "seat": e.get("seat")} for n, e in new] if frames else [],
                "over": result(match) if at >= len(match.entries) else None,
            }
        )
        kept, since = kept + len(new), told
    return frames


def result(match: Match) -> dict[str, Any]:
    """How a match that is over ended."""
    return {"ranking": match.ranking, "tally": [line.data() for line in match.tally]}


def _heard(event: Event, eyes: str) -> Event | None:
    if eyes == ALL:
        facts = {name: fact.pieces if isinstance(fact, Secret) else fact for name, fact in event.facts.items()}
        return Event(event.name, facts)
    return event.seen_by(int(eyes) if eyes.isdigit() else SPECTATOR)


def _scene(match: Match, state: Any, eyes: str) -> Scene:
    game = match.game

    def seen(seat: int | None) -> Scene:
        scene: Scene = game.scene(game.view(state, seat), seat, match.names)
        return scene

    if eyes == ALL:
        return together(seen(None), [seen(seat) for seat in range(match.players)])
    return seen(int(eyes) if eyes.isdigit() else None)
