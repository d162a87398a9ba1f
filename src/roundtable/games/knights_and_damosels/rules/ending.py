"""Knights & Damosels, section 5: the three goals, the tiers and the ranking."""

from __future__ import annotations

from roundtable.engine import Chance, Seats

from ..cards import DAMOSEL, DAMOSEL_GOAL, KNIGHT_GOAL, WORSHIP_GOAL
from ..state import DamoselsState

Figures = tuple[int, int, int, int]


def gifts_table(s: DamoselsState) -> list[list[int]]:
    """How many cards of each damosel lie in the row of each knight: [damosel][seat]."""
    table = [[0] * s.players for _ in range(6)]
    for seat, row in enumerate(s.rows):
        for card in row:
            table[DAMOSEL[card]][seat] += 1
    return table


def goals(s: DamoselsState) -> tuple[Figures, ...]:
    """Tier, Given, Earned and Worship of every player."""
    table = gifts_table(s)
    return tuple(
        (tier(s.players, given, len(s.rows[seat]), s.worship[seat]), given, len(s.rows[seat]), s.worship[seat])
        for seat, given in enumerate(max(table[damosel]) for damosel in s.damosels)
    )


def tier(players: int, given: int, earned: int, worship: int) -> int:
    """A Damosel victory before a Knight victory before a Worship victory.

    >>> [tier(5, 3, 7, 2), tier(5, 4, 1, 0), tier(5, 1, 4, 25), tier(5, 3, 6, 17)]
    [2, 3, 1, 0]
    """
    if given >= DAMOSEL_GOAL[players]:
        return 3
    if earned >= KNIGHT_GOAL[players]:
        return 2
    return 1 if worship >= WORSHIP_GOAL[players] else 0


def rank(s: DamoselsState, figures: tuple[Figures, ...], chance: Chance) -> None:
    """R39: by tier, Given, Earned, Worship, and by lot where all are equal."""
    s.phase = "end"
    s.figures = figures
    tied: dict[Figures, list[int]] = {}
    for seat, key in enumerate(figures):
        tied.setdefault(key, []).append(seat)
    groups: list[Seats] = [chance.shuffled(tied[key]) for key in sorted(tied, reverse=True)]
    s.order = tuple(seat for group in groups for seat in group)
    s.lots = tuple(group for group in groups if len(group) > 1)
    s.tell("ranked", order=s.order, figures=figures, lots=s.lots, friends=friends(s), knights=s.knights)


def friends(s: DamoselsState) -> Seats:
    """For each player the knight to whom the most cards of the own damosel were given."""
    table = gifts_table(s)
    return tuple(table[damosel].index(max(table[damosel])) for damosel in s.damosels)


def ranking(s: DamoselsState) -> list[list[int]]:
    """R50: after Camlann the winner of the battle comes first, all others keep their order."""
    rest = [[seat] for seat in s.order if seat != s.victor]
    return rest if s.victor < 0 else [[s.victor], *rest]
