"""Knights & Damosels: what a good player knows.

`judge` is what one look at the table tells, `gifts` what cards are worth to give and to take, `advice` an answer to
every question, `value` the worth of positions, `beliefs` what others are likely to have given.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundtable.engine.knowledge import Knowledge, Parameters

from .advice import choose, quick
from .beliefs import worlds
from .value import quiet, value

# For searches: every answer is soon tried, everybody else follows the advice, and the round is played to its end.
SEARCH: Final = Parameters(depth=1, widening=1.0, exploration=0.1, model=1_000_000, horizon=1)
# Knights choose otherwise than the advice: it pays to put oneself in their place before one gives and lays cards.
CHAMPION: Final = replace(SEARCH, empathy=0.8)

KNOWLEDGE: Final = Knowledge(
    choose=choose,
    quick=quick,
    value=value,
    quiet=quiet,
    worlds=worlds,
    parameters=SEARCH,
    champion=CHAMPION,
)
