"""A random match under test: what every part of the kit works on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random

from ..choice import STOP, Answer, Choice
from ..game import Game
from ..match import Match
from ..state import State
from .report import Report


class Trial:
    """One random match, the dice that play it, and where faults are written down."""

    def __init__(
        self,
        game: Game,
        report: Report,
        players: int,
        options: Mapping[str, object],
        seed: int,
        depth: float,
        clock: Callable[[Match, int], float] | None = None,
    ) -> None:
        self.game = game
        self.report = report
        self.players = players
        self.rng = Random(f"{seed}-{players}-{sorted(options.items())}")
        self.depth = depth
        self.clock = clock  # of a live table, if there is one
        self.vocabulary = set(game.vocabulary(players, game.settle(players, options)))
        self.match = game.match(players, seed, options)
        self.old: list[tuple[State, str]] = []  # clones that must not change
        self.viewers: tuple[int | None, ...] = (*range(players), None)

    def fault(self, name: str, message: str) -> None:
        self.report.fault(name, message, self.match.text())

    def count(self, name: str) -> None:
        self.report.properties[name].checks += 1

    def expect(self, name: str, holds: bool, message: str) -> None:
        self.count(name)
        if not holds:
            self.fault(name, message)

    def now_and_then(self) -> bool:
        return self.rng.random() < self.depth

    def alike(self, a: Choice, b: Choice) -> bool:
        """Whether two grammars agree along a few random walks."""
        for _ in range(3):
            prefix: Answer = ()
            while True:
                atoms = list(a.atoms(prefix))
                if sorted(atoms) != sorted(b.atoms(prefix)):
                    return False
                if not atoms:
                    return True
                atom = self.rng.choice(atoms)
                if atom == STOP:
                    break
                prefix = (*prefix, atom)
        return True


def as_json(data: object) -> str:
    return json.dumps(data, sort_keys=True)


def comparable(view: State) -> str:
    return repr(sorted(view.data().items()))


def differ(a: State, b: State) -> str:
    """What two views differ in, in words."""
    one, two = a.data(), b.data()
    return "; ".join(f"{name}: {one[name]!r} or {two[name]!r}" for name in one if one[name] != two.get(name))[:400]


def who(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
