"""Simulate: many matches between bots, in several processes, with every finished match kept.

Match number i is played with the seed `seed + i`; seeds that a results file already holds are not played again.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final, TypedDict

from roundtable import bots
from roundtable.bots.workers import on_ctrl_c
from roundtable.engine import Answer, Game, Keyed, State
from roundtable.games import game as find_game
from roundtable.games.edition import digest

from .batches import map_batches
from .playing import moves
from .results import Results

FORMAT: Final = "roundtable-results/1"
BATCH: Final = 1.0  # seconds of work that are handed to a process at once


@dataclass(frozen=True)
class Plan:
    """What is to be played.  `bots` names a bot for each seat; the last one sits on all further seats."""

    game: str | Game  # a slug, a file with a GAME, or the game itself
    players: int
    matches: int
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    bots: tuple[str, ...] = ()  # none: the usual one
    faults: str = "."  # the folder for match files that reproduce faults

    def settled(self) -> Plan:
        """The same plan with all its options and bots, or a `BadOption` or `NoBot` that says what is wrong."""
        game = find_game(self.game)
        named = self.bots or (next((known.name for known in bots.strengths(game) if known.default), "random"),)
        names = (*named, *(named[-1:] * (self.players - len(named))))[: self.players]
        for seat, name in enumerate(names):
            bots.make(name, game, seat, self.seed)
        options = game.settle(self.players, self.options).data()
        return Plan(self.game, self.players, self.matches, self.seed, options, names, self.faults)

    def head(self) -> dict[str, object]:
        """The first line of the results file."""
        game = find_game(self.game)
        head: dict[str, object] = {"format": FORMAT, "game": game.slug, "players": self.players}
        head |= {"options": dict(self.options), "bots": list(self.bots)}
        if game.edition:
            head["edition"] = digest(game.edition)
        return head


@dataclass(frozen=True)
class Result:
    """One match: who came where, how many answers and turns it took; or the fault that ended it."""

    seed: int
    ranking: list[list[int]]
    answers: int
    turns: int
    seconds: float
    fault: str = ""
    file: str = ""  # the match file that reproduces the fault


def play(plan: Plan, seed: int) -> Result:
    """Play one match to its end.  Bots get views, and nothing is kept but the answers.

    >>> result = play(Plan("knights-duty", 2, 1).settled(), 7)
    >>> sorted(seat for group in result.ranking for seat in group)
    [0, 1]
    """
    game = find_game(plan.game)
    began = perf_counter()
    given: list[tuple[int, str, Answer]] = []
    state: State | None = None
    try:
        seated = [bots.make(name, game, seat, seed) for seat, name in enumerate(plan.bots)]
        chance = Keyed(seed)
        state = game.first(plan.players, game.settle(plan.players, plan.options), chance)
        for move in moves(game, state, seated, chance):
            if len(given) > game.limit:
                raise RuntimeError(f"more than {game.limit} answers")
            given.append((move.seat, move.question, move.answer))
        broken = [game.astray(state), *game.invariants(state)]
        if any(broken):
            raise RuntimeError("; ".join(words for words in broken if words))
        ranking = game.ranking(state)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        file = _write_fault(plan, game, seed, given)
        turns = 0 if state is None else game.turns(state)
        return Result(seed, [], len(given), turns, round(perf_counter() - began, 4), fault, file)
    return Result(seed, ranking, len(given), game.turns(state), round(perf_counter() - began, 4))


def _write_fault(plan: Plan, game: Game, seed: int, given: Sequence[tuple[int, str, Answer]]) -> str:
    """The answers up to the fault as a match file: replaying it fails in the same way."""
    path = Path(plan.faults) / f"fault-{game.slug}-{plan.players}-{seed}.jsonl"
    try:
        head = game.match(plan.players, seed, plan.options).header()
    except Exception:  # the game fails before its first question
        return ""
    lines = [head, *({"seat": seat, "do": question, "with": list(answer)} for seat, question, answer in given)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


# -- many matches ----------------------------------------------------------------------------------------------------


def run(plan: Plan, seeds: Sequence[int], jobs: int = 1) -> Iterator[list[Result]]:
    """Play these seeds, in `jobs` processes, and give results as soon as they are there."""
    jobs = min(jobs, len(seeds))
    batches = Batches(seeds, jobs)
    for results in map_batches(partial(play_all, plan), batches, jobs, partial(find_game, plan.game)):
        batches.learn(results)
        yield results


def play_all(plan: Plan, seeds: Sequence[int]) -> list[Result]:
    return [play(plan, seed) for seed in seeds]


class Batches:
    """Seeds in batches that take about a second each, as far as one can tell by now; here at home one by one."""

    def __init__(self, seeds: Sequence[int], jobs: int) -> None:
        self.seeds = seeds
        self.jobs = jobs
        self.matches, self.seconds = 0, 0.0

    def learn(self, results: Sequence[Result]) -> None:
        self.matches += len(results)
        self.seconds += sum(result.seconds for result in results)

    def __iter__(self) -> Iterator[Sequence[int]]:
        at = 0
        while at < len(self.seeds):
            size = int(BATCH * self.matches / self.seconds) if self.seconds and self.jobs > 1 else 1
            fair = (len(self.seeds) - at) // (2 * self.jobs)  # so that all have work to the end
            size = max(1, min(size, fair))
            yield self.seeds[at : at + size]
            at += size


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is done, so that the file and the summary agree."""
    pressed: list[int] = []
    with on_ctrl_c(lambda number, frame: pressed.append(number)):
        yield
    if pressed:
        raise KeyboardInterrupt


class Account(TypedDict):
    """A summary for `roundtable simulate --json`."""

    game: str
    players: int
    options: dict[str, object]
    bots: list[str]
    seed: int
    matches: int
    faults: int
    decisions: int
    wins: list[float]
    draws: int
    length: dict[str, float]
    seconds: float


class Summary:
    """What the finished matches tell."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.matches = self.faults = self.decisions = self.draws = 0
        self.wins = [0.0] * plan.players
        self.lengths = self.shortest = self.longest = 0  # of the matches that were played to their end
        self.seconds = 0.0
        self.fault_files: list[str] = []

    def add(self, result: Result) -> None:
        self.decisions += result.answers
        if result.fault:
            self.faults += 1
            self.fault_files.append(f"{result.fault}: {result.file}")
            return
        self.matches += 1
        self.lengths += result.answers
        best = result.ranking[0]
        self.draws += len(best) > 1
        for seat in best:
            self.wins[seat] += 1 / len(best)
        self.shortest = min(self.shortest or result.answers, result.answers)
        self.longest = max(self.longest, result.answers)

    def data(self) -> Account:
        mean = round(self.lengths / self.matches, 2) if self.matches else 0
        return {
            "game": find_game(self.plan.game).slug,
            "players": self.plan.players,
            "options": dict(self.plan.options),
            "bots": list(self.plan.bots),
            "seed": self.plan.seed,
            "matches": self.matches,
            "faults": self.faults,
            "decisions": self.decisions,
            "wins": [round(wins, 4) for wins in self.wins],
            "draws": self.draws,
            "length": {"mean": mean, "min": self.shortest, "max": self.longest},
            "seconds": round(self.seconds, 3),
        }


def simulate(
    plan: Plan, jobs: int = 1, out: Path | None = None, progress: Callable[[Summary], None] | None = None
) -> tuple[Summary, bool]:
    """Play a plan; the summary, and whether it was interrupted (Ctrl-C) before its end.

    >>> summary, interrupted = simulate(Plan("knights-duty", 2, matches=3))
    >>> summary.matches, summary.faults, sum(summary.wins), interrupted
    (3, 0, 3.0, False)
    """
    plan = plan.settled()
    began = perf_counter()
    summary = Summary(plan)
    results = Results(out, plan.head(), Result)
    done = {result.seed: result for result in results.rows}
    seeds = range(plan.seed, plan.seed + plan.matches)
    interrupted = False
    try:
        for seed in seeds:
            if seed in done:
                summary.add(done[seed])
        if progress is not None:
            progress(summary)
        for new in run(plan, [seed for seed in seeds if seed not in done], jobs):
            with _undisturbed():
                results.add(new)
                for result in new:
                    summary.add(result)
            if progress is not None:
                progress(summary)
    except KeyboardInterrupt:
        interrupted = True
    summary.seconds = perf_counter() - began
    return summary, interrupted
