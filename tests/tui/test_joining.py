"""A seat at a server's table from the terminal: a real server, a real socket, plain lines and the screen."""

import asyncio
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundtable.tui.app import RoundTable
from roundtable.tui.joining import CannotJoin, RemoteHost
from roundtable.tui.plain import PlainTable
from tests.server.house import Served, Visitor

from .conftest import Player, seated

QUICK = {
    "option__clan_selection": "spread",
    "option__board_radius": "2",
    "option__storm_start": "2",
    "option__storm_step": "1",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("joining") / "data")
    yield served
    served.stop()


def laid(server: Served, game: str = "knights-duty", **fields: str) -> tuple[Visitor, str]:
    """A table for friends of two, and its link."""
    host = Visitor(server)
    return host, f"http://127.0.0.1:{server.port}/table/{host.friends(game, players='2', hints='on', **fields)}"


def begin(host: Visitor, path: str) -> None:
    """A bot in the host's place, and the match begins."""
    assert host.post(f"{path}/seat", seat="0", do="bot", bot="page").status == 303
    assert host.post(f"{path}/start").status == 303


def test_a_whole_match_over_the_socket_in_lines(server: Served, tmp_path: Path) -> None:
    host, link = laid(server, **QUICK)
    keys = tmp_path / "keys" / "servers.json"
    remote = RemoteHost(link, keys, "Gareth of Orkney")
    try:
        entering = remote.enter()
        assert "begins when the host says so" in next(entering)
        assert stat.S_IMODE(keys.stat().st_mode) == 0o600 and json.loads(keys.read_text())
        path = link.split(str(server.port))[1]
        begin(host, path)
        assert list(entering) == [] or remote.table.state == "running"
        assert remote.table.you == [1] and remote.names[1] == "Gareth of Orkney"
        table, written = seated(remote, 4)
        assert table.play() == 0
        assert "/replay/" in written[-1] and table.keyboard.over
        whole = Visitor(server).request("GET", f"{path.replace('/table/', '/replay/')}/match.jsonl").text
        assert '"over"' in whole
    finally:
        remote.close()


def test_the_screen_at_a_servers_table(server: Served, tmp_path: Path) -> None:
    host, link = laid(server)
    path = link.split(str(server.port))[1]
    remote = RemoteHost(link, tmp_path / "servers.json", "Lynette")
    entering = remote.enter()
    next(entering)
    begin(host, path)
    for _ in entering:
        pass

    async def go() -> None:
        app = RoundTable(tmp_path, remote, pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            player = Player(app, pilot)
            await player.asked()
            assert "Choose your clan" in player.text()
            await player.press("1")
            await player.until(lambda: player.keyboard.chosen and "confirms" in player.hint())  # the server was asked
            await player.press("enter")
            await player.until(lambda: player.keyboard.scene.prompt and "tokens" in player.table.prompt.sentence)
            await player.press("exclamation_mark")
            await player.until(lambda: "Hint: " in player.hint())
            await player.press("6", "6", "6", "question_mark", *"sword", "enter")
            assert "sword" in player.text().lower()
            await player.press("escape", "enter")
            await player.until(lambda: any("Slot 1" in told.text for told in player.keyboard.log))

    try:
        asyncio.run(go())
        again = RemoteHost(link, tmp_path / "servers.json")  # the same person, at the same seat
        assert list(again.enter()) == [] and again.people == [1]
        again.close()
    finally:
        remote.close()


def test_after_a_restart_of_the_server_one_plays_on(tmp_path: Path) -> None:
    server = Served(tmp_path / "data")
    try:
        host, link = laid(server, **QUICK)
        remote = RemoteHost(link, tmp_path / "servers.json")
        entering = remote.enter()
        next(entering)
        path = link.split(str(server.port))[1]
        begin(host, path)
        for _ in entering:
            pass
        written = list[str]()
        table = PlainTable(remote, lambda: None, written.append)
        assert table.keyboard.asked
        server.kill()
        while not remote.trouble:
            remote.wait()
            table.keyboard.hear(remote.run())
        assert "no connection" in remote.trouble
        server.begin()
        before = table.keyboard.frame
        for _ in range(200):
            remote.wait()
            table.keyboard.hear(remote.run())
            if table.keyboard.frame is not before:
                break
        lines = iter(["6 6 6", "", None])
        table.read = lambda: next(lines)
        assert table.play() == 0
        assert any("Slot 1" in line for line in written)
        remote.close()
    finally:
        server.stop()


def test_what_is_no_table_is_told_in_one_line(server: Served, tmp_path: Path) -> None:
    with pytest.raises(CannotJoin, match="no such table"):
        RemoteHost(f"http://127.0.0.1:{server.port}/table/nowhere", tmp_path / "servers.json")
    code = "from roundtable.cli import main; main()"
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code, "play", "http://127.0.0.1:9/table/abc"]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert re.match(r"roundtable: http://127.0.0.1:9: ", done.stderr)


def test_plain_lines_by_the_command(server: Served, tmp_path: Path) -> None:
    host, link = laid(server, **QUICK)
    path = link.split(str(server.port))[1]
    code = "from roundtable.cli import main; main()"
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", code, "play", link, "--plain", "--people", "Ettard"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdin is not None and process.stdout is not None
    assert "begins when the host says so" in process.stdout.readline()
    begin(host, path)
    out, _ = process.communicate("6 6 6\n\n", timeout=60)
    assert process.returncode == 0 and "Lay 3 tokens" in out
    assert out.splitlines()[-1] == f"Your seat is kept for you; come back with: roundtable play {link}"
