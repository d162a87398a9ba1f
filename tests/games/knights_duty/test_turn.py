"""Knight's Duty, worked examples as given / when / then: set-up, programs, slots, lost actions (3, 4.2 to 4.5, 4.7)."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.cards import REACH, TOKENS, board
from roundtable.games.knights_duty.state import BROKEN, FULL

from .table import duel


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


def test_w29_skipped_slot() -> None:
    t = duel({"at": "E2", "heart": "broken"}, {"at": "E8", "heart": "broken"})
    t.idle_until("program_actions")
    assert [e["slot"] for e in t.happened("slot_revealed")] == [1, 2]


def test_counts_with_empty_slots() -> None:
    """R6: a table may allow empty slots."""
    t = duel({"at": "E4"}, {"at": "E8", "heart": "broken"}, "program_actions", options={"allow_empty_slots": True})
    assert len(list(t.match.choice(0).every())) == 338
    assert len(list(t.match.choice(1).every())) == 49


def test_tokens_are_thirteen() -> None:
    assert sum(TOKENS.values()) == 13
