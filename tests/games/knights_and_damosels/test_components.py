"""Components: what the tables of the rules page list is what is played with."""

from __future__ import annotations

import pytest

from roundtable.games.knights_and_damosels import GAME
from roundtable.games.knights_and_damosels.cards import (
    DAMOSEL_GOAL,
    DAMOSEL_IDS,
    KNIGHT_GOAL,
    KNIGHT_IDS,
    SERVICE,
    WORSHIP_CARDS,
    WORSHIP_GOAL,
)
from roundtable.press import Settings, kit
from roundtable.press.printing import pages
from tests.press.probe import copies, listed


def test_the_cards_of_a_match():
    rows = copies(GAME.slug)
    assert len(GAME.match(GAME.seats[1]).state.pieces) == rows["Chivalry cards"] + rows["Events"]
    assert sum(WORSHIP_CARDS.values()) == rows["Worship"] and len(SERVICE) == rows["Service"]
    assert len(KNIGHT_IDS) == rows["Knights"] and len(DAMOSEL_IDS) == rows["Damosels"]


@pytest.mark.parametrize("players", DAMOSEL_GOAL)
def test_goals(players):
    goals = [DAMOSEL_GOAL[players], KNIGHT_GOAL[players], WORSHIP_GOAL[players]]
    assert list(listed(GAME.slug, str(players)).values()) == goals


def test_108_cards_on_twelve_sheets():
    sheets = list(pages(kit(GAME), Settings(only=("cards",)), GAME.title))
    slots = [page["slots"] for page in sheets]
    assert [len(each) for each in slots if isinstance(each, list)] == [9] * 24
