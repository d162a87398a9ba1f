"""The greedy bot: what a good player of the game knows, as the game's `Knowledge.choose` says it."""

from __future__ import annotations

from random import Random
from typing import Final

from roundtable.engine import Answer, Choice, Game, State

CARELESS: Final = 0.45  # the share of a page's answers that are given without thinking


class NoBot(ValueError):
    """No bot of that name, or none for this game."""


class GreedyBot:
    def __init__(self, game: Game, seat: int, seed: int | str) -> None:
        if game.bot.choose is None:
            raise NoBot(f"{game.title} has no greedy bot; try: random")
        self.advise = game.bot.choose
        self.game = game
        self.seat = seat
        self.rng = Random(f"{seed}/{seat}")

    def choose(self, view: State, choice: Choice) -> Answer:
        return self.advise(self.game, view, choice, self.seat, self.rng)


class PageBot(GreedyBot):
    """Knows the same and is careless now and then."""

    def choose(self, view: State, choice: Choice) -> Answer:
        return choice.sample(self.rng) if self.rng.random() < CARELESS else super().choose(view, choice)
