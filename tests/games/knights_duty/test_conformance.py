"""Knight's Duty passes the conformance kit, and its rules page is wholly exercised."""

from __future__ import annotations

import re

import pytest

from roundtable.engine.conformance import check
from roundtable.games.knights_duty import GAME


@pytest.mark.parametrize("players", range(2, 7))
def test_the_kit_passes_for_every_option_value(players: int) -> None:
    report = check(GAME, players=[players], matches=1, seed=players, depth=0.02)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]


def test_small_boards_see_eliminations() -> None:
    """Random play on the smallest board ends in victories, so the whole of sections 3 to 5 is exercised."""
    settings = [
        {"board_radius": 2, "clan_selection": how, "storm_start": storm, "clans": ("red", "blue", "green")}
        for how in ("draft", "random", "spread", "fixed")
        for storm in (0, 9)
    ]
    settings.append({"board_radius": 2, "clan_selection": "spread", "storm_start": 3, "series_length": 2})
    report = check(GAME, players=[3], matches=3, options=settings, depth=0.02)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]
    cited = GAME.cited()
    unused = sorted(step for step in cited if step not in report.steps)
    assert not unused, f"steps that no random match took: {unused}"
    covered = {ref for step in report.steps for ref in cited[step]}
    chapters = {number for number in GAME.paragraphs() if re.match(r"[345](\.|$)", number)}
    assert chapters - covered <= {"4", "5"}, "a chapter's own heading is covered by its paragraphs"
