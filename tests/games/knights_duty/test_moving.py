"""Knight's Duty, worked examples as given / when / then: moves, contests and the High Ground (4.6)."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import Refusal

from .table import Table, duel


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


def test_refusals_name_reason_and_paragraph() -> None:
    t = duel({"at": "A3"}, {"at": "B3", "program": ["shield", "move", "move"]})
    with pytest.raises(Refusal) as refused:
        t.match.answer(0, "B3")
    assert (refused.value.atom, refused.value.rule) == ("B3", "4.6")
    assert "Red stands there" in refused.value.reason
