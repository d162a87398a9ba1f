"""Benchmark of the searching bot: simulations per second of one core in every game, beside OpenSpiel's own search, and
how well it keeps to its time.

All figures of one call come from the same run.  Simulations are counted per second of processor time, so others on the
machine matter little; a thought keeps to its time by the clock on the wall, as at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import Final, TypedDict

import roundtable
from roundtable.bots.greedy import GreedyBot
from roundtable.bots.ismcts import SearchBot
from roundtable.engine import Game, Keyed, State

from .bench import calibration
from .playing import moves

MOMENTS: Final = 10  # positions of a match, evenly spread
PEERS: Final = ("kuhn_poker", "leduc_poker")  # games of its own that can make worlds


class Row(TypedDict):
    """A game with so many players, for `roundtable bench bots --json`."""

    game: str
    players: int
    simulations: float  # per second
    longest: float  # search, as a share of its time, by the clock
    processor: float  # and in processor time


class Report(TypedDict):
    calibration: float
    games: list[Row]
    peers: dict[str, float | str]  # simulations per second, or why there are none


def moments(game: Game, players: int, seed: int = 1) -> list[tuple[int, State]]:
    """Real choices spread over a greedy match: the seat and its view."""
    chance = Keyed(seed)
    seated = [GreedyBot(game, seat, seed) for seat in range(players)]
    s = game.first(players, game.settle(players), chance)
    found = [(move.seat, move.view) for move in moves(game, s, seated, chance) if move.choice.forced() is None]
    return found[len(found) // (2 * MOMENTS) :: max(1, len(found) // MOMENTS)][:MOMENTS]


def speed(game: Game, players: int, seconds: float) -> tuple[float, float, float]:
    """Simulations per second, averaged over a match, and the longest thought as a share of its time: by the clock, and
    in processor time."""
    done, used, longest, busiest = 0, 0.0, 0.0, 0.0
    bots: dict[int, SearchBot] = {}
    for seat, view in moments(game, players):
        bot = bots.setdefault(seat, SearchBot(game, seat, 1, seconds / MOMENTS))
        start, wall = process_time(), perf_counter()
        bot.candidates(view)
        took = process_time() - start
        used, busiest, longest = used + took, max(busiest, took), max(longest, perf_counter() - wall)
        done += bot.before.simulations if bot.before is not None else 0
    return done / used, longest * MOMENTS / seconds, busiest * MOMENTS / seconds


def open_spiel(name: str, seconds: float) -> float:
    """Simulations per second of OpenSpiel's ISMCTS in Python on one of its card games."""
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(name)
    rng = numpy.random.RandomState(1)
    count = 100
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, count, random_state=rng)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    done, began = 0, process_time()
    while process_time() - began < seconds:
        bot.step(state)
        done += count
    return done / (process_time() - began)


def bots(
    games: Sequence[str] = (), seconds: float = 1.0, peers: bool = False, progress: Callable[[str], None] | None = None
) -> Report:
    """The whole table: calibration, every game with every number of players, and peers."""
    say = progress or (lambda words: None)
    report: Report = {"calibration": calibration(seconds), "games": [], "peers": {}}
    if peers:
        for name in PEERS:
            say(name)
            try:
                report["peers"][f"OpenSpiel ISMCTS (Python) {name}"] = open_spiel(name, seconds)
            except ImportError as error:
                report["peers"][name] = f"not installed ({error.name}): the extra 'peers'"
    for slug in games or roundtable.slugs():
        game = roundtable.game(slug)
        for players in range(game.seats[0], game.seats[1] + 1):
            say(f"{game.title}, {players} players")
            simulations, longest, processor = speed(game, players, seconds)
            row: Row = {
                "game": game.slug,
                "players": players,
                "simulations": simulations,
                "longest": longest,
                "processor": processor,
            }
            report["games"].append(row)
    return report
