"""Lanes: worker processes and a fair queue before them.

Whoever asks for more waits behind those who ask for less: the next turn is that of the place that was given the least
time, and in each place that of the table, or of whoever asks for a hint, that was given the least.  A thought is timed
from its own beginning, and one that never ends costs one worker, which is replaced.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, TypeVar, cast

import structlog

import roundtable as rt
from roundtable.bots.workers import WorkerLost, Workers
from roundtable.table.log_codes import LogCode

from . import metrics

T = TypeVar("T")

log = structlog.get_logger()

Key = tuple[str, str]  # from which place, and for whom there

EACH: Final = 16  # thoughts of one key that may wait
PLACE: Final = 200  # thoughts of one place that may wait
ALL: Final = 2_000  # thoughts that may wait in a lane
KEPT: Final = 10_000  # places and tables whose shares are remembered
CREDIT: Final = 2.0  # seconds that somebody who asked in vain, or not at all, has before the others
LATELY: Final = 5.0  # seconds: twice as long as a Champion takes for an answer
SHARED: Final = 0.8  # of the time is thought in a crowd; the rest goes by between two thoughts
EXPECTED: Final = 0.1  # seconds that a thought is charged before it has ended


class Late(Exception):
    """There was no time for this thought."""


class Lost(Exception):
    """The process in which somebody thought has died, or was ended because it took too long."""


class _Job:
    def __init__(self, work: Callable[..., object], args: tuple[object, ...], least: float, ends: float) -> None:
        self.work = work
        self.args = args
        self.least = least  # seconds: with less it is not worth beginning
        self.ends = ends
        self.span = ends - asyncio.get_running_loop().time()  # seconds until then, however long it waits
        self.done: asyncio.Future[object] = asyncio.get_running_loop().create_future()

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Shares:
    """Who was given how much time; whoever comes new begins where the others are, whoever comes again a little before.

    >>> shares = Shares()
    >>> shares.arrive("a"); shares.arrive("b")
    >>> shares.spend("a", 2.0); shares.first(["a", "b"])
    'b'
    >>> shares.spend("b", 3.0); shares.first(["a", "b"])
    'a'
    >>> shares.arrive("new"); shares.spent["new"]
    2.0
    """

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self.least = 0.0  # of those who were served last

    def arrive(self, name: str) -> None:
        if len(self.spent) > KEPT:
            self.spent = {name: spent for name, spent in self.spent.items() if spent > self.least}
        self.spent[name] = max(self.spent.get(name, self.least), self.least - CREDIT)

    def first(self, names: Iterable[str]) -> str:
        """Whose turn it is; of several the one who waits longest."""
        name = min(names, key=lambda name: self.spent.get(name, 0.0))
        self.least = max(self.least, self.spent.get(name, 0.0))
        return name

    def spend(self, name: str, seconds: float) -> None:
        self.spent[name] = self.spent.get(name, self.least) + seconds


class Lane:
    """Some workers that do one thing at a time each."""

    def __init__(self, size: int, patience: float, nice: int) -> None:
        self.size = size
        self.patience = patience  # seconds that a thought may take, however long it was meant to take
        self.nice = nice
        self.waiting: OrderedDict[str, OrderedDict[str, deque[_Job]]] = OrderedDict()  # whose turn is next first
        self.queued = 0
        self.asked: dict[str, float] = {}  # when each key asked last
        self.places, self.keys = Shares(), Shares()
        self.news = asyncio.Semaphore(0)  # one for each thought that waits, or that has waited in vain
        self.busy = 0  # workers that think
        self.tasks: list[asyncio.Task[None]] = []
        self.workers: Workers | None = None

    @property
    def free(self) -> int:
        """For how many more thoughts there are workers."""
        return max(0, self.size - self.busy - self.queued)

    def open(self) -> None:
        self.workers = Workers(self.size, partial(_begin, self.nice), self.patience)
        self.tasks = [asyncio.create_task(self._serve(self.workers)) for _ in range(self.size)]

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        if self.workers is not None:
            self.workers.close()
        for keys in self.waiting.values():
            for jobs in keys.values():
                for job in jobs:
                    job.done.cancel()

    async def do(
        self, key: Key, work: Callable[..., T], *args: object, least: float = 0.0, ends: float = float("inf")
    ) -> T:
        """`work(*args, seconds)` in a worker, when it is this key's turn; `seconds` are left then until `ends`.

        The more others ask, the fewer seconds it is told, but never less than `least`.

        `Late` if it could not begin with at `least` so many seconds left, `Lost` if its worker has died or was ended
        because it took too long, and whatever the work raises.
        """
        place, whom = key
        self.asked[whom] = asyncio.get_running_loop().time()
        theirs: Mapping[str, deque[_Job]] = self.waiting.get(place, {})
        if (
            self.queued >= ALL
            or len(theirs.get(whom, ())) >= EACH
            or sum(len(jobs) for jobs in theirs.values()) >= PLACE
        ):
            raise Late("too many wait")
        loop = asyncio.get_running_loop()
        job = _Job(work, args, least, ends)
        if place not in self.waiting:
            self.places.arrive(place)
        if whom not in theirs:
            self.keys.arrive(whom)
        self.waiting.setdefault(place, OrderedDict()).setdefault(whom, deque()).append(job)
        self.queued += 1
        self.news.release()
        timer = loop.call_at(ends - least, self._expire, key, job) if ends < float("inf") else None
        try:
            return cast(T, await job.done)
        finally:
            if timer is not None:
                timer.cancel()
            self._forget(key, job)

    def _expire(self, key: Key, job: _Job) -> None:
        if self._forget(key, job):
            job.fail(Late("nobody had time for it"))

    def _forget(self, key: Key, job: _Job) -> bool:
        """Whether it was still waiting."""
        place, whom = key
        keys: dict[str, deque[_Job]] = self.waiting.get(place, OrderedDict())
        jobs = keys.get(whom)
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del keys[whom]
            if not keys:
                del self.waiting[place]
        self.queued -= 1
        return True

    async def _next(self) -> tuple[Key, _Job]:
        while True:
            await self.news.acquire()
            if self.waiting:
                place = self.places.first(self.waiting)
                keys = self.waiting.pop(place)
                whom = self.keys.first(keys)
                jobs = keys.pop(whom)
                self.queued -= 1
                job = jobs.popleft()
                if jobs:
                    keys[whom] = jobs  # to the end of the row
                if keys:
                    self.waiting[place] = keys
                return (place, whom), job

    def _askers(self) -> int:
        """How many have asked of late."""
        since = asyncio.get_running_loop().time() - LATELY
        self.asked = {whom: asked for whom, asked in self.asked.items() if asked > since}
        return max(1, len(self.asked))

    async def _serve(self, workers: Workers) -> None:
        """As many of these as there are workers: so whoever is handed over begins at once."""
        while True:
            key, job = await self._next()
            began = asyncio.get_running_loop().time()
            self.busy += 1
            self.charge(key, EXPECTED)  # so that no other worker serves them too, because they have spent nothing
            try:
                await self._hand_over(job, workers)
            finally:
                self.busy -= 1
                self.charge(key, asyncio.get_running_loop().time() - began - EXPECTED)
            del job  # what it thought about is not kept until the next one comes

    def charge(self, key: Key, seconds: float) -> None:
        """So much time was given to a place, and to somebody there."""
        self.places.spend(key[0], seconds)
        self.keys.spend(key[1], seconds)

    async def _hand_over(self, job: _Job, workers: Workers) -> None:
        left = job.ends - asyncio.get_running_loop().time()
        if left < job.least:
            job.fail(Late("nobody had time for it"))
            return
        if left < float("inf"):  # the more ask, the shorter each thinks: a little for all, not all for a few
            left = min(left, max(job.least, job.span * min(1.0, SHARED * self.size / self._askers())))
        try:
            result = await asyncio.wrap_future(workers.submit(partial(job.work, *job.args, left)))
            if not job.done.done():
                job.done.set_result(result)
        except WorkerLost as error:
            log.warning(LogCode.BOT_WORKER_LOST, error=str(error))
            job.fail(Lost(str(error)))
        except TimeoutError as error:
            metrics.faults.labels("bot").inc()
            log.error(LogCode.BOT_FAILED, error=f"{error}; its worker is replaced")
            job.fail(Lost("it took too long"))
        except Exception as error:
            job.fail(error)


def _begin(nice: int) -> None:
    """In a new worker: get ready to think."""
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    if hasattr(os, "nice"):
        os.nice(nice)
    for slug in rt.slugs():  # so that the first answer takes no longer than others
        rt.game(slug)
