"""The random bot: a legal answer, a uniform step at every atom."""

from __future__ import annotations

from random import Random

from roundtable.engine import Answer, Choice, Game, State


class RandomBot:
    def __init__(self, game: Game, seat: int, seed: int | str) -> None:
        self.rng = Random(f"{seed}/{seat}")  # a stream of its own for every seat

    def choose(self, view: State, choice: Choice) -> Answer:
        return choice.sample(self.rng)
