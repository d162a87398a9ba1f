"""Knights & Damosels: who leads and why, in a sentence made from what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine.grammar import ahead, count, leading

from .cards import DAMOSEL_GOAL, KNIGHT_GOAL, WORSHIP_GOAL
from .rules.ending import goals
from .state import DamoselsState


def leads(v: DamoselsState, names: Sequence[str]) -> str:
    if not v.knights:
        return ""
    if v.sides:
        first, second = ahead([len(row) for row in v.rows])
        if not second:
            return "Nobody leads at Camlann: all have as many cards left."
        return f"{leading(names, first)} at Camlann with {count(len(v.rows[first[0]]), 'card')} left."
    figures = goals(v)
    first, second = ahead(figures)
    _, given, earned, worship = figures[first[0]]
    n = v.players
    if not second:
        return f"Nobody leads: everybody has {count(earned, 'card')} and {worship} of the {WORSHIP_GOAL[n]} worship."
    told = f"{given or 'none'} of the {DAMOSEL_GOAL[n]} gifts to one knight, {earned or 'none'} of the {KNIGHT_GOAL[n]}"
    return f"{leading(names, first)}: {told} cards, {worship or 'none'} of the {WORSHIP_GOAL[n]} worship."
