"""Lancelot: who leads and why, in a sentence made from what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine.grammar import ahead, count, leading

from .cards import SOURCES
from .state import LancelotState
from .tally import WORDS


def leads(v: LancelotState, names: Sequence[str]) -> str:
    points = [v.points(seat) for seat in range(v.players)]
    first, second = ahead(points)
    if not second:
        has = f"everybody has {count(points[0], 'Virtue Point')}" if points[0] else "nobody has a Virtue Point yet"
        return f"Nobody leads: {has}."
    told = f"{leading(names, first)} with {count(points[first[0]], 'Virtue Point')}"
    if len(first) == 1:
        own = v.tally[first[0]]
        told += f", mostly for {_source(SOURCES[own.index(max(own))])}"
    return f"{told}; the next best has {points[second[0]] or 'none'}."


def _source(source: str) -> str:
    words = WORDS[source]
    return words if words.startswith("Guinevere") else words[0].lower() + words[1:]
