"""Knights & Damosels for researchers: what its facts mean to a learner, and an endgame for solvers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine.research import (
    AnyKind,
    Bits,
    Count,
    Each,
    Endgame,
    Length,
    Mask,
    Number,
    One,
    Pieces,
    Places,
    Research,
    Seat,
    Word,
)

from .cards import CHIVALRIES
from .state import DamoselsState

_DAMOSELS: Final = tuple(f"damosel {i + 1}" for i in range(6))
_DISPLAY: Final = tuple(f"slot {i + 1}" for i in range(6))


def features(s: DamoselsState, pile: Pieces) -> Mapping[str, AnyKind]:
    n = s.players
    seat = Seat(n)
    mask = Mask(n)
    return {
        "knights": Each(n, Count(6)),
        "damosels": Each(n, Count(6)),
        "seat_of": Places(_DAMOSELS, seat),
        "absent": Places(6, Count(6)),
        "home": Places(_DAMOSELS, Count(6)),
        "merlin": seat,
        "phase": Word(("event", "damosel", "knight", "service", "worship", "end", "camlann")),
        "piles": Places(_DAMOSELS, pile),
        "has": Each(n, Bits(CHIVALRIES)),
        "display": Places(_DISPLAY, pile),
        "faces": Places(_DISPLAY, One(CHIVALRIES)),
        "holder": Places(_DISPLAY, seat),
        "refused": Places(_DISPLAY, seat),
        "legal": Places(_DISPLAY, mask),
        "jousted": Bits(CHIVALRIES),
        "offered": Places(CHIVALRIES, seat),
        "filled": Bits(CHIVALRIES),
        "withdrawn": mask,
        "favoured": One(CHIVALRIES),
        "prize": One(CHIVALRIES),
        "right": seat,
        "figures": Each(n, Places(("tier", "given", "earned", "worship"), Number())),
        "lots": Length(),
        "sides": Each(n, Count(2)),
        "immune": Places(("side", "until"), Number()),
        "victor": seat,
    }


RESEARCH: Final = Research(
    features=features,
    endgames={
        # The battle of Camlann with two cards each.
        "last-battle": Endgame(
            3,
            "camlann_fight",
            {
                "players": [
                    {"row": ["isoud:armor", "isoud:honor"]},
                    {"row": ["elaine:farmer", "elaine:horse"]},
                    {"row": ["elaine:valor"]},
                ],
                "sides": ["arthur", "mordred", "mordred"],
            },
            {"camlann": True},
        ),
    },
)
