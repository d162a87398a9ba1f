"""Bots in worker processes: however long a bot thinks, the sockets go on.

Bots that answer at once have a lane of their own, so that they never wait for those that take their time.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Final

import structlog

from roundtable.bots import Candidate as Weighed
from roundtable.bots.ismcts import merged
from roundtable.engine import Answer, Game, State
from roundtable.table import thoughts
from roundtable.table.frames import Candidate
from roundtable.table.log_codes import LogCode
from roundtable.table.todo import NEVER

from . import metrics
from .lanes import Key, Lane, Late, Lost

log = structlog.get_logger()

NOBODY: Final = ("", "")  # whoever asks without a table
LEAST: Final = 0.05  # seconds of thought below which a strong bot is no better than a quick one
SENT: Final = 0.1  # seconds before its moment by which a thought has ended and is on its way
QUICK: Final = 0.1  # seconds that a quick bot needs at most to answer instead
HINT: Final = 4.0  # seconds that somebody waits for a hint to be begun
PEOPLE_FIRST: Final = 5  # how nice workers are to the server
QUICK_FIRST: Final = 10  # and those that take their time also to the others
ALL_FIRST: Final = 19  # spare ones have what nobody else wants
REVIEWED: Final = 60.0  # seconds that one part of a review may take
LONG: Final = 0.5  # seconds of thought from which spare ones help


def _weigh(game: Game, bot: str, view: State, seat: int, seed: str, seconds: float) -> list[Weighed]:
    return thoughts.weigh(game, bot, view, seat, seed, seconds)


def _think(game: Game, bot: str, view: State, seat: int, seed: str, seconds: float) -> Answer:
    """The game comes first: it brings the modules that the view of an edition is made of."""
    return thoughts.think(game, bot, view, seat, seed, seconds)


def _advise(game: Game, view: State, seat: int, seed: str, most: float, seconds: float) -> list[Candidate]:
    return thoughts.advise(game, view, seat, seed, min(most, seconds))


class BotPool:
    """All who think for the tables of a process."""

    def __init__(self, workers: int, patience: float, spare: int = 0) -> None:
        self.slow = Lane(workers, patience, QUICK_FIRST)
        self.quick = Lane(1, patience, PEOPLE_FIRST)
        self.spare = Lane(spare, patience, ALL_FIRST)
        self.reviews = Lane(1, REVIEWED, QUICK_FIRST)  # begins to work when somebody wants a review

    def open(self) -> None:
        """Begin the workers now, not when the first bot is asked."""
        self.quick.open()
        self.slow.open()

    def close(self) -> None:
        self.quick.close()
        self.slow.close()
        self.spare.close()
        self.reviews.close()

    async def choose(
        self, bot: str, game: Game, view: State, seat: int, seed: str, key: Key = NOBODY, by: float = NEVER
    ) -> tuple[Answer, bool]:
        """What the bot answers, shortly before the time `by`; what a quicker one does if it finds none until then.

        And whether there was no time for it even to begin: that depends on who else thinks, and not on any card.
        """
        began = perf_counter()
        seconds = thoughts.seconds_of(bot)
        answer, hurried = None, False
        if seconds:
            try:
                answer = await self._slowly(bot, game, view, seat, seed, key, by, seconds)
            except Late:
                hurried = True
        if answer is None:
            answer = await self._quickly(thoughts.quick_bot(game) if seconds else bot, game, view, seat, seed, key)
        metrics.think_seconds.observe(perf_counter() - began)
        return answer, hurried

    async def _slowly(
        self, bot: str, game: Game, view: State, seat: int, seed: str, key: Key, by: float, seconds: float
    ) -> Answer | None:
        ends, least = by - QUICK - SENT, min(LEAST, seconds)
        helped = self._helped(bot, game, view, seat, seed, key, least, ends) if seconds >= LONG else []
        try:
            async with asyncio.timeout_at(by - QUICK if by < NEVER else None):
                found = await self.slow.do(key, _weigh, game, bot, view, seat, seed, least=least, ends=ends)
                if helped:
                    await asyncio.wait(helped, timeout=SENT / 2)
                return merged([found, *(one.result() for one in helped if one.done())])[0].answer
        except (Late, TimeoutError) as error:
            metrics.hurried.labels("bot").inc()
            log.warning(LogCode.BOT_HURRIED, bot=bot, game=game.slug, seat=seat, table=key[1], error=str(error))
            if isinstance(error, Late):
                raise
        except Exception as error:
            _failed(error, bot, game, seat)
        finally:
            for one in helped:
                one.cancel()
        return None

    def _helped(
        self, bot: str, game: Game, view: State, seat: int, seed: str, key: Key, least: float, ends: float
    ) -> list[asyncio.Task[list[Weighed]]]:
        """While nobody else thinks, spare workers think about the same; who is late or fails is not missed."""
        if self.slow.busy or self.slow.queued:
            return []
        if self.spare.size and self.spare.workers is None:  # not before a Champion sits down: each takes memory
            self.spare.open()

        async def help_out(own: str) -> list[Weighed]:
            try:
                return await self.spare.do(key, _weigh, game, bot, view, seat, own, least=least, ends=ends)
            except Exception:
                return []

        seeds = [thoughts.seed_of("spare", seed, number) for number in range(self.spare.free)]
        return [asyncio.create_task(help_out(own)) for own in seeds]

    async def _quickly(self, bot: str, game: Game, view: State, seat: int, seed: str, key: Key) -> Answer:
        for name in (bot, bot, "random"):  # a worker may die by accident once
            try:
                return await self.quick.do(key, _think, game, name, view, seat, seed)
            except Exception as error:
                _failed(error, name, game, seat)
        raise RuntimeError(f"no bot can answer in {game.slug}")

    async def advise(
        self, game: Game, view: State, seat: int, seed: str, seconds: float, key: Key = NOBODY
    ) -> list[Candidate]:
        """A hint for whoever sits there; any exception, `Late` among them, if there will be none."""
        ends = asyncio.get_running_loop().time() + HINT + seconds
        try:
            least = seconds / 4  # a short look is better than none
            return await self.slow.do(key, _advise, game, view, seat, seed, seconds, least=least, ends=ends)
        except Late:
            metrics.hurried.labels("hint").inc()
            raise


def _failed(error: Exception, bot: str, game: Game, seat: int) -> None:
    if isinstance(error, Lost):  # it is logged already, and may be nobody's fault
        return
    metrics.faults.labels("bot").inc()
    log.error(LogCode.BOT_FAILED, bot=bot, game=game.slug, seat=seat, error=repr(error))
