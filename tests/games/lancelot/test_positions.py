"""Lancelot: every question can be arranged by names, and what does not fit is refused by its name."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import BadPosition
from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.questions import QUESTIONS

from .table import tiles

BLUE = {"at": "joust.1"}
HOME = {"seat": "merlin", "sword": 1}
DIRECT: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {  # red, blue, the rest
    "choose_colour": ({}, {}, {"chosen": ["yellow"]}),
    "choose_start_seat": ({}, {"seat": "merlin", "magic": 1}, {}),
    "place_crown": ({"seat": "arthur"}, BLUE, {}),
    "take_gift": ({"seat": "guinevere"}, BLUE, {}),
    "choose_move": ({"at": "galahad"}, BLUE, {}),
    "choose_counters": ({"at": "stronghold.mace.2"}, BLUE, {"active": "red", "offer": ["mace", "squire"]}),
    "choose_cards": ({"at": "distant.2"}, BLUE, {}),
    "choose_virtue": ({"at": "percival", "galahad": ["benevolence"]}, BLUE, {}),
    "choose_galahad_virtue": ({"at": "galahad"}, BLUE, {"order": ["blue"]}),
    "choose_deed": ({"at": "dragon", "sword": 3, "lance": 3}, BLUE, {"dragon": tiles(1, 4, 14)}),
    "use_morgana": ({"at": "morgana", "morgana": "eye"}, BLUE, {"turn": 3}),
    "use_magic": ({"seat": "arthur", "magic": 1, "squire": 1}, HOME, {"order": ["red"]}),
    "choose_tied_category": (
        {"seat": "arthur", "sword": 1, "mace": 1},
        {**HOME, "mace": 1},
        {"open": ["sword", "mace"]},
    ),
}


def test_every_question_can_be_arranged_directly() -> None:
    assert set(DIRECT) == set(QUESTIONS)
    for asks, (red, blue, lies) in DIRECT.items():
        options = {"seat_gift_optional": asks == "take_gift", "colours": "chosen"}
        knights = {} if asks == "choose_colour" else {"knights": {"red": red, "blue": blue}}
        match = GAME.position(2, asks, {**knights, **lies}, options)
        seat = len(lies.get("chosen", ()))
        assert (match.question, match.asked) == (asks, (seat,))
        match.answer(seat, next(iter(match.choice(seat).every())))


ROAD = {"at": "galahad"}


@pytest.mark.parametrize(
    ("red", "blue", "lies", "wrong"),
    [
        ({**ROAD, "vp": -3}, BLUE, {}, "red: vp: a number from 0 to 500, not -3"),
        (ROAD, BLUE, {"turn": 0}, "turn: a number from 1 to 8, not 0"),
        (ROAD, BLUE, {"order": ["red", "red"]}, "order: a knight is named twice"),
        (ROAD, BLUE, {"order": ["green"]}, "order: 'green' is none of red, blue"),
        ({**ROAD, "pass": True}, BLUE, {}, "red: pass: a second tour is Morgana's"),
        ({"seat": "arthur", "pass": True}, BLUE, {}, "red: pass: no part of a knight"),
        ({**ROAD, "sent_home": True}, BLUE, {}, "red: sent_home: only from the Grail"),
        (
            {**ROAD, "sword_of_excalibur": True},
            {**BLUE, "sword_of_excalibur": True},
            {},
            "blue: sword_of_excalibur: red",
        ),
        ({"at": "lake.2", "counter": True}, {**BLUE, "counter": True}, {}, "blue: counter: red has it"),
        ({"at": "lake.1"}, {"at": "lake.2"}, {}, "lake: the Lake is for one player in a turn"),
        ({"at": "dragon"}, BLUE, {"visitors": ["blue"]}, "visitors: whoever stands at the Dragon has visited it"),
        (ROAD, BLUE, {"dragon": tiles(1, 2, 3, 4)}, "dragon: 3 tiles lie face up at most"),
        (ROAD, BLUE, {"dragon": tiles(1), "stack": tiles(1)}, "stack: deed_01 cannot lie in two places"),
        ({**ROAD, "galahad": ["honor"], "percival": ["honor"]}, BLUE, {}, "red: percival: a Virtue has one disc"),
        ({**ROAD, "advantages": ["arthur"]}, BLUE, {}, "red: advantages: 'arthur' is none of bedivere"),
        ({**ROAD, "sword": 20}, {**BLUE, "sword": 1}, {}, "blue: sword: there are only 20 of them in all"),
        ({**ROAD, "at": 7}, BLUE, {}, "red: at: 7 is none of joust.1"),
        (ROAD, BLUE, {"offer": ["sword"]}, "offer: no part of a position for choose_move"),
        (ROAD, {}, {}, "blue: name either the space ('at') or the seat of the knight"),
        (ROAD, 3, {}, "blue: parts by their names are wanted, not 3"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(red: Any, blue: Any, lies: dict[str, Any], wrong: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(2, "choose_move", {"knights": {"red": red, "blue": blue}, **lies})
    assert str(refused.value).startswith(wrong) and "\n" not in str(refused.value)


def test_three_cannot_be_at_the_dragon() -> None:
    knights = {colour: {"at": "dragon"} for colour in ("red", "blue", "green")}
    with pytest.raises(BadPosition, match="the Dragon is for two players"):
        GAME.position(3, "choose_move", {"knights": knights})


def test_a_question_needs_its_knight() -> None:
    with pytest.raises(BadPosition, match="active: one knight that stands where choose_virtue is asked is wanted"):
        GAME.position(2, "choose_virtue", {"knights": {"red": ROAD, "blue": BLUE}})
    with pytest.raises(BadPosition, match="there is no question 'dance'"):
        GAME.position(2, "dance", {})
