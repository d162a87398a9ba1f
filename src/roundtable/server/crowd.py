"""`roundtable bench crowd`: what is left for others when many ask for Champions and hints at once.

Tables, store and workers are real and have the usual settings; only the sockets are left out.  At each table one person
answers at once, so every bot is asked as often as it can be.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import roundtable as rt
from roundtable.table.frames import Answer, Hint
from roundtable.table.links import Link
from roundtable.table.model import BOT, PERSON, RUNNING, Doc, Seat

from . import metrics
from .host import TableHost
from .lanes import Key, Lane
from .registry import TableRegistry
from .run import store_of
from .settings import Settings

PLACES: Final = 12  # from which they come
GAME: Final = "lancelot"  # people and bots take turns
LOOK: Final = 0.01  # seconds between looks at a table


class CountingLane(Lane):
    """Counts the seconds that each place was given, and each table."""

    def __init__(self, lane: Lane) -> None:
        super().__init__(lane.size, lane.patience, lane.nice)
        self.given: defaultdict[str, float] = defaultdict(float)

    def charge(self, key: Key, seconds: float) -> None:
        super().charge(key, seconds)
        self.given[key[0]] += seconds
        self.given[key[1].partition("-")[0]] += seconds  # however many matches were played at it


class Crowd:
    """One run."""

    def __init__(self, folder: Path, champions: int, askers: int, squires: int) -> None:
        settings = Settings(data=folder)
        self.registry = TableRegistry(settings, store_of(settings))
        self.slow = self.registry.bots.slow = CountingLane(self.registry.bots.slow)
        self.rng = Random(1)
        self.kinds = [*["champion"] * champions, *["asker"] * askers, *["squire"] * squires]
        self.times: dict[str, list[float]] = {"champion": [], "asker": [], "squire": []}
        self.asked: dict[str, int] = {}  # person -> the question about which they have asked for a hint
        self.hints = self.refused = 0
        self.going = True

    async def run(self, seconds: float) -> dict[str, object]:
        await self.registry.open()
        for lane in (self.slow, self.registry.bots.quick):
            assert lane.workers is not None
            await asyncio.to_thread(lane.workers.wait_until_ready, 60.0)  # their beginning is nobody's share
        hurried = metrics.hurried.labels("bot")._value.get()
        playing = [asyncio.create_task(self._table(n, kind)) for n, kind in enumerate(self.kinds)]
        await asyncio.sleep(seconds)
        self.going = False
        await asyncio.gather(*playing)
        await self.registry.close()
        champions = self.kinds.count("champion")
        places = [self.slow.given[f"place {n}"] for n in range(min(PLACES, champions))]
        tables = [self.slow.given[f"t{n}"] for n in range(champions)]
        return {
            "champions": self.kinds.count("champion"),
            "askers": self.kinds.count("asker"),
            "squire_answers": len(self.times["squire"]),
            "squire_p50_seconds": quantile(self.times["squire"], 0.5),
            "squire_p99_seconds": quantile(self.times["squire"], 0.99),
            "champion_answers": len(self.times["champion"]),
            "champion_p50_seconds": quantile(self.times["champion"], 0.5),
            "champion_p99_seconds": quantile(self.times["champion"], 0.99),
            "champions_answered_by_squires": round(metrics.hurried.labels("bot")._value.get() - hurried),
            "shares_of_places": shares(places),
            "shares_of_champions": shares(tables),
            "hints_given": self.hints,
            "hints_refused": self.refused,
        }

    async def _table(self, number: int, kind: str) -> None:
        """Somebody plays one match after the other against a bot."""
        match_number = 0
        while self.going:
            match_number += 1
            await self._match(f"t{number}-{match_number}", f"p{number}", f"place {number % PLACES}", kind)

    async def _match(self, id: str, person: str, place: str, kind: str) -> None:
        game = rt.game(GAME)
        bot = "champion" if kind == "champion" else "squire"
        seats = [Seat(PERSON, "Person", person), Seat(BOT, "Bot", bot=bot)]
        doc = Doc(id, GAME, person, 2, game.settle(2).data(), seats, id, 0.0, hints=True, state=RUNNING)
        await self.registry.store.add_table(doc)
        host = await self.registry.table(id)
        assert host is not None and host.table.session is not None
        link = Link(person, "Person", place)
        host.join(link, lambda: None)
        question, since = -1, 0.0
        while self.going and not host.table.session.match.over:
            await asyncio.sleep(LOOK)
            self._note(link)
            now, asked = perf_counter(), self._bots_question(host)
            if asked != question:
                if question >= 0:
                    self.times[kind].append(now - since)
                question, since = asked, now
            self._answer(host, link, kind)
        host.leave(link)
        await host.settled()
        self.registry.drop(host)

    def _bots_question(self, host: TableHost) -> int:
        session = host.table.session
        assert session is not None
        return session.number(1) if 1 in session.match.asked else -1

    def _answer(self, host: TableHost, link: Link, kind: str) -> None:
        session = host.table.session
        if session is None or link.busy or 0 not in session.match.asked:
            return
        seq = session.seq(0)
        if kind == "asker" and self.asked.get(link.person) != seq:
            self.asked[link.person] = seq
            host.hear(link, Hint(seq=seq, seat=0))
        elif 0 not in host.table.hints.asked:  # whoever asks for a hint waits for it
            host.hear(link, Answer(seq=seq, seat=0, atoms=list(session.match.choice(0).sample(self.rng))))

    def _note(self, link: Link) -> None:
        for frame in link.take():
            self.hints += frame.is_ == "hint"
            self.refused += frame.is_ == "refusal"


def shares(given: list[float]) -> dict[str, float]:
    """The seconds that each was given on average, and what the least and the greatest share are of it, in percent.

    >>> shares([1.0, 2.0, 3.0])
    {'mean_seconds': 2.0, 'least_percent': 50, 'greatest_percent': 150}
    """
    mean = sum(given) / len(given) if given else 0.0
    least, greatest = (
        (round(100 * found / mean) if mean else 0 for found in (min(given), max(given))) if given else (0, 0)
    )
    return {"mean_seconds": round(mean, 2), "least_percent": least, "greatest_percent": greatest}


def quantile(times: list[float], share: float) -> float | None:
    return round(sorted(times)[int(len(times) * share)], 3) if times else None


def measure(seconds: float, champions: int, askers: int, squires: int) -> dict[str, object]:
    """Figures of one run on this computer."""

    async def run(folder: Path) -> dict[str, object]:
        return await Crowd(folder, champions, askers, squires).run(seconds)

    with tempfile.TemporaryDirectory(prefix="roundtable-crowd-") as folder:
        return asyncio.run(run(Path(folder)))
