"""The hall: all tables of this process, who is known, and what they share: the store, the bus, the thinking bots."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Mapping, Sequence
from time import time
from typing import Any, Final

import structlog

import roundtable as rt
from roundtable.engine import BadOption, Game
from roundtable.engine.match import Match

from . import metrics
from .bus import Bus, LocalBus
from .clocks import clock
from .documents import Refused, bot_seat, fill, seat_of
from .limits import Buckets
from .model import BOT, OPEN, OVER, PERSON, RUNNING, SETUP, Doc, Person, Seat
from .seats import clean, hashed, new_arms, new_id, new_person, new_token
from .settings import Settings
from .store import Kept, Store, StoreFailure
from .table import Table
from .thinking import Thinkers

log = structlog.get_logger()

PERSONS: Final = 20_000  # remembered between requests
REPLAYS: Final = 20


class Hall:
    """What the pages and the socket work with."""

    def __init__(self, settings: Settings, store: Store, bus: Bus | None = None) -> None:
        self.settings = settings
        self.store = store
        self.bus: Bus = bus or LocalBus()
        self.thinkers = Thinkers(settings.workers, settings.patience)
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Task[Table | None]] = {}
        self.persons: OrderedDict[bytes, Person] = OrderedDict()
        self.replays: OrderedDict[str, tuple[Doc, Match]] = OrderedDict()
        self.hints = Buckets(settings.hints)
        self.posts = Buckets(settings.posts)
        self.opened = Buckets(settings.opened)
        self.tokens = Buckets(settings.tokens)
        self.sockets: dict[str, int] = {}
        self.draining = False
        self.failure: StoreFailure | None = None  # why there is nothing to serve from
        self.sweeper: asyncio.Task[None] | None = None
        self.beating: asyncio.Task[None] | None = None
        self.errands: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        try:
            await self.store.open()
        except StoreFailure as failure:
            self.failure = failure
            raise
        await self.bus.open(self._hear)
        self.thinkers.warm()
        self.sweeper = asyncio.create_task(self._sweep())
        if self.bus.shared:
            self.beating = asyncio.create_task(self._beat())

    async def drain(self) -> None:
        """Say good-bye; what is being written is written before the store closes."""
        self.draining = True
        links = [link for table in self.tables.values() for link in table.presence.links]
        log.info("draining", tables=len(self.tables), sockets=len(links))
        for link in links:
            link.close("the server is restarting; come back in a moment")
        for _ in range(100):
            if not any(table.presence.links for table in self.tables.values()):
                break
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        self.draining = True
        for task in (self.sweeper, self.beating):
            if task is not None:
                task.cancel()
        for table in list(self.tables.values()):
            async with table.lock:  # an answer that is being written is finished
                table.broken = True
                table.close()
        self.thinkers.close()
        await self.bus.close()
        await self.store.close()

    # -- tables ------------------------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table | None:
        """A table, from memory or from the store; `Refused` if its log does not hold under the present rules."""
        known = self.tables.get(id)
        if known is not None:
            return known
        if len(id) > 40:
            return None
        task = self.loading.get(id)
        if task is None:
            task = self.loading[id] = asyncio.create_task(self._load(id))
        try:
            return await asyncio.shield(task)
        finally:
            self.loading.pop(id, None)

    async def _load(self, id: str) -> Table | None:
        kept = await self.store.table(id)
        if kept is None:
            return None
        try:
            table = Table(self, kept)
        except Exception as error:  # the rules have changed, or the log was changed by hand
            metrics.faults.labels("load").inc()
            log.error("table cannot be read", table=id, game=kept.doc.game, error=repr(error), exc_info=error)
            raise Refused("this match was begun under other rules and cannot be shown") from error
        await table.settle()
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self.tables[table.doc.id] = table
        metrics.tables.set(len(self.tables))

    def drop(self, table: Table) -> None:
        table.close()
        self.tables.pop(table.doc.id, None)
        metrics.tables.set(len(self.tables))

    def _hear(self, process: str, id: str, note: str) -> None:
        """Another process tells of a table; it matters only if somebody here looks at it."""
        table = self.tables.get(id)
        if table is not None:
            self.run(table.others(process, note) if note else table.news())

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        """Let something happen in the background."""
        task = asyncio.create_task(errand)
        self.errands.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self.errands.discard(task)
        if not task.cancelled() and task.exception() is not None:
            metrics.faults.labels("errand").inc()
            log.error("an errand failed", error=repr(task.exception()), exc_info=task.exception())

    async def _beat(self) -> None:
        """Tell other processes who is here, and forget those of whom nothing was heard."""
        while True:
            await asyncio.sleep(self.settings.beat)
            for table in list(self.tables.values()):
                await table.beat()

    async def _sweep(self) -> None:
        """Tables that nobody looks at leave the memory; the store has them."""
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle / 2))
            for table in list(self.tables.values()):
                if table.idle() > self.settings.idle:
                    self.drop(table)

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
        person, token = new_person(), new_token()
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

    async def open_table(self, host: Person, game: Game, form: Mapping[str, Sequence[str]], kind: str) -> Doc:
        """A table as a form describes it: `kind` is play, friends or pass.  `Refused` or `BadOption` say why not."""
        if await self.store.unfinished(host.id) >= self.settings.tables:
            raise Refused("you have too many unfinished tables; finish one first", 429)
        doc = Doc(new_id(), game.slug, host.id, 0, {}, [], secrets.token_hex(16), round(time(), 3))
        arrange(doc, game, form, hints=kind == "play")
        bot = last(form, "bot")
        people = [seat_of(host, ready=True)]
        if kind == "pass":
            names = [clean(name, self.settings.name_length) for name in form.get("person", ())]
            names = [name for name in names if name]
            if not 2 <= len(names) <= doc.players:
                raise Refused(f"pass and play is for 2 to {doc.players} people at this table; name them", 400)
            people = [Seat(PERSON, name, host.id, arms=new_arms(name), ready=True) for name in names]
            doc.passing = True
        doc.seats = [*people, *(Seat() for _ in range(doc.players - len(people)))]
        if kind != "friends":
            fill(doc, bot)
            doc.state = RUNNING
        await self.store.add_table(doc)
        self._keep(Table(self, Kept(doc, [], [])))
        log.info("table opened", table=doc.id, game=doc.game, players=doc.players, kind=kind)
        return doc

    async def rematch(self, table: Table, person: Person) -> str:
        """The next table of the same company; the same one for all who ask."""
        old = table.doc
        if old.state != OVER:
            raise Refused("the match is not over")
        if not old.seats_of(person.id):
            raise Refused("only those who played can ask for a rematch", 403)
        if old.rematch:
            return old.rematch
        doc = Doc(
            *(new_id(), old.game, person.id, old.players, dict(old.options), []),
            seed=secrets.token_hex(16),
            created=round(time(), 3),
            preset=old.preset,
            clock=old.clock,
            public=False,
            passing=old.passing,
            hints=old.hints,
        )
        for seat in old.seats:
            mine = seat.person == person.id
            bot = seat.bot if seat.kind == BOT else ""
            doc.seats.append(Seat(seat.kind, seat.name, seat.person, bot, seat.arms, ready=mine or seat.kind == BOT))
        if doc.people() == {person.id}:
            doc.state = RUNNING

        def note(draft: Doc) -> None:
            if draft.rematch:
                raise Refused("somebody else was faster; look again")
            draft.rematch = doc.id

        await self.store.add_table(doc)
        await table.change(note)
        return doc.id

    # -- replays -----------------------------------------------------------------------------------------------------

    async def replay(self, id: str) -> tuple[Doc, Match] | None:
        """A finished match; None if there is no such table, `Refused` if it is not over."""
        if id in self.replays:
            self.replays.move_to_end(id)
            return self.replays[id]
        table = await self.table(id)
        if table is None:
            return None
        match = table.course.match if table.course is not None else None
        if match is None or not match.over:
            raise Refused("the match is not over; what happened is for those who play", 403)
        match = await asyncio.to_thread(match.fork, len(match.entries))  # with all its states
        self.replays[id] = table.doc, match
        if len(self.replays) > REPLAYS:
            self.replays.popitem(last=False)
        return self.replays[id]

    # -- sockets -----------------------------------------------------------------------------------------------------

    def may_connect(self, client: str) -> bool:
        return not self.draining and self.sockets.get(client, 0) < self.settings.sockets

    def connected(self, client: str, change: int) -> None:
        count = self.sockets.get(client, 0) + change
        if count > 0:
            self.sockets[client] = count
        else:
            self.sockets.pop(client, None)
        metrics.sockets.inc(change)


def last(form: Mapping[str, Sequence[str]], name: str, default: str = "") -> str:
    values = form.get(name, ())
    return values[-1] if values else default


def ticked(form: Mapping[str, Sequence[str]], name: str, default: bool = False) -> bool:
    return last(form, name, "on" if default else "") in ("on", "true", "yes", "1")


def arrange(doc: Doc, game: Game, form: Mapping[str, Sequence[str]], hints: bool = False) -> None:
    """Players, options, clock as a form says; whether there are `hints` if it does not say."""
    players = last(form, "players") or str(game.seats[0])
    if not players.isascii() or not players.isdigit() or len(players) > 3:
        raise Refused("players: give a number", 400)
    preset = last(form, "preset")
    doc.players = int(players)
    doc.options = game.settle(doc.players, read_options(game, form), preset)
    doc.preset = preset
    mode = clock(last(form, "clock") or "none")
    if mode is None:
        raise Refused("there is no such clock", 400)
    doc.clock = mode.name
    doc.public = ticked(form, "public")
    doc.hints = ticked(form, "hints", hints)


def read_options(game: Game, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The options in a form; `BadOption` if there are others."""
    known = {option.name: option for option in game.options}
    given: dict[str, Any] = {}
    for field, values in form.items():
        if field.startswith("option."):
            name = field.removeprefix("option.")
            if name not in known:
                raise BadOption(f"unknown option {name!r}")
            if known[name].kind == "list":
                given[name] = ",".join(values)
            elif values[-1]:
                # Some options also take a file of one's own: never one of the server's.
                if known[name].kind == "choice" and values[-1] not in map(str, known[name].values):
                    raise BadOption(f"option {name}: {values[-1]!r} is not {known[name].expects()}")
                given[name] = values[-1]
    return given


# -- what people do before the start -----------------------------------------------------------------------------------


def change_seat(doc: Doc, person: Person, form: Mapping[str, Sequence[str]]) -> None:
    """Take or leave a seat; the host also opens seats and sets bots."""
    _in_setup(doc)
    text = last(form, "seat")
    if not text.isascii() or not text.isdigit() or len(text) > 2 or int(text) >= doc.players:
        raise Refused("there is no such seat", 400)
    i, do = int(text), last(form, "do")
    seat = doc.seats[i]
    if do == "take":
        if seat.kind != OPEN:
            raise Refused("the seat is taken")
        for k in doc.seats_of(person.id):
            doc.seats[k] = Seat()
        doc.seats[i] = seat_of(person)
    elif do == "leave":
        if seat.person != person.id:
            raise Refused("the seat is not yours", 403)
        doc.seats[i] = Seat()
    elif do in ("open", "bot"):
        _hosted(doc, person)
        doc.seats[i] = Seat() if do == "open" else bot_seat(doc, i, last(form, "bot"))
    else:
        raise Refused("take, leave, open or bot?", 400)


def change_ready(doc: Doc, person: Person, form: Mapping[str, Sequence[str]]) -> None:
    _in_setup(doc)
    mine = doc.seats_of(person.id)
    if not mine:
        raise Refused("take a seat first")
    for i in mine:
        doc.seats[i].ready = last(form, "ready", "yes") == "yes"


def change_settings(doc: Doc, person: Person, form: Mapping[str, Sequence[str]]) -> None:
    """The set-up anew; people keep their seats as far as there are any."""
    _in_setup(doc)
    _hosted(doc, person)
    game = rt.game(doc.game)
    arrange(doc, game, form)
    taken = [seat for seat in doc.seats if seat.kind == PERSON]
    if len(taken) > doc.players:
        raise Refused(f"{len(taken)} people sit here already")
    while len(doc.seats) > doc.players:
        spare = next(i for i in reversed(range(len(doc.seats))) if doc.seats[i].kind != PERSON)
        del doc.seats[spare]
    doc.seats += [Seat() for _ in range(doc.players - len(doc.seats))]
    for seat in doc.seats:
        seat.ready = seat.kind == BOT


def change_start(doc: Doc, person: Person, form: Mapping[str, Sequence[str]]) -> None:
    _in_setup(doc)
    _hosted(doc, person)
    waiting = [s.name for s in doc.seats if s.kind == PERSON and not s.ready and s.person != person.id]
    if waiting:
        raise Refused(f"not yet ready: {', '.join(waiting)}")
    if not doc.people():
        raise Refused("somebody should sit down first")
    fill(doc, last(form, "bot"))
    doc.state = RUNNING


def _in_setup(doc: Doc) -> None:
    if doc.state != SETUP:
        raise Refused("the match has begun")


def _hosted(doc: Doc, person: Person) -> None:
    if doc.host != person.id:
        raise Refused("that is for the host of the table", 403)
