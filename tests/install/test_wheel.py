"""The wheel is the product: built, installed into an empty environment, played in a real browser.

The environment has neither Node nor a compiler in its path, and nothing of the checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

import roundtable as rt
from tests.web.conftest import missing
from tests.web.people import Visitor
from tests.web.test_matches import QUICK

ROOT = Path(__file__).parents[2]
LARGEST = 120  # megabytes that an installation may take

MATCH = """
import random, roundtable as rt
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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if missing():
        pytest.skip(missing())
    return build(tmp_path_factory.mktemp("dist"), "wheel")[0]


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
        files = (self.bin.parent / "lib").rglob("*")
        return sum(path.stat().st_size for path in files if path.is_file() and not path.is_symlink()) / 1e6


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
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


def test_without_any_dependency_a_match_can_be_played(wheel: Path, tmp_path: Path) -> None:
    bare = Installed(tmp_path, str(wheel))
    done = bare.run("python", "-c", MATCH)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == len(rt.slugs()), done.stderr
    refused = bare.run("roundtable", "games")
    assert refused.returncode == 1 and refused.stderr == (
        "roundtable: the commands need click: pip install roundtable-games\n"
    )


def test_what_was_installed_plays_in_the_terminal_and_prints(installed: Installed) -> None:
    assert installed.size() < LARGEST
    games = installed.run("roundtable", "games")
    assert games.returncode == 0 and all(slug in games.stdout for slug in rt.slugs())
    printed = installed.run("roundtable", "print", "knights-duty", "--out", "duty.pdf")
    assert printed.returncode == 0, printed.stderr
    assert (installed.home / "duty.pdf").read_bytes().startswith(b"%PDF")
    simulated = installed.run("roundtable", "simulate", "lancelot", "--matches", "4", "--bot", "squire")
    assert simulated.returncode == 0, simulated.stderr


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_whole_match_in_the_browser(chromium, served: str, slug: str) -> None:
    person = Visitor(chromium, served)
    person.begin(slug, players=str(rt.game(slug).seats[0]), bot="page", **QUICK.get(slug, {}))
    assert person.finish(), person.look()
    person.leave()
