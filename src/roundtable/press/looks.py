"""Looks: a face as the press draws it, with its colours worked out.

A kind is told by tincture and pattern together.  The saver prints patterns in light grey on white, icons and frames in
black, and fills nothing else, so that kinds stay apart on any printer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from roundtable.scene import Face
from roundtable.scene.print import Board, Item, Place

INK: Final = "#2a2018"
VELLUM: Final = "#fbf5e6"
WHITE: Final = "#ffffff"
GREY: Final = "#d2d2d2"
CLEAR: Final = "#ffffff00"
TINCTURES: Final = {
    "rubric": "#a32a22",
    "woad": "#2c4c86",
    "verdigris": "#2f7a5c",
    "gold": "#c79a2b",
    "murrey": "#7a2f5a",
    "slate": "#4b5563",
    "ink": INK,
}
KEPT: Final = re.compile(r" (\d+\b)")  # a number stays with the word before it
PATTERNS: Final = ("plain", "barry", "paly", "lozengy", "chevronny", "vair")


def colour(tincture: str) -> str:
    """The colour of a tincture; a game's own colours are given as they are.

    >>> colour("gold"), colour("#45caee"), colour("")
    ('#c79a2b', '#45caee', '#4b5563')
    """
    return tincture if tincture.startswith("#") else TINCTURES.get(tincture, TINCTURES["slate"])


def light(hex_colour: str) -> bool:
    """Whether dark signs stand out better on this colour than light ones."""
    red, green, blue = (int(hex_colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    brightness: float = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return brightness > 0.36


def tints(tincture: str, saver: bool) -> dict[str, str]:
    """Paper, ink, the field and what is drawn on it."""
    field = colour(tincture)
    if saver:
        return {"paper": WHITE, "ink": "#000000", "field": WHITE, "on": "#000000", "lines": GREY}
    on = INK if light(field) else VELLUM
    return {"paper": VELLUM, "ink": INK, "field": field, "on": on, "lines": on + "3a"}


def look(item: Item, saver: bool, art: Mapping[str, Path]) -> dict[str, object]:
    """An item's front, with a picture of the designer's own if there is one."""
    return face(item.face, saver) | {"signs": list(item.signs), "art": picture(art, item.id)}


def picture(art: Mapping[str, Path], *ids: str) -> str:
    """The name of the first picture there is; "" where there is none.

    >>> picture({"king": Path("pictures/king.png")}, "queen", "king"), picture({}, "king")
    ('king.png', '')
    """
    return next((art[file].name for id in ids if (file := file_name(id)) in art), "")


def file_name(id: str) -> str:
    """What a picture of this piece is called, without its ending: what file systems dislike becomes a hyphen."""
    return id.replace(":", "-")


def face(face: Face, saver: bool) -> dict[str, object]:
    """A face; of two numbers in one ("5/15") the second goes to the other corner, where it can be read."""
    value, _, corner = face.value.partition("/") if not face.corner else (face.value, "", face.corner)
    return {
        "title": face.title,
        "icon": face.icon,
        "kind": face.kind,
        "pattern": face.pattern if face.pattern in PATTERNS else "plain",
        "value": value,
        "corner": corner,
        "text": KEPT.sub("\u00a0\\1", face.text),
        "signs": [],
        "art": "",
        **tints(face.tincture, saver),
    }


def place(place: Place, saver: bool) -> dict[str, object]:
    tinted = tints(place.tincture, saver)
    if not place.tincture or not place.strong:
        tinted["on"] = tinted["ink"]
        tinted["lines"] = CLEAR
        if place.tincture and not (saver and place.pattern == "plain"):
            tinted["lines"] = GREY if saver else colour(place.tincture) + "30"
        tinted["field"] = WHITE if saver else "#fffdf7"
    return {
        "x": place.x,
        "y": place.y,
        "w": place.w,
        "h": place.h,
        "shape": place.shape,
        "label": place.label,
        "note": place.note,
        "icons": list(place.icons),
        "pattern": place.pattern,
        "strong": place.strong and bool(place.tincture),
        "rim": "#000000" if saver else colour(place.tincture) if place.tincture else "#8b7a5e",
        **tinted,
    }


def board(board: Board, saver: bool) -> dict[str, object]:
    return {
        "title": board.title,
        "w": board.size[0],
        "h": board.size[1],
        "places": [place(one, saver) for one in board.places],
        "ways": [{"points": [list(point) for point in way.points], "arrow": way.arrow} for way in board.ways],
        "words": [
            {"x": w.x, "y": w.y, "text": w.text, "size": w.size, "turn": w.turn, "title": w.title} for w in board.words
        ],
        **tints("", saver),
    }
