"""Minutes of play with faults, on SQLite and on a real PostgreSQL behind a proxy that does it harm."""

from __future__ import annotations

import asyncio
import json
import socket
from threading import Timer
from typing import Any, cast

import pytest

from roundtable.cli import run
from roundtable.server.process import ServerProcess
from roundtable.server.soak.proxy import HARMS, FaultProxy
from roundtable.server.soak.soak import Plan, Soak, soak
from roundtable.server.store import Store, StoreFailure
from roundtable.table import Doc, Record

from .test_store import a_table, log_of


def test_a_soak_on_sqlite_breaks_no_promise(tmp_path, capsys):
    assert run(["soak", "--seconds", "40", "--tables", "6", "--out", str(tmp_path / "soak"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["broken_promises"] == []
    assert report["answers"] > 20 and report["bad_inputs"] > 0 and report["scenes_checked"] > 10
    assert sum(report["faults_survived"].values()) >= 1


def test_a_soak_on_postgresql_breaks_no_promise(database, cluster, tmp_path):
    """Given two servers behind a faulty network, then nothing is lost, doubled or frozen, and all are current."""

    async def fail_over() -> None:
        """The database goes without a good-bye, and another one comes up in its place."""
        await asyncio.to_thread(cluster.stop)
        await asyncio.sleep(1.0)
        await asyncio.to_thread(cluster.start)

    plan = Plan(tmp_path / "soak", 80.0, 6, 2, database, more={"fail_over": fail_over})
    report: dict[str, Any] = soak(plan, lambda words: None)
    assert report["broken_promises"] == []
    assert report["answers"] > 20 and sum(report["faults_survived"].values()) >= 2


@pytest.mark.parametrize("promise", ["stuck", "soak"])
def test_a_soak_that_hangs_or_fails_comes_to_an_end_and_says_where(promise, tmp_path, monkeypatch):
    async def never() -> None:
        if promise == "stuck":
            await asyncio.Event().wait()
        raise OSError("there is no never")

    for name in ("OVERTIME", "CURRENT"):
        monkeypatch.setattr(f"roundtable.server.soak.soak.{name}", 1.0)
    monkeypatch.setattr(Soak, "_faults", lambda self: ["never"])
    report = soak(Plan(tmp_path, 8.0, 1, more={"never": never}), lambda words: None)
    assert promise in [broken["promise"] for broken in cast("list[dict[str, str]]", report["broken_promises"])]
    where = tmp_path / ("stuck.txt" if promise == "stuck" else "broken.jsonl")
    assert "never" in where.read_text(encoding="utf-8")


def test_a_server_begins_again_though_a_client_has_its_port_for_a_moment(tmp_path):
    """While nobody listens there, the system may give the port to any connection."""
    server = ServerProcess(["--data", str(tmp_path / "data")], tmp_path / "log")
    server.kill()
    with socket.socket() as client:
        client.bind(("127.0.0.1", server.port))
        Timer(4.0, client.close).start()
        server.begin()
    assert server.end() == 0


async def patiently(store: Store, doc: Doc) -> list[Record]:
    for _ in range(5):
        try:
            return await asyncio.wait_for(log_of(store, doc), 15)
        except StoreFailure:
            continue
    raise AssertionError("the store does not come back")


@pytest.mark.parametrize("harm", HARMS)
def test_each_harm_ends_and_what_was_written_counts_once(harm, database):
    from roundtable.server.store.postgres import PostgresStore

    doc = a_table()

    async def run() -> None:
        async with FaultProxy(database) as proxy:
            store = PostgresStore(proxy.url, patience=3.0, hung=1.5)
            await store.open()
            await store.add_table(doc)
            kept: list[Record] = []
            for n in range(3):
                record = Record(0, "q", [str(n)])
                proxy.begin(harm)
                writing = asyncio.create_task(store.append(doc.id, len(kept), [record]))
                await asyncio.sleep(0.7)
                proxy.end()
                try:
                    await asyncio.wait_for(writing, 15)
                    taken = [[record]]
                except StoreFailure:  # it may have been written all the same
                    taken = [[], [record]]
                found = await patiently(store, doc)
                assert found[: len(kept)] == kept and found[len(kept) :] in taken
                kept = found
            await asyncio.wait_for(store.append(doc.id, len(kept), [Record(1, "q", ["last"])]), 10)
            assert await log_of(store, doc) == [*kept, Record(1, "q", ["last"])]
            await asyncio.wait_for(store.close(), 8)

    asyncio.run(run())
