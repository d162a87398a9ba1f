"""Knight's Duty for researchers: what its facts mean to a learner, and an endgame for solvers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine.research import (
    AnyKind,
    Count,
    Each,
    Endgame,
    Length,
    Number,
    One,
    Order,
    Pieces,
    Places,
    Research,
    Seat,
    Slots,
    Word,
)

from .options import BOUTS
from .state import DutyState


def features(s: DutyState, pile: Pieces) -> Mapping[str, AnyKind]:
    n = s.players
    seat = Seat(n)
    order = Order(n)
    spaces = One(s.field.labels)
    return {
        "tracker": Each(n, Slots(3, pile)),
        "clans": Each(n, Count(6)),
        "at": Each(n, spaces),
        "goals": Each(n, spaces),
        "standing": order,
        "hearts": Each(n, One(("defeated", "broken", "full"))),
        "weapon": Each(n, Word(("sword", "spear", "bow"))),
        "allowed": Each(n, Number(3)),
        "programmed": Each(n, Length()),
        "slot": Count(4),
        "lead": Count(6),
        "acts": Each(n, Word(("move", "swap", "shield", "parry", "attack"))),
        "targets": Each(n, seat),
        "pile": Places(("hearts", "shields"), Number(4)),
        "used": Places(("attacker", "target"), Number(1)),
        "fell": Each(n, Number(100)),
        "result": Word(("winner", "nobody", "limit")),
        "teams": Each(n, Count(n)),
        "bout": Number(BOUTS),
        "points": Each(n, Number(BOUTS * (n + 1))),
        "earlier": Number(100),
    }


RESEARCH: Final = Research(
    features=features,
    endgames={
        # Two broken hearts face each other with sword and spear: whoever is struck is defeated.
        "last-blow": Endgame(
            2,
            "declare_target",
            {
                "knights": {
                    "purple": {"at": "C3", "heart": "broken", "weapon": "sword", "program": ["shield", "sword"]},
                    "red": {"at": "C4", "heart": "broken", "weapon": "spear", "program": ["move", "spear"]},
                },
                "turn": 5,
                "slot": 2,
            },
            {"board_radius": 2, "max_turns": 5, "limit_result": "hearts", "agreements": "none"},
        ),
    },
)
