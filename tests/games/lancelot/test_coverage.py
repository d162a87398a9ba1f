"""Every paragraph of sections 3 to 5 of the rules page is obeyed by a step that matches really take."""

from __future__ import annotations

import re
from random import Random

from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.bot.advice import choose


def played(players: int, seed: int, options: dict[str, object], sensible: bool) -> set[tuple[str, str]]:
    rng = Random(seed)
    match = GAME.match(players, seed, options)
    while match.asked:
        seat = match.asked[0]
        choice = match.choice(seat)
        match.answer(seat, choose(GAME, match.view(seat), choice, seat, rng) if sensible else choice.sample(rng))
    return match.steps


def test_every_paragraph_is_exercised() -> None:
    steps: set[tuple[str, str]] = set()
    for seed in range(6):
        options: dict[str, object] = {"seat_gift_optional": seed % 2 == 0, "colours": ("seats", "chosen")[seed % 2]}
        steps |= played(2 + seed % 3, seed, options, sensible=seed > 2)
    cited = GAME.cited()
    assert not sorted(step for step in cited if step not in steps), "steps that no match took"
    covered = {paragraph for step in steps for paragraph in cited[step]}
    chapters = {number for number in GAME.paragraphs() if re.match(r"[345](\.|$)", number)}
    assert chapters - covered <= {"4", "5"}, "a chapter's own heading is covered by its paragraphs"
    assert covered <= set(GAME.paragraphs())
