"""Clocks: how long a person may take for a decision before a bot answers instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Clock:
    name: str
    title: str
    text: str
    seconds: int  # for each decision; 0: as long as it takes


CLOCKS: Final = (
    Clock("none", "No clock", "Take the time you need; if somebody goes away, a bot answers for them.", 0),
    Clock("relaxed", "Relaxed", "Two minutes for each decision, then a bot answers and keeps the seat warm.", 120),
    Clock("quick", "Quick", "Thirty seconds for each decision.", 30),
)


def clock(name: str) -> Clock | None:
    return next((known for known in CLOCKS if known.name == name), None)


class Timing:
    """Who is being timed at a table, since when and until when.  Times are those of the event loop."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.due: dict[int, tuple[int, float]] = {}  # seat -> the question it was asked, when its time is up

    def update(self, asked: dict[int, int], now: float) -> None:
        """`asked`: the persons who must answer, each with the number of the question put to them."""
        if self.seconds:
            kept = self.due
            self.due = {
                seat: kept[seat] if seat in kept and kept[seat][0] == question else (question, now + self.seconds)
                for seat, question in asked.items()
            }

    def data(self, now: float) -> list[dict[str, int]]:
        return [
            {"seat": seat, "left": max(0, round(1000 * (due - now))), "of": round(1000 * self.seconds)}
            for seat, (_, due) in self.due.items()
        ]
