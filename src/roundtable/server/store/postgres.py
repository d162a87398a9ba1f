"""The store on PostgreSQL, for several processes and machines.

Writes share transactions (see `groupcommit.py`); more than one writer would gain nothing, because the sync of the log
is what takes the time.  A connection that fails is replaced, and the work on it done again.  That is safe even if the
connection was lost during a commit: what it has written is then found in its place, and counts as done.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple, TypeVar

import asyncpg
import structlog

from roundtable.table.log_codes import LogCode
from roundtable.table.model import Doc, Kept, Message, Person, Record

from . import BELONGING, Conflict, Paper, StoreFailure
from .groupcommit import GroupCommit
from .migrations import migrations
from .packing import doc_of, message_of, pack, person_of, record_of

log = structlog.get_logger()

T = TypeVar("T")
Records = list[asyncpg.Record]

BATCH: Final = 500
LOCK: Final = 0x526F756E64  # one process migrates at a time
PATIENCE: Final = 5.0  # seconds in which work that failed is tried again
HUNG: Final = 10.0  # seconds after which a connection that is still at work is given up
MIGRATING: Final = 60.0  # seconds for another process to bring the schema up to date
CLOSING: Final = 2.0  # seconds for what was begun, and again for the connections' good-bye


class Job(NamedTuple):
    """A write, and how to see that it has been done already: this query then gives just these `data`."""

    write: Callable[[asyncpg.Connection], Awaitable[None]]
    data: Sequence[bytes] = ()
    query: str = ""
    values: tuple[object, ...] = ()


class PostgresStore:
    """`url` is the address of a database that exists."""

    def __init__(
        self,
        url: str,
        connections: int = 4,
        patience: float = PATIENCE,
        hung: float = HUNG,
        migrating: float = MIGRATING,
    ) -> None:
        self.url = url
        self.connections = connections
        self.patience = patience
        self.hung = hung
        self.migrating = migrating
        self.pool: asyncpg.Pool = None
        self.commits: GroupCommit[Job] = GroupCommit(self._commit, BATCH)

    async def open(self, migrate: bool = True) -> None:
        try:
            self.pool = await asyncpg.create_pool(
                self.url,
                min_size=2,
                max_size=self.connections,
                timeout=self.hung,
                server_settings={
                    "application_name": "roundtable store",
                    # A process that was stopped in a transaction would keep others from writing the same rows.
                    "idle_in_transaction_session_timeout": f"{1000 * self.hung / 2:.0f}",
                },
            )
            if migrate:
                async with self.pool.acquire() as c:
                    if not await self._up_to_date(c):
                        await self._migrate(c)
        except Exception as error:
            await self.close()
            if isinstance(error, StoreFailure):
                raise
            raise failure_of(error) from error
        self.commits.open()

    async def _up_to_date(self, c: asyncpg.Connection) -> bool:
        """Usually; then nobody has to wait for a lock."""
        if await c.fetchval("SELECT to_regclass('migrations')") is None:
            return False
        return bool(await c.fetchval("SELECT max(number) FROM migrations") == migrations("postgres")[-1][0])

    async def _migrate(self, c: asyncpg.Connection) -> None:
        try:
            await c.execute("SELECT pg_advisory_lock($1)", LOCK, timeout=self.migrating)
        except TimeoutError as error:
            message = "PostgreSQL: another process brings the database up to date and does not end"
            raise StoreFailure(message) from error
        try:
            await c.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
            done = {row["number"] for row in await c.fetch("SELECT number FROM migrations")}
            known = migrations("postgres")
            if max(done, default=0) > known[-1][0]:
                raise StoreFailure("PostgreSQL: the database was made by a later version of Round Table")
            for number, text in known:
                if number not in done:
                    async with c.transaction():
                        await c.execute(text)
                        await c.execute("INSERT INTO migrations VALUES ($1)", number)
        finally:
            await c.execute("SELECT pg_advisory_unlock($1)", LOCK)

    async def close(self) -> None:
        await self.commits.close(CLOSING)
        if self.pool is not None:
            with suppress(Exception):  # it terminates the connections then
                await asyncio.wait_for(self.pool.close(), CLOSING)

    # -- connections -------------------------------------------------------------------------------------------------

    async def _with_connection(self, work: Callable[[asyncpg.Connection, bool], Awaitable[T]]) -> T:
        """The result of some work on a connection, tried again on another one if the connection, not the work, fails.

        `work` is told whether it may have been done already.  `StoreFailure` if it cannot be done in time.
        """
        deadline = time.monotonic() + self.patience
        pause = 0.02
        again = False
        while True:
            try:
                async with self._connection() as c:
                    return await work(c, again)
            except (Conflict, StoreFailure):
                raise
            except Exception as error:  # whatever drivers raise for a connection that was lost
                if self.commits.closed or time.monotonic() + pause > deadline:
                    raise failure_of(error) from error
                if not again:
                    log.warning(LogCode.STORE_RETRY, error=repr(error))
                again = True
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.5)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection for as long as it may take; one on which nothing comes back is cut off."""
        c = await self.pool.acquire(timeout=self.hung)
        watch = asyncio.get_running_loop().call_later(self.hung, c.terminate)
        try:
            yield c
        finally:
            watch.cancel()
            with suppress(Exception):  # what was done on it is done; the pool makes another one
                await self.pool.release(c)

    # -- writing -----------------------------------------------------------------------------------------------------

    async def _commit(self, batch: Sequence[Job]) -> Sequence[Exception | None]:
        async def work(c: asyncpg.Connection, again: bool) -> Sequence[Exception | None]:
            async with c.transaction():
                return [await self._one(c, job, again) for job in batch]

        return await self._with_connection(work)

    async def _one(self, c: asyncpg.Connection, job: Job, again: bool) -> Exception | None:
        """A job in a savepoint of its own: its trouble is nobody else's."""
        try:
            async with c.transaction():
                await job.write(c)
        except (asyncpg.UniqueViolationError, Conflict) as error:
            if again and [row[0] for row in await c.fetch(job.query, *job.values)] == job.data:
                return None
            return Conflict(str(error))
        except asyncpg.TransactionRollbackError:  # a deadlock with another process: all of it, once more
            raise
        except asyncpg.PostgresError as error:
            if c.is_closed():
                raise
            return failure_of(error)
        return None

    async def _look(self, query: str, *values: object) -> Records:
        async def work(c: asyncpg.Connection, again: bool) -> Records:
            rows: Records = await c.fetch(query, *values)
            return rows

        return await self._with_connection(work)

    async def ping(self) -> None:
        async def write(c: asyncpg.Connection) -> None:
            await c.execute("UPDATE migrations SET number = number WHERE number = (SELECT max(number) FROM migrations)")

        await self.commits.do(Job(write))

    # -- persons -----------------------------------------------------------------------------------------------------

    async def add_person(self, person: Person, token: bytes) -> None:
        row = (person.id, token, pack(person), time.time())

        async def write(c: asyncpg.Connection) -> None:
            await c.execute("INSERT INTO persons VALUES ($1, $2, $3, $4)", *row)

        await self.commits.do(Job(write, [row[2]], "SELECT data FROM persons WHERE token = $1", (token,)))

    async def save_person(self, person: Person) -> None:
        async def write(c: asyncpg.Connection) -> None:
            await c.execute("UPDATE persons SET data = $1 WHERE id = $2", pack(person), person.id)

        await self.commits.do(Job(write))

    async def person(self, token: bytes) -> Person | None:
        rows = await self._look("SELECT data FROM persons WHERE token = $1", token)
        return person_of(rows[0]["data"]) if rows else None

    # -- tables ------------------------------------------------------------------------------------------------------

    async def add_table(self, doc: Doc) -> None:
        row = (doc.id, doc.version, doc.state, doc.public, doc.host, doc.created, pack(doc))

        async def write(c: asyncpg.Connection) -> None:
            await c.execute("INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $6)", *row)
            await self._sit(c, doc)

        await self.commits.do(Job(write, [row[6]], "SELECT data FROM tables WHERE id = $1", (doc.id,)))

    async def _sit(self, c: asyncpg.Connection, doc: Doc) -> None:
        rows = [(person, doc.id, doc.created) for person in doc.people() | {doc.host}]
        await c.executemany("INSERT INTO sitting VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", rows)

    async def save_table(self, doc: Doc) -> None:
        was, doc.version = doc.version, doc.version + 1
        row = (doc.version, doc.state, doc.public, pack(doc), doc.id, was)

        async def write(c: asyncpg.Connection) -> None:
            done = await c.execute(
                "UPDATE tables SET version = $1, state = $2, public = $3, data = $4 WHERE id = $5 AND version = $6",
                *row,
            )
            if done != "UPDATE 1":
                raise Conflict("the table has changed")
            await c.execute('DELETE FROM sitting WHERE "table" = $1', doc.id)
            await self._sit(c, doc)

        try:
            await self.commits.do(Job(write, [row[3]], "SELECT data FROM tables WHERE id = $1", (doc.id,)))
        except BaseException:
            doc.version = was
            raise

    async def table(self, id: str) -> Kept | None:
        async def work(c: asyncpg.Connection, again: bool) -> tuple[bytes | None, Records, Records]:
            async with c.transaction(isolation="repeatable_read", readonly=True):
                doc = await c.fetchval("SELECT data FROM tables WHERE id = $1", id)
                log = await c.fetch('SELECT data FROM log WHERE "table" = $1 ORDER BY seq', id)
                return doc, log, await c.fetch('SELECT data FROM chat WHERE "table" = $1 ORDER BY n', id)

        doc, log, chat = await self._with_connection(work)
        if doc is None:
            return None
        return Kept(doc_of(doc), [record_of(row["data"]) for row in log], [message_of(row["data"]) for row in chat])

    async def append(self, table: str, seq: int, records: Sequence[Record]) -> None:
        rows = [(table, seq + i, pack(record)) for i, record in enumerate(records)]

        async def write(c: asyncpg.Connection) -> None:
            if len(rows) > 1:
                await c.executemany("INSERT INTO log VALUES ($1, $2, $3)", rows)
            else:
                await c.execute("INSERT INTO log VALUES ($1, $2, $3)", *rows[0])

        query = 'SELECT data FROM log WHERE "table" = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq'
        await self.commits.do(Job(write, [row[2] for row in rows], query, (table, seq, rows[-1][1])))

    async def say(self, table: str, message: Message, kept: int) -> None:
        async def write(c: asyncpg.Connection) -> None:
            await c.execute("INSERT INTO chat VALUES ($1, $2, $3)", table, message.n, pack(message))
            await c.execute('DELETE FROM chat WHERE "table" = $1 AND n <= $2', table, message.n - kept)

        query = 'SELECT data FROM chat WHERE "table" = $1 AND n = $2'
        await self.commits.do(Job(write, [pack(message)], query, (table, message.n)))

    async def touch(self, table: str, now: float) -> None:
        async def write(c: asyncpg.Connection) -> None:
            await c.execute("UPDATE tables SET seen = $1 WHERE id = $2", now, table)

        await self.commits.do(Job(write))

    async def open_tables(self, limit: int, since: float, each: int) -> list[Doc]:
        rows = await self._look(
            "SELECT data FROM (SELECT data, seen, row_number() OVER (PARTITION BY host ORDER BY seen DESC) AS n "
            "FROM tables WHERE state = 'setup' AND public AND seen > $1) t WHERE n <= $2 ORDER BY seen DESC LIMIT $3",
            since,
            each,
            limit,
        )
        return [doc_of(row["data"]) for row in rows]

    async def forget(self, before: float) -> list[str]:
        found: list[str] = []

        async def write(c: asyncpg.Connection) -> None:
            rows = await c.fetch("SELECT id FROM tables WHERE state = 'setup' AND seen < $1 FOR UPDATE", before)
            found[:] = [row["id"] for row in rows]
            for name, column in BELONGING:
                await c.execute(f'DELETE FROM {name} WHERE "{column}" = ANY($1)', found)

        await self.commits.do(Job(write))
        return found

    async def tables_of(self, person: str, limit: int) -> list[Doc]:
        rows = await self._look(
            'SELECT t.data FROM sitting s JOIN tables t ON t.id = s."table" WHERE s.person = $1 '
            "ORDER BY s.created DESC LIMIT $2",
            person,
            limit,
        )
        return [doc_of(row["data"]) for row in rows]

    async def unfinished(self, person: str) -> int:
        query = "SELECT count(*) AS n FROM tables WHERE host = $1 AND state NOT IN ('over', 'closed')"
        rows = await self._look(query, person)
        return int(rows[0]["n"])

    async def running(self) -> list[str]:
        rows = await self._look("SELECT id FROM tables WHERE state = 'running' ORDER BY created")
        return [row["id"] for row in rows]

    # -- papers ------------------------------------------------------------------------------------------------------

    async def keep_paper(self, paper: Paper) -> None:
        async def write(c: asyncpg.Connection) -> None:
            await c.execute(
                "INSERT INTO papers VALUES ($1, $2, $3, $4, $5) ON CONFLICT (kind, id) "
                "DO UPDATE SET changed = excluded.changed, data = excluded.data",
                *(paper.kind, paper.id, paper.owner, paper.changed, paper.data),
            )

        await self.commits.do(Job(write))

    async def paper(self, kind: str, id: str) -> Paper | None:
        rows = await self._look("SELECT * FROM papers WHERE kind = $1 AND id = $2", kind, id)
        return Paper(*rows[0]) if rows else None

    async def papers_of(self, owner: str, kind: str, limit: int) -> list[Paper]:
        query = "SELECT * FROM papers WHERE owner = $1 AND kind = $2 ORDER BY changed DESC LIMIT $3"
        return [Paper(*row) for row in await self._look(query, owner, kind, limit)]


def failure_of(error: Exception) -> StoreFailure:
    return StoreFailure(f"PostgreSQL: {str(error) or repr(error)}")
