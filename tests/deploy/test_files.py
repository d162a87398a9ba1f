"""What operators copy: units that systemd understands, a container file without complaints, commands that exist.

No unit is started here and no container built: that needs a running systemd and a container engine.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from roundtable.cli import roundtable as group

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "roundtable.service").read_text(encoding="utf-8")
EXPOSED = 1.5  # of 10, as systemd-analyze counts it; below 2 it says "OK"


def systemd(*args: str) -> str:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here (Debian: systemd)")
    done = subprocess.run(["systemd-analyze", *args], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def installed(text: str) -> str:
    """The unit as if it were installed: it starts a program that is there."""
    return text.replace("/srv/roundtable/bin/roundtable", sys.executable)


def test_the_unit_is_understood(tmp_path: Path) -> None:
    (tmp_path / "roundtable.service").write_text(installed(UNIT))
    assert systemd("verify", str(tmp_path / "roundtable.service")) == ""


def test_the_unit_of_several_processes_is_understood(tmp_path: Path) -> None:
    (tmp_path / "roundtable@.service.d").mkdir()
    (tmp_path / "roundtable@.service").write_text(installed(UNIT))
    more = (DEPLOY / "postgresql.conf").read_text(encoding="utf-8")
    (tmp_path / "roundtable@.service.d" / "postgresql.conf").write_text(installed(more))
    assert systemd("verify", str(tmp_path / "roundtable@8001.service")) == ""


def test_the_unit_exposes_little() -> None:
    said = systemd("security", "--offline=true", f"--threshold={EXPOSED * 10:.0f}", str(DEPLOY / "roundtable.service"))
    found = re.search(r"exposure level for roundtable.service: ([\d.]+)", said)
    assert found is not None and float(found[1]) <= EXPOSED


def test_the_container_file_has_no_faults() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    if not hadolint.exists():
        pytest.skip("hadolint has no package for this system")
    done = subprocess.run([str(hadolint), str(DEPLOY / "Containerfile")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout == ""


def commands() -> list[str]:
    """Every call of `roundtable` in these files."""
    texts = [path.read_text(encoding="utf-8") for path in DEPLOY.iterdir()]
    called = [line for text in texts for line in re.findall(r"^ExecStart=/srv\S+/(roundtable .+)$", text, re.M)]
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    parts = [json.loads(part) for part in re.findall(r"^(?:ENTRYPOINT|CMD) (\[.+\])$", container, re.M)]
    return [*called, " ".join(word for part in parts for word in part)]


@pytest.mark.parametrize("line", commands())
def test_commands_are_understood(line: str) -> None:
    _, name, *args = line.replace("%i", "8001").replace("%S", "/var/lib").split()
    command = group.commands[name]
    assert isinstance(command, click.Command)
    command.make_context(line, args)  # parses, and calls nothing


def test_the_container_is_made_of_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    locks = re.findall(r"-r /requirements/(\S+)", text)
    assert locks and all((ROOT / "requirements" / lock).exists() for lock in locks)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert not {"src", "requirements", "tools", "x.py", "package-lock.json"} & set(ignored)
