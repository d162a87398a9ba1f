"""Quests of the Round Table, section 2: the adventure deck, the story deck and the ranks, as data.

One line per kind of card: an owner of the printed game can compare and correct it here.  Names follow the printed
cards (R43).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from roundtable.engine import FIRST_PIECE, by_piece
from roundtable.games.edition import TEXT, Field, demand, edited

SLUG: Final = "quests-of-the-round-table"


@dataclass(frozen=True)
class Card:
    """A kind of card: what it is, how many there are, and how it looks."""

    id: str
    name: str
    kind: str
    count: int
    icon: str
    text: str = ""
    bp: int = 0  # battle points; of a foe: the low number
    high: int = 0  # of a foe: the number on a quest that names it (R25)
    bids: int = 0  # free bids of an ally or an Amour; of a Test: its printed minimum
    special_bp: int = 0
    special_bids: int = 0
    special: str = ""  # the quest, or the ally in play, that brings the special number
    stages: int = 0
    raises: tuple[str, ...] = ()  # foes that the quest names
    bonus: int = 0  # shields of a tournament


def _table(
    cards: tuple[Card, ...], fields: dict[str, Field], most: int = 30, by_name: Iterable[str] = ()
) -> tuple[Card, ...]:
    """A table of cards, open to an edition; nothing new is like those that the rules know `by_name`."""
    looks: dict[str, Field] = {"name": TEXT, "count": (0, most), "icon": TEXT, "text": TEXT}
    return edited(SLUG, "cards", cards, looks | fields, [card.id for card in cards if card.id not in by_name])


BP: Final[Field] = (1, 99)  # bounds of what an edition may write on a card
BIDS: Final[Field] = (0, 9)

# 2.1 The adventure deck.  Weapons are spelled in this order, the strongest first.
WEAPON_CARDS: Final = _table(
    (
        Card("excalibur", "Excalibur", "weapon", 2, "sword-in-stone", bp=30),
        Card("lance", "Lance", "weapon", 6, "barbed-spear", bp=20),
        Card("battle_ax", "Battle-ax", "weapon", 8, "battle-axe", bp=15),
        Card("sword", "Sword", "weapon", 16, "broadsword", bp=10),
        Card("horse", "Horse", "weapon", 11, "horse-head", bp=10),
        Card("dagger", "Dagger", "weapon", 6, "plain-dagger", bp=5),
    ),
    {"bp": BP},
)
FOE_CARDS: Final = _table(
    (
        Card("dragon", "Dragon", "foe", 1, "dragon-head", bp=50, high=70),
        Card("giant", "Giant", "foe", 2, "giant", bp=40, high=40),
        Card(
            "mordred", "Mordred", "foe", 4, "crowned-skull", "Or give him up from hand to send any ally away.", 30, 30
        ),
        Card("green_knight", "Green Knight", "foe", 2, "oak-leaf", bp=25, high=40),
        Card("black_knight", "Black Knight", "foe", 3, "black-knight-helm", bp=25, high=35),
        Card("evil_knight", "Evil Knight", "foe", 6, "visored-helm", bp=20, high=30),
        Card("saxon_knight", "Saxon Knight", "foe", 8, "barbute", bp=15, high=25),
        Card("robber_knight", "Robber Knight", "foe", 7, "robber", bp=15, high=15),
        Card("saxons", "Saxons", "foe", 5, "crossed-axes", bp=10, high=20),
        Card("boar", "Boar", "foe", 4, "boar", bp=5, high=15),
        Card("thieves", "Thieves", "foe", 8, "cloak-dagger", bp=5, high=5),
    ),
    {"bp": BP, "high": BP},
    by_name=("mordred",),
)
TEST_CARDS: Final = _table(
    (
        Card("test_of_valor", "Test of Valor", "test", 2, "sword-clash", "Bid cards; the highest bidder goes on."),
        Card(
            "test_of_temptation",
            "Test of Temptation",
            "test",
            2,
            "shiny-apple",
            "Bid cards; the highest bidder goes on.",
        ),
        Card(
            "test_of_morgan_le_fey",
            "Test of Morgan Le Fey",
            "test",
            2,
            "witch-flight",
            "Bid at least {bids} cards.",
            bids=3,
        ),
        Card(
            "test_of_the_questing_beast",
            "Test of the Questing Beast",
            "test",
            2,
            "wyvern",
            "Bid at least {bids} cards on the Search for the Questing Beast.",
            bids=4,
            special="search_for_the_questing_beast",
        ),
    ),
    {"bids": BIDS, "special": TEXT},
)
ALLY_CARDS: Final = _table(
    (
        Card("sir_galahad", "Sir Galahad", "ally", 1, "white-tower", bp=15),
        Card(
            "sir_lancelot",
            "Sir Lancelot",
            "ally",
            1,
            "mounted-knight",
            "{special_bp} when defending the Queen's honor.",
            15,
            special_bp=25,
            special="defend_the_queens_honor",
        ),
        Card("king_arthur", "King Arthur", "ally", 1, "crown", "{bids} free bids.", 10, bids=2),
        Card(
            "sir_tristan",
            "Sir Tristan",
            "ally",
            1,
            "harp",
            "{special_bp} while Queen Iseult is in play.",
            10,
            special_bp=20,
            special="queen_iseult",
        ),
        Card(
            "king_pellinore",
            "King Pellinore",
            "ally",
            1,
            "hound",
            "{special_bids} free bids on the Search for the Questing Beast.",
            10,
            special_bids=4,
            special="search_for_the_questing_beast",
        ),
        Card(
            "sir_gawain",
            "Sir Gawain",
            "ally",
            1,
            "sun",
            "{special_bp} on the Test of the Green Knight.",
            10,
            special_bp=20,
            special="test_of_the_green_knight",
        ),
        Card(
            "sir_percival",
            "Sir Percival",
            "ally",
            1,
            "holy-grail",
            "{special_bp} on the Search for the Holy Grail.",
            5,
            special_bp=20,
            special="search_for_the_holy_grail",
        ),
        Card("queen_guinevere", "Queen Guinevere", "ally", 1, "queen-crown", "{bids} free bids.", bids=3),
        Card(
            "queen_iseult",
            "Queen Iseult",
            "ally",
            1,
            "magic-potion",
            "{bids} free bids, {special_bids} while Sir Tristan is in play.",
            bids=2,
            special_bids=4,
            special="sir_tristan",
        ),
        Card("merlin", "Merlin", "ally", 1, "pointy-hat", "Once per quest, look at a stage that lies face down."),
    ),
    {"bp": (0, 99), "bids": BIDS, "special_bp": (0, 99), "special_bids": BIDS, "special": TEXT},
    most=1,
    by_name=("merlin",),
)
AMOUR_CARDS: Final = _table(
    (
        Card(
            "amour", "Amour", "amour", 8, "hearts", "Free bids: {bids}. Stays for this quest or tournament.", 10, bids=1
        ),
    ),
    {"bp": BP, "bids": BIDS},
    by_name=("amour",),
)

# 2.2 The story deck.
_ALL: Final = tuple(card.id for card in FOE_CARDS)
QUEST_CARDS: Final = _table(
    (
        Card(
            "search_for_the_holy_grail",
            "Search for the Holy Grail",
            "quest",
            1,
            "holy-grail",
            "Raises all foes.",
            stages=5,
            raises=_ALL,
        ),
        Card(
            "test_of_the_green_knight",
            "Test of the Green Knight",
            "quest",
            1,
            "oak-leaf",
            "Raises the Green Knight.",
            stages=4,
            raises=("green_knight",),
        ),
        Card("search_for_the_questing_beast", "Search for the Questing Beast", "quest", 1, "wyvern", stages=4),
        Card(
            "defend_the_queens_honor",
            "Defend the Queen's Honor",
            "quest",
            1,
            "queen-crown",
            "Raises all foes.",
            stages=4,
            raises=_ALL,
        ),
        Card(
            "rescue_the_fair_maiden",
            "Rescue the Fair Maiden",
            "quest",
            1,
            "imprisoned",
            "Raises the Black Knight.",
            stages=3,
            raises=("black_knight",),
        ),
        Card(
            "journey_through_the_enchanted_forest",
            "Journey through the Enchanted Forest",
            "quest",
            1,
            "forest",
            "Raises the Evil Knight.",
            stages=3,
            raises=("evil_knight",),
        ),
        Card("vanquish_king_arthurs_enemies", "Vanquish King Arthur's Enemies", "quest", 2, "crossed-swords", stages=3),
        Card(
            "slay_the_dragon",
            "Slay the Dragon",
            "quest",
            1,
            "dragon-head",
            "Raises the Dragon.",
            stages=3,
            raises=("dragon",),
        ),
        Card("boar_hunt", "Boar Hunt", "quest", 2, "boar", "Raises the Boar.", stages=2, raises=("boar",)),
        Card(
            "repel_the_saxon_raiders",
            "Repel the Saxon Raiders",
            "quest",
            2,
            "viking-longhouse",
            "Raises Saxons and Saxon Knights.",
            stages=2,
            raises=("saxons", "saxon_knight"),
        ),
    ),
    {"stages": (1, 6), "raises": frozenset(_ALL)},
)
TOURNAMENT_CARDS: Final = _table(
    (
        Card(
            "tournament_at_camelot",
            "Tournament at Camelot",
            "tournament",
            1,
            "castle",
            "Bonus shields: {bonus}.",
            bonus=3,
        ),
        Card(
            "tournament_at_orkney",
            "Tournament at Orkney",
            "tournament",
            1,
            "castle",
            "Bonus shields: {bonus}.",
            bonus=2,
        ),
        Card(
            "tournament_at_tintagel",
            "Tournament at Tintagel",
            "tournament",
            1,
            "castle",
            "Bonus shields: {bonus}.",
            bonus=1,
        ),
        Card("tournament_at_york", "Tournament at York", "tournament", 1, "castle", "Bonus shields: {bonus}."),
    ),
    {"bonus": (0, 9)},
)
_EVENTS: Final = (
    Card(
        "kings_recognition",
        "King's Recognition",
        "event",
        2,
        "throne-king",
        "The next to complete a quest win 2 more shields.",
    ),
    Card("queens_favor", "Queen's Favor", "event", 2, "queen-crown", "The lowest in rank draw 2 cards."),
    Card("court_called_to_camelot", "Court Called to Camelot", "event", 2, "castle", "All allies in play leave."),
    Card("pox", "Pox", "event", 1, "death-skull", "Everybody but the drawer loses a shield."),
    Card("plague", "Plague", "event", 1, "plague-doctor-profile", "The drawer loses 2 shields."),
    Card(
        "chivalrous_deed",
        "Chivalrous Deed",
        "event",
        1,
        "knight-banner",
        "The last in rank and shields gain 3 shields.",
    ),
    Card(
        "prosperity_throughout_the_realm",
        "Prosperity Throughout the Realm",
        "event",
        1,
        "wheat",
        "Everybody draws 2 cards.",
    ),
    Card(
        "kings_call_to_arms",
        "King's Call to Arms",
        "event",
        1,
        "hunting-horn",
        "The highest in rank give up a weapon, or else 2 foes.",
    ),
)
EVENT_CARDS: Final = _table(_EVENTS, {}, by_name=[card.id for card in _EVENTS])

ADVENTURE_CARDS: Final = WEAPON_CARDS + FOE_CARDS + TEST_CARDS + ALLY_CARDS + AMOUR_CARDS
STORY_CARDS: Final = QUEST_CARDS + TOURNAMENT_CARDS + EVENT_CARDS
CARDS: Final = {card.id: card for card in ADVENTURE_CARDS + STORY_CARDS}
demand(SLUG, len(WEAPON_CARDS) <= 8, "there can be no more than eight weapons", "cards")
demand(SLUG, sum(card.count for card in ADVENTURE_CARDS) >= 80, "there must be at least 80 adventure cards", "cards")
demand(SLUG, sum(card.count for card in QUEST_CARDS) > 0, "there must be a quest", "cards")
for _card in (*TEST_CARDS, *ALLY_CARDS):
    _named = CARDS.get(_card.special)
    _fits = not _card.special or (_named is not None and _named.kind in ("quest", _card.kind))
    demand(SLUG, _fits, f"there is no quest {_card.special!r}", "cards", _card.id, "special")


# 2.3 Ranks, each with its battle points and the shields to reach the next.
@dataclass(frozen=True)
class Rank:
    id: str
    name: str
    bp: int
    needs: int = 0


_RANKS: Final = edited(
    SLUG,
    "ranks",
    (
        Rank("squire", "Squire", 5, 5),
        Rank("knight", "Knight", 10, 7),
        Rank("champion_knight", "Champion Knight", 20, 10),
    ),
    {"name": TEXT, "bp": BP, "needs": (1, 20)},
) + edited(
    SLUG,
    "ranks",
    (Rank("knight_of_the_round_table", "Knight of the Round Table", 20),),
    {"name": TEXT, "bp": BP},
)
RANKS: Final = tuple(rank.id for rank in _RANKS)
RANK_NAMES: Final = tuple(rank.name for rank in _RANKS)
RANK_BP: Final = tuple(rank.bp for rank in _RANKS)
RANK_NEEDS: Final = tuple(rank.needs for rank in _RANKS)

# How a card of each type looks: colour and pattern, never colour alone.
LOOKS: Final = {
    "weapon": ("slate", "plain"),
    "foe": ("rubric", "lozengy"),
    "test": ("murrey", "chevronny"),
    "ally": ("woad", "paly"),
    "amour": ("gold", "vair"),
    "quest": ("verdigris", "barry"),
    "tournament": ("gold", "barry"),
    "event": ("murrey", "paly"),
}

# Pieces: every single card has a number of its own; KIND tells what it is.


def _copies(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.id for card in cards for _ in range(card.count))


_ADVENTURE_KINDS: Final = _copies(ADVENTURE_CARDS)
_STORY_KINDS: Final = _copies(STORY_CARDS)
KIND: Final = by_piece(_ADVENTURE_KINDS + _STORY_KINDS, "")
ADVENTURE: Final = tuple(range(FIRST_PIECE, FIRST_PIECE + len(_ADVENTURE_KINDS)))
STORY: Final = tuple(
    range(FIRST_PIECE + len(_ADVENTURE_KINDS), FIRST_PIECE + len(_ADVENTURE_KINDS) + len(_STORY_KINDS))
)

# The kinds by type, in the order of the tables.
WEAPONS: Final = tuple(card.id for card in WEAPON_CARDS)
FOES: Final = tuple(card.id for card in FOE_CARDS)
TESTS: Final = tuple(card.id for card in TEST_CARDS)
ALLIES: Final = tuple(card.id for card in ALLY_CARDS)
QUESTS: Final = tuple(card.id for card in QUEST_CARDS)
TOURNAMENTS: Final = tuple(card.id for card in TOURNAMENT_CARDS)
AMOUR: Final = "amour"
MERLIN: Final = "merlin"
MORDRED: Final = "mordred"
ORDER: Final = {card.id: i for i, card in enumerate(ADVENTURE_CARDS)}  # how cards are sorted and spelled
PLAYABLE: Final = frozenset((*WEAPONS, *ALLIES, AMOUR))  # in a foe stage or a tournament

# Numbers looked up often.
WEAPON_BP: Final = {card.id: card.bp for card in WEAPON_CARDS}
AMOUR_BP: Final = AMOUR_CARDS[0].bp
AMOUR_BIDS: Final = AMOUR_CARDS[0].bids
MOST_FREE_BIDS: Final = AMOUR_BIDS + sum(max(card.bids, card.special_bids) for card in ALLY_CARDS)
STAGES: Final = {card.id: card.stages for card in QUEST_CARDS}
# 2.4 quest -> foe -> its battle points there
FOE_BP: Final = {
    quest.id: {foe.id: foe.high if foe.id in quest.raises else foe.bp for foe in FOE_CARDS} for quest in QUEST_CARDS
}
