"""The registry: all tables of this process, who is known, and what they share: the store, the bus, the bots."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic, time
from typing import Final

import msgspec
import structlog

from roundtable.engine import Game
from roundtable.engine.match import Match
from roundtable.table import Doc, Kept, Link, Person, Record, Refused
from roundtable.table.limits import Limiter
from roundtable.table.log_codes import LogCode
from roundtable.table.model import CLOSED, SETUP
from roundtable.table.people import new_person
from roundtable.table.presence import Note
from roundtable.table.setup import Form, note_rematch, open_table, rematch

from . import metrics
from .bot_pool import BotPool
from .bus import Bus, LocalBus
from .host import Services, TableHost
from .limits import Keys, OpenSockets
from .offline import OfflineSite
from .pictures import Pictures
from .print_shop import PrintShop
from .reviews import Reviews
from .settings import Settings
from .store import Conflict, Store, StoreFailure
from .tokens import LOT, hashed, id_after, new_id, new_token
from .workshop import Workshop

log = structlog.get_logger()

PERSONS: Final = 20_000  # remembered between requests
REPLAYS: Final = 20
LISTED: Final = 30  # tables in the list of open ones
LEFT: Final = 1000  # tables dropped and sockets closed, after which rings of references among them are looked for
AGAIN: Final = 1.0  # seconds that others wait for a table that is read again
CLOSING: Final = 2.0  # seconds in which answers that are being written are finished


class TableRegistry:
    """What the pages and the sockets work with."""

    def __init__(self, settings: Settings, store: Store, bus: Bus | None = None) -> None:
        self.settings = settings
        self.store = store
        self.bus: Bus = bus or LocalBus()
        self.bots = BotPool(settings.workers, settings.patience, settings.spare)
        self.tables: dict[str, TableHost] = {}
        self.loading: dict[str, asyncio.Task[TableHost | None]] = {}
        self.outdated: set[str] = set()  # tables that were changed elsewhere while they were being read
        self.persons: OrderedDict[bytes, Person] = OrderedDict()
        self.replays: OrderedDict[str, tuple[Doc, Match]] = OrderedDict()
        self.offline = OfflineSite(settings.data / "offline", settings.offline)
        self.prints = PrintShop(settings.data / "prints", settings.printer) if settings.printer is not None else None
        drafts = settings.counts["editions"].most
        self.workshop = Workshop(store, settings.simulator, drafts) if settings.simulator is not None else None
        self.pictures = Pictures(settings.painter) if settings.painter is not None else None
        self.reviews = Reviews(self.bots.reviews, store, self.background)
        self.limiter = Limiter(settings.rates, lambda kind: metrics.limited.labels(kind).inc())
        self.services = Services(settings, store, self.bus, self.bots, self.limiter, self.background)
        self.sockets = OpenSockets(settings.counts)
        self.draining = False
        self.failure: StoreFailure | None = None  # why there is nothing to serve from
        self.sweeper: asyncio.Task[None] | None = None
        self.beating: asyncio.Task[None] | None = None
        self.tasks: set[asyncio.Task[None]] = set()  # in the background
        self.left = 0  # tables and sockets that have gone since rings of references were looked for

    async def open(self) -> None:
        try:
            await self.store.open()
        except StoreFailure as failure:
            self.failure = failure
            raise
        await self.bus.open(self._hear, self._look_again)
        self.bots.open()
        self.sweeper = asyncio.create_task(self._sweep())
        if self.bus.shared:
            self.beating = asyncio.create_task(self._beat())

    async def drain(self) -> None:
        """Say good-bye; what is being written is written before the store closes."""
        self.draining = True
        log.info(LogCode.DRAINING, tables=len(self.tables), sockets=self.sockets.total)
        for host in self.tables.values():
            host.say_goodbye("the server is restarting; come back in a moment")
        for _ in range(100):
            if not self.sockets.total:
                break
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        self.draining = True
        for task in (self.sweeper, self.beating):
            if task is not None:
                task.cancel()
        deadline = asyncio.get_running_loop().time() + CLOSING
        for host in list(self.tables.values()):
            with suppress(TimeoutError):  # the store is away
                async with asyncio.timeout_at(deadline):  # an answer that is being written is finished
                    await host.settled()
            host.close()
        self.offline.close()
        self.bots.close()
        if self.workshop is not None:
            await self.workshop.close()
        await self.bus.close()
        await self.store.close()

    # -- tables ------------------------------------------------------------------------------------------------------

    async def table(self, id: str) -> TableHost | None:
        """A table, from memory or from the store; `Refused` if its log does not hold under the present rules."""
        known = self.tables.get(id)
        if known is not None and self.bus.deaf:  # nobody has told us whether this is still how it stands
            await known.refresh()
            known = self.tables.get(id)
        if known is not None:
            return known
        if len(id) > 40 or not id.isprintable():  # PostgreSQL would fail over a NUL
            return None
        task = self.loading.get(id)
        if task is None:
            task = self.loading[id] = asyncio.create_task(self._load(id))
        try:
            return await asyncio.shield(task)
        finally:
            self.loading.pop(id, None)

    async def _load(self, id: str) -> TableHost | None:
        self.outdated.discard(id)
        kept = await self.store.table(id)
        if kept is None:
            return None
        try:
            host = TableHost(self.services, kept, self.drop)
        except Exception as error:  # the rules have changed, or the log was changed by hand
            metrics.faults.labels("load").inc()
            log.error(LogCode.TABLE_UNREADABLE, table=id, game=kept.doc.game, error=repr(error), exc_info=error)
            raise Refused("this match was begun under other rules and cannot be shown") from error
        await host.settled()
        self._keep(host)
        if id in self.outdated:
            self.outdated.discard(id)
            await host.refresh()
        return host

    def _keep(self, host: TableHost) -> None:
        self.tables[host.table.doc.id] = host
        metrics.tables.set(len(self.tables))

    def drop(self, host: TableHost) -> None:
        host.close()
        if self.tables.get(host.table.doc.id) is host:
            del self.tables[host.table.doc.id]
        self.left += 1
        metrics.tables.set(len(self.tables))

    def _hear(self, process: str, id: str, note: str) -> None:
        """Another process tells of a table; it matters only if somebody here looks at it."""
        host = self.tables.get(id)
        if host is not None and note:
            host.hear_note(process, msgspec.json.decode(note, type=Note))
        elif host is not None:
            self.background(host.refresh())
        elif id in self.loading:
            self.outdated.add(id)

    def _look_again(self) -> None:
        """What other processes told may have been missed."""
        self.outdated.update(self.loading)
        self.background(self._read_all_again())

    async def _read_all_again(self) -> None:
        """One after the other, so that the store has time for others; those at which people sit come first."""
        for host in sorted(self.tables.values(), key=lambda host: not host.wakes):
            with suppress(TimeoutError):  # a table that is always busy looks again by and by
                async with asyncio.timeout(AGAIN):
                    await host.refresh()

    def background(self, work: Coroutine[None, None, None]) -> None:
        """Let something happen in the background."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            metrics.faults.labels("background").inc()
            log.error(LogCode.BACKGROUND_FAULT, error=repr(task.exception()), exc_info=task.exception())

    async def _beat(self) -> None:
        """Tell other processes who is here, and forget those of whom nothing was heard."""
        while True:
            await asyncio.sleep(self.settings.beat)
            for host in list(self.tables.values()):
                host.beat()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle / 2, self.settings.listed / 3))
            self._drop_idle()
            try:
                await self._tend_open_tables()
            except StoreFailure as failure:  # it is tried again, and whoever plays hears of it first
                log.warning(LogCode.STORE_REFUSED, path="", error=str(failure))
            # It takes half a millisecond for each table that lives, so the more there are the more seldom it is done.
            if self.left >= max(LEFT, 2 * len(self.tables)):
                self.left = 0
                gc.collect()

    async def _tend_open_tables(self) -> None:
        """Tables in set-up at which somebody looks stay in the list; those that everybody has left are forgotten."""
        now = time()
        for host in list(self.tables.values()):
            if host.table.doc.state == SETUP and host.wakes:
                await self.store.touch(host.table.doc.id, now)
        for id in await self.store.forget(now - self.settings.forgotten):
            log.info(LogCode.TABLE_FORGOTTEN, table=id)

    async def open_tables(self) -> list[Doc]:
        """Public tables that wait for people, as many of each host as may be shown, the one seen last first."""
        return await self.store.open_tables(LISTED, time() - self.settings.listed, self.settings.counts["listed"].most)

    def _drop_idle(self) -> None:
        """Tables that nobody looks at leave the memory; the store has them."""
        for host in list(self.tables.values()):
            if host.idle() > self.settings.idle:
                self.drop(host)

    # -- persons -----------------------------------------------------------------------------------------------------

    async def person(self, token: str) -> Person | None:
        """Whose token this is."""
        key = hashed(token)
        if key is None:
            return None
        found = self.persons.get(key)
        if found is None:
            found = await self.store.person(key)
            if found is None:
                return None
            self._remember(key, found)
        return found

    async def welcome(self) -> tuple[Person, str]:
        """A new person and the token."""
        person, token = new_person(new_id(), LOT), new_token()
        key = hashed(token)
        assert key is not None
        await self.store.add_person(person, key)
        self._remember(key, person)
        return person, token

    async def rename(self, token: str, person: Person) -> None:
        await self.store.save_person(person)
        key = hashed(token)
        assert key is not None
        self._remember(key, person)

    def _remember(self, key: bytes, person: Person) -> None:
        self.persons[key] = person
        self.persons.move_to_end(key)
        if len(self.persons) > PERSONS:
            self.persons.popitem(last=False)

    # -- new tables --------------------------------------------------------------------------------------------------

    async def open_table(self, host: Person, game: Game, form: Form, kind: str) -> Doc:
        """A table as a form describes it: `kind` is play, friends or pass.  `Refused` or `BadOption` say why not."""
        if await self.store.unfinished(host.id) >= self.settings.counts["unfinished"].most:
            raise Refused("you have too many unfinished tables; finish one first", 429)
        doc = Doc(new_id(), game.slug, host.id, 0, {}, [], secrets.token_hex(16), round(time(), 3))
        open_table(doc, host, game, form, kind, self.settings.name_length, LOT)
        await self.store.add_table(doc)
        self._keep(TableHost(self.services, Kept(doc, [], []), self.drop))
        log.info(LogCode.TABLE_OPENED, table=doc.id, game=doc.game, players=doc.players, kind=kind)
        return doc

    async def begin_from(self, doc: Doc, records: Sequence[Record]) -> None:
        """A table whose match begins with these answers."""
        if await self.store.unfinished(doc.host) >= self.settings.counts["unfinished"].most:
            raise Refused("you have too many unfinished tables; finish one first", 429)
        await self.store.add_table(doc)
        if records:
            await self.store.append(doc.id, 0, records)
        self._keep(TableHost(self.services, Kept(doc, list(records), []), self.drop))
        log.info(LogCode.TABLE_OPENED, table=doc.id, game=doc.game, players=doc.players, kind="play_on")

    async def rematch(self, host: TableHost, person: Person) -> str:
        """The next table of the same company; the same one for all who ask."""
        old = host.table.doc
        session = host.table.session
        options = session.match.again() if session is not None else old.options
        doc = rematch(old, person, id_after(old.id, old.seed), secrets.token_hex(16), round(time(), 3), options)
        if old.rematch:
            return old.rematch
        with suppress(Conflict):  # somebody else was faster, and theirs is the table
            await self.store.add_table(doc)
        await host.change(partial(note_rematch, next_table=doc.id))
        return doc.id

    # -- replays -----------------------------------------------------------------------------------------------------

    async def replay(self, id: str) -> tuple[Doc, Match] | None:
        """A finished match; None if there is no such table, `Refused` if it is not over.

        At the end of a lesson a match only rests: whoever plays on may not have seen the cards.
        """
        if id in self.replays:
            self.replays.move_to_end(id)
            return self.replays[id]
        host = await self.table(id)
        if host is None:
            return None
        session = host.table.session
        match = session.match if session is not None else None
        if match is None or not (match.over or host.table.doc.state == CLOSED):
            raise Refused("the match is not over; what happened is for those who play", 403)
        match = await asyncio.to_thread(match.fork, len(match.entries))  # with all its states
        self.replays[id] = host.table.doc, match
        if len(self.replays) > REPLAYS:
            self.replays.popitem(last=False)
        return self.replays[id]

    # -- sockets -----------------------------------------------------------------------------------------------------

    def admit(self, link: Link, doc: Doc) -> Keys | None:
        """Let a link in; what to give back when it goes, None if there is no room for it."""
        if self.draining or not self.limiter.take("sockets", link.person, link.place, monotonic()):
            return None
        keys = self.sockets.admit(link.person, link.place, doc.id, bool(doc.seats_of(link.person)))
        if keys is None:
            metrics.limited.labels("open_sockets").inc()
        else:
            metrics.sockets.inc()
        return keys

    def disconnected(self, keys: Keys) -> None:
        self.sockets.leave(keys)
        self.left += 1
        metrics.sockets.dec()
