"""Knights & Damosels passes the conformance kit with every number of players, mode and option value."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine.conformance import check
from roundtable.games.knights_and_damosels import GAME

# What a single option cannot show: jousts and Camlann under their own options, and a bank that runs dry.
TOGETHER: list[dict[str, Any]] = [
    {"joust": True, "service_end": "after_challenges", "joust_again": False},
    {"joust": True, "service_turns": "all_at_once", "service_pass": True, "joust_round_limit": 2},
    {"camlann": True, "camlann_matrix": "printed", "camlann_draw_mode": "random", "camlann_survivors": "election"},
    {"absent_damosel": "pool", "worship_bank": 12, "event_discards": "open"},
]


@pytest.mark.parametrize("players", range(3, 7))
def test_the_kit_passes_for_every_option_value(players: int) -> None:
    report = check(GAME, players=[players], matches=1, seed=players, depth=0.004)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]


@pytest.mark.parametrize("players", range(3, 7))
def test_the_kit_passes_for_options_together(players: int) -> None:
    report = check(GAME, players=[players], matches=1, seed=players, depth=0.02, options=TOGETHER)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]
