"""Those who play in a soak: people with a seat, and spectators.  They note what the server has promised them."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode
from zlib import compress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from roundtable.table.keeping import UNSURE

if TYPE_CHECKING:
    from .company import Company

PATIENCE: Final = 20.0  # seconds in which a reply must have come
BAD: Final = (  # what no client of ours would send
    "",
    "{",
    "[]",
    "null",
    '{"do": "answer"}',
    '{"do": "fly", "seat": 0}',
    '{"do": "answer", "id": 1, "seq": -1, "seat": 99, "with": ["x"]}',
    '{"do": "answer", "id": 1, "seq": 1e308, "seat": 0, "with": [{}]}',
    '{"do": "look", "seat": 7}',
    '{"do": "chat", "text": "' + "x" * 400 + '"}',
    '{"do": "why", "seat": 0, "chosen": ["' + "y" * 5000 + '"], "atom": "z"}',
    "[" * 500,
    '{"do": "undo", "seat": 3, "seq": 0}',
)
Frame = dict[str, Any]


class Gone(Exception):
    """The connection is of no use any more."""


@dataclass
class Sent:
    """Something for the log: an answer, or (None) the taking back of one; and what became of it."""

    atoms: list[str] | None
    fate: str = "unknown"  # or taken, or refused


@dataclass
class Sample:
    """A scene that somebody was shown, to be looked at later."""

    table: str
    seat: int | None
    seq: int
    scene: bytes  # compressed: thousands of them are kept
    sentences: list[str]


async def fetch(port: int, method: str, path: str, token: str = "", **fields: object) -> tuple[int, str, str]:
    """Status, location and text of a page; status 0 if nobody answers."""

    def ask() -> tuple[int, str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            if fields:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request(method, path, urlencode(fields) if method == "POST" else None, headers)
            reply = connection.getresponse()
            return reply.status, reply.headers.get("location") or "", reply.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            return 0, "", ""
        finally:
            connection.close()

    return await asyncio.to_thread(ask)


class Watcher:
    """Somebody who looks at a table, comes back when the connection is lost, and remembers what they were shown."""

    def __init__(self, company: Company, rng: Random, seat: int | None = None, token: str = "") -> None:
        self.company = company
        self.soak = company.soak
        self.rng = rng
        self.seat = seat
        self.token = token
        self.scene: Frame | None = None
        self.over = False
        self.table: Frame = {}
        self.news = asyncio.Event()
        self.said: list[str] = []  # lines of our own that were heard
        self.waiting: dict[int, asyncio.Future[Frame]] = {}
        self.asked = 0
        self.since = monotonic()  # when this connection was made
        self.socket: ClientConnection | None = None

    def seen(self) -> int | None:
        """Which position we see now; None if we are not connected."""
        return self.scene["seq"] if self.scene is not None and self.socket is not None else None

    async def live(self) -> None:
        """Look on, or play, until the match is over."""
        while not self.over and not self.company.ended:
            port = self.soak.port(self.rng)
            with suppress(OSError, WebSocketException, TimeoutError, Gone):
                await self._visit(port)
            self.socket = None
            await asyncio.sleep(self.rng.uniform(0.05, 0.4))

    def forget(self) -> None:
        """The match is over: only what was promised is kept."""
        self.scene, self.table = None, {}

    async def _visit(self, port: int) -> None:
        address = f"ws://127.0.0.1:{port}/table/{self.company.table}/socket"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else None
        async with connect(
            address, additional_headers=headers, compression=None, open_timeout=PATIENCE, max_size=2**23
        ) as socket:
            self.soak.count("connections")
            self.socket, self.since, self.scene = socket, monotonic(), None
            self.news.set()
            acting = asyncio.create_task(self.act())
            reading = asyncio.create_task(self._read(socket))
            try:
                done, _ = await asyncio.wait({acting, reading}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in (acting, reading):
                    task.cancel()
                await asyncio.gather(acting, reading, return_exceptions=True)
                for future in self.waiting.values():
                    future.cancel()
                self.waiting.clear()

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.hear(json.loads(text))
        raise Gone

    def hear(self, frame: Frame) -> None:
        kind = frame["is"]
        if kind == "scene":
            before = self.scene["seq"] if self.scene is not None else -1
            self.scene, self.over = frame, frame["over"] is not None
            self.soak.count("scenes")
            if frame["seq"] != before:
                self.company.moved()
            if self.rng.random() < self.soak.sampled:
                texts = [line["text"] for line in frame["log"]]
                scene = compress(json.dumps(frame["scene"]).encode(), 1)
                self.soak.samples.append(Sample(self.company.table, frame["seat"], frame["seq"], scene, texts))
            self.news.set()
        elif kind == "table":
            self.table = frame["table"]
            self.news.set()
        elif kind == "chat":
            self.said += [line["text"] for line in frame["messages"] if line["text"].startswith(f"{self.token[:6]} ")]
        future = self.waiting.pop(frame.get("of") or 0, None)
        if future is not None and not future.done():
            future.set_result(frame)

    async def ask(self, **frame: object) -> Frame:
        assert self.socket is not None
        self.asked += 1
        future = self.waiting[self.asked] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": self.asked, **frame}))
        return await asyncio.wait_for(future, PATIENCE)

    async def act(self) -> None:
        """A spectator stays for a while."""
        await asyncio.sleep(self.rng.uniform(2, 15))
        raise Gone

    async def until(self, true: Callable[[], bool], seconds: float) -> None:
        """Wait for news until something is true, but not for ever."""
        deadline = monotonic() + seconds
        while not true() and monotonic() < deadline:
            self.news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), min(1.0, max(0.01, deadline - monotonic())))


class Person(Watcher):
    """Somebody with a seat."""

    def __init__(self, company: Company, rng: Random, seat: int, token: str, sleeps: bool = False) -> None:
        super().__init__(company, rng, seat, token)
        self.sent: list[Sent] = []
        self.sleeps = sleeps  # lets the clock run out once
        self.clock: tuple[float, float] | None = None  # when our clock was shown, and how much was left
        self.lines = 0

    @property
    def prompt(self) -> Frame | None:
        return self.scene["scene"]["prompt"] if self.scene is not None else None

    @property
    def held(self) -> bool:
        seats = self.table.get("seats", [])
        return bool(seats) and bool(seats[self.seat]["held"])

    def hear(self, frame: Frame) -> None:
        if frame["is"] == "clocks":
            mine = [clock for clock in frame["clocks"] if clock["seat"] == self.seat]
            self.clock = (monotonic(), mine[0]["left"] / 1000) if mine else None
        elif frame["is"] == "held" and frame["seat"] == self.seat and self.clock is not None:
            shown, left = self.clock
            if shown >= self.since and self.soak.calm_since < shown:
                self.soak.clocks.append(monotonic() - shown - left)
        super().hear(frame)

    async def act(self) -> None:
        await self.until(lambda: self.scene is not None and bool(self.table), PATIENCE)
        if self.scene is None:
            raise Gone
        while not self.over:
            await self.soak.gate.wait()
            if self.held:
                await self.ask(do="back", seat=self.seat)
                self.sleeps = False
                await self.until(lambda: not self.held, 5)
            elif self.prompt is not None and not self.sleeps:
                await asyncio.sleep(self.rng.uniform(0.0, self.soak.pause))
                await self._answer()
                await self._digress()
            else:
                await self.until(lambda: self.held or (self.prompt is not None and not self.sleeps), 1.0)
        await asyncio.sleep(0.2)

    async def _answer(self) -> None:
        scene = self.scene
        if scene is None or self.prompt is None:
            return
        chosen: list[str] = []
        prompt: Frame = self.prompt
        while not prompt["complete"] or (prompt["picks"] and self.rng.random() < 0.3):
            chosen = [*chosen, self.rng.choice(prompt["picks"])["atom"]]
            reply = await self.ask(do="compose", seq=scene["seq"], seat=self.seat, chosen=chosen)
            if reply["is"] != "prompt":  # the table has moved on
                return
            prompt = reply["scene"]["prompt"]
        reply = await self._for_the_log(Sent(chosen), do="answer", seq=scene["seq"], **{"with": chosen})
        if reply["is"] == "taken":
            await self.until(lambda: self.scene is not None and self.scene["seq"] >= reply["seq"], PATIENCE)
            if self.scene is not None and self.scene["undo"] and self.rng.random() < 0.1:
                await self._for_the_log(Sent(None), do="undo", seq=self.scene["seq"])

    async def _for_the_log(self, sent: Sent, **frame: object) -> Frame:
        self.sent.append(sent)
        reply = await self.ask(seat=self.seat, **frame)
        if reply["is"] == "taken":
            sent.fate = "taken"
            self.soak.count("answers" if sent.atoms is not None else "undos")
        elif reply["reason"] != UNSURE:
            sent.fate = "refused"
            self.soak.count("refused")
        return reply

    async def _digress(self) -> None:
        """What people do besides."""
        assert self.socket is not None
        lot = self.rng.random()
        if lot < 0.03:
            raise Gone  # reload
        if lot < 0.06:
            self.socket.transport.abort()
        elif lot < 0.12:
            self.lines += 1
            await self.ask_quietly(do="chat", text=f"{self.token[:6]} {self.lines}")
            self.soak.count("lines")
        elif lot < 0.14:
            await self.ask_quietly(do="hint", seq=self.scene["seq"] if self.scene else 0, seat=self.seat)
        elif lot < 0.24:
            await self._misbehave()
        elif lot < 0.25:
            await self._form("/leave", do="hand")  # the seat is taken back as soon as it is seen to be held
        elif lot < 0.26:
            await self._peek()

    async def ask_quietly(self, **frame: object) -> None:
        """Without waiting for a reply."""
        assert self.socket is not None
        await self.socket.send(json.dumps(frame))

    async def _form(self, path: str, **fields: object) -> None:
        await fetch(self.soak.port(self.rng), "POST", f"/table/{self.company.table}{path}", self.token, **fields)
        self.soak.count("pages")

    async def _peek(self) -> None:
        """A replay, a match file: nobody is shown them before the end."""
        self.soak.count("bad_inputs")
        path = self.rng.choice(("data?seat=all&from=0&to=9", "match.jsonl"))
        status, _, text = await fetch(self.soak.port(self.rng), "GET", f"/replay/{self.company.table}/{path}")
        if status == 200:
            await self.until(lambda: self.over, PATIENCE)  # others may have ended it meanwhile
        if status == 200 and not self.over:
            self.soak.fault("secrecy", self.company.table, f"{path} was shown before the end: {text[:200]}")

    async def _misbehave(self) -> None:
        """Bad input, and what is somebody else's; all of it must be refused and change nothing."""
        assert self.socket is not None
        self.soak.count("bad_inputs")
        others = [seat for seat in range(len(self.table["seats"])) if seat != self.seat]
        lot = self.rng.random()
        if lot < 0.6:
            await self.socket.send(self.rng.choice(BAD))
            return
        seq = self.scene["seq"] if self.scene is not None else 0
        frames: list[Frame] = [
            {"do": "look", "seat": self.rng.choice(others)},
            {"do": "compose", "seq": seq, "seat": self.rng.choice(others), "chosen": []},
            {"do": "answer", "seq": seq, "seat": self.rng.choice(others), "with": ["yes"]},
            {"do": "hint", "seq": seq, "seat": self.rng.choice(others)},
            {"do": "back", "seat": self.rng.choice(others)},
            {"do": "undo", "seq": seq, "seat": self.rng.choice(others)},
        ]
        frame = self.rng.choice(frames)
        reply = await self.ask(**frame)
        if reply["is"] != "refusal":
            self.soak.fault("secrecy", self.company.table, f"seat {self.seat} was given {reply['is']} for {frame}")
