"""Scenes on the wire: each part is encoded once, and what a connection has already it need not be sent again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from roundtable.scene import Area, Panel, Scene, Spot

from . import wire

KEPT: Final = 4096  # parts whose text is remembered; tables where little changes share most of them

Text = tuple[str, str]  # an area as JSON: all but its spots, which seldom change, and these


# Parts are never changed and told apart by identity, so the same part has the same text.


@lru_cache(KEPT)
def _panel(panel: Panel) -> str:
    return wire.encode(panel).decode()


@lru_cache(KEPT)
def _area(area: Area) -> Text:
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
        """The scene; with one `before`, what was in it is only a number: its place among the panels or areas there."""
        if before is None:
            panels = self.panels
            areas = [f'{rest},"spots":{spots}}}' for rest, spots in self.areas]
        else:
            places = {panel: str(place) for place, panel in enumerate(before.panels)}
            panels = [places.get(panel, panel) for panel in self.panels]
            known = {area: str(place) for place, area in enumerate(before.areas)}
            grounds = {spots: str(place) for place, (_, spots) in enumerate(before.areas) if spots != "[]"}
            areas = [known.get(area) or f'{area[0]},"spots":{grounds.get(area[1], area[1])}}}' for area in self.areas]
        return f'{self.rest},"panels":[{",".join(panels)}],"areas":[{",".join(areas)}]}}'
