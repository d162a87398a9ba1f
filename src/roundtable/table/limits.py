"""Limits: how much of each kind one person may have, and all who come from one place.  Whoever asks says the time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

KEPT: Final = 10_000  # buckets remembered per limit; a forgotten one is a full one


@dataclass(frozen=True)
class Rate:
    per_second: float
    at_once: float

    def times(self, factor: float) -> Rate:
        return Rate(self.per_second * factor, max(1.0, self.at_once * factor))


@dataclass(frozen=True)
class Limit:
    """How often something may be: for one person, and for all of one place."""

    what: str
    person: Rate | None = None
    place: Rate | None = None

    def times(self, factor: float) -> Limit:
        person, place = (rate.times(factor) if rate is not None else None for rate in (self.person, self.place))
        return replace(self, person=person, place=place)


class Bucket:
    """So many per second, so many at once.

    >>> bucket = Bucket(Rate(1.0, 2.0))
    >>> bucket.take(0.0), bucket.take(0.0), bucket.take(0.5), bucket.take(1.0)
    (True, True, False, True)
    """

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.left = rate.at_once
        self.at = 0.0

    def has(self, now: float) -> bool:
        self.left = min(self.rate.at_once, self.left + (now - self.at) * self.rate.per_second)
        self.at = now
        return self.left >= 1

    def take(self, now: float) -> bool:
        if not self.has(now):
            return False
        self.left -= 1
        return True


class _Buckets:
    """A bucket for each name, the latest ones."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        bucket = self.known.get(name)
        if bucket is None:
            bucket = self.known[name] = Bucket(self.rate)
            if len(self.known) > KEPT:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(name)
        return bucket


class Limiter:
    """All limits of a process.  `noted` is told the kind of whatever is refused.

    >>> limiter = Limiter({"chat": Limit("lines", person=Rate(1.0, 1.0), place=Rate(1.0, 2.0))})
    >>> [limiter.take("chat", person, "home", 0.0) for person in ("Kay", "Kay", "Bors", "Gawain")]
    [True, False, True, False]
    """

    def __init__(self, limits: Mapping[str, Limit], noted: Callable[[str], None] | None = None) -> None:
        self.noted = noted
        self.buckets = {
            kind: [_Buckets(rate) if rate is not None else None for rate in (limit.person, limit.place)]
            for kind, limit in limits.items()
        }

    def take(self, kind: str, person: str, place: str, now: float) -> bool:
        """Whether a person from a place may have one more of a kind now; nobody is counted for what is refused."""
        both = zip(self.buckets[kind], (person, place))
        found = [buckets.of(name) for buckets, name in both if buckets is not None and name]
        if all(bucket.has(now) for bucket in found):
            for bucket in found:
                bucket.left -= 1
            return True
        if self.noted is not None:
            self.noted(kind)
        return False
