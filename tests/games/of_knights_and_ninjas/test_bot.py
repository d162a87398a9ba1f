"""Of Knights and Ninjas: the greedy bot plays better than chance and knows the ways of a good player."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.engine import HIDDEN, flow
from roundtable.engine.chance import Quick
from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.bot.advice import choose
from roundtable.games.of_knights_and_ninjas.bot.beliefs import missed, worlds
from roundtable.games.of_knights_and_ninjas.bot.value import judge, value
from roundtable.games.of_knights_and_ninjas.cards import BIT, KIND

from .table import LETTERS, Table


def wins(players: int, matches: int) -> int:
    """How many of so many matches one greedy seat wins against random ones."""
    won = 0
    options = GAME.settle(players)
    for seed in range(matches):
        rng = Random(seed)
        chance, greedy = Quick(rng), seed % players
        s: Any = GAME.first(players, options, chance)
        while s.waiting:
            seat = s.waiting[0]
            if seat == greedy:
                view = GAME.view(s, seat)
                answer = choose(GAME, view, GAME.choice(view, seat), seat, rng)
            else:
                answer = GAME.choice(s, seat).sample(rng)
            flow.answer(s, seat, answer, chance)
        won += GAME.ranking(s)[0] == [greedy]
    return won


def test_greedy_wins_70_of_100_tables_of_three() -> None:
    assert wins(3, 100) >= 70


@pytest.mark.parametrize(("players", "matches", "at_least"), [(2, 20, 16), (4, 40, 20), (6, 40, 14)])
def test_greedy_wins_more_than_its_share(players: int, matches: int, at_least: int) -> None:
    assert wins(players, matches) >= at_least


@pytest.mark.parametrize("players", range(2, 7))
def test_every_advice_is_legal(players: int) -> None:
    rng = Random(players)
    for seed in range(8):
        match = GAME.match(players=players, seed=seed)
        while match.asked:
            seat = match.asked[0]
            choice = match.choice(seat)
            answer = choose(GAME, match.view(seat), choice, seat, rng)
            assert choice.accepts(answer), (match.question, answer)
            match.answer(seat, answer)


def advice(t: Table) -> tuple[str, ...]:
    letter = t.asked
    seat = LETTERS.index(letter)
    return choose(GAME, t.match.view(seat), t.match.choice(seat), seat, Random(1))


def test_11_3_attack_for_the_win() -> None:
    t = Table({"A": ["ninja", "castle", "herald"], "B": ["king"]}, gems=(8, 5, 4, 3))
    assert advice(t)[0] == "attack" and advice(t)[-1] == "ninja"


def test_11_10_small_losses_are_borne() -> None:
    t = Table({"A": ["peasant"], "B": ["king", "executioner"]})
    t.do("A", "attack", "B", "peasant")
    assert advice(t) == ("accept",)


def test_11_10_decisive_attacks_are_stopped() -> None:
    t = Table({"A": ["peasant"], "B": ["king", "executioner"]}, gems=(9, 5, 3, 3))
    t.do("A", "attack", "B", "peasant")
    assert advice(t) != ("accept",)


def test_11_12_highwayman_denies_a_win() -> None:
    t = Table({"A": ["peasant"], "C": ["jester"]}, gems=(9, 5, 3, 3))
    t.do("A", "attack", "B", "peasant")
    assert advice(t) == ("jester:highwayman",)
    t = Table({"A": ["peasant"], "C": ["jester"]})
    t.do("A", "attack", "B", "peasant")
    assert advice(t) == ("decline",)


def test_11_14_no_fatal_merchant() -> None:
    t = Table({"A": ["merchant"], "B": ["king"] * 3 + ["knight"] * 5}, gems=(5, 9, 3, 3))
    assert advice(t) != ("special", "merchant", "seat1")


def test_11_15_poor_cards_are_offered() -> None:
    t = Table({"A": ["herald"], "B": ["ladder", "king", "ninja"]})
    t.do("A", "special", "herald")
    assert advice(t) == ("ladder",)


def test_value_prefers_gems_cards_and_walls() -> None:
    def worth(hand: list[str], gems: tuple[int, ...] = (5, 5, 5, 5), **walls: Any) -> float:
        return value(Table({"A": hand}, gems=gems, **walls).match.view(0), 0)

    assert worth(["king"], (8, 4, 4, 4)) > worth(["king"]) > worth(["king"], (4, 8, 4, 4))
    assert worth(["highwayman", "king"]) > worth(["king", "king"]) > worth(["peasant", "king"]) > worth(["king"])
    assert worth(["ninja", "king"], (8, 4, 4, 4)) > worth(["dragon", "king"], (8, 4, 4, 4))


def test_a_champion_judges_how_the_hands_of_a_duel_meet() -> None:
    def worth(mine: list[str], rival: list[str], **lies: Any) -> float:
        table = Table({"A": mine, "B": rival}, players=2, gems=(6, 6), **lies)
        return judge(table.state, 0)

    peasants = ["peasant"] * 3
    assert worth(["ninja"], peasants) > worth(["ninja"], [*peasants[:2], "executioner"])
    assert worth(["dragon"], peasants) > worth(["dragon"], [*peasants[:2], "princess"])
    assert worth(["ninja"], [*peasants[:2], "princess"]) == worth(["ninja"], peasants)
    bargain = worth(["merchant"], peasants * 2) - worth(["merchant"], peasants)
    assert bargain > worth(["soldier"], peasants * 2) - worth(["soldier"], peasants)
    castle = {"forts": {"A": ["castle"]}}
    assert worth(["herald"], peasants, **castle) > worth(["herald"], ["ladder", *peasants[1:]], **castle)
    assert worth(["herald"], peasants) > worth(["herald"], ["monk", "ladder", "peasant"], **castle)
    assert worth(["herald"], ["castle"]) > worth(["herald"], ["soldier"])


def test_at_larger_tables_a_champion_judges_as_a_knight() -> None:
    state = Table({"A": ["ninja"], "B": ["king"]}).state
    assert judge(state, 0) == value(state, 0)


def test_what_was_let_pass_tells_of_a_hand() -> None:
    t = Table({"A": ["king"], "B": ["castle"], "C": ["ladder"], "D": ["ladder"] * 3})
    t.do("A", "attack", "D", "king").do("D", "accept").nobody_robs()
    view, rng = t.match.view(1), Random(1)
    likely = worlds(GAME, view, 1, {})

    def kinds(world: Any, seat: int) -> set[str]:
        return {KIND[piece] for piece in world.hands[seat]}

    stoppers = {"executioner", "traitor", "jester", "king", "queen", "minstrel"}
    assert any(kinds(GAME.world(view, rng), 3) & stoppers for _ in range(100))
    assert not any(kinds(likely(rng), 3) & stoppers for _ in range(100))
    assert not any("highwayman" in kinds(likely(rng), 2) for _ in range(100))


def test_one_peasant_more_would_have_marched_along() -> None:
    t = Table({"A": ["peasant", "peasant", "ladder"], "B": ["ladder"], "C": ["castle"]})
    t.do("A", "attack", "B", "peasant", "peasant").do("B", "accept").nobody_robs()
    likely = worlds(GAME, t.match.view(2), 2, {})
    rng = Random(1)
    assert not any("peasant" in map(KIND.__getitem__, likely(rng).hands[0]) for _ in range(100))


@pytest.mark.parametrize("players", range(2, 7))
def test_likely_worlds_agree_with_the_view_and_seldom_exclude_the_truth(players: int) -> None:
    rng = Random(players)
    cards = excluded = 0
    for seed in range(4):
        match = GAME.match(players=players, seed=seed)
        while match.asked:
            seat = match.asked[0]
            truth: Any = match.state
            view = match.view(seat)
            world = worlds(GAME, view, seat, {})(rng)
            assert not GAME.astray(world)
            assert GAME.view(world, seat).data() == view.data()
            for rival in view.rivals(seat) if players > 2 else ():
                doubts = missed(GAME, view, rival)
                hidden = set(truth.hands[rival]) - set(view.hands[rival])
                assert len(doubts) == view.hands[rival].count(HIDDEN) == len(hidden)
                cards += len(hidden)
                excluded += sum(all(doubt & BIT[piece] for doubt in doubts) for piece in hidden)
            match.answer(seat, choose(GAME, view, match.choice(seat), seat, rng))
    assert excluded <= 0.02 * cards
