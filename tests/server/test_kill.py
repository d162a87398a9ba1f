"""A server killed at any moment, with hundreds of matches running, goes on with nothing lost."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import roundtable as rt
from roundtable.server.bench import Bench
from roundtable.server.store.packing import record_of
from tests.processes import children, wait_until_gone

from .house import Served, Visitor, closed

TABLES = 300


class Player:
    """A person at a table who remembers what the server has promised."""

    def __init__(self, table: str, seat: int, token: str, pause: float = 0.0) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.pause = pause  # seconds before each answer
        self.promised: list[list[str]] = []  # answers that were taken
        self.open: list[str] | None = None  # an answer that was sent, its fate unknown
        self.seq = -1
        self.picks: list[str] = []
        self.rng = Random(table)

    async def play(self, port: int) -> None:
        address = f"ws://127.0.0.1:{port}/table/{self.table}/socket"
        bearer = {"Authorization": f"Bearer {self.token}"}
        try:
            async with connect(address, additional_headers=bearer, compression=None, open_timeout=60) as socket:
                async for text in socket:
                    atoms = self.hear(json.loads(text))
                    if atoms:
                        self.open = atoms
                        if self.pause:
                            await asyncio.sleep(self.pause)
                        answer = {"do": "answer", "id": 1, "seq": self.seq, "seat": self.seat, "with": atoms}
                        await socket.send(json.dumps(answer))
        except (WebSocketException, OSError, TimeoutError):
            pass

    def hear(self, frame: dict[str, Any]) -> list[str]:
        """What to answer now, if anything: random atoms, one more as long as the answer is not complete."""
        if frame["is"] == "taken":
            assert self.open is not None
            self.promised.append(self.open)
            self.open = None
            self.picks = []
        elif frame["is"] == "scene":
            self.seq = frame["seq"]
            prompt = frame["scene"]["prompt"]
            self.picks = [pick["atom"] for pick in prompt["picks"]] if prompt is not None else []
            if self.picks and self.open is None:
                return [self.rng.choice(self.picks)]
        elif frame["is"] == "refusal":
            tried, self.open = self.open or [], None
            begun = tried if frame["reason"] == "the answer is not complete" else []
            return [*begun, self.rng.choice(self.picks)] if self.picks else []
        return []


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
    bench = Bench(rt.game("knights-duty"), TABLES, 0, 2)
    asyncio.run(bench.prepare(data))
    tables = bench.spare[:TABLES]
    players = [Player(table, seat, token) for table, tokens in tables for seat, token in enumerate(tokens)]
    served = Served(data)

    def kill_in_the_middle() -> None:
        """When the matches are well under way: then many answers are on their way."""
        deadline = time.monotonic() + 90  # a busy computer needs a while for so many sockets
        while sum(len(player.promised) for player in players) < 3 * TABLES and time.monotonic() < deadline:
            time.sleep(0.002)
        served.kill()

    async def crowd() -> None:
        killer = threading.Thread(target=kill_in_the_middle)
        killer.start()
        await asyncio.gather(*(player.play(served.port) for player in players))
        await asyncio.to_thread(killer.join)

    asyncio.run(crowd())
    assert sum(len(player.promised) for player in players) >= 3 * TABLES
    assert sum(player.open is not None for player in players) > 20, "nothing was interrupted"

    kept = logs(data / "roundtable.sqlite3")
    for player in players:
        mine = [record.atoms for record in kept.get(player.table, []) if record.seat == player.seat]
        assert mine[: len(player.promised)] == player.promised  # what was promised is there
        assert mine[len(player.promised) :] in ([], [player.open])  # and nothing that nobody sent

    served.begin()
    try:
        rng = Random(7)
        for i, (table, tokens) in enumerate(tables):
            if i % 10 == 0:  # every tenth goes on over the socket; the others are replayed below as the server would
                with Visitor(served, tokens[0]).socket(table) as one, Visitor(served, tokens[1]).socket(table) as two:
                    assert one.wait("scene", timeout=20)["seq"] == len(kept.get(table, []))
                    two.wait("scene", timeout=20)
                    assert (one if one.prompt else two).answer(rng)["is"] == "taken"
    finally:
        assert served.stop() == 0
    assert not [line for line in served.logged() if line["level"] == "error"]
    after = logs(data / "roundtable.sqlite3")
    for table, seed in seeds(data / "roundtable.sqlite3").items():
        assert after.get(table, [])[: len(kept.get(table, []))] == kept.get(table, [])
        match = rt.game("knights-duty").match(2, seed, names=["Client 1", "Client 2"])
        for record in after.get(table, []):
            match.answer(record.seat, record.atoms)


def seeds(path: Path) -> dict[str, str]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT id, data FROM tables").fetchall()
    connection.close()
    return {id: json.loads(data)["seed"] for id, data in rows}


def test_the_end_is_noted_even_if_the_server_died_just_before(data):
    """The last answer is in the log, but the table's document still says that the match goes on."""
    served = Served(data)
    visitor = Visitor(served)
    table = visitor.play("lancelot", players=2, bot="page")
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
        assert socket.wait("scene")["over"]["ranking"] == ranking
    assert served.stop() == 0


def test_a_log_that_does_not_hold_is_shown_as_far_as_it_goes(data):
    served = Served(data)
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2, bot="page")
    with visitor.socket(table) as socket:
        socket.play(Random(4), 1)
    assert served.stop() == 0
    connection = sqlite3.connect(data / "roundtable.sqlite3")
    connection.execute("UPDATE log SET data = ? WHERE seq = 0", (b'{"seat":0,"do":"choose_clan","with":["plaid"]}',))
    connection.commit()
    connection.close()
    served.begin()
    assert visitor.get(f"/table/{table}").status == 200
    assert visitor.get(f"/replay/{table}").status == 403  # it may go on once the program or the log is mended
    with visitor.socket(table) as socket:
        view = socket.wait("table")["table"]
        assert view["state"] == "running" and "cannot be read further" in view["closed"]
        scene = socket.wait("scene")
        assert scene["scene"]["prompt"] is None and "0 of its" in scene["scene"]["waiting"]
    assert visitor.get("/").status == 200
    assert served.stop() == 0


def test_sigterm_says_good_bye_and_loses_nothing(data):
    served = Served(data, pace="0.2")
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2, bot="page")
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


def test_a_server_that_cannot_begin_says_why_in_one_line(data, tmp_path):
    served = Served(data)
    for options, words in (
        (["--port", str(served.port), "--data", str(tmp_path / "other")], "cannot listen at 127.0.0.1"),
        (["--port", "0", "--data", str(tmp_path / "later")], "later version"),
        (["--port", "0", "--data", str(data)], "another server keeps its tables in"),
        (["--port", "0", "--database", "postgresql://127.0.0.1:9/none"], "PostgreSQL: "),
    ):
        later = tmp_path / "later"
        later.mkdir(exist_ok=True)
        connection = sqlite3.connect(later / "roundtable.sqlite3")
        connection.execute("PRAGMA user_version = 999")
        connection.close()
        code = "import sys; from roundtable.cli import main; main(sys.argv[1:])"
        done = subprocess.run(
            [sys.executable, "-c", code, "serve", *options], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert words in line
    assert served.stop() == 0


def test_the_workers_of_a_killed_server_go_with_it(data):
    served = Served(data)
    visitor = Visitor(served)
    with visitor.socket(visitor.play("knights-duty", players=2, bot="page")) as socket:
        socket.play(Random(1), 2)
        try:
            workers = children(served.process.pid)
        finally:
            served.kill()
    assert workers
    wait_until_gone(workers)


def test_backup_of_a_running_server(data, tmp_path):
    from roundtable.cli import run

    served = Served(data)
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2, bot="page")
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


def test_a_backup_onto_the_tables_themselves_is_refused(data, tmp_path, monkeypatch, capsys):
    from roundtable.cli import run

    served = Served(data)
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2, bot="page")
    own = data / "roundtable.sqlite3"
    (tmp_path / "symbolic").symlink_to(own)
    (tmp_path / "hard").hardlink_to(own)
    (tmp_path / "folder").symlink_to(data)
    before = own.stat().st_ino
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    for target in (
        own,
        Path("symbolic"),
        Path("hard"),
        Path("data/roundtable.sqlite3"),
        Path("x/../data/./roundtable.sqlite3"),
        Path("folder/roundtable.sqlite3"),
        data / "roundtable.sqlite3-wal",
        data / "roundtable.sqlite3-journal",
    ):
        assert run(["backup", str(target), "--data", str(data)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"roundtable: {target}: this is where the tables themselves are kept")
    assert own.stat().st_ino == before
    assert not list(data.glob("*.part")) and not list(data.glob(".*"))
    with visitor.socket(table) as socket:
        socket.play(Random(1), 3)
    assert served.stop() == 0
    assert any(record.seat == 0 for record in logs(own)[table])  # what came later is there too


def test_a_backup_is_checked_before_it_is_put_in_place_and_is_nobody_elses(data, tmp_path, capsys):
    from roundtable.cli import run

    served = Served(data)
    visitor = Visitor(served)
    for _ in range(20):
        visitor.play("knights-duty", players=2, bot="page")
    assert served.stop() == 0
    folder = tmp_path / "backups"
    folder.mkdir()
    target = folder / "monday #1 50%.sqlite3"
    assert run(["backup", str(target), "--data", str(data)]) == 0
    assert target.stat().st_mode & 0o777 == 0o600
    assert list(folder.iterdir()) == [target]
    whole = target.read_bytes()

    own = data / "roundtable.sqlite3"
    connection = sqlite3.connect(own)
    connection.execute("PRAGMA journal_mode = DELETE")
    (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'sitting'").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with own.open("r+b") as file:  # a page is lost: it can be copied, but what was copied is not whole
        file.seek((page - 1) * size)
        file.write(b"\0" * size)
    capsys.readouterr()
    assert run(["backup", str(target), "--data", str(data)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert target.read_bytes() == whole and list(folder.iterdir()) == [target]
