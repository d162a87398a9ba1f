"""Knight's Duty, sections 4.10, 5 and 6: knights leave the field, the storm, the end and the ranking."""

from __future__ import annotations

from roundtable.engine import put

from ..state import DEFEATED, NOWHERE, DutyState
from .knight import take_back, wound


def remove_defeated(s: DutyState) -> None:
    if not s.hit:
        return
    gone = tuple(seat for seat in s.standing if s.hearts[seat] == DEFEATED)
    left = len(s.standing) - len(gone)
    for seat in gone:
        take_back(s, seat)
        s.at = put(s.at, seat, NOWHERE)
        s.standing = tuple(q for q in s.standing if q != seat)
        s.fell = put(s.fell, seat, s.turn * 10 + s.slot)
        s.tell("knight_removed", seat=seat, place=left + 1)


def storm(s: DutyState) -> None:
    """6 The storm, if it is on: one hit for every knight outside the safe ring, all at once."""
    if not raging(s):
        return
    safe = safe_radius(s)
    centre = s.field.distance[s.field.high_ground]
    for seat in s.standing:
        if centre[s.at[seat]] <= safe:
            continue
        wound(s, seat)
        s.tell("storm_hit", seat=seat, hearts=s.hearts[seat])
    s.slot = 4  # storm removals rank after slot 3
    remove_defeated(s)


def raging(s: DutyState) -> bool:
    first = s.options.storm_start
    return 0 < first <= s.turn


def safe_radius(s: DutyState) -> int:
    """6 How far from the High Ground the storm does not strike in this turn."""
    return max(0, s.field.radius - 1 - (s.turn - s.options.storm_start) // s.options.storm_step)


def storm_grows(s: DutyState) -> bool:
    """Whether the storm takes a ring in this turn that it did not have before."""
    if not raging(s):
        return False
    steps, since = s.options.storm_step, s.turn - s.options.storm_start
    return since % steps == 0 and since // steps < s.field.radius


def ended(s: DutyState) -> bool:
    """5 One knight left wins; none left is a draw between those who fell together (R34)."""
    left = s.standing
    if len(left) > 1:
        return False
    s.result = "winner" if left else "nobody"
    s.tell("match_over", how=s.result, seats=ranking(s)[0])
    return True


def ranking(s: DutyState) -> list[list[int]]:
    """5 Whoever fell later is better (R35); at a limit the standing draw, or rank by hearts."""
    hearts = s.options.limit_result == "hearts"
    moments: dict[int, list[int]] = {}
    for seat in range(s.players):
        stands = 1_000_000 + (s.hearts[seat] if hearts else 0)
        moments.setdefault(s.fell[seat] or stands, []).append(seat)
    return [moments[moment] for moment in sorted(moments, reverse=True)]
