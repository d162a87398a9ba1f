"""Lancelot: where the Virtue Points came from (section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Event, Row, summed

from .cards import CATEGORIES, SOURCES
from .state import LancelotState
from .words import CATEGORY_WORDS

WORDS: Final = {
    "virtues": "Virtues learnt",
    "deeds": "Deeds at the Dragon",
    "guinevere": "Guinevere's smile",
    **{category: f"Most {CATEGORY_WORDS[category]}" for category in CATEGORIES},
    "excalibur": "The Excalibur Sword",
    "grail": "The quest for the Grail",
}


def tally(v: LancelotState, told: Sequence[Event]) -> list[Row]:
    parts = {WORDS[source]: [own[i] for own in v.tally] for i, source in enumerate(SOURCES)}
    return summed("Virtue Points", [v.points(seat) for seat in range(v.players)], parts)
