"""Components: what the tables of the rules page list is what is played with."""

from __future__ import annotations

from collections import Counter

from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.cards import BATTLE, HEARTS, SHIELD_CARDS, SHIELDS
from tests.press.probe import copies, id_of, listed


def test_the_cards_of_a_match():
    rows, most = copies(GAME.slug), GAME.seats[1]
    assert {card.name: most * card.count for card in BATTLE[:2]} == {
        card.name: rows.pop(card.name) for card in BATTLE[:2]
    }
    assert rows.pop("Shield card") == most * SHIELD_CARDS
    played = Counter(map(GAME.piece_name, GAME.match(most).state.pieces))
    assert played == {id_of(name): n for name, n in rows.items() if id_of(name) in played}
    assert played.total() == most * 13


def test_hearts_and_shields():
    assert listed(GAME.slug, "hearts") == {name.capitalize(): n for name, n in HEARTS.items()}
    assert listed(GAME.slug, "shields") == {name.capitalize(): n for name, n in SHIELDS.items()}
