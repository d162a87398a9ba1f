"""Knight's Duty, sections 4.10, 5 and 6: knights leave the field, the storm, the end and the ranking."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine import DONE, OVER, Next, Seats, put

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
        s.tell("knight_removed", seat=seat, place=left + 1 if s.options.teams == "none" else 0)
    for team, mates in team_mates(s, gone):
        if not any(seat in s.standing for seat in mates):
            s.tell("team_out", team=team)


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


def decided(s: DutyState) -> bool:
    """5 Whether no two of those who stand are opponents."""
    left, teams = s.standing, s.teams
    for seat in left[1:]:  # noqa: SIM110 - a generator is made for every slot, and most often the first decides
        if teams[seat] != teams[left[0]]:
            return False
    return True


def finish(s: DutyState, limit: str = "") -> Next:
    """5 One knight or team left wins; none left is a draw of those who fell together (R34); or a limit was reached.

    With it the match is over, or a bout of a series (6.2).
    """
    s.result = "limit" if limit else "winner" if s.standing else "nobody"
    how, groups = limit or s.result, bout_ranking(s)
    limits = {"calm": s.calm, "turn": s.turn} if limit else {}
    if s.options.series_length == 1:
        s.tell("match_over", how=how, seats=groups[0], teams=team_mates(s, groups[0]), **limits)
        return OVER
    gained = bout_points(groups, won=len({s.teams[seat] for seat in groups[0]}) == 1)
    s.points = tuple(had + new for had, new in zip(s.points, gained, strict=True))
    best = team_mates(s, groups[0])
    s.tell("bout_over", how=how, seats=groups[0], teams=best, bout=s.bout, gained=gained, points=s.points, **limits)
    if s.bout < s.options.series_length:
        return DONE
    best = team_mates(s, ranking(s)[0])
    s.tell("match_over", how="series", seats=ranking(s)[0], teams=best, points=s.points)
    return OVER


def team_mates(s: DutyState, seats: Sequence[int] | None = None) -> tuple[tuple[int, Seats], ...]:
    """6.1 The teams of these seats (of all), each with its knights; none where everybody is for itself."""
    if s.options.teams == "none":
        return ()
    among = range(s.players) if seats is None else seats
    teams = sorted({s.teams[seat] for seat in among})
    return tuple((team, tuple(q for q in range(s.players) if s.teams[q] == team)) for team in teams)


def bout_points(groups: list[list[int]], won: bool) -> tuple[int, ...]:
    """6.2 Each 1 and one for everybody who ranks behind; whoever has won gets one for every player and 1.

    >>> bout_points([[2], [0, 1], [3]], True), bout_points([[0, 1], [2]], False), bout_points([[0, 2], [1, 3]], True)
    ((2, 2, 5, 1), (2, 2, 1), (5, 1, 5, 1))
    """
    players = sum(len(group) for group in groups)
    points = [0] * players
    behind = players
    for group in groups:
        behind -= len(group)
        for seat in group:
            points[seat] = 1 + (players if won and group == groups[0] else behind)
    return tuple(points)


def bout_ranking(s: DutyState) -> list[list[int]]:
    """5 Whoever fell later is better (R35), and a team is as good as its last knight (6.1); at a limit those who stand
    draw, or rank by hearts, those of a team added up (R44)."""
    hearts = s.options.limit_result == "hearts"
    moments: dict[int, list[int]] = {}
    for seat in range(s.players):
        team = [q for q in range(s.players) if s.teams[q] == s.teams[seat]]
        if any(not s.fell[q] for q in team):
            moment = 1_000_000 + (sum(s.hearts[q] for q in team) if hearts else 0)
        else:
            moment = max(s.fell[q] for q in team)
        moments.setdefault(moment, []).append(seat)
    return [moments[moment] for moment in sorted(moments, reverse=True)]


def ranking(s: DutyState) -> list[list[int]]:
    """5 The ranking of the match; of a series by points (6.2)."""
    if s.options.series_length == 1:
        return bout_ranking(s)
    by_points: dict[int, list[int]] = {}
    for seat in range(s.players):
        by_points.setdefault(s.points[seat], []).append(seat)
    return [by_points[points] for points in sorted(by_points, reverse=True)]
