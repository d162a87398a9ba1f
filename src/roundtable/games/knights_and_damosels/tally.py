"""Knights & Damosels: the three goals, and where the worship came from (4.5, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Event, Row, summed

from .cards import DAMOSEL_GOAL, EVENT_TYPE, KNIGHT_GOAL, PIECE, PROSPERITY, QUEST, WAR, WORSHIP_GOAL
from .state import DamoselsState

SERVED: Final = {PROSPERITY: "Service in prosperity", WAR: "Service in wars", QUEST: "Service on quests"}
WON: Final = "Jousts won"
LOST: Final = "Jousts lost"
PAID: Final = "Paid in disasters"
ELECTION: Final = "Discarded for the election"


def tally(v: DamoselsState, told: Sequence[Event]) -> list[Row]:
    """Worship by its source, then cards given and earned as they were counted before any battle."""
    parts = {part: [0] * v.players for part in (*SERVED.values(), WON, LOST, PAID, ELECTION)}
    for event in told:
        if event.name == "awarded":
            served = parts[SERVED[EVENT_TYPE[PIECE[event["event"]]]]]
            for seat, paid in enumerate(event["paid"]):
                served[seat] += paid
        elif event.name == "thrusts" and event["worship"]:
            winner = event["right"]
            parts[WON][winner] += event["worship"]
            parts[LOST][event["holder"] if winner == event["seat"] else event["seat"]] -= event["worship"]
        elif event.name == "struck":
            parts[PAID][event["seat"]] -= event["paid"]
        elif event.name == "elected":
            for seat, paid in event["paid"]:
                parts[ELECTION][seat] -= paid
    given, earned = ([figures[i] for figures in v.figures] for i in (1, 2))
    return [
        *summed(f"Worship ({WORSHIP_GOAL[v.players]} win)", v.worship, parts),
        Row(f"Cards given to one knight ({DAMOSEL_GOAL[v.players]} win)", given),
        Row(f"Cards earned ({KNIGHT_GOAL[v.players]} win)", earned),
        *([Row("Cards left after Camlann", [len(row) for row in v.rows])] if v.sides else []),
    ]
