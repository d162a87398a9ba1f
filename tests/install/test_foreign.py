"""A sixth game in a package of somebody's own: installed by pip, it is played everywhere, and nothing here knows it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.conftest import missing, serving
from tests.web.people import Visitor

from . import terminal

ROOT = Path(__file__).parents[2]
LOTS = ROOT / "docs" / "examples" / "lots.py"
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "castle-lots"
version = "1.0"
[project.entry-points."roundtable.games"]
castle-lots = "castle_lots"
"""
ZOO = """
from roundtable.adapters.pettingzoo import env
table = env("castle-lots", players=3)
table.reset(seed=1)
for agent in table.agent_iter():
    seen, reward, over, cut, info = table.last()
    table.step(None if over or cut else table.action_space(agent).sample(seen["action_mask"]))
print("played")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the foreign package."""
    source, site = tmp_path_factory.mktemp("castle_lots"), tmp_path_factory.mktemp("site")
    text = LOTS.read_text(encoding="utf-8").replace('"lots"', '"castle-lots"').replace('"Lots"', '"Castle Lots"')
    (source / "castle_lots").mkdir()
    (source / "castle_lots" / "__init__.py").write_text(text, encoding="utf-8")
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    base = getattr(sys, "_base_executable", sys.executable)
    pip = [base, "-m", "pip", "--python", sys.executable, "install", "-qq", "--no-input", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--target", str(site), str(source)], check=True)
    return {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT / 'src'}", "XDG_DATA_HOME": str(site / "share")}


def command(env: dict[str, str], *args: str) -> str:
    line = [sys.executable, "-m", "roundtable", *args]
    done = subprocess.run(line, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_and_its_rules_are_read(installed: dict[str, str]) -> None:
    assert any(game["slug"] == "castle-lots" for game in json.loads(command(installed, "games", "--json")))
    assert "The highest" in command(installed, "rules", "castle-lots")


def test_it_passes_the_kit_and_meets_bots_in_the_arena(installed: dict[str, str]) -> None:
    command(installed, "check", "castle-lots", "--players", "2")
    args = ("--bot", "random", "--bot", "squire", "--matches", "8", "--json")
    assert "castle-lots" in command(installed, "arena", "castle-lots", *args)
    assert "castle-lots" in command(installed, "simulate", "castle-lots", "--matches", "6", "--jobs", "2", "--json")


def test_it_is_an_environment_for_learning_agents(installed: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-c", ZOO], env=installed, capture_output=True, text=True, timeout=60)
    assert done.stdout == "played\n", done.stderr


def test_it_is_printed(installed: dict[str, str], tmp_path: Path) -> None:
    command(installed, "print", "castle-lots", "--out", str(tmp_path / "lots.pdf"))
    assert (tmp_path / "lots.pdf").read_bytes().startswith(b"%PDF")


def test_it_is_played_in_a_terminal(installed: dict[str, str], tmp_path: Path) -> None:
    args = ["play", "castle-lots", "--players", "2", "--saves", str(tmp_path), "--pace", "0"]
    assert "Castle Lots" in terminal.play([sys.executable, "-m", "roundtable", *args], installed, tmp_path)


def test_it_is_played_in_the_browser(chromium, installed: dict[str, str], tmp_path: Path) -> None:
    if missing():
        pytest.skip(missing())
    with serving(tmp_path / "tables", env=installed) as address:
        person = Visitor(chromium, address)
        assert person.go("/").get_by_role("heading", name="Castle Lots").is_visible()
        person.begin("castle-lots", players="2", bot="squire")
        assert person.finish(), person.look()
        person.leave()
