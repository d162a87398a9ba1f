"""Simulate: many matches between bots, with every finished match kept.

Match number i is played with the seed `seed + i`; seeds that a results file already holds are not played again.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple, TypedDict

from roundtable import bots
from roundtable.engine import Answer, Game, Keyed, State
from roundtable.games import game as find_game
from roundtable.games.edition import digest

from .batches import HERE, Place, Tell, silent
from .playing import moves
from .results import Results
from .runs import Seeds, loading, play_seeds, undisturbed

FORMAT: Final = "roundtable-results/2"


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
    record: str = ""  # a folder for the match files of all the others; "": they are not written

    def settled(self) -> Plan:
        """The same plan with all its options and bots, or a `BadOption` or `NoBot` that says what is wrong."""
        game = find_game(self.game)
        named = self.bots or (next((known.name for known in bots.strengths(game) if known.default), "random"),)
        names = (*named, *(named[-1:] * (self.players - len(named))))[: self.players]
        for seat, name in enumerate(names):
            bots.make(name, game, seat, self.seed)
        options = game.settle(self.players, self.options).data()
        return replace(self, options=options, bots=names)

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
    fault: str = ""
    file: str = ""  # the match file that reproduces the fault


class Played(NamedTuple):
    """A match as a worker gives it back: the file that shows a fault is written where the results are."""

    result: Result
    log: str = ""


def play(plan: Plan, seed: int) -> Played:
    """Play one match to its end.  Bots get views, and nothing is kept but the answers.

    >>> result, _ = play(Plan("knights-duty", 2, 1).settled(), 7)
    >>> sorted(seat for group in result.ranking for seat in group)
    [0, 1]
    """
    game = find_game(plan.game)
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
        turns = 0 if state is None else game.turns(state)
        return Played(Result(seed, [], len(given), turns, fault_words(error)), _log(plan, game, seed, given))
    log = _log(plan, game, seed, given) if plan.record else ""
    return Played(Result(seed, ranking, len(given), game.turns(state)), log)


def fault_words(error: Exception) -> str:
    """What went wrong in a match, and where."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"


def _log(plan: Plan, game: Game, seed: int, given: Sequence[tuple[int, str, Answer]]) -> str:
    """The answers as a match file, up to the fault if there was one: replaying it fails in the same way."""
    try:
        head = game.match(plan.players, seed, plan.options).header()
    except Exception:  # the game fails before its first question
        return ""
    lines = [head, *({"seat": seat, "do": question, "with": list(answer)} for seat, question, answer in given)]
    return "".join(json.dumps(line) + "\n" for line in lines)


def _kept(plan: Plan, played: Played) -> Result:
    """The result, with its fault on disk; and the match, if matches are recorded."""
    result = played.result
    if not played.log:
        return result
    folder, kind = (plan.faults, "fault-") if result.fault else (plan.record, "")
    path = Path(folder) / f"{kind}{find_game(plan.game).slug}-{plan.players}-{result.seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(played.log, encoding="utf-8")
    return replace(result, file=str(path)) if result.fault else result


# -- many matches ----------------------------------------------------------------------------------------------------


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
    plan: Plan,
    place: Place = HERE,
    out: Path | None = None,
    progress: Callable[[Summary], None] | None = None,
    tell: Tell = silent,
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
    seeds = Seeds(plan.seed, plan.matches)
    interrupted = False
    try:
        for result in results:
            if seeds.take(result.seed):
                summary.add(result)
        if progress is not None:
            progress(summary)
        for new in play_seeds(partial(play, plan), seeds, place, loading(plan.game, plan.bots), tell):
            with undisturbed():
                kept = [_kept(plan, played) for played in new]
                results.add(kept)
                for result in kept:
                    summary.add(result)
            if progress is not None:
                progress(summary)
    except KeyboardInterrupt:
        interrupted = True
    summary.seconds = perf_counter() - began
    return summary, interrupted
