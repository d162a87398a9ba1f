"""The steward of a table sees to it that everybody who is asked answers.

Bots think, people are timed, and for whoever is late or has gone a bot answers until they are back.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from random import Random, uniform
from typing import TYPE_CHECKING, Any

import structlog

from roundtable.bots import Strength, usual
from roundtable.engine import Refusal

from . import metrics
from .clocks import Timing, clock
from .course import MOVED_ON
from .model import BOT, PERSON, Record
from .presence import NEVER
from .thinking import seed_of

if TYPE_CHECKING:
    from .table import Table

log = structlog.get_logger()


class Steward:
    """Who must answer at a table, and what is being done about it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.loop = asyncio.get_running_loop()
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # seat -> the question, its bot at work
        self.timing = Timing(0)
        self.timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """The match begins, or is made anew: so do its clocks."""
        mode = clock(self.table.doc.clock)
        self.timing = Timing((mode.seconds if mode is not None else 0) / self.table.hall.settings.hurry)

    def close(self) -> None:
        """Nothing goes on in the background."""
        if self.timer is not None:
            self.timer.cancel()
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking.clear()

    def drive(self) -> None:
        """Whenever somebody else may be asked, or somebody has come or gone."""
        course, seats = self.table.running, self.table.doc.seats
        asked = {seat: course.number(seat) for seat in course.match.asked} if course is not None else {}
        by_bot = {seat for seat in asked if seats[seat].kind == BOT or seats[seat].held}
        for seat, (number, task) in list(self.thinking.items()):
            if asked.get(seat) != number or seat not in by_bot:
                if task is not asyncio.current_task():
                    task.cancel()
                del self.thinking[seat]
        for seat in by_bot:
            if seat not in self.thinking:
                assert course is not None
                thought = self._think(seat, asked[seat], course.match.view(seat), seats[seat].bot)
                self.thinking[seat] = (asked[seat], asyncio.create_task(thought))
        people = {seat: number for seat, number in asked.items() if seat not in by_bot}
        before = self.timing.due
        self.timing.update(people, self.loop.time())
        if self.timing.due != before:
            self.tell_clocks()
        self._set_timer(list(people))

    # -- bots --------------------------------------------------------------------------------------------------------

    async def _think(self, seat: int, number: int, view: Any, bot: str) -> None:
        table = self.table
        try:
            await asyncio.sleep(uniform(*table.hall.settings.pace))
            seed = seed_of("bot", table.doc.seed, number)
            answer = await table.hall.thinkers.choose(bot, table.doc.game, view, seat, seed)
            for atoms in (list(answer), None):  # should it be refused, any answer will do
                done: asyncio.Future[Refusal | None] = self.loop.create_future()
                table.submit(partial(self._record, seat, number, atoms), partial(_tell, done))
                refusal = await done
                if refusal is None or self._gone_on(seat, number):
                    return
                log.error("a bot was refused", table=table.doc.id, bot=bot, seat=seat, reason=refusal.reason)
            raise RuntimeError("nothing was taken")
        except Exception as error:
            metrics.faults.labels("bot").inc()
            log.exception("a bot cannot answer", table=table.doc.id, bot=bot, seat=seat, error=repr(error))
            self.loop.call_later(1.0, self._ring)  # try again
        finally:
            if seat in self.thinking and self.thinking[seat][1] is asyncio.current_task():
                del self.thinking[seat]

    def _gone_on(self, seat: int, number: int) -> bool:
        """Whether the bot that thought about this question is no longer asked."""
        course, sitting = self.table.running, self.table.doc.seats[seat]
        if course is None or seat not in course.match.asked or course.number(seat) != number:
            return True
        return sitting.kind != BOT and not sitting.held

    def _record(self, seat: int, number: int, atoms: list[str] | None) -> Record:
        course = self.table.running
        if course is None or self._gone_on(seat, number):
            raise Refusal("", MOVED_ON)
        if atoms is None:
            atoms = list(course.match.choice(seat).sample(Random()))
        return Record(seat, course.match.question, atoms, bot=True)

    # -- clocks ------------------------------------------------------------------------------------------------------

    def tell_clocks(self) -> None:
        table, timing = self.table, self.timing
        if not timing.seconds:
            return
        clocks = timing.data(self.loop.time())
        for link in table.presence.links:
            mine = table.doc.seats_of(link.person)
            seen = [c for c in clocks if c["seat"] in mine or not table.quiet]
            asked = [(c["seat"], timing.due[c["seat"]]) for c in seen]
            if asked != link.clocks:  # nobody else may notice that a quiet question has been passed on
                link.clocks = asked
                link.post({"is": "clocks", "clocks": seen})

    def _set_timer(self, people: list[int]) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        due = min(map(self._due, people), default=NEVER)
        if due < NEVER:
            self.timer = self.loop.call_at(due, self._ring)

    def _due(self, seat: int) -> float:
        """When a bot will answer for this person."""
        table = self.table
        due = self.timing.due[seat][1] if seat in self.timing.due else NEVER
        if len(table.doc.people()) > 1:
            due = min(due, table.presence.gone_since(table.doc.seats[seat].person) + table.hall.settings.grace)
        return due

    def _ring(self) -> None:
        self.table.hall.run(self._time_is_up())

    async def _time_is_up(self) -> None:
        table = self.table
        async with table.lock:
            course = table.running
            if course is None:
                return
            seats = table.doc.seats
            people = [seat for seat in course.match.asked if seats[seat].kind == PERSON and not seats[seat].held]
            late = [seat for seat in people if self._due(seat) <= self.loop.time() + 0.001]
            if late:
                with suppress(Refusal):  # the table was made anew, and its clocks with it
                    await self._hold(late, usual(table.game))
                    metrics.held.inc(len(late))
            self.drive()

    # -- seats that a bot holds --------------------------------------------------------------------------------------

    async def back(self, seat: int) -> None:
        """A person takes a seat back."""
        if not self.table.doc.seats[seat].held:
            raise Refusal("", "the seat is yours already")
        await self._hold([seat], None)
        self.drive()

    async def _hold(self, seats: list[int], bot: Strength | None) -> None:
        """Let a bot answer for these persons; None: they answer themselves again."""
        table, draft = self.table, self.table.draft()
        for seat in seats:
            draft.seats[seat].held = bot is not None
            draft.seats[seat].bot = bot.name if bot is not None else ""
        await table.save(draft)
        if bot is not None:
            for link in table.presence.links:
                mine = draft.seats_of(link.person)
                for seat in seats:
                    if seat in mine or not table.quiet:
                        link.post({"is": "held", "seat": seat, "by": bot.title})
        table.tell()

    def check_not_held(self, seat: int) -> None:
        if self.table.doc.seats[seat].held:
            raise Refusal("", "a bot holds your seat; take it back first")


def _tell(waiting: asyncio.Future[Refusal | None], refusal: Refusal | None) -> None:
    if not waiting.done():  # nobody waits any more when the table has moved on
        waiting.set_result(refusal)
