"""Chance: the only source of randomness, always passed in and never part of a state.

Live matches use `Keyed`: a stream of BLAKE2b hashes of a secret seed, so that the seed's hash can be published at the
start and the seed itself at the end.  Searches and simulations that need no proof use `Quick`; tests, puzzles and
chance nodes use `Scripted`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
Outcome = int | str | tuple[int | str, ...]  # a number or item that is drawn, or the whole order of a shuffle


class Chance:
    """Draws numbers; `drawn` counts them, so one can tell whether anything was left to chance."""

    def __init__(self) -> None:
        self.drawn = 0

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each as likely as the others."""
        raise NotImplementedError

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))] if len(items) > 1 else items[0]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return tuple(out)

    def rewind(self, drawn: int) -> None:
        """Go back to the moment when `drawn` numbers had been drawn (undo, replay)."""
        raise NotImplementedError


def seed_bytes(seed: int | str) -> bytes:
    """The secret key behind a seed; a number counts as its text."""
    return str(seed).encode()


def commitment(seed: int | str) -> str:
    """The hash that is published before the first answer and checked against the seed after the last.

    >>> commitment(7) == commitment("7") != commitment(8)
    True
    """
    return hashlib.blake2b(seed_bytes(seed), digest_size=32, person=b"rt-commitment").hexdigest()


class Keyed(Chance):
    """A reproducible stream that nobody can foresee without the seed.

    >>> a, b = Keyed(7), Keyed(7)
    >>> [a.below(6) for _ in range(5)] == [b.below(6) for _ in range(5)]
    True
    """

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self.key = hashlib.blake2b(seed_bytes(seed), digest_size=32, person=b"rt-chance").digest()
        self.block = -1
        self.words = b""

    def below(self, n: int) -> int:
        if n <= 0:
            raise ValueError("chance needs at least one outcome")
        limit = 0xFFFFFFFF - (1 << 32) % n  # numbers above it would favour the small outcomes
        while True:
            block = self.drawn >> 4
            if block != self.block:
                self.block = block
                self.words = hashlib.blake2b(block.to_bytes(8, "big"), key=self.key).digest()
            at = (self.drawn & 15) * 4
            self.drawn += 1
            word = int.from_bytes(self.words[at : at + 4], "big")
            if word <= limit:
                return word % n

    def rewind(self, drawn: int) -> None:
        self.drawn = drawn


class Quick(Chance):
    """Fast pseudo-random numbers for searches and rollouts."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng

    def below(self, n: int) -> int:
        self.drawn += 1
        return int(self.rng.random() * n)


class OutOfScript(Exception):
    """A scripted chance was asked for more than it holds; `outcomes` is how many there are."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(f"the script of chance is used up ({outcomes} outcomes are possible now)")
        self.outcomes = outcomes


class Scripted(Chance):
    """Outcomes written down beforehand: an item for a pick, a whole order for a shuffle, an index for a number.

    After the last entry it asks `then`, or raises `OutOfScript` if there is none.

    >>> chance = Scripted(["heart", ("b", "a")])
    >>> chance.pick(("heart", "shield")), chance.shuffled(("a", "b"))
    ('heart', ('b', 'a'))
    """

    def __init__(self, script: Sequence[Outcome], then: Chance | None = None) -> None:
        super().__init__()
        self.script = tuple(script)
        self.then = then

    def _written(self, outcomes: int) -> bool:
        """Whether the script still has an entry; if not, `then` decides."""
        if self.drawn < len(self.script):
            return True
        if self.then is None:
            raise OutOfScript(outcomes)
        return False

    def _next(self) -> Any:
        self.drawn += 1
        return self.script[self.drawn - 1]

    def below(self, n: int) -> int:
        if not self._written(n):
            number = self._after().below(n)
            self._count()
            return number
        number = self._next()
        if not isinstance(number, int) or not 0 <= number < n:
            raise ValueError(f"scripted chance: {number!r} is not a number from 0 to {n - 1}")
        return number

    def pick(self, items: Sequence[T]) -> T:
        if len(items) == 1 or not self._written(len(items)):
            return super().pick(items)
        item: T = self._next()
        if item not in items:
            raise ValueError(f"scripted chance: {item!r} is not one of {list(items)}")
        return item

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        if len(items) < 2 or not self._written(len(items)):
            return super().shuffled(items)
        order: tuple[T, ...] = tuple(self._next())
        left = list(items)
        for item in order:
            if item in left:
                left.remove(item)
        if left or len(order) != len(items):
            raise ValueError(f"scripted chance: {list(order)} is not an order of {list(items)}")
        return order

    def _after(self) -> Chance:
        assert self.then is not None
        return self.then

    def _count(self) -> None:
        self.drawn = len(self.script) + self._after().drawn

    def rewind(self, drawn: int) -> None:
        self.drawn = drawn
        if self.then is not None:
            self.then.rewind(max(0, drawn - len(self.script)))


def outcomes(script: Sequence[object]) -> tuple[Outcome, ...]:
    """The outcomes that a match is to begin with, as they are kept in its file.

    >>> outcomes(["heart", ["b", "a"], 2])
    ('heart', ('b', 'a'), 2)
    """
    if isinstance(script, (Chance, str)) or not isinstance(script, Sequence):
        raise TypeError(
            f"a match takes a seed, and as chance a list of the outcomes that come first, such as chance=['heart', 2]; "
            f"{type(script).__name__} cannot be kept in its file"
        )
    return tuple(_outcome(entry) for entry in script)


def _outcome(entry: object) -> Outcome:
    if isinstance(entry, (int, str)):
        return entry
    if isinstance(entry, Sequence) and all(isinstance(item, (int, str)) for item in entry):
        return tuple(entry)
    raise TypeError(f"an outcome of chance is a number, a word or an order of them, not {entry!r}")
