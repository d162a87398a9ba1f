"""A server killed at any moment, with hundreds of matches running, goes on with nothing lost."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import roundtable as rt
from roundtable.server.bench import Bench
from roundtable.server.model import record_of

from .house import Served, Visitor, closed

TABLES = 300


class Player:
    """A person at a table who remembers what the server has promised."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = token
        self.promised: list[list[str]] = []  # answers that were taken
        self.open: list[str] | None = None  # an answer that was sent, its fate unknown
        self.seq = -1
        self.rng = Random(table)

    async def play(self, port: int, until: asyncio.Event) -> None:
        address = f"ws://127.0.0.1:{port}/table/{self.table}/socket"
        bearer = {"Authorization": f"Bearer {self.token}"}
        try:
            async with connect(address, additional_headers=bearer, compression=None, open_timeout=60) as socket:
                while not until.is_set():
                    frame = json.loads(await socket.recv())
                    if frame["is"] == "taken":
                        assert self.open is not None
                        self.promised.append(self.open)
                        self.open = None
                    elif frame["is"] == "scene":
                        self.seq = frame["seq"]
                        prompt = frame["scene"]["prompt"]
                        if prompt is not None and self.open is None:
                            self.open = [self.rng.choice(prompt["picks"])["atom"]]
                            answer = {"do": "answer", "id": 1, "seq": self.seq, "seat": 0, "with": self.open}
                            await socket.send(json.dumps(answer))
                    elif frame["is"] == "refusal":
                        self.open = None
                        until.set()
                        raise AssertionError(frame)
        except (ConnectionClosed, OSError, TimeoutError):
            pass


def logs(path: Path) -> dict[str, list[Any]]:
    connection = sqlite3.connect(path)
    rows = connection.execute('SELECT "table", seq, data FROM log ORDER BY "table", seq').fetchall()
    connection.close()
    found: dict[str, list[Any]] = {}
    for table, seq, data in rows:
        assert seq == len(found.setdefault(table, []))  # no holes
        found[table].append(record_of(data))
    return found


def test_sigkill_with_hundreds_of_running_matches(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    bench = Bench("knights-duty", TABLES, 0, 2)
    asyncio.run(bench.prepare(data))
    tables = bench.spare[:TABLES]
    players = [Player(table, tokens[0]) for table, tokens in tables]
    served = Served(data)

    def kill_in_the_middle() -> None:
        """As soon as a third of the answers has been taken: then many are on their way."""
        deadline = time.monotonic() + 30
        while sum(bool(player.promised) for player in players) < TABLES // 3 and time.monotonic() < deadline:
            time.sleep(0.002)
        served.kill()

    async def crowd() -> None:
        killer = threading.Thread(target=kill_in_the_middle)
        killer.start()
        await asyncio.gather(*(player.play(served.port, asyncio.Event()) for player in players))
        await asyncio.to_thread(killer.join)

    asyncio.run(crowd())
    promised = sum(len(player.promised) for player in players)
    assert promised >= TABLES // 3
    assert any(player.open for player in players), "the kill came too late to interrupt anything"

    kept = logs(data / "roundtable.sqlite3")
    for player in players:
        log = kept.get(player.table, [])
        mine = [record.atoms for record in log if record.seat == 0]
        assert mine[: len(player.promised)] == player.promised  # what was promised is there
        assert mine[len(player.promised) :] in ([], [player.open])  # and nothing that nobody sent

    served.begin()
    try:
        rng = Random(7)
        for player, (table, tokens) in zip(players, tables, strict=True):
            game = rt.game("knights-duty")
            visitor = Visitor(served, player.token)
            if rng.random() < 0.15:  # a sample goes on playing, on both seats
                with visitor.socket(table) as socket, Visitor(served, tokens[1]).socket(table) as other:
                    scene = socket.wait("scene", timeout=20)
                    assert scene["seq"] == len(kept.get(table, []))
                    other.wait("scene", timeout=20)
                    asked = socket if socket.prompt else other
                    assert asked.answer(rng)["is"] == "taken"
            # Everything in the store replays.
            match = game.match(2, f"bench {0}", names=["Client 1", "Client 2"])
            for record in kept.get(table, []):
                match.answer(record.seat, record.atoms)
    finally:
        assert served.stop() == 0
    assert not [line for line in served.logged() if line["level"] == "error"]


def test_the_end_is_noted_even_if_the_server_died_just_before(data):
    """The last answer is in the log, but the table's document still says that the match goes on."""
    served = Served(data)
    visitor = Visitor(served)
    table = visitor.play("lancelot", players=2, bot="random")
    with visitor.socket(table) as socket:
        socket.play(Random(4))
        socket.quiet(0.1)
        ranking = socket.table["ranking"]
    served.kill()
    connection = sqlite3.connect(data / "roundtable.sqlite3")
    (text,) = connection.execute("SELECT data FROM tables WHERE id = ?", (table,)).fetchone()
    doc = json.loads(text)
    doc.update(state="running", ranking=[])
    connection.execute("UPDATE tables SET state = 'running', data = ? WHERE id = ?", (json.dumps(doc).encode(), table))
    connection.commit()
    connection.close()
    served.begin()
    with visitor.socket(table) as socket:
        assert socket.wait("table")["table"]["ranking"] == ranking
        assert socket.wait("scene")["over"] == {"ranking": ranking}
    assert served.stop() == 0


def test_sigterm_says_good_bye_and_loses_nothing(data):
    served = Served(data, pace="0.2")
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2, bot="random")
    socket = visitor.socket(table)
    socket.play(Random(1), 1)
    seq = socket.scene["seq"]
    assert served.stop() == 0
    assert closed(socket)
    socket.close()
    assert socket.frames[-1]["is"] == "bye"
    served.begin()
    with visitor.socket(table) as socket:
        assert socket.wait("scene")["seq"] >= seq
    assert served.stop() == 0


def test_backup_of_a_running_server(data, tmp_path):
    from roundtable.cli import run

    served = Served(data)
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2, bot="random")
    with visitor.socket(table) as socket:
        socket.play(Random(1), 3)
        seq = socket.scene["seq"]
    other = tmp_path / "other"
    other.mkdir()
    assert run(["backup", str(other / "roundtable.sqlite3"), "--data", str(data)]) == 0
    assert run(["backup", str(tmp_path / "x"), "--data", str(tmp_path / "none")]) == 2
    assert served.stop() == 0
    restored = Served(other)
    with Visitor(restored, visitor.token).socket(table) as socket:
        scene = socket.wait("scene")
        assert (scene["seat"], scene["seq"] >= seq) == (0, True)
    assert restored.stop() == 0
