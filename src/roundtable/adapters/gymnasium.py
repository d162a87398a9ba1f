"""One seat as a Gymnasium environment (extra `rl`): it learns, bots sit on the others.

An observation is a row of features (see `features`); which numbers are legal is in `info["action_mask"]` and in
`action_masks()`, where learners with masks look for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from roundtable import bots as house
from roundtable.engine import BadOption, Quick
from roundtable.games import game as find

from .features import BOUNDS, Features
from .stepper import Stepper, Table
from .words import describe

Row = NDArray[np.float32]
Info = dict[str, Any]  # as Gymnasium has it
ILLEGAL: Final = -1.0  # the reward for a number that is not legal; it ends the match


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """A match seen from one seat; the reward comes at the end, by rank, from 1 for the first to -1 for the last.

    `seat` is the learner's seat, None: another one in every match.  `bots` names the others (`roundtable.bots`), one
    for all or one for each, in the order of the seats after the learner's.

    >>> table = SeatEnv("knights-duty", players=2, bots="random")
    >>> row, info = table.reset(seed=7)
    >>> row.shape == table.observation_space.shape, int(info["action_mask"].sum()) > 1
    (True, True)
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int = 0,
        seat: int | None = None,
        bots: str | Sequence[str] = "random",
        options: Mapping[str, object] | None = None,
        preset: str = "",
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(find(game), players, options, preset)
        self.features = Features(self.table)
        self.seat_wanted = seat
        self.names = [bots] * (self.table.players - 1) if isinstance(bots, str) else list(bots)
        if len(self.names) != self.table.players - 1:
            raise BadOption(f"name {self.table.players - 1} bots, or one for all")
        for name in self.names:
            house.make(name, self.table.game, 0, 0)  # says at once what it cannot make
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(*BOUNDS, (self.features.size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(self.table.atoms))

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Row, Info]:
        super().reset(seed=seed)
        key = int(self.np_random.integers(2**62))
        self.match = Stepper(self.table, Quick(Random(key)))
        players = self.table.players
        self.seat = Random(key).randrange(players) if self.seat_wanted is None else self.seat_wanted
        self.others = {
            (self.seat + 1 + i) % players: house.make(name, self.table.game, (self.seat + 1 + i) % players, key)
            for i, name in enumerate(self.names)
        }
        self._others_play()
        return self._row(), self._info()

    def step(self, action: int | np.int64) -> tuple[Row, float, bool, bool, Info]:
        try:
            self.match.step(int(action))
        except ValueError as error:
            return self._row(), ILLEGAL, True, False, {**self._info(), "illegal": str(error)}
        self._others_play()
        over = self.match.over
        return self._row(), self.match.returns()[self.seat], over, False, self._info()

    def _others_play(self) -> None:
        match, game = self.match, self.table.game
        while not match.over and match.seat != self.seat:
            view = match.view(match.seat)
            match.give(self.others[match.seat].choose(view, game.choice(view, match.seat)))
        if self.render_mode == "human":
            self.render()

    def _row(self) -> Row:
        match = self.match
        return np.frombuffer(self.features.row(match.view(self.seat), self.seat, match.own(self.seat)), np.float32)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> NDArray[np.int8]:
        """1 for every legal number."""
        mask = np.zeros(len(self.table.atoms), np.int8)
        mask[self.match.legal()] = 1
        return mask

    def render(self) -> str | None:
        """The table as the learner sees it: printed ("human") or given back ("ansi")."""
        text = describe(self.table.game, self.match.view(self.seat), self.match.own(self.seat))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None
