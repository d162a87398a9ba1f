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
    first = s.options.storm_start
    if not first or s.turn < first:
        return
    safe = max(0, s.field.radius - 1 - (s.turn - first) // s.options.storm_step)
    centre = s.field.distance[s.field.high_ground]
    for seat in s.standing:
        if centre[s.at[seat]] <= safe:
            continue
        wound(s, seat)
        s.tell("storm_hit", seat=seat, hearts=s.hearts[seat])
    s.slot = 4  # storm removals rank after slot 3
    remove_defeated(s)


def ended(s: DutyState) -> bool:
    """5 One knight left wins; none left is a draw between those who fell together (R34)."""
    left = s.standing
    if len(left) > 1:
        return False
    s.result = "winner" if left else "nobody"
    s.tell("match_over", how=s.result, seats=ranking(s)[0], calm=s.calm)
    return True


def ranking(s: DutyState) -> list[list[int]]:
    """5 Whoever fell later is better (R35); at a limit the standing draw, or rank by hearts."""
    hearts = s.options.limit_result == "hearts"
    moments: dict[int, list[int]] = {}
    for seat in range(s.players):
        stands = 1_000_000 + (s.hearts[seat] if hearts else 0)
        moments.setdefault(s.fell[seat] or stands, []).append(seat)
    return [moments[moment] for moment in sorted(moments, reverse=True)]
