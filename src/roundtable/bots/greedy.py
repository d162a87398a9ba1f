"""The greedy bot: what a good player of the game knows, as its own `bot.py` says it.

A game's `bot.py` has `choose(game, view, choice, seat, rng) -> Answer`.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from roundtable.engine import Answer, Choice, Game

CARELESS: Final = 0.45  # the share of a page's answers that are given without thinking


class NoBot(ValueError):
    """No bot of that name, or none for this game."""


class GreedyBot:
    def __init__(self, game: Game, seat: int, seed: int | str) -> None:
        name = f"{type(game).__module__}.bot"
        try:
            known = find_spec(name)
        except ModuleNotFoundError:  # the game is a single file, not a folder
            known = None
        if known is None:
            raise NoBot(f"{game.title} has no greedy bot; try: random")
        self.advise = importlib.import_module(name).choose
        self.game = game
        self.seat = seat
        self.rng = Random(f"{seed}/{seat}")

    def choose(self, view: Any, choice: Choice) -> Answer:
        answer: Answer = self.advise(self.game, view, choice, self.seat, self.rng)
        return answer


class PageBot(GreedyBot):
    """Knows the same and is careless now and then."""

    def choose(self, view: Any, choice: Choice) -> Answer:
        return choice.sample(self.rng) if self.rng.random() < CARELESS else super().choose(view, choice)
