"""Scenes on the wire: each part is encoded once, and what a connection has already it need not be sent again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from roundtable.scene import Area, Panel, Scene, Spot

from . import wire

KEPT: Final = 4096  # parts whose text is remembered; tables where little changes share most of them

AreaText = tuple[str, str]  # as JSON: all but the spots, which seldom change, and these
PanelText = tuple[int, str, tuple[AreaText, ...]]  # the seat, and as JSON: all but the areas, and these


# Parts are never changed and told apart by identity, so the same part has the same text.


@lru_cache(KEPT)
def _panel(panel: Panel) -> PanelText:
    rest = {name: getattr(panel, name) for name in panel.__slots__ if name != "areas"}
    return panel.seat, wire.encode(rest).decode()[:-1], tuple([_area(area) for area in panel.areas])


@lru_cache(KEPT)
def _area(area: Area) -> AreaText:
    rest = {"id": area.id, "title": area.title, "layout": area.layout, "pieces": area.pieces, "note": area.note}
    return wire.encode(rest).decode()[:-1], _spots(area.spots)


@lru_cache(KEPT)
def _spots(spots: tuple[Spot, ...]) -> str:
    return wire.encode(spots).decode()


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
        self.rest = wire.encode(rest).decode()[:-1]

    def same(self, other: Drawn) -> bool:
        return self.rest == other.rest and self.panels == other.panels and self.areas == other.areas

    def text(self, before: Drawn | None = None) -> str:
        """The scene; with one `before`, panels and areas that were in it are only numbers: their places there."""
        panels = _panels(self.panels, before.panels if before is not None else ())
        areas = _areas(self.areas, before.areas if before is not None else ())
        return f'{self.rest},"panels":[{panels}],"areas":[{areas}]}}'


def _panels(panels: Iterable[PanelText], before: Iterable[PanelText]) -> str:
    """A panel that has changed names its own areas that have not, by their places in the seat's panel before."""
    places = {panel: str(place) for place, panel in enumerate(before)}
    had = {seat: areas for seat, _, areas in before}
    return ",".join(
        [places.get(panel) or f'{panel[1]},"areas":[{_areas(panel[2], had.get(panel[0], ()))}]}}' for panel in panels]
    )


def _areas(areas: Iterable[AreaText], before: Iterable[AreaText]) -> str:
    """An area that has changed names its spots, if they have not, by the place of the area that had them."""
    places = {area: str(place) for place, area in enumerate(before)}
    grounds = {spots: str(place) for place, (_, spots) in enumerate(before) if spots != "[]"}
    return ",".join([places.get(area) or f'{area[0]},"spots":{grounds.get(area[1], area[1])}}}' for area in areas])
