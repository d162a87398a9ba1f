"""Two processes that serve the same tables from one PostgreSQL."""

from __future__ import annotations

import asyncio
from random import Random

import roundtable as rt
from roundtable.server.bus.postgres import PostgresBus
from roundtable.server.registry import TableRegistry
from roundtable.server.settings import Settings
from roundtable.server.store.postgres import PostgresStore
from roundtable.table import PERSON, RUNNING, Doc, Link, Seat

from .house import Served, Socket, Visitor
from .test_safety import join, told, until


def test_one_table_two_processes_and_one_of_them_dies(database, tmp_path):
    one = Served(tmp_path / "one", "--database", database)
    two = Served(tmp_path / "two", "--database", database)
    anna, ben = Visitor(one), Visitor(two)
    table = anna.friends("knights-duty", players=3, name="Anna")
    ben.sit(table, 1)
    rng = Random(1)
    with anna.socket(table) as hers, ben.socket(table) as his:
        hers.wait("table")
        his.wait("table")
        with Visitor(two).socket(table):  # who is here is known through both
            for socket in (hers, his):
                while not (socket.table["seats"][0]["here"] and socket.table["seats"][1]["here"]):
                    socket.wait("table")
                while socket.table["spectators"] != 1:
                    socket.wait("table")
        while hers.table["spectators"]:
            hers.wait("table")
        assert anna.post(f"/table/{table}/start", bot="page").status == 303
        answers = 0
        while answers < 12:  # answers given to one process are seen through the other
            for socket in (hers, his):
                socket.quiet(0.05)
            asked: list[Socket] = [socket for socket in (hers, his) if socket.scene and socket.prompt]
            if asked and asked[0].answer(rng)["is"] == "taken":
                answers += 1
        hers.send(do="chat", text="Ho!")
        assert his.wait("chat")["messages"][0]["text"] == "Ho!"
        hers.quiet(0.5)
        his.quiet(0.5)
        assert hers.scene["seq"] == his.scene["seq"]
        seq = hers.scene["seq"]
    one.kill()
    with Visitor(two, anna.token).socket(table) as hers:
        scene = hers.wait("scene")
        assert (scene["seat"], scene["seq"] >= seq) == (0, True)
    assert two.stop() == 0


def test_who_was_there_through_a_process_that_died_is_gone_after_a_while(database, tmp_path):
    async def run() -> None:
        settings = Settings(data=tmp_path, database=database, beat=0.2, grace=60.0)
        registries = [TableRegistry(settings, PostgresStore(database), PostgresBus(database)) for _ in range(2)]
        for registry in registries:
            await registry.open()
        seats = [Seat(PERSON, name, name) for name in ("anna", "ben")]
        doc = Doc(
            "table", "knights-duty", "anna", 2, rt.game("knights-duty").settle(2).data(), seats, "7", 0.0, state=RUNNING
        )
        await registries[0].store.add_table(doc)
        links = []
        for registry, person in zip(registries, ("anna", "ben")):
            host = await registry.table("table")
            assert host is not None
            links.append(await join(host, person))
        hers, his = links

        def here(link: Link) -> list[bool]:
            tables = [frame["table"] for frame in told(link, keep=True) if frame["is"] == "table"]
            return [seat["here"] for seat in tables[-1]["seats"]]

        await until(lambda: here(hers) == here(his) == [True, True])
        await asyncio.sleep(1.0)  # and stays so as long as it is said again
        assert here(hers) == here(his) == [True, True]
        table = registries[0].tables["table"].table
        assert not table.presence.gone
        await registries[1].bus.close()  # it falls silent without a good-bye
        await until(lambda: here(hers) == [True, False])
        assert set(table.presence.gone) == {"ben"}  # and the bot that answers for who has gone counts from here
        for registry in registries:
            await registry.close()

    asyncio.run(run())
