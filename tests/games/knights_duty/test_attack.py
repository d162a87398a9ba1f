"""Knight's Duty, worked examples as given / when / then: targets, piles, Inspiration and hearts (4.9)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from roundtable.games.knights_duty.state import BROKEN, DEFEATED

from .table import Table, attack, duel, two_on_red


def test_w9_target_walks_away() -> None:
    """R18: with nobody in reach the attack is lost without a question."""
    t = duel({"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"]}, {"at": "E6"})
    t.answer(red="E7")
    assert t.happened("attack_forfeited") == [{"seat": 0}]
    assert t.weapon("purple") == "sword" and t.state.slot == 2


def test_w15_both_inspirations() -> None:
    t = attack()
    t.answer(purple="use", red="use")
    assert (t.happened("inspiration_answers")[0]["hearts"], t.happened("inspiration_answers")[0]["shields"]) == (4, 2)
    assert not t.inspired("purple") and not t.inspired("red")


def test_w16_bow_against_shield() -> None:
    """R24, R25: there is no fifth Shield, and a pile without a Heart misses without a draw."""
    t = attack("bow", "shield")
    assert t.pile == (0, 4) and t.asked == {"purple"}
    t.answer(purple="keep")
    assert t.happened("no_heart") and not t.happened("card_drawn")
    used = attack("bow", "shield")
    used.answer(purple="use")
    assert [used.happened("inspiration_answers")[0][k] for k in ("hearts", "shields")] == [1, 4]
    free = attack("bow", "shield", {"shield_limit": "unlimited"})
    free.answer(purple="use", red="use")
    assert [free.happened("inspiration_answers")[0][k] for k in ("hearts", "shields")] == [1, 5]


@pytest.mark.parametrize("order", [("purple", "blue"), ("blue", "purple")])
def test_w17_shield_holds_against_all(order: tuple[str, str]) -> None:
    t = Table(
        {
            "purple": {"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"]},
            "blue": {"at": "E7", "weapon": "spear", "program": ["spear", "move", "move"]},
            "red": {"at": "E5", "program": ["shield", "move", "move"]},
        },
        "declare_target",
        chance=[order, "shield", "shield"],
    )
    t.answer(purple="red", blue="red")
    t.answer()  # both strike
    while t.match.question != "choose_move":
        t.answer(**({next(iter(t.asked)): "red"} if t.match.question == "retarget" else {}))
    piles = {e["seat"]: (e["hearts"], e["shields"]) for e in t.happened("pile_built")}
    assert piles == {t.seat("purple"): (2, 2), t.seat("blue"): (1, 3)}


def test_w18_two_hits_in_one_slot() -> None:
    """R29: a hit counts at once, so a second one defeats."""
    t = two_on_red(["heart", "heart"])
    assert (t.match.question, t.asked, t.hearts("red")) == ("retarget", {"blue"}, BROKEN)
    t.answer(blue="red")
    assert t.at("red") == "", "removed at the end of the slot"
    assert t.inspired("blue") and not t.inspired("purple")


def test_w19_rechoosing() -> None:
    """R21: whoever finds the target already attacked may choose anew."""
    t = two_on_red(["heart", "heart"], "broken", green={"at": "E7", "inspired": False})
    assert t.match.question == "retarget" and t.hearts("red") == DEFEATED
    assert t.legal("blue") == sorted(["red", "green", "purple", "none"])
    t.answer(blue="green")
    assert t.hearts("green") == BROKEN


def test_w20_a_dying_knight_strikes_back() -> None:
    """R22, R34: the defeated still strikes, and who falls in the same slot shares the place."""
    knight = {"heart": "broken", "weapon": "sword", "program": ["sword", "move"], "inspired": False}
    t = duel(
        {"at": "E4", **knight},
        {"at": "E5", **knight},
        "declare_target",
        chance=[("purple", "red"), "heart", "heart"],
    )
    t.answer(purple="red", red="purple")
    assert t.match.question == "use_inspiration", "P's victory brings Inspiration back before R strikes"
    t.answer()
    assert t.match.over and t.places() == {"purple": 1, "red": 1}


def test_w26_inspiration_won_and_used_in_the_same_slot() -> None:
    """R31: Inspiration for a defeat comes at once."""
    sword = {"weapon": "sword", "program": ["sword", "move", "move"], "inspired": False}
    t = Table(
        {
            "purple": {"at": "E5", **sword},
            "blue": {"at": "E6", **sword},
            "red": {"at": "E4", "heart": "broken", "inspired": False},
        },
        "choose_move",
        chance=[("purple", "blue"), "heart", "shield"],
    )
    t.answer()
    t.answer(purple="red", blue="purple")
    assert (t.match.question, t.asked) == ("use_inspiration", {"purple"})


def test_w27_parry_and_hit_parry_and_bow() -> None:
    """R30: a parry does nothing on a hit, and works at any distance."""
    hit = attack("sword", "parry", chance=["heart"])
    hit.answer()
    assert hit.hearts("red") == BROKEN and hit.weapon("purple") == "sword"
    for immune in (False, True):
        t = duel(
            {"at": "E4", "weapon": "bow", "program": ["bow", "move", "move"], "inspired": False},
            {"at": "E8", "program": ["parry", "move", "move"], "inspired": False},
            "declare_target",
            chance=["shield"],
            options={"bow_parry_immune": immune},
        )
        t.answer(purple="red")
        assert t.weapon("purple") == ("bow" if immune else "")


def test_w28_extra_hit_on_a_defeated_knight() -> None:
    """R22: a hit on a defeated knight earns nothing."""
    t = two_on_red(["heart", "heart"], "broken")
    t.answer(blue="red")
    assert t.happened("hit")[1]["worthless"] and len(t.happened("defeated")) == 1
    assert not t.inspired("blue") and t.inspired("purple")


def test_w33_strike_and_wait() -> None:
    """R20, R21: strikers come before those who wait, and only these choose anew."""

    def armed(at: str) -> dict[str, Any]:
        return {"at": at, "weapon": "bow", "program": ["bow", "move", "move"], "inspired": False}

    t = Table(
        {
            "purple": armed("D4"),
            "blue": armed("E4"),
            "green": armed("F4"),
            "yellow": armed("E7"),
            "red": {"at": "E5", "inspired": False},
            "aqua": {"at": "E8", "inspired": False},
        },
        "choose_move",
        chance=[("purple", "yellow", "green", "blue"), "shield", "shield", "shield", "shield"],
    )
    t.answer()
    t.answer(purple="red", blue="red", green="red", yellow="aqua")
    assert (t.match.question, t.asked) == ("agree_strike", {"purple", "blue", "green"})
    t.answer(purple="wait", blue="strike", green="wait")
    order = [t.clans[seat] for seat in t.happened("attack_order")[0]["order"]]
    assert order == ["blue", "yellow", "purple", "green"]
    assert (t.match.question, t.asked) == ("retarget", {"purple"}), "B and Y were not asked"
    t.answer(purple="red")
    assert t.asked == {"green"}


def test_w36_rotating_order() -> None:
    """R20: the lead may go round instead of chance."""

    def armed(at: str) -> dict[str, Any]:
        return {"at": at, "weapon": "bow", "program": ["bow", "move", "move"], "inspired": False}

    t = Table(
        {
            "purple": armed("D4"), "red": {"at": "E8", "inspired": False}, "yellow": armed("F5"),
            "aqua": {"at": "E6", "inspired": False}, "blue": {"at": "E3", "inspired": False}, "green": armed("E4"),
        },
        "choose_move", chance=["shield"] * 3, options={"attack_order": "rotating"}, turn=2, lead="red",
    )  # fmt: skip
    t.answer()
    t.answer(purple="blue", yellow="aqua", green="yellow")
    order = [t.clans[seat] for seat in t.happened("attack_order")[0]["order"]]
    assert order == ["yellow", "green", "purple"]


@pytest.mark.parametrize(
    ("weapon", "defending", "odds"),
    [
        ("sword", False, [(3, 1), (4, 1), (3, 2), (4, 2)]),
        ("sword", True, [(2, 2), (3, 2), (2, 3), (3, 3)]),
        ("spear", False, [(2, 2), (3, 2), (2, 3), (3, 3)]),
        ("spear", True, [(1, 3), (2, 3), (1, 4), (2, 4)]),
        ("bow", False, [(1, 3), (2, 3), (1, 4), (2, 4)]),
    ],
)
def test_2_4_every_pile(weapon: str, defending: bool, odds: list[tuple[int, int]]) -> None:
    piles = []
    for target, attacker in product(("keep", "use"), repeat=2):
        t = attack(weapon, "shield" if defending else "move")
        t.answer(purple=attacker, red=target)
        told = t.happened("inspiration_answers")[0]
        piles.append((told["hearts"], told["shields"]))
    assert piles == odds
