"""The greedy knight beats random ones, seat by seat."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import pytest

from roundtable.bots import make
from roundtable.bots.ismcts import Search
from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.bot.advice import PROGRAMS
from roundtable.games.knights_duty.bot.beliefs import likely
from roundtable.games.knights_duty.bot.value import value
from roundtable.games.knights_duty.cards import TOKEN

from .table import Table


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


def test_value_knows_hearts_reach_and_that_crowds_are_dangerous() -> None:
    def worth(spaces: str, purple: dict[str, Any], other: dict[str, Any]) -> float:
        at = spaces.split()
        knights = {"purple": {"at": at[0], **purple}}
        knights |= {clan: {"at": space, **other} for clan, space in zip(("red", "aqua"), at[1:])}
        return value(Table(knights, "program_actions").match.view(0), 0)

    sword, bow = {"weapon": "sword"}, {"weapon": "bow"}
    assert worth("E5 E7", sword, {}) > worth("E5 E7", bow, {}) > worth("E5 E7", bow | {"heart": "broken"}, {})
    assert worth("E5 E7 E3", sword, sword) < worth("E5 E9 E1", sword, sword)


def test_value_does_not_let_others_fight_for_ever() -> None:
    """R36: if all keep away from one another, nobody wins."""

    def worth(spaces: str, turn: int) -> float:
        knights = {clan: {"at": at, "weapon": "sword"} for clan, at in zip(("purple", "red", "aqua"), spaces.split())}
        view = Table(knights, "program_actions", turn=turn).match.view(0)
        assert view.turn == turn
        return value(view, 0)

    close, apart = "E5 E7 E1", "E5 E9 E1"
    early, later, late = (worth(close, turn) - worth(apart, turn) for turn in (4, 6, 8))
    assert early < later < late and early < 0 < late


def test_a_search_believes_in_programs_that_make_sense() -> None:
    """Purple wonders where to go beside a knight with a sword in hand, who has two more tokens lying."""
    table = Table({"purple": {"at": "E5"}, "red": {"at": "E7", "weapon": "sword"}}, "program_actions")
    assert likely(table.state, 0) == inf  # nothing lies yet
    search = Search(GAME, table.match.view(0), 0, Random(1), GAME.bot, GAME.bot.parameters)
    assert len(search.root.advice) > PROGRAMS / 2
    table.answer(purple=["move", "sword", "sword"], red=["shield", "sword", "sword"])
    assert table.match.question == "choose_move"
    view, rng = table.match.view(0), Random(2)
    plain = replace(GAME.bot, likely=None)
    laid = {}
    for name, known in (("believed", GAME.bot), ("any", plain)):
        search = Search(GAME, view, 0, rng, known, known.parameters)
        worlds: list[Any] = [search._determinization(i)[0] for i in range(40)]
        laid[name] = sum(TOKEN[piece] == "sword" for world in worlds for piece in world.tracker[1])
        assert all(world.shown == table.state.shown for world in worlds)
    assert laid["believed"] > 2 * laid["any"]
