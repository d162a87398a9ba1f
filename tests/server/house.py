"""A real server in a process of its own, and visitors who talk to it as browsers and bots do: by HTTP and socket."""

from __future__ import annotations

import http.client
import json
import os
import signal
import ssl
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Protocol
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.brief import made_whole

METRICS = "a token for the figures"


class Door(Protocol):
    """What visitors come through: a server, or a proxy before it."""

    port: int
    tls: ssl.SSLContext | None


class Served:
    """`roundtable serve` on a free port of the loopback."""

    tls: ssl.SSLContext | None = None

    def __init__(self, data: Path, *options: str, pace: str = "0") -> None:
        self.data = data
        self.options = ["--data", str(data), "--log", "info", "--rate", "2000", *options]
        if pace:
            self.options += ["--pace", pace]
        self.port = 0
        self.begin()

    def begin(self) -> None:
        code = "import sys; from roundtable.cli import main; main(sys.argv[1:])"
        command = [sys.executable, "-c", code, "serve", "--port", str(self.port), *self.options]
        self.log = (self.data.parent / f"{self.data.name}.log").open("ab")
        env = {**os.environ, "PYTHONUNBUFFERED": "1", "ROUNDTABLE_METRICS_TOKEN": METRICS}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, env=env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert " at http://" in line, Path(self.log.name).read_text(encoding="utf-8")[-3000:]
        self.port = int(line.strip().rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        return code

    def logged(self) -> list[dict[str, Any]]:
        text = (self.data.parent / f"{self.data.name}.log").read_text(encoding="utf-8")
        # After a SIGKILL Python's own resource tracker clears up what is left, and says so in its own way.
        strays = ("resource_tracker", "warnings.warn(")
        return [json.loads(line) for line in text.splitlines() if not any(stray in line for stray in strays)]

    def metrics(self) -> str:
        return Visitor(self).request("GET", "/metrics", authorization=f"Bearer {METRICS}").text

    def metric(self, name: str) -> float:
        """The sum of a metric's samples."""
        lines = self.metrics().splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.split("{")[0].split(" ")[0] == name)


class Reply:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode("utf-8", "replace")

    @property
    def location(self) -> str:
        return self.headers["location"] or ""

    def json(self) -> Any:
        return json.loads(self.text)


class Visitor:
    """Somebody with a cookie jar."""

    patience = 20.0  # seconds for an answer

    def __init__(self, served: Door, token: str = "", place: str = "") -> None:
        self.served = served
        self.token = token
        self.place = place  # the address from which they come; "": any of this computer
        self.cookies: list[str] = []

    def _connection(self) -> http.client.HTTPConnection:
        port, tls, source = self.served.port, self.served.tls, (self.place, 0) if self.place else None
        if tls is not None:
            return http.client.HTTPSConnection(
                "127.0.0.1", port, timeout=self.patience, source_address=source, context=tls
            )
        return http.client.HTTPConnection("127.0.0.1", port, timeout=self.patience, source_address=source)

    def request(self, method: str, path: str, body: bytes | str | None = None, **headers: str) -> Reply:
        connection = self._connection()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            named.setdefault("cookie", f"rt={self.token}")
        connection.request(method, path, body, named)
        reply = Reply(connection.getresponse())
        connection.close()
        for cookie in reply.headers.get_all("set-cookie") or ():
            name, _, value = cookie.split(";")[0].partition("=")
            if name == "rt":
                self.token = value
            self.cookies.append(cookie)
        return reply

    def get(self, path: str) -> Reply:
        return self.request("GET", path)

    def post(self, path: str, **fields: Any) -> Reply:
        body = urlencode({name.replace("__", "."): value for name, value in fields.items()}, doseq=True)
        return self.request("POST", path, body, content_type="application/x-www-form-urlencoded")

    def play(self, slug: str, **fields: Any) -> str:
        """A new table against bots; its id."""
        reply = self.post(f"/games/{slug}/play", **fields)
        assert reply.status == 303, (reply.status, reply.text)
        return reply.location.rsplit("/", 1)[1]

    def friends(self, slug: str, **fields: Any) -> str:
        reply = self.post(f"/games/{slug}/friends", **fields)
        assert reply.status == 303, (reply.status, reply.text)
        return reply.location.rsplit("/", 1)[1]

    def sit(self, table: str, seat: int) -> None:
        assert self.post(f"/table/{table}/seat", seat=seat, do="take").status == 303
        assert self.post(f"/table/{table}/ready", ready="yes").status == 303

    def socket(self, table: str) -> Socket:
        return Socket(self.served, table, self.token)


class Socket:
    """A connection to a table that remembers all it was told."""

    def __init__(self, served: Door, table: str, token: str = "", query: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else None
        scheme = "wss" if served.tls else "ws"
        address = f"{scheme}://127.0.0.1:{served.port}/table/{table}/socket{query}"
        self.closing = ExitStack()
        link = connect(
            address, ssl=served.tls, additional_headers=headers, compression=None, max_size=2**22, open_timeout=20
        )
        self.connection: ClientConnection = self.closing.enter_context(link)
        self.table: dict[str, Any] = {}
        self.scene: dict[str, Any] = {}
        self.log: dict[int, str] = {}
        self.frames: list[dict[str, Any]] = []
        self.asked = 0

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.closing.close()

    def send(self, **frame: Any) -> None:
        self.connection.send(json.dumps({name.rstrip("_"): value for name, value in frame.items()}))

    def receive(self, timeout: float = 10) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.connection.recv(timeout))
        self.frames.append(frame)
        if frame["is"] in ("scene", "prompt"):
            self.expand(frame)
        if frame["is"] == "table":
            self.table = frame["table"]
        elif frame["is"] == "scene":
            self.scene = frame
            self.log = {n: text for n, text in self.log.items() if n < frame["kept"]}
            self.log |= {line["n"]: line["text"] for line in frame["log"]}
        return frame

    def expand(self, frame: dict[str, Any]) -> None:
        """Put back what a brief frame leaves out; its `places` tell how much that was."""
        frame["places"] = made_whole(frame["scene"], self.scene["scene"] if self.scene else None)

    def wait(self, *kinds: str, timeout: float = 10) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        deadline = time.monotonic() + timeout
        while True:
            frame = self.receive(max(0.01, deadline - time.monotonic()))
            if frame["is"] in kinds:
                return frame

    def quiet(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """Whatever comes until nothing has come for a while."""
        came = []
        while True:
            try:
                came.append(self.receive(seconds))
            except TimeoutError:
                return came

    @property
    def prompt(self) -> dict[str, Any] | None:
        return self.scene["scene"]["prompt"] if self.scene else None

    def ask(self, **frame: Any) -> dict[str, Any]:
        """Send a frame with an id; the reply to it."""
        self.asked += 1
        self.send(id=self.asked, **frame)
        while True:
            reply = self.receive()
            if reply.get("of") == self.asked:
                return reply

    def compose(self, rng: Random) -> list[str]:
        """A random answer, as a person clicks it together."""
        chosen: list[str] = []
        prompt = self.prompt
        while prompt is not None:
            if prompt["complete"] and (not prompt["picks"] or rng.random() < 0.5):
                return chosen
            chosen = [*chosen, rng.choice(prompt["picks"])["atom"]]
            reply = self.ask(do="compose", seq=self.scene["seq"], seat=self.scene["seat"], chosen=chosen)
            if reply["is"] == "refusal":  # the table has moved on: begin anew
                chosen = []
            prompt = self.prompt if reply["is"] == "refusal" else reply["scene"]["prompt"]
        return chosen

    def answer(self, rng: Random) -> dict[str, Any]:
        """Answer the open question at random; the frame that replies."""
        atoms = self.compose(rng)
        reply = self.ask(do="answer", seq=self.scene["seq"], seat=self.scene["seat"], with_=atoms)
        while reply["is"] == "taken" and self.scene["seq"] < reply["seq"]:
            self.wait("scene")
        return reply

    def play(self, rng: Random, answers: int = 10_000) -> None:
        """Answer whenever asked, until the end or so many times."""
        if not self.scene:
            self.wait("scene")
        while answers and not self.scene["over"]:
            if self.prompt is None:
                self.wait("scene", timeout=20)
            elif self.answer(rng)["is"] == "taken":
                answers -= 1


def closed(socket: Socket) -> bool:
    """Whether the server closes this connection."""
    try:
        while True:
            socket.receive(3)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False
