"""Knight's Duty, section 4.6: who gets where when all move at the same time."""

from __future__ import annotations

from roundtable.engine import Seats, put

from ..state import NOBODY, NOWHERE, DutyState
from .knight import inspire


def contests(s: DutyState) -> dict[int, Seats]:
    """Wanted space -> the movers who contest it.  A space whose knight stays is simply taken (R15)."""
    wanted: dict[int, Seats] = {}
    for seat in s.standing:
        if s.goals[seat] != NOWHERE:
            wanted[s.goals[seat]] = (*wanted.get(s.goals[seat], ()), seat)
    return {
        goal: seats
        for goal, seats in wanted.items()
        if len(seats) > 1 and not any(s.at[q] == goal and s.goals[q] == NOWHERE for q in s.standing)
    }


def settle_contests(s: DutyState) -> None:
    """R14: a contested space goes to the only one who insists."""
    for goal, seats in sorted(contests(s).items()):
        insist = tuple(seat for seat in seats if s.answers.get(seat, ("",))[0] == "insist")
        asked = s.options.agreements == "negotiated"
        s.tell("contest", label=s.field.labels[goal], seats=seats, asked=asked, insist=insist)
        for seat in seats:
            if insist != (seat,):
                fail(s, seat, "yielded" if len(insist) == 1 else "contested")


def settle_swaps(s: DutyState) -> None:
    """R13: two knights may exchange places unless the table forbids it."""
    if s.options.swap_places == "block":
        pairs = [
            (a, b)
            for a in range(s.players)
            for b in range(a)
            if NOWHERE not in (s.goals[a], s.goals[b]) and s.goals[a] == s.at[b] and s.goals[b] == s.at[a]
        ]
        for a, b in pairs:
            fail(s, a, "swap blocked")
            fail(s, b, "swap blocked")


def settle_blocked(s: DutyState) -> None:
    """R12: whoever wants the space of a knight that does not leave stays too, all the way back along the chain."""
    while True:
        stays = {s.at[seat]: seat for seat in s.standing if s.goals[seat] == NOWHERE}
        blocked = [seat for seat in s.standing if s.goals[seat] in stays]
        if not blocked:
            return
        for seat in blocked:
            fail(s, seat, "blocked", by=stays[s.goals[seat]])


def fail(s: DutyState, seat: int, why: str, by: int = NOBODY) -> None:
    s.tell("move_failed", seat=seat, label=s.field.labels[s.goals[seat]], why=why, by=by)
    s.goals = put(s.goals, seat, NOWHERE)


def arrive(s: DutyState) -> None:
    """All who can, move at the same time; whoever lands on the High Ground is inspired (R16, R33)."""
    movers = [seat for seat in s.standing if s.goals[seat] != NOWHERE]
    old = s.at
    s.at = tuple(goal if goal != NOWHERE else s.at[seat] for seat, goal in enumerate(s.goals))
    for seat in movers:
        s.tell("moved", seat=seat, start=s.field.labels[old[seat]], to=s.field.labels[s.at[seat]])
        if s.at[seat] == s.field.high_ground:
            inspire(s, seat, "high_ground_landing")
