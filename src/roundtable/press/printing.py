"""Printing: a game's kit as a PDF.

The kit is laid out on sheets in Python (`sheets.py`), drawn by Typst from plain data (`main.typ` and what it imports),
without network and with its typefaces embedded.  If backs are printed, every sheet takes two pages, so that the
whole document can be sent to a duplex printer as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from roundtable.engine import Game
from roundtable.scene.print import AID, Aid, Item, Kit, Pieces

from . import assets, looks
from .leaflet import blocks, runs
from .sheets import LAP, MARGIN, PAPERS, POSTER_MARGIN, WIDE_MARGIN, Slot, grid, poster

MAIN: Final = Path(__file__).parent / "main.typ"
GROUPS: Final = ("cards", "tokens", "boards", "aids", "leaflet")
SPACE: Final = {"disc": 2.0, "stand": 3.0}  # between pieces that are not cut along common lines
CUTTING: Final = """
Print at **100 %**, not "fit to page", on heavy paper. Cut along the marks in the margins, first all the way across,
then the strips. Without a duplex printer, leave out the backs and use sleeves. Sheets of a board overlap: cut the
edge that says so, lay it on the dashed line of its neighbour, and glue.
"""
Page = dict[str, object]


class CannotPrint(ValueError):
    """What was asked for cannot be printed; one clear line."""


@dataclass(frozen=True)
class Settings:
    """How to print.  `only` names components or groups of them (`GROUPS`); empty: everything."""

    paper: str = "a4"  # a4 or letter
    backs: bool = True
    flip: str = "long"  # the edge the printer turns the sheet about: long or short
    marks: bool = True
    bleed: float = 0.0
    saver: bool = False
    boards: str = "tiled"  # tiled over sheets, fit on one sheet, or whole on a page of their own size
    only: tuple[str, ...] = ()
    leaflet: bool = True  # with everything else; asked for by name it is printed in any case


# -- what there is to print --------------------------------------------------------------------------------------------


def kit(game: Game, options: Mapping[str, object] | None = None) -> Kit:
    """The components of a game as it is played with these options."""
    if game.press is None:
        raise CannotPrint(f"{game.title} has nothing to print")
    return game.press(game.settle(game.seats[1], options))


def group(pieces: Pieces) -> str:
    return "cards" if pieces.shape == "card" else "tokens"


def components(kit: Kit) -> list[tuple[str, str, str, int]]:
    """Every component: its id, its group, its title, and how many there are of it."""
    out = [(pieces.id, group(pieces), pieces.title, pieces.total) for pieces in kit.pieces]
    out += [(board.id, "boards", board.title, 1) for board in kit.boards]
    out += [(aid.id, "aids", aid.title, aid.count) for aid in kit.aids]
    return [*out, ("leaflet", "leaflet", "Leaflet", 1)]


def wanted(kit: Kit, only: Sequence[str]) -> set[str]:
    """The ids of the components that `only` names."""
    known = components(kit)
    for word in only:
        if word not in GROUPS and all(word != id for id, *_ in known):
            names = ", ".join([*GROUPS, *(id for id, *_ in known if id not in GROUPS)])
            raise CannotPrint(f"there is no component {word!r}; there are: {names}")
    return {id for id, group, *_ in known if not only or id in only or group in only}


# -- pages -------------------------------------------------------------------------------------------------------------


def pages(kit: Kit, settings: Settings, title: str) -> Iterator[Page]:
    """The pages of the document, in order."""
    chosen = wanted(kit, settings.only)
    if "leaflet" in chosen and (settings.leaflet or "leaflet" in settings.only):
        yield {"kind": "leaflet", "sheets": 1, **paper_size(settings)}
    for board in kit.boards:
        if board.id in chosen:
            yield from single_sided(board_pages(kit, kit.boards.index(board), settings, title), settings)
    sizes: dict[tuple[str, tuple[float, float]], list[Pieces]] = {}
    for pieces in kit.pieces:
        if pieces.id in chosen:
            sizes.setdefault((pieces.shape, pieces.size), []).append(pieces)
    for (shape, size), together in sizes.items():
        items = [(pieces, item) for pieces in together for item in pieces.items for _ in range(item.count)]
        yield from piece_pages(items, shape, size, settings, title)
    aids = [aid for aid in kit.aids if aid.id in chosen for _ in range(aid.count)]
    if aids:
        yield from single_sided(aid_pages(kit, aids, settings, title), settings)


def paper_size(settings: Settings) -> Page:
    paper = PAPERS[settings.paper]
    return {"w": paper.width, "h": paper.height}


def single_sided(sheets: Iterable[Page], settings: Settings) -> Iterator[Page]:
    """Sheets without a back; with backs wanted elsewhere, their second page stays empty."""
    for page in sheets:
        yield page
        if settings.backs:
            yield {"kind": "blank", "w": page["w"], "h": page["h"]}


def piece_pages(
    items: Sequence[tuple[Pieces, Item]], shape: str, size: tuple[float, float], settings: Settings, title: str
) -> Iterator[Page]:
    """Fronts and backs of pieces of one size, sheet by sheet."""
    bleed = 0.0 if shape in SPACE else settings.bleed
    page = grid(PAPERS[settings.paper], *size, SPACE.get(shape, 2 * bleed), MARGIN if shape == "card" else WIDE_MARGIN)
    rest = iter(items)
    while batch := list(islice(rest, page.room)):
        names = ", ".join(dict.fromkeys(pieces.title for pieces, _ in batch))
        base = {
            "kind": "pieces",
            "shape": shape,
            "bleed": bleed,
            "w": page.width,
            "h": page.height,
            "cuts": page.cuts(len(batch), bleed) if settings.marks and shape not in SPACE else [],
        }
        slots = [page.slot(i) for i in range(len(batch))]
        fronts = [
            {"id": item.id, "side": "front", "face": looks.look(item, settings.saver), **place(slot)}
            for (_, item), slot in zip(batch, slots)
        ]
        foot = f"{title} · {names}" if page.top - bleed >= WIDE_MARGIN - 1 else ""
        yield {**base, "slots": fronts, "foot": foot and f"{foot} · fronts"}
        if not settings.backs:
            continue
        backs = [
            {"id": item.id, "side": "back", "face": back_look(pieces, item, settings.saver), **place(behind)}
            for (pieces, item), slot in zip(batch, slots)
            if (item.back or pieces.back) and shape != "stand"
            for behind in (page.behind(slot, settings.flip),)
        ]
        if backs:
            yield {**base, "cuts": [], "slots": backs, "foot": foot and f"{foot} · backs"}
        else:
            yield {"kind": "blank", "w": page.width, "h": page.height}


def back_look(pieces: Pieces, item: Item, saver: bool) -> dict[str, object]:
    """A back: drawn as a face if it has something to say, else as the deck's emblem."""
    back = item.back or pieces.back
    assert back is not None
    return looks.face(back, saver) | {"emblem": not back.text and not back.kind}


def place(slot: Slot) -> Page:
    return {"x": slot.x, "y": slot.y, "w": slot.w, "h": slot.h, "turned": slot.turned}


def aid_pages(kit: Kit, aids: Sequence[Aid], settings: Settings, title: str) -> Iterator[Page]:
    page = grid(PAPERS[settings.paper], *AID)
    for first in range(0, len(aids), page.room):
        slots = [
            {"id": aid.id, "side": "front", "aid": kit.aids.index(aid), **place(page.slot(i))}
            for i, aid in enumerate(aids[first : first + page.room])
        ]
        cuts = page.cuts(len(slots)) if settings.marks else []
        foot = f"{title} · {aids[first].title}"
        yield {"kind": "aids", "w": page.width, "h": page.height, "slots": slots, "cuts": cuts, "foot": foot}


def board_pages(kit: Kit, index: int, settings: Settings, title: str) -> Iterator[Page]:
    board = kit.boards[index]
    w, h = board.size
    base = {"kind": "board", "board": index, "id": board.id, "scale": 1.0, "lap": LAP, "marks": settings.marks}
    if settings.boards == "whole":
        tile = {"x": 0.0, "y": 0.0, "w": w, "h": h, "name": "", "column": 0, "row": 0, "columns": 1, "rows": 1}
        yield {**base, "w": w + 2 * POSTER_MARGIN, "h": h + 2 * POSTER_MARGIN, "tile": tile, "foot": ""}
        return
    sheets = poster(PAPERS[settings.paper], w, h)
    if settings.boards == "fit" or len(sheets.tiles) == 1:
        paper = PAPERS[settings.paper]
        sides = (paper.width, paper.height) if h >= w else (paper.height, paper.width)
        scale = min(1.0, *((side - 2 * POSTER_MARGIN) / length for side, length in zip(sides, (w, h))))
        tile = {"x": 0.0, "y": 0.0, "w": w * scale, "h": h * scale, "name": ""}
        tile |= {"column": 0, "row": 0, "columns": 1, "rows": 1}
        foot = f"{title} · {board.title}"
        yield {**base, "w": sides[0], "h": sides[1], "scale": scale, "tile": tile, "foot": foot}
        return
    for part in sheets.tiles:
        tile = {"x": part.x, "y": part.y, "w": part.w, "h": part.h, "name": part.name}
        tile |= {"column": part.column, "row": part.row, "columns": sheets.columns, "rows": sheets.rows}
        foot = f"{title} · {board.title} · sheet {part.name}"
        yield {**base, "w": sheets.width, "h": sheets.height, "tile": tile, "foot": foot}


# -- the document ------------------------------------------------------------------------------------------------------


def data(game: Game, kit: Kit, settings: Settings) -> dict[str, object]:
    """Everything that Typst needs to draw the document."""
    sheets = list(pages(kit, settings, game.title))
    known = assets.icons()
    made = {
        "title": game.title,
        "line": game.tagline,
        "players": f"{game.seats[0]} to {game.seats[1]} players",
        "minutes": f"{game.minutes} minutes",
        "icon": game.emblem.icon,
        "credit": f"{assets.CREDIT if known else ''} Round Table, MIT licence.".strip(),
        "saver": settings.saver,
        "probe": False,
        "fonts": bool(assets.fonts()),
        "leaflet": blocks(kit.leaflet + contents(kit)),
        "sample": [looks.look(item, settings.saver) for item in gallery(kit)[:4]],
        "gallery": [
            {"face": looks.look(item, settings.saver), "count": f"{item.count} ×" if item.count > 1 else ""}
            for item in gallery(kit)
        ],
        "boards": [looks.board(board, settings.saver) for board in kit.boards],
        "aids": [
            {
                "title": aid.title,
                "sections": [
                    {"head": head, "lines": [{"icon": icon, "runs": runs(words)} for icon, words in lines]}
                    for head, lines in aid.sections
                ],
                **looks.tints("", settings.saver),
            }
            for aid in kit.aids
        ],
        "pages": sheets,
        **looks.tints("", settings.saver),
    }
    text = json.dumps(made)
    made["icons"] = {name: svg for name, svg in known.items() if f'"{name}"' in text}
    return made


def contents(kit: Kit) -> str:
    """What was printed, for the end of the leaflet: a list to check one's cuttings against."""
    lines = ["", "## In this print", ""]
    for pieces in kit.pieces:
        kinds: dict[str, int] = {}
        for item in pieces.items:
            name = item.face.title.replace("\n", " ")
            kinds[name] = kinds.get(name, 0) + item.count
        listed = ", ".join(f"{n} {name}" if n > 1 else name for name, n in kinds.items() if name)
        lines.append(f"- **{pieces.title}: {pieces.total}.** {listed if len(kinds) > 1 else ''}")
    lines += [f"- **{board.title}**, {board.size[0]:.0f} × {board.size[1]:.0f} mm" for board in kit.boards]
    lines += [f"- **{aid.count} player aids:** {aid.title}" for aid in kit.aids]
    lines += ["", "## Cutting out", "", CUTTING]
    if any(pieces.shape == "stand" for pieces in kit.pieces):
        lines += ["", "**Figures:** fold in the middle, glue, and bend the feet outwards."]
    return "\n".join(lines)


def gallery(kit: Kit) -> list[Item]:
    """The cards that differ, those of a new kind with a new icon first: what a glance at the leaflet should show."""
    cards = {item.face: item for pieces in kit.pieces if pieces.shape == "card" for item in pieces.items}
    first: list[Item] = []
    for item in cards.values():
        if all(item.face.kind != other.face.kind and item.face.icon != other.face.icon for other in first):
            first.append(item)
    return first + [item for item in cards.values() if item not in first]


def sheets_of(game: Game, settings: Settings, found: Kit) -> int:
    """How many pages the document has."""
    return sum(2 if page["kind"] == "leaflet" else 1 for page in pages(found, settings, game.title))


def document(game: Game, settings: Settings = Settings(), found: Kit | None = None) -> bytes:  # noqa: B008
    """The PDF.  `found` is a kit other than the game's standard one: other options, changed cards."""
    import typst  # a large library, and only the press wants it

    made = data(game, found or kit(game), settings)
    if not made["pages"]:
        raise CannotPrint("there is nothing to print")
    pdf = typst.compile(
        MAIN,
        root=MAIN.parent,
        font_paths=assets.fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(made)},
    )
    assert isinstance(pdf, bytes)
    return pdf
