"""Components: what the tables of the rules page list is what is played with."""

from __future__ import annotations

from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.board import board
from roundtable.games.lancelot.cards import GOOD_LOOKS, GOODS, VIRTUE_LOOKS
from tests.press.probe import copies, listed


def test_the_tiles_goods_and_knights_of_a_match():
    state, rows = GAME.match(GAME.seats[1]).state, copies(GAME.slug)
    assert len(state.pieces) == rows["Deed tiles"]
    titles = {look.name: n for look, n in zip((GOOD_LOOKS[good] for good in GOODS), state.reserve)}
    assert titles == {name: rows[name] for name in titles}
    assert sum(state.discs) == rows["Disc"] and GAME.seats[1] == rows["Knight"]


def test_values_of_virtues():
    titles, values = [look.name for look in VIRTUE_LOOKS.values()], board("reconstructed_v1").values
    assert listed(GAME.slug, "low") == {title: low for title, (low, _) in zip(titles, values)}
    assert listed(GAME.slug, "high") == {title: high for title, (_, high) in zip(titles, values)}
