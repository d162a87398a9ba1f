"""Knight's Duty: what a good player knows.

`advice` answers every question, `programs` judges what can be laid on the tracker, `value` the worth of positions,
`beliefs` what lies face down.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine.knowledge import Knowledge, Parameters

from .advice import alternatives, choose
from .beliefs import likely
from .value import quiet, value

SEARCH: Final = Parameters(
    advice=8,
    guesses=40,  # as many programs as `program` looks at
    horizon=1,
    model=200,
    widening=0.05,
    tenth=200,
    plain=("choose_clan", "declare_target", "retarget", "use_inspiration"),
)

KNOWLEDGE: Final = Knowledge(
    choose=choose,
    value=value,
    quiet=quiet,
    alternatives=alternatives,
    likely=likely,
    parameters=SEARCH,
)
