"""Knight's Duty, sections 3 to 6: the rules by chapter, and the questions they put."""

from __future__ import annotations

from typing import Final

from roundtable.engine import Question

from .. import questions
from .attack import Attack
from .ending import ranking
from .setup import Knights
from .slot import Slot
from .turn import Turn

FLOWS: Final = (Knights, Turn, Slot, Attack)

QUESTIONS: Final = {
    "choose_clan": Question("4.2", questions.choose_clan),
    "program_actions": Question("4.4", questions.program_actions),
    "choose_move": Question("4.6", questions.choose_move),
    "agree_move": Question("4.6", questions.agree_move),
    "declare_target": Question("4.9", questions.declare_target),
    "agree_strike": Question("4.9", questions.agree_strike),
    "retarget": Question("4.9", questions.declare_target),
    "use_inspiration": Question("4.9", questions.use_inspiration),
}

__all__ = ["FLOWS", "QUESTIONS", "ranking"]
