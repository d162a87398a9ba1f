"""Knights & Damosels, section 4.6: the joust, a game within the Knight and the Service phase."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Next, put, rule

from ..questions import DECLINE
from ..state import DamoselsState


class Joust(Flow):
    """4.6 Pass after pass until the thrusts differ, somebody declines or the joust is broken off.

    It leaves the winner in `right`.  The state names the two jousters, the challenger first.
    """

    @rule("4.6")
    def challenge(self, s: DamoselsState, chance: Chance) -> Next:
        challenger, holder = s.jousters
        s.right = holder
        s.passes = 0
        s.tell("challenged", seat=challenger, holder=holder, chivalry=prize(s))
        return None

    @rule("4.6")
    def thrust(self, s: DamoselsState, chance: Chance) -> Next:
        s.passes += 1
        return Ask("joust_thrust", s.jousters)

    @rule("4.6")
    def resolve(self, s: DamoselsState, chance: Chance) -> Next:
        (challenger, holder), right = s.jousters, s.right
        other = holder if right == challenger else challenger
        mine, theirs = s.answers[right][0], s.answers[other][0]
        worship = 0
        over = True
        if mine == DECLINE or theirs == DECLINE:  # R32, R37: no worship moves
            if theirs != DECLINE:
                s.right = other
        elif mine != theirs:
            worship = min(1, s.worship[other])  # R33
            s.worship = put(put(s.worship, other, s.worship[other] - worship), right, s.worship[right] + worship)
        else:
            s.right = other
            over = s.passes == s.options.joust_round_limit  # R36
        s.tell(
            "thrusts",
            number=s.passes,
            seat=challenger,
            holder=holder,
            thrusts=(s.answers[challenger][0], s.answers[holder][0]),
            right=s.right,
            worship=worship,
            over=over,
            chivalry=prize(s),
            service=s.phase == "service",
        )
        return DONE if over else "thrust"


def start(s: DamoselsState, challenger: int, holder: int, prize: int) -> Joust:
    """Begin a joust; what it is about cannot be challenged again in this phase (R30)."""
    s.jousters = (challenger, holder)
    s.prize = prize
    s.jousted |= 1 << prize
    s.idle = 0
    return JOUST


def prize(s: DamoselsState) -> int:
    """The chivalry jousted for."""
    return s.faces[s.prize] if s.phase == "knight" else s.prize


JOUST: Final = Joust()
