"""Knights & Damosels, section 2: knights, damosels, chivalries, events and goals, as data.

A chivalry card has two sides: the chivalry, and the damosel whose name it bears.  The tables marked *reconstructed* are
not in the source; an owner of the printed game corrects them here and nowhere else.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import FIRST_PIECE, by_piece

# 2.2 Knights and damosels: id -> printed name (R6: the names of the cards).
KNIGHTS: Final = {
    "bors": "Sir Bors of Gaul",
    "gawain": "Sir Gawain of Orkney",
    "launcelot": "Sir Launcelot of the Lake",
    "pelleas": "Sir Pelleas of the Isles",
    "percival": "Sir Percival of Gales",
    "tristram": "Sir Tristram of Lionnes",
}
DAMOSELS: Final = {
    "elaine": "Lady Elaine",
    "guenever": "Queen Guenever",
    "isoud": "La Beale Isoud",
    "morgan": "Morgan le Fay",
    "nimue": "Lady Nimue",
    "viviane": "Lady Viviane",
}
KNIGHT_IDS: Final = tuple(KNIGHTS)
DAMOSEL_IDS: Final = tuple(DAMOSELS)
KNIGHT_NAMES: Final = tuple(KNIGHTS.values())
DAMOSEL_NAMES: Final = tuple(DAMOSELS.values())
# What the knights are called in talk; in the log a player is a player.
SIRS: Final = tuple(" ".join(name.split()[:2]) for name in KNIGHT_NAMES)

# 2.3 The goals printed on the cards, by number of players (R55: each of the three is enough; R52: 3 to 6 players).
DAMOSEL_GOAL: Final = {3: 5, 4: 5, 5: 4, 6: 4}
KNIGHT_GOAL: Final = {3: 7, 4: 7, 5: 7, 6: 7}
WORSHIP_GOAL: Final = {3: 30, 4: 22, 5: 18, 6: 15}

# 2.4 The nine chivalries in three kinds (R4: eighteen cards of each kind).
ARMS: Final = "Arms"
VIRTUE: Final = "Virtue"
VASSALAGE: Final = "Vassalage"
KINDS: Final = (ARMS, VIRTUE, VASSALAGE)
CHIVALRIES: Final = ("armor", "horse", "sword", "honor", "loyalty", "valor", "farmer", "fisher", "forester")
CHIVALRY_NAMES: Final = (
    "The Plate Armor",
    "The War Horse",
    "The Arming Sword",
    "The Honor",
    "The Loyalty",
    "The Valor",
    "The Farmer",
    "The Fisher",
    "The Forester",
)
WORDS: Final = tuple(word.capitalize() for word in CHIVALRIES)  # as the log says them
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

# 2.5 The events: id, name, type, bonus card.  Which chivalries a type lists follows from what the cards earn (R1, R2);
# which kind two of the Disasters strike is reconstructed (R3).
TYPES: Final = ("Prosperity", "War", "Quest", "Disaster")
PROSPERITY, WAR, QUEST, DISASTER = TYPES
EVENTS: Final = (
    ("badon", "Battle of Mt Badon", WAR, "armor"),
    ("rome", "Conquest of Rome", WAR, "horse"),
    ("carlion", "Siege of Carlion", WAR, "sword"),
    ("grail", "Holy Grail", QUEST, "honor"),
    ("tristram_isoud", "Tristram & Isoud", QUEST, "loyalty"),
    ("questing_beast", "Questing Beast", QUEST, "valor"),
    ("marriage", "Arthur's Marriage", PROSPERITY, "farmer"),
    ("excalibur", "Excalibur", PROSPERITY, "fisher"),
    ("round_table", "The Round Table", PROSPERITY, "forester"),
    ("adultery", "The Adultery", DISASTER, ""),
    ("death_of_merlin", "The Death of Merlin", DISASTER, ""),
    ("treason_of_mordred", "The Treason of Mordred", DISASTER, ""),
)
STRUCK: Final = {"adultery": VIRTUE, "death_of_merlin": VASSALAGE, "treason_of_mordred": ARMS}
MAIN_KIND: Final = {WAR: ARMS, QUEST: VIRTUE}


def _listed(event: str, kind: str) -> int:
    if kind == DISASTER:
        return MASKS[STRUCK[event]]
    return MASKS[MAIN_KIND[kind]] | MASKS[VASSALAGE] if kind in MAIN_KIND else ALL_NINE


FIRST_EVENT: Final = FIRST_PIECE + 54
EVENT_PIECES: Final = tuple(range(FIRST_EVENT, FIRST_EVENT + len(EVENTS)))
_PAD: Final = FIRST_EVENT
EVENT: Final = ("",) * _PAD + tuple(event[0] for event in EVENTS)
EVENT_NAME: Final = ("",) * _PAD + tuple(event[1] for event in EVENTS)
EVENT_TYPE: Final = ("",) * _PAD + tuple(event[2] for event in EVENTS)
LISTED: Final = (0,) * _PAD + tuple(_listed(event[0], event[2]) for event in EVENTS)  # masks
MAIN: Final = (0,) * _PAD + tuple(MASKS[MAIN_KIND[event[2]]] if event[2] in MAIN_KIND else 0 for event in EVENTS)
BONUS: Final = (-1,) * _PAD + tuple(NAMED.get(event[3], -1) for event in EVENTS)  # chivalry that earns 1 more

PIECES: Final = (*range(FIRST_PIECE, FIRST_EVENT), *EVENT_PIECES)
PIECE_NAME: Final = by_piece(
    [*(f"{d}:{c}" for d in DAMOSEL_IDS for c in CHIVALRIES), *(event[0] for event in EVENTS)], ""
)
PIECE: Final = {name: piece for piece, name in enumerate(PIECE_NAME) if name}

# 2.6 Worship cards: reconstructed, three of each value from 1 to 6 (R5).
WORSHIP_CARDS: Final = dict.fromkeys(range(1, 7), 3)

# 2.7 Service cards (fortune variant): the chivalry that wins in each type of event (R41).
SERVICE: Final = (
    {WAR: "armor", QUEST: "loyalty", PROSPERITY: "farmer"},
    {WAR: "horse", QUEST: "honor", PROSPERITY: "forester"},
    {WAR: "sword", QUEST: "valor", PROSPERITY: "fisher"},
)

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
