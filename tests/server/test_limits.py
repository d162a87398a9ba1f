"""One visitor cannot take what belongs to all: limits by person and place, as the page for operators prints them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from roundtable.server import timed_http
from roundtable.server.limits import COUNTS, FRAMES, RATES, OpenSockets, place_of
from roundtable.server.pages import FIELDS
from roundtable.server.registry import LISTED
from roundtable.server.settings import Settings
from roundtable.server.store import Store
from roundtable.table import RUNNING, SETUP, Link, Message
from roundtable.table.limits import Limiter, Rate

from .house import Served, Visitor
from .test_safety import House
from .test_store import a_table, opened, within  # noqa: F401

PAGE = Path("docs/host/limits.md").read_text(encoding="utf-8")


def words(rate: Rate | None) -> str:
    if rate is None:
        return "as the place"
    every = round(1 / rate.per_second)
    often = f"{rate.per_second:g} a second" if rate.per_second >= 1 else f"one in {every} seconds"
    return f"{often}, {rate.at_once:g} at once"


def test_the_page_prints_the_limits():
    rates = [f"| {limit.what} | {words(limit.person)} | {words(limit.place)} |" for limit in RATES.values()]
    counts = [f"| {count.what} | {count.most} |" for count in COUNTS.values()]
    for heads, rows in (("| what | one person | one place |", rates), ("| what | at most |", counts)):
        table = PAGE[PAGE.index(heads) :].split("\n\n")[0].splitlines()[2:]
        assert table == rows, "\n".join(rows)
    usual = Settings()
    assert f"({FRAMES.per_second:g}, {FRAMES.at_once:g} at once" in PAGE
    for line in (
        f"| a frame | {usual.frame // 1024} KiB;",
        f"| frames that make no sense | {usual.strikes} on",
        f"| a form | {usual.body // 1024} KiB, {FIELDS} fields |",
        f"| the head of a request | {timed_http.PATIENCE['head']:g} seconds |",
        f"| the rest of a request | {timed_http.PATIENCE['body']:g} seconds |",
        f"| a line of chat | {usual.chat_length} characters; the last {usual.chat_kept} lines",
        f"| a name | {usual.name_length} characters |",
        f"leaves the list of open tables after {usual.listed / 60:g} minutes",
        f"for {usual.forgotten / 86400:g} days",
        f"The list shows {LISTED} tables",
    ):
        assert line in PAGE
    # What a single place can have in the list: what it put there at once, and what came until that has gone.
    public = RATES["public"].place
    assert public is not None
    assert f"{public.at_once:g}" == "4" and 1 / public.per_second == 300
    assert public.at_once + usual.listed * public.per_second == 7


@pytest.mark.parametrize("kind", RATES)
def test_no_number_of_persons_or_addresses_of_one_network_gets_round_a_limit(kind):
    """Given a household with a /64, when each of a thousand addresses sends a new person, then one limit counts."""
    limit = RATES[kind]
    assert limit.place is not None
    refused: list[str] = []
    limiter = Limiter(RATES, refused.append)
    taken = sum(limiter.take(kind, f"person {i}", place_of(f"2001:db8:0:1::{i:x}"), 100.0) for i in range(1, 1001))
    assert taken == limit.place.at_once and refused == [kind] * (1000 - taken)
    assert limiter.take(kind, "somebody else", place_of("2001:db8:0:2::1"), 100.0)
    if limit.person is not None:  # nor does one person who travels
        taken = sum(limiter.take(kind, "traveller", f"192.0.2.{i}", 100.0) for i in range(250))
        assert taken == limit.person.at_once
        assert limit.person.at_once <= limit.place.at_once
        assert limiter.take(kind, "traveller", "192.0.2.1", 100.0 + 1.01 / limit.person.per_second)


def test_sockets_that_are_open():
    sockets = OpenSockets(COUNTS)
    watching = [sockets.admit("", "home", "t1", False) for _ in range(100)]
    assert sum(keys is not None for keys in watching) == COUNTS["watching"].most
    seated = [sockets.admit("anna", "home", f"t{table}", True) for table in range(100) for _ in range(30)]
    assert sum(keys is not None for keys in seated) == COUNTS["place"].most - COUNTS["watching"].most
    assert sockets.admit("ben", "home", "t1", True) is None
    crowd = [sockets.admit("", f"place {i // 20}", "t1", False) for i in range(3000)]
    assert sum(keys is not None for keys in crowd) == COUNTS["spectators"].most - COUNTS["watching"].most
    for keys in (*watching, *seated, *crowd):
        if keys is not None:
            sockets.leave(keys)
    assert not sockets.open and not sockets.total
    one = [sockets.admit("anna", f"place {i}", "t1", True) for i in range(30)]
    assert sum(keys is not None for keys in one) == COUNTS["seat"].most


def test_chat_counts_by_person_however_many_sockets_they_have(data):
    served = Served(data, "--rate", "30")
    try:
        visitor = Visitor(served)
        table = visitor.friends("knights-duty", players=3)
        for who, kind in ((visitor, "chat"), (Visitor(served), "visitor_chat")):
            who.post("/me", name="Kay")
            said = refused = 0
            for _ in range(4):
                with who.socket(table) as socket:
                    socket.wait("table")
                    socket.quiet(0.2)  # what was said before
                    for i in range(4):
                        socket.send(id=i, do="chat", text="Ho!")
                        if socket.wait("chat", "refusal")["is"] == "chat":
                            said += 1
                        else:
                            refused += 1
            limit = RATES[kind].person
            assert limit is not None
            assert limit.at_once <= said <= limit.at_once + 3 and refused > 3  # some seconds have passed
    finally:
        assert served.stop() == 0


def test_one_visitor_cannot_fill_the_list_of_open_tables(data):
    served = Served(data, "--rate", "30")
    try:
        before = served.metric("roundtable_limited_total")
        for i in range(12):  # a new person each time
            Visitor(served).post("/games/lancelot/friends", players=2, public="on", name=f"Sir {i}")
        tables = Visitor(served).get("/api/tables").json()["tables"]
        assert len(tables) == 4
        visitor = Visitor(served)
        table = visitor.friends("lancelot", players=2)  # one that is not public can always be opened
        assert visitor.post(f"/table/{table}/settings", players=2, public="on").status == 429
        assert served.metric("roundtable_limited_total") > before
    finally:
        assert served.stop() == 0


def test_a_list_for_all_shows_few_of_each_host_and_forgets_what_nobody_looks_at(opened):  # noqa: F811
    async def test(store: Store) -> None:
        for n in range(5):
            await store.add_table(a_table("anna", public=True, created=10.0 + n))
        ben = a_table("ben", public=True, created=1.0)
        played = a_table("ben", public=True, created=1.0, state=RUNNING)
        for doc in (ben, played):
            await store.add_table(doc)
        await store.say(ben.id, Message(0, 1.0, None, "Ben", "Ho!"), 10)
        assert [doc.host for doc in await store.open_tables(10, 0.0, 2)] == ["anna", "anna", "ben"]
        assert [doc.host for doc in await store.open_tables(10, 5.0, 2)] == ["anna", "anna"]
        await store.touch(ben.id, 20.0)  # somebody looks at it again
        assert [doc.host for doc in await store.open_tables(10, 5.0, 2)] == ["ben", "anna", "anna"]
        assert len(await store.forget(15.0)) == 5
        assert await store.forget(15.0) == []
        assert await store.tables_of("anna", 10) == []
        assert await store.table(played.id) is not None  # what was begun is never deleted
        assert await store.forget(30.0) == [ben.id]
        assert await store.table(ben.id) is None

    within(opened, test)


def test_a_table_stays_in_the_list_while_somebody_looks_at_it(tmp_path):
    async def run() -> None:
        async with House(tmp_path, listed=0.6) as house:
            now = time.time()
            host = await house.table("lancelot", 2, 1, id="kept", public=True, state=SETUP, created=now)
            await house.table("lancelot", 2, 1, id="left", public=True, state=SETUP, created=now, host="p9")
            link = Link("p0", "p0")
            host.join(link, lambda: None)
            assert len(await house.registry.open_tables()) == 2
            await asyncio.sleep(1.2)
            assert [doc.id for doc in await house.registry.open_tables()] == ["kept"]
            host.leave(link)
            await asyncio.sleep(1.0)
            assert not await house.registry.open_tables()

    asyncio.run(run())
