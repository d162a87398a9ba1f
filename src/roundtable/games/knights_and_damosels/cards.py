"""Knights & Damosels, section 2: knights, damosels, chivalries, events and goals, as data.

A chivalry card has two sides: the chivalry, and the damosel whose name it bears.  The tables marked *reconstructed* are
not in the source; an owner of the printed game corrects them here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundtable.engine import FIRST_PIECE, by_piece
from roundtable.games.edition import TEXT, Field, demand, edited

SLUG: Final = "knights-and-damosels"


# 2.2 Knights and damosels (R6: the names of the cards).
@dataclass(frozen=True)
class Person:
    id: str
    name: str
    icon: str  # the charge of the arms
    byline: str = ""


_KNIGHTS: Final = edited(
    SLUG,
    "knights",
    (
        Person("bors", "Sir Bors of Gaul", "fleur-de-lys"),
        Person("gawain", "Sir Gawain of Orkney", "eagle-emblem"),
        Person("launcelot", "Sir Launcelot of the Lake", "swan"),
        Person("pelleas", "Sir Pelleas of the Isles", "anchor"),
        Person("percival", "Sir Percival of Gales", "jerusalem-cross"),
        Person("tristram", "Sir Tristram of Lionnes", "lion"),
    ),
    {"name": TEXT, "icon": TEXT},
)
_DAMOSELS: Final = edited(
    SLUG,
    "damosels",
    (
        Person("elaine", "Lady Elaine", "trefoil-lily", "Daughter of Pelles, mother of Galahad"),
        Person("guenever", "Queen Guenever", "queen-crown", "Daughter of Leodegrance, wife of Arthur"),
        Person("isoud", "La Beale Isoud", "harp", "Daughter of Agwisance, wife of Mark"),
        Person("morgan", "Morgan le Fay", "raven", "Sister of Arthur, wife of Uriens"),
        Person("nimue", "Lady Nimue", "lotus-flower", "Lady of the Lake, wife of Pelleas"),
        Person("viviane", "Lady Viviane", "holy-oak", "Lady of the Lake, who beguiled Merlin"),
    ),
    {"name": TEXT, "icon": TEXT, "byline": TEXT},
)
KNIGHTS: Final = {knight.id: knight.name for knight in _KNIGHTS}
DAMOSELS: Final = {damosel.id: damosel.name for damosel in _DAMOSELS}
BYLINES: Final = tuple(damosel.byline for damosel in _DAMOSELS)
KNIGHT_IDS: Final = tuple(KNIGHTS)
DAMOSEL_IDS: Final = tuple(DAMOSELS)
KNIGHT_NAMES: Final = tuple(KNIGHTS.values())
DAMOSEL_NAMES: Final = tuple(DAMOSELS.values())
KNIGHT_CHARGES: Final = tuple(knight.icon for knight in _KNIGHTS)
DAMOSEL_CHARGES: Final = tuple(damosel.icon for damosel in _DAMOSELS)
# What the knights are called in talk and in the log.
SIRS: Final = tuple(" ".join(name.split()[:2]) for name in KNIGHT_NAMES)


# 2.3 The goals printed on the cards, by number of players (R55: each of the three is enough; R52: 3 to 6 players).
@dataclass(frozen=True)
class Goals:
    id: str  # the number of players
    damosel: int
    knight: int
    worship: int


_GOALS: Final = edited(
    SLUG,
    "goals",
    (Goals("3", 5, 7, 30), Goals("4", 5, 7, 22), Goals("5", 4, 7, 18), Goals("6", 4, 7, 15)),
    {"damosel": (2, 9), "knight": (2, 9), "worship": (5, 99)},
)
DAMOSEL_GOAL: Final = {int(goals.id): goals.damosel for goals in _GOALS}
KNIGHT_GOAL: Final = {int(goals.id): goals.knight for goals in _GOALS}
WORSHIP_GOAL: Final = {int(goals.id): goals.worship for goals in _GOALS}

# 2.4 The nine chivalries in three kinds (R4: eighteen cards of each kind).
ARMS: Final = "Arms"
VIRTUE: Final = "Virtue"
VASSALAGE: Final = "Vassalage"
KINDS: Final = (ARMS, VIRTUE, VASSALAGE)


@dataclass(frozen=True)
class Chivalry:
    id: str
    name: str
    icon: str
    word: str  # as the log says it


_CHIVALRIES: Final = edited(
    SLUG,
    "chivalries",
    (
        Chivalry("armor", "The Plate Armor", "breastplate", "Armor"),
        Chivalry("horse", "The War Horse", "horse-head", "Horse"),
        Chivalry("sword", "The Arming Sword", "broadsword", "Sword"),
        Chivalry("honor", "The Honor", "laurels", "Honor"),
        Chivalry("loyalty", "The Loyalty", "linked-rings", "Loyalty"),
        Chivalry("valor", "The Valor", "lion", "Valor"),
        Chivalry("farmer", "The Farmer", "wheat", "Farmer"),
        Chivalry("fisher", "The Fisher", "fishing-pole", "Fisher"),
        Chivalry("forester", "The Forester", "wood-axe", "Forester"),
    ),
    {"name": TEXT, "icon": TEXT, "word": TEXT},
)
CHIVALRIES: Final = tuple(chivalry.id for chivalry in _CHIVALRIES)
CHIVALRY_NAMES: Final = tuple(chivalry.name for chivalry in _CHIVALRIES)
CHIVALRY_ICONS: Final = tuple(chivalry.icon for chivalry in _CHIVALRIES)
WORDS: Final = tuple(chivalry.word for chivalry in _CHIVALRIES)
KIND: Final = tuple(KINDS[c // 3] for c in range(9))  # chivalry -> its kind
NAMED: Final = {name: c for c, name in enumerate(CHIVALRIES)}

# Sets of chivalries are masks: bit c is chivalry c.
MASKS: Final = {ARMS: 0b000000111, VIRTUE: 0b000111000, VASSALAGE: 0b111000000}
ALL_NINE: Final = 0b111111111
SET: Final = tuple(tuple(c for c in range(9) if mask >> c & 1) for mask in range(512))  # mask -> its chivalries
NAMES: Final = tuple(tuple(CHIVALRIES[c] for c in chivalries) for chivalries in SET)

# The 54 chivalry cards.  Pieces are numbered damosel by damosel.
DAMOSEL: Final = by_piece([d for d in range(6) for _ in range(9)], -1)
CHIVALRY: Final = by_piece([c for _ in range(6) for c in range(9)], -1)
BIT: Final = by_piece([1 << c for _ in range(6) for c in range(9)], 0)
DECK: Final = tuple(  # damosel -> her nine cards
    tuple(range(FIRST_PIECE + 9 * d, FIRST_PIECE + 9 * d + 9)) for d in range(6)
)


# 2.5 The events.  Which chivalries a type lists follows from what the cards earn (R1, R2); which kind two of the
# Disasters strike is reconstructed (R3).
TYPES: Final = ("Prosperity", "War", "Quest", "Disaster")
PROSPERITY, WAR, QUEST, DISASTER = TYPES
MAIN_KIND: Final = {WAR: ARMS, QUEST: VIRTUE}


@dataclass(frozen=True)
class EventCard:
    id: str
    name: str
    type: str
    icon: str
    bonus: str = ""  # the chivalry that earns 1 more
    strikes: str = ""  # the kind that a Disaster strikes
    count: int = 1


def listed(kind: str, strikes: str = "") -> int:
    """The chivalries that an event of this type lists, as a mask."""
    if kind == DISASTER:
        return MASKS[strikes]
    return MASKS[MAIN_KIND[kind]] | MASKS[VASSALAGE] if kind in MAIN_KIND else ALL_NINE


def _events(*events: EventCard) -> tuple[EventCard, ...]:
    """Events of one type, open to an edition: a bonus is for a chivalry that the event lists."""
    kind = events[0].type
    fields: dict[str, Field] = {"name": TEXT, "icon": TEXT, "count": (0, 1)}
    fields |= {"strikes": frozenset(KINDS)} if kind == DISASTER else {"bonus": frozenset(NAMES[listed(kind)])}
    table = edited(SLUG, "events", events, fields, [event.id for event in events])
    return tuple(event for event in table if event.count)


EVENTS: Final = (
    *_events(
        EventCard("badon", "Battle of Mt Badon", WAR, "crossed-swords", "armor"),
        EventCard("rome", "Conquest of Rome", WAR, "eagle-emblem", "horse"),
        EventCard("carlion", "Siege of Carlion", WAR, "castle", "sword"),
    ),
    *_events(
        EventCard("grail", "Holy Grail", QUEST, "holy-grail", "honor"),
        EventCard("tristram_isoud", "Tristram & Isoud", QUEST, "hearts", "loyalty"),
        EventCard("questing_beast", "Questing Beast", QUEST, "sea-dragon", "valor"),
    ),
    *_events(
        EventCard("marriage", "Arthur's Marriage", PROSPERITY, "queen-crown", "farmer"),
        EventCard("excalibur", "Excalibur", PROSPERITY, "relic-blade", "fisher"),
        EventCard("round_table", "The Round Table", PROSPERITY, "round-table", "forester"),
    ),
    *_events(
        EventCard("adultery", "The Adultery", DISASTER, "broken-heart", "", VIRTUE),
        EventCard("death_of_merlin", "The Death of Merlin", DISASTER, "pointy-hat", "", VASSALAGE),
        EventCard("treason_of_mordred", "The Treason of Mordred", DISASTER, "backstab", "", ARMS),
    ),
)
demand(SLUG, len(EVENTS) >= 6, "there must be at least six events", "events")
STRUCK: Final = {event.id: event.strikes for event in EVENTS if event.strikes}

FIRST_EVENT: Final = FIRST_PIECE + 54
EVENT_PIECES: Final = tuple(range(FIRST_EVENT, FIRST_EVENT + len(EVENTS)))
_PAD: Final = FIRST_EVENT
EVENT: Final = ("",) * _PAD + tuple(event.id for event in EVENTS)
EVENT_NAME: Final = ("",) * _PAD + tuple(event.name for event in EVENTS)
EVENT_TYPE: Final = ("",) * _PAD + tuple(event.type for event in EVENTS)
LISTED: Final = (0,) * _PAD + tuple(listed(event.type, event.strikes) for event in EVENTS)  # masks
MAIN: Final = (0,) * _PAD + tuple(MASKS[MAIN_KIND[event.type]] if event.type in MAIN_KIND else 0 for event in EVENTS)
BONUS: Final = (-1,) * _PAD + tuple(NAMED.get(event.bonus, -1) for event in EVENTS)  # chivalry that earns 1 more

PIECES: Final = (*range(FIRST_PIECE, FIRST_EVENT), *EVENT_PIECES)
PIECE_NAME: Final = by_piece(
    [*(f"{d}:{c}" for d in DAMOSEL_IDS for c in CHIVALRIES), *(event.id for event in EVENTS)], ""
)
PIECE: Final = {name: piece for piece, name in enumerate(PIECE_NAME) if name}


# 2.6 Worship cards: reconstructed, three of each value from 1 to 6 (R5).
@dataclass(frozen=True)
class Worship:
    id: str  # its value
    count: int


_WORSHIP: Final = edited(SLUG, "worship", [Worship(str(n), 3) for n in range(1, 7)], {"count": (0, 30)})
WORSHIP_CARDS: Final = {int(card.id): card.count for card in _WORSHIP}
WORSHIP_PRINTED: Final = sum(value * count for value, count in WORSHIP_CARDS.items())


# 2.7 Service cards (fortune variant): the chivalry that wins in each type of event (R41).
@dataclass(frozen=True)
class ServiceCard:
    id: str
    war: str
    quest: str
    prosperity: str


_SERVICE: Final = edited(
    SLUG,
    "service",
    (
        ServiceCard("service_1", "armor", "loyalty", "farmer"),
        ServiceCard("service_2", "horse", "honor", "forester"),
        ServiceCard("service_3", "sword", "valor", "fisher"),
    ),
    {kind.lower(): frozenset(NAMES[listed(kind)]) for kind in (WAR, QUEST, PROSPERITY)},
)
SERVICE: Final = tuple({WAR: card.war, QUEST: card.quest, PROSPERITY: card.prosperity} for card in _SERVICE)

# 4.8 What defeats and what wounds a kind at Camlann (R44): kind -> (defeated by, wounded by).
MATRICES: Final[dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]]] = {
    "symmetric": {
        ARMS: ((VIRTUE,), (ARMS,)),
        VIRTUE: ((VASSALAGE,), (VIRTUE,)),
        VASSALAGE: ((ARMS,), (VASSALAGE,)),
    },
    "printed": {
        ARMS: ((VIRTUE, VASSALAGE), (ARMS,)),
        VIRTUE: ((), (VASSALAGE,)),
        VASSALAGE: ((ARMS,), (VIRTUE,)),
    },
}


def card(name: str) -> int:
    """The piece of that name, a chivalry card or an event.

    >>> card("isoud:honor"), card("grail")
    (10021, 10057)
    """
    return PIECE[name]
