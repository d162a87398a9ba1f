"""The arena: how strong bots are against one another, by matches on equal terms and a test that stops when it knows.

A cell is one bot (the challenger) against one other (the rival) in one game with so many players; the rival sits on
all other seats.  A deal is one seed played once with the challenger on each seat, so luck of the deal and of the seat
cancel out, and its score is the challenger's mean share of first places.  A cell ends as soon as the deals tell with
95 % confidence on which side of its goal the challenger's score lies, or after so many matches as were planned.

A results file holds the matches of any number of cells, and can be taken up at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import exp, inf, log, sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, TypedDict

from roundtable import bots
from roundtable.engine import Game, Keyed
from roundtable.games import game as find_game
from roundtable.games.edition import digest

from . import LabError
from .batches import HERE, Place, Tell, map_batches, silent
from .playing import moves
from .results import Results
from .runs import loading

FORMAT: Final = "roundtable-arena/1"
MATCHES: Final = 200  # planned for a cell
REFUTED: Final = 40.0  # the capital that refutes a mean: 95 % confidence, half of the doubt on either side
BETS: Final = (0.3, 0.7)  # shares of the capital that are bet on every deal, beside what the plan says, see `capital`
BOLD: Final = 0.9  # never more than this
PATIENCE: Final = 30.0  # seconds after which a bot is answered for
SPREAD: Final = 1.96  # standard deviations that hold 95 %
ORDERS: Final = 10  # in which ratings go through the matches


class BadArena(LabError):
    """Bots that cannot meet."""


@dataclass(frozen=True)
class Cell:
    """Who meets whom in what."""

    game: str | Game  # a slug, a file with a GAME, or the game itself
    players: int
    challenger: str
    rival: str
    options: Mapping[str, object] = field(default_factory=dict)
    goal: float = 0.0  # the share of wins in question; 0: what is expected of the challenger

    @property
    def aim(self) -> float:
        return self.goal or expected(self.challenger, self.rival, self.players)

    def settled(self) -> Cell:
        """The same cell with all its options; `BadOption` or `NoBot` says what is wrong."""
        game = find_game(self.game)
        for name in (self.challenger, self.rival):
            bots.make(name, game, 0, 0)
        return replace(self, options=game.settle(self.players, self.options).data())


def expected(challenger: str, rival: str, players: int) -> float:
    """A knight wins two of three duels with a squire, and twice its share at larger tables; others beat their share.

    >>> expected("knight@200", "squire", 4), expected("squire", "page", 4)
    (0.5, 0.25)
    """
    if (challenger.partition("@")[0], rival) != ("knight", "squire"):
        return 1 / players
    return 2 / 3 if players == 2 else 2 / players


@dataclass(frozen=True)
class Bout:
    """One match of the arena: the bots by seat, and who came where."""

    game: str
    players: int
    options: dict[str, object]  # where they are not as usual
    bots: list[str]
    seed: int
    ranking: list[list[int]]
    answers: int
    seconds: float = 0.0  # of processor time, in older files; without it the same seeds give the same rows anywhere
    faults: list[str] = field(default_factory=list)

    def share(self, seat: int) -> float:
        return 1 / len(self.ranking[0]) if seat in self.ranking[0] else 0.0


def seating(cell: Cell, seat: int) -> list[str]:
    return [cell.challenger if q == seat else cell.rival for q in range(cell.players)]


def unusual(cell: Cell) -> dict[str, object]:
    """The options of a settled cell that are not as usual, in the form that the file has them."""
    game = find_game(cell.game)
    usual = game.settle(cell.players).data()
    options = {name: value for name, value in cell.options.items() if value != usual[name]}
    if game.edition:
        options["edition"] = digest(game.edition)
    return dict(json.loads(json.dumps(options)))


def play(cell: Cell, seed: int, seat: int) -> Bout:
    """Play one match with the challenger on that seat.  Bots that think for a time count processor time, so a busy
    machine weakens nobody.

    >>> bout = play(Cell("knights-duty", 2, "squire", "random").settled(), 7, 0)
    >>> bout.bots, sorted(q for group in bout.ranking for q in group)
    (['squire', 'random'], [0, 1])
    """
    game = find_game(cell.game)
    names = seating(cell, seat)
    seated = [
        bots.Guarded(bots.make(name, game, q, seed, process_time), PATIENCE, f"{seed}/{q}")
        for q, name in enumerate(names)
    ]
    chance = Keyed(seed)
    s = game.first(cell.players, game.settle(cell.players, cell.options), chance)
    answers = sum(1 for _ in moves(game, s, seated, chance))
    faults = [f"seat {q}, {names[q]}: {fault}" for q, bot in enumerate(seated) for fault in bot.faults]
    ranking = game.ranking(s)
    return Bout(game.slug, cell.players, unusual(cell), names, seed, ranking, answers, faults=faults)


# -- what the deals tell -----------------------------------------------------------------------------------------------


def capital(scores: Sequence[float], mean: float, planned: int) -> float:
    """How strongly the scores speak for more than this mean: what has become of 1 by betting on it.

    An e-process, or test by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
    betting", JRSS B 86.1, 2024), and `interval` the confidence sequence that goes with it.
    Whoever bets on every deal at fair odds has 40 at any time with a chance of at most 1 in 40, however long one looks
    and whatever the matches of a deal have in common; so one may stop as soon as it is reached.  Half of the capital is
    bet as pays best if only the last of the deals planned decides, by the spread of the scores so far; the other
    half boldly, for what is plain early.

    >>> capital([1.0] * 10, 0.5, 100) > REFUTED > capital([0.5] * 100, 0.5, 100)
    True
    """
    if not 0 < mean < 1:
        return 0.0 if mean else inf if any(scores) else 0.0
    won = squares = 0.5  # as if one deal had been half won and half lost
    planned_log, logs = 0.0, [0.0 for _ in BETS]
    for n, score in enumerate(scores, 1):
        spread = squares / n - (won / n) ** 2
        bet = min(BOLD, mean * sqrt(2 * log(REFUTED) / (spread * planned)))
        gain = score / mean - 1
        planned_log += log(1 + bet * gain)
        logs = [now + log(1 + bet * gain) for now, bet in zip(logs, BETS)]
        won += score
        squares += score * score
    return exp(min(planned_log, 500.0)) / 2 + sum(exp(min(one, 500.0)) for one in logs) / (2 * len(BETS))


def evidence(scores: Sequence[float], mean: float, planned: int) -> tuple[float, float]:
    """How strongly the scores speak for more, and for less, than this mean."""
    return capital(scores, mean, planned), capital([1 - score for score in scores], 1 - mean, planned)


def interval(scores: Sequence[float], planned: int) -> tuple[float, float]:
    """Every mean that so many of the planned deals do not refute, with 95 % confidence at whatever time one looks."""
    steps = [i / 200 for i in range(201)]
    low = next((m for m in steps if evidence(scores, m, planned)[0] < REFUTED), 1.0)
    high = next((m for m in reversed(steps) if evidence(scores, m, planned)[1] < REFUTED), 0.0)
    return low, high


class Row(TypedDict):
    """A cell for `roundtable arena --json`."""

    game: str
    players: int
    challenger: str
    rival: str
    goal: float
    matches: int
    score: float | None
    low: float
    high: float
    verdict: str
    faults: int


@dataclass
class Standing:
    """Where a cell stands."""

    cell: Cell
    matches: int = MATCHES  # planned
    deals: dict[int, dict[int, Bout]] = field(default_factory=dict)  # seed -> seat of the challenger -> match

    def add(self, bout: Bout) -> None:
        self.deals.setdefault(bout.seed, {})[bout.bots.index(self.cell.challenger)] = bout

    @property
    def planned(self) -> int:
        return max(1, self.matches // self.cell.players)

    def scores(self) -> list[float]:
        """The score of every deal that is complete, in the order of the seeds up to the first that is not."""
        out = []
        for seed in sorted(self.deals):
            deal = self.deals[seed]
            if len(deal) < self.cell.players:
                break
            out.append(sum(bout.share(seat) for seat, bout in deal.items()) / self.cell.players)
        return out

    def bouts(self) -> list[Bout]:
        return [bout for seed in sorted(self.deals) for _, bout in sorted(self.deals[seed].items())]

    def verdict(self) -> str:
        """ "above" or "below" its goal, or "" while that is open."""
        more, less = evidence(self.scores(), self.cell.aim, self.planned)
        return "above" if more >= REFUTED else "below" if less >= REFUTED else ""

    def data(self) -> Row:
        scores = self.scores()
        low, high = interval(scores, self.planned)
        cell = self.cell
        return {
            "game": find_game(cell.game).slug,
            "players": cell.players,
            "challenger": cell.challenger,
            "rival": cell.rival,
            "goal": round(cell.aim, 4),
            "matches": len(scores) * cell.players,
            "score": round(sum(scores) / len(scores), 4) if scores else None,
            "low": low,
            "high": high,
            "verdict": self.verdict() or "open",
            "faults": sum(len(bout.faults) for bout in self.bouts()),
        }


# -- the results file --------------------------------------------------------------------------------------------------


def results_in(path: Path | None) -> Results[Bout]:
    return Results(path, {"format": FORMAT}, Bout)


def played(results: Results[Bout], cell: Cell, seeds: Iterable[int]) -> list[Bout]:
    """The matches of a cell that were played with these seeds."""
    slug, wanted = find_game(cell.game).slug, set(seeds)
    seatings = [seating(cell, seat) for seat in range(cell.players)]
    options = unusual(cell)
    return [
        bout
        for bout in results
        if bout.game == slug and bout.seed in wanted and bout.bots in seatings and bout.options == options
    ]


def held(results: Results[Bout], matches: int = MATCHES) -> list[Standing]:
    """Where all the cells stand of which a file holds matches; in a duel the later one by strength challenges."""
    strength = {name: i for i, name in enumerate(bots.names())}
    found: dict[str, Standing] = {}
    for bout in results:
        ranks = {name: strength.get(name.partition("@")[0], len(strength)) for name in bout.bots}
        names = sorted(ranks, key=lambda name: (-bout.bots.count(name), ranks[name]))
        cell = Cell(bout.game, bout.players, names[-1], names[0], bout.options)
        found.setdefault(repr(cell), Standing(cell, matches)).add(bout)
    return [found[key] for key in sorted(found)]


# -- playing -----------------------------------------------------------------------------------------------------------

Progress = Callable[[Standing], None]


def contest(
    cell: Cell,
    results: Results[Bout],
    matches: int = MATCHES,
    seed: int = 0,
    place: Place = HERE,
    progress: Progress | None = None,
    tell: Tell = silent,
) -> Standing:
    """Play a cell until it is decided.

    >>> standing = contest(Cell("knights-duty", 2, "squire", "random"), results_in(None), matches=60)
    >>> standing.verdict()
    'above'
    """
    cell = cell.settled()
    standing = Standing(cell, matches)
    seeds = range(seed, seed + standing.planned)
    for bout in played(results, cell, seeds):
        standing.add(bout)
    show = progress or (lambda standing: None)
    show(standing)
    if standing.verdict():
        return standing
    work = ((q, seat) for q in seeds for seat in range(cell.players) if seat not in standing.deals.get(q, {}))
    load = loading(cell.game, (cell.challenger, cell.rival))
    # A match is a batch: those of bots that think take long, and the next one may be needless.
    for bout in map_batches(partial(_play, cell), work, place, load, tell):
        results.add([bout])
        standing.add(bout)
        show(standing)
        if standing.verdict():
            break
    return standing


def _play(cell: Cell, deal: tuple[int, int]) -> Bout:
    return play(cell, *deal)


def pairs(names: Sequence[str], ladder: bool) -> list[tuple[str, str]]:
    """Who meets whom; bots are listed weakest first, and the later one challenges.

    >>> pairs(("page", "squire", "knight"), ladder=True)
    [('squire', 'page'), ('knight', 'squire')]
    """
    if len(set(names)) < 2:
        raise BadArena("the arena needs two different bots")
    below = range(1, len(names))
    if ladder:
        return [(names[i], names[i - 1]) for i in below]
    return [(names[i], names[j]) for i in below for j in range(i)]


# -- ratings -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """How good a bot is in a game by openskill: mean and spread of what is believed of it, and its 95 % interval."""

    game: str
    bot: str
    mu: float
    sigma: float
    low: float
    high: float


def ratings(bouts: Sequence[Bout], seed: int = 0) -> list[Rating]:
    """Ratings by openskill's Plackett-Luce model from who came where, in every game the best first.

    All begin at 25, so only bots that have met, or met the same ones, can be compared.  In one order of the matches the
    last ones would weigh most, which moves a rating as much as its sigma: what counts is the mean of several orders.  A
    bot that sat on several seats of a match is given the mean of what these would get.
    """
    from openskill.models import PlackettLuce  # only who asks for ratings needs it

    model = PlackettLuce(tau=0.0)  # bots do not change between matches
    rng = Random(seed)
    sums = {(bout.game, name): [0.0, 0.0] for bout in bouts for name in bout.bots}
    for _ in range(ORDERS):
        found = {key: model.rating() for key in sums}
        for bout in rng.sample(bouts, len(bouts)):
            place = {q: float(i) for i, group in enumerate(bout.ranking) for q in group}
            seated = [[found[bout.game, name]] for name in bout.bots]
            rated = model.rate(seated, ranks=[place[q] for q in range(bout.players)])
            for name in set(bout.bots):
                seats = [one for other, [one] in zip(bout.bots, rated) if other == name]
                mu, sigma = (sum(part) / len(seats) for part in zip(*((one.mu, one.sigma) for one in seats)))
                found[bout.game, name] = model.rating(mu, sigma)
        for key, one in found.items():
            sums[key][0] += one.mu
            sums[key][1] += one.sigma
    out = []
    for (game, name), total in sums.items():
        mu, sigma = (part / ORDERS for part in total)
        out.append(Rating(game, name, mu, sigma, mu - SPREAD * sigma, mu + SPREAD * sigma))
    return sorted(out, key=lambda one: (one.game, -one.mu))
