"""Quests of the Round Table: all questions, and the words in which they are answered.

`answers` has the words and the plain grammars, `building` the grammar of a quest, `choices` what may be answered now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Question

from ..cards import ADVENTURE_CARDS
from ..options import QuestsOptions
from . import choices
from .answers import ACCEPT, BID, DECLINE, DRAW, DROP, JOIN, NOT_NOW, PASS, PLAY, PREVIEW, STRIKE
from .building import NEXT_STAGE

QUESTIONS: Final = {
    "sponsor_quest": Question("4.4.1", choices.sponsor_quest),
    "setup_quest": Question("4.4.3", choices.setup_quest),
    "join_quest": Question("4.4.4", choices.join),
    "hand_limit": Question("4.3", choices.hand_limit),
    "merlin_preview": Question("4.4.6", choices.merlin_preview),
    "play_foe_stage": Question("4.4.7", choices.play_cards),
    "bid_test": Question("4.4.8", choices.bid_test),
    "test_discard": Question("4.4.8", choices.payment),
    "join_tournament": Question("4.5", choices.join),
    "play_tournament": Question("4.5", choices.play_cards),
    "call_to_arms": Question("4.6", choices.call_to_arms),
    "mordred_window": Question("4.7", choices.mordred_window),
    "prosperity_draw": Question("4.6", choices.prosperity_draw),
}


def vocabulary(players: int, options: QuestsOptions) -> Sequence[str]:
    """Every word of every answer."""
    words = (ACCEPT, DECLINE, JOIN, DROP, DRAW, PASS, NOT_NOW, NEXT_STAGE)
    cards = (card.id for card in ADVENTURE_CARDS)
    return (*words, *cards, *PLAY.values(), *STRIKE.values(), *BID[1:], *PREVIEW[1:])
