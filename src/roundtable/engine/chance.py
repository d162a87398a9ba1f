"""Chance: the only source of randomness, always passed in and never part of a state.

Live matches use `Keyed`: a stream of BLAKE2b hashes of a secret seed, so that the seed's hash can be published at the
start and the seed itself at the end.  Searches and simulations that need no proof use `Quick`; tests, puzzles and
chance nodes use `Scripted`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar

from .state import FIRST_PIECE

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


FORK: Final = "~"  # in a seed: another one goes on from there


def forked_seed(seed: int | str, drawn: int, other: str) -> str:
    """The seed of a match that is the same until so many numbers were drawn, and then goes on by another seed.

    >>> before, after = Keyed(7), Keyed(forked_seed(7, 3, "new"))
    >>> [before.below(6) for _ in range(3)] == [after.below(6) for _ in range(3)]
    True
    >>> [before.below(60) for _ in range(9)] == [after.below(60) for _ in range(9)]
    False
    """
    return f"{seed}{FORK}{drawn}{FORK}{other}"


def _keys(seed: str) -> list[tuple[int, bytes]]:
    """From which number on which key holds, the last first."""
    before, _, other = seed.rpartition(FORK)
    first, _, drawn = before.rpartition(FORK)
    key = hashlib.blake2b(seed_bytes(seed), digest_size=32, person=b"rt-chance").digest()
    return [(int(drawn), key), *_keys(first)] if first and drawn.isdigit() and other else [(0, key)]


class Keyed(Chance):
    """A reproducible stream that nobody can foresee without the seed.

    >>> a, b = Keyed(7), Keyed(7)
    >>> [a.below(6) for _ in range(5)] == [b.below(6) for _ in range(5)]
    True
    """

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self.keys = _keys(str(seed))
        self.since, self.until, self.key = 0, 0, b""
        self.block = -1
        self.words = b""

    def _turn(self) -> None:
        """Take the key that holds now."""
        self.since, self.key = next((since, key) for since, key in self.keys if since <= self.drawn)
        self.until = min((since for since, _ in self.keys if since > self.drawn), default=1 << 62)
        self.block = -1

    def below(self, n: int) -> int:
        if n <= 0:
            raise ValueError("chance needs at least one outcome")
        limit = 0xFFFFFFFF - (1 << 32) % n  # numbers above it would favour the small outcomes
        while True:
            if not self.since <= self.drawn < self.until:
                self._turn()
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


class BadChance(ValueError):
    """An outcome of scripted chance that cannot be; says in one line which and what could have been drawn."""


class Scripted(Chance):
    """Outcomes written down beforehand: an item for a pick, a whole order for a shuffle, an index for a number.

    Pieces go by their names (`name`): any piece of that name will do.  After the last entry it asks `then`, or raises
    `OutOfScript` if there is none.

    >>> chance = Scripted(["heart", ("b", "a"), "queen"], name={10_001: "king", 10_002: "queen"}.__getitem__)
    >>> chance.pick(("heart", "shield")), chance.shuffled(("a", "b")), chance.pick((10_001, 10_002))
    ('heart', ('b', 'a'), 10002)
    """

    def __init__(
        self, script: Sequence[Outcome], then: Chance | None = None, name: Callable[[int], str] | None = None
    ) -> None:
        super().__init__()
        self.script = tuple(script)
        self.then = then
        self.name = name

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
        outcome: object = self._next()
        if not isinstance(outcome, int) or not 0 <= outcome < n:
            raise self._wrong(outcome, f"a number from 0 to {n - 1} is drawn here")
        return outcome

    def pick(self, items: Sequence[T]) -> T:
        if len(items) == 1 or not self._written(len(items)):
            return super().pick(items)
        item = self._next()
        found = self._take(list(items), item)
        if found is None:
            raise self._wrong(item, f"one of {self._names(items)} is drawn here")
        return found[0]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        if len(items) < 2 or not self._written(len(items)):
            return super().shuffled(items)
        order = self._next()
        if not isinstance(order, tuple) or len(order) != len(items):
            raise self._wrong(order, f"{self._names(items)} are shuffled here, and the whole order is wanted")
        left, out = list(items), []
        for item in order:
            found = self._take(left, item)
            if found is None:
                raise self._wrong(order, f"{item!r} is too many, of {self._names(items)} are left {self._names(left)}")
            out.append(found[0])
        return tuple(out)

    def _take(self, items: list[T], wanted: object) -> tuple[T] | None:
        """Take what is wanted out of the items: the thing itself, or a piece of that name."""
        for i, item in enumerate(items):
            if item == wanted or (isinstance(wanted, str) and self._called(item) == wanted):
                return (items.pop(i),)
        return None

    def _called(self, item: object) -> object:
        return self.name(item) if self.name is not None and isinstance(item, int) and item >= FIRST_PIECE else item

    def _names(self, items: Sequence[object]) -> str:
        return ", ".join(dict.fromkeys(str(self._called(item)) for item in items))

    def _wrong(self, outcome: object, why: str) -> BadChance:
        return BadChance(f"scripted chance {self.drawn}, {outcome!r}: {why}")

    def _after(self) -> Chance:
        assert self.then is not None
        return self.then

    def _count(self) -> None:
        self.drawn = len(self.script) + self._after().drawn

    def rewind(self, drawn: int) -> None:
        self.drawn = drawn
        if self.then is not None:
            self.then.rewind(max(0, drawn - len(self.script)))


def words(script: Sequence[Outcome]) -> list[tuple[int, str]]:
    """The words in a script, each with the number of its outcome."""
    return [
        (n, word)
        for n, entry in enumerate(script, 1)
        for word in (entry if isinstance(entry, tuple) else (entry,))
        if isinstance(word, str)
    ]


def outcomes(script: object) -> tuple[Outcome, ...]:
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
