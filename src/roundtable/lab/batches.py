"""Where the work of the lab is done: `map_batches` is the one seam between what is played and where.

Batches go to processes of this machine or to a Ray cluster.  Each should be a second of work or more, so that handing
it over costs nothing.  What the function makes of a batch depends on the batch alone, so it does not matter where it is
done, or how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

from roundtable.bots.workers import Workers, nothing

from . import settle_in, settled_in

B = TypeVar("B")
R = TypeVar("R")
B_contra = TypeVar("B_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
H = TypeVar("H")  # a batch that is being done, as its crew knows it

TRIES: Final = 3  # of a batch, before what goes wrong with it is an error

Tell = Callable[[str], object]  # takes a sentence about what went wrong


def silent(words: str) -> None:
    pass


@dataclass(frozen=True)
class Place:
    """Where to work: `jobs` processes of this machine, or a cluster: "ray" (the one that is there, or a new one on this
    machine) or its address "ray://host:port"."""

    jobs: int = 1
    cluster: str = ""

    def cores(self) -> int:
        """How many batches can be done at a time."""
        if not self.cluster:
            return self.jobs
        from .cluster import cores

        return cores(self.cluster)


HERE: Final = Place()


class Crew(Protocol[B_contra, R_co, H]):
    """Those who do the work."""

    def room(self) -> int:
        """How many batches may be under way."""

    def begin(self, batch: B_contra) -> H: ...

    def finished(self, running: Sequence[H]) -> Iterable[H]:
        """Those that are done, as soon as there are any."""

    def outcome(self, done: H) -> R_co:
        """What came of it; or what went wrong, raised."""

    def close(self) -> None:
        """Stop, whatever is under way."""


def map_batches(
    function: Callable[[B], R],
    batches: Iterable[B],
    place: Place = HERE,
    load: Callable[[], object] = nothing,
    tell: Tell = silent,
) -> Iterator[R]:
    """What the function makes of each batch, as soon as it is there, by workers that have called `load`.

    A batch that fails, or whose process or node dies, is done again elsewhere and told of; after some tries what went
    wrong is raised.  No more batches are taken than can be under way: what comes of one may make the next needless, or
    tell how large it should be.

    >>> sorted(map_batches(sum, [(1, 2), (3, 4)]))
    [3, 7]
    """
    if place.cluster:
        from .cluster import Cluster

        yield from _by_crew(Cluster(place.cluster, function, load), batches, tell)
    elif place.jobs > 1:
        yield from _by_crew(_Processes(place.jobs, function, load), batches, tell)
    else:
        load()
        with settled_in():
            yield from map(function, batches)


def _by_crew(crew: Crew[B, R, H], batches: Iterable[B], tell: Tell) -> Iterator[R]:
    left = iter(batches)
    again: list[tuple[B, int]] = []  # and how often they were tried
    running: dict[H, tuple[B, int]] = {}
    with closing(crew):
        while True:
            while len(running) < crew.room():
                try:
                    batch, tries = again.pop() if again else (next(left), 0)
                except StopIteration:
                    break
                running[crew.begin(batch)] = batch, tries + 1
            if not running:
                return
            for done in crew.finished(list(running)):
                batch, tries = running.pop(done)
                try:
                    result = crew.outcome(done)
                except Exception as error:
                    if tries == TRIES:
                        raise
                    tell(f"{' '.join(str(error).split())}: its work is done again")
                    again.append((batch, tries))
                else:
                    yield result


class _Processes(Generic[B, R]):
    """Processes of this machine."""

    def __init__(self, jobs: int, function: Callable[[B], R], load: Callable[[], object]) -> None:
        self.jobs = jobs
        self.function = function
        self.workers = Workers(jobs, partial(_begin, load))

    def room(self) -> int:
        return self.jobs

    def begin(self, batch: B) -> Future[R]:
        return self.workers.submit(self.function, batch)

    def finished(self, running: Sequence[Future[R]]) -> Iterable[Future[R]]:
        return wait(running, return_when=FIRST_COMPLETED).done

    def outcome(self, done: Future[R]) -> R:
        return done.result()

    def close(self) -> None:
        self.workers.close()


def _begin(load: Callable[[], object]) -> None:
    load()
    settle_in()
