"""Tabletop Simulator: a game's cards, tokens and boards as pictures, and a saved object that lays them out.

Cards of a deck lie on sheets of up to ten by seven; everything else is a picture of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

from roundtable.engine import Game
from roundtable.scene.print import Item, Kit, Pieces

from .looks import file_name
from .printing import Page, Settings, back_look, board_pages, data, slots_of, typeset
from .sheets import Grid

PPI: Final = 150.0
ACROSS: Final = 10  # what Tabletop Simulator takes on a sheet
DOWN: Final = 7
DECKS: Final = ("card", "tile")
Object = dict[str, object]


@dataclass(frozen=True)
class Picture:
    name: str  # of the file, without its ending
    page: Page


@dataclass(frozen=True)
class Sheet:
    """Cards of one deck that lie on one picture, each kind once, and their backs."""

    fronts: Picture
    backs: Picture
    pieces: Pieces
    items: tuple[Item, ...]
    columns: int
    rows: int


def export(game: Game, settings: Settings, kit: Kit, folder: Path, url: str, ppi: float = PPI) -> list[Path]:
    """Write pictures and `GAME.json` into the folder; `url` is where the pictures will be found."""
    sheets = [sheet for pieces in kit.pieces if pieces.shape in DECKS for sheet in deck(pieces, settings)]
    singles = [
        (pieces, item, token(pieces, item, settings))
        for pieces in kit.pieces
        if pieces.shape not in DECKS
        for item in pieces.items
    ]
    whole = Settings(boards="whole", marks=False, saver=settings.saver, art=settings.art)
    boards = [
        Picture(f"{board.id}-board", page)
        for i, board in enumerate(kit.boards)
        for page in board_pages(kit, i, whole, game.title)
    ]
    pictures = [picture for sheet in sheets for picture in (sheet.fronts, sheet.backs)]
    pictures += [*(picture for _, _, picture in singles), *boards]
    made = data(game, kit, settings) | {"pages": [picture.page for picture in pictures]}
    paths = []
    for picture, png in zip(pictures, typeset(made, settings, ppi), strict=True):
        paths.append(folder / f"{picture.name}.png")
        paths[-1].write_bytes(png)

    def at(picture: Picture) -> str:
        return f"{url.rstrip('/')}/{picture.name}.png"

    objects = [_deck(n, sheet, at(sheet.fronts), at(sheet.backs)) for n, sheet in enumerate(sheets, 1)]
    objects += [_token(item, at(picture)) for _, item, picture in singles for _ in range(item.count)]
    objects += [_board(board.title, at(picture)) for board, picture in zip(kit.boards, boards, strict=True)]
    for i, one in enumerate(objects):
        one["Transform"] = _lying(i)
    saved = folder / f"{game.slug}.json"
    saved.write_text(json.dumps({"SaveName": game.title, "ObjectStates": objects}, indent=1), encoding="utf-8")
    return [*paths, saved]


def deck(pieces: Pieces, settings: Settings) -> Iterator[Sheet]:
    """The sheets of a deck: all fronts, and as many backs, or one for all where they are alike."""
    for n, first in enumerate(range(0, len(pieces.items), ACROSS * DOWN)):
        items = pieces.items[first : first + ACROSS * DOWN]
        columns = min(ACROSS, max(2, len(items)))
        rows = max(2, ceil(len(items) / columns))
        fronts = tuple((pieces, item) for item in items)
        name = f"{pieces.id}-{n + 1}"
        alike = len({item.back for item in items}) == 1
        backs = fronts[:1] if alike else fronts
        yield Sheet(
            Picture(name, _sheet(fronts, pieces, columns, rows, settings, "front")),
            Picture(f"{name}-back", _sheet(backs, pieces, *((1, 1) if alike else (columns, rows)), settings, "back")),
            pieces,
            items,
            columns,
            rows,
        )


def _sheet(
    batch: Sequence[tuple[Pieces, Item]], pieces: Pieces, columns: int, rows: int, settings: Settings, side: str
) -> Page:
    """A picture without margins, all pieces edge to edge."""
    w, h = pieces.size
    grid = Grid(columns * w, rows * h, columns, rows, w, h, 0.0)
    slots, _ = slots_of(batch, pieces.shape, grid, settings)
    if side == "back":
        for slot, (_, item) in zip(slots, batch, strict=True):
            if item.back or pieces.back:
                slot["face"] = back_look(pieces, item, settings)
    base: Page = {"kind": "pieces", "shape": pieces.shape, "bleed": 0, "w": grid.width, "h": grid.height}
    return {**base, "cuts": [], "slots": slots, "foot": ""}


def token(pieces: Pieces, item: Item, settings: Settings) -> Picture:
    name = f"{pieces.id}-{file_name(item.id)}"
    return Picture(name, _sheet([(pieces, item)], pieces, 1, 1, settings, "front"))


def _deck(number: int, sheet: Sheet, face: str, back: str) -> Object:
    """A deck, or the one card there is; a card of which there are several lies in it so many times."""
    alike = len({item.back for item in sheet.items}) == 1
    drawn = {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": True,
        "UniqueBack": not alike,
    }
    cards: list[Object] = [
        {
            "Name": "Card",
            "Nickname": item.face.title.replace("\n", " "),
            "Description": item.face.text,
            "CardID": number * 100 + i,
            "CustomDeck": {str(number): drawn},
            "Transform": _lying(0),
        }
        for i, item in enumerate(sheet.items)
        for _ in range(item.count)
    ]
    if len(cards) == 1:
        return cards[0]
    return {
        "Name": "DeckCustom",
        "Nickname": sheet.pieces.title,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {str(number): drawn},
        "ContainedObjects": cards,
    }


def _token(item: Item, picture: str) -> Object:
    shown = {"ImageURL": picture, "ImageScalar": 1.0, "CustomToken": {"Thickness": 0.2, "Stackable": True}}
    return {"Name": "Custom_Token", "Nickname": item.face.title or item.id, "CustomImage": shown}


def _board(title: str, picture: str) -> Object:
    return {"Name": "Custom_Board", "Nickname": title, "CustomImage": {"ImageURL": picture}, "Locked": True}


def _lying(i: int) -> Object:
    """Side by side in rows of twelve; decks face down."""
    row, column = divmod(i, 12)
    place = {"posX": 3.0 * column - 18, "posY": 1.5, "posZ": 10 - 4.0 * row}
    return {**place, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
