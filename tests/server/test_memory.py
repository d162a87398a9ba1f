"""What has gone is freed: with the collector of cycles off, as good as it is in a server.

Matches and what compresses a socket go at once; the rest, some kilobytes each, when the registry looks for it.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Iterator

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import PerMessageDeflate

import roundtable as rt
from roundtable.engine.match import Match
from roundtable.engine.state import State
from roundtable.server.app import build
from roundtable.server.connection import Connection
from roundtable.server.host import TableHost
from roundtable.server.registry import TableRegistry
from roundtable.server.settings import Settings
from roundtable.server.store.sqlite import SqliteStore
from roundtable.server.uvicorn_transport import UvicornTransport
from roundtable.table import BOT, OVER, RUNNING, SETUP, Doc, Kept, Link, Seat, Table

from .test_safety import House, join, leave, until

MATCHES = 200


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive(*kinds: type) -> list[object]:
    return [thing for thing in gc.get_objects() if issubclass(type(thing), kinds)]  # weak proxies cannot be asked


def test_nothing_is_left_of_matches_that_were_played_and_dropped(tmp_path):
    game = rt.game("knights-duty")
    options = game.settle(2, {"max_turns": 1}).data()
    before = len(alive(Match, State)), len(alive(Table))

    async def run() -> None:
        async with House(tmp_path, idle=0.2) as house:
            registry = house.registry

            async def play(i: int) -> None:
                seats = [Seat(BOT, f"B{seat}", bot="random") for seat in range(2)]
                doc = Doc(f"table{i}", game.slug, "", 2, options, seats, str(i), 0.0, state=RUNNING)
                await registry.store.add_table(doc)
                host = TableHost(registry.services, Kept(doc, [], []), registry.drop)
                registry._keep(host)
                link = await join(host, "")
                while host.table.doc.state != OVER:
                    await asyncio.sleep(0.01)
                    host.table.scene(link)
                    link.take()
                await leave(host, link)

            await asyncio.gather(*map(play, range(MATCHES)))
            await until(lambda: not registry.tables and not registry.tasks)
            assert (len(alive(Match, State)), len(alive(Table))) == before

    asyncio.run(run())


def test_nothing_large_is_left_of_sockets_that_were_closed(tmp_path):
    sockets = 20

    async def run() -> None:
        registry = TableRegistry(Settings(data=tmp_path).at(2000), SqliteStore(tmp_path / "tables.sqlite3"))
        server = uvicorn.Server(
            uvicorn.Config(build(registry), port=0, ws=UvicornTransport, log_level="error", lifespan="on")
        )
        serving = asyncio.create_task(server.serve())
        await until(lambda: server.started)
        await registry.store.add_table(Doc("table", "lancelot", "", 2, {}, [Seat(), Seat()], "", 0.0, state=SETUP))
        port = server.servers[0].sockets[0].getsockname()[1]
        for i in range(sockets):
            async with connect(f"ws://127.0.0.1:{port}/table/table/socket") as socket:
                assert json.loads(await socket.recv())["is"] == "table"
                if i % 2:  # without a good-bye
                    socket.transport.abort()
        await until(lambda: not registry.tasks and not registry.sockets.total)
        await until(lambda: not alive(UvicornTransport, Connection, Link), 3)
        assert len(alive(PerMessageDeflate)) <= sockets  # the clients'; ours are free
        server.should_exit = True
        await serving

    asyncio.run(run())
