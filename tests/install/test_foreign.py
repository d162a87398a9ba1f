"""A sixth game of somebody's own, as an installed package and as one file: it is played everywhere, and nothing here
knows it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
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
LESSON = """
rules = 1
title = "A round"
about = "Lay a lot."
minutes = 1
players = 2
names = ["You", "Bors"]

[[step]]
say = "The highest lot takes the round."

[[step]]
say = "Lay any lot."
any = true

[[step]]
say = "So it goes on until the hands are empty."
"""
ENVIRONMENTS = """
import sys
import pyspiel
from roundtable.adapters import openspiel
from roundtable.adapters.pettingzoo import env
table = env(sys.argv[1], players=3)
table.reset(seed=1)
for agent in table.agent_iter():
    seen, reward, over, cut, info = table.last()
    table.step(None if over or cut else table.action_space(agent).sample(seen["action_mask"]))
if sys.argv[1].endswith(".py"):
    openspiel.register(sys.argv[1])
state = pyspiel.load_game("roundtable_castle_lots(players=3)").new_initial_state()
while not state.is_terminal():
    state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[-1])
print("played", sum(state.returns()))
"""


@dataclass
class Foreign:
    """A game that is not ours: how commands name it, and the environment of a process that finds it."""

    name: str
    env: dict[str, str]

    def run(self, *args: str) -> str:
        done = subprocess.run([sys.executable, *args], env=self.env, capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def command(self, *args: str) -> str:
        return self.run("-m", "roundtable", *args)


@pytest.fixture(scope="module", params=["package", "file"])
def foreign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Foreign:
    source, site = tmp_path_factory.mktemp("castle_lots"), tmp_path_factory.mktemp("site")
    text = LOTS.read_text(encoding="utf-8").replace('"lots"', '"castle-lots"').replace('"Lots"', '"Castle Lots"')
    text = text.replace("GAME = Game(", "from pathlib import Path\n\nGAME = Game(folder=Path(__file__).parent,")
    code = source / "castle_lots" / "__init__.py" if request.param == "package" else source / "castle_lots.py"
    lesson = code.parent / "lessons" / "1-round.toml"
    lesson.parent.mkdir(parents=True)
    lesson.write_text(LESSON, encoding="utf-8")
    code.write_text(text, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT / 'src'}", "XDG_DATA_HOME": str(site / "share")}
    if request.param == "file":
        return Foreign(str(code), env)
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    base = getattr(sys, "_base_executable", sys.executable)
    pip = [base, "-m", "pip", "--python", sys.executable, "install", "-qq", "--no-input", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--target", str(site), str(source)], check=True)
    return Foreign("castle-lots", env)


def test_an_installed_game_is_listed_with_ours(foreign: Foreign) -> None:
    listed = [game["slug"] for game in json.loads(foreign.command("games", "--json"))]
    assert ("castle-lots" in listed) == (foreign.name == "castle-lots")
    assert "The highest" in foreign.command("rules", foreign.name)


def test_it_passes_the_kit_and_its_lessons_can_be_followed(foreign: Foreign) -> None:
    foreign.command("check", foreign.name, "--players", "2", "--seconds", "5")
    assert "castle-lots round.toml: 3 steps, 1 answers" in foreign.command("lesson", "check", foreign.name)


def test_it_meets_bots_in_the_arena(foreign: Foreign) -> None:
    args = ("--bot", "random", "--bot", "squire", "--matches", "8", "--json")
    assert "castle-lots" in foreign.command("arena", foreign.name, *args)
    assert "castle-lots" in foreign.command("simulate", foreign.name, "--matches", "6", "--jobs", "2", "--json")


def test_it_is_an_environment_for_learning_agents(foreign: Foreign) -> None:
    pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")
    assert foreign.run("-c", ENVIRONMENTS, foreign.name) == "played 0.0\n"


def test_it_is_printed(foreign: Foreign, tmp_path: Path) -> None:
    foreign.command("print", foreign.name, "--out", str(tmp_path / "lots.pdf"))
    assert (tmp_path / "lots.pdf").read_bytes().startswith(b"%PDF")


def test_it_is_played_in_a_terminal(foreign: Foreign, tmp_path: Path) -> None:
    args = ["play", foreign.name, "--players", "2", "--saves", str(tmp_path), "--pace", "0"]
    assert "Castle Lots" in terminal.play([sys.executable, "-m", "roundtable", *args], foreign.env, tmp_path)


def test_it_is_played_in_the_browser(chromium, foreign: Foreign, tmp_path: Path) -> None:
    if missing():
        pytest.skip(missing())
    own = [] if foreign.name == "castle-lots" else [f"--game={foreign.name}"]
    with serving(tmp_path / "tables", env=foreign.env, more=own) as address:
        person = Visitor(chromium, address)
        assert person.go("/").get_by_role("heading", name="Castle Lots").is_visible()
        assert person.go("/games/castle-lots/learn").get_by_text("Lay a lot.").is_visible()
        person.begin("castle-lots", players="2", bot="squire")
        assert person.finish(), person.look()
        person.leave()
