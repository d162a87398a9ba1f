"""What a report asks beside its matches: does skill win, does the deal decide, do choices matter, what options do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final, TypeVar, cast

from roundtable import bots
from roundtable.bots.ismcts import Search
from roundtable.engine import BadOption, Game, Keyed, State
from roundtable.games import game as find_game
from roundtable.table.review import difference

from . import arena
from .batches import Place, Tell, silent
from .measures import Estimate, Running, chance, holm, mean, needed
from .playing import Move, moves
from .results import Results
from .runs import Seeds, loading, play_seeds, undisturbed
from .simulate import Plan
from .story import Story
from .story import tell as tell_story

R = TypeVar("R")

FORMAT: Final = "roundtable-studies/1"
LADDER: Final = ("random", "page", "squire", "knight@60")
TITLES: Final = {"random": "Random", "page": "Page", "squire": "Squire", "knight@60": "Knight"}
POSITIONS: Final = 4  # choices of a match that are weighed
THOUGHT: Final = 80  # simulations for each of them
WORLDS: Final = 40  # in which the best answer and the second are compared
MATTERS: Final = 0.05  # of the match: a choice that is worth less does not matter much

Progress = Callable[[int, str], None]


@dataclass(frozen=True)
class Row:
    """What came of a seed in one of the studies, as JSON can keep it."""

    study: str
    seed: int
    figures: object


def kept(plan: Plan, path: Path | None) -> Results[Row]:
    """Where the rows of all studies of a table are kept, so that a run that was cut goes on."""
    return Results(path, {**plan.head(), "format": FORMAT}, Row)


def each(
    plan: Plan, play: Callable[[int], R], count: int, place: Place, tell: Tell, rows: Results[Row], study: str
) -> list[R]:
    """What comes of so many seeds, in their order; what is kept already is not played again."""
    seeds = Seeds(plan.seed, count)
    found = {row.seed: cast(R, row.figures) for row in rows if row.study == study and seeds.take(row.seed)}
    for new in play_seeds(partial(_numbered, play), seeds, place, loading(plan.game, plan.bots), tell):
        with undisturbed():
            rows.add([Row(study, seed, figures) for seed, figures in new])
            found.update(new)
    return [found[seed] for seed in sorted(found)]


def _numbered(play: Callable[[int], R], seed: int) -> tuple[int, R]:
    return seed, play(seed)


def _table(plan: Plan, deal: int, seed: int | str) -> tuple[Game, State, Iterator[Move]]:
    """A deal with the plan's bots before it, and their moves as they come."""
    game = find_game(plan.game)
    seated = [bots.make(name, game, seat, seed) for seat, name in enumerate(plan.bots)]
    chance = Keyed(deal)
    s = game.first(plan.players, game.settle(plan.players, plan.options), chance)
    return game, s, moves(game, s, seated, chance)


# -- skill -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ladder:
    """Each bot against the one below it: what it won, what its share would be, and ratings of all."""

    players: int
    names: list[str]
    won: list[Estimate]  # of all but the first
    even: float
    ratings: list[Estimate]


def ladder(plan: Plan, matches: int, results: Results[arena.Bout], place: Place, tell: Tell = silent) -> Ladder | None:
    """The bots that can play this game, weakest first, each on equal terms against the one below."""
    game = find_game(plan.game)
    players = game.seats[0]
    able = {known.name for known in bots.strengths(game)} | {"random"}
    names = [name for name in LADDER if name.partition("@")[0] in able]
    if len(names) < 2:
        return None
    options = _fitting(plan, players)
    standings = [
        arena.contest(
            arena.Cell(game, players, challenger, rival, options, 1 / players),
            results,
            max(players * 4, matches // 6 if "@" in challenger else matches),
            plan.seed,
            place,
            tell=tell,
        )
        for challenger, rival in arena.pairs(names, True)
    ]
    rated = {one.bot: one for one in arena.ratings([bout for standing in standings for bout in standing.bouts()])}
    won = []
    for standing in standings:
        row = standing.data()
        won.append(Estimate(row["score"] or 0.0, row["low"], row["high"], row["matches"]))
    ratings = [Estimate(rated[name].mu, rated[name].low, rated[name].high, 0) for name in names]
    return Ladder(players, [TITLES[name] for name in names], won, 1 / players, ratings)


def _fitting(plan: Plan, players: int) -> dict[str, object]:
    """The plan's options, or the usual ones where so few cannot play with them."""
    try:
        return dict(find_game(plan.game).settle(players, plan.options).data())
    except BadOption:
        return {}


# -- luck --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Luck:
    """The same deals played twice, with other decisions."""

    bot: str
    deals: int
    again: Estimate  # how often the same seat won again
    chance: float  # how often it would by chance
    share: float  # of what decides a match, how much lies in the deal and the seat


def luck(plan: Plan, deals: int, place: Place, rows: Results[Row], tell: Tell = silent) -> Luck:
    """Play deals twice with bots that decide now and then otherwise, and see how often the same seat wins."""
    game = find_game(plan.game)
    name = "page" if game.bot.choose is not None else "random"
    careless = replace(plan, bots=(name,) * plan.players)
    twice = each(careless, partial(_twice, careless), deals, place, tell, rows, "luck")
    same = Running()
    wins = [0.0] * plan.players
    for first, second in twice:
        same.add(round(sum(a * b for a, b in zip(first, second)), 6))
        wins = [won + (a + b) / 2 for won, a, b in zip(wins, first, second)]
    expected = sum((won / max(1, len(twice))) ** 2 for won in wins)
    again = same.mean()
    return Luck(name, len(twice), again, expected, max(0.0, (again.value - expected) / (1 - expected)))


def _twice(plan: Plan, seed: int) -> tuple[list[float], list[float]]:
    return _shares(plan, seed, f"{seed}/once"), _shares(plan, seed, f"{seed}/again")


def _shares(plan: Plan, deal: int, seed: str) -> list[float]:
    game, s, play = _table(plan, deal, seed)
    for _ in play:
        pass
    best = game.ranking(s)[0]
    return [1 / len(best) if seat in best else 0.0 for seat in range(plan.players)]


# -- choices -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weight:
    """How much better the best answer was than the second, by a search, in shares of the match."""

    positions: int
    gains: list[float]  # sorted
    matter: float  # share of choices where it is worth more than a twentieth of the match, beyond doubt
    alike: float  # share where no difference was to be seen


def weigh(plan: Plan, matches: int, place: Place, rows: Results[Row], tell: Tell = silent) -> Weight:
    """Search real choices of some matches for their best two answers."""
    batches = each(plan, partial(_weighed, plan), matches, place, tell, rows, "choices")
    found = [one for batch in batches for one in batch]
    count = max(1, len(found))
    sure = [gain for gain, error in found if gain > 2 * error]
    return Weight(
        len(found),
        sorted(round(max(0.0, gain), 3) for gain, _ in found),
        sum(gain > MATTERS for gain in sure) / count,
        1 - len(sure) / count,
    )


def _weighed(plan: Plan, seed: int) -> list[tuple[float, float]]:
    game, _, play = _table(plan, seed, seed)
    real = [(move.seat, move.view) for move in play if move.choice.forced() is None]
    out = []
    for seat, view in real[len(real) // (2 * POSITIONS) :: max(1, len(real) // POSITIONS)][:POSITIONS]:
        search = Search(game, view, seat, Random(f"{seed}/{seat}"), game.bot, game.bot.parameters)
        search.run(THOUGHT)
        tried = [candidate.answer for candidate in search.root.leaves()[:2]]
        out.append(difference(*search.compare(tried, WORLDS)) if len(tried) == 2 else (0.0, 0.0))
    return out


# -- options, and any other two tables ---------------------------------------------------------------------------------


def figures_of(story: Story) -> dict[str, float]:
    """A match in numbers that can be compared with another match of the same deal."""
    points = sorted(story.tally.get(story.score, ()), reverse=True)
    return {
        **{f"seat {seat + 1} wins": part for seat, part in enumerate(story.shares())},
        "draws": float(len(story.ranking[0]) > 1),
        "minutes": story.minutes,
        "answers": float(story.answers),
        "turns": float(story.turns),
        "lead of the winner": float(points[0] - points[1]) if len(points) > 1 else 0.0,
        "changes of the lead": float(story.changes),
        "winner led since": story.since,
    }


def is_share(name: str) -> bool:
    return name.endswith("wins") or name == "draws"


@dataclass(frozen=True)
class Difference:
    """A figure of one side and of the other, on the same deals."""

    name: str
    here: float
    there: float
    by: Estimate
    chance: float  # corrected for all that was compared
    needed: int  # matches to see 2 % of a match, or a twentieth of the figure

    @property
    def smallest(self) -> str:
        return "2 %" if is_share(self.name) else f"{abs(self.there) / 20:.2g}"


class Pairs:
    """Figures of the same deals on two sides, added one by one."""

    def __init__(self) -> None:
        self.count = 0
        self.sums: dict[str, list[float]] = {}  # here, there, difference, its square

    def add(self, here: dict[str, float], there: dict[str, float]) -> None:
        self.count += 1
        for name in here:
            by = here[name] - there[name]
            sums = self.sums.setdefault(name, [0.0] * 4)
            self.sums[name] = [a + b for a, b in zip(sums, (here[name], there[name], by, by * by))]

    def differences(self) -> list[Difference]:
        n = max(1, self.count)
        found = {name: mean(self.count, sums[2], sums[3]) for name, sums in self.sums.items()}
        chances = holm([chance(one) for one in found.values()])
        out = []
        for (name, by), p in zip(found.items(), chances):
            here, there, total, squares = self.sums[name]
            spread = sqrt(max(0.0, squares / n - (total / n) ** 2))
            goal = 0.02 if is_share(name) else max(1e-9, abs(there / n) / 20)
            out.append(Difference(name, here / n, there / n, by, p, needed(spread, goal)))
        return out


@dataclass(frozen=True)
class Changed:
    """What another value of an option changes, as far as one can be sure."""

    option: str
    value: object
    usual: object
    text: str
    differences: list[Difference]


def _figures(plan: Plan, seed: int) -> dict[str, float]:
    """Of a match; nothing of one that failed."""
    story = tell_story(plan, seed)
    return {} if story.fault else figures_of(story)


def options(
    plan: Plan, matches: int, place: Place, rows: Results[Row], tell: Tell = silent, progress: Progress | None = None
) -> list[Changed]:
    """Every option with every other value worth trying, on the same deals; corrected for all of them together."""
    game = find_game(plan.game)
    base = each(plan, partial(_figures, plan), matches, place, tell, rows, "options")
    found: list[Changed] = []
    for option in game.options.listed():
        usual = plan.options[option.name]
        for value in option.samples():
            if value == usual or (isinstance(value, tuple) and list(value) == usual):
                continue
            try:
                settled = game.settle(plan.players, {**plan.options, option.name: value}).data()
            except BadOption:
                continue
            if progress is not None:
                progress(0, f"option {option.name}")
            other = replace(plan, options=settled)
            pairs = Pairs()
            study = f"options {option.name}={value}"
            for here, there in zip(each(other, partial(_figures, other), matches, place, tell, rows, study), base):
                if here and there:
                    pairs.add(here, there)
            found.append(Changed(option.name, value, usual, option.text, pairs.differences()))
    chances = iter(holm([chance(one.by) for changed in found for one in changed.differences]))
    return [
        replace(changed, differences=[replace(one, chance=next(chances)) for one in changed.differences])
        for changed in found
    ]
