"""The compiled build: the same sources, the same matches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.compiled import compiled_build
from tools import compile as build

from roundtable.engine import flow

PLAY = """
import hashlib, json, pickle, random, sys
import roundtable as rt
from roundtable.bots import SearchBot
from roundtable.engine import Quick, flow

assert flow.__file__.endswith(".py") == (sys.argv[1] == "pure"), flow.__file__
digest = hashlib.sha256()


def plain(value):
    # without what has no value of its own, such as a board
    if isinstance(value, dict):
        return sorted((repr(key), plain(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value if isinstance(value, (int, str, bool, type(None))) else type(value).__name__


for slug in rt.slugs():
    game = rt.game(slug)
    for players in range(game.seats[0], game.seats[1] + 1):
        rng = random.Random(players)
        match = game.match(players=players, seed=players)
        while match.asked and len(match.entries) < 400:
            for seat in match.asked:
                match.answer(seat, match.choice(seat).sample(rng))
                digest.update(repr(plain(match.state.data())).encode())
                assert plain(pickle.loads(pickle.dumps(match.state)).data()) == plain(match.state.data())
            if len(match.entries) % 20 == 0 and match.asked:
                seat = match.asked[0]
                digest.update(json.dumps(match.scene(seat).data()).encode())
                digest.update(repr(SearchBot(game, seat, 1, 0, 5).candidates(match.view(seat))).encode())
        digest.update(match.text().encode())
        chance = Quick(rng)  # and without a log
        s = game.first(players, game.settle(players), chance)
        flow.playout(s, game.questions, rng, chance)
        digest.update(repr(plain(s.data())).encode())
print(digest.hexdigest())
"""


def played(kind: str, path: Path) -> str:
    """The fingerprint of random matches of every game: all answers, all states, some scenes and searches on the way."""
    env = {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run([sys.executable, "-c", PLAY, kind], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_compiled_build_plays_the_same_matches() -> None:
    assert played("compiled", compiled_build()) == played("pure", build.PACKAGE.parent)


@pytest.mark.skipif("ROUNDTABLE_COMPILED" not in os.environ, reason="python3 x.py test --compiled")
def test_the_tests_run_on_the_compiled_build() -> None:
    assert not str(flow.__file__).endswith(".py")


@pytest.mark.parametrize("pattern", [*build.COMPILED, *build.LEFT_OUT])
def test_every_row_of_the_tables_is_about_something(pattern: str) -> None:
    assert list(build.PACKAGE.glob(pattern))


def test_a_build_of_other_sources_does_not_fit(tmp_path: Path) -> None:
    assert build.fits(tmp_path) is None
    (tmp_path / build.STAMP).write_text(json.dumps({**build.stamp(), "sources": "others"}))
    assert build.fits(tmp_path) is False
    (tmp_path / build.STAMP).write_text(json.dumps(build.stamp()))
    assert build.fits(tmp_path) is True


def test_every_state_has_its_clone_written_out(tmp_path: Path) -> None:
    fields = "class Own(State):\n    b: int\n    c: int = 3\n\nclass Like(Own):\n    d: int\n"
    path = tmp_path / "own.py"
    path.write_text(f"from __future__ import annotations\n\n{fields}")
    build.prepare([path], tmp_path / "engine")
    text = path.read_text()
    assert "new.players = self.players" in text and "new.out = None" in text
    assert "new.b = self.b\n        new.c = self.c\n        return new" in text
    assert "new.b = self.b\n        new.c = self.c\n        new.d = self.d\n        return new" in text
    compile(text, "own.py", "exec")
