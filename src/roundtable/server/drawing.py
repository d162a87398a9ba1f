"""Scenes on the wire: each part is encoded once, and what a connection has already it need not be sent again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from roundtable.scene import Area, Panel, Scene

from . import wire

KEPT: Final = 8192  # parts whose text is remembered; tables where little changes share most of them


@lru_cache(KEPT)
def _text(part: Panel | Area) -> str:
    """A part as JSON.  Parts are never changed and told apart by identity, so the same part has the same text."""
    return wire.encode(part).decode()


class Drawn:
    """A scene as JSON, in parts."""

    __slots__ = ("areas", "panels", "rest")

    def __init__(self, scene: Scene) -> None:
        self.panels = tuple([_text(panel) for panel in scene.panels])
        self.areas = tuple([_text(area) for area in scene.areas])
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Drawn):
            return False
        return self.rest == other.rest and self.panels == other.panels and self.areas == other.areas

    __hash__ = None  # type: ignore[assignment]

    def text(self, before: Drawn | None = None) -> str:
        """The scene; with one `before`, panels and areas that were in it are only numbers: their places there."""
        panels, areas = self.panels, self.areas
        if before is not None:
            panels, areas = _brief(panels, before.panels), _brief(areas, before.areas)
        return f'{self.rest},"panels":[{",".join(panels)}],"areas":[{",".join(areas)}]}}'


def _brief(parts: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    places = {part: str(place) for place, part in enumerate(before)}
    return tuple([places.get(part, part) for part in parts])
