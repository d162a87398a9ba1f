"""Of Knights and Ninjas, section 2: the twenty kinds of cards and the decks made of them, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from roundtable.engine import FIRST_PIECE, by_piece
from roundtable.games.edition import TEXT, Field, demand, edited

SLUG: Final = "of-knights-and-ninjas"


@dataclass(frozen=True)
class Card:
    """One kind of card: how many there are, what it is, and how it looks."""

    id: str
    count: int
    family: str
    strength: int
    living: bool
    icon: str  # of game-icons.net
    also: str = ""  # its second use, a family too
    name: str = ""
    text: str = ""
    duel: str = ""  # its text between two players, where that is another one


# What stands at the foot of a card, in our own words.
TEXTS: Final = {
    "peasant": "Attacks or answers with {strength}. Any number may march together in a revolt.",
    "soldier": "Attacks or answers a common attack with {strength}.",
    "knight": "Attacks or answers a common attack with {strength}. Falls for a princess.",
    "king": "Attacks or answers a common attack with {strength}.",
    "queen": "Attacks or answers a common attack with {strength}.",
    "ninja": "Attacks with {strength} past castle and archer, and may kill the archer.",
    "dragon": "Attacks with {strength} past a castle, and may burn it. An archer keeps it away.",
    "archer": "On the wall: only a ninja gets past. As a pre-attack: shoots an archer.",
    "castle": "Common attacks need a ladder. Beware of dragons, catapults and the monk.",
    "minstrel": "Nobody can attack you until your next turn. Also answers any attack.",
    "ladder": "Common attacks climb over the castle for the rest of the turn.",
    "catapult": "Destroys a castle.",
    "princess": "Answers a knight or a dragon and takes it into your hand.",
    "executioner": "Answers any attack or an archer: off with its head, and the turn ends.",
    "traitor": "Answers a common attack and turns it against its sender, past all walls.",
    "highwayman": "Out of turn: takes all gems that were just captured in an attack.",
    "herald": "Every rival shows a card; you take one of them.",
    "merchant": "Pay a rival and take half of their cards, unseen.",
    "monk": "Every rival with a castle pays you cards or gems.",
    "jester": "Plays as any living kind.",
}
# And between two players, where the card does something else (4.10).
DUEL_TEXTS: Final = {
    "minstrel": "Your rival discards two cards, and the minstrel goes. Also answers any attack.",
    "highwayman": "Takes all gems that were just captured in an attack, in anybody's turn.",
    "herald": "Your rival shows two cards; you take one of them.",
    "merchant": "Pay your rival 2 gems and take half of the cards, unseen.",
    "monk": "A rival with a castle pays you 3 cards or 2 gems.",
}


def _table(cards: Sequence[Card], strength: bool) -> tuple[Card, ...]:
    """A table with its words, open to an edition.  A new kind is a common attacker that no other card names."""
    worded = [
        replace(card, name=card.id.capitalize(), text=TEXTS[card.id], duel=DUEL_TEXTS.get(card.id, ""))
        for card in cards
    ]
    fields: dict[str, Field] = {"name": TEXT, "count": (0, 60), "icon": TEXT, "text": TEXT, "duel": TEXT}
    if strength:
        return edited(SLUG, "cards", worded, fields | {"strength": (1, 9)}, ("soldier", "king", "queen"))
    return edited(SLUG, "cards", worded, fields)


# 2.1 The list adds up to 100 cards (R1).  The Highwayman's text is reconstructed (2.4, R2), and the dragon's printed
# strength is read as 2 (R21).
ATTACKERS: Final = _table(
    (
        Card("peasant", 24, "attack", 1, True, "pitchfork", "respond"),
        Card("soldier", 16, "attack", 2, True, "pikeman", "respond"),
        Card("knight", 9, "attack", 3, True, "mounted-knight", "respond"),
        Card("king", 3, "attack", 4, True, "crown", "respond"),
        Card("queen", 1, "attack", 5, True, "queen-crown", "respond"),
        Card("ninja", 5, "unique", 2, True, "ninja-heroic-stance"),
        Card("dragon", 3, "unique", 2, True, "dragon-head"),
    ),
    strength=True,
)
OTHERS: Final = _table(
    (
        Card("archer", 6, "fortify", 0, True, "bowman", "pre-attack"),
        Card("castle", 6, "fortify", 0, False, "castle"),
        Card("minstrel", 2, "fortify", 0, True, "lyre", "respond"),
        Card("ladder", 6, "pre-attack", 0, False, "ladder"),
        Card("catapult", 2, "pre-attack", 0, False, "catapult"),
        Card("princess", 2, "respond", 0, True, "tiara"),
        Card("executioner", 2, "respond", 0, True, "executioner-hood"),
        Card("traitor", 2, "respond", 0, True, "backstab"),
        Card("highwayman", 3, "respond", 0, True, "robber"),
        Card("herald", 2, "special", 0, True, "trumpet-flag"),
        Card("merchant", 2, "special", 0, True, "trade"),
        Card("monk", 2, "special", 0, True, "monk-face"),
        Card("jester", 2, "wild", 0, True, "jester-hat"),
    ),
    strength=False,
)
CARDS: Final = ATTACKERS + OTHERS
demand(SLUG, sum(card.count for card in CARDS) >= 60, "there must be at least 60 cards", "cards")

CARD: Final = {card.id: card for card in CARDS}
KINDS: Final = tuple(card.id for card in CARDS)
ORDER: Final = {kind: i for i, kind in enumerate(KINDS)}
CALLED: Final = {card.id: card.name.lower() for card in CARDS}  # in a sentence
JESTER: Final = "jester"

# How a family is called and drawn: tincture and pattern together name it.
FAMILIES: Final = {
    "attack": ("common attack", "rubric", "plain"),
    "unique": ("unique attack", "murrey", "lozengy"),
    "fortify": ("fortification", "woad", "barry"),
    "pre-attack": ("pre-attack", "slate", "chevronny"),
    "respond": ("response", "verdigris", "paly"),
    "special": ("special action", "gold", "vair"),
    "wild": ("wild card", "gold", "lozengy"),
}

COMMON: Final = tuple(card.id for card in CARDS if card.family == "attack")
PRE_ATTACKS: Final = ("ladder", "catapult", "archer")
WALLS: Final = ("castle", "archer", "minstrel")  # one of each kind may lie before a player
SPECIALS: Final = ("herald", "merchant", "monk")
STRENGTH: Final = {card.id: card.strength for card in CARDS}

# A piece's number tells its kind; numbers begin so high that no other number of a match looks like one.
KIND: Final = by_piece([card.id for card in CARDS for _ in range(card.count)], "")
KIND_BIT: Final = {kind: 1 << i for kind, i in ORDER.items()}
BIT: Final = tuple(KIND_BIT.get(kind, 0) for kind in KIND)  # to tell quickly which kinds a hand holds

# 2.1 Deck presets: what is left out.  `core_95` is also the duel without expansions (R36).
LEFT_OUT: Final[dict[str, tuple[str, ...]]] = {
    "listed_100": (),
    "no_queen_99": ("queen",),
    "core_95": ("queen", "monk", "minstrel"),
}
DECKS: Final = tuple(LEFT_OUT)
PIECES: Final = {
    preset: tuple(piece for piece in range(FIRST_PIECE, len(KIND)) if KIND[piece] not in left_out)
    for preset, left_out in LEFT_OUT.items()
}


def jester_kinds(preset: str) -> tuple[str, ...]:
    """What a Jester may stand for: any other living kind of the deck (R22).

    >>> "castle" in jester_kinds("listed_100"), "queen" in jester_kinds("no_queen_99")
    (False, False)
    """
    left_out = (JESTER, *LEFT_OUT[preset])
    return tuple(card.id for card in CARDS if card.living and card.count and card.id not in left_out)


# The words of answers.  A Jester is played with its meaning; the archer on one's own wall has a word of its own.
JESTER_AS: Final = {card.id: f"{JESTER}:{card.id}" for card in CARDS if card.living and card.id != JESTER}
WALL_ARCHER: Final = "wall:archer"
MEANING: Final = (
    {kind: kind for kind in KINDS} | {word: kind for kind, word in JESTER_AS.items()} | {WALL_ARCHER: "archer"}
)
HELD: Final = {kind: kind for kind in KINDS} | dict.fromkeys(JESTER_AS.values(), JESTER)
HELD_BIT: Final = {word: KIND_BIT[kind] for word, kind in HELD.items()}

# 2.2 Gems.
GEMS: Final = 5
DUEL_GEMS: Final = 6
GOAL: Final = 10
DUEL_GOAL: Final = 12
