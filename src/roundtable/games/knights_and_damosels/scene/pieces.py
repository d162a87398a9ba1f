"""Knights & Damosels: the cards as pieces.

Cards whose damosel the viewer knows are called by their name ("isoud:honor"); a card on display, or granted in this
phase, is called by its slot, for everybody alike.
"""

from __future__ import annotations

from functools import lru_cache

from roundtable.engine import HIDDEN
from roundtable.scene import Face, Mark, Piece

from ..cards import (
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_NAMES,
    EVENT,
    EVENT_NAME,
    EVENT_TYPE,
    PIECE_NAME,
    WORDS,
)
from ..faces import chivalry_face, event_face


@lru_cache(1024)
def open_card(card: int, spot: str = "", owner: int | None = None, offered: str = "") -> Piece:
    """A chivalry card with both sides known."""
    name = DAMOSEL_NAMES[DAMOSEL[card]]
    seal = Mark("wax-seal", name)
    said = f"{WORDS[CHIVALRY[card]]} of {name}"
    return Piece(
        PIECE_NAME[card],
        said,
        chivalry_face(CHIVALRY[card]),
        "chivalry",
        spot,
        owner,
        (seal, Mark("knight-banner", offered, "lit")) if offered else (seal,),
    )


@lru_cache(1024)
def slot_piece(slot: int, face: int, card: int, owned: bool = False) -> Piece:
    """A card on display or freshly granted: its chivalry, and its damosel if the viewer knows her."""
    known = card != HIDDEN
    seal = Mark("wax-seal", DAMOSEL_NAMES[DAMOSEL[card]], "lit") if known else Mark("wax-seal", "?", "faint")
    signs = [seal]
    if owned:
        signs.append(Mark("visored-helm", "your knight has it already", "faint"))
    said = f"{slot + 1} {WORDS[face]}" + (f", {DAMOSEL_NAMES[DAMOSEL[card]]}'s" if known else "")
    shown = chivalry_face(face)
    numbered = Face(
        shown.title, shown.icon, shown.kind, shown.tincture, shown.pattern, shown.value, str(slot + 1), shown.text
    )
    return Piece(f"slot-{slot + 1}", said, numbered, "chivalry", marks=tuple(signs))


@lru_cache(1024)
def event_card(card: int, place: str) -> Piece:
    if card == HIDDEN:
        return Piece(place, "a face-down event", back="event")
    return Piece(EVENT[card], f"{EVENT_NAME[card]} ({EVENT_TYPE[card]})", event_face(card), "event")
