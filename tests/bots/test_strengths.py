"""The four strengths by name, own bots, and the guard that makes any bot safe to seat."""

import logging
import time
from threading import Thread

import pytest

import roundtable as rt
from roundtable import bots
from roundtable.engine import OneOf, Options, State
from roundtable.games import slugs

CHOICE = OneOf(("yes", "no"))


class Slow:
    def choose(self, view, choice):
        time.sleep(5)
        return ("yes",)


class Cheat:
    def choose(self, view, choice):
        return ("win",)


def test_every_game_has_all_strengths():
    for slug in slugs():
        game = rt.game(slug)
        match = game.match(game.seats[0], 1)
        seat = match.asked[0]
        for strength in bots.STRENGTHS:
            bot = bots.make(strength.name, game, seat, 1)
            assert match.choice(seat).accepts(bot.choose(match.view(seat), match.choice(seat))), strength.name
    assert [strength.title for strength in bots.STRENGTHS] == ["Page", "Squire", "Knight", "Champion"]
    assert [strength.default for strength in bots.STRENGTHS].count(True) == 1


def test_own_bots_by_module_and_class():
    game = rt.game("knights-duty")
    assert isinstance(bots.make("roundtable.bots.random:RandomBot", game, 0, 0), bots.RandomBot)
    for wrong in ("nowhere:Bot", "roundtable.bots:Merlin", ":"):
        with pytest.raises(bots.NoBot, match="there is no bot"):
            bots.make(wrong, game, 0, 0)


@pytest.mark.parametrize(("bot", "fault"), [(Slow(), "Overrun"), (Cheat(), "Refusal")])
def test_bots_that_fail_are_answered_for(bot, fault, caplog):
    guarded = bots.Guarded(bot, seconds=0.05, seed=1)
    began = time.perf_counter()
    with caplog.at_level(logging.WARNING):
        assert CHOICE.accepts(guarded.choose(State(2, Options()), CHOICE))
    assert time.perf_counter() - began < 4.9  # the slow one would take five seconds
    assert guarded.faults[0].startswith(fault) and fault in caplog.text


def test_the_guard_also_works_outside_the_main_thread():
    answers = []

    def run() -> None:
        for bot in (Slow(), Cheat(), bots.make("random", rt.game("knights-duty"), 0, 0)):
            answers.append(bots.Guarded(bot, 0.2, 1).choose(State(2, Options()), CHOICE))

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert len(answers) == 3 and all(CHOICE.accepts(answer) for answer in answers)
