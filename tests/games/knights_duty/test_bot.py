"""The greedy knight beats random ones, seat by seat."""

from __future__ import annotations

import pytest

from roundtable.bots import make
from roundtable.games.knights_duty import GAME


@pytest.mark.parametrize("players", [2, 4, 6])
def test_greedy_wins_at_least_twice_its_fair_share(players: int) -> None:
    wins, matches = 0.0, 30
    for k in range(matches):
        greedy = k % players
        match = GAME.match(players=players, seed=k)
        bots = [make("greedy" if seat == greedy else "random", GAME, seat, k) for seat in range(players)]
        while match.asked:
            for seat in match.asked:
                match.answer(seat, bots[seat].choose(match.view(seat), match.choice(seat)))
        if greedy in match.ranking[0]:
            wins += 1 / len(match.ranking[0])
    assert wins / matches >= min(0.85, 2 / players)
