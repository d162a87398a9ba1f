"""Bots think in a few processes for everybody: fairly, in time, and whatever happens to one of them."""

from __future__ import annotations

import asyncio
import time
from random import Random

import pytest

import roundtable as rt
from roundtable.bots.ismcts import Candidate, merged
from roundtable.lab.bench_bots import moments
from roundtable.server import bot_pool
from roundtable.server.bot_pool import BotPool
from roundtable.server.lanes import EACH, PLACE, Lane, Late, Lost
from roundtable.table import BOT, PERSON, Link, Seat
from roundtable.table.frames import Answer, Hint
from tests.naps import nap, ponder

from .test_safety import House, freely, hear, join, session, told


def test_a_bot_that_dies_or_fails_does_not_stop_the_match():
    async def run() -> None:
        pool = BotPool(1, 5.0)
        pool.open()
        game = rt.game("knights-duty")
        match = game.match(2, 7)
        first = await pool.choose("random", game, match.view(0), 0, "x")
        assert match.choice(0).accepts(first[0]) and not first[1]
        assert pool.quick.workers is not None
        pool.quick.workers.workers[0].process.kill()
        assert await pool.choose("random", game, match.view(0), 0, "x") == first
        assert await pool.choose("no such bot", game, match.view(0), 0, "x") == first
        pool.close()

    asyncio.run(run())


def test_a_thought_that_never_ends_is_ended_alone_and_timed_from_its_beginning():
    async def run() -> None:
        lane = Lane(2, 2.0, 5)
        lane.open()
        await lane.do(("", ""), nap, 0.0)
        # Given five seconds of thoughts for two workers, of which each may take two
        napping = [asyncio.create_task(lane.do(("", f"table {i}"), nap, 0.5)) for i in range(10)]
        endless = asyncio.create_task(lane.do(("", "endless"), nap, 60.0))
        with pytest.raises(Lost, match="too long"):
            await endless
        # Then only the one that never ends is ended, and its worker replaced
        before = {pid for pid, _ in await asyncio.gather(*napping)}
        after = {pid for pid, _ in await asyncio.gather(*(lane.do(("", ""), nap, 0.3) for _ in range(6)))}
        assert len(before) == 2 and before & after
        lane.close()

    asyncio.run(run())


def test_keys_take_turns_and_queues_are_bounded():
    async def run() -> None:
        lane = Lane(1, 5.0, 5)
        lane.open()
        await lane.do(("", ""), nap, 0.0)
        order: list[str] = []

        async def ask(key: str) -> None:
            await lane.do(("", key), nap, 0.02)
            order.append(key)

        many = [asyncio.create_task(ask("many")) for _ in range(EACH)]
        await asyncio.sleep(0)
        with pytest.raises(Late):  # one is waiting to be taken up, so there is no room for another
            await lane.do(("", "many"), nap, 0.0)
        await asyncio.gather(ask("few"), ask("rare"))
        assert order.index("few") <= 2 and order.index("rare") <= 3
        await asyncio.gather(*many)
        assert not lane.waiting and lane.queued == 0
        lane.close()

    asyncio.run(run())


def test_places_take_turns_however_many_tables_one_of_them_has():
    async def run() -> None:
        lane = Lane(1, 5.0, 5)
        lane.open()
        await lane.do(("", ""), nap, 0.0)
        order: list[str] = []

        async def ask(place: str, table: int) -> None:
            await lane.do((place, f"table {table}"), nap, 0.01)
            order.append(place)

        crowd = [asyncio.create_task(ask("crowd", i)) for i in range(PLACE)]
        await asyncio.sleep(0.02)
        await asyncio.gather(*(ask("lonely", i) for i in range(3)))
        assert order.count("crowd") <= 6  # every second turn was theirs
        more = [asyncio.create_task(ask("crowd", PLACE + i)) for i in range(20)]
        with pytest.raises(Late):
            await asyncio.gather(*more)
        await asyncio.gather(*crowd, *more, return_exceptions=True)
        assert not lane.waiting and lane.queued == 0
        lane.close()

    asyncio.run(run())


def test_who_cannot_begin_in_time_is_told_so_in_time():
    async def run() -> None:
        lane = Lane(1, 5.0, 5)
        lane.open()
        await lane.do(("", ""), nap, 0.0)
        loop = asyncio.get_running_loop()
        busy = asyncio.create_task(lane.do(("", "slow"), nap, 2.0))
        await asyncio.sleep(0.05)
        began = loop.time()
        with pytest.raises(Late):
            await lane.do(("", "hasty"), nap, 0.0, least=0.1, ends=began + 0.4)
        assert not busy.done()
        _, left = await lane.do(("", "patient"), nap, 0.0, least=0.1, ends=began + 60.0)
        assert 0.1 < left < 58.5
        await busy
        lane.close()

    asyncio.run(run())


def test_champions_get_equal_shares_however_many_there_are():
    """Given a dozen tables for one worker, then each thinks a little at every question, and all of them equally."""

    async def run() -> None:
        lane, loop = Lane(1, 5.0, 5), asyncio.get_running_loop()
        lane.open()
        keys = [(f"place {n % 3}", f"table {n}") for n in range(12)]
        for key in [("", ""), *keys]:
            await lane.do(key, ponder, 0.0)
        given: dict[str, list[float]] = {whom: [] for _, whom in keys}

        async def table(place: str, whom: str) -> None:
            for _ in range(5):
                by = loop.time() + 2.0
                given[whom].append(await lane.do((place, whom), ponder, 1.0, least=0.05, ends=by - 0.2))
                await asyncio.sleep(by - loop.time())

        await asyncio.gather(*(table(*key) for key in keys))
        shares = [sum(each) for each in given.values()]
        mean = sum(shares) / len(shares)
        assert max(shares) < 1.2 * mean and min(shares) > 0.8 * mean, shares
        lane.close()

    asyncio.run(run())


def test_a_squire_answers_quickly_beside_many_champions_and_hints(tmp_path):
    async def run() -> None:
        async with House(tmp_path, pace=(0.1, 0.3), rates=freely()) as house:
            rng, stop = Random(1), asyncio.Event()

            async def player(number: int, bot: str, advised: bool) -> list[float]:
                """Plays at once against a bot and asks for hints; how long the bot took each time."""
                seats = [Seat(PERSON, "P", f"p{number}"), Seat(BOT, "B", bot=bot)]
                host = await house.table("knights-duty", 2, 1, id=f"t{number}", seats=seats, hints=True)
                link = Link(f"p{number}", "P", place="one address")
                host.join(link, lambda: None)
                match, took = session(host).match, list[float]()
                question, since = None, 0.0
                while not stop.is_set() and not match.over and len(took) < 8:
                    link.take()
                    if 0 in match.asked:
                        seq = session(host).seq(0)
                        if advised and not link.busy:
                            host.hear(link, Hint(seq=seq, seat=0))
                            await asyncio.sleep(0.02)
                        if not link.busy:
                            host.hear(link, Answer(seq=seq, seat=0, atoms=list(match.choice(0).sample(rng))))
                    asked = session(host).number(1) if 1 in match.asked else None
                    if asked != question:
                        now = time.perf_counter()
                        if question is not None:
                            took.append(now - since)
                        question, since = asked, now
                    await asyncio.sleep(0.02)
                return took

            others = [asyncio.create_task(player(i, "champion", i % 2 == 0)) for i in range(20)]
            await asyncio.sleep(1.0)
            took: list[float] = []
            for number in range(100, 103):
                took += await player(number, "squire", False)
            stop.set()
            champions = sorted(one for times in await asyncio.gather(*others) for one in times)
            # Behind the Champions it would wait for twenty seconds; on an idle computer it takes half a second.
            assert sorted(took)[len(took) * 9 // 10] < 10.0
            # For so many Champions one worker is too few, so each thinks for a shorter time.
            assert champions[len(champions) * 9 // 10] < 12.0  # on a busy computer; else about 1.5

    asyncio.run(run())


def test_a_table_whose_bot_cannot_think_says_so_and_is_answered_within_a_second(tmp_path):
    async def run() -> None:
        async with House(tmp_path, pace=(0.1, 0.3), rates=freely()) as house:
            lane, loop = house.registry.bots.slow, asyncio.get_running_loop()
            await lane.do(("", ""), nap, 0.0)
            # Given a worker that thinks about something else for long
            busy = asyncio.create_task(lane.do(("", "other"), nap, 4.5))
            await asyncio.sleep(0.1)
            seats = [Seat(PERSON, "P", "p0"), Seat(BOT, "B", bot="champion")]
            host = await house.table("lancelot", 2, 1, seats=seats)
            link, rng = await join(host, "p0"), Random(1)
            match = session(host).match
            said: list[str] = []

            async def turn() -> float:
                """The person answers until the bot is asked; how long the bot takes for its first answer then."""
                while 1 not in match.asked:
                    answer = list(match.choice(0).sample(rng))
                    await hear(host, link, Answer(seq=session(host).seq(0), seat=0, atoms=answer))
                asked, number = loop.time(), session(host).number(1)
                while 1 in match.asked and session(host).number(1) == number:
                    await asyncio.sleep(0.01)
                took = loop.time() - asked
                await asyncio.sleep(0.1)
                said.extend(frame["table"]["hurried"] for frame in told(link) if frame["is"] == "table")
                return took

            # When the Champion's time has come, then a quick bot answers, and everybody at the table is told
            assert await turn() < 3.0
            assert said[-1] == "The server is busy. A quick bot answers for Champion."
            # and the next answer comes within a second, and what a busy computer takes
            assert await turn() < 2.0
            # When there is time again, then it thinks, and the table says nothing any more
            await busy
            while said[-1]:
                await turn()
            assert len([words for words in said if words]) == 1

    asyncio.run(run())


def test_spare_workers_help_a_champion_while_nobody_else_thinks():
    async def run() -> None:
        pool = BotPool(2, 5.0, spare=1)
        pool.open()
        game = rt.game("knights-duty")
        seat, view = moments(game, 2)[3]
        legal = game.choice(view, seat).accepts
        loop = asyncio.get_running_loop()

        def champion(bot: str = "champion") -> asyncio.Task[tuple[tuple[str, ...], bool]]:
            return asyncio.create_task(pool.choose(bot, game, view, seat, "x", by=loop.time() + 20.0))

        async def until(slow: int, spare: int) -> None:
            async with asyncio.timeout(20):
                while (pool.slow.busy, pool.spare.busy) != (slow, spare):
                    await asyncio.sleep(0.005)

        # Given a Knight, nobody helps; not even processes are begun for it
        assert legal((await champion("knight"))[0])
        assert pool.spare.workers is None
        # When a Champion thinks, a spare worker does too
        first = champion()
        await until(1, 1)
        # and none for another Champion who thinks at the same time
        second = champion()
        await until(2, 1)
        assert pool.spare.queued == 0
        # Then all answer in time, also if the spare worker dies over it
        assert pool.spare.workers is not None
        pool.spare.workers.workers[0].process.kill()
        began = loop.time()
        assert all(legal(answer) for answer, _ in await asyncio.gather(first, second))
        assert loop.time() - began < 15
        pool.close()

    asyncio.run(run())


def test_what_several_have_tried_counts_together(monkeypatch):
    async def run() -> None:
        pool = BotPool(1, 60.0, spare=1)
        pool.open()
        pool.spare.open()
        await pool.spare.do(("", ""), nap, 0.0)
        game = rt.game("knights-duty")
        seat, view = moments(game, 2)[3]
        counted: list[int] = []
        monkeypatch.setattr(bot_pool, "SENT", 60.0)  # a busy computer gives spare workers little

        def count(found: list[list[Candidate]]) -> list[Candidate]:
            counted.append(len(found))
            return merged(found)

        monkeypatch.setattr(bot_pool, "merged", count)
        await pool.choose("champion", game, view, seat, "x")
        assert counted == [2]
        pool.close()

    asyncio.run(run())
