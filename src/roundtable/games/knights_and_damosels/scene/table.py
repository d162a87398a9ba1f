"""Knights & Damosels on the table: rows, gifts, Merlin's display, service, tilt-yard and Camlann."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from roundtable.engine import Answer
from roundtable.engine.prompting import waiting
from roundtable.scene import Mark, Scene

from .. import words
from ..cards import (
    DISASTER,
    EVENT_TYPE,
)
from ..rules import ranking
from ..state import NOBODY, DamoselsState
from .centre import centre
from .panels import panels
from .prompt import prompt

PHASES: Final = (
    ("event", "scroll-unfurled", "Event"),
    ("damosel", "rose", "Gifts"),
    ("knight", "visored-helm", "Knights"),
    ("service", "knight-banner", "Service"),
    ("worship", "charm", "Worship"),
)


def draw(v: DamoselsState, seat: int | None, names: Sequence[str], chosen: Answer = ()) -> Scene:
    """The table as the viewer may see it, beginning with the viewer's own place."""
    people = tuple(names)
    names = tuple(words.callings(v, people))
    first = seat or 0
    return Scene(
        game="knights-and-damosels",
        title="Knights & Damosels",
        status=status(v, names),
        panels=tuple(panels(v, seat, first, names, people)),
        areas=tuple(centre(v, seat, names)),
        prompt=prompt(v, seat, chosen) if seat is not None and seat in v.waiting else None,
        phases=phases(v.phase),
        waiting=waiting(v, seat, names),
        over=result(v, names),
    )


def status(v: DamoselsState, names: Sequence[str]) -> str:
    if not v.question:
        return f"The game ended after round {v.round}"
    parts = [f"Round {v.round}", f"Arthur is {names[v.arthur]}, Merlin is {names[v.merlin]}"]
    if v.phase == "camlann":
        return f"Battle of Camlann · round {v.battle}" if v.battle else "Battle of Camlann"
    if v.phase == "service" and v.event and EVENT_TYPE[v.event[0]] != DISASTER:
        parts.append("reversed turn order")
    return " · ".join(parts)


@cache
def phases(phase: str) -> tuple[Mark, ...]:
    if phase in ("camlann", "end"):
        return (Mark("crossed-swords", "Camlann", "lit"),) if phase == "camlann" else ()
    return tuple(Mark(icon, word, "lit" if name == phase else "") for name, icon, word in PHASES)


def result(v: DamoselsState, names: Sequence[str]) -> str:
    if v.question or not v.order:
        return ""
    winner = ranking(v)[0][0]
    if v.victor != NOBODY:
        return f"{names[winner]} wins the Battle of Camlann"
    tier = v.figures[winner][0]
    return f"{names[winner]} wins" + (f" with {words.VICTORIES[tier]}" if tier else "")
