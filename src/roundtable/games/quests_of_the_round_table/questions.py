"""Quests of the Round Table: the words of all answers."""

from __future__ import annotations

from collections.abc import Sequence

from .answers import ACCEPT, BID, DECLINE, DRAW, DROP, JOIN, PASS, PLAY, PREVIEW, STRIKE
from .building import NEXT_STAGE
from .cards import ADVENTURE_CARDS
from .options import QuestsOptions


def vocabulary(players: int, options: QuestsOptions) -> Sequence[str]:
    words = (ACCEPT, DECLINE, JOIN, DROP, DRAW, PASS, NEXT_STAGE)
    cards = (card.id for card in ADVENTURE_CARDS)
    return (*words, *cards, *PLAY.values(), *STRIKE.values(), *BID[1:], *PREVIEW[1:])
