"""Worker processes: the one way in which bots think and the lab plays beside the process that asks.

Workers are spawned, not forked (the same on every system, and safe beside threads), leave Ctrl-C to their parent and go
when it goes, even if it is killed.  A worker that dies or is late is ended and replaced alone; the others go on.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread, current_thread, main_thread
from types import FrameType, TracebackType
from typing import Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

CONTEXT: Final = multiprocessing.get_context("spawn")


class WorkerLost(RuntimeError):
    """A worker process ended before its work did."""


def nothing() -> None:
    pass


class Workers:
    """So many processes that call functions.  Each calls `begin` first; a call may take so many `seconds`.

    >>> with Workers(1) as workers:
    ...     workers.submit(max, 3, 4).result()
    4
    """

    def __init__(self, jobs: int, begin: Callable[[], object] = nothing, seconds: float | None = None) -> None:
        self.begin = begin
        self.seconds = seconds
        self.calls: SimpleQueue[Serve | None] = SimpleQueue()
        self.lock = Lock()
        self.closed = False
        self.workers: dict[int, _Worker] = {}
        with on_ctrl_c(signal.SIG_IGN):  # inherited by the workers, which are deaf to it before they say so themselves
            for place in range(jobs):
                self.workers[place] = _Worker(begin)
        self.threads = [Thread(target=self._serve, args=(place,), daemon=True) for place in range(jobs)]
        for thread in self.threads:
            thread.start()

    def submit(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Let a worker call the function: `TimeoutError` if it takes too long, `WorkerLost` if its process dies."""
        call = _Call(partial(function, *args, **kwargs))
        self.calls.put(call.serve)
        return call.future

    def wait_until_ready(self, seconds: float) -> None:
        """Until every worker has begun."""
        for worker in self.workers.values():
            if not worker.ready.wait(seconds):
                raise WorkerLost(f"a worker has not begun after {seconds} s")

    def close(self) -> None:
        """End all workers, whatever they do."""
        with self.lock:
            self.closed = True
        with suppress(Empty):
            while True:
                serve = self.calls.get_nowait()
                if serve is not None:
                    serve(None, None)
        for _ in self.threads:
            self.calls.put(None)
        for worker in self.workers.values():
            worker.end()
        for thread in self.threads:
            thread.join()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def _serve(self, place: int) -> None:
        """In a thread for each worker: hand it one call after another."""
        self.workers[place].begun()
        while (serve := self.calls.get()) is not None:
            if not self.workers[place].process.is_alive():  # killed while it had nothing to do
                self._replace(place)
            if not serve(self.workers[place], self.seconds):
                self._replace(place)
            del serve  # while it waits for the next, nothing is left of this one

    def _replace(self, place: int) -> None:
        self.workers[place].end()
        with self.lock:
            if self.closed:
                return
            self.workers[place] = _Worker(self.begin)
        self.workers[place].begun()


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self, begin: Callable[[], object]) -> None:
        self.pipe, there = CONTEXT.Pipe()
        self.process: SpawnProcess = CONTEXT.Process(target=_work, args=(there, begin), daemon=True)
        self.process.start()
        there.close()
        self.ready = Event()

    def begun(self) -> None:
        with suppress(EOFError, OSError):  # it could not begin; the next call will tell
            self.pipe.recv()
        self.ready.set()

    def end(self) -> None:
        self.process.kill()
        self.process.join()


Serve = Callable[[_Worker | None, float | None], bool]


class _Call(Generic[R]):
    """What a worker is to do, and what will come of it."""

    def __init__(self, work: partial[R]) -> None:
        self.work = work
        self.future: Future[R] = Future()

    def serve(self, worker: _Worker | None, seconds: float | None) -> bool:
        """Have it done; whether the worker can go on after it.  Without a worker it will never be done."""
        if worker is None:
            self.future.cancel()
        if worker is None or not self.future.set_running_or_notify_cancel():
            return True
        try:
            worker.pipe.send(self.work)
            if not worker.pipe.poll(seconds):
                self.future.set_exception(TimeoutError(f"no answer after {seconds} s"))
                return False
            result, error = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join()
            self.future.set_exception(WorkerLost(f"a worker ended with exit code {worker.process.exitcode}"))
            return False
        except Exception as unsendable:
            self.future.set_exception(unsendable)
            return True
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)
        return True


# -- in the worker -----------------------------------------------------------------------------------------------------


def _work(pipe: Connection, begin: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    begin()
    pipe.send(None)
    while True:
        outcome: tuple[object, Exception | None]
        try:
            outcome = pipe.recv()(), None
        except EOFError:
            return
        except Exception as error:
            error.add_note(traceback.format_exc())
            outcome = None, error
        try:
            pipe.send(outcome)
        except OSError:
            return
        except Exception as unsendable:
            pipe.send((None, RuntimeError(f"{outcome!r} cannot be sent: {unsendable}")))


def _leave_with_parent() -> None:
    """A parent that is killed tells nobody, and its workers would work or wait for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


# -- Ctrl-C ------------------------------------------------------------------------------------------------------------

Handler = Callable[[int, FrameType | None], object] | signal.Handlers


@contextmanager
def on_ctrl_c(handler: Handler) -> Iterator[None]:
    """Another answer to Ctrl-C for a while; only the main thread of a process may change it."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
