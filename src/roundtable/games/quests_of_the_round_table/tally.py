"""Quests of the Round Table: where the shields came from (4.9, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Event, Row, summed

from .cards import RANK_NEEDS
from .state import QuestsState

QUESTS: Final = "Quests completed"
RECOGNITION: Final = "The King's recognition"
TOURNAMENTS: Final = "Tournaments won"
DEEDS: Final = "Chivalrous deeds"
LOST: Final = "Lost to plague and pox"


def tally(v: QuestsState, told: Sequence[Event]) -> list[Row]:
    """Shields in all are those that bought the ranks and those that lie there; excess ones may have been given up."""
    parts = {part: [0] * v.players for part in (QUESTS, RECOGNITION, TOURNAMENTS, DEEDS, LOST)}
    for event in told:
        if event.name == "completed":
            parts[QUESTS][event["seat"]] += event["stages"]
            parts[RECOGNITION][event["seat"]] += event["bonus"]
        elif event.name == "tournament_won":
            parts[TOURNAMENTS][event["seat"]] += event["entrants"] + event["bonus"]
        elif event.name == "deed":
            parts[DEEDS][event["seat"]] += event["shields"]
        elif event.name == "shields_lost":
            parts[LOST][event["seat"]] -= event["shields"]
    price = [sum(RANK_NEEDS[:rank]) for rank in v.rank]
    total = [paid + left for paid, left in zip(price, v.shields, strict=True)]
    start = "At the start" if v.options.keep_excess_shields else "Given up at promotions"
    spent = [Row("Spent on ranks", price), Row("On the way to the next rank", v.shields)]
    return [*summed("Shields in all", total, parts, start), *(line for line in spent if any(line.points))]
