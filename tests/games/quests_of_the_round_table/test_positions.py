"""Positions by names of cards: what cannot be is refused in one clear line."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import BadPosition
from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.cards import CARDS, KIND
from roundtable.games.quests_of_the_round_table.questions import QUESTIONS

QUEST = {"story": "boar_hunt", "sponsor": 0, "stages": [["boar"], ["giant"]]}
TEST = {**QUEST, "stages": [["test_of_valor"], ["giant"]], "participants": [1], "players": [{}, {"hand": ["boar"]}]}


def lay(asks: str, **lies: Any) -> None:
    GAME.position(players=2, asks=asks, lies=lies)


@pytest.mark.parametrize(
    ("asks", "lies", "fault"),
    [
        ("sponsor_quest", {"tale": "boar_hunt"}, "tale: no part of a position for sponsor_quest"),
        ("sponsor_quests", {}, "there is no question 'sponsor_quests'"),
        ("sponsor_quest", {"players": [{}]}, "players: 2 players are wanted, not 1"),
        ("sponsor_quest", {"players": [{"gold": 3}, {}]}, "players 0: gold: no part of a player"),
        ("sponsor_quest", {"players": [{"rank": "duke"}, {}]}, "players 0: rank: 'duke' is none of squire"),
        (
            "sponsor_quest",
            {"players": [{"hand": ["dragon", "dragon"]}, {}]},
            "players 0: hand: there is no dragon left to lay",
        ),
        ("sponsor_quest", {"story": "boar_hunt", "current": 2}, "current: there is no seat 2"),
        ("join_quest", {"story": "boar_hunt", "sponsor": 0, "stages": [["boar"]]}, "this quest has 2 stages"),
        ("join_quest", {"story": "boar_hunt", "sponsor": 0, "stages": [["giant"], ["boar"]]}, "4.4.2: stage 2"),
        ("join_tournament", {"story": "boar_hunt"}, "does not lead to 'join_tournament' but to 'sponsor_quest'"),
        (
            "sponsor_quest",
            {"story": "boar_hunt", "players": [{"shields": 7}, {}]},
            "players 0: shields: a number from 0 to 4, not 7",
        ),
        ("join_quest", {"story": "boar_hunt", "stages": [["boar"], ["giant"]]}, "stages: they need a sponsor"),
        ("join_quest", {**QUEST, "participants": [0]}, "participants: the sponsor does not ride his own quest"),
        ("join_quest", {**QUEST, "stages": [["sword"], ["giant"]]}, "stages: stage 1 begins with a foe or a Test"),
        ("join_quest", {**QUEST, "stages": [["boar"], []]}, "stages: one to 5 stages are wanted, none of them empty"),
        ("join_quest", {**QUEST, "stages": 3}, "stages: a list is wanted, not 3"),
        ("join_quest", {**QUEST, "bid": 3}, "bid: no part of a position for join_quest"),
        ("bid_test", {**QUEST, "participants": [1]}, "stage: stage 1 is no Test"),
        ("bid_test", {**TEST, "bid": 2}, "bid: a bid of 3 at least and its bidder belong together"),
        ("bid_test", {**TEST, "bid": 4, "bidder": 1}, "bidder: seat 1 cannot have bid 4"),
        ("play_tournament", {"story": "tournament_at_york", "participants": [1]}, "participants: two at least"),
        ("play_tournament", {"story": "tournament_at_york", "participants": [1, 1]}, "participants: a seat is named"),
        ("sponsor_quest", {"story": ["boar_hunt"]}, "story: ['boar_hunt'] is none of"),
        ("sponsor_quest", {"pending": 3}, "pending: a number from 0 to 2, not 3"),
        (
            "play_foe_stage",
            {
                "story": "boar_hunt",
                "sponsor": 0,
                "stages": ["boar", "next_stage", "giant"],
                "participants": [1],
                "stage": 3,
            },
            "stage: a number from 1 to 2, not 3",
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


DIRECT: dict[str, dict[str, Any]] = {  # of three players
    "sponsor_quest": {"story": "boar_hunt", "next": 2},
    "setup_quest": {"story": "boar_hunt", "sponsor": 1, "players": [{}, {"hand": ["boar", "giant"]}, {}]},
    "join_quest": {**QUEST, "next": 2, "joined": [1]},
    "hand_limit": {"story": "pox", "players": [{}, {"hand": ["thieves"] * 8 + ["sword"] * 6}, {}]},
    "merlin_preview": {**QUEST, "participants": [1], "players": [{}, {"court": ["merlin"]}, {}]},
    "play_foe_stage": {**QUEST, "participants": [2], "stage": 2, "players": [{}, {}, {"hand": ["merlin"]}]},
    "bid_test": {
        **TEST,
        "participants": [1, 2],
        "players": [{}, {"hand": ["boar", "mordred"]}, {"hand": ["boar"] * 3, "court": ["sir_galahad"]}],
        "bid": 2,
        "bidder": 1,
    },
    "test_discard": {**TEST, "players": [{}, {"hand": ["boar"] * 4}, {}], "bid": 3, "bidder": 1},
    "join_tournament": {"story": "tournament_at_york", "next": 1, "joined": [0]},
    "play_tournament": {
        "finalists": [0, 2],
        "round": 2,
        "players": [{"court": ["merlin"], "counted": ["merlin"]}, {}, {}],
    },
    "call_to_arms": {"story": "kings_call_to_arms", "players": [{"hand": ["sword"]}] * 3},
    "mordred_window": {**QUEST, "participants": [1], "players": [{}, {"field": ["sword"], "court": ["merlin"]}, {}]},
    "prosperity_draw": {"story": "prosperity_throughout_the_realm", "next": 2, "joined": [1]},
}


def test_every_question_can_be_arranged_directly() -> None:
    assert set(DIRECT) == set(QUESTIONS)
    for asks, lies in DIRECT.items():
        match = GAME.position(3, asks, lies, {"prosperity_optional": True})
        assert match.question == asks
        seat = match.asked[0]
        match.answer(seat, next(iter(match.choice(seat).every())))


def test_each_window_of_mordred_can_be_arranged() -> None:
    """Given cards shown, a bid made or a story turned up, then it is that window which is open."""
    court = [{}, {"court": ["merlin"]}, {"hand": ["mordred"]}]
    fight = GAME.position(3, "mordred_window", {**QUEST, "participants": [1], "players": court})
    bidding = GAME.position(3, "mordred_window", {**TEST, "participants": [1, 2], "players": court})
    york = {"story": "tournament_at_york", "participants": [0, 1], "players": court}
    joust = GAME.position(3, "mordred_window", york)
    story = GAME.position(3, "mordred_window", {"story": "pox", "players": court})
    events = []
    for match in (fight, bidding, joust, story):
        while match.question == "mordred_window":
            match.answer(match.asked[0], "pass")
        events.append([event.name for event in match.events][:1])
    assert events == [["fought"], [], ["jousted"], ["shields_lost"]] and bidding.question == "bid_test"


def test_unnamed_cards_are_mixed() -> None:
    match = GAME.position(2, "sponsor_quest", {"story": "boar_hunt"})
    top = [CARDS[KIND[piece]].kind for piece in match.state.adventure_deck[:12]]
    assert len(set(top)) >= 3
