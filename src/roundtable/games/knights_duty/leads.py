"""Knight's Duty: who leads and why, in a sentence made from what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine.grammar import leading, listed, verb

from .state import FULL, DutyState


def leads(v: DutyState, names: Sequence[str]) -> str:
    if len(v.standing) < 2:
        return ""
    whole = [seat for seat in range(v.players) if seat in v.standing and v.hearts[seat] == FULL]
    broken = [seat for seat in range(v.players) if seat in v.standing and v.hearts[seat] < FULL]
    if not whole or not broken:
        kind = "whole" if whole else "broken"
        return f"Nobody leads: the {len(v.standing)} knights on the field all have a {kind} heart."
    others = f"{listed(names[seat] for seat in broken)} {verb(len(broken), 'have')} a broken one"
    return f"{leading(names, whole)} with a whole heart; {others}."
