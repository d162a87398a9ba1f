"""Knight's Duty: how tokens and knights look, on the table and in print."""

from __future__ import annotations

from functools import cache
from typing import Final

from roundtable.engine.grammar import count
from roundtable.scene import Face

from .cards import CLAN_COLOURS, CLANS, HEARTS, REACH, SHIELDS
from .words import TOKEN_WORDS

ICONS: Final = {
    "sword": "broadsword",
    "spear": "spear-hook",
    "bow": "high-shot",
    "shield": "shield",
    "parry": "sword-clash",
    "move": "boots",
}
TINCTURES: Final = {
    "sword": "rubric",
    "spear": "rubric",
    "bow": "rubric",
    "shield": "woad",
    "parry": "gold",
    "move": "verdigris",
}
DOES: Final = {
    "shield": "Defends: every attack on you counts a Heart less and a Shield more.",
    "parry": "Whoever attacks you and misses drops the weapon.",
    "move": "Go to a space beside you, or stay.",
}
PATTERNS: Final = ("plain", "barry", "paly", "lozengy", "chevronny", "vair")
TEAM_SIGNS: Final = ("lion", "eagle-emblem", "unicorn")
CHARGES: Final = ("frog", "flame", "skull-crossed-bones", "trident", "polar-bear", "oak-leaf")


@cache
def token_face(kind: str) -> Face:
    if kind in REACH:
        note = f"Reach {REACH[kind]}. {count(HEARTS[kind], 'Heart')}, {count(SHIELDS[kind], 'Shield')}."
    else:
        note = DOES[kind]
    return Face(TOKEN_WORDS[kind], ICONS[kind], kind, TINCTURES[kind], value=str(REACH.get(kind, "")), text=note)


@cache
def knight_face(clan: int) -> Face:
    name = CLANS[clan].capitalize()
    return Face(name, "mounted-knight", "knight", CLAN_COLOURS[clan][0], PATTERNS[clan], name[0])
