"""Knight's Duty: what a position is worth, for searches."""

from __future__ import annotations

from typing import Final

from ..cards import HEARTS, REACH
from ..state import BROKEN, FULL, DutyState

# Fitted to who won 14,000 duels and 5,000 matches of four, played by these rules with a random answer now and then: the
# chances of two knights are as e to the power of their values.
FULL_HEART: Final = 1.2
INSPIRED: Final = 0.15
STANCE: Final = {  # two knights, by the weapon in hand: what it is worth at distance 1, 2, ... from the other
    "": (-0.3, -0.35, -0.15, -0.05, 0.0, -0.05, -0.1),
    "sword": (0.6, 0.55, 0.05, -0.1, 0.0, 0.0, 0.05),
    "spear": (0.05, 0.15, 0.3, 0.1, 0.1, 0.1, 0.15),
    "bow": (-0.35, -0.35, -0.2, 0.05, -0.1, 0.0, -0.1),
}
MELEE: Final = {  # more knights: at that distance from the nearest, for it pays to let others fight
    "": (-0.3, -0.8, -0.2, -0.1, 0.3, 0.65, 0.0),
    "sword": (-0.25, -0.3, -0.45, -0.05, 0.2, 0.5, 0.4),
    "spear": (-0.7, -0.25, -0.15, 0.25, 0.55, 0.7, 0.25),
    "bow": (-0.45, -0.85, -0.6, 0.05, 0.6, 0.65, 0.4),
}
PREY: Final = 0.2  # a knight on a Broken Heart in reach
# If all let the others fight nobody wins (R36): so many turns later one begins to turn upon the nearest as in a duel,
# and after twice as many one does nothing else.
PATIENCE: Final = 4.0
PULL: Final = 0.3  # then, for every space that the nearest is away; far apart, STANCE alone calls nobody closer
FALLEN: Final = -30.0
POINT: Final = 10.0  # of a series


def quiet(s: DutyState) -> bool:
    """When a turn begins."""
    return s.question == "program_actions"


def value(s: DutyState, seat: int) -> float:
    """Hearts first, then how far one stands from whom, with what in hand."""
    lead = POINT * hoped_for(s, seat) if s.options.series_length > 1 else 0.0
    if seat not in s.standing:
        return lead + FALLEN + 0.01 * s.fell[seat]
    far, weapon = s.field.distance[s.at[seat]], s.weapon[seat]
    foes = s.foes(seat)
    nearest = min([far[s.at[q]] for q in foes])
    worth = lead + FULL_HEART * (s.hearts[seat] == FULL) + INSPIRED * s.inspired[seat]
    duel = STANCE[weapon][min(nearest, 7) - 1]
    if len(foes) == 1:
        return worth + duel
    melee = MELEE[weapon][min(nearest, 7) - 1] - threat(s, seat, s.at[seat])
    if weapon:
        melee += PREY * len([q for q in foes if s.hearts[q] == BROKEN and far[s.at[q]] <= REACH[weapon]])
    bored = min(1.0, max(0.0, s.turn / PATIENCE - 1.0))
    return worth + bored * (duel - PULL * nearest) + (1.0 - bored) * melee


def hoped_for(s: DutyState, seat: int) -> float:
    """6.2 Points of a series above the mean: those won, and those of this bout if all who stand are equally strong."""
    standing = len(s.standing)
    hopes = []
    for q in range(s.players):
        behind = len([other for other in range(s.players) if 0 < s.fell[other] < (s.fell[q] or 1_000_000)])
        hopes.append(s.points[q] + 1 + behind + (0.0 if s.fell[q] else (standing - 1) / 2 + 1 / standing))
    return hopes[seat] - sum(hopes) / s.players


def threat(v: DutyState, seat: int, space: int) -> float:
    """The chance to be hit on that space by knights that are armed already, if each of them attacked."""
    far = v.field.distance[space]
    total = 0.0
    for q in v.foes(seat):
        weapon = v.weapon[q]
        if weapon and far[v.at[q]] <= REACH[weapon]:
            total += HEARTS[weapon] / 4
    return total
