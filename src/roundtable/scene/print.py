"""Print: what of a game can be printed, cut out and played with, in drawing terms that the press understands.

A game lists its components in a function `kit(options)`, given as `press`; the press lays them out on sheets.  All
measures are millimetres, x to the right and y downwards.

>>> crown = Face("King", "crown")
>>> deck = Pieces("realm", "Realm cards", (Item("king", crown, 3), Item("queen", crown)))
>>> deck.total
4
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Final

from . import Face

CARD: Final = (63.0, 88.0)
AID: Final = (94.5, 132.0)


@dataclass(frozen=True)
class Item:
    """A kind of card, tile or token: its face, how often it is printed, and a back unlike the others' if it has one."""

    id: str
    face: Face
    count: int = 1
    back: Face | None = None
    signs: tuple[str, ...] = ()  # icons in a row, in place of the one large icon


@dataclass(frozen=True)
class Pieces:
    """A deck, or a heap of tokens, all of one size and shape.

    `shape` is card, tile (a small card), disc (a round token), chit (a square one) or stand (folded, stands upright:
    half of its height is its back).
    """

    id: str
    title: str
    items: tuple[Item, ...]
    back: Face | None = None
    shape: str = "card"
    size: tuple[float, float] = CARD

    @property
    def total(self) -> int:
        return sum(item.count for item in self.items)


@dataclass(frozen=True)
class Place:
    """A space of a board, around its centre.  `shape` is hex (pointy top, as wide as `w`), disc or box."""

    x: float
    y: float
    w: float
    h: float
    shape: str = "box"
    label: str = ""
    note: str = ""
    icons: tuple[str, ...] = ()
    tincture: str = ""  # "": bare
    pattern: str = "plain"
    strong: bool = False  # filled with its tincture, not only washed with it


@dataclass(frozen=True)
class Words:
    """Something written on a board, around its centre; `turn` in degrees clockwise."""

    x: float
    y: float
    text: str
    size: float = 10.0  # in points
    turn: float = 0.0
    title: bool = True  # in the font of titles


@dataclass(frozen=True)
class Way:
    """A road along which pieces move: a line through points, with an arrow at its end."""

    points: tuple[tuple[float, float], ...]
    arrow: bool = True


@dataclass(frozen=True)
class Board:
    """A board or track, drawn from places, ways and words."""

    id: str
    title: str
    size: tuple[float, float]
    places: tuple[Place, ...]
    ways: tuple[Way, ...] = ()
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Aid:
    """A player aid, printed once per player: sections of lines, each with an icon or none."""

    id: str
    title: str
    count: int
    sections: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # heading, lines of (icon, words)


@dataclass(frozen=True)
class Kit:
    """Everything of a game that is printed.  `leaflet` is Markdown: headings, paragraphs, lists, **bold**, *italic*."""

    pieces: tuple[Pieces, ...]
    leaflet: str
    boards: tuple[Board, ...] = ()
    aids: tuple[Aid, ...] = ()

    def count(self, component: str) -> int:
        """How many of a component there are."""
        for pieces in self.pieces:
            if pieces.id == component:
                return pieces.total
        for aid in self.aids:
            if aid.id == component:
                return aid.count
        return sum(board.id == component for board in self.boards)


def row(places: Sequence[Place], x: float, y: float, dx: float, dy: float = 0.0, start: int = 0) -> tuple[Place, ...]:
    """The places one after the other, the first with its centre at (x, y).

    >>> [place.x for place in row([Place(0, 0, 9, 9)] * 3, 10, 0, 9.5)]
    [10.0, 19.5, 29.0]
    """
    return tuple(
        replace(place, x=float(x + (start + i) * dx), y=float(y + (start + i) * dy)) for i, place in enumerate(places)
    )


def ring(places: Sequence[Place], x: float, y: float, rx: float, ry: float, first: float = 0.0) -> tuple[Place, ...]:
    """The places clockwise around (x, y), the first at the top (or `first` degrees past it)."""
    angles = [2 * pi * i / len(places) + first * pi / 180 for i in range(len(places))]
    return tuple(replace(place, x=x + rx * sin(a), y=y - ry * cos(a)) for place, a in zip(places, angles))


def around(places: Sequence[Place], width: float, height: float, w: float, h: float) -> tuple[Place, ...]:
    """The places clockwise along the edge of a board, from its top left corner, about evenly spaced.

    The corner places lie `w` / 2 and `h` / 2 inside the board.  Where numbers do not come out even, the last spaces of
    the left edge stay free.

    >>> [(place.x, place.y) for place in around([Place(0, 0, 9, 9)] * 5, 30, 20, 10, 10)]
    [(5.0, 5.0), (15.0, 5.0), (25.0, 5.0), (25.0, 15.0), (15.0, 15.0)]
    """
    a, b = width - w, height - h
    steps = (len(places) + 1) // 2  # along two edges
    across = max(1, min(steps - 1, round(steps * a / (a + b))))
    down = max(1, steps - across)
    dx, dy = a / across, b / down
    path = [(i * dx, 0.0) for i in range(across)] + [(a, i * dy) for i in range(down)]
    path += [(a - i * dx, b) for i in range(across)] + [(0.0, b - i * dy) for i in range(down)]
    return tuple(replace(place, x=w / 2 + x, y=h / 2 + y) for place, (x, y) in zip(places, path))
