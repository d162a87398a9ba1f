"""Bots answer legally from a view, the same way for the same seed."""

from dataclasses import replace

import pytest

import roundtable as rt
from roundtable import bots
from roundtable.engine.knowledge import Knowledge


def play(seed: int) -> str:
    match = rt.game("knights-duty").match(3, 1, {"quiet_turn_limit": 2})
    seated = [bots.make("random", match.game, seat, seed) for seat in range(3)]
    while match.asked:
        seat = match.asked[0]
        match.answer(seat, seated[seat].choose(match.view(seat), match.choice(seat)))
    return match.text()


def test_random_bots_play_legally_and_repeatably():
    assert play(1) == play(1) != play(2)


def test_unknown_bots_are_named_in_one_line():
    with pytest.raises(bots.NoBot, match="there is no bot 'merlin'; there are: random, greedy"):
        bots.make("merlin", rt.game("knights-duty"), 0, 0)


def test_the_greedy_bot_is_the_games_own():
    advice = Knowledge(choose=lambda game, view, choice, seat, rng: next(choice.every()))
    game = replace(rt.game("knights-duty"), bot=advice)
    match = game.match(2, 1)
    bot = bots.make("greedy", game, 0, 0)
    assert bot.choose(match.view(0), match.choice(0)) == ("purple",)


def test_a_game_without_a_bot_says_so():
    game = replace(rt.game("knights-duty"), title="Own Game", bot=Knowledge())
    with pytest.raises(bots.NoBot, match="Own Game has no greedy bot"):
        bots.make("greedy", game, 0, 0)


def test_a_count_of_simulations_replaces_the_time():
    game = rt.game("knights-duty")
    bot = bots.make("champion@30", game, 0, 1)
    assert isinstance(bot, bots.SearchBot) and (bot.iterations, bot.seconds) == (30, 0.0)
    for name in ("knight@", "knight@0", "knight@-3", "knight@many", "squire@20"):
        with pytest.raises(bots.NoBot, match=name):
            bots.make(name, game, 0, 1)
