"""Components: what the tables of the rules page list is what is played with."""

from __future__ import annotations

from collections import Counter

from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.cards import CARDS
from tests.press.probe import copies, id_of, listed


def test_the_cards_and_gems_of_a_match():
    state, rows = GAME.match(GAME.seats[1]).state, copies(GAME.slug)
    assert sum(state.gems) == rows.pop("Gems")
    assert Counter(map(GAME.piece_name, state.pieces)) == {id_of(name): n for name, n in rows.items()}


def test_strengths():
    assert listed(GAME.slug, "strength") == {card.name: card.strength for card in CARDS if card.strength}
