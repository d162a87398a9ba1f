"""Lancelot, sections 3 to 5, by chapters.

`turn` has the set-up, the rounds and the end of a turn, `sites` what happens where a knight lands, `virtues` their
terms, `table` the seats of the Round Table, `scoring` the end.
"""

from __future__ import annotations

from typing import Final

from .scoring import Scoring, ranking
from .sites import DistantLands, Dragon, Galahad, Grail, Isle, Lake, Morgana, Percival, Track
from .table import RoundTable
from .turn import Movement, Quest, Turn

FLOWS: Final = (
    Quest,
    Turn,
    Movement,
    Track,
    DistantLands,
    Isle,
    Lake,
    Percival,
    Galahad,
    Dragon,
    Morgana,
    Grail,
    RoundTable,
    Scoring,
)

__all__ = ["FLOWS", "ranking"]
