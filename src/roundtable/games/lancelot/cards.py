"""Lancelot, section 2: counters, cards, the seats of the Round Table, the sites and the Virtues, as data.

What the board and the tiles print (lengths, icons, costs, values) is not here but in a data table, see `board.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundtable.engine import FIRST_PIECE, by_piece
from roundtable.games.edition import TEXT, Field, added, edited

SLUG: Final = "lancelot"

# 2.1 Everything a player can own.
WEAPONS: Final = ("sword", "mace", "lance")
COUNTERS: Final = (*WEAPONS, "magic", "squire")
CARDS: Final = ("ladies", "allied", "enemies", "plots")
GOODS: Final = (*COUNTERS, *CARDS)
GOOD: Final = {good: i for i, good in enumerate(GOODS)}
SWORD: Final = 0
MACE: Final = 1
LANCE: Final = 2
MAGIC: Final = 3
SQUIRE: Final = 4
LADIES: Final = 5
ALLIED: Final = 6
ENEMIES: Final = 7
PLOTS: Final = 8
MOST_CARDS: Final = 7

# 2.1 Discs: thirteen, of which two mark points and Grail.  More than twenty could never be placed (`disc_limit`).
DISCS: Final = 11
ENDLESS_DISCS: Final = 20

COLOURS: Final = ("red", "green", "yellow", "blue")

# 2.2 The eight seats of the Round Table in table order.  The code calls them chairs: a seat is a player's place.
CHAIRS: Final = ("arthur", "mordred", "bedivere", "gawain", "maleagant", "tristan", "merlin", "guinevere")
CHAIR: Final = {chair: i for i, chair in enumerate(CHAIRS)}
ARTHUR: Final = 0
MORDRED: Final = 1
BEDIVERE: Final = 2
GAWAIN: Final = 3
MALEAGANT: Final = 4
TRISTAN: Final = 5
MERLIN: Final = 6
GUINEVERE: Final = 7
ADVANTAGES: Final = (BEDIVERE, GAWAIN, MALEAGANT, TRISTAN)  # each has a symbol on the board for one disc

# 2.3 The sites along the path; their number is their rank.
SITES: Final = (
    "table",
    "joust",
    "stronghold",
    "distant",
    "merlin",
    "lake",
    "percival",
    "galahad",
    "dragon",
    "morgana",
    "grail",
)
JOUST: Final = 1
STRONGHOLD: Final = 2
DISTANT: Final = 3
ISLE: Final = 4
LAKE: Final = 5
PERCIVAL: Final = 6
GALAHAD: Final = 7
DRAGON: Final = 8
MORGANA: Final = 9
GRAIL: Final = 10
WHARVES: Final = (LADIES, ALLIED, ENEMIES)  # 2.4 what a wharf offers besides Plots

# 2.6 The Virtues in the order of their board.
VIRTUES: Final = ("benevolence", "dexterity", "initiative", "kindness", "heroism", "strength", "honor", "charisma")
VIRTUE: Final = {virtue: i for i, virtue in enumerate(VIRTUES)}
BENEVOLENCE: Final = 0
DEXTERITY: Final = 1
INITIATIVE: Final = 2
KINDNESS: Final = 3
HEROISM: Final = 4
STRENGTH: Final = 5
HONOR: Final = 6
CHARISMA: Final = 7

# 2.7 Deed tiles, the only pieces with a face that can be hidden.
_SIXTEEN: Final = tuple(f"deed_{n:02}" for n in range(1, 17))
DEEDS: Final = (*_SIXTEEN, *added(SLUG, "deeds", r"deed_\d\d", _SIXTEEN))
TILE: Final = by_piece(DEEDS, "")  # piece -> its name
TILES: Final = tuple(range(FIRST_PIECE, FIRST_PIECE + len(DEEDS)))
DEED: Final = {TILE[tile]: tile for tile in TILES}
FACE_UP: Final = 3

# 4.6 A Morgana counter's life.
OFF: Final = 0
EYE: Final = 1
BLANK: Final = 2
MORGANA_SIDES: Final = ("off", "eye", "blank")

TURNS: Final = 8

# 5.1 What majorities are about, and where points come from.
CATEGORIES: Final = ("sword", "mace", "lance", "magic", "deed")
SOURCES: Final = ("virtues", "deeds", "guinevere", *CATEGORIES, "excalibur", "grail")
SOURCE: Final = {source: i for i, source in enumerate(SOURCES)}


@dataclass(frozen=True)
class Look:
    """How something is drawn: name, icon (game-icons.net), tincture and pattern, and what it does in our own words."""

    id: str
    name: str
    icon: str
    tincture: str
    pattern: str = "plain"
    text: str = ""
    count: int = 0  # of what a player can own: how many were printed


def _looks(table: str, *looks: Look) -> dict[str, Look]:
    fields: dict[str, Field] = {"name": TEXT, "icon": TEXT, "text": TEXT}
    if looks[0].count:
        fields["count"] = (1, 60)
    return {look.id: look for look in edited(SLUG, table, looks, fields)}


GOOD_LOOKS: Final = _looks(
    "goods",
    Look(
        "sword", "Sword", "broadsword", "slate", "plain", "A weapon. Pays for deeds; most swords: 2 VP at the end.", 20
    ),
    Look(
        "mace", "Mace", "flanged-mace", "slate", "barry", "A weapon. Pays for deeds; most maces: 2 VP at the end.", 15
    ),
    Look(
        "lance", "Lance", "barbed-spear", "slate", "paly", "A weapon. Pays for deeds; most lances: 2 VP at the end.", 12
    ),
    Look(
        "magic", "Magic", "magic-swirl", "murrey", "lozengy", "Ends of turns: drop cards or squires, or exchange.", 20
    ),
    Look(
        "squire", "Squire", "visored-helm", "verdigris", "plain", "Count for Heroism, Strength, Honor and Charisma.", 24
    ),
    Look("ladies", "Lady", "rose", "murrey", "plain", "Most Ladies: Kindness. One of each colour: Initiative.", 20),
    Look("allied", "Allied Knight", "knight-banner", "verdigris", "barry", "Three of them and no squire: Heroism.", 20),
    Look("enemies", "Enemy", "crossed-swords", "rubric", "paly", "Five of them and one squire: Strength.", 20),
    Look("plots", "Plot", "tied-scroll", "gold", "lozengy", "Seven of them and enough squires: Honor.", 25),
)
PRINTED: Final = tuple(GOOD_LOOKS[good].count for good in GOODS)

CHAIR_LOOKS: Final = _looks(
    "seats",
    Look("arthur", "Arthur", "crown", "gold", "plain", "Put a disc on a free crown: you score that Virtue high."),
    Look("mordred", "Mordred", "witch-face", "murrey", "plain", "Once: Morgana's eye, for a second tour in one turn."),
    Look("bedivere", "Bedivere", "horse-head", "woad", "plain", "On the Joust you may advance two spaces at once."),
    Look("gawain", "Gawain", "castle", "verdigris", "plain", "In the Stronghold you may advance two spaces at once."),
    Look("maleagant", "Maleagant", "dragon-head", "rubric", "plain", "Each deed may cost you one weapon less."),
    Look("tristan", "Tristan", "sail", "woad", "barry", "In Distant Lands you may take two of each colour."),
    Look("merlin", "Merlin", "wizard-face", "murrey", "lozengy", "Take one magic."),
    Look("guinevere", "Guinevere", "queen-crown", "gold", "vair", "Score 1 VP."),
)

SITE_LOOKS: Final = _looks(
    "sites",
    Look("table", "Round Table", "round-table", "gold"),
    Look("joust", "Joust", "mounted-knight", "woad", "plain", "Squires and swords, space by space."),
    Look("stronghold", "Stronghold", "castle", "verdigris", "plain", "Weapons, on one of three tracks."),
    Look("distant", "Distant Lands", "harbor-dock", "woad", "barry", "Cards: a colour by the wharf, and Plots."),
    Look("merlin", "Merlin", "wizard-staff", "murrey", "plain", "One magic on the second space."),
    Look("lake", "Lake", "sword-in-stone", "woad", "lozengy", "One player per turn, until Excalibur is reached."),
    Look("percival", "Percival", "prayer", "gold", "plain", "Learn one Virtue whose terms you meet."),
    Look("galahad", "Galahad", "angel-wings", "gold", "paly", "Put a disc on a Virtue to learn later."),
    Look("dragon", "Dragon", "dragon-head", "rubric", "plain", "Complete a deed; two players per turn."),
    Look("morgana", "Morgana", "witch-face", "murrey", "plain", "With the eye: a second tour; clears the Grail."),
    Look("grail", "Grail", "holy-grail", "gold", "vair", "Your Grail marker advances; you may remain."),
)

VIRTUE_LOOKS: Final = _looks(
    "virtues",
    Look("benevolence", "Benevolence", "peace-dove", "verdigris", "plain", "Nobody has fewer weapons than you."),
    Look("dexterity", "Dexterity", "sword-brandish", "slate", "plain", "Most swords, or maces, or lances of all."),
    Look("initiative", "Initiative", "trumpet-flag", "woad", "plain", "A card of each of the four colours."),
    Look("kindness", "Kindness", "rose", "murrey", "plain", "More Ladies than anybody."),
    Look("heroism", "Heroism", "laurel-crown", "verdigris", "barry", "Exactly three Allied Knights and no squire."),
    Look("strength", "Strength", "biceps", "rubric", "paly", "Exactly five Enemies and one squire."),
    Look("honor", "Honor", "tied-scroll", "gold", "lozengy", "Seven Plots, and nobody has more squires than you."),
    Look("charisma", "Charisma", "lion", "gold", "vair", "Exactly seven squires, and nobody has more deeds."),
)
