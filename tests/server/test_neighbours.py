"""What one visitor may try and another must not notice: one thing at a time, on the server as it is."""

from __future__ import annotations

import asyncio
import time
from random import Random
from types import SimpleNamespace

import pytest
import uvloop
from starlette.requests import Request

from roundtable.server import pages
from roundtable.server.host import TableHost
from roundtable.server.registry import TableRegistry
from roundtable.server.settings import Settings
from roundtable.server.store.postgres import PostgresStore
from roundtable.table import OVER, Doc, Record, Refused
from roundtable.table.model import CLOSED
from roundtable.table.people import new_person
from roundtable.table.setup import Change
from tests.table.test_lessons import desk, next_step

from .house import Served, Visitor
from .test_safety import House, session, until


def test_a_rematch_that_many_ask_for_at_once_is_one_table(tmp_path):
    """Given a match that is over, when its people ask for a rematch at the same moment, then there is one."""

    async def run() -> None:
        async with House(tmp_path) as house:
            host = await house.table("knights-duty", 3, 2, state=OVER)
            asking = [house.registry.rematch(host, new_person(f"p{n % 2}", Random(n))) for n in range(12)]
            found = await asyncio.gather(*asking, return_exceptions=True)
            assert {one for one in found if isinstance(one, str)} == {host.table.doc.rematch}
            assert len(await house.registry.store.tables_of("p0", 50)) == 2

    asyncio.run(run())


def test_the_cards_of_a_lesson_that_can_be_played_on_are_not_shown(tmp_path):
    """Given the end of a lesson, where the match only rests, then nobody sees its replay before playing on."""
    given = desk()
    given.answer(("red",))
    given.answer(("keep",))
    next_step(given)
    assert given.doc.state == OVER and not given.session.match.over

    async def run() -> None:
        async with House(tmp_path) as house:
            await house.registry.store.add_table(given.doc)
            await house.registry.store.append(given.doc.id, 0, given.log)
            with pytest.raises(Refused, match="not over"):
                await house.registry.replay(given.doc.id)

    asyncio.run(run())


def test_a_lesson_that_was_given_up_is_not_taken_up_again():
    """Its replay can be seen: whoever plays on would know every card."""
    given = desk()
    given.answer(("red",))
    given.answer(("keep",))
    next_step(given)

    def close(doc: Doc) -> None:
        doc.state, doc.closed = CLOSED, "Kay gave this match up."

    given.table.change(Change(close))
    given.run()
    assert next_step(given) == "Kay gave this match up."
    assert given.doc.state == CLOSED


def test_an_address_that_no_database_can_hold_is_no_fault_of_the_store(database, tmp_path):
    async def run() -> None:
        registry = TableRegistry(Settings(data=tmp_path), PostgresStore(database))
        await registry.store.open()
        for id in ("\0", "a\0b", "a\nb", "\u2028"):
            assert await asyncio.wait_for(registry.table(id), 1) is None
        await registry.store.close()

    asyncio.run(run())


def test_tables_are_read_again_also_beside_one_that_is_always_busy(tmp_path, monkeypatch):
    """Given a table whose writes do not end, when all are read again, then the others are not behind for long."""

    async def run() -> None:
        async with House(tmp_path) as house:
            registry, endless = house.registry, asyncio.Event()
            busy = await house.table("knights-duty", 2, 2, id="busy")
            other = await house.table("knights-duty", 2, 2, id="other")
            for host in (busy, other):
                await host.settled()
            clan = session(other).match.choice(0).sample(Random(1))
            await registry.store.append("other", 0, [Record(0, "choose_clan", list(clan))])
            look = registry.store.table

            async def table(id: str) -> object:
                if id == "busy":
                    await endless.wait()
                return await look(id)

            monkeypatch.setattr(registry.store, "table", table)
            registry._look_again()
            await until(lambda: session(other).size == 1, 4)
            endless.set()

    asyncio.run(run())


def test_a_page_of_a_replay_lets_others_be_answered_in_between(tmp_path):
    async def run() -> None:
        async with House(tmp_path) as house:
            host = await house.table("knights-duty", 2, 0)
            await host.settled()
            await until(lambda: session(host).match.over, 60)
            app = SimpleNamespace(state=SimpleNamespace(registry=house.registry))
            scope = {"type": "http", "path_params": {"id": "table"}, "headers": [], "client": ("192.0.2.1", 1)}
            request = Request({**scope, "app": app, "query_string": b"seat=all&from=0&to=49"})
            await house.registry.replay("table")
            ticks = 0

            async def others() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0)
                    ticks += 1

            task = asyncio.create_task(others())
            response = await pages.replay_data(request)
            task.cancel()
            positions = min(50, len(session(host).match.entries) + 1)
            assert response.status_code == 200 and ticks > positions / 2 > 5

    asyncio.run(run())


def test_many_sockets_of_one_place_are_read_no_faster_than_a_few(data):
    """Given a visitor with many sockets, when all send as fast as each may, then all are answered, by and by."""
    served = Served(data, "--rate", "30")
    try:
        visitor = Visitor(served)
        table = visitor.play("knights-duty", players=2, bot="page")
        sockets = [visitor.socket(table) for _ in range(10)]
        for socket in sockets:
            for _ in range(110):
                socket.send(do="ping")
        for socket in sockets:
            for _ in range(110):
                socket.wait("pong", timeout=20)
            socket.close()
        lines = served.metrics().splitlines()
        assert [line for line in lines if line.startswith('roundtable_limited_total{kind="frames"}')]
    finally:
        assert served.stop() == 0


def test_giving_up_and_asking_for_a_rematch_opens_no_more_tables_than_anything_else(data):
    served = Served(data, "--rate", "30")
    try:
        visitor = Visitor(served)
        table = visitor.play("knights-duty", players=2, bot="page")
        for _ in range(13):
            assert visitor.post(f"/table/{table}/leave", do="leave").status == 303
            reply = visitor.post(f"/table/{table}/rematch")
            if reply.status == 429:
                break
            table = reply.location.rsplit("/", 1)[1]
            time.sleep(0.5)  # as fast as forms are taken
        assert reply.status == 429 and "Too many new tables" in reply.text
    finally:
        assert served.stop() == 0


@pytest.mark.parametrize("loops", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_table_whose_timer_is_late_already_goes_on(loops, tmp_path):
    """On a busy computer a timer is set for a time that has passed; with uvloop such a one cannot say for when it was.

    Half an hour of soak found tables that waited for ever after it.
    """

    async def run() -> None:
        async with House(tmp_path) as house:
            host = await house.table("knights-duty", 2, 0)
            await host.settled()
            for seconds in (-1.0, 0.0, 5.0, 0.1, -0.5):
                host._set_timer(host.loop.time() + seconds)
            await until(lambda: session(host).size > 3)

    with asyncio.Runner(loop_factory=loops) as runner:
        runner.run(run())


def test_whatever_a_host_stumbles_over_what_a_table_wants_written_is_written(tmp_path, monkeypatch):
    async def run() -> None:
        async with House(tmp_path) as house:
            host = await house.table("knights-duty", 2, 0)
            stumbles = iter([True] * 3)

            def timer(at: float) -> None:
                if next(stumbles, False):
                    raise AttributeError("when")
                TableHost._set_timer(host, at)

            monkeypatch.setattr(host, "_set_timer", timer)
            host.beat()
            await until(lambda: next(stumbles, None) is None)
            host.beat()
            await until(lambda: session(host).size > 3)

    asyncio.run(run())
