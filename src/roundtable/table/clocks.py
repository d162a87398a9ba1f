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


NOTHING: Final = 0.01  # seconds: whoever had no more has been late
SPARED: Final = 1 / 3  # of the time for whoever takes a seat back


class Timing:
    """Who is being timed at a table, since when and until when.

    Only a question further on in the match than any before winds up a seat's clock: whoever takes an answer back goes
    on with what was left.  A seat that is taken back after its time ran out gets a little once.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.due: dict[int, tuple[int, float]] = {}  # seat -> the question it was asked, when its time is up
        self.left: dict[int, float] = {}  # seat -> what was left when it was no longer asked
        self.wound: dict[int, int] = {}  # seat -> how far the match was when its clock was wound up
        self.spared: dict[int, int] = {}  # seat -> how far it was when it got a little more

    def update(self, asked: dict[int, int], depth: int, now: float) -> None:
        """`asked`: the persons who must answer, each with the number of the question; `depth`: how far the match is."""
        if not self.seconds:
            return
        kept, self.due = self.due, {}
        for seat, (question, due) in kept.items():
            if asked.get(seat) != question:
                self.left[seat] = due - now
        for seat, question in asked.items():
            same = seat in kept and kept[seat][0] == question
            self.due[seat] = kept[seat] if same else (question, now + self._time(seat, depth))

    def _time(self, seat: int, depth: int) -> float:
        if depth > self.wound.get(seat, -1):
            self.wound[seat] = depth
            return self.seconds
        left = self.left.get(seat, 0.0)
        if left <= NOTHING and self.spared.get(seat) != depth:
            self.spared[seat] = depth
            return self.seconds * SPARED
        return max(0.0, left)
