"""The wheels are the product: built, installed into empty environments, played in a real browser.

The environments have neither Node nor a compiler in their path, and nothing of the checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest
from tools import platform_wheel

import roundtable as rt
from tests.compiled import compiled_build
from tests.web.conftest import missing
from tests.web.people import Visitor
from tests.web.test_matches import QUICK

from . import terminal

ROOT = Path(__file__).parents[2]
LARGEST = 120  # megabytes that an installation may take, beside the bytecode that Python makes of it

MATCH = """
import random, roundtable as rt
from roundtable.version import compiled
print(compiled())
for slug in rt.slugs():
    match, rng = rt.game(slug).match(seed=3), random.Random(3)
    while match.asked:
        for seat in match.asked:
            match.answer(seat, match.choice(seat).sample(rng))
    print(slug, match.ranking)
"""


def build(folder: Path, *targets: str) -> list[Path]:
    """sdist and wheel of the checkout, made as `x.py wheel` makes them."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    env = {**os.environ, "SOURCE_DATE_EPOCH": "1767225600"}
    subprocess.run([*command, *(word for one in targets for word in ("-t", one))], cwd=ROOT, env=env, check=True)
    return sorted(folder.iterdir())


KINDS: Final = {"pure Python": "pure", "compiled": "platform"}  # of wheels, and the fixtures that make them


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for every system."""
    if missing():
        pytest.skip(missing())
    return build(tmp_path_factory.mktemp("dist"), "wheel")[0]


@pytest.fixture(scope="module")
def platform(pure: Path) -> Path:
    """The wheel with compiled modules."""
    return platform_wheel.make(pure, compiled_build())


class Installed:
    """An environment of its own."""

    def __init__(self, folder: Path, *pip: str) -> None:
        venv.create(folder / "venv", symlinks=True)
        self.bin, self.home = folder / "venv" / "bin", folder / "home"
        self.home.mkdir()
        base = getattr(sys, "_base_executable", sys.executable)  # the environment of the tests has no pip
        install = [base, "-m", "pip", "--python", str(self.bin / "python"), "install", "-qq", "--no-input"]
        for args in pip:
            subprocess.run([*install, "--disable-pip-version-check", "--no-deps", *args.split()], check=True)
        self.env = {"PATH": str(self.bin), "HOME": str(self.home), "LANG": "C.UTF-8"}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        done = [str(self.bin / command[0]), *command[1:]]
        return subprocess.run(done, cwd=self.home, env=self.env, capture_output=True, text=True, timeout=120)

    def size(self) -> float:
        """Megabytes of all that was installed."""
        files = [path for path in (self.bin.parent / "lib").rglob("*") if path.suffix != ".pyc"]
        return sum(path.stat().st_size for path in files if path.is_file() and not path.is_symlink()) / 1e6


@pytest.fixture(scope="module", params=KINDS)
def installed(request: pytest.FixtureRequest, tmp_path_factory) -> Installed:
    wheel = request.getfixturevalue(KINDS[request.param])
    lock = f"--require-hashes --requirement={ROOT / 'requirements' / 'base.txt'}"
    return Installed(tmp_path_factory.mktemp("all"), lock, str(wheel))


@pytest.fixture(scope="module")
def served(installed: Installed) -> Iterator[str]:
    """The address of `roundtable serve` as it was installed."""
    command = [str(installed.bin / "roundtable"), "serve", "--port=0", "--pace=0", "--rate=2000"]
    process = subprocess.Popen(command, cwd=installed.home, env=installed.env, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    yield found.group().rstrip("/")
    process.terminate()
    assert process.wait(20) == 0
    process.stdout.close()


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    if missing():
        pytest.skip(missing())
    one, two = (build(tmp_path / name, "sdist", "wheel") for name in ("one", "two"))
    assert [path.name for path in one] == [path.name for path in two] and len(one) == 2
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(one, two))


def test_the_platform_wheel_is_the_pure_one_and_more(pure: Path, platform: Path, tmp_path: Path) -> None:
    small, large = ZipFile(pure), ZipFile(platform)
    ours = {name for name in small.namelist() if ".dist-info/" not in name}
    assert all(large.read(name) == small.read(name) for name in ours)
    more = {name for name in large.namelist() if not name.endswith(".py")} - set(small.namelist())
    assert more and all(name.endswith((".so", ".pyd")) for name in more)
    assert any(name.startswith("roundtable/table/") for name in more)
    assert not [name for name in more if b"rpath" in large.read(name) or str(ROOT).encode() in large.read(name)]
    again = tmp_path / pure.name
    again.write_bytes(pure.read_bytes())
    assert platform_wheel.make(again).read_bytes() == platform.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_without_any_dependency_a_match_can_be_played(kind: str, request, tmp_path: Path) -> None:
    bare = Installed(tmp_path, str(request.getfixturevalue(KINDS[kind])))
    done = bare.run("python", "-c", MATCH)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == len(rt.slugs()) + 1, done.stderr
    assert done.stdout.splitlines()[0] == str(kind == "compiled")
    refused = bare.run("roundtable", "games")
    assert refused.returncode == 2 and refused.stderr == (
        "roundtable: this needs click: pip install roundtable-games\n"
    )


def test_what_was_installed_plays_in_the_terminal_and_prints(installed: Installed, request) -> None:
    assert installed.size() < LARGEST
    about = installed.run("roundtable", "about", "--seconds", "0.05")
    assert about.returncode == 0 and request.node.callspec.params["installed"] in about.stdout
    games = installed.run("roundtable", "games")
    assert games.returncode == 0 and all(slug in games.stdout for slug in rt.slugs())
    printed = installed.run("roundtable", "print", "knights-duty", "--out", "duty.pdf")
    assert printed.returncode == 0, printed.stderr
    assert (installed.home / "duty.pdf").read_bytes().startswith(b"%PDF")
    simulated = installed.run("roundtable", "simulate", "lancelot", "--matches", "4", "--bot", "squire")
    assert simulated.returncode == 0, simulated.stderr
    play = ["play", "of-knights-and-ninjas", "--players", "2", "--saves", str(installed.home), "--pace", "0"]
    shown = terminal.play([str(installed.bin / "roundtable"), *play], installed.env, installed.home)
    assert "Of Knights and Ninjas" in shown


def test_what_needs_an_extra_says_so_in_one_line(installed: Installed) -> None:
    refused = installed.run("roundtable", "serve", "--port=0", "--database=postgresql://nobody@localhost/none")
    assert refused.returncode == 2
    assert refused.stderr == "roundtable: this needs asyncpg: pip install 'roundtable-games[postgres]'\n"


def test_a_server_without_what_the_pages_need_does_not_begin(installed: Installed) -> None:
    script = next((installed.bin.parent / "lib").glob("*/site-packages/roundtable/web/static/vendor/icons.svg"))
    script.rename(script.with_suffix(".gone"))
    refused = installed.run("roundtable", "serve", "--port=0")
    script.with_suffix(".gone").rename(script)
    assert refused.returncode == 2 and refused.stdout == ""
    assert refused.stderr.startswith("roundtable: ") and refused.stderr.count("\n") == 1, refused.stderr


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_whole_match_in_the_browser(chromium, served: str, slug: str) -> None:
    person = Visitor(chromium, served)
    person.begin(slug, players=str(rt.game(slug).seats[0]), bot="page", **QUICK.get(slug, {}))
    assert person.finish(), person.look()
    person.leave()
