"""Runs: many seeds played through the seam, in batches of about a second, and what a worker does before the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Final, TypeVar

from roundtable.bots.workers import on_ctrl_c
from roundtable.engine import Game
from roundtable.games import game as find_game

from .batches import Place, Tell, map_batches
from .parcel import Modules

R = TypeVar("R")

BATCH: Final = 1.0  # seconds of work that are handed over at once
WRITTEN: Final = 50  # batches that a driver can write to disk in a second; with more cores they are longer


def loading(game: str | Game, names: Iterable[str]) -> Callable[[], object]:
    """What a worker does before it plays this game with bots of these names, of which some may be somebody's own."""
    return partial(_load, game, Modules(tuple(name.partition(":")[0] for name in names if ":" in name)))


def _load(game: str | Game, modules: Modules) -> None:
    find_game(game)


class Seeds:
    """So many seeds from the first on, and which of them are still to be played: a byte for each.

    >>> seeds = Seeds(10, 3)
    >>> seeds.take(11), seeds.take(11), seeds.take(9), list(seeds)
    (True, False, False, [10, 12])
    """

    def __init__(self, first: int, count: int) -> None:
        self.first = first
        self.left = count
        self._done = bytearray(count)

    def take(self, seed: int) -> bool:
        """Whether this one was to be played; from now on it is not."""
        i = seed - self.first
        if not 0 <= i < len(self._done) or self._done[i]:
            return False
        self._done[i] = 1
        self.left -= 1
        return True

    def __iter__(self) -> Iterator[int]:
        return (self.first + i for i, done in enumerate(self._done) if not done)


def play_seeds(
    play: Callable[[int], R], seeds: Seeds, place: Place, load: Callable[[], object], tell: Tell
) -> Iterator[Sequence[R]]:
    """What comes of each seed that is left, batch by batch, in the order in which they are done."""
    batches = _Batches(seeds, place)
    for rows, seconds in map_batches(partial(_timed, play), batches, place, load, tell):
        batches.learn(len(rows), seconds)
        yield rows


def _timed(play: Callable[[int], R], seeds: Sequence[int]) -> tuple[list[R], float]:
    began = perf_counter()
    return [play(seed) for seed in seeds], perf_counter() - began


class _Batches:
    """Seeds in batches that take about a second each, as far as one can tell by now; here at home one by one."""

    def __init__(self, seeds: Seeds, place: Place) -> None:
        self.seeds = seeds
        self.alone = place.jobs == 1 and not place.cluster
        self.cores = 1 if self.alone else place.cores()
        self.done, self.seconds = 0, 0.0

    def learn(self, done: int, seconds: float) -> None:
        self.done += done
        self.seconds += seconds

    def __iter__(self) -> Iterator[Sequence[int]]:
        left = self.seeds.left
        batch: list[int] = []
        for seed in self.seeds:
            batch.append(seed)
            if len(batch) >= self._size(left):
                yield batch
                left -= len(batch)
                batch = []
        if batch:
            yield batch

    def _size(self, left: int) -> int:
        if self.alone or not self.seconds:
            return 1
        fair = left // (2 * self.cores)  # so that all have work to the end
        seconds = BATCH * max(1.0, self.cores / WRITTEN)
        return max(1, min(int(seconds * self.done / self.seconds), fair))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is done, so that the file and the summary agree."""
    pressed: list[int] = []
    with on_ctrl_c(lambda number, frame: pressed.append(number)):
        yield
    if pressed:
        raise KeyboardInterrupt
