"""Of Knights and Ninjas: the faces of cards and gems, and the arms of players, on the table and in print."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from roundtable.engine import HIDDEN
from roundtable.scene import Arms, Face, Piece

from . import words
from .cards import CALLED, CARD, FAMILIES, JESTER_AS, KIND

COLOURS: Final = ("#a32a22", "#2c4c86", "#2f7a5c", "#c79a2b", "#7a2f5a", "#4b5563")
PATTERNS: Final = ("plain", "barry", "paly", "lozengy", "chevronny", "vair")
CHARGES: Final = ("lion", "eagle-emblem", "oak-leaf", "fleur-de-lys", "unicorn", "tower-flag")
LETTERS: Final = "ABCDEF"
GEM: Final = Face("◆", "cut-diamond", "gem", "verdigris")


@cache
def arms(q: int) -> Arms:
    return Arms(LETTERS[q], COLOURS[q], PATTERNS[q], CHARGES[q])


@lru_cache(8192)
def card(piece: int, place: str, duel: bool, as_kind: str = "") -> Piece:
    """A card face up, or a back at its place."""
    if piece == HIDDEN:
        return Piece(place, "a face-down card", back="realm")
    kind = KIND[piece]
    if as_kind and as_kind != kind:
        return Piece(
            f"card-{piece}", words.card(JESTER_AS[as_kind]), replace(face(as_kind, duel), corner="J"), back="realm"
        )
    return Piece(f"card-{piece}", CALLED[kind], face(kind, duel), back="realm")


@cache
def face(kind: str, duel: bool = False) -> Face:
    """A card, with the names of both uses if it has two, and with the text that holds between so many players.

    >>> face("minstrel").kind, face("minstrel").text == face("minstrel", duel=True).text
    ('fortification, response', False)
    """
    data = CARD[kind]
    family, tincture, pattern = FAMILIES[data.family]
    if data.also:
        family = f"{family}, {FAMILIES[data.also][0]}"
    value = str(data.strength) if data.strength else ""
    return Face(
        data.name, data.icon, family, tincture, pattern, value, text=data.duel if duel and data.duel else data.text
    )
