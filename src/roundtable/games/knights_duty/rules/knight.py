"""Knight's Duty: what can happen to a single knight in several chapters (4.5, 4.9, 4.10)."""

from __future__ import annotations

from roundtable.engine import move, put

from ..state import FIELDS, DutyState


def inspire(s: DutyState, seat: int, why: str) -> None:
    """Turn a face-down Inspiration token up; a knight never has more than one (R31)."""
    if not s.inspired[seat]:
        s.inspired = put(s.inspired, seat, True)
        s.tell("inspiration_regained", seat=seat, why=why)


def wound(s: DutyState, seat: int) -> None:
    s.hearts = put(s.hearts, seat, s.hearts[seat] - 1)
    s.hit = True


def take_back(s: DutyState, seat: int) -> None:
    """Face-down tokens go back unseen."""
    move(FIELDS, s, s.tracker[seat], ("tracker", seat), ("supply", seat))
    s.programmed = put(s.programmed, seat, ())
