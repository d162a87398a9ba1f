"""Group commit: writes that arrive while a transaction is under way wait for it and then share the next one.

So a slow disk costs time but not throughput: a thousand answers in flight need no more syncs than one.  Both stores
write through this.  Whatever the database or its driver does, each write ends: done, or with an exception.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from .. import metrics
from . import StoreFailure

J = TypeVar("J")


class GroupCommit(Generic[J]):
    """`commit` writes at most `most` jobs in one transaction and gives, for each, its result or its exception."""

    def __init__(self, commit: Callable[[Sequence[J]], Awaitable[Sequence[object]]], most: int) -> None:
        self.commit = commit
        self.most = most
        self.waiting: list[tuple[J, asyncio.Future[object]]] = []
        self.task: asyncio.Task[None] | None = None
        self.closed = True

    def open(self) -> None:
        self.closed = False

    async def close(self, seconds: float) -> None:
        """Finish what was begun, if that can be done in so many seconds; what cannot is refused."""
        self.closed = True
        if self.task is not None:
            _, late = await asyncio.wait({self.task}, timeout=seconds)
            for task in late:
                task.cancel()
                await asyncio.wait({task}, timeout=1)

    async def do(self, job: J) -> object:
        """The result of a job when it is durable, or its exception."""
        if self.closed:
            raise StoreFailure("the store is closed")
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.waiting.append((job, future))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._run())
        return await future

    async def _run(self) -> None:
        try:
            while self.waiting:
                batch, self.waiting = self.waiting[: self.most], self.waiting[self.most :]
                await self._write(batch)
        finally:  # a task that ends with work left was cancelled
            left, self.waiting = self.waiting, []
            _resolve(left, [StoreFailure("the store is closed")] * len(left))

    async def _write(self, batch: list[tuple[J, asyncio.Future[object]]]) -> None:
        began = time.perf_counter()
        results: Sequence[object] = [StoreFailure("the store was closed meanwhile")] * len(batch)
        try:
            results = await self.commit([job for job, _ in batch])
        except Exception as error:
            failure = error if isinstance(error, StoreFailure) else StoreFailure(repr(error))
            results = [failure] * len(batch)
        finally:  # also if this task is cancelled: nobody waits for ever
            metrics.commit_seconds.observe(time.perf_counter() - began)
            metrics.commit_jobs.observe(len(batch))
            _resolve(batch, results)


def _resolve(batch: Sequence[tuple[object, asyncio.Future[object]]], results: Sequence[object]) -> None:
    for (_, future), result in zip(batch, results, strict=True):
        if isinstance(result, StoreFailure):
            metrics.write_failures.inc()
        if future.done():  # whoever asked has gone; it is written all the same
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
