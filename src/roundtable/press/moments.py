"""A moment of a match as a picture, for links that are shared: the table in one glance, drawn by Typst from its scene.

It knows no game: of the areas the one with most spaces is drawn as a map, of the others the pieces that lie open.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from roundtable.scene import Area, Piece, Scene

from . import assets
from .looks import INK, VELLUM, colour, light

TEMPLATE: Final = Path(__file__).parent / "moment.typ"
SIZE: Final = (1200, 630)  # as those who show links want it
MAP: Final = (470.0, 150.0, 700.0, 440.0)  # left, top, width, height
MOST: Final = 8  # pieces of one area
ROWS: Final = 3
Data = dict[str, object]


def picture(scene: Scene, title: str, text: str) -> bytes:
    """A PNG of 1200 x 630."""
    import typst  # a large library, and only the press wants it

    arms = {panel.seat: (panel.arms.letter, colour(panel.arms.colour)) for panel in scene.panels}
    maps = [area for area in scene.areas if area.spots and area.layout in ("hexes", "ring")]
    chart = _chart(max(maps, key=lambda area: len(area.spots)), arms) if maps else None
    common = sorted(scene.areas, key=lambda area: area.layout == "stack")
    rows = [(area.title, area) for area in common]
    rows += [(f"{panel.name}: {area.title}", area) for panel in scene.panels for area in panel.areas]
    shown = [(title, area) for title, area in rows if not area.spots and any(piece.face for piece in area.pieces)]
    players = [
        {
            "letter": panel.arms.letter,
            "colour": colour(panel.arms.colour),
            "on": _on(colour(panel.arms.colour)),
            "name": panel.name,
            "stats": " · ".join(stat.value if stat.speaks else f"{stat.name} {stat.value}" for stat in panel.stats[:3]),
        }
        for panel in scene.panels
    ]
    data = {
        "title": title,
        "text": text,
        "status": scene.status,
        "players": players,
        "chart": chart,
        "rows": [] if chart else [_row(title, area) for title, area in shown[:ROWS]],
    }
    made = typst.compile(
        TEMPLATE,
        format="png",
        ppi=72.0,
        font_paths=assets.fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data)},
    )
    return bytes(made if isinstance(made, bytes) else made[0])


def animated(pictures: Sequence[bytes], seconds: float) -> bytes:
    """Pictures of one size, one after the other for ever, as an animated PNG (APNG); old programs show the first."""
    out, number = pictures[0][:8], 0
    width, height = struct.unpack(">II", pictures[0][16:24])
    for i, picture in enumerate(pictures):
        chunks = list(_chunks(picture))
        if i == 0:
            out += _chunk(b"IHDR", chunks[0][1]) + _chunk(b"acTL", struct.pack(">II", len(pictures), 0))
        delay = round(1000 * seconds * (3 if i == len(pictures) - 1 else 1))  # the end stays longer
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, delay, 1000, 0, 0)
        out += _chunk(b"fcTL", control)
        number += 1
        for kind, body in chunks:
            if kind == b"IDAT" and i == 0:
                out += _chunk(kind, body)
            elif kind == b"IDAT":
                out += _chunk(b"fdAT", struct.pack(">I", number) + body)
                number += 1
    return out + _chunk(b"IEND", b"")


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _on(ground: str) -> str:
    return INK if light(ground) else VELLUM


def _sign(piece: Piece) -> str:
    """The icon of a piece as SVG, or nothing."""
    return assets.icons().get(piece.face.icon, "") if piece.face is not None else ""


def _chart(area: Area, arms: dict[int, tuple[str, str]]) -> Data:
    """Spaces and what stands on them, where they lie."""
    left, right = min(s.x - s.wide / 2 for s in area.spots), max(s.x + s.wide / 2 for s in area.spots)
    top, bottom = min(s.y for s in area.spots) - 0.5, max(s.y for s in area.spots) + 0.5
    unit = min(MAP[2] / (right - left), MAP[3] / (bottom - top))
    across, down = MAP[0] + (MAP[2] - unit * (right - left)) / 2, MAP[1] + (MAP[3] - unit * (bottom - top)) / 2
    middle = {s.id: (across + (s.x - left) * unit, down + (s.y - top) * unit) for s in area.spots}
    grounds = {region.tone: region.tincture for region in area.regions}
    spots = [
        {
            "x": middle[s.id][0],
            "y": middle[s.id][1],
            "w": s.wide * unit,
            "fill": _ground(s.tincture or grounds.get(s.tone, "")),
            "label": s.short or (s.label if s.wide > 1 else ""),
        }
        for s in area.spots
    ]
    stood: dict[str, int] = {}
    tokens = []
    for piece in area.pieces:
        if piece.spot not in middle or piece.face is None:
            continue
        n = stood[piece.spot] = stood.get(piece.spot, -1) + 1
        x, y = middle[piece.spot]
        letter, ground = arms.get(piece.owner, ("", "")) if piece.owner is not None else ("", "")
        ground = ground or colour(piece.face.tincture)
        words = letter or piece.face.title[:1]
        tokens.append({"x": x + 0.28 * unit * n, "y": y, "fill": ground, "on": _on(ground), "text": words})
    return {"hexes": area.layout == "hexes", "unit": unit, "spots": spots, "tokens": tokens}


def _ground(tincture: str) -> str:
    return colour(tincture) + "66" if tincture else "#c9b89455"


def _row(title: str, area: Area) -> Data:
    """The pieces of an area as small cards; of a pile the top one."""
    cards = []
    for piece in area.pieces[-1:] if area.layout == "stack" else area.pieces[:MOST]:
        face = piece.face
        ground = colour(face.tincture) if face is not None else "#4b5563"
        svg = _sign(piece).replace("currentColor", _on(ground))
        cards.append({"fill": ground, "on": _on(ground), "title": face.title if face else "", "svg": svg})
    return {"title": title, "cards": cards}
