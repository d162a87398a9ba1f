"""Of Knights and Ninjas, sections 3 to 5: the rules by chapter, and the questions they put."""

from __future__ import annotations

from typing import Final

from roundtable.engine import Question

from .. import questions
from .attack import Assault, Campaign, PreAttack, Road
from .special import Herald, Merchant, MinstrelPlays, Monk
from .table import ranking
from .turn import Draft, Reign, Turn

FLOWS: Final = (Reign, Draft, Turn, Campaign, PreAttack, Assault, Road, Herald, Merchant, Monk, MinstrelPlays)

QUESTIONS: Final = {
    "choose_action": Question("4.2", questions.choose_action),
    "continue_attack": Question("4.8", questions.continue_attack),
    "respond_pre_attack": Question("4.5", questions.respond_pre_attack),
    "respond": Question("4.6", questions.respond),
    "unique_side_effect": Question("4.6", questions.unique_side_effect),
    "highwayman": Question("4.7", questions.highwayman),
    "herald_offer": Question("4.10", questions.herald_offer),
    "herald_pick": Question("4.10", questions.herald_pick),
    "monk_pay": Question("4.10", questions.monk_pay),
    "minstrel_discard": Question("4.10", questions.minstrel_discard),
    "draft": Question("4.10", questions.draft),
}

__all__ = ["FLOWS", "QUESTIONS", "Reign", "ranking"]
