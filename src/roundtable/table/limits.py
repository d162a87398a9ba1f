"""Limits: token buckets.  Whoever asks says what time it is."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

KEPT: Final = 10_000  # buckets remembered per limit; a forgotten one is a full one


class Bucket:
    """So many per second, so many at once.

    >>> bucket = Bucket(1.0, 2.0)
    >>> bucket.take(0.0), bucket.take(0.0), bucket.take(0.5), bucket.take(1.0)
    (True, True, False, True)
    """

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = 0.0

    def take(self, now: float) -> bool:
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each client, the latest ones."""

    def __init__(self, limit: tuple[float, float]) -> None:
        self.limit = limit
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, now: float) -> bool:
        bucket = self.known.get(client)
        if bucket is None:
            bucket = self.known[client] = Bucket(*self.limit)
            if len(self.known) > KEPT:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(client)
        return bucket.take(now)
