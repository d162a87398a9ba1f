"""`roundtable soak`: real servers on loopback, mixed tables, faults, and every promise checked.

People, bots and spectators play, reload, take back, talk and misbehave for as long as told, while servers are killed
and the way to the database is disturbed.  After each fault everybody must be up to date again within five seconds.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, time
from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from roundtable.server.process import ServerProcess
from roundtable.server.run import more_files, store_of
from roundtable.server.settings import Settings

from .company import Company
from .people import Person, Sample
from .proxy import HARMS, FaultProxy
from .verdict import judge

CURRENT: Final = 5.0  # seconds after a fault in which everybody is up to date again
SLOWER: Final = 5  # times what it took before the fault to see a scene are added: milliseconds, unless others work here
THAW: Final = 20.0  # seconds in which every table goes on: a Champion takes its time
LATE: Final = 3.0  # seconds by which a clock may ring late on a busy computer
SAMPLES: Final = 4000  # scenes that are looked at afterwards
OVERTIME: Final = 120.0  # seconds after its time in which a run has come to its end
WATCH: Final = 2.0  # seconds between two looks at the servers
LONG: Final = 600.0  # seconds that a server has lived before its memory is judged: before, it has not settled
GROWTH: Final = 1.10


@dataclass(frozen=True)
class Plan:
    """What is to be done."""

    folder: Path  # for tables, logs and what is left of a failure
    seconds: float = 60.0
    tables: int = 10
    processes: int = 1
    database: str = ""  # an empty PostgreSQL database
    seed: int = 1
    faults: bool = True
    pause: float = 0.3  # seconds at most before somebody answers
    pace: float = 0.2  # seconds a bot takes beside its thought
    calm: float = 2.0  # seconds between two faults, more or less
    more: Mapping[str, Callable[[], Awaitable[None]]] = field(default_factory=dict)  # faults of the caller's own


class Soak:
    """One run."""

    def __init__(self, plan: Plan, show: Callable[[str], None]) -> None:
        self.plan = plan
        self.show = show
        self.seed = plan.seed
        self.pause = plan.pause
        self.rng = Random(plan.seed)
        self.counts: Counter[str] = Counter()
        self.survived: Counter[str] = Counter()
        self.faults: list[dict[str, str]] = []  # what should never be
        self.samples: list[Sample] = []
        self.sampled = 0.1
        self.clocks: list[float] = []  # by how much each clock rang late
        self.calm_since = monotonic()
        self.gate = asyncio.Event()  # people act while it is open
        self.gate.set()
        self.servers: list[ServerProcess] = []
        self.companies: list[Company] = []
        self.playing: set[asyncio.Task[None]] = set()
        self.memory: dict[int, list[int]] = {}  # by process: bytes in use, one after the other
        self.usual = 0.0  # seconds that it took before the last fault to come and see a scene
        self.usually: list[float] = []
        self.slowest = 0.0  # seconds until the last one was up to date after a fault
        self.ending = False

    # -- for those who play --------------------------------------------------------------------------------------------

    def count(self, what: str) -> None:
        self.counts[what] += 1
        if len(self.samples) > SAMPLES / 2:
            self.sampled = 0.01 if len(self.samples) < SAMPLES else 0.0

    def fault(self, promise: str, table: str, what: str) -> None:
        """Something that should never be; it is noted at once, in case nobody waits for the end."""
        self.faults.append({"promise": promise, "table": table, "what": what})
        with (self.plan.folder / "broken.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"time": round(time(), 1), **self.faults[-1]}) + "\n")

    def port(self, rng: Random) -> int:
        return rng.choice(self.servers).port

    # -- the run -------------------------------------------------------------------------------------------------------

    async def run(self) -> dict[str, object]:
        more_files()
        self.plan.folder.mkdir(parents=True, exist_ok=True)
        async with AsyncExitStack() as stack:
            self.proxy = await stack.enter_async_context(FaultProxy(self.plan.database)) if self.plan.database else None
            try:
                for number in range(self.plan.processes):
                    self.servers.append(await asyncio.to_thread(self._server, number))
                await self._play_in_time()
            finally:
                codes = [await asyncio.to_thread(server.end) for server in self.servers]
        for code in codes:
            if code:
                self.fault("end", "", f"a server ended with {code} on SIGTERM")
        self._read_logs()
        store = store_of(Settings(data=self.plan.folder / "data0", database=self.plan.database))
        await store.open()
        try:
            looked = await judge(store, self.companies, self.samples, self.fault, self.show)
        finally:
            await store.close()
        self._judge_memory()
        for late in self.clocks:
            if not -0.5 <= late <= LATE:
                self.fault("clocks", "", f"a clock rang {late:.1f} s late")
        report = self._report(looked)
        (self.plan.folder / "soak.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
        if self.faults:
            self._leave_traces()
        return report

    def _server(self, number: int) -> ServerProcess:
        options = ["--data", str(self.plan.folder / f"data{number}"), "--rate", "3000", "--log", "warning"]
        options += ["--pace", str(self.plan.pace)]
        if self.proxy is not None:
            options += ["--database", self.proxy.url]
        return ServerProcess(options, self.plan.folder / f"server{number}.log")

    async def _play_in_time(self) -> None:
        """However it hangs, it comes to an end, and leaves where everybody waited."""
        playing = asyncio.create_task(self._play())
        done, late = await asyncio.wait({playing}, timeout=self.plan.seconds + OVERTIME)
        if late:
            with (self.plan.folder / "stuck.txt").open("w", encoding="utf-8") as file:
                for task in asyncio.all_tasks():
                    task.print_stack(file=file)
            self.fault("stuck", "", f"not at an end {OVERTIME:g} s after its time; see stuck.txt")
            playing.cancel()
            await asyncio.wait({playing}, timeout=OVERTIME)
        for task in done:
            if (error := task.exception()) is not None:  # what was promised until then is looked at all the same
                self.fault("soak", "", repr(error))

    async def _play(self) -> None:
        began = monotonic()
        for _ in range(self.plan.tables):
            self._begin_company()
        watching = asyncio.create_task(self._watch(began))
        try:
            faults = self._faults()
            await asyncio.sleep(min(5.0, self.plan.seconds / 4))
            while (left := self.plan.seconds - (monotonic() - began)) > 0:
                if not self.plan.faults or left < CURRENT + 3:
                    await asyncio.sleep(min(left, 1.0))
                    continue
                if not faults:
                    faults = self._faults()
                await self._suffer(faults.pop())
                await asyncio.sleep(min(left, self.plan.calm * self.rng.uniform(0.5, 1.5)))
        finally:
            self.ending = True
            watching.cancel()
            for company in self.companies:
                company.ended = True
            for task in self.playing:
                task.cancel()
            await asyncio.gather(watching, *self.playing, return_exceptions=True)

    def _begin_company(self) -> None:
        company = Company(self, len(self.companies))
        self.companies.append(company)
        task = asyncio.create_task(company.play())
        self.playing.add(task)
        task.add_done_callback(self._company_left)

    def _company_left(self, task: asyncio.Task[None]) -> None:
        self.playing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.fault("soak", "", repr(task.exception()))
        if not self.ending:
            self._begin_company()

    async def _watch(self, began: float) -> None:
        while True:
            for server in self.servers:
                self.memory.setdefault(server.process.pid, []).append(server.memory())
            left = max(0, round(self.plan.seconds - (monotonic() - began)))
            done = f"{self.counts['answers']} answers, {sum(self.survived.values())} faults survived"
            self.show(f"{left} s left: {done}, {len(self.faults)} broken promises")
            await asyncio.sleep(WATCH)

    # -- faults --------------------------------------------------------------------------------------------------------

    def _faults(self) -> list[str]:
        """Each kind once, in any order."""
        kinds = ["kill", "restart", *self.plan.more]
        if self.proxy is not None:
            kinds += [*HARMS, "terminate"]
        self.rng.shuffle(kinds)
        return kinds

    async def _suffer(self, kind: str) -> None:
        """A fault, and then: is everybody back, up to date, and does every table go on?"""
        seconds = self.rng.uniform(0.5, 3.0)
        await self._measure()
        if kind in ("kill", "restart"):
            server = self.rng.choice(self.servers)
            await asyncio.to_thread(server.kill if kind == "kill" else server.end)
            await asyncio.to_thread(server.begin)
        elif kind in self.plan.more:
            await self.plan.more[kind]()
        elif kind == "terminate":
            await self._terminate()
        else:
            assert self.proxy is not None
            self.proxy.begin(kind)
            await asyncio.sleep(seconds)
            self.proxy.end()
        await self._audit(kind)
        self.calm_since = monotonic()

    async def _measure(self) -> None:
        """How long a newcomer waits for a scene before the fault: longer on a computer that is busy anyway."""
        people = [person for company in self.companies if not company.ended for person in company.people]
        if people:
            began = monotonic()
            await self._fresh(self.rng.choice(people), self.rng.choice(self.servers).port)
            self.usual = monotonic() - began
            self.usually.append(self.usual)

    async def _terminate(self) -> None:
        import asyncpg

        connection = await asyncpg.connect(self.plan.database)
        query = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> $1"
        )
        await connection.execute(query, await connection.fetchval("SELECT pg_backend_pid()"))
        await connection.close()

    async def _audit(self, kind: str) -> None:
        ended = monotonic()
        self.gate.clear()
        people = [person for company in self.companies if not company.ended for person in company.people]
        await asyncio.gather(*(self._current(person, kind, ended) for person in people if not person.over))
        self.gate.set()
        waiting = [company for company in self.companies if company.people and not company.ended and not company.sleepy]
        since = monotonic()
        while waiting and monotonic() - since < THAW:
            await asyncio.sleep(0.2)
            waiting = [one for one in waiting if one.progress < since and not one.ended and not one.over]
        for company in waiting:
            self.fault("frozen", company.table, f"after {kind}: nothing has gone on for {THAW:g} s")
        self.survived[kind] += 1

    async def _current(self, person: Person, kind: str, ended: float) -> None:
        """Whether somebody sees, soon enough, what a newcomer at their seat sees through each of the servers."""
        seen: dict[int, int | None] = {}
        # People who are in the middle of an answer finish it, so what there is to see settles a little later.
        while monotonic() - ended < CURRENT + 1.0 + SLOWER * self.usual:
            await asyncio.sleep(0.5)
            mine = person.seen()
            seen = {server.port: await self._fresh(person, server.port) for server in self.servers}
            found = [seq for seq in seen.values() if seq is not None]
            # Bots play on meanwhile: no server may be behind us, and we not behind what it has shown.
            if len(found) == len(seen) and min(found) >= (mine or 0):
                newest = max(found)
                await person.until(lambda newest=newest: (person.seen() or 0) >= newest, 1.0)  # type: ignore[misc]
                found = [] if (person.seen() or 0) < newest else found
            else:
                found = []
            if person.over or found:
                self.slowest = max(self.slowest, monotonic() - ended)
                return
        self.fault("stale", person.company.table, f"after {kind}: seat {person.seat} sees {mine}, newcomers {seen}")

    async def _fresh(self, person: Person, port: int) -> int | None:
        address = f"ws://127.0.0.1:{port}/table/{person.company.table}/socket"
        bearer = {"Authorization": f"Bearer {person.token}"}
        with suppress(OSError, WebSocketException, TimeoutError):
            async with (
                asyncio.timeout(CURRENT),
                connect(address, additional_headers=bearer, compression=None) as socket,
            ):
                async for text in socket:
                    frame = json.loads(text)
                    if frame["is"] == "scene":
                        seq: int = frame["seq"]
                        return seq
        return None

    # -- the end -------------------------------------------------------------------------------------------------------

    def _read_logs(self) -> None:
        """An error in a server's log is a fault of ours, unless it tells of the database's."""
        expected = {"store_refused", "store_not_ready", "store_retry", "table_evicted", "end_not_saved", "bot_gave_up"}
        for path in self.plan.folder.glob("server*.log"):
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    entry = json.loads(line)
                except ValueError:
                    if "resource_tracker" not in line and "warnings.warn(" not in line:  # after a SIGKILL
                        self.fault("log", "", f"{path.name}: not JSON: {line[:200]}")
                    continue
                if entry["level"] in ("error", "critical") and entry["event"] not in expected:
                    self.fault("log", "", f"{path.name}: {line[:500]}")

    def _judge_memory(self) -> None:
        for sizes in self.memory.values():
            early, late = sizes[len(sizes) // 5 : len(sizes) // 5 + 5], sizes[-5:]
            if WATCH * len(sizes) >= LONG and sum(late) / len(late) > GROWTH * sum(early) / len(early):
                self.fault("memory", "", f"{early[0] >> 20} MiB became {late[-1] >> 20} MiB")

    def _report(self, looked: dict[str, int]) -> dict[str, object]:
        sizes = max(self.memory.values(), key=len, default=[0])
        return {
            "seconds": self.plan.seconds,
            "seed": self.plan.seed,
            "processes": self.plan.processes,
            "store": "PostgreSQL" if self.plan.database else "SQLite",
            **{name: self.counts[name] for name in sorted(self.counts)},
            **looked,
            "faults_survived": dict(sorted(self.survived.items())),
            "slowest_to_be_current_seconds": round(self.slowest, 2),
            "slowest_to_see_a_scene_before_a_fault_seconds": round(max(self.usually, default=0.0), 2),
            "clocks_that_rang": len(self.clocks),
            "latest_clock_seconds": round(max(self.clocks, default=0.0), 2),
            "memory_mib": [sizes[len(sizes) // 5] >> 20, sizes[-1] >> 20],
            "broken_promises": self.faults,
        }

    def _leave_traces(self) -> None:
        """What everybody sent and was told, beside the tables and the logs: enough to see how it came about."""
        with (self.plan.folder / "people.jsonl").open("w", encoding="utf-8") as file:
            for company in self.companies:
                for person in company.people:
                    sent = [[one.atoms, one.fate] for one in person.sent]
                    line = {"table": company.table, "game": company.game.slug, "seat": person.seat, "sent": sent}
                    file.write(json.dumps(line) + "\n")


def soak(plan: Plan, show: Callable[[str], None]) -> dict[str, object]:
    """Run it; the report, in which `broken_promises` should be empty."""

    async def run() -> dict[str, object]:
        return await Soak(plan, show).run()

    return asyncio.run(run())
