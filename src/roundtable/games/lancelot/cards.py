"""Lancelot, section 2: counters, cards, the seats of the Round Table, the sites and the Virtues, as data.

What the board and the tiles print (lengths, icons, costs, values) is not here but in the data table, see `board.py`.
"""

from __future__ import annotations

from typing import Final

# 2.1 Everything a player can own, and how many of it were printed.
WEAPONS: Final = ("sword", "mace", "lance")
COUNTERS: Final = (*WEAPONS, "magic", "squire")
CARDS: Final = ("ladies", "allied", "enemies", "plots")
GOODS: Final = (*COUNTERS, *CARDS)
PRINTED: Final = (20, 15, 12, 20, 24, 20, 20, 20, 25)
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

# 2.1 Discs: thirteen, of which two mark points and Grail.  More than twenty could never be placed (`disc_limit = none`).
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
(JOUST, STRONGHOLD, DISTANT, ISLE, LAKE, PERCIVAL, GALAHAD, DRAGON, MORGANA, GRAIL) = range(1, 11)
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
FIRST: Final = 1000
DEEDS: Final = tuple(f"deed_{n:02}" for n in range(1, 17))
TILE: Final = ("",) * FIRST + DEEDS  # piece -> its name
TILES: Final = tuple(range(FIRST, FIRST + len(DEEDS)))
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
