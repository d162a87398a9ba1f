"""Lancelot, 4.8: sitting down at the Round Table."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Next, put, rule

from ..cards import ADVANTAGES, ARTHUR, CHAIRS, EYE, GUINEVERE, MAGIC, MERLIN, MORDRED, OFF, VIRTUE, VIRTUES
from ..state import NOBODY, LancelotState
from .goods import gain_magic, score, use_disc


class RoundTable(Flow):
    """4.8 The chair takes effect at once; it must be taken, unless the table says otherwise (R32)."""

    @rule("4.8")
    def gift(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.active
        s.home |= 1 << seat
        if not has_gift(s, seat, s.chairs[seat]):
            s.tell("no_gift", seat=seat, chair=CHAIRS[s.chairs[seat]], why=no_gift(s, seat, s.chairs[seat]))
            return DONE
        return Ask("take_gift", (seat,)) if s.options.seat_gift_optional else "effect"

    @rule("4.8")
    def accept(self, s: LancelotState, chance: Chance) -> Next:
        if s.answers[s.active][0] == "no":
            s.tell("gift_refused", seat=s.active)
            return DONE
        return None

    @rule("4.8")
    def effect(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.active
        chair = s.chairs[seat]
        if chair == ARTHUR:
            return "crown"
        if chair == MORDRED:  # R24
            s.morgana = put(s.morgana, seat, EYE)
            s.tell("morgana_placed", seat=seat)
        elif chair == MERLIN:
            gain_magic(s, seat)
        elif chair == GUINEVERE:
            score(s, seat, "guinevere", 1)
            s.tell("guinevere_smiles", seat=seat)
        else:
            take_advantage(s, seat, chair)
        return DONE

    @rule("4.8", "4.10")
    def crown(self, s: LancelotState, chance: Chance) -> Next:
        free = free_crowns(s)
        if len(free) > 1:
            return Ask("place_crown", (s.active,))
        s.answers = {s.active: free}
        return None

    @rule("4.8")
    def crowned(self, s: LancelotState, chance: Chance) -> Next:
        """R41: also to deny it, and never to be taken away again."""
        seat = s.active
        virtue = s.answers[seat][0]
        s.crowns = put(s.crowns, VIRTUE[virtue], seat)
        use_disc(s, seat)
        s.tell("crown_placed", seat=seat, virtue=virtue)
        return DONE


def has_gift(s: LancelotState, seat: int, chair: int) -> bool:
    """Whether a chair does anything for this player now; the same chair may well be taken again (R6)."""
    return not no_gift(s, seat, chair)


def no_gift(s: LancelotState, seat: int, chair: int) -> str:
    """Why a chair does nothing for this player now, "" if it does something."""
    if chair == ARTHUR:
        return "" if NOBODY in s.crowns and s.discs[seat] else "discs" if NOBODY in s.crowns else "crowns"  # R33
    if chair == MORDRED:
        return "" if s.morgana[seat] == OFF else "eye"
    if chair in ADVANTAGES:
        return "own" if s.advantages[chair] == seat else "" if s.discs[seat] else "discs"
    return "" if chair == GUINEVERE or s.reserve[MAGIC] else "magic"


def take_advantage(s: LancelotState, seat: int, chair: int) -> None:
    """R31: it passes at once from whoever had it."""
    old = s.advantages[chair]
    if old != NOBODY:
        use_disc(s, old, -1)
    use_disc(s, seat)
    s.advantages = put(s.advantages, chair, seat)
    s.tell("advantage_taken", seat=seat, chair=CHAIRS[chair], old=old)


def free_crowns(s: LancelotState) -> tuple[str, ...]:
    return tuple([virtue for virtue, owner in zip(VIRTUES, s.crowns) if owner == NOBODY])


ROUND_TABLE: Final = RoundTable()
