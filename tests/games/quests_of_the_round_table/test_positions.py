"""Positions by names of cards: what cannot be is refused in one clear line."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import BadPosition
from roundtable.games.quests_of_the_round_table import GAME


def lay(asks: str, **lies: Any) -> None:
    GAME.position(players=2, asks=asks, lies=lies)


@pytest.mark.parametrize(
    ("asks", "lies", "fault"),
    [
        ("sponsor_quest", {"tale": "boar_hunt"}, "unknown part of a position: 'tale'"),
        ("sponsor_quests", {}, "there is no question 'sponsor_quests'"),
        ("sponsor_quest", {"players": [{}]}, "describe each of the 2 players"),
        ("sponsor_quest", {"players": [{"gold": 3}, {}]}, "seat 0: a player has no 'gold'"),
        ("sponsor_quest", {"players": [{"rank": "duke"}, {}]}, "seat 0: there is no rank 'duke'"),
        ("sponsor_quest", {"players": [{"hand": ["dragon", "dragon"]}, {}]}, "there is no 'dragon' left to lay"),
        ("sponsor_quest", {"story": "boar_hunt", "current": 2}, "there is no seat 2"),
        ("join_quest", {"story": "boar_hunt", "sponsor": 0, "stages": [["boar"]]}, "this quest has 2 stages"),
        ("join_quest", {"story": "boar_hunt", "sponsor": 0, "stages": [["giant"], ["boar"]]}, "4.4.2: stage 2"),
        ("join_tournament", {"story": "boar_hunt"}, "does not lead to 'join_tournament' but to 'sponsor_quest'"),
        ("sponsor_quest", {"story": "boar_hunt", "players": [{"shields": 7}, {}]}, "4.9: seat 0 has 7 shields"),
        (
            "play_foe_stage",
            {
                "story": "boar_hunt",
                "sponsor": 0,
                "stages": ["boar", "next_stage", "giant"],
                "participants": [1],
                "stage": 3,
            },
            "there is no stage 3",
        ),
    ],
)
def test_refused(asks: str, lies: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadPosition) as refused:
        lay(asks, **lies)
    assert fault in str(refused.value) and "\n" not in str(refused.value)


def test_the_last_stage_of_a_quest() -> None:
    match = GAME.position(
        players=3,
        asks="play_foe_stage",
        lies={
            "players": [{}, {"hand": ["excalibur"]}, {}],
            "story": "boar_hunt",
            "sponsor": 0,
            "stages": ["boar", "next_stage", "evil_knight"],
            "participants": [1],
            "stage": 2,
        },
    )
    match.answer(1, "excalibur")
    assert [e["passed"] for e in match.events if e.name == "fought"] == [True]
