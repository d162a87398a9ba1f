"""What a good player of Lancelot knows: `value` the worth of a position, `advice` an answer to every question."""

from __future__ import annotations

from typing import Final

from roundtable.engine.knowledge import Knowledge, Parameters

from .advice import alternatives, choose
from .value import quiet, value

SEARCH: Final = Parameters(horizon=1, widening=0.2, exploration=0.1, advice=0, tenth=15)

KNOWLEDGE: Final = Knowledge(
    choose=choose,
    value=value,
    quiet=quiet,
    alternatives=alternatives,
    parameters=SEARCH,
)
