"""Requests that are slow, broken off or ambiguous; and what is for the operator only."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from starlette.exceptions import HTTPException
from starlette.requests import Request

from roundtable.server import metrics, timed_http
from roundtable.server.app import build, show_metrics
from roundtable.server.registry import TableRegistry
from roundtable.server.settings import Settings
from roundtable.server.store.sqlite import SqliteStore
from roundtable.server.timed_http import TimedHttp

from .house import METRICS, Served, Visitor
from .test_safety import until


def raw(served: Served, text: bytes, seconds: float = 5.0) -> bytes:
    """What the server says to these bytes until it closes the connection."""
    with socket.create_connection(("127.0.0.1", served.port), seconds) as connection:
        connection.sendall(text)
        said = b""
        while data := connection.recv(65536):
            said += data
        return said


def test_a_request_with_two_lengths_is_refused_and_the_connection_closed(served):
    body = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    head = b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    said = raw(served, head + body)
    assert said.startswith(b"HTTP/1.1 400") and said.count(b"HTTP/1.1") == 1  # what was smuggled in is not answered


def test_who_comes_by_tls_is_told_to_come_so_again(served):
    assert Visitor(served).get("/").headers["strict-transport-security"] is None
    reply = Visitor(served).request("GET", "/", x_forwarded_proto="https")
    assert "max-age=" in reply.headers["strict-transport-security"]


def test_a_visitor_who_leaves_in_the_middle_of_a_form_is_no_fault(served):
    before = served.metric("roundtable_faults_total")
    for _ in range(10):
        connection = socket.create_connection(("127.0.0.1", served.port), 5)
        connection.sendall(b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nname=A")
        connection.close()
    deadline = time.monotonic() + 5
    while 'status="499"' not in served.metrics():
        assert time.monotonic() < deadline
    assert served.metric("roundtable_faults_total") == before
    assert not [line for line in served.logged() if line["level"] == "error"]


def test_metrics_are_for_who_knows_the_token(served):
    visitor = Visitor(served)
    assert visitor.get("/metrics").status == 401
    assert visitor.request("GET", "/metrics", authorization="Bearer guess").status == 401
    assert visitor.request("GET", "/metrics", authorization=f"Bearer {METRICS}").status == 200


def test_metrics_have_an_address_of_their_own(data):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    served = Served(data, "--metrics", f"127.0.0.1:{port}")
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            assert b"roundtable_answers_total" in answer.read()
    finally:
        assert served.stop() == 0


def test_without_token_or_address_nobody_is_shown_metrics(tmp_path):
    async def run() -> None:
        registry = TableRegistry(Settings(data=tmp_path), SqliteStore(tmp_path / "tables.sqlite3"))
        app = SimpleNamespace(state=SimpleNamespace(registry=registry))
        with pytest.raises(HTTPException) as refused:
            await show_metrics(Request({"type": "http", "headers": [(b"authorization", b"Bearer ")], "app": app}))
        assert refused.value.status_code == 404

    asyncio.run(run())


def test_a_request_that_does_not_end_is_cut_off(tmp_path, monkeypatch):
    """Given many half requests, when their time is up, then none is left; and whoever is quick is served meanwhile."""
    monkeypatch.setattr(timed_http, "PATIENCE", {"head": 0.6, "body": 0.6})
    halves = {
        "nothing": b"",
        "a line": b"GET / HTTP/1.1\r\n",
        "a head": b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        "a body": b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nname=",
        "a second request": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\n",
    }

    async def run() -> None:
        registry = TableRegistry(Settings(data=tmp_path).at(2000), SqliteStore(tmp_path / "tables.sqlite3"))
        config = uvicorn.Config(build(registry), port=0, http=TimedHttp, log_level="error", lifespan="on")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        await until(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        before = {part: metrics.slow_requests.labels(part)._value.get() for part in ("head", "body")}

        async def half(text: bytes) -> float:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            began = time.monotonic()
            writer.write(text)
            try:
                for _ in range(40):  # a byte now and then makes the time no longer
                    await asyncio.sleep(0.1)
                    writer.write(b"a" if text else b"")
                    await writer.drain()
                    if reader.at_eof():
                        break
                    if reader._buffer:  # type: ignore[attr-defined]
                        await reader.read(65536)
            except OSError:
                pass
            took = time.monotonic() - began
            writer.close()
            return took

        waiting = [asyncio.create_task(half(text)) for text in halves.values() for _ in range(10)]
        await asyncio.sleep(0.3)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b"alive" in await asyncio.wait_for(reader.read(), 2)
        writer.close()
        assert max(await asyncio.gather(*waiting)) < 3.0
        await until(lambda: not server.server_state.connections, 3)
        after = {part: metrics.slow_requests.labels(part)._value.get() for part in ("head", "body")}
        assert after["head"] - before["head"] == 40 and after["body"] - before["body"] == 10
        server.should_exit = True
        await serving

    asyncio.run(run())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_kept_is_for_its_owner_only(data):
    data.mkdir(mode=0o755)
    served = Served(data)
    Visitor(served).play("lancelot", players=2)
    assert mode(data) == 0o700
    kept = {path.name: mode(path) for path in data.iterdir()}
    assert {"roundtable.sqlite3", "roundtable.sqlite3-wal", "lock"} <= kept.keys()
    assert set(kept.values()) == {0o600}
    assert served.stop() == 0
    (data / "roundtable.sqlite3").chmod(0o644)  # as an earlier version has left it
    served.begin()
    assert mode(data / "roundtable.sqlite3") == 0o600
    assert served.stop() == 0


def test_whatever_libraries_say_is_json():
    code = """
import asyncio, logging, threading, warnings
from roundtable.server.registry import TableRegistry
from roundtable.server.run import log_everything, set_up_logs
from roundtable.server.settings import Settings
from roundtable.server.store.sqlite import SqliteStore
from pathlib import Path
set_up_logs("warning")
log_everything(TableRegistry(Settings(), SqliteStore(Path("none"))))
logging.getLogger("asyncpg.pool").error("the pool is out of order")
warnings.warn("an old way")
class Bad:
    def __del__(self): raise ValueError("finalizer")
Bad()
thread = threading.Thread(target=lambda: 1 / 0)
thread.start(); thread.join()
async def run():
    asyncio.get_running_loop().call_soon(lambda: 1 / 0)
    await asyncio.sleep(0.01)
asyncio.run(run())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert done.returncode == 0 and len(lines) == 5
    assert {line["event"] for line in lines} == {"library"}
    assert sum("ZeroDivisionError" in line.get("exception", "") for line in lines) == 2
