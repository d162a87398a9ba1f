"""Of Knights and Ninjas: worlds that agree with what one knows."""

from __future__ import annotations

from random import Random

from roundtable.engine import peek, zones

from .state import FIELDS, NinjasState


def fill(w: NinjasState, rng: Random) -> None:
    """Lay the hidden cards.  Everybody knows that the drafter has looked at the top card."""
    zones.fill(FIELDS, None, w, rng)
    if w.question == "draft":
        peek(w, w.draft[:1], 1 << w.drafter)
