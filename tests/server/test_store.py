"""The contract of a store, on SQLite and on a real PostgreSQL (skipped where none is installed)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundtable.server.store import Conflict, Paper, Store, StoreFailure
from roundtable.server.store.backup import copy
from roundtable.server.store.sqlite import SqliteStore
from roundtable.server.tokens import LOT, hashed, new_id, new_token
from roundtable.table import OVER, PERSON, RUNNING, Doc, Message, Record, Seat
from roundtable.table.people import new_person

Opened = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Makes stores of the same, new database."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "tables.sqlite3")
    from roundtable.server.store.postgres import PostgresStore

    url: str = request.getfixturevalue("database")
    return lambda: PostgresStore(url)


def within(opened: Opened, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = opened()
        await store.open()
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def a_table(host: str = "anna", **changes: Any) -> Doc:
    seats = [Seat(PERSON, host.title(), host), Seat()]
    doc = Doc(new_id(), "knights-duty", host, 2, {"storm_start": 0}, seats, "secret", 1000.0)
    for name, value in changes.items():
        setattr(doc, name, value)
    return doc


async def log_of(store: Store, doc: Doc) -> list[Record]:
    kept = await store.table(doc.id)
    assert kept is not None
    return kept.log


def test_a_person_is_found_by_the_hash_of_the_token_only(opened):
    person, token = new_person(new_id(), LOT), new_token()
    key = hashed(token)
    assert key is not None

    async def test(store: Store) -> None:
        await store.add_person(person, key)
        assert await store.person(key) == person
        assert await store.person(token.encode()) is None
        person.name = "Sir Kay"
        await store.save_person(person)
        assert (await store.person(key)) == person
        with pytest.raises(Conflict):
            await store.add_person(person, key)

    within(opened, test)


def test_a_table_comes_back_as_it_was_saved_also_after_reopening(opened):
    doc = a_table(public=True, clock="quick")
    records = [Record(0, "choose_clan", ["purple"]), Record(1, "choose_clan", ["red"], bot=True), Record(1, undo=True)]

    async def write(store: Store) -> None:
        await store.add_table(doc)
        await store.append(doc.id, 0, records[:1])
        await store.append(doc.id, 1, records[1:])
        await store.say(doc.id, Message(0, 5.0, 0, "Anna", "Ho!"), 10)

    async def read(store: Store) -> None:
        kept = await store.table(doc.id)
        assert kept is not None
        assert (kept.doc, kept.log) == (doc, records)
        assert [line.text for line in kept.chat] == ["Ho!"]
        assert await store.table("nobody") is None
        await store.ping()

    within(opened, write)
    within(opened, read)


def test_papers_are_kept_by_kind_and_person(opened):
    one = Paper("edition", new_id(), "anna", 1.0, b'{"text": "one"}')
    two = Paper("edition", new_id(), "anna", 2.0, b'{"text": "two"}')
    other = Paper("review", one.id, "ben", 3.0, b"{}")

    async def test(store: Store) -> None:
        for paper in (one, two, other):
            await store.keep_paper(paper)
        assert await store.paper("edition", one.id) == one and await store.paper("review", one.id) == other
        assert await store.paper("edition", "nothing") is None
        assert await store.papers_of("anna", "edition", 9) == [two, one]
        assert await store.papers_of("anna", "edition", 1) == [two]
        assert await store.papers_of("anna", "review", 9) == []
        later = replace(one, changed=4.0, data=b'{"text": "more"}')
        await store.keep_paper(replace(later, owner="ben"))  # whoever changes it, it stays whose it was
        assert await store.papers_of("anna", "edition", 9) == [later, two]

    within(opened, test)


def test_a_place_in_the_log_is_taken_once(opened):
    doc = a_table()

    async def test(store: Store) -> None:
        await store.add_table(doc)
        await store.append(doc.id, 0, [Record(0, "q", ["a"])])
        for late in ([Record(1, "q", ["b"])], [Record(1, "q", ["b"]), Record(1, "q", ["c"])]):
            with pytest.raises(Conflict):
                await store.append(doc.id, 0, late)
        assert [record.atoms for record in await log_of(store, doc)] == [["a"]]

    within(opened, test)


def test_many_writers_at_once_and_one_winner_for_each_place(opened):
    doc = a_table()

    async def test(store: Store) -> None:
        await store.add_table(doc)
        for seq in range(5):
            tries = (store.append(doc.id, seq, [Record(i, "q", [str(i)])]) for i in range(20))
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(result is None for result in results) == 1
            assert all(result is None or isinstance(result, Conflict) for result in results)
        assert len(await log_of(store, doc)) == 5

    within(opened, test)


def test_a_document_is_saved_only_on_top_of_the_version_it_was_made_from(opened):
    doc = a_table()

    async def test(store: Store) -> None:
        await store.add_table(doc)
        mine, theirs = a_table(id=doc.id, clock="quick"), a_table(id=doc.id, clock="relaxed")
        await store.save_table(mine)
        assert mine.version == 1
        with pytest.raises(Conflict):
            await store.save_table(theirs)
        assert theirs.version == 0
        kept = await store.table(doc.id)
        assert kept is not None and kept.doc.clock == "quick"
        with pytest.raises(Conflict):
            await store.add_table(doc)

    within(opened, test)


def test_what_the_front_page_asks_for(opened):
    async def test(store: Store) -> None:
        old = a_table("anna", public=True, created=1.0)
        new = a_table("ben", public=True, created=2.0)
        for doc in (old, new, a_table("anna", created=3.0), a_table("anna", public=True, state=RUNNING)):
            await store.add_table(doc)
        assert [doc.id for doc in await store.open_tables(10, 0.0, 9)] == [new.id, old.id]
        assert [doc.id for doc in await store.open_tables(1, 0.0, 9)] == [new.id]
        assert await store.unfinished("anna") == 3
        old.state = OVER
        old.seats[1] = Seat(PERSON, "Ben", "ben")
        await store.save_table(old)
        assert await store.unfinished("anna") == 2
        assert [doc.id for doc in await store.tables_of("ben", 10)] == [new.id, old.id]
        assert [doc.id for doc in await store.open_tables(10, 0.0, 9)] == [new.id]
        old.seats[1] = Seat()
        await store.save_table(old)
        assert [doc.id for doc in await store.tables_of("ben", 10)] == [new.id]

    within(opened, test)


def test_only_the_last_lines_of_a_chat_are_kept(opened):
    doc = a_table()

    async def test(store: Store) -> None:
        await store.add_table(doc)
        for n in range(8):
            await store.say(doc.id, Message(n, float(n), None, "Anna", str(n)), 3)
        kept = await store.table(doc.id)
        assert kept is not None and [line.n for line in kept.chat] == [5, 6, 7]
        with pytest.raises(Conflict):
            await store.say(doc.id, Message(7, 9.0, None, "Ben", "again"), 3)

    within(opened, test)


def test_writes_share_commits(tmp_path):
    """The point of the writer thread: two hundred answers need far fewer syncs than two hundred."""
    store = SqliteStore(tmp_path / "tables.sqlite3")
    docs = [a_table() for _ in range(200)]
    batches: list[int] = []
    transaction = store._transaction

    def counted(batch: Any) -> Any:
        batches.append(len(batch))
        return transaction(batch)

    store._transaction = counted  # type: ignore[method-assign]

    async def run() -> None:
        await store.open()
        await asyncio.gather(*(store.add_table(doc) for doc in docs))
        await asyncio.gather(*(store.append(doc.id, 0, [Record(0, "q", ["a"])]) for doc in docs))
        await store.close()

    asyncio.run(run())
    assert sum(batches) == 400
    assert len(batches) < 100


def test_a_copy_made_while_others_write_is_whole(tmp_path):
    source, target = tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3"
    doc = a_table()

    async def run() -> None:
        store = SqliteStore(source)
        await store.open()
        await store.add_table(doc)

        async def write() -> None:
            for seq in range(150):
                await store.append(doc.id, seq, [Record(0, "q", ["a"])])

        writing = asyncio.create_task(write())
        await asyncio.sleep(0.05)
        await asyncio.to_thread(copy, source, target)
        await writing
        await store.close()

    asyncio.run(run())
    with sqlite3.connect(target) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        seqs = [row[0] for row in connection.execute("SELECT seq FROM log ORDER BY seq")]
    connection.close()
    assert seqs == list(range(len(seqs)))
    copy(target, tmp_path / "again.sqlite3")


def test_a_database_of_the_future_is_not_touched(tmp_path):
    path = tmp_path / "tables.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(StoreFailure, match="later version"):
        asyncio.run(SqliteStore(path).open())


def test_whether_it_is_ready_is_found_out_by_writing(tmp_path):
    path = tmp_path / "tables.sqlite3"

    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        other = sqlite3.connect(path)
        seen = [other.execute("PRAGMA data_version").fetchone()]  # another number after each commit of somebody else
        for _ in range(2):
            await store.ping()
            seen.append(other.execute("PRAGMA data_version").fetchone())
        assert len(set(seen)) == 3
        other.close()
        await store.close()

    asyncio.run(run())


def test_a_disk_that_is_full_takes_nothing_and_recovers(tmp_path):
    path = tmp_path / "tables.sqlite3"
    one, two = a_table(), a_table()

    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.add_table(one)
        # SQLite's own limit on the size of a file is as good as a full disk.
        pages = (await store._do(lambda c: c.execute("PRAGMA page_count").fetchone()))[0]
        await store._do(lambda c: c.execute(f"PRAGMA max_page_count = {pages}") and None)
        with pytest.raises(StoreFailure, match="full"):
            await store.append(one.id, 0, [Record(0, "q", ["x" * 100_000])])
        await store._do(lambda c: c.execute("PRAGMA max_page_count = 100000") and None)
        await store.append(one.id, 0, [Record(0, "q", ["a"])])
        await store.add_table(two)
        assert [record.atoms for record in await log_of(store, one)] == [["a"]]
        await store.close()

    asyncio.run(run())


def test_a_closed_store_says_so(tmp_path):
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite3")
        await store.open()
        await store.close()
        with pytest.raises(StoreFailure):
            await store.add_table(a_table())

    asyncio.run(run())
