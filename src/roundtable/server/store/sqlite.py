"""The store on SQLite: one file, WAL, one thread that writes, one that reads.

Jobs that arrive while a commit is under way wait for it and then share the next one (group commit), so a slow disk
costs time but not throughput: a thousand answers in flight need no more syncs than one.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from .. import metrics
from ..model import Doc, Line, Person, Record, doc_of, line_of, pack, person_of, record_of
from . import Conflict, Kept, StoreFailure
from .migrations import migrations

T = TypeVar("T")
Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]

BATCH: Final = 5_000  # jobs in one transaction at most


class SqliteStore:
    """`path` is the file; its folder must exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.jobs: list[Job] = []
        self.pump: asyncio.Task[None] | None = None
        self.readers = ThreadPoolExecutor(1, "store-reader", initializer=self._reader)
        self.writer = ThreadPoolExecutor(1, "store-writer", initializer=self._writer)
        self.local = threading.local()
        self.closed = True

    # -- connections -------------------------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on disk, not only in the system's memory
        connection.execute("PRAGMA busy_timeout = 10000")
        return connection

    def _reader(self) -> None:
        self._writer()
        self.local.connection.execute("PRAGMA query_only = ON")

    def _writer(self) -> None:
        self.local.connection = self._connect()

    async def open(self) -> None:
        await asyncio.to_thread(self._migrate)
        self.closed = False

    def _migrate(self) -> None:
        try:
            connection = self._connect()
            try:
                (done,) = connection.execute("PRAGMA user_version").fetchone()
                known = migrations("sqlite")
                if done > known[-1][0]:
                    raise StoreFailure(f"{self.path.name} was made by a later version of Round Table")
                for number, text in known:
                    if number > done:
                        connection.executescript(f"BEGIN IMMEDIATE; {text}; PRAGMA user_version = {number}; COMMIT;")
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise StoreFailure(f"{self.path.name}: {error}") from error

    async def close(self) -> None:
        self.closed = True
        if self.pump is not None:
            await self.pump
        for threads in (self.readers, self.writer):
            threads.submit(self._disconnect)
            await asyncio.to_thread(threads.shutdown)

    def _disconnect(self) -> None:
        self.local.connection.close()

    # -- writing -----------------------------------------------------------------------------------------------------

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        if self.closed:
            raise StoreFailure("the store is closed")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.append((job, future))
        if self.pump is None or self.pump.done():
            self.pump = asyncio.create_task(self._write())
        return await future

    async def _write(self) -> None:
        """Everything that waits goes into one transaction; the thread is woken once for all of it."""
        loop = asyncio.get_running_loop()
        while self.jobs:
            batch, self.jobs = self.jobs[:BATCH], self.jobs[BATCH:]
            for future, result in await loop.run_in_executor(self.writer, self._transaction, batch):
                if future.done():  # whoever asked has gone; it is written all the same
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)

    def _transaction(self, batch: list[Job]) -> list[tuple[asyncio.Future[Any], Any]]:
        """In the writer's thread."""
        connection = self.local.connection
        began = time.perf_counter()
        results: list[tuple[asyncio.Future[Any], Any]] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job, future in batch:
                try:
                    results.append((future, job(connection)))
                except (Conflict, sqlite3.IntegrityError) as error:  # each job changes nothing if it fails so
                    results.append((future, error if isinstance(error, Conflict) else Conflict(str(error))))
            connection.execute("COMMIT")
        except Exception as error:  # whatever it is, nobody may wait for ever
            failure = StoreFailure(str(error))
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            return [(future, failure) for _, future in batch]
        metrics.commit_seconds.observe(time.perf_counter() - began)
        metrics.commit_jobs.observe(len(batch))
        return results

    async def _look(self, query: str, *values: Any) -> list[Any]:
        def look() -> list[Any]:
            found: list[Any] = self.local.connection.execute(query, values).fetchall()
            return found

        try:
            return await asyncio.get_running_loop().run_in_executor(self.readers, look)
        except (sqlite3.Error, RuntimeError) as error:
            raise StoreFailure(str(error)) from error

    async def ping(self) -> None:
        await self._do(lambda c: None)

    # -- persons -----------------------------------------------------------------------------------------------------

    async def add_person(self, person: Person, token: bytes) -> None:
        row = (person.id, token, pack(person), time.time())
        await self._do(lambda c: c.execute("INSERT INTO persons VALUES (?, ?, ?, ?)", row) and None)

    async def save_person(self, person: Person) -> None:
        row = (pack(person), person.id)
        await self._do(lambda c: c.execute("UPDATE persons SET data = ? WHERE id = ?", row) and None)

    async def person(self, token: bytes) -> Person | None:
        rows = await self._look("SELECT data FROM persons WHERE token = ?", token)
        return person_of(rows[0][0]) if rows else None

    # -- tables ------------------------------------------------------------------------------------------------------

    async def add_table(self, doc: Doc) -> None:
        row = (doc.id, doc.version, doc.state, doc.public, doc.host, doc.created, pack(doc))
        sitting = _sitting(doc)

        def job(c: sqlite3.Connection) -> None:
            c.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            c.executemany("INSERT OR IGNORE INTO sitting VALUES (?, ?, ?)", sitting)

        await self._do(job)

    async def save_table(self, doc: Doc) -> None:
        was, doc.version = doc.version, doc.version + 1
        row = (doc.version, doc.state, doc.public, pack(doc), doc.id, was)
        sitting = _sitting(doc)

        def job(c: sqlite3.Connection) -> None:
            done = c.execute(
                "UPDATE tables SET version = ?, state = ?, public = ?, data = ? WHERE id = ? AND version = ?", row
            )
            if not done.rowcount:
                raise Conflict("the table has changed")
            c.execute('DELETE FROM sitting WHERE "table" = ?', (doc.id,))
            c.executemany("INSERT OR IGNORE INTO sitting VALUES (?, ?, ?)", sitting)

        try:
            await self._do(job)
        except BaseException:
            doc.version = was
            raise

    async def table(self, id: str) -> Kept | None:
        def look() -> tuple[Any, list[Any], list[Any]] | None:
            c = self.local.connection
            c.execute("BEGIN")  # one moment for all three
            try:
                doc = c.execute("SELECT data FROM tables WHERE id = ?", (id,)).fetchone()
                if doc is None:
                    return None
                log = c.execute('SELECT data FROM log WHERE "table" = ? ORDER BY seq', (id,)).fetchall()
                return doc, log, c.execute('SELECT data FROM chat WHERE "table" = ? ORDER BY n', (id,)).fetchall()
            finally:
                c.execute("COMMIT")

        try:
            found = await asyncio.get_running_loop().run_in_executor(self.readers, look)
        except (sqlite3.Error, RuntimeError) as error:
            raise StoreFailure(str(error)) from error
        if found is None:
            return None
        doc, log, chat = found
        return Kept(doc_of(doc[0]), [record_of(row[0]) for row in log], [line_of(row[0]) for row in chat])

    async def append(self, table: str, seq: int, records: Sequence[Record]) -> None:
        rows = [(table, seq + i, pack(record)) for i, record in enumerate(records)]
        if len(rows) == 1:
            await self._do(lambda c: c.execute("INSERT INTO log VALUES (?, ?, ?)", rows[0]) and None)
            return

        def job(c: sqlite3.Connection) -> None:
            taken = c.execute('SELECT 1 FROM log WHERE "table" = ? AND seq >= ? LIMIT 1', (table, seq)).fetchone()
            if taken:
                raise Conflict("the log has grown")
            c.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)

        await self._do(job)

    async def say(self, table: str, line: Line, kept: int) -> None:
        row = (table, line.n, pack(line))

        def job(c: sqlite3.Connection) -> None:
            c.execute("INSERT INTO chat VALUES (?, ?, ?)", row)
            c.execute('DELETE FROM chat WHERE "table" = ? AND n <= ?', (table, line.n - kept))

        await self._do(job)

    async def open_tables(self, limit: int) -> list[Doc]:
        rows = await self._look(
            "SELECT data FROM tables WHERE state = 'setup' AND public = 1 ORDER BY created DESC LIMIT ?", limit
        )
        return [doc_of(row[0]) for row in rows]

    async def tables_of(self, person: str, limit: int) -> list[Doc]:
        rows = await self._look(
            'SELECT t.data FROM sitting s JOIN tables t ON t.id = s."table" WHERE s.person = ? '
            "ORDER BY s.created DESC LIMIT ?",
            person,
            limit,
        )
        return [doc_of(row[0]) for row in rows]

    async def unfinished(self, person: str) -> int:
        rows = await self._look("SELECT count(*) FROM tables WHERE host = ? AND state <> 'over'", person)
        return int(rows[0][0])


def copy(source: Path, target: Path) -> None:
    """A consistent copy of a database, in use or not; whole or not at all."""
    draft = target.with_name(target.name + ".part")
    draft.unlink(missing_ok=True)
    theirs = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    ours = sqlite3.connect(draft)
    try:
        theirs.backup(ours)
    finally:
        ours.close()
        theirs.close()
    draft.replace(target)


def _sitting(doc: Doc) -> list[tuple[str, str, float]]:
    return [(person, doc.id, doc.created) for person in doc.people() | {doc.host}]
