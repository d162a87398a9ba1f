"""Knight's Duty: every worked example, as given / when / then."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from roundtable.engine import Refusal
from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.cards import REACH, TOKENS, board
from roundtable.games.knights_duty.state import BROKEN, DEFEATED, FULL

from .table import Table


def duel(purple: dict[str, Any], red: dict[str, Any], asks: str = "choose_move", **more: Any) -> Table:
    return Table({"purple": purple, "red": red}, asks, **more)


def test_w1_range() -> None:
    """R17: the reach of a weapon is the length of the shortest way."""
    b = board(4)
    far = {label: b.distance[b.named["E3"]][b.named[label]] for label in b.labels}
    assert {far[x] for x in ("D3", "F3")} == {1}
    assert {far[x] for x in ("E5", "D4", "F4")} == {2}
    assert {far[x] for x in ("E6", "D5", "F5")} == {3}
    assert {far[x] for x in ("E7", "D6", "F6")} == {4}
    assert far["E8"] == 5
    assert REACH == {"sword": 2, "spear": 3, "bow": 4}


def test_w2_order_inside_a_turn() -> None:
    """R11: where to go and whom to strike is asked in the slot itself."""
    # Given P with the sword moves, then attacks; R unarmed draws a sword, then defends
    t = duel(
        {"at": "E4", "weapon": "sword", "program": ["move", "sword", "move"]},
        {"at": "E6", "program": ["sword", "shield", "move"]},
    )
    # When slot 1 is played
    t.answer(purple="E5")
    # Then P has moved before R took up the sword, and in slot 2 R defends before P attacks
    names = [event.name for event in t.match.events]
    assert names.index("moved") < names.index("equipped") < names.index("defending")
    t.answer(purple="red")
    assert t.match.question == "use_inspiration"
    assert t.pile == (2, 2)


def test_w3_setup_two_players() -> None:
    match = GAME.match(players=2, seed=1)
    match.answer(0, "purple")
    match.answer(1, "aqua")
    s: Any = match.state
    assert [s.field.labels[space] for space in s.at] == ["A3", "I3"]
    assert s.distance(0, 1) == 8
    assert s.hearts == (FULL, FULL) and s.weapon == ("", "") and s.inspired == (True, True)
    assert (s.turn, match.question, match.asked) == (1, "program_actions", (0, 1))


def test_w4_programs() -> None:
    """R6: every slot is filled."""
    t = duel({"at": "E4"}, {"at": "E8", "heart": "broken"}, "program_actions")
    full, broken = t.match.choice(0), t.match.choice(1)
    assert full.accepts(("move",) * 3)
    assert not full.accepts(("sword",) * 3) and not full.accepts(("shield",) * 3)
    assert len(list(full.every())) == 211
    assert broken.accepts(("parry", "parry"))
    assert len(list(broken.every())) == 36


def test_w5_legal_moves() -> None:
    """R12: the space of a knight that cannot move in this slot is not offered."""
    free = duel({"at": "A3"}, {"at": "I3"})
    assert free.legal("purple") == sorted(["stay", "A2", "A4", "B3", "B4"])
    corner = duel({"at": "A1"}, {"at": "I3"})
    assert corner.legal("purple") == sorted(["stay", "A2", "B1", "B2"])
    shielded = duel({"at": "A3"}, {"at": "B3", "program": ["shield", "move", "move"]})
    assert "B3" not in shielded.legal("purple")
    mover = duel({"at": "A3"}, {"at": "B3"})
    assert "B3" in mover.legal("purple")


def test_w6_equip_then_attack() -> None:
    """R9: two Sword tokens of an unarmed knight take the sword up and then attack."""
    t = duel({"at": "E4", "program": ["sword", "sword", "move"]}, {"at": "E6"})
    t.idle_until("declare_target")
    assert (t.state.slot, t.weapon("purple")) == (2, "sword")
    assert not t.happened("pile_built"), "no attack in slot 1"
    t.answer(purple="red")
    assert t.pile == (3, 1)
    t.idle_until("choose_move", slot=3)
    assert "stay" in t.legal("purple")


def test_w7_two_weapons() -> None:
    """R10: taking a weapon up is all that its token does."""
    t = duel({"at": "E4", "weapon": "sword", "program": ["spear", "sword", "sword"]}, {"at": "E5"})
    t.idle_until("declare_target")
    assert t.state.slot == 3
    assert [(e["weapon"], e["old"]) for e in t.happened("equipped")] == [("spear", "sword"), ("sword", "spear")]
    t.answer(purple="red")
    assert t.happened("pile_built")[0]["weapon"] == "sword"


@pytest.mark.parametrize("card", ["shield", "heart"])
def test_w8_fumble_turns_an_attack_into_a_swap(card: str) -> None:
    """R9: what a weapon token does is decided when its slot is opened."""
    t = duel(
        {"at": "E4", "weapon": "sword", "program": ["sword", "sword", "move"]},
        {"at": "E5", "program": ["parry", "move", "move"]},
        "declare_target",
        chance=[card],
    )
    t.answer(purple="red")
    t.answer()  # nobody uses Inspiration
    if card == "shield":
        assert t.happened("fumbled")
        t.idle_until("choose_move", slot=3)
        assert t.weapon("purple") == "sword" and len(t.happened("pile_built")) == 1
    else:
        assert t.hearts("red") == BROKEN and t.weapon("purple") == "sword"
        t.idle_until("declare_target", slot=2)
        assert t.asked == {"purple"}


def test_w9_target_walks_away() -> None:
    """R18: with nobody in reach the attack is lost without a question."""
    t = duel({"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"]}, {"at": "E6"})
    t.answer(red="E7")
    assert t.happened("attack_forfeited") == [{"seat": 0}]
    assert t.weapon("purple") == "sword" and t.state.slot == 2


@pytest.mark.parametrize(
    ("purple", "red", "places"),
    [
        ("insist", "insist", ("D5", "F6")),
        ("insist", "yield", ("E6", "F6")),
        ("yield", "insist", ("D5", "E6")),
        ("yield", "yield", ("D5", "F6")),
    ],
)
def test_w10_contest_four_answers(purple: str, red: str, places: tuple[str, str]) -> None:
    """R14: a contested space goes to the only one who insists."""
    t = duel({"at": "D5"}, {"at": "F6"})
    t.answer(purple="E6", red="E6")
    assert (t.match.question, t.asked) == ("agree_move", {"purple", "red"})
    t.answer(purple=purple, red=red)
    assert (t.at("purple"), t.at("red")) == places


def test_w10_without_agreements_both_stay() -> None:
    """R14: without agreements a contest fails."""
    t = duel({"at": "D5"}, {"at": "F6"}, options={"agreements": "none"})
    t.answer(purple="E6", red="E6")
    assert (t.at("purple"), t.at("red"), t.match.question) == ("D5", "F6", "choose_move")


def chain(**more: Any) -> Table:
    knights = {
        "purple": {"at": "E5", "inspired": False},
        "red": {"at": "E4", "inspired": False},
        "blue": {"at": "E3"},
        **more,
    }
    return Table(knights, "choose_move")


def test_w11_chain() -> None:
    """R12: a space that is left may be entered."""
    t = chain()
    t.answer(purple="E6", red="E5", blue="E4")
    assert (t.at("purple"), t.at("red"), t.at("blue")) == ("E6", "E5", "E4")
    assert t.inspired("red")


def test_w12_chain_broken_by_a_contest() -> None:
    """R12, R16: who cannot leave blocks all behind, and failing to leave is no landing."""
    t = chain(yellow={"at": "E7"})
    t.answer(purple="E6", red="E5", blue="E4", yellow="E6")
    assert t.asked == {"purple", "yellow"}
    t.answer(purple="insist", yellow="insist")
    assert [t.at(clan) for clan in ("purple", "red", "blue", "yellow")] == ["E5", "E4", "E3", "E7"]
    assert {(e["seat"], e["why"]) for e in t.happened("move_failed")} == {
        (t.seat("purple"), "contested"),
        (t.seat("yellow"), "contested"),
        (t.seat("red"), "blocked"),
        (t.seat("blue"), "blocked"),
    }
    assert not t.inspired("purple"), "it did not land on the High Ground"
    t.idle_until("program_actions")
    assert t.inspired("purple"), "it starts the next turn there"


@pytest.mark.parametrize("swap", ["allow", "block"])
def test_w13_exchange_and_ring(swap: str) -> None:
    """R13: two knights may change places, unless the table forbids it."""
    t = duel({"at": "E5"}, {"at": "E6", "inspired": False}, options={"swap_places": swap})
    t.answer(purple="E6", red="E5")
    moved = swap == "allow"
    assert (t.at("purple"), t.at("red")) == (("E6", "E5") if moved else ("E5", "E6"))
    assert t.inspired("red") == moved
    ring = Table(
        {"purple": {"at": "E5"}, "red": {"at": "E6"}, "blue": {"at": "D5", "inspired": False}},
        "choose_move",
        options={"swap_places": swap},
    )
    ring.answer(purple="E6", red="D5", blue="E5")
    assert [ring.at(clan) for clan in ("purple", "red", "blue")] == ["E6", "D5", "E5"]
    assert ring.inspired("blue")


def test_w14_granted_but_blocked() -> None:
    """R14: a space that was granted can still be blocked, and passes to nobody else."""
    start = {"blue": "E5", "purple": "D4", "red": "F5", "yellow": "E7"}
    t = Table({clan: {"at": space} for clan, space in start.items()}, "choose_move")
    t.answer(purple="E5", red="E5", blue="E6", yellow="E6")
    assert t.asked == set(start)
    t.answer(purple="insist", red="yield", blue="insist", yellow="insist")
    assert {clan: t.at(clan) for clan in start} == start


def attack(weapon: str = "sword", act: str = "move", options: dict[str, Any] | None = None, **more: Any) -> Table:
    """P attacks R, two spaces away, in slot 1; R has played `act`."""
    t = duel(
        {"at": "E4", "weapon": weapon, "program": [weapon, "move", "move"]},
        {"at": "E6", "program": [act, "move", "move"]},
        "choose_move" if act == "move" else "declare_target",
        options=options,
        **more,
    )
    t.idle_until("declare_target")
    t.answer(purple="red")
    return t


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


def two_on_red(chance: list[Any], red: str = "full", **more: Any) -> Table:
    """P and B, both with swords, attack R; P comes first."""
    sword = {"weapon": "sword", "program": ["sword", "move", "move"]}
    t = Table(
        {
            "purple": {"at": "E4", **sword, "inspired": False},
            "blue": {"at": "E6", **sword, "inspired": False},
            "red": {"at": "E5", "heart": red, "inspired": False},
            **more,
        },
        "choose_move",
        chance=[("purple", "blue"), *chance],
    )
    t.answer()
    t.answer(purple="red", blue="red")
    t.answer()
    return t


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


def test_w21_third_action_lost() -> None:
    """R27: a knight hit in slot 1 loses its third token unseen."""
    t = duel(
        {"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"], "inspired": False},
        {"at": "E5", "program": ["move", "spear", "spear"], "inspired": False},
        chance=["heart"],
    )
    t.answer()
    t.answer(purple="red")
    assert t.hearts("red") == BROKEN
    t.idle_until("program_actions")
    assert t.weapon("red") == "spear"
    assert t.happened("third_action_lost") == [{"seat": 1}]
    shown = [token for e in t.happened("slot_revealed") for seat, token, _ in e["shown"] if seat == 1]
    assert shown == ["move", "spear"], "nobody learns what the third token was"
    assert len(next(iter(t.match.choice(1).every()))) == 2


def test_w22_hit_in_slot_3() -> None:
    """R27: a knight hit in slot 3 finishes that slot."""
    knight = {"weapon": "sword", "program": ["move", "move", "sword"], "inspired": False}
    t = duel(
        {"at": "E4", **knight}, {"at": "E5", **knight}, "declare_target",
        chance=[("purple", "red"), "heart", "heart"], slot=3,
    )  # fmt: skip
    t.answer(purple="red", red="purple")
    assert (t.hearts("purple"), t.hearts("red")) == (BROKEN, BROKEN), "R still attacks in this slot"
    assert t.state.allowed == (2, 2) and t.match.question == "program_actions"


def test_w23_broken_heart_in_slot_3() -> None:
    """R28: in slot 3 a Broken Heart has neither shield nor parry, but may use Inspiration."""
    t = duel(
        {"at": "E4", "weapon": "sword", "program": ["move", "move", "sword"]},
        {"at": "E5", "heart": "broken", "program": ["move", "shield"]},
        slot=2,
    )
    t.idle_until("declare_target")
    t.answer(purple="red")
    assert t.pile == (3, 1) and t.asked == {"purple", "red"}
    t.answer(red="use")
    assert [t.happened("inspiration_answers")[0][k] for k in ("hearts", "shields")] == [3, 2]


def test_w24_high_ground_before_the_fight() -> None:
    """R33: landing inspires before the fights of the same slot."""
    t = duel(
        {"at": "D4", "inspired": False},
        {"at": "E8", "weapon": "spear", "program": ["move", "spear", "move"], "inspired": False},
        slot=2,
    )
    t.answer(purple="E5")
    t.answer(red="purple")
    assert t.pile == (2, 2) and t.asked == {"purple"}
    t.answer(purple="use")
    assert [t.happened("inspiration_answers")[0][k] for k in ("hearts", "shields")] == [2, 3]


def test_w25_standing_on_the_high_ground() -> None:
    """R32: standing there counts at the start of the next turn."""
    t = duel(
        {"at": "E5", "weapon": "sword", "program": ["sword", "move", "move"]}, {"at": "E6", "inspired": False},
        chance=["shield"],
    )  # fmt: skip
    t.idle_until("declare_target")
    t.answer(purple="red")
    t.answer(purple="use")
    t.idle_until("choose_move", slot=3)
    assert not t.inspired("purple")
    t.idle_until("program_actions")
    assert t.inspired("purple") and t.state.turn == 2


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


def test_w29_skipped_slot() -> None:
    t = duel({"at": "E2", "heart": "broken"}, {"at": "E8", "heart": "broken"})
    t.idle_until("program_actions")
    assert [e["slot"] for e in t.happened("slot_revealed")] == [1, 2]


def test_w30_freed_space() -> None:
    sword = {"weapon": "sword", "program": ["sword", "move", "move"], "inspired": False}
    t = Table(
        {
            "purple": {"at": "E5"},
            "red": {"at": "E6", "heart": "broken", "program": ["shield", "move"], "inspired": False},
            "blue": {"at": "E7", **sword},
        },
        "choose_move",
        chance=["heart"],
    )
    assert "E6" not in t.legal("purple")
    t.answer()
    t.answer(blue="red")
    assert (t.match.question, t.state.slot) == ("choose_move", 2)
    assert "E6" in t.legal("purple")


def test_w31_match_ends_inside_a_turn() -> None:
    t = duel(
        {"at": "E4", "weapon": "sword", "program": ["sword", "bow", "spear"], "inspired": False},
        {"at": "E5", "heart": "broken", "weapon": "sword", "program": ["sword", "move"], "inspired": False},
        "declare_target",
        chance=[("purple", "red"), "heart", "shield"],
        turn=6,
    )
    t.answer(purple="red", red="purple")
    t.answer()  # P is inspired again by the defeat; R's attack is still to come
    assert t.match.over and t.places() == {"purple": 1, "red": 2}
    assert [e["slot"] for e in t.happened("slot_revealed")] == [1]
    hidden = t.match.view(1)
    assert set(hidden.tracker[0]) == {-1}, "P's other tokens are never shown"


def test_w32_ranking() -> None:
    """R35: whoever fell later is better."""
    t = Table(
        {clan: {"at": f"E{i + 1}"} for i, clan in enumerate(("purple", "red", "yellow", "blue", "green"))},
        "choose_move",
    )
    s = t.state
    s.fell = (0, 73, 51, 51, 32)
    assert GAME.ranking(s) == [[0], [1], [2, 3], [4]]


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


def test_w34_quiet_guard() -> None:
    """R36: too many turns without a hit are a draw."""
    t = duel({"at": "E1"}, {"at": "E9"}, "program_actions", options={"quiet_turn_limit": 3}, turn=4, calm=0)
    while not t.match.over:
        t.answer()
    assert t.state.turn == 6 and t.places() == {"purple": 1, "red": 1}


def test_w35_storm() -> None:
    options = {"storm_start": 5, "storm_step": 2}
    t = duel({"at": "A3"}, {"at": "E5"}, "program_actions", options=options, turn=5)
    t.answer()
    t.idle_until("program_actions")
    assert t.hearts("purple") == BROKEN and t.hearts("red") == FULL
    while not t.match.over:
        t.answer()
    assert t.state.turn <= 13


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


# -- around the examples ---------------------------------------------------------------------------------------------


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


def test_counts_with_empty_slots() -> None:
    """R6: a table may allow empty slots."""
    t = duel({"at": "E4"}, {"at": "E8", "heart": "broken"}, "program_actions", options={"allow_empty_slots": True})
    assert len(list(t.match.choice(0).every())) == 338
    assert len(list(t.match.choice(1).every())) == 49


def test_tokens_are_thirteen() -> None:
    assert sum(TOKENS.values()) == 13


def test_refusals_name_reason_and_paragraph() -> None:
    t = duel({"at": "A3"}, {"at": "B3", "program": ["shield", "move", "move"]})
    with pytest.raises(Refusal) as refused:
        t.match.answer(0, "B3")
    assert (refused.value.atom, refused.value.rule) == ("B3", "4.6")
    assert "Red stands there" in refused.value.reason
