"""Knights & Damosels, sections 3 to 6: the rules by chapter, in the order of play."""

from __future__ import annotations

from typing import Final

from .camlann import Camlann
from .ending import ranking
from .joust import Joust
from .knight import KnightPhase, Reselection, Selection
from .rounds import Camelot, Round
from .service import Disaster, Service, Worship

FLOWS: Final = (Camelot, Round, KnightPhase, Selection, Reselection, Joust, Service, Disaster, Worship, Camlann)

__all__ = ["FLOWS", "ranking"]
