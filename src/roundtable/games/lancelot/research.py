"""Lancelot for researchers: what its facts mean to a learner, and an endgame for solvers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine.research import (
    AnyKind,
    Bag,
    Bits,
    Count,
    Each,
    Endgame,
    Mask,
    Number,
    One,
    Order,
    Pieces,
    Places,
    Research,
    Seat,
)

from .cards import CATEGORIES, CHAIRS, GOODS, VIRTUES
from .state import LancelotState


def features(s: LancelotState, pile: Pieces) -> Mapping[str, AnyKind]:
    n = s.players
    seat = Seat(n)
    mask = Mask(n)
    order = Order(n)
    spaces = One(s.board.spaces)
    return {
        "colours": Each(n, Count(4)),
        "owned": Each(n, Places(GOODS, Number(5))),
        "reserve": Places(GOODS, Number(10)),
        "discs": Each(n, Number(10)),
        "tally": Each(n, Places(("virtues", "deeds", "guinevere", *CATEGORIES, "excalibur", "grail"), Number(10))),
        "galahad": Each(n, Bits(VIRTUES)),
        "percival": Each(n, Bits(VIRTUES)),
        "crowns": Places(VIRTUES, seat),
        "advantages": Places(CHAIRS, seat),
        "morgana": Each(n, One(("off", "eye", "blank"))),
        "grail": Each(n, Number(10)),
        "grail_order": order,
        "excalibur": Number(5),
        "fetched": seat,
        "bearer": seat,
        "at": Each(n, spaces),
        "chairs": Each(n, One(CHAIRS)),
        "places": Each(n, Number(4)),
        "night": mask,
        "home": mask,
        "second": mask,
        "passes": mask,
        "sent": mask,
        "active": seat,
        "lake": seat,
        "visitors": order,
        "offer": Bag(GOODS),
        "open": Bag(CATEGORIES),
    }


RESEARCH: Final = Research(
    features=features,
    endgames={
        # The last use of magic, and then the final scoring.
        "last-magic": Endgame(
            2,
            "use_magic",
            {
                "knights": {
                    "red": {"seat": "arthur", "magic": 1, "sword": 1, "mace": 1, "plots": 1, "enemies": 1, "vp": 9},
                    "blue": {"seat": "merlin", "magic": 2, "lance": 1, "mace": 1, "plots": 1, "squire": 2, "vp": 10},
                },
                "turn": 8,
            },
        ),
    },
)
