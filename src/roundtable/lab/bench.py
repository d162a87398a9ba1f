"""Benchmarks of the engine: how many random decisions, clones, views and worlds per second each game does.

Every figure of one call comes from the same run, beside a calibration loop and, if asked for, beside other people's
engines: compare ratios, not absolute numbers.  `python -m roundtable.lab.bench` measures one build and prints JSON; the
builds of a checkout are measured by running that with ``src`` or ``build/compiled`` on the path.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final, TypedDict, cast

import roundtable
from roundtable.bots import RandomBot
from roundtable.engine import Quick, State
from roundtable.engine.flow import playout
from roundtable.engine.game import Game
from roundtable.engine.match import seats_of
from roundtable.version import compiled

from . import settled_in
from .playing import moves

FIGURES: Final = ("decisions", "clones", "views", "worlds")
PARTS: Final = 5
BUILDS: Final = ("pure", "compiled")


Figures = dict[str, float]  # per second


class Row(TypedDict):
    """A game with so many players, for `roundtable bench engine --json`."""

    game: str
    players: int
    pure: Figures | None
    compiled: Figures | None


class Report(TypedDict):
    calibration: float
    games: list[Row]
    peers: dict[str, Figures | str]  # or why there are none


def rate(work: Callable[[], int], seconds: float) -> float:
    """How often per second `work` does what it counts, by processor time, in the quickest of some parts of the time.

    What slows a machine down now and then says nothing of the work.
    """
    best = 0.0
    with settled_in():
        for _ in range(PARTS):
            done = 0
            began = now = time.process_time()
            while now - began < seconds / PARTS:
                done += work()
                now = time.process_time()
            best = max(best, done / (now - began))
    return best


def calibration(seconds: float) -> float:
    """Rounds per second of a fixed loop in plain Python: what this machine can do just now."""

    def loop() -> int:
        total = 0
        table = {i: i * i for i in range(32)}
        for i in range(1000):
            total += table[i & 31] + len((i, i + 1))
        return 1000

    return rate(loop, seconds)


def measure(game: Game, players: int, seconds: float = 0.5) -> Figures:
    """Random decisions, clones, views and worlds per second, the last three averaged over a whole random match."""
    rng = Random(1)
    options = game.settle(players)
    chance = Quick(Random(2))

    def match() -> int:
        return playout(game.first(players, options, chance), game.questions, rng, chance)

    moments = _moments(game, players, chance)
    views = [game.view(s, i % players) for i, s in enumerate(moments)]

    def clones() -> int:
        for s in moments:
            for _ in range(10):
                s.clone()
        return 10 * len(moments)

    def seen() -> int:
        for i, s in enumerate(moments):
            game.view(s, i % players)
        return len(moments)

    def worlds() -> int:
        for v in views:
            game.world(v, rng)
        return len(views)

    figures = [rate(work, seconds) for work in (match, clones, seen, worlds)]
    return dict(zip(FIGURES, figures, strict=True))


def _moments(game: Game, players: int, chance: Quick, count: int = 60) -> list[State]:
    """States spread over a random match."""
    s = game.first(players, game.settle(players), chance)
    states = [s.clone() for _ in moves(game, s, [RandomBot(game, seat, 1) for seat in range(players)], chance)]
    return states[:: max(1, len(states) // count)]


def engine(
    games: Sequence[str] = (),
    seconds: float = 0.5,
    peers: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """The whole table: calibration, per game and player count both builds, and peers."""
    say = progress or (lambda line: None)
    found = builds()
    report: Report = {"calibration": calibration(seconds), "games": [], "peers": {}}
    if peers:
        for name, peer in PEERS.items():
            say(name)
            report["peers"][name] = _peer(peer, seconds)
    for slug in games or roundtable.slugs():
        game = roundtable.game(slug)
        for players in seats_of(game.seats):
            say(f"{game.title}, {players} players")
            pure, compiled = (
                _elsewhere(slug, players, seconds, found[name]) if name in found else None for name in BUILDS
            )
            report["games"].append({"game": slug, "players": players, "pure": pure, "compiled": compiled})
    return report


def builds() -> dict[str, Path]:
    """The builds that can be measured, with their folders: the one that runs, and in a checkout the other one too."""
    here = Path(roundtable.__file__).parents[1]
    mine = BUILDS[compiled()]
    root = here.parents[1] if here.name == "compiled" else here.parent
    other = root / ("src" if mine == "compiled" else "build/compiled")
    there = next(other.glob("roundtable/engine/flow.py" if mine == "compiled" else "roundtable/engine/flow.*.*"), None)
    return {mine: here} | ({BUILDS[not compiled()]: other} if there is not None else {})


def _elsewhere(slug: str, players: int, seconds: float, build: Path) -> Figures:
    """Measure in a process of its own, with that build on the path."""
    path = os.pathsep.join([str(build), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "roundtable.lab.bench", slug, str(players), str(seconds)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


# -- peers: other people's engines, from the extra `peers` -----------------------------------------------------------


def _peer(measured: Callable[[float], Figures], seconds: float) -> Figures | str:
    try:
        return measured(seconds)
    except ImportError as error:
        return f"not installed ({error.name})"


def _chess(seconds: float) -> Figures:
    import chess

    rng = Random(1)

    def game() -> int:
        board = chess.Board()
        moves = 0
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    board = chess.Board()

    def clones() -> int:
        for _ in range(100):
            board.copy(stack=False)
        return 100

    return {"decisions": rate(game, seconds), "clones": rate(clones, seconds)}


def _open_spiel(name: str, how: str = "plainly") -> Callable[[float], Figures]:
    """Driven plainly, with the standard library's chances; in the way of its own example, with numpy's; or tightly, as
    if whatever chance may bring were equally likely, which is true of hearts."""

    def measured(seconds: float) -> Figures:
        import numpy
        import pyspiel
        from open_spiel.python.games import liars_poker  # noqa: F401 - registers the Python games

        game = pyspiel.load_game(name)
        rng = Random(1)
        numpy.random.seed(1)

        def play() -> int:
            state, moves = game.new_initial_state(), 0
            while not state.is_terminal():
                if not state.is_chance_node():
                    actions = state.legal_actions()
                    moves += 1
                elif how == "tightly":
                    actions = [action for action, _ in state.chance_outcomes()]
                else:
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    if how == "example":
                        state.apply_action(numpy.random.choice(actions, p=chances))
                    else:
                        state.apply_action(rng.choices(actions, chances)[0])
                    continue
                state.apply_action(actions[int(rng.random() * len(actions))])
            return moves

        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])

        def clones() -> int:
            for _ in range(100):
                state.clone()
            return 100

        return {"decisions": rate(play, seconds), "clones": rate(clones, seconds)}

    return measured


def _uno(example: bool = False) -> Callable[[float], Figures]:
    """Driven through its environment step by step, or by its `run` with random agents, as its examples do."""

    def measured(seconds: float) -> Figures:
        import copy

        import numpy
        import rlcard

        rng = Random(1)
        env = rlcard.make("uno", config={"seed": 1})

        class Agent:
            use_raw = False

            def eval_step(self, state: dict[str, object]) -> tuple[object, dict[str, object]]:
                return numpy.random.choice(list(cast("dict[int, None]", state["legal_actions"]))), {}

        env.set_agents([Agent() for _ in range(env.num_players)])

        def run() -> int:
            paths, _ = env.run(is_training=False)
            return sum(len(path) // 2 for path in paths)

        def play() -> int:
            state, _ = env.reset()
            moves = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(rng.random() * len(legal))])
                moves += 1
            return moves

        env.reset()

        def clones() -> int:
            copy.deepcopy(env.game)
            return 1

        return {"decisions": rate(run if example else play, seconds), "clones": rate(clones, seconds)}

    return measured


PEERS: Final[dict[str, Callable[[float], Figures]]] = {
    "python-chess": _chess,
    "OpenSpiel python_liars_poker": _open_spiel("python_liars_poker"),
    "OpenSpiel hearts (C++), as its example plays": _open_spiel("hearts", "example"),
    "OpenSpiel hearts (C++), driven plainly": _open_spiel("hearts"),
    "OpenSpiel hearts (C++), driven tightly": _open_spiel("hearts", "tightly"),
    "RLCard uno, as its examples play": _uno(example=True),
    "RLCard uno, driven tightly": _uno(),
}


def main() -> None:
    slug, players, seconds = sys.argv[1:4]
    print(json.dumps(measure(roundtable.game(slug), int(players), float(seconds))))


if __name__ == "__main__":
    main()
