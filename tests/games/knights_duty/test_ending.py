"""Knight's Duty, worked examples as given / when / then: the end, the ranking and the storm (4.10, 5, 6)."""

from __future__ import annotations

from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.state import BROKEN, FULL

from .table import Table, duel


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
    assert not t.happened("slot_revealed"), "neither slot 2 nor slot 3"
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
