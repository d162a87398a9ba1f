"""What many matches allow to say: shares, means and differences with their intervals, and how many matches one needs.

All intervals hold with 95 %, each for itself; where many things are looked at, `holm` corrects what is called sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, erfc, sqrt
from typing import Final

Z: Final = 1.96  # standard errors that hold 95 %
POWER: Final = 0.8416  # and those for a chance of 80 % to see what is there
SURE: Final = 0.05  # what is less likely by chance than this, after correction, is called sure


@dataclass(frozen=True)
class Estimate:
    """A figure and its interval."""

    value: float
    low: float
    high: float
    count: int

    def words(self, percent: bool = True) -> str:
        """As people read it.

        >>> Estimate(0.251, 0.2, 0.3, 100).words()
        '25.1 % (20.0 to 30.0)'
        """
        scale, sign = (100, " %") if percent else (1, "")
        return f"{scale * self.value:.1f}{sign} ({scale * self.low:.1f} to {scale * self.high:.1f})"


def share(wins: float, count: int) -> Estimate:
    """Wilson's score interval (1927) of a share.  A shared win counts as a part; such shares vary less than whole ones,
    so the interval is then a little wide, never too narrow.

    >>> share(30, 100).words()
    '30.0 % (21.9 to 39.6)'
    """
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0)
    p = wins / count
    middle = (p + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z * sqrt(p * (1 - p) / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half), count)


def mean(count: int, total: float, squares: float) -> Estimate:
    """A mean with its normal interval, from the number, the sum and the sum of the squares of what was seen."""
    if not count:
        return Estimate(0.0, 0.0, 0.0, 0)
    value = total / count
    spread = max(0.0, squares / count - value * value) * count / max(1, count - 1)
    half = Z * sqrt(spread / count)
    return Estimate(value, value - half, value + half, count)


def chance(estimate: Estimate, expected: float = 0.0) -> float:
    """How likely so large a distance from what is expected is by chance, by the normal distribution."""
    error = (estimate.high - estimate.low) / (2 * Z)
    if not error:
        return 0.0 if estimate.value != expected else 1.0
    return erfc(abs(estimate.value - expected) / error / sqrt(2))


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction (1979): chances by which none of the things looked at is called sure wrongly, with 95 %.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    out = [1.0] * len(chances)
    worst = 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, chances[i] * (len(chances) - rank)))
        out[i] = round(worst, 6)
    return out


def needed(spread: float, difference: float) -> int:
    """How many pairs of matches show such a difference with a chance of 80 %, if one pair varies by so much.

    >>> needed(0.5, 0.02)
    4906
    """
    return ceil(((Z + POWER) * spread / difference) ** 2)


class Running:
    """Number, sum and sum of squares of what was seen, and how often each value."""

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0
        self.times: dict[float, int] = {}

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value
        self.times[value] = self.times.get(value, 0) + 1

    def mean(self) -> Estimate:
        return mean(self.count, self.total, self.squares)

    def quantile(self, part: float) -> float:
        seen = 0
        for value in sorted(self.times):
            seen += self.times[value]
            if seen >= part * self.count:
                return value
        return 0.0

    def data(self) -> Mapping[str, float]:
        found = self.mean()
        names = {"low_tenth": 0.1, "median": 0.5, "high_tenth": 0.9}
        return {
            "mean": round(found.value, 3),
            "low": round(found.low, 3),
            "high": round(found.high, 3),
            **{name: self.quantile(part) for name, part in names.items()},
        }


class Advantage:
    """What those who had something won beyond what their seats win anyway.

    One match is one observation, whatever its seats have in common: a ratio estimate with linearised variance.  It
    says what goes together with winning, not what causes it.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.had, self.won = [0] * players, [0.0] * players
        self.matches = 0
        self.yy = self.yh = self.hh = self.y = self.h = 0.0

    def add(self, mask: int, shares: Sequence[float]) -> None:
        seats = [seat for seat in range(self.players) if mask >> seat & 1]
        self.matches += 1
        for seat in seats:
            self.had[seat] += 1
            self.won[seat] += shares[seat]
        h = float(len(seats))
        y = sum(shares[seat] for seat in seats) - h / self.players
        self.y, self.h = self.y + y, self.h + h
        self.yy, self.yh, self.hh = self.yy + y * y, self.yh + y * h, self.hh + h * h

    def estimate(self, usual: Sequence[float]) -> Estimate:
        """The advantage over the usual shares of the seats."""
        if not self.h:
            return Estimate(0.0, 0.0, 0.0, 0)
        value = sum(won - part * had for won, part, had in zip(self.won, usual, self.had)) / self.h
        plain = self.y / self.h
        half = Z * sqrt(max(0.0, self.yy - 2 * plain * self.yh + plain * plain * self.hh)) / self.h
        if not 0 < sum(self.won) < self.h:  # all alike: as if one more had done better, and one worse
            p = (sum(self.won) + 1) / (self.h + 2)
            half = max(half, Z * sqrt(p * (1 - p) / self.h))
        return Estimate(value, value - half, value + half, int(self.h))
