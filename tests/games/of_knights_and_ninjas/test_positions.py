"""Of Knights and Ninjas: every question can be arranged by names, and what does not fit is refused by its name."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import BadPosition
from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.questions import QUESTIONS

from .table import Table

KING = [["king"], ["king"], ["king"]]
ARCHERS: list[list[str]] = [["archer"], ["archer"], []]
DUEL = {"gems": [6, 6]}
DIRECT: dict[str, tuple[int, dict[str, Any]]] = {
    "choose_action": (3, {"hands": [[], [], []], "drawn": False, "draw": ["king", "queen"]}),
    "continue_attack": (3, {"hands": KING, "target": 1, "struck": False}),
    "respond": (3, {"hands": KING, "target": 1, "attack": ["peasant", "jester:peasant"], "turned": 1}),
    "respond_pre_attack": (
        3,
        {"hands": KING, "target": 1, "attack": ["wall:archer"], "forts": ARCHERS},
    ),
    "unique_side_effect": (3, {"target": 1, "attack": ["dragon"], "forts": [[], ["castle"], []]}),
    "highwayman": (3, {"hands": KING, "target": 1, "attack": ["knight"], "gems": [5, 2, 5], "road": 3}),
    "herald_offer": (3, {"hands": [[], ["king", "queen"], ["monk"]], "played": "jester:herald"}),
    "herald_pick": (3, {"shown": [[], ["king"], ["queen"]]}),
    "monk_pay": (3, {"hands": [[], ["king", "queen"], []], "forts": [[], ["castle"], []]}),
    "minstrel_discard": (2, {"hands": [["king", "queen", "monk"], []], "by": 1, **DUEL}),
    "draft": (2, {"draft": ["king", "queen"], "turn": 1, **DUEL}),
}


def test_every_question_can_be_arranged_directly() -> None:
    assert set(DIRECT) == set(QUESTIONS)
    for asks, (players, lies) in DIRECT.items():
        match = GAME.position(players, asks, lies)
        assert match.question == asks
        seat = match.asked[0]
        match.answer(seat, next(iter(match.choice(seat).every())))


@pytest.mark.parametrize(
    ("players", "asks", "lies", "wrong"),
    [
        (3, "choose_action", {"reshuffles": -3}, "reshuffles: a number from 0 to 9, not -3"),
        (3, "choose_action", {"gems": [5, 10]}, "gems: a number for each of the 3 seats is wanted"),
        (3, "choose_action", {"gems": 5}, "gems: a list is wanted, not 5"),
        (3, "choose_action", {"target": 1}, "target: no part of a position for choose_action"),
        (3, "choose_action", {"youngest": 1}, "youngest: no part of a position for choose_action"),
        (3, "choose_action", {"turn": 3}, "turn: there is no seat 3 at a table of 3"),
        (3, "choose_action", {"hands": [["queen"], ["queen"], []]}, "hands: there is no queen left"),
        (3, "choose_action", {"hands": [[3], [], []]}, "hands: 0: 3 is none of peasant"),
        (3, "choose_action", {"hands": [[], []]}, "hands: the cards of each of the 3 seats are wanted, not 2 lists"),
        (3, "choose_action", {"draw": 101}, "draw: a number from 0 to 100, not 101"),
        (3, "choose_action", {"rest": "box"}, "rest: there is no seat 'box'"),
        (3, "choose_action", {"ladder": "yes"}, "ladder: no part"),
        (3, "respond", {"target": 1, "attack": ["ladder"]}, "attack: ladder cannot be played against seat 1"),
        (3, "respond", {"target": 0, "attack": ["king"]}, "target: nobody attacks himself"),
        (3, "respond", {"attack": ["king"]}, "target: there is no seat -1"),
        (3, "highwayman", {"target": 1, "attack": ["knight"], "road": 4}, "road: a number from 1 to 3, not 4"),
        (3, "herald_pick", {}, "shown: two cards at least of rivals are wanted"),
        (3, "monk_pay", {}, "hands: no rival has anything for a monk"),
        (4, "draft", {"draft": ["king", "queen"]}, "draft is asked in the duel of two players only"),
        (3, "", {}, "there is no question ''"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(players: int, asks: str, lies: dict[str, Any], wrong: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(players, asks, lies)
    assert str(refused.value).startswith(wrong) and "\n" not in str(refused.value)


def test_options_and_piles_are_respected() -> None:
    t = Table({"A": ["king"]}, players=2, gems=(6, 6), options={"youngest_seat": 1})
    assert t.state.youngest == 1 and t.state.first == 0
    t = Table({"A": ["king"]}, draw=["queen"], rest="out")
    assert len(t.state.pieces) == 2 and len(t.state.draw) == 1
    assert Table({"A": ["king"]}, turn="B", first=2).state.first == 2
