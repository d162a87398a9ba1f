"""The guard: whatever a bot does, its seat answers legally and in time.

A bot that raises, answers illegally or takes too long is answered for at random, and that is logged.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from random import Random
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any

from roundtable.engine import Answer, Choice, State

if TYPE_CHECKING:
    from . import Bot

log = logging.getLogger(__name__)


class Overrun(Exception):
    """A bot has taken more time than it was given."""


class Guarded:
    """A bot that never fails; `faults` tells how often it would have.

    >>> from roundtable.engine import OneOf
    >>> class Broken:
    ...     def choose(self, view, choice):
    ...         raise ZeroDivisionError
    >>> logging.disable()
    >>> guarded = Guarded(Broken(), seconds=1, seed=0)
    >>> guarded.choose(None, OneOf(("yes", "no"))) in (("yes",), ("no",)), guarded.faults
    (True, ['ZeroDivisionError: '])
    >>> logging.disable(logging.NOTSET)
    """

    def __init__(self, bot: Bot, seconds: float, seed: int | str) -> None:
        self.bot = bot
        self.seconds = seconds
        self.rng = Random(f"guard/{seed}")
        self.faults: list[str] = []

    def choose(self, view: State, choice: Choice) -> Answer:
        try:
            answer = choice.canonical(tuple(within(self.seconds, lambda: self.bot.choose(view, choice))))
            refusal = choice.refusal(answer)
            if refusal is None:
                return answer
            raise refusal
        except Exception as error:
            self.faults.append(f"{type(error).__name__}: {error}")
            log.warning("%s failed, a random answer is given: %s", type(self.bot).__name__, self.faults[-1])
            return choice.sample(self.rng)


def within(seconds: float, work: Callable[[], Answer]) -> Answer:
    """The result of the work, or `Overrun` if it takes longer."""
    if current_thread() is main_thread() and hasattr(signal, "setitimer"):
        return _interrupted(seconds, work)
    return _left_alone(seconds, work)


def _interrupted(seconds: float, work: Callable[[], Answer]) -> Answer:
    def ring(number: int, frame: Any) -> None:
        raise Overrun(f"no answer after {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _left_alone(seconds: float, work: Callable[[], Answer]) -> Answer:
    """Elsewhere a thread cannot be stopped, only left behind."""
    done: list[Answer] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise Overrun(f"no answer after {seconds} s")
    return done[0]
