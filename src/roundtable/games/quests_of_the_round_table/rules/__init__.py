"""Quests of the Round Table: the rules by chapter, in the order of play.

`turn` holds set-up, turn and end; `quest` and `stage` a quest; `tournament` and `events` the other stories; `hand` what
they share.  Here are all questions and all chapters.  Steps are numbered as in our rules page; in the summary that the
game was taken from some numbers occur twice (R2).
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import Flow, Question

from . import events, hand, quest, stage, tournament, turn
from .turn import Reign, ranking

__all__ = ["FLOWS", "QUESTIONS", "Reign", "ranking"]

QUESTIONS: Final = {
    "sponsor_quest": Question("4.4.1", quest.sponsor_quest),
    "setup_quest": Question("4.4.3", quest.setup_quest),
    "join_quest": Question("4.4.4", quest.join_quest),
    "hand_limit": Question("4.3", hand.hand_limit),
    "merlin_preview": Question("4.4.6", stage.merlin_preview),
    "play_foe_stage": Question("4.4.7", stage.play_cards),
    "bid_test": Question("4.4.8", stage.bid_test),
    "test_discard": Question("4.4.8", stage.payment),
    "join_tournament": Question("4.5", tournament.join_tournament),
    "play_tournament": Question("4.5", stage.play_cards),
    "call_to_arms": Question("4.6", events.call_to_arms),
    "mordred_window": Question("4.7", hand.mordred_window),
    "prosperity_draw": Question("4.6", events.prosperity_draw),
}

FLOWS: Final[tuple[type[Flow], ...]] = (
    turn.Reign,
    turn.Turn,
    quest.Quest,
    stage.Stage,
    stage.FoeStage,
    stage.Trial,
    tournament.Tournament,
    tournament.Rounds,
    tournament.FinalTournament,
    *events.EVENTS.values(),
    hand.HandLimit,
    hand.MordredWindow,
)
