"""The store on PostgreSQL, for several processes and machines.

Writes that arrive while a transaction is under way share the next one, as in the SQLite store; more than one such
writer would gain nothing, because the sync of the log is what takes the time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import asyncpg

from .. import metrics
from ..model import Doc, Line, Person, Record, doc_of, line_of, pack, person_of, record_of
from . import Conflict, Kept, StoreFailure
from .migrations import migrations

Job = Callable[[Any], Awaitable[None]]

BATCH: Final = 500
LOCK: Final = 0x526F756E64  # one process migrates at a time
TROUBLE: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)


class PostgresStore:
    """`url` is the address of a database that exists."""

    def __init__(self, url: str, connections: int = 4) -> None:
        self.url = url
        self.connections = connections
        self.pool: Any = None
        self.jobs: list[tuple[Job, asyncio.Future[None]]] = []
        self.writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        try:
            self.pool = await asyncpg.create_pool(self.url, min_size=2, max_size=self.connections, command_timeout=30)
            async with self.pool.acquire() as c:
                await self._migrate(c)
        except TROUBLE as error:
            raise StoreFailure(f"PostgreSQL: {error}") from error

    async def _migrate(self, c: Any) -> None:
        await c.execute("SELECT pg_advisory_lock($1)", LOCK)
        try:
            await c.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
            done = {row["number"] for row in await c.fetch("SELECT number FROM migrations")}
            for number, text in migrations("postgres"):
                if number not in done:
                    async with c.transaction():
                        await c.execute(text)
                        await c.execute("INSERT INTO migrations VALUES ($1)", number)
        finally:
            await c.execute("SELECT pg_advisory_unlock($1)", LOCK)

    async def close(self) -> None:
        if self.writer is not None:
            await self.writer
        if self.pool is not None:
            await self.pool.close()

    # -- writing -----------------------------------------------------------------------------------------------------

    async def _do(self, job: Job) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.jobs.append((job, future))
        if self.writer is None or self.writer.done():
            self.writer = asyncio.create_task(self._write())
        await future

    async def _write(self) -> None:
        while self.jobs:
            batch, self.jobs = self.jobs[:BATCH], self.jobs[BATCH:]
            began = time.perf_counter()
            results: list[Exception | None] = []
            try:
                async with self.pool.acquire() as c, c.transaction():
                    for job, _ in batch:
                        results.append(await self._one(c, job))
            except TROUBLE as error:
                results = [StoreFailure(f"PostgreSQL: {error}")] * len(batch)
            metrics.commit_seconds.observe(time.perf_counter() - began)
            metrics.commit_jobs.observe(len(batch))
            for (_, future), result in zip(batch, results, strict=True):
                if not future.done():
                    future.set_exception(result) if result is not None else future.set_result(None)

    async def _one(self, c: Any, job: Job) -> Exception | None:
        """A job in a savepoint of its own: its conflict is nobody else's."""
        try:
            async with c.transaction():
                await job(c)
        except asyncpg.UniqueViolationError as error:
            return Conflict(str(error))
        except Conflict as conflict:
            return conflict
        return None

    async def _look(self, query: str, *values: Any) -> list[Any]:
        try:
            rows: list[Any] = await self.pool.fetch(query, *values)
            return rows
        except TROUBLE as error:
            raise StoreFailure(f"PostgreSQL: {error}") from error

    async def ping(self) -> None:
        await self._look("SELECT 1")

    # -- persons -----------------------------------------------------------------------------------------------------

    async def add_person(self, person: Person, token: bytes) -> None:
        row = (person.id, token, pack(person), time.time())
        await self._do(lambda c: c.execute("INSERT INTO persons VALUES ($1, $2, $3, $4)", *row))

    async def save_person(self, person: Person) -> None:
        await self._do(lambda c: c.execute("UPDATE persons SET data = $1 WHERE id = $2", pack(person), person.id))

    async def person(self, token: bytes) -> Person | None:
        rows = await self._look("SELECT data FROM persons WHERE token = $1", token)
        return person_of(rows[0]["data"]) if rows else None

    # -- tables ------------------------------------------------------------------------------------------------------

    async def add_table(self, doc: Doc) -> None:
        row = (doc.id, doc.version, doc.state, doc.public, doc.host, doc.created, pack(doc))

        async def job(c: Any) -> None:
            await c.execute("INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7)", *row)
            await self._sit(c, doc)

        await self._do(job)

    async def _sit(self, c: Any, doc: Doc) -> None:
        rows = [(person, doc.id, doc.created) for person in doc.people() | {doc.host}]
        await c.executemany("INSERT INTO sitting VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", rows)

    async def save_table(self, doc: Doc) -> None:
        was, doc.version = doc.version, doc.version + 1
        row = (doc.version, doc.state, doc.public, pack(doc), doc.id, was)

        async def job(c: Any) -> None:
            done = await c.execute(
                "UPDATE tables SET version = $1, state = $2, public = $3, data = $4 WHERE id = $5 AND version = $6",
                *row,
            )
            if done != "UPDATE 1":
                raise Conflict("the table has changed")
            await c.execute('DELETE FROM sitting WHERE "table" = $1', doc.id)
            await self._sit(c, doc)

        try:
            await self._do(job)
        except BaseException:
            doc.version = was
            raise

    async def table(self, id: str) -> Kept | None:
        try:
            async with self.pool.acquire() as c, c.transaction(isolation="repeatable_read", readonly=True):
                doc = await c.fetchval("SELECT data FROM tables WHERE id = $1", id)
                if doc is None:
                    return None
                log = await c.fetch('SELECT data FROM log WHERE "table" = $1 ORDER BY seq', id)
                chat = await c.fetch('SELECT data FROM chat WHERE "table" = $1 ORDER BY n', id)
        except TROUBLE as error:
            raise StoreFailure(f"PostgreSQL: {error}") from error
        return Kept(doc_of(doc), [record_of(row["data"]) for row in log], [line_of(row["data"]) for row in chat])

    async def append(self, table: str, seq: int, records: Sequence[Record]) -> None:
        rows = [(table, seq + i, pack(record)) for i, record in enumerate(records)]

        async def job(c: Any) -> None:
            if len(rows) > 1:
                await c.executemany("INSERT INTO log VALUES ($1, $2, $3)", rows)
            else:
                await c.execute("INSERT INTO log VALUES ($1, $2, $3)", *rows[0])

        await self._do(job)

    async def say(self, table: str, line: Line, kept: int) -> None:
        async def job(c: Any) -> None:
            await c.execute("INSERT INTO chat VALUES ($1, $2, $3)", table, line.n, pack(line))
            await c.execute('DELETE FROM chat WHERE "table" = $1 AND n <= $2', table, line.n - kept)

        await self._do(job)

    async def open_tables(self, limit: int) -> list[Doc]:
        rows = await self._look(
            "SELECT data FROM tables WHERE state = 'setup' AND public ORDER BY created DESC LIMIT $1", limit
        )
        return [doc_of(row["data"]) for row in rows]

    async def tables_of(self, person: str, limit: int) -> list[Doc]:
        rows = await self._look(
            'SELECT t.data FROM sitting s JOIN tables t ON t.id = s."table" WHERE s.person = $1 '
            "ORDER BY s.created DESC LIMIT $2",
            person,
            limit,
        )
        return [doc_of(row["data"]) for row in rows]

    async def unfinished(self, person: str) -> int:
        rows = await self._look("SELECT count(*) AS n FROM tables WHERE host = $1 AND state <> 'over'", person)
        return int(rows[0]["n"])
