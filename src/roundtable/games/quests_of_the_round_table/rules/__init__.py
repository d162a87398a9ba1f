"""Quests of the Round Table: the rules by chapter, in the order of play.

`turn` holds set-up, turn and end; `quest` and `stage` a quest; `tournament` and `events` the other stories; `hand` what
they share.  Steps are numbered as in our rules page; in the summary that the
game was taken from some numbers occur twice (R2).
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import Flow

from . import events, hand, quest, stage, tournament, turn
from .turn import ranking

__all__ = ["FLOWS", "ranking"]

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
