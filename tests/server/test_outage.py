"""PostgreSQL breaks connections, goes away, comes back: nothing is lost or doubled, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import roundtable as rt
from roundtable.server import metrics
from roundtable.server.bus.postgres import PostgresBus
from roundtable.server.host import TableHost
from roundtable.server.registry import TableRegistry
from roundtable.server.settings import Settings
from roundtable.server.store import Conflict, StoreFailure
from roundtable.server.store.groupcommit import GroupCommit
from roundtable.server.store.packing import record_of
from roundtable.server.store.postgres import LOCK, PostgresStore
from roundtable.server.tokens import LOT, new_id
from roundtable.table import PERSON, RUNNING, Doc, Link, Message, Record, Seat
from roundtable.table.frames import Answer
from roundtable.table.people import new_person

from .house import Served, Visitor
from .test_kill import Player
from .test_safety import hear, join, session, shown, told, until
from .test_store import a_table, log_of

asyncpg = pytest.importorskip("asyncpg")
TABLES = 20


class Postgres:
    """The database of a test as its administrator sees it: through another database of the same server."""

    def __init__(self, address: str) -> None:
        self.name = urlsplit(address).path[1:]
        self.address = address
        self.other = address.replace(f"/{self.name}?", "/postgres?")

    async def execute(self, query: str, *values: Any) -> list[Any]:
        connection = await asyncpg.connect(self.other)
        rows: list[Any] = await connection.fetch(query, *values)
        await connection.close()
        return rows

    async def break_connections(self) -> None:
        await self.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", self.name)

    async def let_in(self, new: bool) -> None:
        """Whether new connections are let in; old ones remain."""
        await self.execute(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS {new}")

    async def go_away(self) -> None:
        await self.let_in(False)
        await self.break_connections()

    async def listeners(self) -> set[int]:
        query = "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'roundtable bus'"
        return {row["pid"] for row in await self.execute(query, self.name)}

    async def logs(self) -> dict[str, list[Record]]:
        connection = await asyncpg.connect(self.address)
        found: dict[str, list[Record]] = {}
        for table, seq, data in await connection.fetch('SELECT "table", seq, data FROM log ORDER BY "table", seq'):
            assert seq == len(found.setdefault(table, []))  # no holes
            found[table].append(record_of(data))
        await connection.close()
        return found


class Unhurried(Player):
    """A person who thinks for a moment, so that the match lasts, and notes what was refused."""

    def __init__(self, table: str, seat: int, token: str) -> None:
        super().__init__(table, seat, token, pause=0.2)
        self.refusals: list[str] = []
        self.over = False

    def hear(self, frame: dict[str, Any]) -> list[str]:
        if frame["is"] == "refusal":
            self.refusals.append(frame["reason"])
        elif frame["is"] == "scene":
            self.over = frame["over"] is not None
        return super().hear(frame)


def test_broken_connections_stop_no_table_lose_nothing_and_double_nothing(database, tmp_path):
    postgres = Postgres(database)
    served = Served(tmp_path / "data", "--database", database)
    players: list[Unhurried] = []
    for i in range(TABLES):
        host, guest = Visitor(served), Visitor(served)
        if i % 2:  # with a bot, or among people
            table = host.play("knights-duty", players=3, bot="page")
        else:
            table = host.friends("knights-duty", players=3)
            guest.sit(table, 1)
            assert host.post(f"/table/{table}/start", bot="page").status == 303
            players.append(Unhurried(table, 1, guest.token))
        players.append(Unhurried(table, 0, host.token))

    async def crowd() -> None:
        playing = [asyncio.create_task(player.play(served.port)) for player in players]
        for _ in range(8):
            await asyncio.sleep(0.2)
            await postgres.break_connections()
        before = {player: len(player.promised) for player in players}
        deadline = time.monotonic() + 60
        while any(len(player.promised) == before[player] and not player.over for player in players):
            assert time.monotonic() < deadline, "a table does not answer any more"
            await asyncio.sleep(0.05)
        assert Visitor(served).get("/readyz").status == 200
        assert not any(task.done() for task in playing)  # nobody was sent away
        await postgres.go_away()  # and SIGTERM ends the server all the same, with answers on their way
        assert (await asyncio.to_thread(Visitor(served).get, "/readyz")).status == 503
        began = time.monotonic()
        assert await asyncio.to_thread(served.stop) == 0
        assert time.monotonic() - began < 30
        await asyncio.gather(*playing)
        await postgres.let_in(True)

    asyncio.run(crowd())
    assert sum(len(player.promised) for player in players) > 5 * TABLES
    logs = asyncio.run(postgres.logs())
    for player in players:
        mine = [record.atoms for record in logs.get(player.table, []) if record.seat == player.seat and not record.bot]
        assert mine[: len(player.promised)] == player.promised  # what was promised is there, once
        assert mine[len(player.promised) :] in ([], [player.open])  # and nothing that nobody sent
        assert not [reason for reason in player.refusals if "written down" in reason]  # nobody even noticed


def test_a_table_that_was_given_up_comes_back_with_the_store(database, tmp_path):
    postgres = Postgres(database)

    async def run() -> None:
        store = PostgresStore(database, patience=0.3)
        registry = TableRegistry(Settings(data=tmp_path, database=database), store)
        await registry.open()
        seats = [Seat(PERSON, name, name) for name in ("anna", "ben")]
        doc = Doc(
            "table", "knights-duty", "anna", 2, rt.game("knights-duty").settle(2).data(), seats, "7", 0.0, state=RUNNING
        )
        await store.add_table(doc)
        host = await registry.table("table")
        assert host is not None
        anna = await join(host, "anna")
        await hear(host, anna, Answer(seq=0, seat=0, atoms=["purple"], id=1))
        assert told(anna)[-1]["is"] == "taken"

        await postgres.go_away()
        ben = await join(host, "ben")
        answer = Answer(seq=session(host).seq(1), seat=1, atoms=["red"], id=2)
        await asyncio.wait_for(hear(host, ben, answer), 5)
        refusal = told(ben)[-1]
        assert (refusal["is"], refusal["of"]) == ("refusal", 2) and "not certain" in refusal["reason"]
        assert anna.closing and ben.closing and not registry.tables and not host.table.busy
        late = await join(host, "anna")  # who had found the table just before is sent away as well
        assert late.closing
        with pytest.raises(StoreFailure):
            await asyncio.wait_for(registry.table("table"), 5)
        with pytest.raises(StoreFailure):
            await asyncio.wait_for(store.ping(), 5)

        await postgres.let_in(True)
        await store.ping()
        again = await registry.table("table")
        assert again is not None and session(again).size == 1
        ben = await join(again, "ben")
        await hear(again, ben, answer)
        assert told(ben)[-1]["is"] == "taken"
        await registry.close()
        assert [record.atoms for record in (await postgres.logs())["table"]] == [["purple"], ["red"]]

    asyncio.run(run())


def test_a_process_that_lost_its_listener_makes_up_for_it(database, tmp_path):
    postgres = Postgres(database)

    async def run() -> None:
        settings = Settings(data=tmp_path, database=database)
        deaf, other = [TableRegistry(settings, PostgresStore(database), PostgresBus(database)) for _ in range(2)]
        await other.open()
        await until(lambda: not other.bus.deaf)
        good = await postgres.listeners()
        await deaf.open()
        await until(lambda: not deaf.bus.deaf)
        seats = [Seat(PERSON, name, name) for name in ("anna", "ben")]
        doc = Doc(
            "table", "knights-duty", "anna", 2, rt.game("knights-duty").settle(2).data(), seats, "7", 0.0, state=RUNNING
        )
        await deaf.store.add_table(doc)
        here, there = await deaf.table("table"), await other.table("table")
        assert here is not None and there is not None
        ben, anna = await join(here, "ben"), await join(there, "anna")

        async def lose_the_listener() -> None:
            """And with it the chance to get another one for the time being."""
            await postgres.let_in(False)
            (listener,) = await postgres.listeners() - good
            await postgres.execute("SELECT pg_terminate_backend($1)", listener)
            await until(lambda: deaf.bus.deaf, 2)  # it is noticed though there is nothing to tell

        async def answer(host: TableHost, link: Link, seat: int) -> None:
            atoms = list(session(host).match.choice(seat).sample(Random(1)))
            await hear(host, link, Answer(seq=session(host).seq(seat), seat=seat, atoms=atoms))
            assert "taken" in [frame["is"] for frame in told(link)]  # who comes and goes may be told after it

        def sees(host: TableHost, link: Link, seq: int) -> bool:
            scene = shown(host, link)
            return scene is not None and scene["seq"] == seq

        assert sees(here, ben, 0) and sees(there, anna, 0)

        # What the others told meanwhile is seen when the connection is there again.
        await lose_the_listener()
        await answer(there, anna, 0)
        await asyncio.sleep(0.3)
        assert session(here).size == 0
        await postgres.let_in(True)
        await until(lambda: sees(here, ben, 1), 5)

        # What was to be told meanwhile is told then.
        await lose_the_listener()
        await answer(here, ben, 1)
        await asyncio.sleep(0.3)
        assert session(there).size == 1
        await postgres.let_in(True)
        await until(lambda: sees(there, anna, 2), 5)

        # Who comes meanwhile sees what is.
        await lose_the_listener()
        await answer(there, anna, 0)
        assert session(here).size == 2
        assert await deaf.table("table") is here
        late = await join(here, "ben")
        assert sees(here, late, 3)
        await postgres.let_in(True)
        await deaf.close()
        await other.close()

    asyncio.run(run())


@asynccontextmanager
async def cut_at(word: bytes, address: str, folder: Path, passed: bool) -> AsyncIterator[tuple[str, list[int]]]:
    """An address that leads to PostgreSQL, and a list: for each number in it a connection is cut when it says the word.

    PostgreSQL hears the word if it is `passed` on; what it answers nobody hears.
    """
    there = f"{parse_qs(urlsplit(address).query)['host'][0]}/.s.PGSQL.5432"
    cuts: list[int] = []
    serving: list[asyncio.Task[None]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_unix_connection(there)
        cut = False

        async def answer() -> None:
            while (data := await theirs.read(65536)) and not cut:
                writer.write(data)
            writer.close()

        answering = asyncio.create_task(answer())
        while data := await reader.read(65536):
            if word in data and cuts:
                cuts.pop()
                cut = True
                if not passed:
                    break
            ours.write(data)
        ours.close()
        await answering
        for end in (ours, writer):
            with suppress(OSError):
                await end.wait_closed()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.append(asyncio.create_task(serve(reader, writer)))

    async with await asyncio.start_unix_server(begin, folder / ".s.PGSQL.5432"):
        yield f"{urlsplit(address)._replace(query='').geturl()}?host={folder}", cuts
        await asyncio.gather(*serving)


def test_what_was_told_as_the_connection_broke_is_told_again(database, tmp_path):
    async def run() -> None:
        async with cut_at(b"table2", database, tmp_path, passed=False) as (address, cuts):
            heard: list[str] = []
            one, two = PostgresBus(database), PostgresBus(address)
            await one.open(lambda process, table, note: heard.append(table), lambda: None)
            await two.open(lambda process, table, note: None, lambda: None)
            await until(lambda: not one.deaf and not two.deaf)
            cuts.append(1)
            for n in (1, 2, 3):
                await two.tell(f"table{n}")
                await asyncio.sleep(0.05)
            await until(lambda: len(heard) >= 3, 5)
            assert heard == ["table1", "table2", "table3"] and not cuts
            await two.close()
            await one.close()

    asyncio.run(run())


def test_what_was_told_last_is_heard_though_the_process_ends(database):
    async def run() -> None:
        heard: list[str] = []
        one, two = PostgresBus(database), PostgresBus(database)
        await one.open(lambda process, table, note: heard.append(table), lambda: None)
        await two.open(lambda process, table, note: None, lambda: None)
        await until(lambda: not one.deaf and not two.deaf)
        for n in (1, 2, 1, 3):
            await two.tell(f"table{n}")
        await two.close()
        await until(lambda: len(heard) >= 3)
        assert heard == ["table2", "table1", "table3"]  # each once: what has changed is in the store
        await one.close()

    asyncio.run(run())


def test_a_commit_of_which_nobody_heard_counts_once(database, tmp_path):
    doc, person = a_table(), new_person(new_id(), LOT)
    changed = a_table(id=doc.id, clock="quick")
    records = [Record(0, "q", ["a"]), Record(1, "q", ["b"]), Record(0, "q", ["c"])]

    async def run() -> None:
        async with cut_at(b"COMMIT;", database, tmp_path, passed=True) as (address, cuts):
            store = PostgresStore(address)
            await store.open()
            writes: list[Callable[[], Awaitable[None]]] = [
                lambda: store.add_person(person, b"token"),
                lambda: store.add_table(doc),
                lambda: store.append(doc.id, 0, records[:1]),
                lambda: store.append(doc.id, 1, records[1:]),
                lambda: store.save_table(changed),
                lambda: store.say(doc.id, Message(0, 5.0, 0, "Anna", "Ho!"), 10),
                lambda: store.save_person(person),
            ]
            for write in writes:
                cuts.append(1)
                await asyncio.wait_for(write(), 5)
                assert not cuts
            kept = await store.table(doc.id)
            assert kept is not None and (kept.doc, kept.log) == (changed, records)
            assert [line.text for line in kept.chat] == ["Ho!"]
            assert await store.person(b"token") == person
            # A place that somebody else has taken is refused, also by a commit of which nobody heard.
            cuts.append(1)
            with pytest.raises(Conflict):
                await store.append(doc.id, 0, [Record(0, "q", ["other"])])
            await store.close()

    asyncio.run(run())


def test_a_store_that_hangs_is_given_up_and_found_again(database):
    doc = a_table()

    async def run() -> None:
        store = PostgresStore(database, patience=0.5, hung=0.5)
        await store.open()
        await store.add_table(doc)
        other = await asyncpg.connect(database)
        await other.execute("BEGIN; LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
        for work in (store.append(doc.id, 0, [Record(0, "q", ["a"])]), store.table(doc.id)):
            with pytest.raises(StoreFailure):
                await asyncio.wait_for(work, 5)
        late = asyncio.create_task(store.append(doc.id, 0, [Record(0, "q", ["late"])]))
        await asyncio.sleep(0.1)
        await asyncio.wait_for(store.close(), 8)  # also with a write on its way
        with pytest.raises(StoreFailure):
            await late
        await other.close()
        store = PostgresStore(database)
        await store.open()
        await store.append(doc.id, 0, [Record(0, "q", ["b"])])
        assert [record.atoms for record in await log_of(store, doc)] == [["b"]]
        await store.close()

    asyncio.run(run())


def test_a_database_that_can_only_be_read_is_not_ready(database):
    postgres, doc = Postgres(database), a_table()

    async def run() -> None:
        store = PostgresStore(database)
        await store.open()
        await store.add_table(doc)
        await store.ping()
        before = metrics.write_failures._value.get()
        for read_only in (True, False):
            await postgres.execute(f"ALTER DATABASE {postgres.name} SET default_transaction_read_only = {read_only}")
            await postgres.break_connections()
            assert await store.table(doc.id) is not None
            if read_only:
                for work in (store.ping(), store.append(doc.id, 0, [Record(0, "q", ["a"])])):
                    with pytest.raises(StoreFailure, match="read-only"):
                        await asyncio.wait_for(work, 3)  # it is told at once: another try would not help
                assert metrics.write_failures._value.get() == before + 2
        await store.ping()
        await store.append(doc.id, 0, [Record(0, "q", ["b"])])
        await store.close()

    asyncio.run(run())


def test_a_database_of_the_future_is_not_touched(database):
    async def run() -> None:
        store = PostgresStore(database)
        await store.open()
        await store.close()
        other = await asyncpg.connect(database)
        await other.execute("INSERT INTO migrations VALUES (999)")
        with pytest.raises(StoreFailure, match="later version"):
            await PostgresStore(database).open()
        await other.execute("DELETE FROM migrations WHERE number = 999")
        await other.close()
        store = PostgresStore(database)
        await store.open()
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("trouble", [asyncpg.InternalClientError("?"), asyncio.CancelledError(), ZeroDivisionError()])
def test_whatever_a_commit_raises_every_write_ends(trouble):
    """A driver's trouble cannot be had to order; so here, and only here, the commit is not a real one."""

    async def run() -> None:
        failing = True

        async def commit(batch: Sequence[int]) -> Sequence[int]:
            await asyncio.sleep(0)
            if failing:
                raise trouble
            return batch

        commits: GroupCommit[int] = GroupCommit(commit, 2)
        commits.open()
        before = metrics.write_failures._value.get()
        ended = await asyncio.wait_for(asyncio.gather(*map(commits.do, range(5)), return_exceptions=True), 5)
        assert all(isinstance(result, StoreFailure) for result in ended)
        assert metrics.write_failures._value.get() == before + 5
        failing = False
        assert await asyncio.wait_for(commits.do(7), 5) == 7
        await commits.close(1)

    asyncio.run(run())


def test_nobody_waits_for_a_lock_that_is_never_given_back(database):
    """Given a process that has gone with the lock of the schema, then others begin, or say why not."""

    async def run() -> None:
        other = await asyncpg.connect(database)
        await other.execute("SELECT pg_advisory_lock($1)", LOCK)
        store = PostgresStore(database, migrating=0.5)
        with pytest.raises(StoreFailure, match="another process"):
            await asyncio.wait_for(store.open(), 10)
        await other.execute("SELECT pg_advisory_unlock($1)", LOCK)
        await store.open()
        await store.close()
        await other.execute("SELECT pg_advisory_lock($1)", LOCK)
        await asyncio.wait_for(store.open(), 10)  # the schema is as it should be: nobody needs the lock
        await store.close()
        await other.close()

    asyncio.run(run())


def test_a_process_that_was_stopped_in_a_transaction_keeps_nobody_from_writing(database):
    """Given a machine that froze between two statements, then another one writes the same row before it gives up."""
    doc = a_table()

    async def run() -> None:
        frozen, store = (PostgresStore(database, patience=3.0, hung=4.0) for _ in range(2))
        await frozen.open()
        await store.open()
        await store.add_table(doc)
        stopped = await frozen.pool.acquire()
        await stopped.execute("BEGIN")
        await stopped.execute("UPDATE tables SET seen = seen WHERE id = $1", doc.id)
        await asyncio.wait_for(store.save_table(doc), 8)
        await store.close()
        await frozen.close()

    asyncio.run(run())
