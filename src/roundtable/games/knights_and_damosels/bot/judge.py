"""Knights & Damosels: what one look at the table tells a player.

Everything is weighed in one coin: the chance to win the match.  Each player's standing in the three races is a number
found by regression over many matches, and the chances to win go with e to the standings.  So a step counts for more the
nearer its goal is, and a rival's step hurts as much as that rival is to be feared.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from ..cards import (
    ALL_NINE,
    BIT,
    BONUS,
    DAMOSEL,
    DAMOSEL_GOAL,
    DISASTER,
    EVENT_TYPE,
    KIND,
    LISTED,
    MAIN,
    SET,
    VASSALAGE,
    WORSHIP_GOAL,
)
from ..rules.service import SHARED
from ..state import NOBODY, DamoselsState

# Standings, by regression over matches of greedy, careless and random players; a goal that is reached all but decides.
COURT: Final = (
    (0.0, 0.2, 0.4, 0.6, 1.0, 1.65, 2.75, 6.0, 6.0, 6.0, 6.0),  # by cards earned
    (10.0, 2.2, 1.05, 0.8, 0.3, 0.0),  # by cards that the damosel's favourite still lacks,
    (0.0, 0.18, 0.11, 0.0, 0.0, 0.0),  # and for each that she has left for him, up to four
    1.0,  # for worship as high as its goal,
    4.0,  # and for having reached it
)
# Before Camlann goals only end the game, and hands decide.
BATTLE: Final = (
    (0.0, 0.15, 0.35, 0.7, 1.05, 1.45, 1.9, 2.4, 2.9, 3.4, 3.9),
    (0.9, 0.4, 0.25, 0.2, 0.05, 0.0),
    (0.0, 0.08, 0.04, 0.0, 0.0, 0.0),
    0.1,
    0.2,
)

# Found by playing.
SECOND: Final = 0.8  # how much of a step counts with a knight who is not the favourite
KIN: Final = 0.05  # a card for each of its kind that the knight has
SERVE: Final = 6.0  # events in which a card can hope to serve
DEALS: Final = 12  # of the cards on display, in each of which all that can follow is looked at


class Judge:
    """What one look at the table tells a player."""

    def __init__(self, v: DamoselsState, seat: int, deals: int = DEALS) -> None:
        self.v = v
        self.seat = seat
        self.deals = deals
        n = v.players
        self.goal = DAMOSEL_GOAL[n]
        self.earns, self.gives, self.opens, full, reached = BATTLE if v.options.camlann else COURT
        self.rivals = tuple(q for q in range(n) if q != seat)
        self.given = given = [[0] * n for _ in range(6)]  # [damosel][knight]
        out = [0] * 6
        for q, row in enumerate(v.rows):
            for card in row:
                d = DAMOSEL[card]
                given[d][q] += 1
                out[d] |= BIT[card]
        self.out = out
        self.earned = [self.earns[len(row)] for row in v.rows]
        self.hopes = [max([self.hope(d, q, given[d][q]) for q in range(n)]) for d in v.damosels]
        goal = WORSHIP_GOAL[n]
        self.coin = full / goal
        self.standing = [
            e + h + self.coin * w + (reached if w >= goal else 0.0)
            for e, h, w in zip(self.earned, self.hopes, v.worship)
        ]
        self.weight = [exp(x) for x in self.standing]
        self.total = sum(self.weight)
        self.chance = self.weight[seat] / self.total
        self.slope = self.chance * (1 - self.chance)

    def hope(self, damosel: int, knight: int, given: int) -> float:
        """What so many cards with one knight are worth to a damosel's player."""
        need = self.goal - given
        if need <= 0:
            return self.gives[0]
        if not self.opens[need]:
            return self.gives[need]
        left = (ALL_NINE & ~self.out[damosel] & ~self.v.has[knight]).bit_count()
        return self.gives[need] + self.opens[need] * min(left, 4)

    def change(self, steps: Sequence[tuple[int, float]]) -> float:
        """How the chance to win changes if these players' standings change by so much."""
        mine, total = self.weight[self.seat], self.total
        for q, step in steps:
            grown = self.weight[q] * (exp(step) - 1)
            total += grown
            if q == self.seat:
                mine += grown
        return mine / total - self.chance

    def card(self, q: int, more: int = 1) -> float:
        """What one more earned card adds to a player's standing."""
        return self.earns[max(0, len(self.v.rows[q]) + more)] - self.earned[q]

    def step(self, damosel: int, knight: int, more: int = 1) -> tuple[tuple[int, float], ...]:
        """What one more card of a damosel with a knight adds to her player's standing."""
        owner = self.v.seat_of[damosel]
        if owner == NOBODY:
            return ()
        there = self.hope(damosel, knight, self.given[damosel][knight] + more)
        if more > 0:
            step = max(
                there - self.hopes[owner], SECOND * (there - self.hope(damosel, knight, self.given[damosel][knight]))
            )
            return ((owner, step),)
        others = [self.hope(damosel, q, self.given[damosel][q]) for q in range(self.v.players) if q != knight]
        return ((owner, max(there, *others) - self.hopes[owner]),)

    def worth(self, chivalry: int) -> float:
        """What a chivalry adds to the standing besides being one more card."""
        v = self.v
        shared = sum([v.has[q] >> chivalry & 1 for q in self.rivals])
        service = (0.55 if KIND[chivalry] == VASSALAGE else 0.8) / (1 + 0.6 * shared) * SERVE
        if v.event and EVENT_TYPE[v.event[0]] != DISASTER and LISTED[v.event[0]] >> chivalry & 1:
            service += serves(v, v.event[0], chivalry, 1 + shared)
        kin = (v.has[self.seat] >> chivalry // 3 * 3 & 7).bit_count()
        return service * self.coin + KIN * kin


def serves(v: DamoselsState, event: int, chivalry: int, holders: int) -> float:
    """Worship that a card of this chivalry can hope for in an event."""
    earns = 1.0 + (chivalry == BONUS[event])
    if MAIN[event] >> chivalry & 1:
        kin = sum([any(has >> c & 1 for has in v.has) for c in SET[MAIN[event]]])
        earns += SHARED / max(1, kin) - 1
    return earns / holders
