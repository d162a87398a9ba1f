"""Review: a finished match, gone through once more with what the player knew at every answer.

At each real choice a search looks for the best answer, then plays it and the given one in the same worlds; where the
difference is beyond doubt it is worth a remark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from roundtable.bots.ismcts import Search
from roundtable.engine import Answer, Match

SURE: Final = 2.0  # standard errors


@dataclass(frozen=True)
class Remark:
    """At that answer of the log another one was worth so much more of the match (0 to 1), with its standard error."""

    move: int  # from 1
    seat: int
    question: str
    given: Answer
    better: Answer
    gain: float
    error: float

    def words(self) -> str:
        given, better = (" ".join(answer) or "nothing" for answer in (self.given, self.better))
        return (
            f"at move {self.move} ({self.question}), with what you knew, {better} was worth "
            f"{100 * self.gain:.0f} % more than {given} (±{100 * self.error:.0f})"
        )

    def data(self) -> dict[str, object]:
        return {
            "move": self.move,
            "seat": self.seat,
            "question": self.question,
            "given": list(self.given),
            "better": list(self.better),
            "gain": round(self.gain, 4),
            "error": round(self.error, 4),
        }


def review(
    match: Match, seat: int, simulations: int = 300, seed: int = 0, progress: Callable[[int], None] | None = None
) -> Iterator[Remark]:
    """The answers of a seat that could have been better, in the order of the match."""
    game = match.game
    known = game.bot.of_champion()
    for move, entry in enumerate(match.entries, 1):
        if progress is not None:
            progress(move)
        if entry.seat != seat:
            continue
        view = game.view(match.before(move - 1)[0], seat)
        if game.choice(view, seat).forced() is not None:
            continue
        search = Search(game, view, seat, Random(f"{seed}/{move}"), known, known.parameters)
        search.run(simulations)
        best = search.root.leaves()[0].answer
        if best == entry.answer:
            continue
        gain, error = difference(*search.compare((best, entry.answer), max(2, simulations // 2)))
        if gain > SURE * error:
            yield Remark(move, seat, entry.question, entry.answer, best, gain, error)


def difference(better: list[float], worse: list[float]) -> tuple[float, float]:
    """The mean difference of pairs and its standard error.

    >>> difference([1.0, 0.5], [0.5, 0.0])
    (0.5, 0.0)
    """
    each = [a - b for a, b in zip(better, worse, strict=True)]
    mean = sum(each) / len(each)
    return mean, sqrt(sum((x - mean) ** 2 for x in each) / len(each) / max(1, len(each) - 1))
