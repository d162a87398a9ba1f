"""The greedy bot wins far more than its share against random players, and thinks quickly."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

import pytest

from roundtable.engine import Quick, flow
from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.bot.advice import choose


@pytest.mark.parametrize(("players", "least"), [(2, 0.85), (3, 2 / 3), (4, 0.5)])
@pytest.mark.parametrize("preset", ["standard", "table"])
def test_greedy_beats_random(players: int, least: float, preset: str) -> None:
    matches, won, spent, asked = 20, 0.0, 0.0, 0
    options = GAME.settle(players, preset=preset)
    for seed in range(matches):
        rng = Random(seed)
        chance = Quick(rng)
        me = seed % players
        s: Any = GAME.first(players, options, chance)
        while s.question:
            seat = s.waiting[0]
            if seat == me:
                view = GAME.view(s, seat)
                choice = GAME.choice(view, seat)
                start = perf_counter()
                answer = choose(GAME, view, choice, seat, rng)
                spent += perf_counter() - start
                asked += 1
                assert choice.accepts(answer)
            else:
                answer = GAME.choice(s, seat).sample(rng)
            flow.answer(s, seat, answer, chance)
        best = GAME.ranking(s)[0]
        won += 1 / len(best) if me in best else 0
    assert won / matches >= least
    assert spent / asked < 0.001


def test_bots_answer_every_question_of_every_option() -> None:
    for setting in ({"prosperity_optional": True}, {"hand_limit_plays": "ally_and_amour"}, {"mordred_power": "off"}):
        rng = Random(5)
        match = GAME.match(players=4, seed=5, options=setting)
        while match.asked:
            seat = match.asked[0]
            match.answer(seat, choose(GAME, match.view(seat), match.choice(seat), seat, rng))
        assert match.ranking
