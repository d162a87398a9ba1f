"""Strengths: which of the bots can play a game, and what they are called at the table."""

from __future__ import annotations

from functools import cache
from typing import Final

from roundtable import bots
from roundtable.bots import Strength
from roundtable.engine import Game

# Given names for bots, so that four Squires at a table are not all called Squire.
NAMES: Final = ("Bedivere", "Elaine", "Gareth", "Lynette", "Pelleas", "Nimue", "Tor", "Ragnelle", "Lamorak", "Enid")


@cache
def strengths(game: Game) -> tuple[Strength, ...]:
    """Who can play this game, weakest first."""
    able = []
    for strength in bots.STRENGTHS:
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
