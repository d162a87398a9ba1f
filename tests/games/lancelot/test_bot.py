"""The sensible player of Lancelot beats chance by far, and looks at nothing but its view."""

from __future__ import annotations

from random import Random

import pytest

from roundtable.engine import Quick
from roundtable.engine.flow import answer
from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.bot.advice import choose
from roundtable.games.lancelot.bot.value import outlook, value
from roundtable.games.lancelot.state import LancelotState


def wins(players: int, matches: int) -> int:
    """How many of so many matches one sensible seat wins against random ones."""
    won = 0
    for seed in range(matches):
        rng, me = Random(seed), seed % players
        chance = Quick(rng)
        s = GAME.first(players, GAME.settle(players), chance)
        assert isinstance(s, LancelotState)
        while s.waiting:
            seat = s.waiting[0]
            choice = GAME.choice(s, seat)
            given = choose(GAME, GAME.view(s, seat), choice, seat, rng) if seat == me else choice.sample(rng)
            answer(s, seat, given, chance)
        won += GAME.ranking(s)[0] == [me]
    return won


@pytest.mark.parametrize(("players", "least"), [(2, 36), (3, 34), (4, 30)])
def test_a_sensible_seat_beats_random_ones(players: int, least: int) -> None:
    assert wins(players, 40) >= least


@pytest.mark.parametrize("preset", ["generous", "contested"])
def test_it_plays_every_variant(preset: str) -> None:
    rng = Random(1)
    match = GAME.match(players=4, seed=5, preset=preset)
    while match.asked:
        (seat,) = match.asked
        match.answer(seat, choose(GAME, match.view(seat), match.choice(seat), seat, rng))
    assert max(match.state.points(seat) for seat in range(4)) > 12


def test_a_better_position_is_worth_more() -> None:
    s = GAME.start(2, GAME.settle(2))
    assert isinstance(s, LancelotState)
    s.turn = 4
    poor = outlook(s, 0)
    s.bearer = 0
    assert outlook(s, 0) > poor
    even = value(s, 1)
    s.grail = (0, 3)
    assert value(s, 1) > even
