"""Scenes on the wire: each part is encoded once, and what a connection has already it need not be sent again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from roundtable.scene import Area, Panel, Scene, Spot

KEPT: Final = 4096  # parts whose text is remembered; tables where little changes share most of them

encode = msgspec.json.Encoder().encode

# Parts are never changed and told apart by identity, so the same part has the same text; and as parts with the same
# text are one object here, to compare them is to compare identities.


class EncodedSpots:
    """The spots of an area as JSON."""

    __slots__ = ("text",)

    def __init__(self, spots: tuple[Spot, ...]) -> None:
        self.text = msgspec.Raw(encode(spots))


class EncodedArea:
    """An area as JSON.  If it has spots, which seldom change, they are encoded apart."""

    __slots__ = ("spots", "text")

    def __init__(self, text: bytes, spots: EncodedSpots | None) -> None:
        self.text = msgspec.Raw(text)  # all but the spots
        self.spots = spots


class EncodedPanel:
    """A panel as JSON: all but its areas, and these."""

    __slots__ = ("areas", "seat", "text")

    def __init__(self, seat: int, text: bytes, areas: tuple[EncodedArea, ...]) -> None:
        self.seat = seat
        self.text = msgspec.Raw(text)
        self.areas = areas


class EncodedScene:
    """A scene as JSON, in parts."""

    __slots__ = ("areas", "fields", "panels")

    def __init__(self, scene: Scene) -> None:
        self.fields = {
            name: getattr(scene, name) for name in scene.__dataclass_fields__ if name not in ("panels", "areas")
        }
        self.panels = [_panel(panel) for panel in scene.panels]
        self.areas = [_area(area) for area in scene.areas]

    def brief(self, before: EncodedScene | None) -> dict[str, object]:
        """The scene in parts; panels and areas that were in the one `before` are only numbers: their places there."""
        panels: list[object] = []
        had = before.panels if before is not None else ()
        for place, panel in enumerate(self.panels):
            if place < len(had) and had[place] is panel:  # players do not change places
                panels.append(place)
            else:  # its own areas have their places in the panel that the seat had before
                theirs = next((each.areas for each in had if each.seat == panel.seat), ())
                panels.append({"panel": panel.text, "areas": _brief(panel.areas, theirs)})
        areas = _brief(self.areas, before.areas if before is not None else ())
        return {**self.fields, "panels": panels, "areas": areas}


def _brief(areas: Sequence[EncodedArea], before: Sequence[EncodedArea]) -> list[object]:
    out: list[object] = []
    for place, area in enumerate(areas):
        if place < len(before) and before[place] is area:
            out.append(place)
        elif area in before:
            out.append(before.index(area))
        else:
            out.append({"area": area.text, "spots": _known(area, before)} if area.spots is not None else area.text)
    return out


def _known(area: EncodedArea, before: Sequence[EncodedArea]) -> object:
    """The spots of an area that has changed: if they have not, the place of the area that had them."""
    for place, each in enumerate(before):
        if each.spots is area.spots:
            return place
    return area.spots.text if area.spots is not None else []


@lru_cache(KEPT)
def _panel(panel: Panel) -> EncodedPanel:
    rest = {name: getattr(panel, name) for name in panel.__dataclass_fields__ if name != "areas"}
    return _same_panel(panel.seat, encode(rest), tuple([_area(area) for area in panel.areas]))


@lru_cache(KEPT)
def _area(area: Area) -> EncodedArea:
    if not area.spots:
        return _same_area(encode(area), None)
    rest = {name: getattr(area, name) for name in area.__dataclass_fields__ if name != "spots"}
    return _same_area(encode(rest), _spots(area.spots))


_spots = lru_cache(KEPT)(EncodedSpots)
_same_panel = lru_cache(KEPT)(EncodedPanel)
_same_area = lru_cache(KEPT)(EncodedArea)
