"""Bots in worker processes: however long a bot thinks, the sockets go on.

A worker is given the view of one seat and nothing else, so a bot cannot peek even by accident.
"""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import Any, Final

import structlog

import roundtable as rt
from roundtable.bots.workers import leave_with_parent
from roundtable.engine import Answer

from . import metrics

log = structlog.get_logger()

CANDIDATES: Final = 5  # in a hint


def _begin() -> None:
    """In a new worker: get ready to think, and to go when the server goes."""
    leave_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    if hasattr(os, "nice"):
        os.nice(5)  # people first
    for slug in rt.slugs():  # so that the first answer takes no longer than others
        rt.game(slug)


def _nothing() -> None:
    pass


def seed_of(what: str, seed: str, number: int) -> str:
    """Where a bot that thinks about a question begins: nobody can guess it, and it is the same after a restart."""
    return hashlib.blake2b(f"{seed}/{number}".encode(), person=f"rt-{what}".encode()).hexdigest()


def think(bot: str, slug: str, view: Any, seat: int, seed: str) -> Answer:
    """In the worker: what the bot answers to the open question."""
    from roundtable import bots

    game = rt.game(slug)
    return bots.make(bot, game, seat, seed).choose(view, game.choice(view, seat))


def advise(slug: str, view: Any, seat: int, seed: str, seconds: float) -> list[dict[str, Any]]:
    """In the worker: the best answers a strong bot finds, in the words of the protocol."""
    from roundtable import bots

    game = rt.game(slug)
    return [
        {
            "with": one.answer,
            "words": [game.label(view, atom) for atom in one.answer],
            "value": round(one.value, 3),
            "visits": one.visits,
        }
        for one in bots.hint(game, view, seat, seconds, seed=seed)[:CANDIDATES]
    ]


class Thinkers:
    """The pool of workers.  A worker that dies is replaced; a bot that fails is answered for by the weakest one."""

    def __init__(self, workers: int, patience: float) -> None:
        self.workers = workers
        self.patience = patience
        self.pool: ProcessPoolExecutor | None = None

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # Spawned, not forked: the server has threads and sockets that no worker should inherit.
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, context, initializer=_begin)
        return self.pool

    def warm(self) -> None:
        """Begin a worker now, not when the first bot is asked."""
        self._pool().submit(_nothing)

    async def choose(self, bot: str, slug: str, view: Any, seat: int, seed: str) -> Answer:
        began = perf_counter()
        for name in (bot, bot, "random"):  # a worker may die by accident once
            pool = self._pool()
            try:
                thought = asyncio.get_running_loop().run_in_executor(pool, think, name, slug, view, seat, seed)
                answer = await asyncio.wait_for(thought, self.patience)
                metrics.think_seconds.observe(perf_counter() - began)
                return answer
            except BrokenProcessPool:
                log.warning("a worker died", bot=name, game=slug)
                self._replace(pool)
            except Exception as error:
                metrics.faults.labels("bot").inc()
                log.error("a bot failed", bot=name, game=slug, seat=seat, error=repr(error))
                if isinstance(error, TimeoutError):
                    self._replace(pool)
        raise RuntimeError(f"no bot can answer in {slug}")

    async def advise(self, slug: str, view: Any, seat: int, seed: str, seconds: float) -> list[dict[str, Any]]:
        """A hint for whoever sits there; any exception if there will be none."""
        pool = self._pool()
        try:
            thought = asyncio.get_running_loop().run_in_executor(pool, advise, slug, view, seat, seed, seconds)
            return await asyncio.wait_for(thought, self.patience)
        except (BrokenProcessPool, TimeoutError):
            self._replace(pool)
            raise

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        if self.pool is pool:
            self.pool = None
            # Killed workers break the pool, and all who wait for it ask the next one.
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            for process in list((self.pool._processes or {}).values()):
                process.terminate()
            self.pool = None
