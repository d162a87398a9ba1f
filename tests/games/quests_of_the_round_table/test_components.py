"""Components: what the tables of the rules page list is what is played with."""

from __future__ import annotations

from collections import Counter

from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.cards import CARDS, RANK_BP, RANK_NAMES
from tests.press.probe import copies, id_of, listed


def test_the_cards_of_a_match():
    rows = copies(GAME.slug)
    for name in ("Shields", *RANK_NAMES[:3]):  # numbers and names, not pieces
        del rows[name]
    played = Counter(map(GAME.piece_name, GAME.match(GAME.seats[1]).state.pieces))
    assert played == {id_of(name): n for name, n in rows.items()}


def test_battle_points():
    fighters = {card.name: card.bp for card in CARDS.values() if card.bp}
    assert listed(GAME.slug, "bp") == fighters | dict(zip(RANK_NAMES, RANK_BP))
