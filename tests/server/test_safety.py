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
from roundtable.server.course import Course
from roundtable.server.hall import Hall
from roundtable.server.limits import Bucket
from roundtable.server.links import Link
from roundtable.server.model import BOT, PERSON, RUNNING, SETUP, Doc, Line, Record, Seat
from roundtable.server.settings import Settings
from roundtable.server.store import Kept
from roundtable.server.store.sqlite import SqliteStore
from roundtable.server.table import Table

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
    text = visitor.get("/metrics").text
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


class House:
    """A hall without a network around it: real store, real bots, links in place of sockets."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(data=folder, **{"pace": (0.0, 0.0), **settings})
        self.hall = Hall(self.settings, SqliteStore(folder / "tables.sqlite3"))

    async def __aenter__(self) -> House:
        await self.hall.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.hall.close()

    async def table(self, slug: str, players: int, people: int, **changes: Any) -> Table:
        game = rt.game(slug)
        seats = [
            Seat(PERSON, f"P{i}", f"p{i}") if i < people else Seat(BOT, f"B{i}", bot="page") for i in range(players)
        ]
        doc = Doc("table", slug, "p0", players, game.settle(players), seats, "7", 0.0, state=RUNNING)
        for name, value in changes.items():
            setattr(doc, name, value)
        await self.hall.store.add_table(doc)
        table = Table(self.hall, Kept(doc, [], []))
        self.hall._keep(table)
        return table

    def link(self, person: str) -> Link:
        return link_of(person)


def link_of(person: str) -> Link:
    return Link(person, person, Bucket(1000, 1000), Bucket(1000, 1000))


def told(link: Link, keep: bool = False) -> list[dict[str, Any]]:
    frames = [json.loads(text) for text in link.outbox]
    if not keep:
        link.outbox.clear()
    return frames


def course(table: Table) -> Course:
    assert table.course is not None
    return table.course


async def hear(table: Table, link: Link, frame: wire.Frame) -> None:
    """A frame, and all that follows from it at once."""
    done = asyncio.get_running_loop().create_future()
    table.frames.hear(link, frame, lambda: done.set_result(None))
    await done
    async with table.lock:
        pass


async def until(true: Any, seconds: float = 10) -> None:
    for _ in range(int(seconds / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def test_hints_are_for_people_who_can_wait(tmp_path):
    async def run() -> None:
        async with House(tmp_path, hints=(0.001, 1.0), advice=0.05) as house:
            table = await house.table("knights-duty", 2, 1, hints=True)
            link = house.link("p0")
            await table.attach(link)
            told(link)
            await hear(table, link, wire.Hint(seq=0, seat=0))
            await until(lambda: link.outbox)
            assert told(link)[0]["is"] == "hint"
            await hear(table, link, wire.Hint(seq=0, seat=0))
            assert told(link)[0]["reason"] == "not so fast, please"
            link.seat = None
            await hear(table, link, wire.Hint(seq=0, seat=0))
            assert told(link)[0]["reason"] == "look through this seat first"

    asyncio.run(run())


def test_when_time_runs_out_a_bot_answers_visibly_and_the_seat_can_be_taken_back(tmp_path):
    async def run() -> None:
        async with House(tmp_path, hurry=100.0) as house:
            table = await house.table("knights-duty", 2, 2, clock="quick")
            anna, ben = house.link("p0"), house.link("p1")
            await table.attach(anna)
            await table.attach(ben)
            clocks = [frame for frame in told(anna) if frame["is"] == "clocks"]
            assert clocks[-1]["clocks"][0]["of"] == 300
            await until(lambda: course(table).size >= 1)  # nobody answers; then somebody does
            assert table.doc.seats[0].held
            frames = told(ben)
            assert {"is": "held", "seat": 0, "by": "Squire"} in frames
            assert any(frame["table"]["seats"][0]["held"] for frame in frames if frame["is"] == "table")
            answer = wire.Answer(seq=course(table).seq(0), seat=0, atoms=["purple"])
            await hear(table, anna, answer)
            assert "take it back" in next(f for f in told(anna) if f["is"] == "refusal")["reason"]
            await hear(table, anna, wire.Back(seat=0))
            assert not table.doc.seats[0].held
            kept = await house.hall.store.table("table")
            assert kept is not None and not kept.doc.seats[0].held

    asyncio.run(run())


def test_a_bot_answers_for_somebody_who_has_gone_when_others_wait(tmp_path):
    async def run() -> None:
        async with House(tmp_path, grace=0.2) as house:
            table = await house.table("knights-duty", 2, 2)
            anna, ben = house.link("p0"), house.link("p1")
            await table.attach(anna)
            await table.attach(ben)
            await asyncio.sleep(0.4)
            assert course(table).size == 0  # she is here, so the table waits
            await table.detach(anna)
            await until(lambda: course(table).size >= 1)
            assert table.doc.seats[0].held and not table.doc.seats[1].held
            await table.attach(anna)
            await hear(table, anna, wire.Back(seat=0))
            assert not table.doc.seats[0].held

    asyncio.run(run())


def test_nobody_answers_for_somebody_who_plays_alone(tmp_path):
    async def run() -> None:
        async with House(tmp_path, grace=0.05) as house:
            table = await house.table("knights-duty", 2, 1)
            anna = house.link("p0")
            await table.attach(anna)
            await table.detach(anna)
            await asyncio.sleep(0.3)
            assert course(table).size == 0

    asyncio.run(run())


def test_a_table_that_nobody_looks_at_leaves_the_memory_and_comes_back(tmp_path):
    async def run() -> None:
        async with House(tmp_path, idle=0.1) as house:
            table = await house.table("knights-duty", 2, 2)
            anna = house.link("p0")
            await table.attach(anna)
            await hear(table, anna, wire.Answer(seq=0, seat=0, atoms=["purple"]))
            await asyncio.sleep(0.3)
            assert house.hall.tables
            await table.detach(anna)
            await until(lambda: not house.hall.tables)
            again = await house.hall.table("table")
            assert again is not None and again is not table
            assert (course(again).size, course(again).seq(0)) == (1, course(table).seq(0))

    asyncio.run(run())


def test_a_store_that_fails_takes_nothing_and_shows_nothing(tmp_path):
    async def run() -> None:
        async with House(tmp_path) as house:
            table = await house.table("knights-duty", 2, 2)
            anna, ben = house.link("p0"), house.link("p1")
            await table.attach(anna)
            await table.attach(ben)
            before = table.message(ben)
            # Another process was faster: the place in the log is taken.
            other = SqliteStore(tmp_path / "tables.sqlite3")
            await other.open()
            await other.append("table", 0, [Record(0, "choose_clan", ["red"])])
            await hear(table, anna, wire.Answer(seq=0, seat=0, atoms=["purple"], id=5))
            refusal = next(frame for frame in told(anna) if frame["is"] == "refusal")
            assert refusal["of"] == 5 and "look again" in refusal["reason"]
            await until(lambda: table.message(ben) not in (b"", before))
            assert course(table).match.entries[0].answer == ("red",)
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
                table = await house.table(slug, players, players, id=f"table{seed}", seed=str(seed), clock="relaxed")
                links: dict[int | None, Link] = {seat: house.link(f"p{seat}") for seat in range(players)}
                links[None] = house.link("")
                for link in links.values():
                    await table.attach(link)
                rng = Random(seed)
                match = course(table).match
                for _ in range(400):
                    if match.over:
                        break
                    for link in links.values():
                        table.message(link)
                        link.outbox.clear()
                    seat = match.asked[0]
                    was_quiet, question, events = match.state.quiet, match.question, len(match.events)
                    atoms = list(match.choice(seat).sample(rng))
                    await hear(table, links[seat], wire.Answer(seq=course(table).seq(seat), seat=seat, atoms=atoms))
                    if table.unseen:
                        await table._publish_unseen()
                    passed_on = was_quiet and match.state.quiet and match.question == question
                    if not passed_on or len(match.events) != events:  # what was told, all may know
                        continue
                    asked = match.asked[0]
                    quiet += 1
                    for viewer, link in links.items():
                        if viewer not in (seat, asked):
                            assert not table.message(link), (viewer, seat, asked)
                            assert not link.outbox
                for link in links.values():
                    await table.detach(link)
                if quiet > 5:
                    break
            return quiet

    assert asyncio.run(run()) > 0


def test_that_time_ran_out_quietly_is_heard_only_by_who_was_asked(tmp_path):
    async def run() -> None:
        async with House(tmp_path, hurry=10.0, pace=(60.0, 60.0)) as house:
            table = await house.table("of-knights-and-ninjas", 4, 4, clock="quick")
            links = [house.link(person) for person in ("p0", "p1", "p2", "p3", "")]
            for link in links:
                await table.attach(link)
            match, rng = course(table).match, Random(3)
            while not match.state.quiet:
                seat = match.asked[0]
                atoms = list(match.choice(seat).sample(rng))
                await hear(table, links[seat], wire.Answer(seq=course(table).seq(seat), seat=seat, atoms=atoms))
            if table.unseen:
                await table._publish_unseen()
            seat = match.asked[0]
            mine, others = links[seat], [link for link in links if link is not links[seat]]

            def nothing_told() -> bool:
                seen = [table.data(link.person)["seats"][seat]["held"] for link in others]
                return not any(seen) and not any(link.outbox or table.message(link) for link in others)

            for link in links:
                table.message(link)
                link.outbox.clear()
            await until(lambda: table.doc.seats[seat].held)
            held, described = [frame for frame in told(mine) if frame["is"] != "clocks"]
            assert held == {"is": "held", "seat": seat, "by": "Squire"} and described["table"]["seats"][seat]["held"]
            assert nothing_told()
            other = SqliteStore(tmp_path / "tables.sqlite3")
            await other.open()
            await other.save_table(table.draft())  # nor does what another process writes tell it
            await table.news()
            assert nothing_told()
            await other.close()
            await hear(table, mine, wire.Back(seat=seat))
            assert not next(f for f in told(mine) if f["is"] == "table")["table"]["seats"][seat]["held"]
            assert nothing_told()

    asyncio.run(run())


def test_what_another_process_has_done_is_told_and_shown(tmp_path):
    async def run() -> None:
        async with House(tmp_path, pace=(60.0, 60.0)) as house:
            table = await house.table("knights-duty", 2, 1, state=SETUP)
            link = house.link("p1")
            await table.attach(link)
            assert [frame["is"] for frame in told(link)] == ["table"]
            other = SqliteStore(tmp_path / "tables.sqlite3")
            await other.open()
            draft = table.draft()
            draft.seats[1], draft.state = Seat(PERSON, "P1", "p1"), RUNNING
            await other.save_table(draft)
            await other.say("table", Line(0, 5.0, 0, "P0", "Ho!"), 10)
            await table.news()
            frames = told(link)
            assert sorted(frame["is"] for frame in frames) == ["chat", "table"]
            assert next(f for f in frames if f["is"] == "table")["table"]["you"] == [1]
            assert json.loads(table.message(link))["seat"] == 1
            # And if it was faster than we are, what is refused here is still told as it is now.
            await other.append("table", 0, [Record(0, "choose_clan", ["red"])])
            draft = table.draft()
            draft.seats[1].held, draft.seats[1].bot = True, "page"
            await other.save_table(draft)
            await hear(table, link, wire.Answer(seq=0, seat=1, atoms=["purple"], id=5))
            assert [frame["reason"] for frame in told(link)] == ["it is not for you to answer now"]
            await table.news()
            assert course(table).size == 1 and told(link)[0]["table"]["seats"][1]["held"]
            draft.rematch = "elsewhere"
            await other.save_table(draft)
            await hear(table, link, wire.Back(seat=1))
            frames = told(link)
            assert frames[0]["table"]["rematch"] == "elsewhere" and "look again" in frames[1]["reason"]
            await hear(table, link, wire.Back(seat=1))
            assert [frame["is"] for frame in told(link)] == ["table"] and not table.doc.seats[1].held
            await other.close()

    asyncio.run(run())


def test_a_bot_that_dies_or_fails_does_not_stop_the_match(tmp_path):
    async def run() -> None:
        async with House(tmp_path) as house:
            thinkers = house.hall.thinkers
            game = rt.game("knights-duty")
            match = game.match(2, 7)
            first = await thinkers.choose("random", "knights-duty", match.view(0), 0, "x")
            assert match.choice(0).accepts(first)
            assert thinkers.pool is not None
            for process in list(thinkers.pool._processes.values()):
                process.kill()
            assert await thinkers.choose("random", "knights-duty", match.view(0), 0, "x") == first
            assert await thinkers.choose("no such bot", "knights-duty", match.view(0), 0, "x") == first

    asyncio.run(run())
