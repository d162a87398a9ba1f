"""Lancelot on the table: where the match stands, and all parts of the scene together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from roundtable.engine.prompting import waiting
from roundtable.scene import Mark, Scene

from .. import words
from ..cards import CHAIRS, TURNS
from ..rules.scoring import ranking
from ..rules.sites import deeds_open
from ..state import NOBODY, LancelotState
from .boards import dragon, grail_track, points_track, reserve, virtues
from .journey import move_order, ring
from .players import panel, tops
from .prompt import prompt

PHASES: Final = (
    ("Seats", "round-table"),
    ("Journey", "mounted-knight"),
    ("Magic", "magic-swirl"),
    ("Scoring", "laurels"),
)


def draw(v: LancelotState, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Scene:
    """The table as the viewer may see it; only the deed stack hides anything."""
    names = tuple(names)
    called = words.callings(v, names)
    payable = tuple(dict.fromkeys(answer[0] for answer in deeds_open(v, seat))) if seat is not None else ()
    best = tops(v) if v.question else ()
    return Scene(
        game="lancelot",
        title="Lancelot",
        status=status(v),
        panels=tuple([panel(v, q, seat, names, best) for q in range(v.players)]),
        areas=(
            *((move_order(v),) if v.round and v.active != NOBODY else ()),
            ring(v),
            dragon(v, payable),
            virtues(v, seat),
            grail_track(v),
            points_track(v),
            reserve(v),
        ),
        prompt=prompt(v, seat, chosen) if seat is not None and seat in v.waiting else None,
        phases=phases(phase(v)),
        waiting=waiting(v, seat, called),
        over=result(v),
    )


def status(v: LancelotState) -> str:
    if not v.turn:
        return "Choosing colours" if v.question == "choose_colour" else "Choosing seats"
    if not v.question:
        return f"After {TURNS} turns"
    if v.question == "choose_tied_category":
        return "Final scoring"
    where = f"round {v.round}" if v.question != "use_magic" else "end of turn"
    return " · ".join(part for part in (f"Turn {v.turn} of {TURNS}", where, words.why_next(v)) if part)


def phase(v: LancelotState) -> str:
    if not v.question or v.question == "choose_tied_category":
        return "Scoring"
    return "Seats" if not v.turn else "Magic" if v.question == "use_magic" else "Journey"


@cache
def phases(now: str) -> tuple[Mark, ...]:
    return tuple(Mark(icon, word, "lit" if word == now else "") for word, icon in PHASES)


def result(v: LancelotState) -> str:
    if v.question:
        return ""
    first, second = ranking(v)[0][0], ranking(v)[1][0]
    best = v.points(first)
    nearer = f", by the seat of {CHAIRS[v.chairs[first]].capitalize()}" if best == v.points(second) else ""
    return f"{words.colour(v, first)} wins with {best} VP{nearer}"
