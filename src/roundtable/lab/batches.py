"""Where the work of the lab is done: `map_batches` is the one seam between what is played and where.

Each batch should be a second of work or more, so that handing it over costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from typing import TypeVar

from roundtable.bots.workers import Workers, nothing

from . import settle_in, settled_in

B = TypeVar("B")
R = TypeVar("R")


def map_batches(
    function: Callable[[B], R], batches: Iterable[B], jobs: int = 1, load: Callable[[], object] = nothing
) -> Iterator[R]:
    """What the function makes of each batch, as soon as it is there, in `jobs` processes of this machine that have
    called `load`.

    No more batches are taken than there are processes: what comes of one may make the next needless, or tell how large
    it should be.

    >>> sorted(map_batches(sum, [(1, 2), (3, 4)]))
    [3, 7]
    """
    if jobs <= 1:
        load()
        with settled_in():
            yield from map(function, batches)
        return
    left = iter(batches)
    with Workers(jobs, partial(_begin, load)) as workers:
        running: set[Future[R]] = set()
        while True:
            while len(running) < jobs:
                try:
                    running.add(workers.submit(function, next(left)))
                except StopIteration:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()


def _begin(load: Callable[[], object]) -> None:
    load()
    settle_in()
