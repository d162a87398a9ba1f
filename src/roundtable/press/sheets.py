"""Sheets: where things lie on paper.  Pure geometry, in millimetres from the top left corner of the page.

A back is printed on the next page so that it falls behind its front when the sheet is turned: mirrored sideways where
the sheet turns about its upright edge, upside down and from top to bottom where it turns about the other one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

MARGIN: Final = 4.5  # what a home printer cannot reach
WIDE_MARGIN: Final = 8.0  # where there is room for a line of text at the foot
TICK: Final = 3.0  # the length of a cut mark
LAP: Final = 10.0  # by which the sheets of a poster overlap
POSTER_MARGIN: Final = 10.0


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    width: float
    height: float


PAPERS: Final = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


@dataclass(frozen=True)
class Slot:
    """Where a piece lies on a page, cut to size; `turned` by half a turn."""

    x: float
    y: float
    w: float
    h: float
    turned: bool = False


@dataclass(frozen=True)
class Grid:
    """Pieces of one size in columns and rows, in the middle of the sheet."""

    width: float  # of the page: a sheet on its side is wider than high
    height: float
    columns: int
    rows: int
    w: float
    h: float
    gap: float
    down: float = -1.0  # where the first row begins; if not given, the rows stand in the middle

    @property
    def room(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> float:
        return (self.width - self.columns * (self.w + self.gap) + self.gap) / 2

    @property
    def top(self) -> float:
        return self.down if self.down >= 0 else (self.height - self.rows * (self.h + self.gap) + self.gap) / 2

    def slot(self, i: int) -> Slot:
        """The i-th place, row by row."""
        row, column = divmod(i, self.columns)
        return Slot(self.left + column * (self.w + self.gap), self.top + row * (self.h + self.gap), self.w, self.h)

    def behind(self, slot: Slot, flip: str) -> Slot:
        """Where the back of what lies in `slot` is printed; `flip` is the edge the sheet turns about, long or short.

        >>> page = grid(PAPERS["a4"], 63, 88)
        >>> page.slot(0), page.behind(page.slot(0), "long").x
        (Slot(x=10.5, y=16.5, w=63, h=88, turned=False), 136.5)
        """
        sideways = (flip == "long") == (self.height > self.width)
        if sideways:
            return Slot(self.width - slot.x - slot.w, slot.y, slot.w, slot.h)
        return Slot(slot.x, self.height - slot.y - slot.h, slot.w, slot.h, turned=True)

    def ticks(self, pieces: int) -> list[tuple[float, float, float, float]]:
        """Marks around every single one of pieces that are cut out one by one: (x, y, x, y), in the gaps."""
        out = []
        for slot in map(self.slot, range(pieces)):
            for x, away in ((slot.x, -1), (slot.x + slot.w, 1)):
                for y, below in ((slot.y, -1), (slot.y + slot.h, 1)):
                    out.append((x + away * 0.25, y, x + away * (self.gap / 2), y))
                    out.append((x, y + below * 0.25, x, y + below * (self.gap / 2)))
        return out

    def cuts(self, pieces: int, bleed: float = 0.0) -> list[tuple[float, float, float, float]]:
        """Short lines around so many pieces that show where to cut: (x, y, x, y)."""
        xs = sorted({round(x, 4) for i in range(self.columns) for x in (self.slot(i).x, self.slot(i).x + self.w)})
        rows = [self.slot(i) for i in range(0, pieces, self.columns)]
        ys = sorted({round(y, 4) for slot in rows for y in (slot.y, slot.y + self.h)})
        out = []
        for x in xs:
            for edge, away in ((ys[0] - bleed, -1), (ys[-1] + bleed, 1)):
                out.append((x, edge + away, x, edge + away * (1 + TICK)))
        for y in ys:
            for edge, away in ((xs[0] - bleed, -1), (xs[-1] + bleed, 1)):
                out.append((edge + away, y, edge + away * (1 + TICK), y))
        return out


def grid(paper: Paper, w: float, h: float, gap: float = 0.0, margin: float = MARGIN) -> Grid:
    """The grid with the most pieces on a sheet, upright if that is as good.

    >>> [grid(PAPERS[name], 63, 88).room for name in ("a4", "letter")]
    [9, 9]
    """
    grids = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        columns, rows = (int((side - 2 * margin + 1e-6) // (piece + gap)) for side, piece in ((width, w), (height, h)))
        grids.append(Grid(width, height, columns, rows, w, h, gap))
    best = max(grids, key=lambda found: found.room)
    if not best.room:
        raise ValueError(f"a piece of {w:g} x {h:g} mm does not fit on {paper.name}")
    return best


@dataclass(frozen=True)
class Tile:
    """One sheet of a poster: its place in the poster, and the part of the board that it shows."""

    column: int
    row: int
    x: float
    y: float
    w: float
    h: float

    @property
    def name(self) -> str:
        return f"{'ABCDEFGH'[self.row]}{self.column + 1}"


@dataclass(frozen=True)
class Poster:
    """A board over several sheets that overlap by `LAP`."""

    width: float  # of each page
    height: float
    columns: int
    rows: int
    tiles: tuple[Tile, ...]


def poster(paper: Paper, w: float, h: float) -> Poster:
    """The fewest sheets that hold a board of this size.

    >>> a3 = poster(PAPERS["a4"], 400, 277)
    >>> a3.columns, a3.rows, [tile.name for tile in a3.tiles]
    (3, 1, ['A1', 'A2', 'A3'])
    """
    posters = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        wide, high = width - 2 * POSTER_MARGIN, height - 2 * POSTER_MARGIN
        columns, rows = (max(1, ceil((side - LAP - 1e-6) / (room - LAP))) for side, room in ((w, wide), (h, high)))
        tiles = []
        for row in range(rows):
            for column in range(columns):
                x, y = column * (wide - LAP), row * (high - LAP)
                tiles.append(Tile(column, row, x, y, min(wide, w - x), min(high, h - y)))
        posters.append(Poster(width, height, columns, rows, tuple(tiles)))
    return min(posters, key=lambda found: found.columns * found.rows)
