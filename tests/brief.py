"""Brief scenes made whole again, as clients do it (docs/host/protocol.md)."""

from __future__ import annotations

from typing import Any


def made_whole(scene: dict[str, Any], before: dict[str, Any] | None) -> int:
    """Put back what a scene leaves out because it was in the one `before`; how much that was."""
    had = before or {"panels": [], "areas": []}
    known = _areas(scene["areas"], had["areas"])
    for i, part in enumerate(scene["panels"]):
        if isinstance(part, int):
            scene["panels"][i] = had["panels"][part]
            known += 1
        elif "panel" in part:
            seat = part["panel"]["seat"]
            known += _areas(part["areas"], next((p["areas"] for p in had["panels"] if p["seat"] == seat), []))
            scene["panels"][i] = {**part["panel"], "areas": part["areas"]}
    return known


def _areas(areas: list[Any], before: list[Any]) -> int:
    known = 0
    for i, part in enumerate(areas):
        if isinstance(part, int):
            areas[i] = before[part]
            known += 1
        elif "area" in part:
            spots = part["spots"]
            if isinstance(spots, int):
                spots = before[spots]["spots"]
                known += 1
            areas[i] = {**part["area"], "spots": spots}
    return known
