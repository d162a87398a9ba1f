"""Every step of the rules and every paragraph of sections 3 to 5 is exercised by random matches."""

from __future__ import annotations

import re
from random import Random

from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.questions import QUESTIONS


def test_random_matches_exercise_every_paragraph() -> None:
    rng = Random(1)
    steps: set[tuple[str, str]] = set()
    asked: set[str] = set()
    for seed in range(30):
        short = {"max_reshuffles": 1} if seed % 5 == 0 else {}
        match = GAME.match(players=2 + seed % 5, seed=seed, options=short)
        while match.asked:
            asked.add(match.question)
            seat = match.asked[0]
            match.answer(seat, match.choice(seat).sample(rng))
        steps |= match.steps
    cited = GAME.cited()
    assert sorted(step for step in cited if step not in steps) == []
    assert asked == set(QUESTIONS)
    covered = {ref for step in steps for ref in cited[step]} | {q.rule for q in QUESTIONS.values()}
    chapters = {number for number in GAME.paragraphs() if re.match(r"[345](\.|$)", number)}
    told = {"3", "4", "5"}  # headings of chapters
    words = {"4.0", "4.11"}  # what words mean, and the list of questions
    ranked = {"5.2", "5.3"}  # the end itself: no step, but `ranking`, tested by the worked examples
    assert chapters - covered <= told | words | ranked
