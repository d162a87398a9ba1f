"""Of Knights and Ninjas: where the gems came from and went (4.7, 4.10, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Event, Row, summed

from .state import NOBODY, NinjasState

CAPTURED: Final = "Captured in attacks"
ROBBED: Final = "Robbed on the road"
SOLD: Final = "Sold to a merchant"
TAXED: Final = "Taxes of the monk"
LOST: Final = "Lost to attacks"
SPENT: Final = "Paid for a merchant"
PAID: Final = "Taxes paid"


def tally(v: NinjasState, told: Sequence[Event]) -> list[Row]:
    parts = {part: [0] * v.players for part in (CAPTURED, ROBBED, SOLD, TAXED, LOST, SPENT, PAID)}
    robber = NOBODY
    for event in told:
        if event.name == "gems_leave":
            parts[LOST][event["seat"]] -= event["amount"]
            robber = NOBODY
        elif event.name == "highwayman":
            robber = event["seat"]
        elif event.name == "gems_kept":
            parts[CAPTURED if robber == NOBODY else ROBBED][event["seat"]] += event["amount"]
        elif event.name == "merchant":
            parts[SPENT][event["seat"]] -= event["gems"]
            parts[SOLD][event["target"]] += event["gems"]
        elif event.name == "taxed_gems":
            parts[PAID][event["seat"]] -= event["amount"]
            parts[TAXED][event["monk"]] += event["amount"]
    return summed("Gems", v.gems, parts)
