"""A chapter of a report: what the stories of one table (so many players, a preset, these bots) tell, as plain figures.

Stories are added one by one and forgotten; what is kept does not grow with their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from roundtable.engine import Game, Keyed
from roundtable.games import game as find_game

from .measures import Advantage, Estimate, Running, chance, holm, share
from .simulate import Plan
from .story import TENTHS, Story

ENOUGH: Final = 30  # times that a thing must have been had, and not been had, to say something of it


@dataclass(frozen=True)
class Thing:
    """A piece that was held, or a word that was answered: how often, and how well those did who had it."""

    name: str
    label: str
    came: Estimate  # share of matches
    had: float  # share of seats
    won: float  # share of matches won by those who had it
    advantage: Estimate
    chance: float  # of seeing so much by chance, corrected for all that was looked at


@dataclass(frozen=True)
class Line:
    """A line of the account: its mean for the winner and for the others."""

    label: str
    winner: float
    others: float


@dataclass
class Told:
    """All figures of a chapter."""

    players: int
    preset: str
    bots: list[str]
    options: dict[str, object]
    matches: int
    faults: int
    wins: list[Estimate]
    even: list[float]  # for each seat, the chance of being so far from even
    draws: Estimate
    endings: dict[str, int]
    lengths: dict[str, dict[str, float]]
    histogram: dict[str, dict[float, int]]  # of the lengths
    score: str
    scores: dict[str, dict[str, float]]  # of winner, others, and the lead of the first over the second
    lines: list[Line]
    leading: list[float]  # share of matches in which the later winner led alone, at each tenth
    anybody: list[float]  # share in which anybody led alone
    changes: dict[str, float]
    since: dict[str, float]
    choices: dict[str, dict[str, float]]
    waiting: list[float]
    longest: list[float]
    questions: dict[str, list[float]]  # put, and a real choice, a match
    unasked: list[str]
    unused: list[str]
    pieces: list[Thing]
    answers: list[Thing]
    extras: dict[str, object] = field(default_factory=dict)

    def data(self) -> dict[str, object]:
        return asdict(self)


class Chapter:
    """Takes stories in, gives figures out."""

    def __init__(self, plan: Plan, preset: str = "") -> None:
        self.plan, self.preset = plan, preset
        self.game: Game = find_game(plan.game)
        n = plan.players
        table = self.game.first(n, self.game.settle(n, plan.options), Keyed(plan.seed))
        self.view = self.game.view(table, None)  # labels ask what they are labels of
        self.matches = self.faults = self.draws = 0
        self.fault_words: list[str] = []
        self.wins = [0.0] * n
        self.endings: dict[str, int] = {}
        self.lengths = {name: Running() for name in ("minutes", "answers", "turns")}
        self.score = ""
        self.scores = {name: Running() for name in ("winner", "others", "lead")}
        self.lines: dict[str, list[float]] = {}  # sum of the winners, of the others
        self.winners = 0
        self.leading, self.anybody = [0] * TENTHS, [0] * TENTHS
        self.changes, self.since = Running(), Running()
        self.choices = {name: Running() for name in ("real", "all", "open")}
        self.waiting, self.longest = [0.0] * n, [0.0] * n
        self.used: dict[str, Advantage] = {}
        self.offered: dict[str, int] = {}
        self.held: dict[str, Advantage] = {}
        self.came: dict[str, int] = {}

    def add(self, story: Story) -> None:
        if story.fault:
            self.faults += 1
            self.fault_words.append(f"seed {story.seed}: {story.fault}")
            return
        shares = story.shares()
        best = story.ranking[0]
        self.matches += 1
        self.draws += len(best) > 1
        self.wins = [wins + part for wins, part in zip(self.wins, shares)]
        self.endings[story.ending] = self.endings.get(story.ending, 0) + 1
        for name, length in (("minutes", story.minutes), ("answers", story.answers), ("turns", story.turns)):
            self.lengths[name].add(length)
        self._add_scores(story)
        for i, leader in enumerate(story.leads):
            self.leading[i] += leader in best
            self.anybody[i] += leader >= 0
        if story.leads:
            self.changes.add(story.changes)
            self.since.add(round(story.since, 2))
        for seat in range(self.plan.players):
            self.choices["real"].add(story.real[seat])
            self.choices["all"].add(story.asked[seat])
            self.waiting[seat] += story.waiting[seat]
            self.longest[seat] += story.longest[seat]
        self.choices["open"].add(round(story.open, 1))
        for counted, found in ((self.used, story.used), (self.held, story.held)):
            for name, mask in found.items():
                if name not in counted:
                    counted[name] = Advantage(self.plan.players)
                counted[name].add(mask, shares)
        for name in (*story.used, *story.offered):
            self.offered[name] = self.offered.get(name, 0) + 1
        for name in story.came:
            self.came[name] = self.came.get(name, 0) + 1

    def _add_scores(self, story: Story) -> None:
        if not story.score:
            return
        self.score = story.score
        points = story.tally[story.score]
        best = story.ranking[0]
        order = sorted(points, reverse=True)
        for seat, had in enumerate(points):
            self.scores["winner" if seat in best else "others"].add(had)
        self.scores["lead"].add(order[0] - order[1])
        for label, line in story.tally.items():
            sums = self.lines.setdefault(label, [0.0, 0.0])
            for seat, had in enumerate(line):
                sums[seat not in best] += had
        self.winners += len(best)

    def told(self) -> Told:
        n = max(1, self.matches)
        players = self.plan.players
        usual = [wins / n for wins in self.wins]
        wins = [share(one, self.matches) for one in self.wins]
        others = max(1, players * self.matches - self.winners)
        asked = {name.partition("/")[0] for name in self.offered}
        words = {name.partition("/")[2] for name in self.used}
        spoken = {name.partition("/")[2] for name in self.offered}
        return Told(
            players=players,
            preset=self.preset,
            bots=list(self.plan.bots),
            options=dict(self.plan.options),
            matches=self.matches,
            faults=self.faults,
            wins=wins,
            even=holm([chance(one, 1 / players) for one in wins]),
            draws=share(self.draws, self.matches),
            endings=dict(sorted(self.endings.items(), key=lambda one: -one[1])),
            lengths={name: dict(one.data()) for name, one in self.lengths.items()},
            histogram={name: dict(sorted(one.times.items())) for name, one in self.lengths.items()},
            score=self.score,
            scores={name: dict(one.data()) for name, one in self.scores.items()},
            lines=[Line(name, one[0] / max(1, self.winners), one[1] / others) for name, one in self.lines.items()],
            leading=[one / n for one in self.leading] if self.changes.count else [],
            anybody=[one / n for one in self.anybody] if self.changes.count else [],
            changes=dict(self.changes.data()),
            since=dict(self.since.data()),
            choices={name: dict(one.data()) for name, one in self.choices.items()},
            waiting=[one / n for one in self.waiting],
            longest=[one / n for one in self.longest],
            questions=self._questions(),
            unasked=sorted(set(self.game.questions) - asked),
            unused=sorted(self._label(word) for word in spoken - words),
            pieces=self._things(self.held, self.came, usual),
            answers=self._things(self.used, self.offered, usual),
        )

    def _label(self, name: str) -> str:
        """A kind of piece, or an answer to a question, in the words of the game."""
        question, slash, word = name.rpartition("/")
        words = self.game.label(self.view, word).strip() or word
        return f"{question.replace('_', ' ')}: {words}" if slash else words

    def _questions(self) -> dict[str, list[float]]:
        """How large a part of the seats is put each question, and how many of its words were used of those offered."""
        out: dict[str, list[float]] = {}
        for question in self.game.questions:
            used = [name for name in self.used if name.partition("/")[0] == question]
            offered = [name for name in self.offered if name.partition("/")[0] == question]
            if offered:
                often = max(self.offered[name] for name in offered) / max(1, self.matches)
                out[question] = [often, len(used), len({*used, *offered})]
        return out

    def _things(self, counted: Mapping[str, Advantage], came: Mapping[str, int], usual: list[float]) -> list[Thing]:
        found = []
        for name in sorted(counted):
            one = counted[name]
            had = sum(one.had)
            if had < ENOUGH or self.plan.players * self.matches - had < ENOUGH:
                continue
            gain = one.estimate(usual)
            seen = share(came.get(name, one.matches), self.matches)
            found.append((name, seen, had / (self.plan.players * self.matches), sum(one.won) / had, gain))
        chances = holm([chance(gain) for *_, gain in found])
        things = [
            Thing(name, self._label(name), seen, had, won, gain, p)
            for (name, seen, had, won, gain), p in zip(found, chances)
        ]
        return sorted(things, key=lambda thing: -thing.advantage.value)
