"""Of Knights and Ninjas passes the conformance kit with every number of players and every option value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from roundtable.engine.conformance import check, settings
from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.cards import DUEL_GEMS, GEMS

# Options that only one of the two modes looks at.
DUEL = {"duel_goal_shrinks", "duel_remove_expansions", "duel_draft_size", "youngest_seat"}
STANDARD = {"starting_hand", "first_turn_draw", "first_player", "goal_shrinks"}


def relevant(players: int) -> Iterator[dict[str, Any]]:
    """All settings that make a difference at such a table; of the seats to begin, one is as good as another."""
    other = STANDARD if players == 2 else DUEL
    for setting in settings(GAME, players):
        if not setting or (not set(setting) <= other and setting.get("first_player", 0) == 0):
            yield setting
    own = DUEL_GEMS if players == 2 else GEMS
    yield {"goal": own + 1}
    yield {"goal": own * players, "starting_hand": 8, "duel_draft_size": 30}


@pytest.mark.parametrize("players", range(2, 7))
def test_the_kit_passes_for_every_option_value(players: int) -> None:
    report = check(GAME, players=[players], seed=players, options=list(relevant(players)), depth=0.02)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]


@pytest.mark.parametrize("players", [2, 3])
def test_the_kit_passes_in_depth(players: int) -> None:
    report = check(GAME, players=[players], matches=1, seed=70, options=[{}], depth=0.4)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]
