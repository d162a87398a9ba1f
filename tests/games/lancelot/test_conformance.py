"""Lancelot passes the conformance kit, and a match has exactly eight turns in which nothing goes back."""

from __future__ import annotations

from random import Random

import pytest

from roundtable.engine import Quick
from roundtable.engine.conformance import check
from roundtable.engine.flow import answer
from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.bot.advice import choose
from roundtable.games.lancelot.state import LancelotState


@pytest.mark.parametrize("players", (2, 3, 4))
def test_the_kit_passes_for_every_option_value(players: int) -> None:
    report = check(GAME, players=[players], matches=1, seed=players, depth=0.03)
    assert not report.faults, [(f.property, f.message, f.match_text) for f in report.faults]


@pytest.mark.parametrize("players", (2, 3, 4))
def test_nothing_goes_back(players: int) -> None:
    """What holds between two moments, in random and in sensible play."""
    for seed in range(6):
        rng = Random(seed)
        chance = Quick(rng)
        s = GAME.first(players, GAME.settle(players), chance)
        assert isinstance(s, LancelotState)
        turns = set()
        while s.waiting:
            seat = s.waiting[0]
            choice = GAME.choice(s, seat)
            given = choose(GAME, GAME.view(s, seat), choice, seat, rng) if seed % 2 else choice.sample(rng)
            before = s.clone()
            answer(s, seat, given, chance)
            turns.add(s.turn)
            for q in range(players):
                assert s.points(q) >= before.points(q)
                assert before.grail[q] <= s.grail[q]
                assert before.percival[q] & ~s.percival[q] == 0
                assert before.morgana[q] <= s.morgana[q]
                if s.grail[q] > before.grail[q] + 1 and s.turn == before.turn:
                    assert s.grail[q] <= max(max(before.grail), max(s.grail[p] for p in range(players) if p != q))
            assert not list(GAME.invariants(s))
        assert turns - {0} == set(range(1, 9))
