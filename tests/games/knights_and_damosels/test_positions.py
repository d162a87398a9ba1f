"""Knights & Damosels: every question can be arranged by names; what does not fit is refused by the name of the part."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import BadPosition
from roundtable.games.knights_and_damosels import GAME

from .table import GIFTS, Table

FOUR = GIFTS[:4]
JOUST = {"joust": True}
CAMLANN = {"camlann": True}
VIRTUES = ["isoud:honor", "isoud:valor"]
ROWS: list[dict[str, Any]] = [
    {"row": ["isoud:honor", "isoud:farmer"]},
    {"row": ["elaine:honor"]},
    {"row": ["elaine:valor"]},
]
WON: list[dict[str, Any]] = [{}, {"row": [f"elaine:{c}" for c in ("armor", "horse", "sword", "honor", "valor")]}, {}]
BATTLE: dict[str, Any] = {
    "players": [{"row": VIRTUES}, {"row": ["elaine:farmer", "elaine:horse"]}, {}],
    "sides": ["arthur", "mordred", "mordred"],
}
ARRANGED: dict[str, tuple[dict[str, Any], set[int], dict[str, Any]]] = {
    "arthur_discard_event": ({"deck": ["badon", "grail", "adultery"]}, {0}, {}),
    "merlin_choose_event": ({"passed": ["badon", "grail"]}, {2}, {}),
    "damosel_give": ({"event": "grail"}, {0, 1, 2}, {}),
    "knight_select": ({"display": FOUR, "turn": 1}, {1}, {}),
    "merlin_take": ({"display": FOUR, "turn": 2}, {2}, {}),
    "joust_thrust": (
        {"display": FOUR, "held": {2: 0}, "jousters": [1, 0], "prize": 2, "right": 1, "passes": 3},
        {0, 1},
        JOUST,
    ),
    "joust_reselect": ({"display": FOUR, "held": {2: 1}, "jousters": [1, 0], "prize": 2}, {0}, JOUST),
    "service_offer": ({"players": ROWS, "event": "grail", "offered": {"valor": 2}, "turn": 0}, {0}, {}),
    "joust_reoffer": (
        {"players": ROWS, "event": "grail", "offered": {"honor": 1}, "jousters": [1, 0], "prize": "honor"},
        {0},
        JOUST,
    ),
    "disaster_faces": ({"players": ROWS, "event": "adultery"}, {0, 1, 2}, {}),
    "worship_faces": ({"players": ROWS, "event": "grail", "offered": {"honor": 0, "valor": 2}}, {0, 2}, {}),
    "camlann_draw": ({"players": WON}, {0}, CAMLANN),
    "camlann_side": ({"players": [{"worship": 30}, {}, {}]}, {1}, {**CAMLANN}),
    "camlann_fight": (BATTLE, {0, 1}, CAMLANN),
}


@pytest.mark.parametrize("asks", GAME.questions)
def test_every_question_can_be_arranged_directly(asks: str) -> None:
    lies, asked, options = ARRANGED[asks]
    match = GAME.position(3, asks, lies, options)
    assert match.question == asks
    assert set(match.asked) == asked or asks == "camlann_side"  # a lot may decide who chooses a side
    while match.asked:  # and played on to the end
        for seat in match.asked:
            match.answer(seat, next(iter(match.choice(seat).every())))


def test_a_joust_can_be_arranged_in_service() -> None:
    """R35: the prize is a chivalry that both have."""
    lies = {"players": ROWS, "event": "grail", "phase": "service", "offered": {"honor": 0}, "jousters": [1, 0]}
    match = GAME.position(3, "joust_thrust", {**lies, "prize": "honor"}, JOUST)
    match.answer(0, "decline")
    match.answer(1, "high")
    assert match.state.offered[3] == 1 and match.question == "joust_reoffer"


def test_a_service_card_is_laid_at_the_beginning_too() -> None:
    """R41"""
    t = Table("service_offer", {"D": ["honor", "valor"]}, event="grail", service_card=2,
              options={"service_variant": "fortune"})  # fmt: skip
    area = next(area for area in t.match.scene(None).areas if area.id == "service")
    assert ["favoured" in [mark.text for mark in spot.marks] for spot in area.spots].index(True) == 0


def test_who_holds_back_is_part_of_a_position() -> None:
    """R21"""
    rows = {"A": ["honor", "valor"], "D": ["loyalty", "farmer"]}
    t = Table("service_offer", rows, event="grail", withdrawn=[3], options={"service_pass": True})
    assert t.asked == "A"
    seat = next(panel for panel in t.match.scene(None).panels if panel.seat == 3)
    assert "holds back" in [mark.text for mark in seat.marks]


@pytest.mark.parametrize(
    ("asks", "lies", "part"),
    [
        ("sleep", {}, "there is no question 'sleep'"),
        ("damosel_give", {"hat": 1}, "hat: no part of a position for damosel_give"),
        ("damosel_give", {"display": GIFTS}, "display: no part of a position for damosel_give"),
        ("damosel_give", {"players": [{}, {}]}, "players: 3 players are wanted, not 2"),
        ("damosel_give", {"players": [{"knight": "kay"}, {}, {}]}, "players 0: knight: 'kay' is none of bors"),
        ("damosel_give", {"players": [{"hat": 1}, {}, {}]}, "players 0: hat: no part of a player"),
        ("damosel_give", {"players": [{}, {"worship": -1}, {}]}, "players 1: worship: a number from 0"),
        ("damosel_give", {"players": [{}, {"worship": 40}, {}]}, "players 1: has reached a goal"),
        ("damosel_give", {"players": [{}, {"row": ["elaine:hat"]}, {}]}, "players 1: row: 'elaine:hat' is none of"),
        ("damosel_give", {"players": [{}, {"row": "elaine:honor"}, {}]}, "players 1: row: a list is wanted"),
        ("damosel_give", {"players": [{"row": VIRTUES}, {"row": VIRTUES}, {}]}, "players 1: row: the card isoud:honor"),
        ("damosel_give", {"players": [{}, {"wounded": []}, {}]}, "players 1: wounded: no part of a player"),
        ("damosel_give", {"merlin": 9}, "merlin: there is no seat 9"),
        ("damosel_give", {"absent": ["elaine"]}, "absent: the absent damosels are morgan, nimue, viviane"),
        ("damosel_give", {"phase": "night"}, "phase: 'night' is none of event"),
        ("damosel_give", {"event": "picnic"}, "event: 'picnic' is none of"),
        ("arthur_discard_event", {"deck": ["grail"] * 2}, "deck: different events are wanted"),
        ("arthur_discard_event", {"deck": ["badon", "rome", "carlion", "grail"], "round": 4}, "deck: different events"),
        ("merlin_choose_event", {"passed": ["grail"]}, "passed: Merlin has 2 different events"),
        ("knight_select", {}, "display: the Knight phase needs the gifts"),
        ("knight_select", {"display": GIFTS, "turn": 9}, "turn: there is no seat 9"),
        ("knight_select", {"display": GIFTS, "held": {9: 0}}, "held: '9' is none of 1, 2, 3, 4, 5"),
        ("knight_select", {"display": GIFTS, "held": {1: 7}}, "held: 1: there is no seat 7"),
        ("joust_thrust", {"display": GIFTS, "prize": 1}, "jousters: this table plays without jousts"),
        ("service_offer", {"offered": {"hat": 0}}, "offered: 'hat' is none of armor"),
        ("service_offer", {"offered": {"honor": 0}}, "offered: seat 0 has no honor that round_table asks for"),
        ("service_offer", {"service_card": 1}, "service_card: this table plays without Service cards"),
        ("service_offer", {"withdrawn": [1]}, "withdrawn: nobody may hold back at this table"),
        ("camlann_fight", BATTLE, "phase: this table plays without the Battle of Camlann"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_its_part(asks: str, lies: Any, part: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(3, asks, lies)
    assert str(refused.value).startswith(part) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("parts", "part"),
    [
        ({"sides": ["arthur", "mordred"]}, "sides: arthur or mordred for each of the 3 seats"),
        ({"sides": ["arthur", "arthur", "mordred"]}, "sides: the first in the order leads Arthur's side"),
        ({"order": [0, 0, 1]}, "order: each of the 3 seats once"),
        ({"battle": -1}, "battle: a number from 0"),
    ],
)
def test_a_battle_that_cannot_be_is_refused(parts: dict[str, Any], part: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(3, "camlann_fight", {**BATTLE, **parts}, CAMLANN)
    assert str(refused.value).startswith(part)


def test_a_game_that_is_to_end_must_end() -> None:
    with pytest.raises(BadPosition, match="does not lead to the end but to 'arthur_discard_event'"):
        GAME.position(3, "", {})
