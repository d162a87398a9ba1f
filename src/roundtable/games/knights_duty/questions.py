"""Knight's Duty: the words of all answers."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import CLANS, EMPTY, TOKENS, board
from .options import DutyOptions
from .rules import NONE, STAY


def vocabulary(players: int, options: DutyOptions) -> Sequence[str]:
    words = (*CLANS, *TOKENS, EMPTY, STAY, NONE, "insist", "yield", "strike", "wait", "use", "keep")
    return (*words, *board(options.board_radius).labels)
