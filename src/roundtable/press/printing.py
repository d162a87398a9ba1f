"""Printing: a game's kit as a PDF.

The kit is laid out on sheets in Python (`sheets.py`), drawn by Typst from plain data (`main.typ` and what it imports),
without network and with its typefaces embedded.  If backs are printed, every sheet takes two pages, so that the
whole document can be sent to a duplex printer as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Final, Literal

from roundtable.engine import Game
from roundtable.scene.print import AID, CARD, Aid, Item, Kit, Pieces

from . import assets, looks
from .leaflet import blocks, runs
from .sheets import LAP, MARGIN, PAPERS, POSTER_MARGIN, WIDE_MARGIN, Grid, Slot, grid, poster

MAIN: Final = Path(__file__).parent / "main.typ"
GROUPS: Final = ("cards", "tokens", "boards", "aids", "leaflet")
SPACE: Final = {"disc": 2.0, "stand": 3.0}  # between pieces that are not cut along common lines
STRIP: Final = 3  # cards side by side in half a sheet
CUTTING: Final = """
Print at **100 %**, not "fit to page", on heavy paper. Cut along the marks in the margins, first all the way across,
then the strips. Without a duplex printer, leave out the backs and use sleeves. Sheets of a board overlap: cut the
edge that says so, lay it on the dashed line of its neighbour, and glue.
"""
SUSPECTS: Final = b"/Suspects false"
Page = dict[str, object]


class CannotPrint(ValueError):
    """What was asked for cannot be printed; one clear line."""


@dataclass(frozen=True)
class Settings:
    """How to print.  `only` names components or groups of them (`GROUPS`); empty: everything."""

    paper: str = "a4"  # a4 or letter
    backs: bool = True
    blanks: bool = False  # an empty page behind every sheet that has no back, for printing all at once on both sides
    flip: str = "long"  # the edge the printer turns the sheet about: long or short
    marks: bool = True
    bleed: float = 0.0
    saver: bool = False
    boards: str = "tiled"  # tiled over sheets, fit on one sheet, or whole on a page of their own size
    only: tuple[str, ...] = ()
    leaflet: bool = True  # with everything else; asked for by name it is printed in any case
    art: Mapping[str, Path] = field(default_factory=dict, hash=False)  # a designer's own pictures: id -> file


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
    both, one = sides(kit, settings, title)
    yield from both
    yield from one


def sides(kit: Kit, settings: Settings, title: str) -> tuple[list[Page], list[Page]]:
    """The pages that are printed on both sides of their sheets, and those after them that are printed on one."""
    chosen = wanted(kit, settings.only)
    both: list[Page] = []
    one: list[Page] = []
    if "leaflet" in chosen and (settings.leaflet or "leaflet" in settings.only):
        both.append({"kind": "leaflet", "sheets": 1, **paper_size(settings)})
    sizes: dict[tuple[str, tuple[float, float]], list[tuple[Pieces, Item]]] = {}
    for pieces in kit.pieces:
        if pieces.id in chosen:
            items = [(pieces, item) for item in pieces.items for _ in range(item.count)]
            sizes.setdefault((pieces.shape, pieces.size), []).extend(items)
    aids = [aid for aid in kit.aids if aid.id in chosen for _ in range(aid.count)]
    few = leftover(sizes.get(("card", CARD), []), len(aids), settings)
    for (shape, size), items in sizes.items():
        sheets = list(piece_pages(items, shape, size, settings, title))
        (both if any(page["back"] for page in sheets) else one).extend(sheets)
    for board in kit.boards:
        if board.id in chosen:
            one += board_pages(kit, kit.boards.index(board), settings, title)
    if aids:
        *full, last = aid_pages(kit, aids, settings, title)
        one += full
        mixed = with_cards(last, few, settings, title) if few else [last]
        (both if len(mixed) > 1 else one).extend(mixed)
    if settings.backs and settings.blanks:
        one = [page for sheet in one for page in (sheet, {"kind": "blank", "w": sheet["w"], "h": sheet["h"]})]
    return both, one


def leftover(cards: list[tuple[Pieces, Item]], aids: int, settings: Settings) -> list[tuple[Pieces, Item]]:
    """Take out the last few cards, which would have a sheet to themselves, if half a sheet of aids is free for them."""
    room, rest = grid(PAPERS[settings.paper], *CARD, 2 * settings.bleed).room, aids % 4
    few = len(cards) % room
    if not 0 < few <= STRIP or not 0 < rest <= 2:
        return []
    taken = cards[-few:]
    del cards[-few:]
    return taken


def paper_size(settings: Settings) -> Page:
    paper = PAPERS[settings.paper]
    return {"w": paper.width, "h": paper.height}


def piece_pages(
    items: Sequence[tuple[Pieces, Item]], shape: str, size: tuple[float, float], settings: Settings, title: str
) -> Iterator[Page]:
    """Fronts and backs of pieces of one size, sheet by sheet."""
    bleed = 0.0 if shape in SPACE else settings.bleed
    page = grid(PAPERS[settings.paper], *size, SPACE.get(shape, 2 * bleed), MARGIN if shape == "card" else WIDE_MARGIN)
    backed = settings.backs and any(has_back(pieces, item, shape) for pieces, item in items)
    rest = iter(items)
    while batch := list(islice(rest, page.room)):
        names = ", ".join(dict.fromkeys(pieces.title for pieces, _ in batch))
        base: Page = {"kind": "pieces", "shape": shape, "bleed": bleed, "w": page.width, "h": page.height}
        marks = page.ticks(len(batch)) if shape in SPACE else page.cuts(len(batch), bleed)
        foot = f"{title} · {names}" if page.top - bleed >= WIDE_MARGIN - 1 else ""
        fronts, backs = slots_of(batch, shape, page, settings)
        front = {"slots": fronts, "cuts": marks if settings.marks else [], "foot": foot and f"{foot} · fronts"}
        yield {**base, **front, "back": False}
        if backed:  # also where nothing of this sheet has one, so that the sheets after it keep their sides
            yield {**base, "slots": backs, "cuts": [], "foot": foot and f"{foot} · backs", "back": True}


def slots_of(
    batch: Sequence[tuple[Pieces, Item]], shape: str, page: Grid, settings: Settings
) -> tuple[list[Page], list[Page]]:
    """The fronts of a sheet, and the backs of those that have one."""
    placed = [(pieces, item, page.slot(i)) for i, (pieces, item) in enumerate(batch)]
    fronts: list[Page] = [
        {"id": item.id, "side": "front", "face": looks.look(item, settings.saver, settings.art), **place(slot)}
        for _, item, slot in placed
    ]
    backs: list[Page] = [
        {"id": item.id, "side": "back", "face": back_look(pieces, item, settings)}
        | place(page.behind(slot, settings.flip))
        for pieces, item, slot in placed
        if has_back(pieces, item, shape)
    ]
    return fronts, backs


def has_back(pieces: Pieces, item: Item, shape: str) -> bool:
    return (item.back or pieces.back) is not None and shape != "stand"  # a figure is folded: its back is printed


def back_look(pieces: Pieces, item: Item, settings: Settings) -> dict[str, object]:
    """A back: drawn as a face if it has something to say, else as the deck's emblem."""
    back = item.back or pieces.back
    assert back is not None
    art = looks.picture(settings.art, f"{item.id}-back", f"{pieces.id}-back")
    return looks.face(back, settings.saver) | {"emblem": not back.text and not back.kind, "art": art}


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


def with_cards(sheet: Page, few: Sequence[tuple[Pieces, Item]], settings: Settings, title: str) -> list[Page]:
    """A sheet of one or two aids with a few cards in its lower half, and their backs."""
    paper = PAPERS[settings.paper]
    down = grid(paper, *AID).top + AID[1] + 10
    page = Grid(paper.width, paper.height, STRIP, 1, *CARD, 0.0, down)
    fronts, backs = slots_of(few, "card", page, settings)
    cuts, slots = sheet["cuts"], sheet["slots"]
    assert isinstance(cuts, list) and isinstance(slots, list)
    marks = page.cuts(len(few)) if settings.marks else []
    front = {**sheet, "slots": [*slots, *fronts], "cuts": [*cuts, *marks]}
    back = {**sheet, "slots": backs, "cuts": [], "foot": f"{title} · backs"}
    return [front, back] if backs and settings.backs else [front]


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
        "sample": [looks.look(item, settings.saver, settings.art) for item in gallery(kit)[:4]],
        "gallery": [
            {
                "face": looks.look(item, settings.saver, settings.art),
                "count": f"{item.count} ×" if item.count > 1 else "",
            }
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


def sheets_of(game: Game, settings: Settings, found: Kit) -> tuple[int, int]:
    """How many pages of the document are printed on both sides of their sheets, and how many after them on one."""
    both, one = sides(found, settings, game.title)
    return sum(2 if page["kind"] == "leaflet" else 1 for page in both), len(one)


def document(game: Game, settings: Settings = Settings(), found: Kit | None = None) -> bytes:  # noqa: B008
    """The PDF.  `found` is a kit other than the game's standard one: other options, changed cards."""
    made = data(game, found or kit(game), settings)
    pdf = typeset(made, settings)[0]
    # It is the default, and Poppler takes it for a mistake; as many spaces keep every place in the file.
    return pdf.replace(SUSPECTS, b" " * len(SUSPECTS))


def pictures(game: Game, settings: Settings, found: Kit, ppi: float) -> list[bytes]:
    """Every page of the document as a PNG."""
    return typeset(data(game, found, settings), settings, ppi)


def typeset(made: Mapping[str, object], settings: Settings, ppi: float = 0.0) -> list[bytes]:
    """What Typst draws: a PDF, or with `ppi` a picture of each page."""
    import typst  # a large library, and only the press wants it

    if not made["pages"]:
        raise CannotPrint("there is nothing to print")
    kind: Literal["png", "pdf"] = "png" if ppi else "pdf"
    with TemporaryDirectory() as folder:  # Typst reads pictures only beside its sources
        for file in (*MAIN.parent.glob("*.typ"), *settings.art.values()):
            copy(file, folder)
        try:
            out: bytes | list[bytes] = typst.compile(
                Path(folder) / MAIN.name,
                root=Path(folder),
                font_paths=assets.fonts(),
                ignore_system_fonts=True,
                sys_inputs={"data": json.dumps(made)},
                format=kind,
                ppi=ppi or None,
            )
        except RuntimeError as error:  # a picture that is none
            raise CannotPrint(str(error).splitlines()[0]) from error
    return out if isinstance(out, list) else [out]
