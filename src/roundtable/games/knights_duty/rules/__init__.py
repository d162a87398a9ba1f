"""Knight's Duty, sections 3 to 6: the rules by chapter, in the order of play."""

from __future__ import annotations

from typing import Final

from .attack import Attack
from .ending import ranking
from .setup import Knights
from .slot import Slot
from .turn import Turn

FLOWS: Final = (Knights, Turn, Slot, Attack)

__all__ = ["FLOWS", "ranking"]
