"""Maps drawn with characters: hexes, sites around a table, a printed board with its regions."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from typing import Final

from textual.content import Content

from roundtable.scene import Area, Piece, Region, Spot

from .palette import style
from .pieces import SIGNS, Look, heading, letters, lying, site
from .sheet import NO_STYLE, Part, Sheet, beside, cut, fit, line

TALLEST: Final = 22  # lines of a board with regions
ROOMY: Final = 60  # cells across, from which regions also say what they are good for

Box = tuple[int, int, int]  # column, line and width of a space


def hexes(area: Area, look: Look, width: int, height: int) -> list[Content]:
    """A hex map: with edges where there is room (two lines a row), else with points (one line a row)."""
    sheet = Sheet()
    pieces = lying(area)
    places = {spot.id: (round(spot.x * 2), round(spot.y * 2 / sqrt(3))) for spot in area.spots}
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    wide, tall = max(x for x, _ in places.values()) - left, max(y for _, y in places.values()) - top
    roomy = height >= 2 * tall + 3 and width >= 2 * wide + 5
    indent = max(0, (width - 2 * wide - 5) // 2)
    in_order = sorted(area.spots, key=lambda spot: is_lit(spot, pieces[spot.id], look))  # lit edges cover the others
    for spot in in_order:
        x, y = places[spot.id]
        x, y = indent + (x - left) * 2 + 2, y - top
        if roomy:
            y = 2 * y + 1
            edge = style(look.palette.gold if is_lit(spot, pieces[spot.id], look) else look.palette.edge, on=spot.id)
            sheet.put(x - 1, y - 1, "╱", edge)
            sheet.put(x + 1, y - 1, "╲", edge)
            sheet.put(x - 2, y, "│", edge)
            sheet.put(x + 2, y, "│", edge)
            sheet.put(x - 1, y + 1, "╲", edge)
            sheet.put(x + 1, y + 1, "╱", edge)
        at = x - 1
        for text, how in hex_content(spot, pieces[spot.id], look, "" if roomy else "·"):
            sheet.put(at, y, text, how)
            at += len(text)
    return sheet.lines()


def is_lit(spot: Spot, pieces: Sequence[Piece], look: Look) -> bool:
    return spot.id in look.keys or any(piece.id in look.keys for piece in pieces)


def hex_content(spot: Spot, pieces: Sequence[Piece], look: Look, empty: str) -> list[Part]:
    """Three cells: who stands there, the key if it can be chosen, or what the space is."""
    key = look.keys.get(spot.id, "") or next((look.keys[piece.id] for piece in pieces if piece.id in look.keys), "")
    on = spot.id if spot.id in look.keys or not pieces else pieces[0].id
    if pieces:
        shown = letters(pieces, look, 2 if key else 3)
        if len(shown) == 1:
            shown = [(f" {shown[0][0]}" if key else f" {shown[0][0]} ", shown[0][1])]
        return [*shown, (key, look.lit(on))]
    if look.labels:
        return [(fit(spot.label, 3), look.lit(on) if key else look.faint(on))]
    if key:
        return [(f" {key} ", look.lit(on))]
    if spot.short:
        return [(f" {spot.short[:1]} ", look.tone(spot.marks[0].tone if spot.marks else "", on))]
    sign = SIGNS.get(spot.tone, empty)
    return [(f" {sign or ' '} ", style(look.palette.gold, bold=True, on=on) if spot.tone == "high" else look.faint(on))]


def listing(area: Area, look: Look, width: int) -> list[Content]:
    """Spots in columns, one line each: its name, its marks, what lies there."""
    pieces = lying(area)
    columns = max(1, width // 32)
    size = (width + 2) // columns - 2
    per_column = -(-len(area.spots) // columns)
    rows = []
    for spot in area.spots:
        key = look.keys.get(spot.id, "")
        lead: list[Part] = [(f"{key}›", look.lit(spot.id))] if key else [("  ", look.faint(spot.id))]
        parts = letters(pieces[spot.id], look, 6)
        room = size - 2 - (len(parts) + 1 if parts else 0)
        label = cut(spot.label, room)
        signs = cut("".join(f" {mark.text}" for mark in spot.marks), room - len(label))
        how = style(look.palette.ink, bold=bool(key), on=spot.id)
        filling = " " * (size - 2 - len(label) - len(signs) - len(parts) - bool(parts))
        gap: list[Part] = [(" ", NO_STYLE)] if parts else []
        rows.append(line(*lead, (label, how), (signs, look.faint(spot.id)), *gap, *parts, filling))
    return [heading(area, look), *beside([rows[i : i + per_column] for i in range(0, len(rows), per_column)], 2)]


def ring(area: Area, look: Look, width: int, height: int) -> list[Content]:
    """Sites around the table where they have room, else in order in columns."""
    pieces = lying(area)
    cell = max(8, min(22, width // 4 - 1))
    count = len(area.spots)
    wide, tall = max(abs(spot.x) for spot in area.spots), max(abs(spot.y) for spot in area.spots)
    places = []
    for i, spot in enumerate(area.spots):
        turn = 2 * pi * i / count
        x, y = (spot.x / wide, spot.y / tall) if wide and tall else (sin(turn), -cos(turn))
        places.append((round((x + 1) / 2 * (width - cell)), round((y + 1) / 2 * (height - 3))))
    crowded = any(abs(a[0] - b[0]) <= cell and abs(a[1] - b[1]) < 3 for i, a in enumerate(places) for b in places[:i])
    if crowded:
        return listing(area, look, width)
    blocks = [site(spot, pieces[spot.id], look, cell) for spot in area.spots]
    sheet = Sheet()
    for (x, y), block in zip(places, blocks, strict=True):
        for dy, parts in enumerate(block):
            at = x
            for words, how in parts:
                sheet.put(at, y + dy, words, how)
                at += len(words)
    return [heading(area, look), *sheet.lines()]


def chart(area: Area, look: Look, width: int, height: int) -> list[Content]:
    """A printed board: every space where it lies, the names of its regions beside them.

    It takes as many lines as it needs to show them all; where even that is not enough, they are listed.
    """
    pieces = lying(area)
    left, right = min(spot.x - spot.wide / 2 for spot in area.spots), max(spot.x + spot.wide / 2 for spot in area.spots)
    top, bottom = min(spot.y for spot in area.spots), max(spot.y for spot in area.spots)
    across = width / (right - left)
    for rows in range(max(8, min(height - 1, TALLEST)), TALLEST + 1):
        down = (rows - 1) / (bottom - top)
        boxes = {}
        for spot in area.spots:
            x, y = round((spot.x - spot.wide / 2 - left) * across), round((spot.y - top) * down)
            boxes[spot.id] = (x, y, max(2, round((spot.x + spot.wide / 2 - left) * across) - x - 1))
        taken = {(x + i, y) for x, y, size in boxes.values() for i in range(size)}
        if len(taken) == sum(size for _, _, size in boxes.values()):
            break
    else:
        return listing(area, look, width)
    sheet = Sheet()
    for spot in area.spots:
        x, y, size = boxes[spot.id]
        for text, how in square(spot, pieces[spot.id], look, size):
            sheet.put(x, y, text, how)
            x += len(text)
    for region in area.regions:
        _entitle(region, [boxes[spot.id] for spot in area.spots if spot.tone == region.tone], taken, sheet, look, width)
    return [heading(area, look), *sheet.lines()]


def square(spot: Spot, pieces: Sequence[Piece], look: Look, size: int) -> list[Part]:
    """A space in one line of `size` cells: the key if it can be chosen, what it is called, who stands there."""
    key = look.keys.get(spot.id, "") or next((look.keys[piece.id] for piece in pieces if piece.id in look.keys), "")
    how = look.lit(spot.id) if key else style(look.palette.ink, look.palette.surface, on=spot.id)
    lead = f"{key}›" if key and size > 3 else key
    shown = letters(pieces, look, max(1, size - 1 - len(lead)))
    room = size - len(shown) - len(lead)
    called = fit(spot.short or spot.label, room) if room > 1 else (spot.short or " ")[:room]
    return [(lead, look.lit(spot.id)), (called, how), *shown]


def _entitle(
    region: Region,
    boxes: Sequence[tuple[int, int, int]],
    taken: set[tuple[int, int]],
    sheet: Sheet,
    look: Look,
    width: int,
) -> None:
    """The name of a region where there is room: above, below, inside or beside its spaces."""
    if not region.title or not boxes:
        return
    left, right = min(x for x, _, _ in boxes), max(x + size for x, _, size in boxes)
    top, bottom = min(y for _, y, _ in boxes), max(y for _, y, _ in boxes)
    full = [f"{region.title}: {region.note}"] if region.note and width > ROOMY else []
    for words in (*full, region.title, region.title.split()[0]):
        middle = max(0, (left + right - len(words)) // 2)
        inside = [(middle, (top + bottom) // 2)] if region.shape == "round" else []
        tries = [*inside, (left, top - 1), (left, bottom + 1), (left - len(words) - 1, top), (right + 1, top)]
        for x, y in [*tries, (middle, top - 1), (width - len(words), top - 1), (left - len(words) - 1, bottom)]:
            cells = {(x + i, y) for i in range(-1, len(words) + 1)}
            if x >= 0 and y >= 0 and x + len(words) <= width and not cells & taken:
                sheet.put(x, y, words, style(look.palette.tincture(region.tincture), bold=True))
                taken |= cells
                return
