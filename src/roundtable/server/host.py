"""The host of a table: runs it on the event loop, writes what it wants written, lets its bots think.

The table itself does no input or output (`roundtable.table`); here is all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from time import time

import structlog

import roundtable as rt
from roundtable.table import (
    Append,
    Kept,
    Link,
    Load,
    LogEntry,
    Reason,
    Save,
    Table,
    TableSettings,
    Thought,
    Todo,
    Write,
)
from roundtable.table.frames import ClientFrame
from roundtable.table.limits import Limiter
from roundtable.table.log_codes import LogCode
from roundtable.table.presence import Note
from roundtable.table.setup import Change, Changing
from roundtable.table.thoughts import quick_bot, seconds_of
from roundtable.table.todo import NEVER

from . import metrics
from .bot_pool import BotPool
from .bus import Bus
from .encoding import encode
from .lanes import Late
from .settings import Settings
from .store import Conflict, Store, StoreFailure

log = structlog.get_logger()

Wake = Callable[[], None]

# The metric `faults` by place; what is not here is no fault.
PLACES = {
    LogCode.RULES_FAULT: "rules",
    LogCode.FRAME_FAULT: "frame",
    LogCode.BOT_GAVE_UP: "bot",
    LogCode.BACKGROUND_FAULT: "background",
}


@dataclass(frozen=True)
class Services:
    """What all tables of a process share."""

    settings: Settings
    store: Store
    bus: Bus
    bots: BotPool
    limiter: Limiter
    background: Callable[[Coroutine[None, None, None]], None]  # let something happen in the background


class TableHost:
    """A table in this process."""

    def __init__(self, services: Services, kept: Kept, evict: Callable[[TableHost], None]) -> None:
        settings = services.settings
        self.services = services
        self.evict = evict
        self.loop = asyncio.get_running_loop()
        chosen = TableSettings(
            pace=settings.pace,
            abreast=settings.workers,
            grace=settings.grace,
            hurry=settings.hurry,
            chat_length=settings.chat_length,
            chat_kept=settings.chat_kept,
            limiter=services.limiter,
            shared=services.bus.shared,
            epoch=time() - self.loop.time(),
        )
        self.table = Table(rt.of_match(kept.doc.game, kept.doc.edition), kept, chosen)
        self.wakes: dict[Link, Wake] = {}
        self.thinking: dict[Thought, asyncio.Task[None]] = {}
        self.changes: dict[Change, asyncio.Future[None]] = {}
        self.settling: list[asyncio.Future[None]] = []
        self.place = ""  # from where the last one came who sits here: bots think on their account
        self.scheduled = False
        self.timer: asyncio.Handle | None = None
        self.rings = NEVER  # when the timer does; uvloop's handles do not always say
        self.counts = [metrics.answers.labels(kept.doc.game, by) for by in ("person", "bot")]

    # -- what happens ------------------------------------------------------------------------------------------------

    def join(self, link: Link, wake: Wake) -> None:
        """A link comes; it is woken whenever there is something to send to it or it may be heard again."""
        self.wakes[link] = wake
        if self.table.doc.seats_of(link.person):
            self.place = link.place
        self.table.join(link)
        self._run_soon()

    def leave(self, link: Link) -> None:
        self.wakes.pop(link, None)
        self.table.leave(link)
        self._run_soon()

    def say_goodbye(self, reason: str) -> None:
        for link in self.wakes:
            link.close(reason)
        self._run_soon()

    def hear(self, link: Link, frame: ClientFrame) -> None:
        self.table.hear(link, frame)
        self._run_soon()

    async def change(self, apply: Changing) -> None:
        """Change the document; `Refused`, `BadOption` or `StoreFailure` say why not."""
        change = Change(apply)
        self.changes[change] = done = self.loop.create_future()
        self.table.change(change)
        self._run_soon()
        await done

    async def refresh(self) -> None:
        """Another process has changed the table, or may have."""
        self.table.refresh()
        await self.settled()

    def hear_note(self, process: str, note: Note) -> None:
        self.table.hear_note(process, note)
        self._run_soon()

    def beat(self) -> None:
        self.table.beat(3 * self.services.settings.beat)
        self._run_soon()

    async def settled(self) -> None:
        """All that has come in is done."""
        self._run_soon()
        done = self.loop.create_future()
        self.settling.append(done)
        await done

    def idle(self) -> float:
        return 0.0 if self.scheduled else self.table.idle(self.loop.time())

    def close(self) -> None:
        """Nothing goes on in the background."""
        self._do(self.table.close())
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    # -- running it --------------------------------------------------------------------------------------------------

    def _run_soon(self) -> None:
        """Frames that arrive together are dealt with together."""
        if not self.scheduled:
            self.scheduled = True
            self.loop.call_soon(self._run)

    def _run(self) -> None:
        self.scheduled = False
        todo = self.table.run(self.loop.time())
        self._do(todo)
        if todo.write is not None:
            self.services.background(self._write(todo.write))

    async def _write(self, write: Write | None) -> None:
        while write is not None:
            self.table.written(await self._outcome(write))
            todo = self.table.run(self.loop.time())
            write = todo.write
            self._do(todo)

    async def _outcome(self, write: Write) -> Kept | Reason | None:
        store, id = self.services.store, self.table.doc.id
        try:
            if isinstance(write, Append):
                await store.append(id, write.seq, write.records)
                for record in write.records:
                    self.counts[record.bot].inc()
            elif isinstance(write, Save):
                await store.save_table(write.doc)
            elif isinstance(write, Load):
                return await store.table(id)
            else:
                await store.say(id, write.message, write.kept)
        except Exception as error:  # whatever it is, the table may not wait for ever
            reason = Reason(str(error) or repr(error), conflict=isinstance(error, Conflict))
            reason.__cause__ = error
            return reason
        return None

    def _do(self, todo: Todo) -> None:
        try:
            self._carry_out(todo)
        except Exception as error:  # whatever it is, the table may not wait for ever for what it wants written
            self._log(LogEntry(LogCode.BACKGROUND_FAULT, error, table=self.table.doc.id))

    def _carry_out(self, todo: Todo) -> None:
        for entry in todo.log:
            self._log(entry)
        for link in todo.links:
            wake = self.wakes.get(link)
            if wake is not None:
                wake()
        for thought in todo.dropped:
            task = self.thinking.pop(thought, None)
            if task is not None:
                task.cancel()
        for thought in todo.thoughts:
            self.thinking[thought] = self.loop.create_task(self._think(thought))
        for change in todo.changes:
            self._changed(change)
        if todo.held:
            metrics.held.inc(todo.held)
        if self.services.bus.shared and (todo.announce or todo.note is not None):
            self.services.background(self._tell_others(todo))
        if todo.evicted:
            self.evict(self)
        self._set_timer(todo.wake)
        if self.settling and not self.table.busy:
            for done in self.settling:
                if not done.done():
                    done.set_result(None)
            self.settling.clear()

    def _changed(self, change: Change) -> None:
        done = self.changes.pop(change, None)
        if done is None or done.done():
            return
        if change.error is None:
            done.set_result(None)
        elif isinstance(change.error, Reason):
            done.set_exception(StoreFailure(str(change.error)))
        else:
            done.set_exception(change.error)

    async def _tell_others(self, todo: Todo) -> None:
        if todo.announce:
            await self.services.bus.tell(self.table.doc.id)
        if todo.note is not None:
            await self.services.bus.tell(self.table.doc.id, encode(todo.note).decode())

    def _set_timer(self, at: float) -> None:
        """A timer that rings too early does no harm, so it is only set anew for an earlier time."""
        if self.timer is not None:
            if self.rings <= at:
                return
            self.timer.cancel()
        self.rings = at
        self.timer = self.loop.call_at(at, self._ring) if at < NEVER else None

    def _ring(self) -> None:
        self.timer = None
        self._run_soon()

    async def _think(self, thought: Thought) -> None:
        table, services, doc = self.table, self.services, self.table.doc
        slug = doc.game
        question = (table.game, thought.view, thought.seat, thought.seed)
        try:
            if thought.hint:
                key = f"hints for {thought.place}", f"hint {thought.asker}"  # people wait: not behind their own bots
                table.advised(thought, await services.bots.advise(*question, services.settings.advice, key))
            else:
                bot, place = thought.bot, self.place or doc.host
                slow = bool(seconds_of(bot))
                limited = slow and not services.limiter.take("champions", doc.host, place, self.loop.time())
                if limited:
                    bot = quick_bot(table.game)
                answer, hurried = await services.bots.choose(bot, *question, (place, doc.id), thought.by)
                table.thought(thought, answer, hurried or limited)
        except Late:
            table.thought_failed(thought)
        except Exception as error:
            code = LogCode.HINT_FAILED if thought.hint else LogCode.BOT_GAVE_UP
            metrics.faults.labels("hint" if thought.hint else "bot").inc()
            log.error(code, table=table.doc.id, game=slug, seat=thought.seat, bot=thought.bot, error=repr(error))
            table.thought_failed(thought)
        self.thinking.pop(thought, None)
        self._run_soon()

    def _log(self, entry: LogEntry) -> None:
        if entry.code == LogCode.TABLE_EVICTED:
            metrics.evictions.inc()
        elif entry.code == LogCode.TABLE_RELOADED:
            metrics.reloads.inc()
        if entry.code in PLACES:
            metrics.faults.labels(PLACES[entry.code]).inc()
        facts: dict[str, object] = dict(entry.facts)
        if entry.error is not None:
            facts["error"] = repr(entry.error)
        if entry.code == LogCode.MATCH_OVER:
            log.info(entry.code, **facts)
        elif entry.code == LogCode.TABLE_RELOADED:
            log.warning(entry.code, **facts)
        else:
            log.error(entry.code, exc_info=entry.error if entry.code in PLACES else None, **facts)
