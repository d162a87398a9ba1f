"""Strengths: the bots as people know them.  The one table from which forms, pages and names at the table are made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from roundtable import bots
from roundtable.engine import Game


@dataclass(frozen=True)
class Strength:
    """A bot of `roundtable.bots` under the name of its rank."""

    name: str
    title: str
    text: str
    default: bool = False


STRENGTHS: Final = (
    Strength("random", "Page", "Knows the rules and nothing else; good company for a first match."),
    Strength("greedy", "Squire", "Plays what looks best now, as a sensible beginner does.", default=True),
)

# Given names for bots, so that four Squires at a table are not all called Squire.
NAMES: Final = ("Bedivere", "Elaine", "Gareth", "Lynette", "Pelleas", "Nimue", "Tor", "Ragnelle", "Lamorak", "Enid")


@cache
def strengths(game: Game) -> tuple[Strength, ...]:
    """Who can play this game, weakest first."""
    able = []
    for strength in STRENGTHS:
        try:
            bots.make(strength.name, game, 0, 0)
        except bots.NoBot:
            continue
        able.append(strength)
    return tuple(able)


def usual(game: Game) -> Strength:
    """Whom we seat if nobody says otherwise."""
    able = strengths(game)
    return next((strength for strength in able if strength.default), able[-1])


def strength(game: Game, name: str) -> Strength | None:
    return next((known for known in strengths(game) if known.name == name), None)
