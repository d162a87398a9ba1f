"""Of Knights and Ninjas for researchers: what its facts mean to a learner, and an endgame for solvers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine.research import AnyKind, Count, Each, Endgame, Number, Pieces, Research, Seat, Word

from .state import NinjasState


def features(s: NinjasState, pile: Pieces) -> Mapping[str, AnyKind]:
    n = s.players
    seat = Seat(n)
    return {
        "gems": Each(n, Number(5)),
        "deck": Count(3),
        "first": seat,
        "turn": seat,
        "turns": Number(50),
        "target": seat,
        "aggressor": seat,
        "defender": seat,
        "holder": seat,
        "robbed": seat,
        "youngest": seat,
        "drafter": seat,
        "gained": seat,
        "winner": seat,
        "strength": Number(5),
        "turned": Number(3),
        "road": Number(3),
        "result": Word(("ruler", "exhausted")),
    }


RESEARCH: Final = Research(
    features=features,
    endgames={
        # The draw pile is empty: this turn is the last one.
        "last-raid": Endgame(
            3,
            "choose_action",
            {
                "gems": [5, 6, 4],
                "hands": [["knight", "peasant", "soldier"], ["executioner", "highwayman"], ["highwayman", "traitor"]],
                "forts": [[], ["castle"], []],
                "rest": "discard",
            },
            {"max_reshuffles": 1},
        ),
    },
)
