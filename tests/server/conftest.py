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


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own behind a socket in a folder; it never listens on a network."""
    pytest.importorskip("asyncpg")
    tools = _postgres_tools()
    if tools is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="roundtable-postgres-"))  # pytest's own folders are closed to other users
    be: dict[str, Any] = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
        be = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    run: dict[str, Any] = {"cwd": folder, "capture_output": True, "text": True, **be}
    init = [str(tools / "initdb"), "-D", str(folder / "db"), "-U", "table", "-A", "trust", "-E", "UTF8"]
    made = subprocess.run(init, **run)
    if made.returncode:
        pytest.skip(f"initdb cannot run here: {made.stderr.strip().splitlines()[-1]}")
    options = f"-c listen_addresses='' -k {folder}"
    control = [str(tools / "pg_ctl"), "-D", str(folder / "db")]
    begin = [*control, "-w", "-o", options, "-l", str(folder / "log"), "start"]
    begun = subprocess.run(begin, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **be)
    assert begun.returncode == 0, (folder / "log").read_text(encoding="utf-8")
    yield f"postgresql://table@/postgres?host={folder}"
    subprocess.run([*control, "-m", "immediate", "stop"], check=True, **run)
    shutil.rmtree(folder)


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
