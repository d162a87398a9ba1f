"""Of Knights and Ninjas: who leads and why, in a sentence made from what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine.grammar import ahead, count, leading

from .state import NinjasState


def leads(v: NinjasState, names: Sequence[str]) -> str:
    first, second = ahead(v.gems)
    if not second:
        return f"Nobody leads: everybody has {count(v.gems[0], 'gem')}, and {v.goal} win."
    mine, next_best = v.gems[first[0]], v.gems[second[0]]
    return f"{leading(names, first)} with {count(mine, 'gem')} of the {v.goal} that win; the next best has {next_best}."
