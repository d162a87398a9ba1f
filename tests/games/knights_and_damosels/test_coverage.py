"""Random matches take every step of the rules, and so every paragraph of sections 3 to 5."""

from __future__ import annotations

import re
from typing import Any

from roundtable.engine.conformance import check
from roundtable.games.knights_and_damosels import GAME


def test_every_paragraph_is_exercised() -> None:
    settings: list[dict[str, Any]] = [
        {"joust": True, "camlann": True},
        {"joust": True, "service_turns": "all_at_once"},
        {"service_variant": "fortune", "camlann": True, "camlann_draw_mode": "random"},
    ]
    report = check(GAME, players=[3, 5], matches=4, options=settings, depth=0.0)
    assert not report.faults
    cited = GAME.cited()
    unused = sorted(step for step in cited if step not in report.steps)
    assert not unused, f"steps that no random match took: {unused}"
    covered = {ref for step in report.steps for ref in cited[step]}
    chapters = {number for number in GAME.paragraphs() if re.match(r"[345](\.|$)", number)}
    assert chapters <= covered | {"5"}, chapters - covered  # 5 is obeyed within 4.7
