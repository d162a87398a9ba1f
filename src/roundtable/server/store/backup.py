"""Backups: all that a store keeps in one SQLite file, whichever database it comes from or goes to.

A backup is checked when it is made and again before it is restored: that the file is whole, and that everything in it
can be read.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from . import StoreFailure
from .migrations import migrations
from .packing import doc_of, message_of, person_of, record_of
from .sqlite import PARTS, SqliteStore, counts, integrity

if TYPE_CHECKING:
    import asyncpg

COLUMNS: Final = {
    "persons": ("id", "token", "data", "created"),
    "tables": ("id", "version", "state", "public", "host", "created", "data", "seen"),
    "sitting": ("person", "table", "created"),
    "log": ("table", "seq", "data"),
    "chat": ("table", "n", "data"),
    "papers": ("kind", "id", "owner", "changed", "data"),
}
READERS: Final[dict[str, Callable[[bytes], object]]] = {
    "persons": person_of,
    "tables": doc_of,
    "log": record_of,
    "chat": message_of,
    "papers": json.loads,
}
ROWS: Final = 1000  # carried at a time


@dataclass(frozen=True)
class Contents:
    """What a backup holds."""

    persons: int
    tables: int
    answers: int
    messages: int

    def __str__(self) -> str:
        return f"{self.tables} tables, {self.answers} answers, {self.messages} lines of chat, {self.persons} persons"


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A file beside `target` that only we can read; it goes unless it is moved away."""
    handle, name = tempfile.mkstemp(".part", f".{target.name}.", target.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
    finally:
        for part in PARTS:
            draft.with_name(draft.name + part).unlink(missing_ok=True)


def check(path: Path) -> Contents:
    """What a backup of the present schema holds; `StoreFailure` says what is wrong with it."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as c:
        try:
            if (found := integrity(c)) != "ok":
                raise StoreFailure(f"{path}: the file is damaged: {found}")
            for name, read in READERS.items():
                for (data,) in c.execute(f"SELECT data FROM {name}"):
                    read(data)
            holes = 'SELECT "table" FROM log GROUP BY "table" HAVING max(seq) + 1 <> count(*)'
            for (table,) in c.execute(holes):
                raise StoreFailure(f"{path}: answers are missing in the log of table {table}")
            orphan = 'SELECT "table" FROM log WHERE "table" NOT IN (SELECT id FROM tables) LIMIT 1'
            for (table,) in c.execute(orphan):
                raise StoreFailure(f"{path}: there is a log of table {table}, but no such table")
            rows = counts(c)
        except (sqlite3.Error, ValueError) as error:  # also what cannot be decoded
            raise StoreFailure(f"{path}: this is no whole backup: {error}") from error
    return Contents(rows["persons"], rows["tables"], rows["log"], rows["chat"])


@contextmanager
def present_copy(backup: Path, near: Path) -> Iterator[tuple[Path, Contents]]:
    """A copy of a backup in the present schema, checked, beside where it is to go; the backup itself is only read."""
    if not backup.is_file():
        raise StoreFailure(f"{backup}: there is no such backup")
    with draft_of(near) as draft:
        try:
            with (
                closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as theirs,
                closing(sqlite3.connect(draft)) as ours,
            ):
                (version,) = theirs.execute("PRAGMA user_version").fetchone()
                if not version:
                    raise StoreFailure(f"{backup}: this is no backup of Round Table")
                theirs.backup(ours)
            SqliteStore(draft).migrate()
        except sqlite3.Error as error:
            raise StoreFailure(f"{backup}: this is no whole backup: {error}") from error
        yield draft, check(draft)


def copy(source: Path, target: Path) -> Contents:
    """A consistent copy of an SQLite database, in use or not, checked before it is put in place.

    `StoreFailure` if `target` is the database itself, or the copy is not whole.
    """
    if _belongs_to(source, target):
        raise StoreFailure(f"{target}: this is where the tables themselves are kept; give the copy another name")
    with draft_of(target) as draft:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as theirs:
            theirs.execute("BEGIN")  # what is counted is what is copied, whatever a server writes meanwhile
            before = counts(theirs)
            with closing(sqlite3.connect(draft)) as ours:
                theirs.backup(ours)
                if (found := integrity(ours)) != "ok" or counts(ours) != before:
                    raise StoreFailure(f"{target}: the copy is not whole, and was thrown away ({found})")
        contents = check(draft)
        draft.replace(target)
        return contents


def _belongs_to(source: Path, target: Path) -> bool:
    """Whether a path leads to a database or a file that SQLite keeps beside it, however it is spelt."""
    for part in PARTS:
        own = source.with_name(source.name + part)
        if own.exists() and target.exists():
            if own.samefile(target):
                return True
        elif own.resolve() == target.resolve():
            return True
    return False


def restore_file(backup: Path, target: Path, replace: bool) -> tuple[Contents, Path | None]:
    """Put a backup where a server will find it; what it holds, and where the tables are now that were there before.

    No server may run there (`run.alone` sees to it).  Whenever this is killed, a server finds either the old tables or
    the new ones there, whole.
    """
    if target.exists() and not replace:
        raise StoreFailure(f"{target}: there are tables already; --replace puts them aside")
    aside = None
    with present_copy(backup, target) as (draft, contents):
        if target.exists():
            aside = target.with_name(f"{target.name}.replaced-{time.strftime('%Y%m%d-%H%M%S')}")
            _put_aside(target, aside)
        draft.replace(target)
    return contents, aside


def _put_aside(target: Path, aside: Path) -> None:
    """Give a database a second name; under its own nothing is left beside it that would be taken for the next one's."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(target)) as c:  # a damaged one is kept as it is
        c.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # writes all into the one file
    parts = [part for part in PARTS if target.with_name(target.name + part).exists()]
    if aside.exists():
        raise StoreFailure(f"{aside}: this was put aside a moment ago; try again")
    for part in parts:
        old, new = target.with_name(target.name + part), aside.with_name(aside.name + part)
        try:
            os.link(old, new)
        except OSError:  # not every disk knows second names
            shutil.copy2(old, new)
    for part in parts[1:]:
        target.with_name(target.name + part).unlink()


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


async def dump(url: str, target: Path) -> Contents:
    """A backup of a PostgreSQL database, in use or not: all of one moment, checked before it is put in place."""
    from .postgres import failure_of

    known = migrations("sqlite")
    with draft_of(target) as draft:
        SqliteStore(draft).migrate()
        try:
            async with _connected(url) as c:
                if await c.fetchval("SELECT max(number) FROM migrations") != known[-1][0]:
                    raise StoreFailure("PostgreSQL: the database has another schema; start this version's server once")
                with closing(sqlite3.connect(draft)) as ours:
                    async with c.transaction(isolation="repeatable_read", readonly=True):
                        theirs = {name: await _carry(c, ours, name) for name in COLUMNS}
                    if {name: counts(ours)[name] for name in COLUMNS} != theirs:
                        raise StoreFailure(f"{target}: the copy is not whole, and was thrown away")
        except StoreFailure:
            raise
        except Exception as error:  # whatever drivers raise
            raise failure_of(error) from error
        contents = check(draft)
        draft.replace(target)
        return contents


def _columns(name: str) -> str:
    return ", ".join(f'"{column}"' for column in COLUMNS[name])


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    import asyncpg

    connection = await asyncpg.connect(url, timeout=10, server_settings={"application_name": "roundtable backup"})
    try:
        yield connection
    finally:
        await connection.close(timeout=5)


async def _carry(c: asyncpg.Connection, ours: sqlite3.Connection, name: str) -> int:
    """Carry a table over; how many rows it has."""
    columns = _columns(name)
    places = ", ".join("?" for _ in COLUMNS[name])
    cursor = await c.cursor(f"SELECT {columns} FROM {name}")
    while rows := await cursor.fetch(ROWS):
        ours.executemany(f"INSERT INTO {name} ({columns}) VALUES ({places})", [tuple(row) for row in rows])
    ours.commit()
    count: int = await c.fetchval(f"SELECT count(*) FROM {name}")
    return count


async def load(backup: Path, url: str) -> Contents:
    """Put a backup into an empty PostgreSQL database, all of it or nothing."""
    from .postgres import PostgresStore, failure_of

    folder = Path(tempfile.mkdtemp(prefix="roundtable-restore-"))
    try:
        with present_copy(backup, folder / "backup") as (draft, contents):
            store = PostgresStore(url)
            await store.open()  # makes the tables, or refuses what is newer
            await store.close()
            try:
                async with _connected(url) as c, c.transaction():
                    await c.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
                    if await c.fetchval("SELECT EXISTS (SELECT FROM tables) OR EXISTS (SELECT FROM persons)"):
                        raise StoreFailure("PostgreSQL: there are tables already; restore into an empty database")
                    with closing(sqlite3.connect(draft)) as ours:
                        for name in COLUMNS:
                            await _load(c, ours, name)
            except StoreFailure:
                raise
            except Exception as error:
                raise failure_of(error) from error
            return contents
    finally:
        folder.rmdir()


async def _load(c: asyncpg.Connection, ours: sqlite3.Connection, name: str) -> None:
    cursor = ours.execute(f"SELECT {_columns(name)} FROM {name}")
    while rows := cursor.fetchmany(ROWS):
        await c.copy_records_to_table(name, records=[_row(name, row) for row in rows], columns=COLUMNS[name])
    if await c.fetchval(f"SELECT count(*) FROM {name}") != counts(ours)[name]:
        raise StoreFailure("PostgreSQL: not all rows have arrived; nothing was changed")


def _row(name: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """SQLite has numbers for truth values."""
    return (*row[:3], bool(row[3]), *row[4:]) if name == "tables" else row
