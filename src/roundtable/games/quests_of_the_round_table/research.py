"""Quests of the Round Table for researchers: what its facts mean to a learner, and an endgame for solvers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine.research import AnyKind, Count, Each, Endgame, Length, Number, Pieces, Places, Research, Seat

from .state import QuestsState


def features(s: QuestsState, pile: Pieces) -> Mapping[str, AnyKind]:
    n = s.players
    seat = Seat(n)
    return {
        "rank": Each(n, Count(4)),
        "stages": Places(5, pile),
        "turn": Number(50),
        "current": seat,
        "sponsor": seat,
        "bidder": seat,
        "stage": Count(6),
        "turned": Count(6),
        "counted": Each(n, Length()),
    }


RESEARCH: Final = Research(
    features=features,
    endgames={
        # Two bid in a Test; whoever wins it rides on against a boar, and may be a Knight of the Round Table.
        "last-quest": Endgame(
            3,
            "bid_test",
            {
                "players": [
                    {"rank": "champion_knight", "shields": 8, "hand": ["horse", "dagger", "sword"]},
                    {"rank": "champion_knight", "shields": 8, "hand": ["battle_ax", "thieves"]},
                    {"rank": "champion_knight", "shields": 8, "hand": ["thieves"]},
                ],
                "story": "boar_hunt",
                "sponsor": 2,
                "stages": [["test_of_valor"], ["boar"]],
                "participants": [0, 1],
                "current": 2,
                "turn": 9,
            },
            {"max_turns": 9, "merlin_power": False, "mordred_power": "off"},
        ),
    },
)
