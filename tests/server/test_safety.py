"""Limits, headers, secrets at rest, secrets at the table."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.server import wire
from roundtable.server.host import TableHost
from roundtable.server.limits import RATES
from roundtable.server.registry import TableRegistry
from roundtable.server.settings import Settings
from roundtable.server.store.sqlite import SqliteStore
from roundtable.table import BOT, PERSON, RUNNING, SETUP, Doc, Kept, Link, Message, Record, Seat
from roundtable.table.frames import Answer, Back, ClientFrame, Hint, data
from roundtable.table.limits import Limit, Rate
from roundtable.table.session import Session

from .house import Served, Visitor


def test_headers_of_every_answer(served):
    visitor = Visitor(served)
    for path in ("/", "/games/lancelot", "/nothing", "/healthz", "/metrics", "/static/none"):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy and "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert not headers["server"]
    assert "no-store" in visitor.get("/").headers["cache-control"]


def test_the_cookie_and_what_is_kept_of_it(served):
    visitor = Visitor(served)
    assert visitor.get("/").headers["set-cookie"] is None  # nobody is noted for looking
    cookie = visitor.post("/me", name="Anna").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert len(visitor.token) == 22  # 128 bits
    for path in served.data.iterdir():
        assert visitor.token.encode() not in path.read_bytes()
    assert visitor.token not in (served.data.parent / "data.log").read_text(encoding="utf-8")


def test_sockets_of_other_sites_are_refused(served):
    visitor = Visitor(served)
    table = visitor.play("lancelot", players=2)
    upgrade = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec_websocket_version": "13",
        "sec_websocket_key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    path = f"/table/{table}/socket"
    assert visitor.request("GET", path, origin="https://elsewhere.example", **upgrade).status == 403
    assert visitor.request("GET", "/table/none/socket", **upgrade).status == 403


def test_health_and_metrics(served):
    visitor = Visitor(served)
    assert visitor.get("/healthz").status == visitor.get("/readyz").status == 200
    text = served.metrics()
    for name in re.findall(r'"(roundtable_\w+)"', Path("src/roundtable/server/metrics.py").read_text(encoding="utf-8")):
        assert f"# HELP {name}" in text


def test_static_files_are_cached_under_their_version(served):
    visitor = Visitor(served)
    found = re.search(r"/static/([0-9a-f]{12})/[\w./-]+", visitor.get("/").text)
    if found is None:
        pytest.skip("the front page names no static file")
    assert "immutable" in visitor.get(found[0]).headers["cache-control"]
    other = visitor.get(found[0].replace(found[1], "0" * 12))
    assert other.headers["cache-control"] == "no-cache"


def test_rates_and_numbers(data):
    served = Served(data, "--rate", "1")
    try:
        visitor = Visitor(served)
        statuses = [visitor.post("/games/lancelot/play", players=2).status for _ in range(4)]
        assert 429 in statuses and 303 in statuses and 500 not in statuses
        while visitor.post("/me", name="Anna").status != 429:
            pass
        assert visitor.get("/").status == 200
    finally:
        assert served.stop() == 0


# -- in this process: clocks, absence, quiet questions -----------------------------------------------------------------


def freely() -> dict[str, Limit]:
    """Limits that nobody reaches."""
    return {kind: limit.times(1000) for kind, limit in RATES.items()}


class House:
    """A registry without a network around it: real store, real bots, links in place of sockets."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(data=folder, **{"pace": (0.0, 0.0), **settings})
        self.registry = TableRegistry(self.settings, SqliteStore(folder / "tables.sqlite3"))

    async def __aenter__(self) -> House:
        await self.registry.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.registry.close()

    async def table(self, slug: str, players: int, people: int, **changes: Any) -> TableHost:
        game = rt.game(slug)
        seats = [
            Seat(PERSON, f"P{i}", f"p{i}") if i < people else Seat(BOT, f"B{i}", bot="page") for i in range(players)
        ]
        doc = Doc("table", slug, "p0", players, game.settle(players).data(), seats, "7", 0.0, state=RUNNING)
        for name, value in changes.items():
            setattr(doc, name, value)
        await self.registry.store.add_table(doc)
        host = TableHost(self.registry.services, Kept(doc, [], []), self.registry.drop)
        self.registry._keep(host)
        return host


async def join(host: TableHost, person: str) -> Link:
    """Somebody comes, and all that follows from it at once."""
    link = Link(person, person)
    host.join(link, lambda: None)
    await host.settled()
    return link


async def leave(host: TableHost, link: Link) -> None:
    host.leave(link)
    await host.settled()


def told(link: Link, keep: bool = False) -> list[dict[str, Any]]:
    frames = list(link.outbox) if keep else link.take()
    return [json.loads(wire.Encoder().text(frame)) for frame in frames]


def shown(host: TableHost, link: Link) -> dict[str, Any] | None:
    """The scene that is due to a link."""
    frame = host.table.scene(link)
    return data(frame) if frame is not None else None


def session(host: TableHost) -> Session:
    assert host.table.session is not None
    return host.table.session


async def hear(host: TableHost, link: Link, frame: ClientFrame) -> None:
    """A frame, and all that follows from it at once."""
    host.hear(link, frame)
    await host.settled()
    assert not link.busy


async def until(true: Any, seconds: float = 10) -> None:
    for _ in range(int(seconds / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def test_hints_are_for_people_who_can_wait(tmp_path):
    async def run() -> None:
        async with House(tmp_path, rates={**RATES, "hints": Limit("hints", Rate(0.001, 1))}, advice=0.05) as house:
            host = await house.table("knights-duty", 2, 1, hints=True)
            link = await join(host, "p0")
            told(link)
            await hear(host, link, Hint(seq=0, seat=0))
            await until(lambda: link.outbox)
            assert told(link)[0]["is"] == "hint"
            await hear(host, link, Hint(seq=0, seat=0))
            assert told(link)[0]["reason"] == "not so fast, please"
            link.seat = None
            await hear(host, link, Hint(seq=0, seat=0))
            assert told(link)[0]["reason"] == "look through this seat first"

    asyncio.run(run())


def test_when_time_runs_out_a_bot_answers_visibly_and_the_seat_can_be_taken_back(tmp_path):
    async def run() -> None:
        async with House(tmp_path, hurry=100.0) as house:
            host = await house.table("knights-duty", 2, 2, clock="quick")
            anna, ben = await join(host, "p0"), await join(host, "p1")
            clocks = [frame for frame in told(anna) if frame["is"] == "clocks"]
            assert clocks[-1]["clocks"][0]["of"] == 300
            await until(lambda: session(host).size >= 1)  # nobody answers; then somebody does
            assert host.table.doc.seats[0].held
            frames = told(ben)
            assert {"is": "held", "seat": 0, "by": "Squire"} in frames
            assert any(frame["table"]["seats"][0]["held"] for frame in frames if frame["is"] == "table")
            answer = Answer(seq=session(host).seq(0), seat=0, atoms=["purple"])
            await hear(host, anna, answer)
            assert "take it back" in next(f for f in told(anna) if f["is"] == "refusal")["reason"]
            await hear(host, anna, Back(seat=0))
            assert not host.table.doc.seats[0].held
            kept = await house.registry.store.table("table")
            assert kept is not None and not kept.doc.seats[0].held

    asyncio.run(run())


def test_a_bot_answers_for_somebody_who_has_gone_when_others_wait(tmp_path):
    async def run() -> None:
        async with House(tmp_path, grace=0.2) as house:
            host = await house.table("knights-duty", 2, 2)
            anna, _ = await join(host, "p0"), await join(host, "p1")
            await asyncio.sleep(0.4)
            assert session(host).size == 0  # she is here, so the table waits
            await leave(host, anna)
            await until(lambda: session(host).size >= 1)
            assert host.table.doc.seats[0].held and not host.table.doc.seats[1].held
            anna = await join(host, "p0")
            await hear(host, anna, Back(seat=0))
            assert not host.table.doc.seats[0].held

    asyncio.run(run())


def test_nobody_answers_for_somebody_who_plays_alone(tmp_path):
    async def run() -> None:
        async with House(tmp_path, grace=0.05) as house:
            host = await house.table("knights-duty", 2, 1)
            anna = await join(host, "p0")
            await leave(host, anna)
            await asyncio.sleep(0.3)
            assert session(host).size == 0

    asyncio.run(run())


def test_a_table_that_nobody_looks_at_leaves_the_memory_and_comes_back(tmp_path):
    async def run() -> None:
        async with House(tmp_path, idle=0.1) as house:
            host = await house.table("knights-duty", 2, 2)
            anna = await join(host, "p0")
            await hear(host, anna, Answer(seq=0, seat=0, atoms=["purple"]))
            await asyncio.sleep(0.3)
            assert house.registry.tables
            seq = session(host).seq(0)
            await leave(host, anna)
            await until(lambda: not house.registry.tables)
            again = await house.registry.table("table")
            assert again is not None and again is not host
            assert (session(again).size, session(again).seq(0)) == (1, seq)

    asyncio.run(run())


def test_a_store_that_fails_takes_nothing_and_shows_nothing(tmp_path):
    async def run() -> None:
        async with House(tmp_path) as house:
            host = await house.table("knights-duty", 2, 2)
            anna, ben = await join(host, "p0"), await join(host, "p1")
            before = shown(host, ben)
            # Another process was faster: the place in the log is taken.
            other = SqliteStore(tmp_path / "tables.sqlite3")
            await other.open()
            await other.append("table", 0, [Record(0, "choose_clan", ["red"])])
            await hear(host, anna, Answer(seq=0, seat=0, atoms=["purple"], id=5))
            refusal = next(frame for frame in told(anna) if frame["is"] == "refusal")
            assert refusal["of"] == 5 and "look again" in refusal["reason"]
            await until(lambda: shown(host, ben) not in (None, before))
            assert session(host).match.entries[0].answer == ("red",)
            await other.close()

    asyncio.run(run())


@pytest.mark.parametrize("slug", ["of-knights-and-ninjas", "quests-of-the-round-table"])
def test_a_quiet_question_is_noticed_by_nobody_else(slug, tmp_path):
    """While somebody is asked quietly and passes it on, the others receive not a byte."""

    async def run() -> int:
        async with House(tmp_path) as house:
            players = min(4, rt.game(slug).seats[1])
            quiet = 0
            for seed in range(12):
                host = await house.table(slug, players, players, id=f"table{seed}", seed=str(seed), clock="relaxed")
                links: dict[int | None, Link] = {seat: await join(host, f"p{seat}") for seat in range(players)}
                links[None] = await join(host, "")
                await asyncio.sleep(0.06)  # who has come is told together
                rng = Random(seed)
                match = session(host).match
                for _ in range(400):
                    if match.over:
                        break
                    for link in links.values():
                        shown(host, link)
                        link.outbox.clear()
                    seat = match.asked[0]
                    was_quiet, question, events = match.state.quiet, match.question, len(match.events)
                    atoms = list(match.choice(seat).sample(rng))
                    await hear(host, links[seat], Answer(seq=session(host).seq(seat), seat=seat, atoms=atoms))
                    while host.table.unseen:
                        await asyncio.sleep(0.01)
                    passed_on = was_quiet and match.state.quiet and match.question == question
                    if not passed_on or len(match.events) != events:  # what was told, all may know
                        continue
                    asked = match.asked[0]
                    quiet += 1
                    for viewer, link in links.items():
                        if viewer not in (seat, asked):
                            assert not shown(host, link), (viewer, seat, asked)
                            assert not link.outbox
                for link in links.values():
                    await leave(host, link)
                if quiet > 5:
                    break
            return quiet

    assert asyncio.run(run()) > 0


def test_that_time_ran_out_quietly_is_heard_only_by_who_was_asked(tmp_path):
    async def run() -> None:
        async with House(tmp_path, hurry=10.0, pace=(60.0, 60.0)) as house:
            host = await house.table("of-knights-and-ninjas", 4, 4, clock="quick")
            links = [await join(host, person) for person in ("p0", "p1", "p2", "p3", "")]
            await asyncio.sleep(0.06)  # who has come is told together
            match, rng = session(host).match, Random(3)
            while not match.state.quiet:
                seat = match.asked[0]
                atoms = list(match.choice(seat).sample(rng))
                await hear(host, links[seat], Answer(seq=session(host).seq(seat), seat=seat, atoms=atoms))
            while host.table.unseen:
                await asyncio.sleep(0.01)
            seat = match.asked[0]
            mine, others = links[seat], [link for link in links if link is not links[seat]]

            def nothing_told() -> bool:
                seen = [host.table.view(link.person).seats[seat].held for link in others]
                return not any(seen) and not any(link.outbox or shown(host, link) for link in others)

            for link in links:
                shown(host, link)
                link.outbox.clear()
            await until(lambda: host.table.doc.seats[seat].held)
            heard = {frame["is"]: frame for frame in told(mine)}
            assert heard["held"] == {"is": "held", "seat": seat, "by": "Squire"}
            assert heard["table"]["table"]["seats"][seat]["held"]
            assert nothing_told()
            other = SqliteStore(tmp_path / "tables.sqlite3")
            await other.open()
            await other.save_table(host.table.doc.draft())  # nor does what another process writes tell it
            await host.refresh()
            assert nothing_told()
            await other.close()
            await hear(host, mine, Back(seat=seat))
            assert not next(f for f in told(mine) if f["is"] == "table")["table"]["seats"][seat]["held"]
            assert nothing_told()

    asyncio.run(run())


def test_what_another_process_has_done_is_told_and_shown(tmp_path):
    async def run() -> None:
        async with House(tmp_path, pace=(60.0, 60.0)) as house:
            host = await house.table("knights-duty", 2, 1, state=SETUP)
            link = await join(host, "p1")
            assert [frame["is"] for frame in told(link)] == ["table"]
            other = SqliteStore(tmp_path / "tables.sqlite3")
            await other.open()
            draft = host.table.doc.draft()
            draft.seats[1], draft.state = Seat(PERSON, "P1", "p1"), RUNNING
            await other.save_table(draft)
            await other.say("table", Message(0, 5.0, 0, "P0", "Ho!"), 10)
            await host.refresh()
            frames = told(link)
            assert sorted(frame["is"] for frame in frames) == ["chat", "table"]
            assert next(f for f in frames if f["is"] == "table")["table"]["you"] == [1]
            assert (shown(host, link) or {})["seat"] == 1
            # And if it was faster than we are, what is refused here is still told as it is now.
            await other.append("table", 0, [Record(0, "choose_clan", ["red"])])
            draft = host.table.doc.draft()
            draft.seats[1].held, draft.seats[1].bot = True, "page"
            await other.save_table(draft)
            await hear(host, link, Answer(seq=0, seat=1, atoms=["purple"], id=5))
            assert [frame["reason"] for frame in told(link)] == ["it is not for you to answer now"]
            await host.refresh()
            assert session(host).size == 1 and told(link)[0]["table"]["seats"][1]["held"]
            draft.rematch = "elsewhere"
            await other.save_table(draft)
            await hear(host, link, Back(seat=1))
            frames = told(link)
            assert frames[0]["table"]["rematch"] == "elsewhere" and "look again" in frames[1]["reason"]
            await hear(host, link, Back(seat=1))
            assert [frame["is"] for frame in told(link)] == ["table"] and not host.table.doc.seats[1].held
            await other.close()

    asyncio.run(run())
