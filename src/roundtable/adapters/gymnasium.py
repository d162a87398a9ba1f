"""One seat as a Gymnasium environment (extra `rl`): it learns, bots sit on the others.

Every game has an id, known once this module is imported: `gymnasium.make("roundtable/Lancelot-v0", players=2)`.

An observation is a row of features (see `features`); which numbers are legal is in `info["action_mask"]` and in
`action_masks()`, where learners with masks look for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from roundtable import bots as house
from roundtable.engine import Answer, BadOption, Keyed, Quick
from roundtable.games import game as find
from roundtable.games import slugs

from .features import BOUNDS, Features
from .stepper import Stepper, Table
from .words import describe

Row = NDArray[np.float32]
Mask = NDArray[np.int8]
Policy = Callable[[Row, Mask], int]  # from what a seat sees, and which numbers are legal, to a number
Opponent = str | house.Bot | Policy  # a bot by its name, a bot, or anything that chooses numbers
Reward = Literal["rank", "win"]
Info = dict[str, Any]  # as Gymnasium has it
ILLEGAL: Final = -1.0  # the reward for a number that is not legal; it ends the match


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """A match seen from one seat; the reward comes at the end.

    By "rank" it goes from 1 for the first to -1 for the last, by "win" it is 1 for the first (shared: a part) and 0.
    `seat` is the learner's seat, None: another one in every match.  `opponents` are the others, one for all or one for
    each, in the order of the seats after the learner's: a bot's name (`roundtable.bots`), a bot, or a function from an
    observation and its mask to a number.  With `record`, a folder, every match that ends is written there as a match
    file, which replays in browser and terminal.

    >>> table = SeatEnv("knights-duty", players=2, opponents="random")
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
        opponents: Opponent | Sequence[Opponent] = "random",
        options: Mapping[str, object] | None = None,
        preset: str = "",
        render_mode: str | None = None,
        reward: Reward = "rank",
        record: str | Path | None = None,
    ) -> None:
        self.table = Table(find(game), players, options, preset)
        self.features = Features(self.table)
        self.seat_wanted = seat
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        self.opponents: list[Opponent] = list(opponents) if several else [opponents] * (self.table.players - 1)  # type: ignore[arg-type, list-item]
        if len(self.opponents) != self.table.players - 1:
            raise BadOption(f"name {self.table.players - 1} opponents, or one for all")
        for name in self.opponents:
            if isinstance(name, str):
                house.make(name, self.table.game, 0, 0)  # says at once what it cannot make
        if reward not in ("rank", "win"):
            raise BadOption(f"there is no reward {reward!r}; there are: rank, win")
        self.reward = reward
        self.record = Path(record) if record is not None else None
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(*BOUNDS, (self.features.size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(self.table.atoms))

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Row, Info]:
        super().reset(seed=seed)
        key = int(self.np_random.integers(2**62))
        self.key = key
        self.given: list[tuple[int, Answer]] = []
        self.match = Stepper(self.table, Keyed(key) if self.record is not None else Quick(Random(key)))
        players = self.table.players
        self.seat = Random(key).randrange(players) if self.seat_wanted is None else self.seat_wanted
        self.others: dict[int, house.Bot | Policy] = {}
        for i, one in enumerate(self.opponents):
            seat = (self.seat + 1 + i) % players
            self.others[seat] = house.make(one, self.table.game, seat, key) if isinstance(one, str) else one
        self._others_play()
        return self._row(), self._info()

    def step(self, action: int | np.int64) -> tuple[Row, float, bool, bool, Info]:
        try:
            self._step(int(action))
        except ValueError as error:
            return self._row(), ILLEGAL, True, False, {**self._info(), "illegal": str(error)}
        self._others_play()
        over = self.match.over
        info = self._info()
        if over:
            info["ranking"] = self.table.game.ranking(self.match.state)
            if self.record is not None:
                info["file"] = str(self._written(self.record))
        return self._row(), self._reward(), over, False, info

    def _step(self, action: int) -> None:
        """One number of whoever is asked; an answer that it completes is noted."""
        seat, before = self.match.seat, self.match.prefix
        atom = self.table.atoms[action]
        self.match.step(action)
        if self.match.prefix != (*before, atom):  # it goes on with another answer
            self.given.append((seat, (*before, atom) if action != self.table.stop else before))

    def _others_play(self) -> None:
        match, game = self.match, self.table.game
        while not match.over and match.seat != self.seat:
            seat, other = match.seat, self.others[match.seat]
            if callable(other):
                self._step(int(other(self._seen(seat), self.action_masks())))
                continue
            view = match.view(seat)
            answer = other.choose(view, game.choice(view, seat))
            match.give(answer)
            self.given.append((seat, answer))
        if self.render_mode == "human":
            self.render()

    def _reward(self) -> float:
        if not self.match.over or self.reward == "rank":
            return self.match.returns()[self.seat]
        best = self.table.game.ranking(self.match.state)[0]
        return 1 / len(best) if self.seat in best else 0.0

    def _written(self, folder: Path) -> Path:
        """The match that has ended, as a match file."""
        table = self.table
        match = table.game.match(table.players, self.key, table.options.data())
        for seat, answer in self.given:
            match.answer(seat, answer)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{table.game.slug}-{self.key}.jsonl"
        match.save(path)
        return path

    def _row(self) -> Row:
        return self._seen(self.seat)

    def _seen(self, seat: int) -> Row:
        match = self.match
        return np.frombuffer(self.features.row(match.view(seat), seat, match.own(seat)), np.float32)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Mask:
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


def id_of(slug: str) -> str:
    """The id of a game's environment.

    >>> id_of("knights-duty")
    'roundtable/KnightsDuty-v0'
    """
    return f"roundtable/{''.join(word.capitalize() for word in slug.split('-'))}-v0"


def register() -> None:
    """Give every game its id.  Gymnasium 1 looks for no plugins, so this is done when the module is imported."""
    for slug in slugs():
        id = id_of(slug)
        if id not in gymnasium.registry:
            gymnasium.register(id, f"{__name__}:SeatEnv", kwargs={"game": slug})


register()
