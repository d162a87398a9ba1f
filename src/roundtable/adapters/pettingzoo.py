"""The games as PettingZoo environments (extra `rl`).

`env` is the usual one: agents take turns, a step is one atom of an answer.  `parallel_env` lets all seats that are
asked step at once, while the others choose WAIT: it fits best where most questions go to all, as in Knight's Duty, and
it is correct for every game.  `rounds_env` is the latter with agents in turn, for tools that want every agent to act in
every round.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, TypedDict, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from roundtable.engine import Quick
from roundtable.games import game as find

from .features import BOUNDS, Features
from .stepper import Stepper, Table
from .words import describe

Observation = dict[str, NDArray[np.generic]]
Infos = dict[str, dict[str, object]]
ILLEGAL: Final = -1.0  # what an agent gets for a number that is not legal


class Settings(TypedDict, total=False):
    """What an environment may be told beside the game and the number of players."""

    options: Mapping[str, object]
    preset: str
    render_mode: str | None  # "human" prints, "ansi" gives text
    max_cycles: int  # rounds after which a match is cut; 0: none


def env(game: str, players: int = 0, **settings: Unpack[Settings]) -> AECEnv[str, Observation, int]:
    """A game as an environment whose agents take turns.

    >>> table = env("lancelot", players=3)
    >>> table.reset(seed=7)
    >>> observation, reward, termination, truncation, info = table.last()
    >>> sorted(observation)
    ['action_mask', 'observation']
    """
    return OrderEnforcingWrapper(TurnsEnv(game, players, **settings))


def rounds_env(game: str, players: int = 0, **settings: Unpack[Settings]) -> AECEnv[str, Observation, int]:
    """`parallel_env` with the agents in turn: in every round each of them acts, and who is not asked waits."""
    made: AECEnv[str, Observation, int] = parallel_to_aec(ParallelTable(game, players, **settings))
    return OrderEnforcingWrapper(made)


class _Shared:
    """What both environments are made of."""

    def __init__(self, table: Table, max_cycles: int, waits: int) -> None:
        self.table = table
        self.features = Features(table)
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.actions = len(self.table.atoms) + waits
        row = gymnasium.spaces.Box(*BOUNDS, (self.features.size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (self.actions,), np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.actions) for agent in self.possible_agents}
        self.matches = 0
        self.seed: int | None = None

    def begin(self, seed: int | None) -> Stepper:
        """A new match; without a seed, the next one of those that follow the last seed given."""
        if seed is not None:
            self.seed, self.matches = seed, 0
        elif self.seed is None:
            self.seed = int(np.random.SeedSequence().generate_state(1)[0])
        self.matches += 1
        return Stepper(self.table, Quick(Random(f"{self.seed}/{self.matches}")))

    def row(self, match: Stepper, seat: int) -> NDArray[np.float32]:
        return np.frombuffer(self.features.row(match.view(seat), seat, match.own(seat)), np.float32)

    def text(self, match: Stepper) -> str:
        return f"{self.table.game.title}\n{describe(self.table.game, match.view(None))}"


class _Table:
    """What both environments have: the spaces, the seats and the picture of a match."""

    waits = 0  # numbers of actions beside the atoms
    metadata: dict[str, object] = {"render_modes": ["human", "ansi"], "render_fps": 1}
    match: Stepper

    def __init__(self, game: str, players: int = 0, **settings: Unpack[Settings]) -> None:
        table = Table(find(game), players, settings.get("options"), settings.get("preset", ""))
        self.shared = _Shared(table, settings.get("max_cycles", 0), self.waits)
        self.render_mode = settings.get("render_mode")
        self.possible_agents = self.shared.possible_agents
        self.agents: list[str] = []
        name = f"roundtable_{self.shared.table.game.slug}_v0"
        self.metadata = {**self.metadata, "name": name, "is_parallelizable": bool(self.waits)}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.shared.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete[np.int64]:
        return self.shared.action_spaces[agent]

    def render(self) -> str | None:
        """The table as a spectator sees it: printed ("human") or given back ("ansi")."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is nothing to render without a render_mode")
            return None
        text = self.shared.text(self.match)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass


class TurnsEnv(_Table, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """Agents take turns; a number that is not legal ends the match and costs whoever chose it `ILLEGAL`."""

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        self.match = self.shared.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self.steps_left = self.shared.max_cycles * len(self.agents)
        self.agent_selection = self.possible_agents[self.match.seat]
        self._show()

    def observe(self, agent: str) -> Observation:
        seat = self.shared.seats[agent]
        mask = np.zeros(self.shared.actions, np.int8)
        if seat == self.match.seat:
            mask[self.match.legal()] = 1
        return {"observation": self.shared.row(self.match, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        match = self.match
        try:
            match.step(int(action))
        except ValueError as error:
            self._end({agent: ILLEGAL})
            self.infos[agent] = {"illegal": str(error)}
            return
        self.steps_left -= 1
        if match.over:
            self._end(dict(zip(self.possible_agents, match.returns())))
        else:
            self.agent_selection = self.possible_agents[match.seat]
            if not self.steps_left:
                self.truncations = dict.fromkeys(self.agents, True)
        self._show()

    def _end(self, rewards: Mapping[str, float]) -> None:
        self.rewards.update(rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class ParallelTable(_Table, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All seats that are asked take a step at once; WAIT, the last number, is for the others.

    Each composes its answer at its own pace and waits when it is sealed.  A number that is not legal changes nothing;
    the agent's info says so.
    """

    waits = 1

    @property
    def wait(self) -> int:
        return self.shared.actions - 1

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self.match = self.shared.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.composed: dict[int, tuple[str, ...]] = {}  # what each asked seat has chosen so far
        return self._observations(), {agent: {} for agent in self.agents}

    def _turn_to(self, seat: int) -> bool:
        """Let the match attend to that seat, with what it has composed; whether it is asked at all."""
        match = self.match
        if seat not in match.state.waiting:
            return False
        match.ask(seat)
        match.prefix = self.composed.get(seat, ())
        return True

    def _observations(self) -> dict[str, Observation]:
        out: dict[str, Observation] = {}
        for agent, seat in self.shared.seats.items():
            mask = np.zeros(self.shared.actions, np.int8)
            mask[self.match.legal() if self._turn_to(seat) else self.wait] = 1
            prefix = self.composed.get(seat, ())
            row = self.shared.features.row(self.match.view(seat), seat, prefix)
            out[agent] = {"observation": np.frombuffer(row, np.float32), "action_mask": mask}
        return out

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        match = self.match
        infos: Infos = {agent: {} for agent in self.agents}
        for seat in match.state.waiting:  # as it was before this round: the last answer may open the next question
            agent = self.possible_agents[seat]
            self._turn_to(seat)
            try:
                match.step(int(actions[agent]))
            except (ValueError, IndexError):  # WAIT has no atom
                infos[agent]["illegal"] = True
            self.composed[seat] = match.own(seat)
        self.cycles += 1
        over = match.over
        cut = not over and 0 < self.shared.max_cycles <= self.cycles
        rewards = dict(zip(self.possible_agents, match.returns()))
        if self.render_mode == "human":
            self.render()
        observations = self._observations()
        agents = self.agents
        if over or cut:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos


def parallel_env(game: str, players: int = 0, **settings: Unpack[Settings]) -> ParallelTable:
    """A game as an environment in which all who are asked act at once."""
    return ParallelTable(game, players, **settings)
