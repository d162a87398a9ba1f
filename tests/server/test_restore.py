"""A backup is worth what it restores: of SQLite and of PostgreSQL, into either, checked before anything is changed."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from roundtable.cli import run
from roundtable.server.store import Store
from roundtable.server.store.migrations import migrations
from roundtable.server.store.sqlite import SqliteStore
from roundtable.server.tokens import hashed
from roundtable.table import Kept

from .house import Served, Visitor


def played(served: Served) -> tuple[list[str], Visitor]:
    """Two tables with some answers and a line of chat, while the server goes on."""
    visitor = Visitor(served)
    tables = [visitor.play(slug, players=2, bot="page") for slug in ("knights-duty", "lancelot")]
    for table in tables:
        with visitor.socket(table) as socket:
            socket.play(Random(1), 3)
            socket.send(do="chat", text="Ho!")
            socket.wait("chat")
    return tables, visitor


def kept(store: Store, tables: list[str], token: str) -> tuple[list[Kept | None], object]:
    async def look() -> tuple[list[Kept | None], object]:
        await store.open()
        key = hashed(token)
        assert key is not None
        found = [await store.table(table) for table in tables], await store.person(key)
        await store.close()
        return found

    return asyncio.run(look())


def store_of(where: Path | str) -> Store:
    if isinstance(where, Path):
        return SqliteStore(where / "roundtable.sqlite3")
    from roundtable.server.store.postgres import PostgresStore

    return PostgresStore(where)


def place(where: Path | str) -> list[str]:
    return ["--data", str(where)] if isinstance(where, Path) else ["--database", where]


@pytest.mark.parametrize("to", ["sqlite", "postgres"])
@pytest.mark.parametrize("of", ["sqlite", "postgres"])
def test_what_was_played_is_there_again(of, to, tmp_path, request, capsys):
    """Given a running server, when its tables are backed up and restored elsewhere, then all is there and goes on."""
    source: Path | str = tmp_path / "source" if of == "sqlite" else request.getfixturevalue("database")
    served = Served(tmp_path / "source", *(["--database", source] if isinstance(source, str) else []))
    tables, visitor = played(served)
    backup = tmp_path / "backup"
    assert run(["backup", str(backup), *place(source)]) == 0
    assert "2 tables" in capsys.readouterr().out
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert served.stop() == 0

    target: Path | str = tmp_path / "target"
    if to == "postgres":
        from .conftest import create_database

        target = create_database(request.getfixturevalue("postgres"))
    assert run(["restore", str(backup), "--check"]) == 0
    assert run(["restore", str(backup), *place(target)]) == 0
    assert "restored: 2 tables" in capsys.readouterr().out
    before, after = (kept(store_of(where), tables, visitor.token) for where in (source, target))
    for one, other in zip(before[0], after[0]):
        assert one is not None and other is not None
        assert (other.doc, other.chat) == (one.doc, one.chat) and other.log == one.log[: len(other.log)]
        assert len(other.log) >= 3
    assert before[1] == after[1]

    assert run(["restore", str(backup), *place(target)]) == 2  # there are tables already
    assert "there are tables already" in capsys.readouterr().err
    folder = tmp_path / "target"
    served = Served(folder, *(["--database", target] if isinstance(target, str) else []))
    with Visitor(served, visitor.token).socket(tables[0]) as socket:
        socket.play(Random(2), 2)
        assert socket.scene["seat"] == 0
    if to == "sqlite":  # nor is anything put under the feet of a server
        assert run(["restore", str(backup), "--replace", *place(target)]) == 2
        assert "another server" in capsys.readouterr().err
    assert served.stop() == 0


def a_backup(folder: Path) -> Path:
    """A folder with some tables, and a backup of it."""
    served = Served(folder)
    played(served)
    assert served.stop() == 0
    backup = folder.parent / "backup"
    assert run(["backup", str(backup), "--data", str(folder)]) == 0
    return backup


def test_tables_that_are_replaced_are_put_aside_not_lost(data, capsys):
    backup = a_backup(data)
    before = (data / "roundtable.sqlite3").read_bytes()
    assert run(["restore", str(backup), "--data", str(data)]) == 2
    assert (data / "roundtable.sqlite3").read_bytes() == before
    assert run(["restore", str(backup), "--data", str(data), "--replace"]) == 0
    (aside,) = [path for path in data.glob("*.replaced-*") if not path.name.endswith(("-wal", "-shm"))]
    assert aside.read_bytes() == before and str(aside) in capsys.readouterr().out


def test_a_backup_that_is_not_whole_changes_nothing(data, tmp_path, capsys):
    """Given backups that are damaged, foreign or of the future, then each is refused in a line and nothing changes."""
    backup = a_backup(data)
    broken = {name: tmp_path / name for name in ("torn", "page", "hole", "words", "orphan", "future", "other", "none")}
    for path in broken.values():
        if path.name != "none":
            path.write_bytes(backup.read_bytes())

    def change(name: str, *statements: str) -> None:
        connection = sqlite3.connect(broken[name])
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()

    broken["torn"].write_bytes(backup.read_bytes()[:9000])
    with broken["page"].open("r+b") as file:
        file.seek(3 * 4096 + 100)
        file.write(b"\xff" * 3000)
    change("hole", "DELETE FROM log WHERE seq = 1")
    change("words", "UPDATE log SET data = '{\"seat\":' WHERE seq = 1")
    change("orphan", "DELETE FROM tables WHERE id = (SELECT min(id) FROM tables)")
    change("future", "PRAGMA user_version = 999")
    broken["other"].unlink()
    change("other", "CREATE TABLE x (y)")
    target = tmp_path / "target"
    for name, path in broken.items():
        capsys.readouterr()
        assert run(["restore", str(path), "--check"]) == 2, name
        assert run(["restore", str(path), "--data", str(target)]) == 2, name
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 2 and all(line.startswith("roundtable: ") for line in lines), (name, lines)
        assert [path.name for path in target.iterdir()] == ["lock"]


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path, capsys):
    old = tmp_path / "old"
    connection = sqlite3.connect(old)
    number, text = migrations("sqlite")[0]
    connection.executescript(f"{text}; PRAGMA user_version = {number};")
    connection.close()
    assert run(["restore", str(old), "--data", str(tmp_path / "target")]) == 0
    connection = sqlite3.connect(tmp_path / "target" / "roundtable.sqlite3")
    assert connection.execute("PRAGMA user_version").fetchone() == (migrations("sqlite")[-1][0],)
    connection.close()
    connection = sqlite3.connect(old)  # the backup itself is only read
    assert connection.execute("PRAGMA user_version").fetchone() == (number,)
    connection.close()


KILLED = """
import os, signal, sys
from roundtable.cli import main
left = int(sys.argv[1])
def dying(call):
    def step(*args, **kwargs):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return call(*args, **kwargs)
    return step
for name in ("link", "replace", "unlink"):
    setattr(os, name, dying(getattr(os, name)))
main(sys.argv[2:])
"""


def test_whenever_a_restore_is_killed_the_old_tables_or_the_new_ones_are_there(data, tmp_path):
    """Given tables of a killed server, not all of them in the file itself, when the restore is killed at any step."""
    served = Served(data)
    tables, visitor = played(served)
    backup = tmp_path / "backup"
    assert run(["backup", str(backup), "--data", str(data)]) == 0
    later, _ = played(served)
    served.kill()
    assert (data / "roundtable.sqlite3-wal").stat().st_size
    everything = [*tables, *later]
    new = kept(SqliteStore(backup), everything, visitor.token)
    shutil.copytree(data, tmp_path / "whole")
    old = kept(store_of(tmp_path / "whole"), everything, visitor.token)
    assert old != new
    seen = []
    for step in range(12):
        folder = tmp_path / f"killed{step}"
        shutil.copytree(data, folder)
        words = ["restore", str(backup), "--data", str(folder), "--replace"]
        code = subprocess.run([sys.executable, "-c", KILLED, str(step), *words], capture_output=True).returncode
        asides = [path for path in folder.glob("*.replaced-*") if not path.name.endswith(("-wal", "-shm"))]
        found = kept(store_of(folder), everything, visitor.token)
        assert found in (old, new)
        if found == new:
            assert [kept(SqliteStore(aside), everything, visitor.token) for aside in asides] == [old]
        seen.append((code, found == new))
        if code == 0:
            break
    assert seen[0] == (-9, False) and (-9, True) in seen and seen[-1] == (0, True)
