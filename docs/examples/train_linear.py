"""Train a linear policy to beat the random bot, then seat it at an arena (extra `rl`; half a minute on one core).

    python3 x.py run python docs/examples/train_linear.py
    python3 x.py run python docs/examples/train_linear.py of-knights-and-ninjas --players 3

The policy is one matrix: a row of features times it gives a weight for every atom, and a softmax of the weights of the
legal ones says how likely each is chosen.  It learns by REINFORCE: what was done in matches that went better than the
others of the same batch becomes likelier.  The matrix goes to a file, from which `Trained` below plays as a bot, also
in `roundtable arena lancelot --bot random --bot train_linear:Trained` with this folder on the PYTHONPATH.
"""

from __future__ import annotations

import argparse
import os
import sys
from array import array
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # these matrices are small: threads would only get in the way

import numpy as np
from numpy.typing import NDArray

from roundtable.adapters.gymnasium import SeatEnv
from roundtable.adapters.policy import PolicyBot
from roundtable.engine import Game
from roundtable.lab import arena

FILE = Path(os.environ.get("ROUNDTABLE_POLICY", "policy.npy"))
BATCH = 16  # matches between two updates

Floats = NDArray[np.float32]
Step = tuple[
    NDArray[np.int64], Floats, NDArray[np.int64], Floats, int
]  # places and values of x, legal, chances, chosen


def inputs(row: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The features that are not zero: where they are, and their values on a scale on which a full deck is not loud."""
    places = np.flatnonzero(row)
    values = row[places]
    return places, np.sign(values) * np.log1p(np.abs(values))


def chances(matrix: Floats, places: NDArray[np.int64], values: Floats, legal: NDArray[np.int64]) -> Floats:
    weights = values @ matrix[np.ix_(places, legal)]
    likely = np.exp(weights - weights.max())
    found: Floats = likely / likely.sum()
    return found


def episode(env: SeatEnv, matrix: Floats, rng: np.random.Generator) -> tuple[float, list[Step]]:
    """One match: what the learner got for it, and every step at which it had a choice."""
    row, info = env.reset()
    steps: list[Step] = []
    while True:
        legal = np.flatnonzero(info["action_mask"])
        chosen = 0
        if len(legal) > 1:
            places, values = inputs(row)
            likely = chances(matrix, places, values, legal)
            chosen = int(np.searchsorted(likely.cumsum(), rng.random() * likely.sum()))
            steps.append((places, values, legal, likely, chosen))
        row, reward, over, _, info = env.step(legal[chosen])
        if over:
            return reward, steps


def train(env: SeatEnv, matches: int, seed: int, rate: float = 0.02) -> Floats:
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    matrix = np.zeros((env.features.size, len(env.table.atoms)), np.float32)
    mean, square = np.zeros_like(matrix), np.zeros_like(matrix)  # Adam's memory
    for batch in range(1, matches // BATCH + 1):
        played = [episode(env, matrix, rng) for _ in range(BATCH)]
        rewards = np.array([reward for reward, _ in played])
        merits = (rewards - rewards.mean()) / (rewards.std() + 1e-6)
        slope = np.zeros_like(matrix)
        for merit, (_, steps) in zip(merits, played):
            for places, values, legal, likely, chosen in steps:
                pull = -likely
                pull[chosen] += 1
                slope[np.ix_(places, legal)] += merit / (BATCH * len(steps)) * np.outer(values, pull)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        matrix += rate * (mean / (1 - 0.9**batch)) / (np.sqrt(square / (1 - 0.99**batch)) + 1e-8)
        if batch % 10 == 0:
            print(f"{batch * BATCH:5} matches, mean return of the last {BATCH}: {rewards.mean():+.2f}", flush=True)
    return matrix


class Trained(PolicyBot):
    """The policy of the file, always with its likeliest atom."""

    def __init__(self, game: Game, seat: int, seed: int | str) -> None:
        super().__init__(game, seat, self.likeliest)
        self.matrix: Floats = np.load(FILE)

    def likeliest(self, row: array[float], legal: list[int]) -> int:
        places, values = inputs(np.frombuffer(row, np.float32))
        return legal[int(chances(self.matrix, places, values, np.array(legal)).argmax())]


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a linear policy and let it meet the random bot.")
    parser.add_argument("game", nargs="?", default="lancelot")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", type=float, default=0.75, help="the share of wins that is to be surpassed")
    args = parser.parse_args()
    np.save(FILE, train(SeatEnv(args.game, args.players, opponents="random"), args.matches, args.seed))
    sys.path.insert(0, str(Path(__file__).parent))  # the arena finds bots by module:Class
    cell = arena.Cell(args.game, args.players, "train_linear:Trained", "random", goal=args.goal)
    standing = arena.contest(cell, arena.results_in(None), matches=200)
    low, high = arena.interval(standing.scores(), standing.planned)
    score = sum(standing.scores()) / len(standing.scores())
    print(f"arena: {100 * score:.0f} % of the wins against random ({100 * low:.0f} to {100 * high:.0f} %), ", end="")
    print(f"{len(standing.bouts())} matches: {standing.verdict() or 'undecided'} {100 * args.goal:.0f} %")


if __name__ == "__main__":
    main()
