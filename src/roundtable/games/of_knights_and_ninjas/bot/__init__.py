"""Of Knights and Ninjas: what a good player knows.

`guess` is what one can know of cards and hands, `advice` priorities per question, `value` the worth of positions,
`beliefs` what deeds tell of hands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundtable.engine.knowledge import Knowledge, Parameters

from .advice import alternatives, choose
from .beliefs import worlds
from .value import judge, quiet, value

# A duel is judged when the next turn begins, a larger table after a round or so: what rivals do to one another counts.
SEARCH: Final = Parameters(depth=1, horizon=1, party=12, insight=True, widening=0.2, first=1.0, tenth=150)
# A Champion judges a duel as soon as the turn is over: what to expect of the next one is learnt.
CHAMPION: Final = replace(SEARCH, horizon=-1)

KNOWLEDGE: Final = Knowledge(
    choose=choose,
    value=value,
    quiet=quiet,
    alternatives=alternatives,
    worlds=worlds,
    parameters=SEARCH,
    judge=judge,
    champion=CHAMPION,
)
