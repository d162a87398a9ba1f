"""Scenes on the wire: each part is encoded once, and what a connection has already it need not be sent again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from roundtable.scene import Area, Panel, Scene, Spot

from . import wire

KEPT: Final = 4096  # parts whose text is remembered; tables where little changes share most of them

AreaText = tuple[bytes, bytes]  # as JSON: all but the spots, which seldom change, and these
PanelText = tuple[int, bytes, tuple[AreaText, ...]]  # the seat, and as JSON: all but the areas, and these


# Parts are never changed and told apart by identity, so the same part has the same text.


@lru_cache(KEPT)
def _panel(panel: Panel) -> PanelText:
    rest = {name: getattr(panel, name) for name in panel.__slots__ if name != "areas"}
    return panel.seat, wire.encode(rest)[:-1], tuple([_area(area) for area in panel.areas])


@lru_cache(KEPT)
def _area(area: Area) -> AreaText:
    rest = {"id": area.id, "title": area.title, "layout": area.layout, "pieces": area.pieces, "note": area.note}
    return wire.encode(rest)[:-1], _spots(area.spots)


@lru_cache(KEPT)
def _spots(spots: tuple[Spot, ...]) -> bytes:
    return wire.encode(spots)


class Drawn:
    """A scene as JSON, in parts."""

    __slots__ = ("areas", "panels", "rest")

    def __init__(self, scene: Scene) -> None:
        self.panels = [_panel(panel) for panel in scene.panels]
        self.areas = [_area(area) for area in scene.areas]
        rest: dict[str, Any] = {
            "game": scene.game,
            "title": scene.title,
            "status": scene.status,
            "prompt": scene.prompt,
            "phases": scene.phases,
            "waiting": scene.waiting,
            "over": scene.over,
        }
        self.rest = wire.encode(rest)[:-1]

    def same(self, other: Drawn) -> bool:
        return self.rest == other.rest and self.panels == other.panels and self.areas == other.areas

    def text(self, before: Drawn | None = None) -> bytes:
        """The scene; with one `before`, panels and areas that were in it are only numbers: their places there."""
        panels = _panels(self.panels, before.panels if before is not None else ())
        areas = _areas(self.areas, before.areas if before is not None else ())
        return b'%b,"panels":[%b],"areas":[%b]}' % (self.rest, panels, areas)


def _panels(panels: Sequence[PanelText], before: Sequence[PanelText]) -> bytes:
    """A panel that has changed names its own areas that have not, by their places in the seat's panel before."""
    out = []
    for place, panel in enumerate(panels):
        if place < len(before) and before[place] == panel:  # players do not change places
            out.append(b"%d" % place)
        else:
            had = next((areas for seat, _, areas in before if seat == panel[0]), ())
            out.append(b'%b,"areas":[%b]}' % (panel[1], _areas(panel[2], had)))
    return b",".join(out)


def _areas(areas: Sequence[AreaText], before: Sequence[AreaText]) -> bytes:
    """An area that has changed names its spots, if they have not, by the place of the area that had them."""
    out = []
    for place, area in enumerate(areas):
        if place < len(before) and before[place] == area:
            out.append(b"%d" % place)
        elif area in before:
            out.append(b"%d" % before.index(area))
        else:
            spots = area[1]
            had = next((i for i, (_, ground) in enumerate(before) if ground == spots), None) if spots != b"[]" else None
            out.append(b'%b,"spots":%b}' % (area[0], spots if had is None else b"%d" % had))
    return b",".join(out)
