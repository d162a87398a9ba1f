"""Small versions of the games: endgames of which every line can be followed to its end.

None of the games has options that make a whole match that small, so each of these begins in the middle (see
docs/positions.md) and ends soon.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Small(NamedTuple):
    """An endgame: for how many, what is asked first, what lies where, under which options."""

    players: int
    asks: str
    lies: Mapping[str, Any]
    options: Mapping[str, Any] = {}


SMALL: Final[dict[str, dict[str, Small]]] = {
    "knights-duty": {
        # Two broken hearts face each other with sword and spear: whoever is struck is defeated.
        "last-blow": Small(
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
    "lancelot": {
        # The last use of magic, and then the final scoring.
        "last-magic": Small(
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
    "of-knights-and-ninjas": {
        # The draw pile is empty: this turn is the last one.
        "last-raid": Small(
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
    "quests-of-the-round-table": {
        # Two bid in a Test; whoever wins it rides on against a boar, and may be a Knight of the Round Table.
        "last-quest": Small(
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
    "knights-and-damosels": {
        # The battle of Camlann with two cards each.
        "last-battle": Small(
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
}
