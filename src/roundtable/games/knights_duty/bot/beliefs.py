"""Knight's Duty: how likely a world is, by the programs that lie in it."""

from __future__ import annotations

from math import inf

from ..cards import TOKEN
from ..state import DutyState
from .programs import program_value


def likely(w: DutyState, seat: int) -> float:
    """Whoever has laid tokens has laid what looks best; so it is with those that still lie face down."""
    hidden = [q for q in w.standing if q != seat and w.tracker[q]]
    return (
        sum([program_value(w, q, tuple([TOKEN[piece] for piece in w.tracker[q]])) for q in hidden]) if hidden else inf
    )
