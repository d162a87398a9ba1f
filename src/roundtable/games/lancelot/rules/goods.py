"""Lancelot: the few ways in which counters, cards, discs and points change hands (R13)."""

from __future__ import annotations

from roundtable.engine import put

from ..cards import MAGIC, SOURCE
from ..state import LancelotState


def gain(s: LancelotState, seat: int, good: int, n: int) -> None:
    """Take n from the reserve or its deck; a negative n goes back there."""
    own = s.owned[seat]
    s.owned = put(s.owned, seat, put(own, good, own[good] + n))
    s.reserve = put(s.reserve, good, s.reserve[good] - n)


def gain_magic(s: LancelotState, seat: int) -> None:
    """R14: magic is taken without a question, if there is any left."""
    if s.reserve[MAGIC]:
        gain(s, seat, MAGIC, 1)
        s.tell("magic_gained", seat=seat)
    else:
        s.tell("no_magic_left", seat=seat)


def score(s: LancelotState, seat: int, source: str, vp: int) -> None:
    i = SOURCE[source]
    s.tally = put(s.tally, seat, put(s.tally[seat], i, s.tally[seat][i] + vp))


def use_disc(s: LancelotState, seat: int, n: int = 1) -> None:
    """Put a free disc on the board; with n = -1 one comes back."""
    s.discs = put(s.discs, seat, s.discs[seat] - n)
