"""What to measure of the adapters: whole random matches through each of them, and through games of the frameworks' own.

Every function here makes a piece of work: a function that plays one match and returns the number of steps.  Whoever
measures runs all of them in one go (`roundtable bench adapters`) and compares ratios.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final

from roundtable.engine import Game

if TYPE_CHECKING:
    import gymnasium
    import numpy as np
    from pettingzoo import AECEnv, ParallelEnv

    Env = gymnasium.Env[Any, Any]  # of any spaces
    Seen = dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]

Work = Callable[[], int]


def turns(env: AECEnv[str, Seen, int]) -> Work:
    """PettingZoo, agents in turn: look, choose among the legal numbers, step."""
    import numpy as np

    rng = Random(1)
    env.reset(seed=1)

    def match() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    return match


def parallel(env: ParallelEnv[str, Seen, int]) -> Work:
    """PettingZoo, all at once; a step is a round of all agents."""
    import numpy as np

    rng = Random(1)

    def match() -> int:
        seen, _ = env.reset()
        steps = 0
        while env.agents:
            actions = {}
            for agent in env.agents:
                legal = np.flatnonzero(seen[agent]["action_mask"])
                actions[agent] = int(legal[int(rng.random() * len(legal))])
            seen, *_ = env.step(actions)
            steps += 1
        return steps

    env.reset(seed=1)
    return match


def seat(env: Env) -> Work:
    """Gymnasium; a step is one of the learner's."""
    import numpy as np

    rng = Random(1)
    env.reset(seed=1)

    def match() -> int:
        _, info = env.reset()
        steps = 0
        while True:
            mask = info.get("action_mask")
            if mask is None:
                action = env.action_space.sample()
            else:
                legal = np.flatnonzero(mask)
                action = int(legal[int(rng.random() * len(legal))])
            _, _, over, cut, info = env.step(action)
            steps += 1
            if over or cut:
                return steps

    return match


def tree(name: str) -> Work:
    """OpenSpiel; a step is a decision, outcomes of chance are drawn besides."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = Random(1)

    def match() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
                steps += 1
            state.apply_action(actions[int(rng.random() * len(actions))])
        return steps

    return match


def _pettingzoo(game: Game, players: int) -> Work:
    from .pettingzoo import env

    return turns(env(game.origin, players))


def _parallel(game: Game, players: int) -> Work:
    from .pettingzoo import parallel_env

    return parallel(parallel_env(game.origin, players))


def _gymnasium(game: Game, players: int) -> Work:
    from .gymnasium import SeatEnv

    return seat(SeatEnv(game.origin, players, opponents="random"))


def _openspiel(game: Game, players: int) -> Work:
    from . import openspiel

    if game.origin != game.slug:  # somebody's own
        openspiel.register(game.origin)
    return tree(f"{openspiel.game_name(game.slug)}(players={players})")


ADAPTERS: Final[dict[str, Callable[[Game, int], Work]]] = {
    "pettingzoo": _pettingzoo,
    "pettingzoo parallel": _parallel,
    "gymnasium": _gymnasium,
    "openspiel": _openspiel,
}


def _classic(name: str) -> Callable[[], Work]:
    def make() -> Work:
        import importlib

        with warnings.catch_warnings():  # it prefers another way in, which is not there in older versions
            warnings.simplefilter("ignore")
            return turns(importlib.import_module(f"pettingzoo.classic.{name}").env())

    return make


def _toy(name: str) -> Callable[[], Work]:
    def make() -> Work:
        import gymnasium

        return seat(gymnasium.make(name))

    return make


def _own(name: str) -> Callable[[], Work]:
    def make() -> Work:
        from open_spiel.python import games  # noqa: F401 - registers the games written in Python

        return tree(name)

    return make


NATIVE: Final[dict[str, dict[str, Callable[[], Work]]]] = {
    "pettingzoo": {
        name: _classic(name)
        for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "go_v5", "chess_v6")
    },
    "gymnasium": {name: _toy(name) for name in ("Blackjack-v1", "FrozenLake-v1", "CartPole-v1")},
    "openspiel": {
        name: _own(name)
        for name in ("python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes", "python_liars_poker", "hearts")
    },
}
