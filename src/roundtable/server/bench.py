"""`roundtable bench server`: tables of four socket clients that play random answers on loopback.

The server runs in a process of its own with its real store on a real disk; the clients are told nothing but what the
socket tells everybody.  A figure counts an answer when it was taken, and measures it until all four have the new scene.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Final, cast

import msgspec

from roundtable.engine import Game
from roundtable.table.model import PERSON, RUNNING, Doc, Person, Seat
from roundtable.table.people import new_arms

from .process import ServerProcess
from .run import more_files
from .store.sqlite import SqliteStore
from .tokens import LOT, hashed, new_id, new_token

LINKS_AT_ONCE: Final = 200


class _Pick(msgspec.Struct):
    atom: str


class _Prompt(msgspec.Struct):
    question: str
    complete: bool
    picks: list[_Pick]
    progress: str = ""


class _Scene(msgspec.Struct):
    prompt: _Prompt | None


class _Frame(msgspec.Struct):
    """Of a frame, what a client that does not look at the picture needs."""

    kind: str = msgspec.field(name="is")
    of: int = 0
    seq: int = 0
    scene: _Scene | None = None
    over: object = None


_decode = msgspec.json.Decoder(_Frame).decode
_encode = msgspec.json.Encoder().encode


class Company:
    """Four clients of one table, and how long their answers took."""

    def __init__(self, bench: Bench, table: str, tokens: list[str], seed: int) -> None:
        self.bench = bench
        self.table = table
        self.tokens = tokens
        self.rng = Random(seed)
        self.clients: list[Client] = []
        self.waiting: list[tuple[int, float]] = []  # answers taken: the seq that shows each, and when it was sent
        self.going = True
        self.over = False

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        for seat in range(len(self.tokens)):
            _, client = await loop.create_connection(
                lambda seat=seat: Client(self, seat),  # type: ignore[misc]
                "127.0.0.1",
                self.bench.port,
            )
            self.clients.append(client)
        await asyncio.gather(*(client.begun for client in self.clients))

    def go(self) -> None:
        self.going = True
        for client in self.clients:
            if client.prompt is not None and not client.busy:
                client.begin()

    def seen(self) -> None:
        """A client has a new scene: which answers has everybody seen now?"""
        least = min(client.seq for client in self.clients)
        now = perf_counter()
        while self.waiting and self.waiting[0][0] <= least:
            self.bench.times.append(now - self.waiting.pop(0)[1])

    def end(self) -> None:
        if not self.over:
            self.over = True
            for client in self.clients:
                client.transport.close()
            self.bench.replace(self)


class Client(asyncio.Protocol):
    """A WebSocket client that can do just what is needed here: the server's frames are whole and not masked."""

    def __init__(self, company: Company, seat: int) -> None:
        self.company = company
        self.seat = seat
        self.data = bytearray()
        self.open = False
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.seq = -1
        self.prompt: _Prompt | None = None
        self.chosen: list[str] = []
        self.kind = ("", "")
        self.count = 0
        self.sent = 0.0
        self.busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are no subclasses
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = (
            f"GET /table/{self.company.table}/socket?brief=1 HTTP/1.1",
            f"Host: 127.0.0.1:{self.company.bench.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {self.company.tokens[self.seat]}",
        )
        self.transport.write("\r\n".join((*lines, "", "")).encode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.company.over and not self.company.bench.ending:
            self.company.bench.lost += 1

    def data_received(self, data: bytes) -> None:
        buffer = self.data
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):  # for example because the server is ending
                self.begun.set_exception(ConnectionRefusedError(bytes(buffer[:end]).decode("latin-1")))
                self.transport.close()
                return
            del buffer[: end + 4]
            self.open = True
            self.begun.set_result(None)
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            code, body = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if code == 1:
                self.frame(body)
            elif code == 9:
                self.write(10, body)

    def write(self, code: int, body: bytes) -> None:
        size = len(body)
        head = bytes((0x80 | code, 0x80 | size)) if size < 126 else bytes((0x80 | code, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)  # a mask of zeros is a mask

    def send(self, do: str, **fields: object) -> None:
        self.count += 1
        self.write(1, _encode({"do": do, "id": self.count, "seq": self.seq, "seat": self.seat, **fields}))

    # -- playing -----------------------------------------------------------------------------------------------------

    def frame(self, body: bytes) -> None:
        frame = _decode(body)
        company = self.company
        if frame.kind == "scene":
            assert frame.scene is not None
            self.seq = frame.seq
            self.prompt = frame.scene.prompt
            if company.waiting:
                company.seen()
            if frame.over is not None:
                company.end()
            elif self.prompt is not None and not self.busy and company.going:
                self.begin()
        elif frame.kind == "taken":
            self.busy = False
            company.bench.answers += 1
            company.waiting.append((frame.seq, self.sent))
        elif frame.kind == "prompt":
            assert frame.scene is not None and frame.scene.prompt is not None
            if frame.of == self.count:
                self.add(frame.scene.prompt)
        elif frame.kind == "refusal" and frame.of == self.count:
            self.busy = False
            company.bench.refused += 1
            if self.prompt is not None:
                self.begin(guess=False)

    def begin(self, guess: bool = True) -> None:
        """An answer at random: a guess as long as such answers were before, or composed step by step."""
        prompt = self.prompt
        assert prompt is not None
        self.busy = True
        self.chosen = []
        self.kind = (prompt.question, prompt.progress)
        length = self.company.bench.lengths.get(self.kind)
        if guess and length is not None and length <= len(prompt.picks):
            self.answer([pick.atom for pick in self.company.rng.sample(prompt.picks, length)])
        else:
            self.add(prompt)

    def add(self, prompt: _Prompt) -> None:
        if prompt.complete and (not prompt.picks or self.company.rng.random() < 0.5):
            self.company.bench.lengths[self.kind] = len(self.chosen)
            self.answer(self.chosen)
        else:
            self.chosen.append(self.company.rng.choice(prompt.picks).atom)
            self.company.bench.composed += 1
            self.send("compose", chosen=self.chosen)

    def answer(self, atoms: list[str]) -> None:
        self.sent = perf_counter()
        self.send("answer", **{"with": atoms})


class Bench:
    """One run: so many tables for so many seconds."""

    def __init__(self, game: Game, tables: int, seconds: float, seats: int, plain: bool = False) -> None:
        self.game = game
        self.tables = tables
        self.seconds = seconds
        self.seats = seats
        self.plain = plain
        self.times: list[float] = []
        self.lengths: dict[tuple[str, str], int] = {}  # question -> how many atoms such an answer had
        self.answers = self.composed = self.refused = self.lost = self.finished = 0
        self.ending = False
        self.spare: list[tuple[str, list[str]]] = []
        self.tasks: set[asyncio.Task[None]] = set()

    def replace(self, company: Company) -> None:
        """The match is over: its four sit down at the next table."""
        self.finished += 1
        if self.spare and not self.ending:
            task = asyncio.create_task(Company(self, *self.spare.pop(), seed=self.finished + 1_000_000).connect())
            self.tasks.add(task)
            task.add_done_callback(self._seated)

    def _seated(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not self.ending:
            self.lost += 1

    async def prepare(self, folder: Path) -> None:
        """Tables that have just begun, written where the server will find them."""
        store = SqliteStore(folder / "roundtable.sqlite3")
        await store.open()
        options = self.game.settle(self.seats).data()
        spares = min(2_000, 50 + int(30 * self.seconds))

        async def add(number: int) -> None:
            tokens = [new_token() for _ in range(self.seats)]
            seats = []
            for i, token in enumerate(tokens):
                name = f"Client {i + 1}"
                person = Person(new_id(), name, new_arms(name, LOT))
                key = hashed(token)
                assert key is not None
                await store.add_person(person, key)
                seats.append(Seat(PERSON, name, person.id, arms=person.arms, ready=True))
            doc = Doc(new_id(), self.game.slug, seats[0].person, self.seats, options, seats, f"bench {number}", 0.0)
            doc.state = RUNNING
            await store.add_table(doc)
            self.spare.append((doc.id, tokens))

        await asyncio.gather(*(add(number) for number in range(self.tables + spares)))
        await store.close()

    async def run(self, folder: Path, show: Callable[[str], None]) -> dict[str, object]:
        show(f"{self.tables} tables: laying them")
        await self.prepare(folder)
        # As anybody starts it, with limits for clients who never think.
        options = ["--data", str(folder), "--rate", "100000", "--no-compress", "--log", "error"]
        if self.plain:
            options.append("--plain-sockets")
        if self.game.origin != self.game.slug:  # somebody's own
            options += ["--game", self.game.origin]
        server = ServerProcess(options)
        try:
            self.port = server.port
            empty = server.memory()
            companies = [Company(self, *self.spare.pop(), seed=i) for i in range(self.tables)]
            for company in companies:
                company.going = False  # nobody plays before all sit
            for i in range(0, len(companies), LINKS_AT_ONCE):
                show(f"{self.tables} tables: {4 * i} clients sit down")
                await asyncio.gather(*(company.connect() for company in companies[i : i + LINKS_AT_ONCE]))
            companies[0].go()  # one table finds out how long answers are
            await asyncio.sleep(2.0)
            for company in companies[1:]:
                company.go()
            await asyncio.sleep(1.0)
            self.times.clear()
            self.composed = self.refused = 0
            answers, began, cpu, own = self.answers, perf_counter(), server.cpu(), process_time()
            show(f"{self.tables} tables: playing for {self.seconds:g} s")
            await asyncio.sleep(self.seconds)
            took = perf_counter() - began
            answers = self.answers - answers
            spent = server.cpu() - cpu
            own = process_time() - own
            memory = server.memory() - empty
            self.ending = True
        finally:
            server.end()
        times = sorted(self.times)
        return {
            "tables": self.tables,
            "answers_per_second": round(answers / took, 1),
            "p50_ms": round(1000 * times[len(times) // 2], 1) if times else None,
            "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1) if times else None,
            "memory_per_table_kib": round(memory / 1024 / self.tables, 1),
            "server_cpu_ms_per_answer": round(1000 * spent / max(1, answers), 3),
            "client_cpu_ms_per_answer": round(1000 * own / max(1, answers), 3),
            "composed": self.composed,
            "refused_guesses": self.refused,
            "finished_matches": self.finished,
            "lost_connections": self.lost,
        }


def measure(
    game: Game,
    tables: list[int],
    seconds: float,
    show: Callable[[str], None],
    folder: Path | None = None,
    plain: bool = False,
) -> list[dict[str, object]]:
    """A row of figures for each number of tables.

    `folder`: on which disk; a temporary one if not given.  `plain`: with the sockets of any ASGI server.
    """
    import uvloop

    more_files()
    seats = min(4, game.seats[1])
    rows = []
    for count in tables:
        with (
            tempfile.TemporaryDirectory(prefix="roundtable-bench-", dir=folder) as place,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            rows.append(runner.run(Bench(game, count, seconds, seats, plain).run(Path(place), show)))
    return rows
