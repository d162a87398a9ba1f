"""Quests of the Round Table passes the conformance kit for every table and option value."""

from __future__ import annotations

import pytest

from roundtable.engine.conformance import check, settings
from roundtable.games.quests_of_the_round_table import GAME


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kit_passes_for_every_option_value(players: int) -> None:
    """Short games for the single options; the default and the presets in full length."""
    presets = [{}, *GAME.presets.values()]
    tables = [
        setting if setting in presets else {"victory_rank": "knight", **setting} for setting in settings(GAME, players)
    ]
    report = check(GAME, players=[players], matches=1, seed=players, options=tables, depth=0.02)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]


@pytest.mark.parametrize("preset", ["standard", "table"])
def test_secrets_and_worlds_closely(preset: str) -> None:
    """One long look at the two ways stages are shown."""
    report = check(
        GAME, players=[3], matches=1, seed=11, options=[{"victory_rank": "knight", **GAME.presets[preset]}], depth=0.3
    )
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]
