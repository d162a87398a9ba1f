"""What the tests of the server share: one server for those that leave it as it was."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roundtable.server.tokens import new_id

from .house import Served, Visitor


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("server") / "data")
    yield served
    assert served.stop() == 0
    faults = [line for line in served.logged() if line["level"] in ("error", "critical")]
    assert not faults


@pytest.fixture
def visitor(served: Served) -> Visitor:
    return Visitor(served)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def _postgres_tools() -> Path | None:
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


class Cluster:
    """A PostgreSQL server of our own behind a socket in a folder; it never listens on a network."""

    def __init__(self, tools: Path, folder: Path, be: dict[str, Any]) -> None:
        self.tools = tools
        self.folder = folder
        self.be = be  # PostgreSQL refuses to run as root
        self.url = f"postgresql://table@/postgres?host={folder}"

    def make(self) -> str:
        """What is wrong; "" if nothing."""
        init = ["-D", str(self.folder / "db"), "-U", "table", "-A", "trust", "-E", "UTF8"]
        run: dict[str, Any] = {"cwd": self.folder, "capture_output": True, "text": True, **self.be}
        made = subprocess.run([str(self.tools / "initdb"), *init], **run)
        return made.stderr.strip().splitlines()[-1] if made.returncode else ""

    def start(self) -> None:
        # After a crash it syncs a thousand files one by one, on a busy disk for a minute; `syncfs` does it at once.
        options = f"-c listen_addresses='' -c recovery_init_sync_method=syncfs -k {self.folder}"
        self._control("-w", "-t", "300", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self, how: str = "immediate") -> None:
        self._control("-m", how, "-w", "stop")

    def _control(self, *words: str) -> None:
        command = [str(self.tools / "pg_ctl"), "-D", str(self.folder / "db"), *words]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        done = subprocess.run(command, cwd=self.folder, **quiet, **self.be)
        assert done.returncode == 0, (self.folder / "log").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    pytest.importorskip("asyncpg")
    tools = _postgres_tools()
    if tools is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="roundtable-postgres-"))  # pytest's own folders are closed to other users
    be: dict[str, Any] = {}
    if os.geteuid() == 0:
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
        be = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    made = Cluster(tools, folder, be)
    if wrong := made.make():
        pytest.skip(f"initdb cannot run here: {wrong}")
    made.start()
    yield made
    made.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres(cluster: Cluster) -> str:
    """The address of a PostgreSQL server of our own."""
    return cluster.url


def create_database(postgres: str) -> str:
    name = f"t{new_id(5)}"

    async def create() -> None:
        import asyncpg

        connection = await asyncpg.connect(postgres)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return postgres.replace("/postgres?", f"/{name}?")


@pytest.fixture
def database(postgres: str) -> str:
    """The address of a new, empty database."""
    return create_database(postgres)
