"""Quests of the Round Table: card faces, players' arms and signs of ranks, on the table and in print."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from roundtable.scene import Arms, Face, Mark, Piece

from .cards import CARDS, FOE_BP, KIND, LOOKS

ARMS: Final = (
    Arms("A", "#a32a22", "plain", "lion"),
    Arms("B", "#2c4c86", "barry", "eagle-emblem"),
    Arms("C", "#2f7a5c", "paly", "stag-head"),
    Arms("D", "#c79a2b", "lozengy", "rose"),
)
RANK_ICONS: Final = ("boots", "barbute", "laurel-crown", "round-table")


@lru_cache(4096)
def card(piece: int, quest: str = "", marks: tuple[Mark, ...] = (), value: str = "") -> Piece:
    shown = face(KIND[piece], quest)
    if value:
        shown = replace(shown, value=value)
    back = "story" if shown.kind in ("quest", "tournament", "event") else "adventure"
    return Piece(
        f"card-{piece}",
        f"{shown.title}, {shown.kind}" + (f" {shown.value}" if shown.value else ""),
        shown,
        back,
        marks=marks,
    )


@cache
def face(kind: str, quest: str = "") -> Face:
    """The face of a card; a foe shows the number that holds on the quest.

    >>> face("boar").value, face("boar", "boar_hunt").value
    ('5/15', '15')
    """
    data = CARDS[kind]
    tincture, pattern = LOOKS[data.kind]
    value = str(data.bp or data.stages or "")
    corner = ""
    if data.kind == "foe":
        value = str(FOE_BP[quest][kind]) if quest else f"{data.bp}/{data.high}" if data.high > data.bp else str(data.bp)
    elif data.kind == "ally":
        corner = str(data.bids or "")
    elif data.kind == "test":
        value = f"{data.bids}+" if data.bids else ""
    elif data.kind == "tournament":
        value = f"+{data.bonus}"
    return Face(data.name, data.icon, data.kind, tincture, pattern, value, corner, data.text)
