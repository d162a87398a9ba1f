"""Comparison: two tables on the same deals, and questions that are decided as soon as the matches allow it.

A question is tested by betting (the e-process of `arena.capital`): it may be looked at after every match, and what it
says is wrong with a chance of at most 5 %, however often one looks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from . import LabError
from .arena import REFUTED, evidence, interval
from .batches import HERE, Place, Tell, silent
from .results import Results
from .runs import Seeds, loading, play_seeds, undisturbed
from .simulate import Plan
from .story import tell as tell_story
from .studies import Difference, Pairs, figures_of

FORMAT: Final = "roundtable-pairs/1"
OFTEN: Final = 1.01  # a question is looked at when there is so much more to see
FORMS: Final = (
    "seat 1 wins less than 27 %",
    "draws more than 5 %",
    "over 60 minutes in less than 10 %",
    "seat 1 wins less (with --against)",
)

Figures = dict[str, float]


class BadQuestion(LabError):
    """A question that cannot be read."""


@dataclass(frozen=True)
class Ask:
    """A question about a share of matches: is it less, or more, than a limit, or than on the other side?"""

    words: str
    figure: str
    less: bool
    limit: float | None = None  # none: the other side
    over: float | None = None  # matches in which the figure is over, or
    under: float | None = None

    @classmethod
    def read(cls, words: str, players: int, against: bool) -> Ask:
        """What is asked.

        >>> Ask.read("seat 1 wins less than 27 %", 4, False).limit
        0.27
        >>> Ask.read("who is the fairest?", 4, False)
        Traceback (most recent call last):
        ...
        roundtable.lab.compare.BadQuestion: cannot read 'who is the fairest?'; ask for example: seat 1 wins less ...
        """
        figure = r"(?P<seat>seat (?P<number>\d+) wins)|draws|(?P<side>over|under) (?P<at>[\d.]+) (?P<unit>\w+) in"
        found = re.fullmatch(
            rf"(?P<figure>{figure}) (?P<way>less|more)(?: than (?P<limit>[\d.]+) ?%)?", " ".join(words.split())
        )
        if found is None or (found["unit"] or "minutes") not in ("minutes", "answers", "turns"):
            raise BadQuestion(f"cannot read {words!r}; ask for example: {'; '.join(FORMS)}")
        if found["number"] and not 1 <= int(found["number"]) <= players:
            raise BadQuestion(f"{words!r}: there is no seat {found['number']} at a table of {players}")
        limit = float(found["limit"]) / 100 if found["limit"] else None
        if limit is None and not against:
            raise BadQuestion(f"{words!r}: than what? Name a share in %, or another side by --against")
        if limit is not None and not 0 < limit < 1:
            raise BadQuestion(f"{words!r}: a share lies between 0 % and 100 %")
        at = float(found["at"]) if found["at"] else None
        over, under = (at if found["side"] == side else None for side in ("over", "under"))
        return cls(words, found["unit"] or found["figure"], found["way"] == "less", limit, over, under)

    def value(self, figures: Mapping[str, float]) -> float:
        """The figure of one match, from 0 to 1."""
        value = figures[self.figure]
        if self.over is not None:
            return float(value > self.over)
        return float(value < self.under) if self.under is not None else value

    def score(self, here: Mapping[str, float], there: Mapping[str, float] | None) -> float:
        if self.limit is not None or there is None:
            return self.value(here)
        return (self.value(here) - self.value(there) + 1) / 2

    @property
    def aim(self) -> float:
        return 0.5 if self.limit is None else self.limit

    def verdict(self, scores: Sequence[float], planned: int) -> str:
        """ "yes", "no", or "" while it is open."""
        more, fewer = evidence(scores, self.aim, planned)
        if max(more, fewer) < REFUTED:
            return ""
        return "yes" if (fewer >= REFUTED) == self.less else "no"

    def answer(self, scores: Sequence[float], planned: int) -> str:
        """In a sentence."""
        low, high = interval(scores, planned)
        said = {"yes": "Yes", "no": "No", "": "Open"}[self.verdict(scores, planned)]
        middle = sum(scores) / max(1, len(scores))
        sign = ""
        if self.limit is None:  # a difference
            low, middle, high = (2 * one - 1 for one in (low, middle, high))
            sign = "+"
        share, least, most = (format(100 * one, f"{sign}.1f") for one in (middle, low, high))
        return (
            f"{said}: {self.words}. After {len(scores):,} matches it is {share} % "
            f"({least} to {most}, at whatever time one looks)."
        )


@dataclass(frozen=True)
class Deal:
    """One deal on one side or on both."""

    seed: int
    here: Figures
    there: Figures = field(default_factory=dict)
    fault: str = ""


def play(here: Plan, there: Plan | None, seed: int) -> Deal:
    """The same deal on both sides."""
    stories = [tell_story(plan, seed) for plan in (here, there) if plan is not None]
    for story in stories:
        if story.fault:
            return Deal(seed, {}, {}, story.fault)
    figures = [figures_of(story) for story in stories]
    return Deal(seed, figures[0], figures[1] if there is not None else {})


@dataclass
class Comparison:
    """What has come of it so far."""

    planned: int
    ask: Ask | None
    pairs: Pairs = field(default_factory=Pairs)
    scores: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    verdict: str = ""
    _waiting: dict[int, Deal] = field(default_factory=dict)  # that came before their turn
    _next: int = 0
    _looked: int = 0

    def add(self, deal: Deal) -> None:
        """Deals count in the order of their seeds, wherever they were played: so the answer is the same everywhere."""
        self._waiting[deal.seed] = deal
        while self._next in self._waiting and not self.verdict:
            self._count(self._waiting.pop(self._next))
            self._next += 1

    def _count(self, deal: Deal) -> None:
        if deal.fault:
            self.faults.append(f"seed {deal.seed}: {deal.fault}")
            return
        if deal.there:
            self.pairs.add(deal.here, deal.there)
        if self.ask is None:
            return
        self.scores.append(self.ask.score(deal.here, deal.there or None))
        if len(self.scores) >= OFTEN * self._looked + 1 or len(self.scores) == self.planned:
            self._looked = len(self.scores)
            self.verdict = self.ask.verdict(self.scores, self.planned)

    @property
    def count(self) -> int:
        return self.pairs.count or len(self.scores)

    def differences(self) -> list[Difference]:
        return self.pairs.differences()


def compare(
    here: Plan,
    there: Plan | None = None,
    ask: Ask | None = None,
    out: Path | None = None,
    place: Place = HERE,
    progress: Callable[[int], None] | None = None,
    tell: Tell = silent,
) -> Comparison:
    """Play the deals of a settled plan, on both sides if there are two, until all are played or the question decided.

    >>> plan = Plan("knights-duty", 2, 400).settled()
    >>> found = compare(plan, ask=Ask.read("seat 1 wins more than 5 %", 2, False))
    >>> found.verdict, found.count < 100
    ('yes', True)
    """
    head: dict[str, object] = {**here.head(), "format": FORMAT}
    if there is not None:
        head["against"] = there.head()
    results = Results(out, head, Deal)
    found = Comparison(here.matches, ask, _next=here.seed)
    seeds = Seeds(here.seed, here.matches)
    for deal in results:
        if seeds.take(deal.seed):
            found.add(deal)
    names = (*here.bots, *(there.bots if there is not None else ()))
    if not found.verdict:
        for new in play_seeds(partial(play, here, there), seeds, place, loading(here.game, names), tell):
            with undisturbed():
                results.add(new)
                for deal in new:
                    found.add(deal)
            if progress is not None:
                progress(found.count)
            if found.verdict:
                break
    return found
