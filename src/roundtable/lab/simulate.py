"""Simulate: many matches between bots, in several processes, with every finished match kept.

Match number i is played with the seed `seed + i`.  Results go to a file of JSON lines, the first of which says what was
played; seeds that a file already holds are not played again, so a run can be interrupted and taken up at any time.
"""

from __future__ import annotations

import json
import os
import signal
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import current_thread, main_thread
from time import perf_counter
from typing import Any, Final

from roundtable import bots
from roundtable.engine import Game, Keyed, Match, State, flow
from roundtable.games import game as find_game
from roundtable.games.edition import digest

from . import settled_in

FORMAT: Final = "roundtable-results/1"


class BadResults(ValueError):
    """A results file that cannot be read or belongs to another simulation."""


class WorkerLost(RuntimeError):
    """A worker process ended before its work did; what it had finished is kept."""


@dataclass(frozen=True)
class Plan:
    """What is to be played.  `bots` names a bot for each seat; the last one sits on all further seats."""

    game: str  # a slug, or a file with a GAME
    players: int
    matches: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ("random",)
    faults: str = "."  # the folder for match files that reproduce faults

    def settled(self) -> Plan:
        """The same plan with all its options and bots, or a `BadOption` or `NoBot` that says what is wrong."""
        game = find_game(self.game)
        names = (*self.bots, *(self.bots[-1:] * (self.players - len(self.bots))))[: self.players]
        for seat, name in enumerate(names):
            bots.make(name, game, seat, self.seed)
        options = game.settle(self.players, self.options)
        return Plan(self.game, self.players, self.matches, self.seed, options, names, self.faults)

    def head(self) -> dict[str, Any]:
        """The first line of the results file."""
        game = find_game(self.game)
        head: dict[str, Any] = {"format": FORMAT, "game": game.slug, "players": self.players}
        head |= {"options": dict(self.options), "bots": list(self.bots)}
        if game.edition:
            head["edition"] = digest(game.edition)
        return json.loads(json.dumps(head))  # type: ignore[no-any-return]


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
    given: list[tuple[int, str, tuple[str, ...]]] = []
    state: State | None = None
    try:
        seated = [bots.make(name, game, seat, seed) for seat, name in enumerate(plan.bots)]
        chance = Keyed(seed)
        state = game.first(plan.players, dict(plan.options), chance)
        while state.question:
            if len(given) > game.limit:
                raise RuntimeError(f"more than {game.limit} answers")
            seat = state.waiting[0]
            view = game.view(state, seat)
            choice = game.choice(view, seat)
            answer = choice.canonical(seated[seat].choose(view, choice))
            given.append((seat, state.question, answer))
            refusal = choice.refusal(answer)
            if refusal is not None:
                raise refusal
            flow.answer(state, seat, answer, chance)
        broken = [game.astray(state), *game.invariants(state)]
        if any(broken):
            raise RuntimeError("; ".join(words for words in broken if words))
        ranking = game.ranking(state)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        file = _write_fault(plan, game, seed, given)
        return Result(seed, [], len(given), _turn(state), round(perf_counter() - began, 4), fault, file)
    return Result(seed, ranking, len(given), _turn(state), round(perf_counter() - began, 4))


def _turn(state: State | None) -> int:
    """The number of turns, if the game counts them."""
    turn = getattr(state, "turn", 0)
    return turn if isinstance(turn, int) else 0


def _write_fault(plan: Plan, game: Game, seed: int, given: Sequence[tuple[int, str, tuple[str, ...]]]) -> str:
    """The answers up to the fault as a match file: replaying it fails in the same way."""
    path = Path(plan.faults) / f"fault-{game.slug}-{plan.players}-{seed}.jsonl"
    try:
        head = Match(game, plan.players, dict(plan.options), seed).header()
    except Exception:  # the game fails before its first question
        return ""
    lines = [head, *({"seat": seat, "do": question, "with": list(answer)} for seat, question, answer in given)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


# -- many matches ----------------------------------------------------------------------------------------------------


def run(plan: Plan, seeds: Sequence[int], jobs: int = 1) -> Iterator[Result]:
    """Play these seeds, in `jobs` processes, and give each result as soon as it is there."""
    if jobs <= 1 or len(seeds) <= 1:
        with settled_in():
            for seed in seeds:
                yield play(plan, seed)
        return
    context = get_context("spawn")  # the same on every system, and safe beside threads
    workers: dict[Connection, Any] = {}
    with _on_ctrl_c(signal.SIG_IGN):  # inherited by the workers: the parent decides what Ctrl-C means
        for i in range(min(jobs, len(seeds))):
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(plan, list(seeds[i::jobs]), there), daemon=True)
            process.start()
            there.close()
            workers[here] = process
    try:
        open_pipes = list(workers)
        while open_pipes:
            for pipe in wait(open_pipes):
                assert isinstance(pipe, Connection)
                try:
                    result = pipe.recv()
                except EOFError:
                    open_pipes.remove(pipe)
                    workers[pipe].join()
                    if workers[pipe].exitcode:
                        raise WorkerLost(f"a worker ended with exit code {workers[pipe].exitcode}") from None
                else:
                    yield result
    finally:
        for pipe, process in workers.items():
            process.terminate()
            process.join()
            pipe.close()


@contextmanager
def _on_ctrl_c(handler: Any) -> Iterator[None]:
    """Another answer to Ctrl-C for a while; only the main thread of a process may change it."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is done, so that the file and the summary agree."""
    pressed: list[int] = []
    with _on_ctrl_c(lambda number, frame: pressed.append(number)):
        yield
    if pressed:
        raise KeyboardInterrupt


def _work(plan: Plan, seeds: Sequence[int], pipe: Connection) -> None:
    find_game(plan.game)
    with settled_in(), suppress(BrokenPipeError):  # when the parent is gone
        for seed in seeds:
            pipe.send(play(plan, seed))


class Results:
    """A file of results: reads what it holds, appends what is new."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.done: dict[int, Result] = {}
        head = plan.head()
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = text.split("\n")[:-1]  # a line that was cut off was never finished
        if lines:
            try:
                found = json.loads(lines[0])
                rows = [Result(**json.loads(line)) for line in lines[1:]]
            except (ValueError, TypeError) as error:
                raise BadResults(f"{path}: not a results file ({error})") from error
            if found != head:
                raise BadResults(f"{path}: holds results of another simulation; choose another --out")
            self.done = {row.seed: row for row in rows}
        elif text:
            raise BadResults(f"{path}: not a results file")
        if len("\n".join(lines)) + 1 < len(text):
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.file = path.open("a", encoding="utf-8")
        if not lines:
            self._write(head)

    def add(self, result: Result) -> None:
        self.done[result.seed] = result
        self._write(asdict(result))

    def _write(self, row: Mapping[str, Any]) -> None:
        self.file.write(json.dumps(row) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.file.close()


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

    def data(self) -> dict[str, Any]:
        """For `roundtable simulate --json`."""
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
    results = Results(out, plan) if out is not None else None
    seeds = range(plan.seed, plan.seed + plan.matches)
    done = results.done if results is not None else {}
    interrupted = False
    try:
        for seed in seeds:
            if seed in done:
                summary.add(done[seed])
        if progress is not None:
            progress(summary)
        for result in run(plan, [seed for seed in seeds if seed not in done], jobs):
            with _undisturbed():
                if results is not None:
                    results.add(result)
                summary.add(result)
            if progress is not None:
                progress(summary)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if results is not None:
            results.close()
    summary.seconds = perf_counter() - began
    return summary, interrupted
