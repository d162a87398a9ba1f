"""Of Knights and Ninjas, sections 3 to 5: the rules by chapter."""

from __future__ import annotations

from typing import Final

from .attack import Assault, Campaign, PreAttack, Road
from .special import Herald, Merchant, MinstrelPlays, Monk
from .table import next_match, ranking
from .turn import Draft, Reign, Turn

FLOWS: Final = (Reign, Draft, Turn, Campaign, PreAttack, Assault, Road, Herald, Merchant, Monk, MinstrelPlays)

__all__ = ["FLOWS", "next_match", "ranking"]
