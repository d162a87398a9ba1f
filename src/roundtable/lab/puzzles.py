"""Making puzzles: positions of bots' matches in which one answer is clearly the best with what the seat may know.

Squires play; a Knight thinks about some of their questions.  Where one answer seems clearly best to it, a Champion
looks, and where it agrees, several searches with together `budget` times a Champion's time, each on worlds of its own.
All must agree, and the answer must lead in worlds that no search has seen, on equal cards.  Match number i has the seed
`seed + i`, and what was found is kept, so that a run can be taken up again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil, inf, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Final

from roundtable import bots
from roundtable.bots.ismcts import Candidate, merged
from roundtable.engine import Answer, Choice, Game, Keyed, State
from roundtable.engine.zones import NoWorld, reopened
from roundtable.games import game as find_game
from roundtable.table.puzzles import LEVELS, BadPuzzle, Check, Puzzle, check_puzzle, read_puzzle

from .batches import HERE, Place, Tell, silent
from .playing import Move, moves
from .results import Results
from .runs import Seeds, loading, play_seeds, undisturbed

FORMAT: Final = "roundtable-puzzle-finds/1"
MOST: Final = 100_000  # matches; long before that there are enough puzzles, or never
SHARE: Final = 0.3  # of the questions that a Knight thinks about
PLAIN: Final = 0.6  # of those whose answer a Squire gives as well
HOLDS: Final = 0.7  # of the lead that it seems to have, to a Champion and in each search that checks it
CLEAR: Final = 0.6  # of it in worlds that no search has seen
SURE: Final = 3.0  # standard errors that its lead is at least
TRIED: Final = 25  # simulations of an answer that counts
SEARCHES: Final = 3
RIVALS: Final = 3  # answers that the best one is compared with
KEPT: Final = 8  # answers whose values are told
FROM_ONE: Final = 2  # puzzles of one match, of different questions
ALIKE: Final = 0.9  # share of the puzzles that may ask the same question
TRIES: Final = {"page": 20, "squire": 10, "knight": 6}
KNIGHT: Final = 0.1  # seconds, as the bots of these names think
CHAMPION: Final = 1.0


@dataclass(frozen=True)
class Plan:
    """What is to be looked for."""

    game: str | Game
    count: int = 24
    budget: float = 10.0  # times a Champion's thought
    worlds: int = 300
    seed: int = 0
    lead: float = 0.05  # by which an answer must seem the best to a Knight, as a share of the match

    def head(self) -> dict[str, object]:
        game = find_game(self.game)
        return {"format": FORMAT, "game": game.slug, "rules": game.rules_version, "budget": self.budget}


@dataclass(frozen=True)
class Find:
    """What one match gave."""

    seed: int
    screened: int  # questions that a Knight thought about
    checked: int  # that a Champion looked at
    puzzles: list[str] = field(default_factory=list)  # as lines of their file


def find(plan: Plan, seed: int) -> Find:
    """Look for puzzles in one match of Squires."""
    game = find_game(plan.game)
    rng = Random(f"puzzles/{seed}")
    low, high = game.seats
    players = low + seed % (min(high, 4) - low + 1)
    chance = Keyed(seed)
    state = game.first(players, game.settle(players), chance)
    seated = [bots.make("squire", game, seat, seed) for seat in range(players)]
    looker = _Looker(plan, game, rng, players)
    puzzles: list[str] = []
    questions: set[str] = set()
    for n, move in enumerate(moves(game, state, seated, chance)):
        if n > game.limit or len(puzzles) == FROM_ONE:
            break
        if move.question not in questions and rng.random() < SHARE:
            puzzle = looker.look(move, f"{seed}-{n}")
            if puzzle is not None:
                puzzles.append(puzzle.line())
                questions.add(move.question)
    return Find(seed, looker.screened, looker.checked, puzzles)


class _Looker:
    """Looks at the questions of one match."""

    def __init__(self, plan: Plan, game: Game, rng: Random, players: int) -> None:
        self.plan = plan
        self.game = game
        self.rng = rng
        self.players = players
        self.screened = self.checked = 0

    def look(self, move: Move, id: str) -> Puzzle | None:
        """The question as a puzzle, if it is one."""
        choice, view, seat = move.choice, move.view, move.seat
        if choice.forced() is not None or move.question in self.game.bot.parameters.plain:
            return None
        self.screened += 1
        best = clear_best(self._search(view, seat, KNIGHT, champion=False)[1], self.plan.lead)
        if best is None or (best == move.answer and self.rng.random() >= PLAIN):
            return None
        self.checked += 1
        if clear_best(self._search(view, seat, CHAMPION)[1], HOLDS * self.plan.lead) != best:
            return None
        searches = []
        for _ in range(SEARCHES):
            bot, found = self._search(view, seat, self.plan.budget * CHAMPION / SEARCHES)
            if clear_best(found, HOLDS * self.plan.lead) != best:
                return None
            searches.append(found)
        return self._puzzle(move, id, best, merged(searches), bot)

    def _search(
        self, view: State, seat: int, seconds: float, champion: bool = True
    ) -> tuple[bots.SearchBot, list[Candidate]]:
        lot = self.rng.getrandbits(62)
        bot = bots.SearchBot(self.game, seat, lot, seconds, clock=process_time, champion=champion)
        return bot, bot.candidates(view)

    def _puzzle(
        self, move: Move, id: str, best: Answer, together: Sequence[Candidate], bot: bots.SearchBot
    ) -> Puzzle | None:
        game, seat = self.game, move.seat
        rivals = [each.answer for each in together if each.answer != best and each.visits >= TRIED][:RIVALS]
        search = bot.before
        if not rivals or search is None:
            return None
        search.end = inf  # from here on it counts worlds
        rewards = search.compare([best, *rivals], self.plan.worlds)
        leads = [lead(rewards[0], rival) for rival in rewards[1:]]
        least, error = min(leads)
        if least < CLEAR * self.plan.lead or any(ahead < SURE * off for ahead, off in leads):
            return None
        try:
            world = game.world(reopened(move.view), self.rng)
        except NoWorld:
            return None
        told = {each.answer: each.value for each in together if each.visits >= TRIED}
        told |= {answer: mean(found) for answer, found in zip([best, *rivals], rewards, strict=True)}
        others = sorted((answer for answer in told if answer != best), key=lambda answer: -told[answer])
        puzzle = Puzzle(
            *("", id, game.rules_version, self.players, {}, tuple(bots.NAMES[: self.players]), seat),
            position={"asks": move.question, "lies": game.describe(world)},
            values=tuple((answer, round(min(told[answer], told[best]), 3)) for answer in [best, *others[: KEPT - 1]]),
            found={rank: self._share(rank, tries, move.view, move.choice, seat, best) for rank, tries in TRIES.items()},
            check=Check(
                seconds=self.plan.budget * CHAMPION,
                simulations=sum(each.visits for each in together),
                worlds=self.plan.worlds,
                lead=round(least, 3),
                error=round(error, 4),
            ),
        )
        try:  # as those who solve it will have it
            again = read_puzzle(puzzle.line(), "", game)
            check_puzzle(again, game)
        except BadPuzzle:
            return None
        return again

    def _share(self, rank: str, tries: int, view: State, choice: Choice, seat: int, best: Answer) -> float:
        """How often a bot of this rank gives the best answer."""
        seated = [bots.make(rank, self.game, seat, self.rng.getrandbits(62), process_time) for _ in range(tries)]
        return round(mean(choice.canonical(bot.choose(view, choice)) == best for bot in seated), 2)


def clear_best(found: Sequence[Candidate], ahead: float) -> Answer | None:
    """The answer that is so far ahead of all others that were tried often enough; None if none is.

    >>> clear_best([Candidate(("a",), 90, 0.7), Candidate(("b",), 30, 0.5), Candidate(("c",), 2, 0.9)], 0.05)
    ('a',)
    >>> clear_best([Candidate(("a",), 90, 0.7), Candidate(("b",), 90, 0.66)], 0.05)
    """
    rivals = [each for each in found if each.visits >= TRIED]
    if len(rivals) < 2:
        return None
    ordered = sorted(rivals, key=lambda each: -each.value)
    return ordered[0].answer if ordered[0].value - ordered[1].value >= ahead else None


def lead(best: Sequence[float], rival: Sequence[float]) -> tuple[float, float]:
    """By how much one is ahead of another in the same worlds, and the standard error of that.

    >>> lead([1.0, 0.5, 1.0, 0.5], [0.5, 0.5, 0.5, 0.5])
    (0.25, 0.14433756729740643)
    """
    apart = [one - other for one, other in zip(best, rival, strict=True)]
    return mean(apart), stdev(apart) / sqrt(len(apart))


# -- many matches ------------------------------------------------------------------------------------------------------


def chosen(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """As many as are wanted, in the order in which they were found: of several questions, at most half of them easy."""
    questions: dict[str, int] = {}
    levels: dict[str, int] = {}
    out: list[Puzzle] = []
    for puzzle in found:
        question = puzzle.position["asks"]
        full = questions.get(question, 0) >= ceil(ALIKE * count)
        if full or (puzzle.level == LEVELS[0] and levels.get(puzzle.level, 0) >= ceil(count / 2)) or len(out) == count:
            continue
        questions[question] = questions.get(question, 0) + 1
        levels[puzzle.level] = levels.get(puzzle.level, 0) + 1
        out.append(puzzle)
    return out


class Search:
    """What was found so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = find_game(plan.game)
        self.finds: list[Find] = []

    def puzzles(self) -> list[Puzzle]:
        ordered = sorted(self.finds, key=lambda each: each.seed)
        return chosen((read_puzzle(line, "", self.game) for each in ordered for line in each.puzzles), self.plan.count)


def make(
    plan: Plan,
    place: Place = HERE,
    kept: Path | None = None,
    progress: Callable[[int], None] | None = None,
    tell: Tell = silent,
) -> tuple[Search, bool]:
    """Look until there are enough; what was found, and whether that was interrupted (Ctrl-C)."""
    results = Results(kept, plan.head(), Find)
    search = Search(plan)
    seeds = Seeds(plan.seed, MOST)
    search.finds += [each for each in results if seeds.take(each.seed)]
    if len(search.puzzles()) == plan.count:
        return search, False
    try:
        for new in play_seeds(partial(find, plan), seeds, place, loading(plan.game, ()), tell):
            with undisturbed():
                results.add(new)
                search.finds += new
            found = len(search.puzzles())
            if progress is not None:
                progress(found)
            if found == plan.count:
                break
    except KeyboardInterrupt:
        return search, True
    return search, False
