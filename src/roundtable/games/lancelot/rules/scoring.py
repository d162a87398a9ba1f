"""Lancelot, section 5: majorities, ties, Excalibur, the Grail, the ranking."""

from __future__ import annotations

from typing import Final

from roundtable.engine import OVER, Ask, Chance, Flow, Next, Seats, rule

from ..cards import CATEGORIES, CHAIRS, GOOD
from ..state import NOBODY, LancelotState
from .goods import score

MAJORITY: Final = 2
EXCALIBUR: Final = 3


class Scoring(Flow):
    """5 After the eighth turn."""

    @rule("5.1")
    def majorities(self, s: LancelotState, chance: Chance) -> Next:
        shared = []
        for category in CATEGORIES:
            top = at_the_top(s, category)
            if len(top) == 1:
                award(s, top[0], category, top)
            elif top:
                shared.append(category)
            else:
                s.tell("no_majority", category=category)
        s.open = tuple(shared)
        s.order = s.table_order()
        return None

    @rule("5.2", "4.10")
    def ties(self, s: LancelotState, chance: Chance) -> Next:
        """R36: round and round in table order, one category at a time."""
        if not s.open:
            s.order, s.active = (), NOBODY
            return "excalibur"
        s.active = s.order[0]
        s.order = (*s.order[1:], s.active)
        mine = tied(s, s.active)
        if len(mine) > 1:
            return Ask("choose_tied_category", (s.active,))
        if not mine:
            return "ties"
        s.answers = {s.active: mine}
        return None

    @rule("5.2")
    def take(self, s: LancelotState, chance: Chance) -> Next:
        category = s.answers[s.active][0]
        s.open = tuple(other for other in s.open if other != category)
        award(s, s.active, category, at_the_top(s, category))
        return "ties"

    @rule("5.3")
    def excalibur(self, s: LancelotState, chance: Chance) -> Next:
        if s.bearer != NOBODY:
            score(s, s.bearer, "excalibur", EXCALIBUR)
            s.tell("excalibur_scored", seat=s.bearer, vp=EXCALIBUR)
        return None

    @rule("5.4")
    def grail(self, s: LancelotState, chance: Chance) -> Next:
        lead, last = max(s.grail), min(s.grail)
        if lead:  # R37
            leader = grail_leader(s)
            vp = grail_award(lead - last)
            score(s, leader, "grail", vp)
            level = tuple(seat for seat in range(s.players) if s.grail[seat] == lead and seat != leader)
            s.tell("grail_scored", seat=leader, vp=vp, distance=lead - last, level=level)
        return None

    @rule("5.5")
    def rank(self, s: LancelotState, chance: Chance) -> Next:
        places = [group[0] for group in ranking(s)]
        points, chairs = tuple(s.points(seat) for seat in places), tuple(CHAIRS[s.chairs[seat]] for seat in places)
        s.tell("match_over", places=tuple(places), points=points, chairs=chairs)
        return OVER


def held(s: LancelotState, seat: int, category: str) -> int:
    return len(s.deeds[seat]) if category == "deed" else s.owned[seat][GOOD[category]]


def at_the_top(s: LancelotState, category: str) -> Seats:
    """Who has the most; nobody if nobody has any (R35)."""
    counts = [held(s, seat, category) for seat in range(s.players)]
    best = max(counts)
    if not best and not s.options.zero_majority:
        return ()
    return tuple(seat for seat in range(s.players) if counts[seat] == best)


def tied(s: LancelotState, seat: int) -> tuple[str, ...]:
    """The open categories whose top this player shares."""
    return tuple(category for category in s.open if seat in at_the_top(s, category))


def award(s: LancelotState, seat: int, category: str, top: Seats) -> None:
    score(s, seat, category, MAJORITY)
    s.tell("majority", seat=seat, category=category, top=top, vp=MAJORITY)


def grail_leader(s: LancelotState) -> int:
    """The marker on the highest space, at the bottom of its stack."""
    lead = max(s.grail)
    return next(seat for seat in s.grail_order if s.grail[seat] == lead)


def grail_award(distance: int) -> int:
    """R38: half the distance, rounded up, and two at least.

    >>> [grail_award(d) for d in (0, 3, 4, 5, 8, 15)]
    [2, 2, 2, 3, 4, 8]
    """
    return max(2, (distance + 1) // 2)


def ranking(s: LancelotState) -> list[list[int]]:
    """5.5 By points, then by the chair nearer to Arthur: nobody shares a place."""
    seats = sorted(range(s.players), key=lambda seat: (-s.points(seat), s.chairs[seat]))
    return [[seat] for seat in seats]
