"""Knight's Duty: every question can be arranged by names; what does not fit is refused, and the line names the part."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import BadPosition
from roundtable.games.knights_duty import GAME

from .table import Table

SWORD = {"weapon": "sword", "program": ["sword", "move", "move"]}
MELEE: dict[str, dict[str, Any]] = {
    "purple": {"at": "E4", **SWORD},
    "red": {"at": "E5"},
    "blue": {"at": "E6", **SWORD},
}


def aiming(**targets: str) -> dict[str, dict[str, Any]]:
    return {
        clan: {**knight, **({"target": targets[clan]} if clan in targets else {})} for clan, knight in MELEE.items()
    }


ARRANGED: dict[str, tuple[dict[str, Any], set[int]]] = {
    "choose_clan": ({"chosen": ["green"]}, {1}),
    "program_actions": (
        {"knights": {"purple": {"at": "E4"}, "red": {"at": "E5"}, "blue": {"fell": [2, 3]}}, "turn": 3},
        {0, 1},
    ),
    "choose_move": ({"knights": MELEE}, {1}),
    "agree_move": (
        {"knights": {"purple": {"at": "E4", "goal": "E5"}, "red": {"at": "E6", "goal": "E5"}, "blue": {"at": "A1"}}},
        {0, 1},
    ),
    "declare_target": ({"knights": MELEE}, {0, 2}),
    "agree_strike": ({"knights": aiming(purple="red", blue="red")}, {0, 2}),
    "retarget": ({"knights": aiming(purple="red", blue="red"), "order": ["blue"], "struck": ["red"]}, {2}),
    "use_inspiration": ({"knights": aiming(purple="red", blue="red"), "order": ["purple", "blue"]}, {0, 1}),
}  # fmt: skip


@pytest.mark.parametrize("asks", GAME.questions)
def test_every_question_can_be_arranged_directly(asks: str) -> None:
    lies, asked = ARRANGED[asks]
    match = GAME.position(3, asks, lies)
    assert (match.question, set(match.asked)) == (asks, asked)
    while match.asked:  # and played on to the end
        for seat in match.asked:
            match.answer(seat, next(iter(match.choice(seat).every())))


def test_an_attack_goes_on_after_the_arranged_question() -> None:
    """R21: the order of the attacks and who was struck are part of a position."""
    lies = {"knights": aiming(purple="red", blue="red"), "order": ["purple", "blue"]}
    match = GAME.position(3, "use_inspiration", lies, chance=["shield"])
    match.answer(0, "keep")
    match.answer(1, "keep")
    assert (match.question, match.asked) == ("retarget", (2,))


def test_a_heart_broken_in_this_turn_has_lost_its_third_token() -> None:
    """R27: in slot 3 the token is gone, and the knight does nothing."""
    hit = {"at": "E4", "heart": "broken", "began": "full", "program": ["move", "move", "shield"]}
    t = Table({"purple": hit, "red": {"at": "E8"}}, "choose_move", slot=3)
    assert t.asked == {"red"} and t.state.tracker[0] == () and t.state.acts[0] == ""
    played = Table(
        {"purple": {**hit, "program": ["move"] * 3}, "red": {"at": "E8"}},
        "choose_move",
        slot=3,
        options={"third_action_when_hit": "played"},
    )
    assert played.asked == {"purple", "red"}


def test_a_knight_that_has_fallen_keeps_its_place() -> None:
    t = Table({"purple": {"at": "E1"}, "red": {"at": "E9"}, "blue": {"fell": [2, 4]}}, "program_actions", turn=3,
              options={"max_turns": 3})  # fmt: skip
    t.answer()
    t.idle_until("")
    assert t.places() == {"purple": 1, "red": 1, "blue": 3}


TWO = {"purple": {"at": "E4"}, "red": {"at": "E8"}}


def changed(**parts: Any) -> dict[str, Any]:
    return {"knights": {**TWO, "purple": {"at": "E4", **parts}}}


@pytest.mark.parametrize(
    ("asks", "lies", "part"),
    [
        ("choose_move", {"knights": {"purple": {"at": "E4"}}}, "knights: name a knight for each of the 2 seats"),
        ("choose_move", {"knights": {**TWO, "pink": {}}}, "knights: name a knight"),
        ("choose_move", {"knights": {"purple": {"at": "E4"}, "pink": {}}}, "knights: pink: there is no such clan"),
        ("choose_move", {"knights": TWO, "turn": -3}, "turn: a number from 1"),
        ("choose_move", {"knights": TWO, "slot": 0}, "slot: a number from 1 to 3, not 0"),
        ("choose_move", {"knights": TWO, "hat": 1}, "hat: no part of a position for choose_move"),
        ("choose_move", {"knights": TWO, "order": ["red"]}, "order: no part of a position for choose_move"),
        ("choose_move", {"knights": TWO, "lead": "green"}, "lead: 'green' is none of purple, red"),
        ("choose_move", {"knights": ["purple"]}, "knights: parts by their names are wanted"),
        ("choose_move", changed(at="Z9"), "purple: at: there is no space 'Z9'"),
        ("choose_move", changed(at=3), "purple: at: there is no space 3"),
        ("choose_move", changed(at="E8"), "red: at: another knight stands on E8"),
        ("choose_move", changed(heart="whole"), "purple: heart: 'whole' is none of full, broken"),
        ("choose_move", changed(began="broken"), "purple: began: hearts do not heal"),
        ("choose_move", changed(weapon="axe"), "purple: weapon: 'axe' is none of sword, spear, bow"),
        ("choose_move", changed(inspired=1), "purple: inspired: true or false, not 1"),
        ("choose_move", changed(program=["move"] * 4), "purple: program: 3 tokens at most on a Full Heart"),
        ("choose_move", changed(heart="broken", program=["move"] * 3), "purple: program: 2 tokens at most"),
        ("choose_move", changed(program=["bow"] * 3), "purple: program: there are only 2 tokens bow"),
        ("choose_move", changed(program="move"), "purple: program: a list is wanted"),
        ("choose_move", changed(target="red"), "purple: target: no part of a knight for choose_move"),
        ("program_actions", changed(program=["move"]), "purple: program: no part of a knight for program_actions"),
        ("program_actions", {"knights": {**TWO, "red": {"fell": [1, 2]}}}, "red: fell: turn and slot are wanted"),
        ("agree_move", changed(goal="E9"), "purple: goal: cannot go to E9"),
        ("agree_strike", changed(**SWORD, target="red"), "purple: target: cannot attack red"),
        ("choose_clan", {"chosen": ["red", "green"]}, "chosen: different clans are wanted, fewer than 2"),
        ("sleep", {}, "there is no question 'sleep'"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_its_part(asks: str, lies: Any, part: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(2, asks, lies)
    assert str(refused.value).startswith(part) and "\n" not in str(refused.value)
