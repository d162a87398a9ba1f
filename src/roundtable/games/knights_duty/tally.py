"""Knight's Duty: what decided (section 5), from what everybody saw."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine import Event, Row

from .state import DutyState


def tally(v: DutyState, told: Sequence[Event]) -> list[Row]:
    """Who stood how long, with which heart, and how many blows told."""
    seats = range(v.players)
    hits = [0] * v.players
    fallen = [0] * v.players
    storm = [0] * v.players
    for event in told:
        if event.name == "hit" and not event["worthless"]:
            hits[event["seat"]] += 1
        elif event.name == "defeated":
            fallen[event["by"]] += 1
        elif event.name == "storm_hit":
            storm[event["seat"]] += 1
    bouts = [Row(f"Bout {event['bout']}", event["gained"]) for event in told if event.name == "bout_over"]
    if bouts:  # 6.2
        first = [*bouts, Row("Points", v.points, True)]
    else:
        first = [
            Row("Turns on the field", [v.fell[q] // 10 or v.turn for q in seats]),
            Row("Hearts left", v.hearts),
        ]
    lines = [
        *first,
        Row("Hits that told", hits),
        Row("Knights defeated", fallen),
        Row("Struck by the storm", storm),
    ]
    return [line for line in lines if any(line.points)]
