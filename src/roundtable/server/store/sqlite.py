"""The store on SQLite: one file, WAL, one thread that writes (see `groupcommit.py`), one that reads."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from roundtable.table.model import Doc, Kept, Message, Person, Record

from . import BELONGING, Conflict, Paper, StoreFailure
from .groupcommit import GroupCommit
from .migrations import migrations
from .packing import doc_of, message_of, pack, person_of, record_of

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], object]
Row = tuple[Any, ...]  # as SQLite gives it

BATCH: Final = 5_000  # jobs in one transaction at most
PARTS: Final = ("", "-wal", "-shm", "-journal")  # of a database: the file, and what SQLite keeps beside it
CLOSING: Final = 15.0  # seconds for what was begun: a little more than the longest wait for a lock


class SqliteStore:
    """`path` is the file; its folder must exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits: GroupCommit[Job] = GroupCommit(self._commit, BATCH)
        self.readers = ThreadPoolExecutor(1, "store-reader", initializer=self._reader)
        self.writer = ThreadPoolExecutor(1, "store-writer", initializer=self._writer)
        self.local = threading.local()

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

    async def open(self, migrate: bool = True) -> None:
        await asyncio.to_thread(self._keep_private)
        if migrate:
            await asyncio.to_thread(self.migrate)
        self.commits.open()

    def _keep_private(self) -> None:
        """Whoever has a seed can foresee every card.  What SQLite puts beside the file has the mode of the file."""
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            for part in PARTS:
                with suppress(FileNotFoundError, PermissionError):
                    self.path.with_name(self.path.name + part).chmod(0o600)
        except OSError as error:
            raise StoreFailure(f"{self.path}: {error.strerror}") from error

    def migrate(self) -> None:
        """Bring the schema up to date; `StoreFailure` if it is a later one."""
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
        await self.commits.close(CLOSING)
        for threads in (self.readers, self.writer):
            threads.submit(self._disconnect)
            await asyncio.to_thread(threads.shutdown)

    def _disconnect(self) -> None:
        self.local.connection.close()

    # -- writing -----------------------------------------------------------------------------------------------------

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        return cast(T, await self.commits.do(job))

    async def _commit(self, batch: Sequence[Job]) -> Sequence[object]:
        """The thread is woken once for all of it."""
        return await asyncio.get_running_loop().run_in_executor(self.writer, self._transaction, batch)

    def _transaction(self, batch: Sequence[Job]) -> Sequence[object]:
        """In the writer's thread."""
        connection = self.local.connection
        results: list[object] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                try:
                    results.append(job(connection))
                except (Conflict, sqlite3.IntegrityError) as error:  # each job changes nothing if it fails so
                    results.append(error if isinstance(error, Conflict) else Conflict(str(error)))
            connection.execute("COMMIT")
        except Exception as error:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise StoreFailure(str(error)) from error
        return results

    async def _look(self, query: str, *values: object) -> list[Row]:
        def look() -> list[Row]:
            found: list[Row] = self.local.connection.execute(query, values).fetchall()
            return found

        try:
            return await asyncio.get_running_loop().run_in_executor(self.readers, look)
        except (sqlite3.Error, RuntimeError) as error:
            raise StoreFailure(str(error)) from error

    async def ping(self) -> None:
        def write(c: sqlite3.Connection) -> None:
            (version,) = c.execute("PRAGMA user_version").fetchone()
            c.execute(f"PRAGMA user_version = {version}")  # writes the page that has it, though it is the same

        await self._do(write)

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
            c.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, doc.created))
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
        def look() -> tuple[Row, list[Row], list[Row]] | None:
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
        return Kept(doc_of(doc[0]), [record_of(row[0]) for row in log], [message_of(row[0]) for row in chat])

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

    async def say(self, table: str, message: Message, kept: int) -> None:
        row = (table, message.n, pack(message))

        def job(c: sqlite3.Connection) -> None:
            c.execute("INSERT INTO chat VALUES (?, ?, ?)", row)
            c.execute('DELETE FROM chat WHERE "table" = ? AND n <= ?', (table, message.n - kept))

        await self._do(job)

    async def touch(self, table: str, now: float) -> None:
        await self._do(lambda c: c.execute("UPDATE tables SET seen = ? WHERE id = ?", (now, table)) and None)

    async def open_tables(self, limit: int, since: float, each: int) -> list[Doc]:
        rows = await self._look(
            "SELECT data FROM (SELECT data, seen, row_number() OVER (PARTITION BY host ORDER BY seen DESC) AS n "
            "FROM tables WHERE state = 'setup' AND public = 1 AND seen > ?) WHERE n <= ? ORDER BY seen DESC LIMIT ?",
            since,
            each,
            limit,
        )
        return [doc_of(row[0]) for row in rows]

    async def forget(self, before: float) -> list[str]:
        def job(c: sqlite3.Connection) -> list[str]:
            rows = c.execute("SELECT id FROM tables WHERE state = 'setup' AND seen < ?", (before,)).fetchall()
            for name, column in BELONGING:
                c.executemany(f'DELETE FROM {name} WHERE "{column}" = ?', rows)
            return [id for (id,) in rows]

        return await self._do(job)

    async def tables_of(self, person: str, limit: int) -> list[Doc]:
        rows = await self._look(
            'SELECT t.data FROM sitting s JOIN tables t ON t.id = s."table" WHERE s.person = ? '
            "ORDER BY s.created DESC LIMIT ?",
            person,
            limit,
        )
        return [doc_of(row[0]) for row in rows]

    async def unfinished(self, person: str) -> int:
        query = "SELECT count(*) FROM tables WHERE host = ? AND state NOT IN ('over', 'closed')"
        rows = await self._look(query, person)
        return int(rows[0][0])

    async def running(self) -> list[str]:
        return [row[0] for row in await self._look("SELECT id FROM tables WHERE state = 'running' ORDER BY created")]

    # -- papers ------------------------------------------------------------------------------------------------------

    async def keep_paper(self, paper: Paper) -> None:
        row = (paper.kind, paper.id, paper.owner, paper.changed, paper.data)
        await self._do(
            lambda c: (
                c.execute(
                    "INSERT INTO papers VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, id) "
                    "DO UPDATE SET changed = excluded.changed, data = excluded.data",
                    row,
                )
                and None
            )
        )

    async def paper(self, kind: str, id: str) -> Paper | None:
        rows = await self._look("SELECT * FROM papers WHERE kind = ? AND id = ?", kind, id)
        return _paper(rows[0]) if rows else None

    async def papers_of(self, owner: str, kind: str, limit: int) -> list[Paper]:
        query = "SELECT * FROM papers WHERE owner = ? AND kind = ? ORDER BY changed DESC LIMIT ?"
        return [_paper(row) for row in await self._look(query, owner, kind, limit)]


def _paper(row: Row) -> Paper:
    kind, id, owner, changed, data = row
    return Paper(kind, id, owner, changed, bytes(data))


def integrity(connection: sqlite3.Connection) -> str:
    """ "ok", or what is wrong with the file."""
    found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    return found


def counts(connection: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table has."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()]
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


def _sitting(doc: Doc) -> list[tuple[str, str, float]]:
    return [(person, doc.id, doc.created) for person in doc.people() | {doc.host}]
