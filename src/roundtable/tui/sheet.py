"""Drawing with characters: lines of styled text, and a sheet on which they can be put anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

Part = tuple[str, Style]
NO_STYLE = Style()


def line(*parts: Part | Content | str) -> Content:
    """One line from its parts.

    >>> line("a", ("b", NO_STYLE)).plain
    'ab'
    """
    return Content.assemble(*parts)


def cut(text: str, width: int) -> str:
    """The text in at most so many cells.

    >>> cut("Knight", 4), cut("Knight", 9)
    ('Kni…', 'Knight')
    """
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) >= width:
        text = text[:-1]
    return text + "…" if width > 0 else ""


def fit(text: str, width: int) -> str:
    """The text cut or filled to exactly so many cells."""
    short = cut(text, width)
    return short + " " * (width - cell_len(short))


def flow(items: Iterable[Content], width: int, gap: int = 1) -> list[Content]:
    """The items side by side, going on in the next line where one does not fit."""
    lines: list[Content] = []
    now, used = Content(""), 0
    for item in items:
        size = item.cell_length
        if used and used + gap + size > width:
            lines.append(now)
            now, used = Content(""), 0
        if used:
            now, used = now + " " * gap, used + gap
        now, used = now + item, used + size
    return [*lines, now] if used else lines


def beside(blocks: Sequence[Sequence[Content]], gap: int = 1) -> list[Content]:
    """Blocks of lines next to each other; the lines of a block are equally wide."""
    height = max(len(block) for block in blocks)
    widths = [max((row.cell_length for row in block), default=0) for block in blocks]
    rows = []
    for i in range(height):
        cells = [block[i] if i < len(block) else Content(" " * w) for block, w in zip(blocks, widths, strict=True)]
        rows.append(Content(" " * gap).join(cells))
    return rows


class Sheet:
    """Characters at places; what is put later covers what was there."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def put(self, x: int, y: int, text: str, look: Style = NO_STYLE) -> None:
        for char in text:
            self.cells[x, y] = (char, look)
            if cell_len(char) == 2:
                self.cells[x + 1, y] = ("", look)
                x += 1
            x += 1

    def lines(self) -> list[Content]:
        if not self.cells:
            return []
        wide = max(x for x, _ in self.cells) + 1
        tall = max(y for _, y in self.cells) + 1
        rows = []
        for y in range(tall):
            parts: list[Part] = []
            for x in range(wide):
                char, look = self.cells.get((x, y), (" ", NO_STYLE))
                if parts and parts[-1][1] == look:
                    parts[-1] = (parts[-1][0] + char, look)
                else:
                    parts.append((char, look))
            rows.append(Content.assemble(*parts))
        return rows
