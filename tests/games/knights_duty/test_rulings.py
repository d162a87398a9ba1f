"""Knight's Duty: the rulings, as far as no worked example tests them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.engine import BadOption
from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.cards import CLANS, SPREAD, board
from roundtable.games.knights_duty.state import BROKEN

from .table import Table, attack, two_on_red


@pytest.mark.parametrize(("radius", "spaces"), [(2, 19), (3, 37), (4, 61), (5, 91), (6, 127)])
def test_r1_board(radius: int, spaces: int) -> None:
    b = board(radius)
    assert len(b.spaces) == len(set(b.labels)) == spaces
    assert b.spaces[b.high_ground] == (0, 0)


def test_r2_start_spaces() -> None:
    b = board(4)
    assert [b.labels[b.start(clan, "side_middle")] for clan in range(6)] == ["A3", "C7", "G7", "I3", "G1", "C1"]
    for radius, next_but_one in zip(range(2, 7), (3, 5, 6, 8, 9), strict=True):
        for layout, expected in (("side_middle", next_but_one), ("corner", 2 * radius)):
            b = board(radius)
            start = [b.start(clan, layout) for clan in range(6)]
            far = [b.distance[start[0]][start[i]] for i in (1, 2, 3)]
            assert far[0] == radius and far[2] == 2 * radius
            if layout == "side_middle":
                assert far[1] == expected


def test_r3_draft_in_seat_order_and_the_last_clan_is_automatic() -> None:
    match = GAME.match(players=6)
    for seat, clan in enumerate(CLANS[:5]):
        assert match.asked == (seat,)
        match.answer(seat, clan)
    assert match.question == "program_actions"


@pytest.mark.parametrize("players", range(2, 7))
def test_r4_spread(players: int) -> None:
    match = GAME.match(players=players, options={"clan_selection": "spread"})
    s: Any = match.state
    assert s.clans == SPREAD[players] and match.question == "program_actions"


def test_r4_random_and_fixed() -> None:
    s: Any = GAME.match(players=3, options={"clan_selection": "random"}, seed=5).state
    assert len(set(s.clans)) == 3
    fixed: Any = GAME.match(players=2, options={"clan_selection": "fixed", "clans": "green,red"}).state
    assert fixed.clans == (5, 1)
    with pytest.raises(BadOption, match="name 3 different clans"):
        GAME.match(players=3, options={"clan_selection": "fixed", "clans": ["green", "red"]})


def test_r5_inspiration_starts_face_up() -> None:
    s: Any = GAME.match(players=4, options={"clan_selection": "spread"}).state
    assert s.inspired == (True,) * 4


def test_r7_tokens_come_back_every_turn() -> None:
    t = Table({"purple": {"at": "E1"}, "red": {"at": "E9"}}, "program_actions")
    for _ in range(5):
        t.answer(purple=["shield", "shield", "parry"])
        t.idle_until("program_actions")
    assert t.state.supply[0] == tuple(range(10_000, 10_013))


def test_r8_unplaced_tokens_are_hidden() -> None:
    t = Table({"purple": {"at": "E1"}, "red": {"at": "E9"}}, "choose_move")
    assert set(t.match.view(1).supply[0]) == {-1} and set(t.match.view(None).supply[0]) == {-1}
    assert -1 not in t.match.view(0).supply[0]


def test_r15_a_knight_that_stays_is_no_contestant() -> None:
    t = Table({"purple": {"at": "E5"}, "red": {"at": "E4"}, "blue": {"at": "E6"}}, "choose_move")
    t.answer(purple="stay", red="E5", blue="E5")
    assert {e["why"] for e in t.happened("move_failed")} == {"blocked"}
    assert not t.happened("contest")


def test_r19_targets_are_sealed() -> None:
    bow = {"weapon": "bow", "program": ["bow", "move", "move"]}
    t = Table({"purple": {"at": "E4", **bow}, "red": {"at": "E6", **bow}}, "declare_target")
    t.match.answer(0, "red")
    assert t.match.view(1).answers == {} and t.match.view(1).waiting == (1,)
    assert t.match.view(0).answers == {0: ("red",)}
    assert t.match.no_undo(0) == "a given answer is final"


def test_r14_three_for_one_space() -> None:
    """Any number of rivals: the only one who insists goes in, and who yields does not choose anew."""
    for red, blue, entered in (("yield", "yield", True), ("insist", "yield", False)):
        t = Table({"purple": {"at": "D4"}, "red": {"at": "D5"}, "blue": {"at": "E6"}}, "choose_move")
        t.answer(purple="E5", red="E5", blue="E5")
        t.answer(purple="insist", red=red, blue=blue)
        assert (t.at("purple") == "E5") == entered
        assert (t.at("red"), t.at("blue"), t.state.slot) == ("D5", "E6", 2)


def test_r17_nobody_is_in_the_way() -> None:
    spear = {"weapon": "spear", "program": ["spear", "move", "move"]}
    shield = {"program": ["shield", "move", "move"]}
    t = Table(
        {"purple": {"at": "E3", **spear}, "red": {"at": "E4", **shield}, "blue": {"at": "E6", **shield}},
        "declare_target",
    )
    assert t.legal("purple") == ["blue", "none", "red"]


def test_r18_an_attack_may_name_nobody() -> None:
    t = Table(
        {"purple": {"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"]}, "red": {"at": "E5"}},
        "choose_move",
    )
    t.answer()
    t.answer(purple="none")
    assert not t.happened("pile_built")
    assert t.weapon("purple") == "sword" and t.inspired("purple") and t.state.slot == 2


def test_r22_r30_every_miss_against_a_parry_is_a_fumble() -> None:
    """Two attackers fumble against one parry, the second one although the parrying knight is defeated."""
    sword = {"weapon": "sword", "program": ["sword", "move", "move"], "inspired": False}
    knights = {
        "purple": {"at": "E4", **sword},
        "blue": {"at": "E6", **sword},
        "green": {"at": "D5", **sword},
        "red": {"at": "E5", "heart": "broken", "program": ["parry", "move"], "inspired": False},
    }
    t = Table(knights, "declare_target", chance=[("purple", "green", "blue"), "shield", "heart", "shield"])
    t.answer(purple="red", blue="red", green="red")
    t.answer()
    t.answer(green="red")
    assert t.happened("defeated")[0]["seat"] == t.seat("red")
    t.answer(blue="red")
    assert [t.weapon(clan) for clan in ("purple", "green", "blue")] == ["", "sword", ""]


def test_r31_inspiration_spent_in_the_defeating_fight_comes_back() -> None:
    knights: dict[str, dict[str, Any]] = {
        "purple": {"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"]},
        "red": {"at": "E5", "heart": "broken", "inspired": False},
        "blue": {"at": "I1"},
    }
    t = Table(knights, "choose_move", chance=["heart"])
    t.answer()
    t.answer(purple="red")
    t.answer(purple="use")
    assert t.happened("inspiration_answers") and t.at("red") == "" and t.inspired("purple")


@pytest.mark.parametrize(("order", "first"), [("attacker_first", "purple"), ("target_first", "red")])
def test_r23_inspiration_in_order(order: str, first: str) -> None:
    t = attack(options={"inspiration_order": order})
    assert t.asked == {first}
    t.answer(**{first: "use"})
    second = "red" if first == "purple" else "purple"
    assert (t.match.question, t.asked) == ("use_inspiration", {second})
    assert t.match.view(t.seat(second)).inspired[t.seat(first)] is False, "the second sees the first answer"


def test_r26_r40_cards_are_the_targets_and_go_back() -> None:
    """The pile of a target with a Broken Heart is the same, and two combats in a row have full piles."""
    t = two_on_red(["shield", "shield"], "broken")
    t.answer(blue="red")
    assert [(e["hearts"], e["shields"]) for e in t.happened("pile_built")] == [(3, 1), (3, 1)]


def test_r27_third_action_played() -> None:
    t = Table(
        {
            "purple": {"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"], "inspired": False},
            "red": {"at": "E5", "program": ["move", "spear", "spear"], "inspired": False},
        },
        "choose_move",
        chance=["heart"],
        options={"third_action_when_hit": "played"},
    )
    t.answer()
    t.answer(purple="red")
    assert t.hearts("red") == BROKEN
    t.idle_until("declare_target")
    assert t.asked == {"red"} and t.state.slot == 3


def test_r37_there_is_always_an_answer() -> None:
    t = Table({"purple": {"at": "E1", "heart": "broken"}, "red": {"at": "E9"}}, "program_actions")
    assert t.match.choice(0).accepts(("move", "move")) and t.match.choice(1).accepts(("move",) * 3)


def test_r39_inspiration_is_never_programmed() -> None:
    t = Table({"purple": {"at": "E1"}, "red": {"at": "E9"}}, "program_actions")
    assert not t.match.choice(0).accepts(("inspiration", "move", "move"))


@pytest.mark.parametrize(("turn", "safe"), [(5, 3), (6, 3), (7, 2), (8, 2), (9, 1), (10, 1), (11, 0), (12, 0)])
def test_6_the_storm_closes_in(turn: int, safe: int) -> None:
    """A knight on the rim of the safe ring is spared, one step farther out it is hit."""
    inside, outside = f"E{5 - safe}", f"E{5 + safe + 1}"
    t = Table(
        {"purple": {"at": inside}, "red": {"at": outside}},
        "program_actions",
        options={"storm_start": 5, "storm_step": 2},
        turn=turn,
    )
    t.answer()
    t.idle_until("program_actions")
    assert (t.hearts("purple"), t.hearts("red")) == (2, 1)


def test_6_remove_heart_and_parry_regains() -> None:
    t = attack(options={"target_inspiration": "remove_heart"})
    t.answer(purple="use", red="use")
    assert [t.happened("inspiration_answers")[0][k] for k in ("hearts", "shields")] == [3, 1]
    t = attack("sword", "parry", {"parry_regains_inspiration": True}, chance=["shield"])
    t.answer(red="use")
    assert t.inspired("red") and t.weapon("purple") == ""


def test_6_limits() -> None:
    t = Table(
        {"purple": {"at": "E1"}, "red": {"at": "E9", "heart": "broken"}},
        "program_actions",
        options={"max_turns": 4, "limit_result": "hearts"},
        turn=4,
    )
    t.answer()
    while not t.match.over:
        t.answer()
    assert t.places() == {"purple": 1, "red": 2}
    with pytest.raises(BadOption, match="might never end"):
        GAME.match(players=2, options={"quiet_turn_limit": 0})


def test_turning_the_board_changes_no_outcome() -> None:
    """The same match with every clan and every space turned by 60 degrees goes the same way."""
    b = board(4)

    def turned(atom: str) -> str:
        if atom in CLANS:
            return CLANS[CLANS.index(atom) + 1]
        if atom in b.named:
            q, r = b.spaces[b.named[atom]]
            return b.labels[b.index[-r, q + r]]
        return atom

    rng = Random(20)
    one = GAME.match(players=3, seed=4, options={"clan_selection": "fixed", "clans": ["purple", "yellow", "blue"]})
    two = GAME.match(players=3, seed=4, options={"clan_selection": "fixed", "clans": ["red", "aqua", "green"]})
    while one.asked:
        assert one.asked == two.asked
        for seat in one.asked:
            answer = one.choice(seat).sample(rng)
            one.answer(seat, answer)
            two.answer(seat, tuple(turned(atom) for atom in answer))
        a: Any = one.state
        c: Any = two.state
        assert (a.hearts, a.weapon, a.inspired, a.turn, a.slot) == (c.hearts, c.weapon, c.inspired, c.turn, c.slot)
    assert one.ranking == two.ranking


def test_r5_inspiration_may_have_to_be_earned() -> None:
    spread: dict[str, Any] = {"clan_selection": "spread"}
    assert GAME.match(2, options=spread).state.inspired == (True, True)
    assert GAME.match(2, options={**spread, "start_inspired": False}).state.inspired == (False, False)
