"""Review: a finished match, gone through once more: how everybody's chances went, and what a Champion preferred.

The one place where matches are judged, for the browser, the terminal and the command line.  An answer is judged by
what its seat knew then.  A chance is the share of the match that a seat may expect, told twice: by what the seat knew,
and by all that lay on the table; what lies between the two is luck.  Everything takes a fixed number of simulations and
a seed, so that a review comes out the same wherever it is made; each part of it can be worked out by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Final

from roundtable.bots.ismcts import Search, shares
from roundtable.engine import SPECTATOR, Answer, Game, Match, State
from roundtable.engine.zones import reopened

SURE: Final = 2.0  # standard errors
SIMULATIONS: Final = 200  # for each answer
POINTS: Final = 40  # moments of a curve
SAMPLES: Final = 24  # matches that are played on from each of them, for each pair of eyes
TURNS: Final = 4  # turning points of a match
TURN: Final = 0.12  # what a chance changes there at least
SHOWN: Final = 3  # candidates of a judgement
CLOSE: Final = "Which of the two is better is too close to tell."


@dataclass(frozen=True)
class Weighed:
    """An answer in words, and the share of the match that it promised."""

    words: str
    value: float


@dataclass(frozen=True)
class Judgement:
    """What a Champion thinks of an answer, with what its seat knew."""

    move: int  # from 1
    seat: int
    question: str
    given: Answer
    better: Answer  # what it prefers; the given answer, if it would have given the same
    gain: float  # so much more of the match (0 to 1) it promises
    error: float  # the standard error of that
    words: str  # what was given
    best: str  # what is preferred
    why: str  # in words made from the search
    weighed: tuple[Weighed, ...]  # what it promised, best first

    @property
    def sure(self) -> bool:
        """Whether the other answer was better beyond doubt."""
        return self.better != self.given and self.gain > SURE * self.error

    def line(self) -> str:
        """All of it in a line or two."""
        if self.better == self.given:
            return f"move {self.move}: {self.words}. {self.why}"
        more = f"promised {100 * self.gain:.0f} % more (±{100 * self.error:.0f})"
        return f"move {self.move}: {self.words}; a Champion prefers {self.best}, which {more}. {self.why}"

    def data(self) -> dict[str, object]:
        return {
            "move": self.move,
            "seat": self.seat,
            "question": self.question,
            "given": list(self.given),
            "better": list(self.better),
            "gain": round(self.gain, 4),
            "error": round(self.error, 4),
            "words": self.words,
            "best": self.best,
            "why": self.why,
            "sure": self.sure,
            "weighed": [{"words": each.words, "value": round(each.value, 3)} for each in self.weighed],
        }


@dataclass(frozen=True)
class Point:
    """Everybody's chances at one moment, after `at` answers: with what each seat knew, and with everything."""

    at: int
    known: tuple[float, ...]
    open: tuple[float, ...]

    def data(self) -> dict[str, object]:
        return {"at": self.at, "known": _rounded(self.known), "open": _rounded(self.open)}


@dataclass(frozen=True)
class Turn:
    """A moment after which a match was another one."""

    at: int
    seat: int  # whose chance changed most
    before: float
    after: float
    text: str  # what happened, as everybody saw it

    def words(self, names: Sequence[str]) -> str:
        way = "rises" if self.after > self.before else "falls"
        change = f"from {100 * self.before:.0f} to {100 * self.after:.0f} %"
        return f"At move {self.at} the chance of {names[self.seat]} {way} {change}. {self.text}".rstrip()

    def data(self, names: Sequence[str]) -> dict[str, object]:
        return {
            "at": self.at,
            "seat": self.seat,
            "before": round(self.before, 3),
            "after": round(self.after, 3),
            "words": self.words(names),
        }


# -- answers -----------------------------------------------------------------------------------------------------------


def choices_of(match: Match, seat: int) -> list[int]:
    """The moves (from 1) at which a seat had a real choice."""
    game = match.game
    moves = []
    for move, entry in enumerate(match.entries, 1):
        if entry.seat == seat:
            view = game.view(match.before(move - 1)[0], seat)
            if game.choice(view, seat).forced() is None:
                moves.append(move)
    return moves


def judge(game: Game, view: State, seat: int, move: int, given: Answer, simulations: int, seed: int | str) -> Judgement:
    """What a Champion thinks of an answer to the question of a view."""
    known = game.bot.of_champion()
    search = Search(game, view, seat, Random(f"{seed}/{move}"), known, known.parameters)
    search.run(simulations)
    leaves = search.root.leaves()
    best = leaves[0].answer
    weighed = tuple(Weighed(_said(game, view, each.answer), each.value) for each in leaves[:SHOWN])
    gain, error, why = 0.0, 0.0, _agreed(weighed)
    if best != given:
        ours, theirs = search.compare((best, given), max(2, simulations // 2))
        gain, error = difference(ours, theirs)
        why = reasons(ours, theirs) if gain > SURE * error else CLOSE
    words = _said(game, view, given)
    return Judgement(move, seat, view.question, given, best, gain, error, words, weighed[0].words, why, weighed)


def review(match: Match, seat: int, simulations: int = SIMULATIONS, seed: int | str = 0) -> Iterator[Judgement]:
    """A judgement of every answer of a seat that was a choice, in the order of the match."""
    for move in choices_of(match, seat):
        view = match.game.view(match.before(move - 1)[0], seat)
        yield judge(match.game, view, seat, move, match.entries[move - 1].answer, simulations, seed)


def difference(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """The mean difference of pairs and its standard error.

    >>> difference([1.0, 0.5], [0.5, 0.0])
    (0.5, 0.0)
    """
    each = [a - b for a, b in zip(better, worse, strict=True)]
    mean = sum(each) / len(each)
    return mean, sqrt(sum((x - mean) ** 2 for x in each) / len(each) / max(1, len(each) - 1))


def _said(game: Game, view: State, answer: Answer) -> str:
    return ", ".join(game.label(view, atom) for atom in answer) or "nothing"


def _agreed(weighed: Sequence[Weighed]) -> str:
    if len(weighed) < 2:
        return "A Champion looks at nothing else."
    lead = 100 * (weighed[0].value - weighed[1].value)
    return f"A Champion does the same; the next best, {weighed[1].words}, promises {max(0.0, lead):.0f} % less."


def reasons(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """What was hoped for and feared, from both answers in the same worlds."""
    ahead = sum(a > b + 0.02 for a, b in zip(ours, theirs, strict=True))
    behind = sum(b > a + 0.02 for a, b in zip(ours, theirs, strict=True))
    worlds = len(ours)
    said = [f"In {worlds} worlds that agree with what was known it ends better in {ahead} and worse in {behind}."]
    low_ours, low_theirs = (sum(x < 0.25 for x in each) for each in (ours, theirs))
    high_ours, high_theirs = (sum(x > 0.75 for x in each) for each in (ours, theirs))
    hope, fear = (high_ours - high_theirs) / worlds, (low_theirs - low_ours) / worlds
    if hope >= max(fear, 0.03):
        said.append(f"It ends well more often: {100 * high_ours // worlds} % against {100 * high_theirs // worlds} %.")
    elif fear >= 0.03:
        said.append(f"It ends badly less often: {100 * low_ours // worlds} % against {100 * low_theirs // worlds} %.")
    return " ".join(said)


# -- chances -----------------------------------------------------------------------------------------------------------


def moments_of(match: Match, points: int = POINTS) -> list[int]:
    """After how many answers a curve has its points; the last is the end.

    >>> import roundtable as rt
    >>> moments_of(rt.game("knights-duty").match(2, 7))
    [0]
    """
    last = len(match.entries)
    return sorted({round(last * i / max(1, points - 1)) for i in range(points)})


def chances(game: Game, state: State, at: int, samples: int, seed: int | str) -> Point:
    """Everybody's chances in a state of a finished match."""
    known = game.bot.of_champion()
    first = known.parameters.first
    if not state.waiting:
        end = tuple(shares(game.ranking(state), state.players, first))
        return Point(at, end, end)
    rng = Random(f"{seed}/{at}")
    asked = state.waiting[0]
    search = Search(game, game.view(state, asked), asked, rng, known, known.parameters)
    told = []
    for seat in range(state.players):
        worlds = known.worlds(game, reopened(game.view(state, seat)), seat, {})
        told.append(_mean([search.play_on(worlds(rng), rng.getrandbits(32)) for _ in range(samples)])[seat])
    everything = _mean([search.play_on(state, rng.getrandbits(32)) for _ in range(samples)])
    return Point(at, tuple(told), tuple(everything))


def curve(match: Match, points: int = POINTS, samples: int = SAMPLES, seed: int | str = 0) -> Iterator[Point]:
    """How everybody's chances went."""
    for at in moments_of(match, points):
        yield chances(match.game, match.before(at)[0], at, samples, seed)


def called(match: Match) -> list[str]:
    """How everybody is called at the table, by seat."""
    names = {panel.seat: panel.name for panel in match.scene(None).panels}
    return [names.get(seat, match.names[seat]) for seat in range(match.players)]


def turning_points(match: Match, points: Sequence[Point]) -> list[Turn]:
    """The moments after which the match was another one, in the order of the match."""
    turns = []
    for one, other in pairwise(points):
        seat = max(range(match.players), key=lambda q: abs(other.open[q] - one.open[q]))
        if abs(other.open[seat] - one.open[seat]) >= TURN:
            turns.append(Turn(other.at, seat, one.open[seat], other.open[seat], _between(match, one.at, other.at)))
    turns.sort(key=lambda turn: -abs(turn.after - turn.before))
    return sorted(turns[:TURNS], key=lambda turn: turn.at)


def _between(match: Match, first: int, last: int) -> str:
    """The weightiest thing that everybody saw between two moments."""
    since, to = match.before(first)[1], match.before(last)[1]
    callings = match.game.callings(match.before(last)[0], match.names)
    said = [
        match.game.sentence(event, callings)
        for told in match.events[since:to]
        if (event := told.seen_by(SPECTATOR)) is not None
    ]
    told = [each for each in said if each is not None and not each.heading]
    weight = [each.moment.weight if each.moment is not None else 0 for each in told]
    return told[max(range(len(told)), key=lambda i: (weight[i], i))].text if told else ""


def _mean(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 3) for value in values]


# -- guessing ----------------------------------------------------------------------------------------------------------


def guesses(match: Match, move: int, most: int = 4, seed: int | str = 0) -> tuple[list[str], int]:
    """Answers among which to guess the one that was given at a move (from 1), in words, and which it is (from 0)."""
    game, entry = match.game, match.entries[move - 1]
    view = game.view(match.before(move - 1)[0], entry.seat)
    choice, rng = game.choice(view, entry.seat), Random(f"{seed}/{move}")
    given = _said(game, view, entry.answer)
    others = list[Answer]()
    if game.bot.choose is not None:
        others.append(game.bot.choose(game, view, choice, entry.seat, rng))
    others += [choice.sample(rng) for _ in range(12)]
    said = [given, *dict.fromkeys(words for words in (_said(game, view, each) for each in others) if words != given)]
    said = said[:most]
    rng.shuffle(said)
    return said, said.index(given)
