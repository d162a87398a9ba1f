"""Random matches exercise every step of the rules, and so every paragraph of sections 3 to 5 of the rules page."""

from __future__ import annotations

import re
from random import Random

from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.questions import QUESTIONS


def steps_of(players: int, seed: int, **options: object) -> tuple[set[tuple[str, str]], set[str]]:
    rng = Random(seed)
    match = GAME.match(players=players, seed=seed, options=options)
    asked = set()
    while match.asked:
        asked.add(match.question)
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    return match.steps, asked


def test_rules_are_covered() -> None:
    taken: set[tuple[str, str]] = set()
    asked: set[str] = set()
    settings: list[dict[str, object]] = [
        {},
        {"prosperity_optional": True, "victory_rank": "knight"},
        {"stage_reveal": "after_play", "stage_draw": "each_stage", "tiebreak_draw": True},
        {"no_participants": "take_back", "victory_rank": "knight", "max_turns": 30},
    ]
    cited = GAME.cited()
    for seed in range(200):
        steps, questions = steps_of(2 + seed % 3, seed, **settings[seed % 4])
        taken |= steps
        asked |= questions
        if seed > 12 and set(cited) <= taken and asked == set(QUESTIONS):
            break
    assert not sorted(set(cited) - taken), "steps that no random match took"
    assert asked == set(QUESTIONS)
    covered = {ref for step in taken for ref in cited[step]}
    chapters = {number for number in GAME.paragraphs() if re.match(r"[345](\.|$)", number)}
    assert chapters - covered <= {"4"}, "a chapter's own heading is covered by its paragraphs"
