"""Quests of the Round Table: what a good player knows; `value` what things are worth, `advice` what to answer."""

from __future__ import annotations

from typing import Final

from roundtable.engine.knowledge import Knowledge, Parameters

from .advice import choose
from .value import quiet, value

SEARCH: Final = Parameters(
    horizon=1,
    widening=0.2,
    plain=("mordred_window", "hand_limit", "test_discard", "call_to_arms", "merlin_preview", "prosperity_draw"),
)

KNOWLEDGE: Final = Knowledge(
    choose=choose,
    value=value,
    quiet=quiet,
    parameters=SEARCH,
)
