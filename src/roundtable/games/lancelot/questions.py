"""Lancelot: the words of all answers."""

from __future__ import annotations

from collections.abc import Sequence

from .board import RETURNS, STAY, board
from .cards import CARDS, COUNTERS, DEEDS, PRINTED, SQUIRE, VIRTUES
from .options import LancelotOptions


def vocabulary(players: int, options: LancelotOptions) -> Sequence[str]:
    squires = tuple(str(n) for n in range(1, PRINTED[SQUIRE] + 1))
    words = ("decline", "none", "yes", "no", "pass", "discard_cards", "exchange", "discard_squires", "deed")
    places = (*board(options.data_set).spaces, *RETURNS, STAY)
    return (*places, *COUNTERS, *CARDS, *VIRTUES, *DEEDS, *words, *squires)
