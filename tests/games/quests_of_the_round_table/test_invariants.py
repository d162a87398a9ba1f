"""Quests of the Round Table: what no single state can show, read from the logs of whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.cards import CARDS, STAGES

PLAYERS = (2, 3, 4)


def story_by_story(players: int, seed: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """The states at the first questions of two successive stories, and the events in between."""
    rng = Random(seed)
    match = GAME.match(players=players, seed=seed)
    before, told = match.state.clone(), 0
    while match.asked:
        seat = match.asked[0]
        match.answer(seat, match.choice(seat).sample(rng))
        after: Any = match.state
        if after.turn != before.turn or not after.question:
            yield before, after, match.events[told:]
            before, told = match.state.clone(), len(match.events)


@pytest.mark.parametrize("players", PLAYERS)
def test_ranks_shields_bids_and_draws(players: int) -> None:
    for seed in range(4):
        for before, after, events in story_by_story(players, seed):
            assert all(old <= new for old, new in zip(before.rank, after.rank, strict=True))  # 4.9
            bid = 0
            for i, event in enumerate(events):
                if event.name == "stage_shown":
                    bid = 0
                elif event.name == "bid":  # 4.4.8
                    assert event["bid"] > bid
                    bid = event["bid"]
                elif event.name == "test_won":
                    paid = [e for e in events[i:] if e.name == "paid"][:1] if event["cards"] else []
                    assert sum(len(e["cards"]) for e in paid) == event["cards"] <= bid
                elif event.name == "completed":  # 4.4.9
                    assert event["stages"] in STAGES.values() and event["bonus"] in (0, 2, 4)
                elif event.name == "tournament_won":
                    entered = sum(1 for e in events if e.name == "entered")
                    assert event["entrants"] == entered
                    assert any(card.bonus == event["bonus"] for card in CARDS.values() if card.kind == "tournament")
            laid = [sum(e["sizes"]) + len(e["sizes"]) for e in events if e.name == "quest_laid"]
            drew = sum(len(e["cards"].pieces) for e in events if e.name == "drawn" and e["why"] == "sponsor")
            assert drew == sum(laid)  # 4.4.9
