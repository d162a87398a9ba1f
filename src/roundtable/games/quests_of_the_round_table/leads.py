"""Quests of the Round Table: who leads and why, in a sentence made from what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine.grammar import ahead, count, leading

from .cards import RANK_NAMES, RANK_NEEDS
from .state import QuestsState


def leads(v: QuestsState, names: Sequence[str]) -> str:
    merits = list(zip(v.rank, v.shields, strict=True))
    first, second = ahead(merits)
    if not second:
        return f"Nobody leads: everybody is {_standing(*merits[0])}."
    return f"{leading(names, first)}: {_standing(*merits[first[0]])}; the next best is {_standing(*merits[second[0]])}."


def _standing(rank: int, shields: int) -> str:
    needs = RANK_NEEDS[rank] if rank < len(RANK_NEEDS) else 0
    return f"{RANK_NAMES[rank]} with {shields or 'none'} of {count(needs, 'shield')}" if needs else RANK_NAMES[rank]
