"""The client's papers: types that agree with Python, JSDoc that agrees with itself, icons that exist."""

import json
import subprocess
from random import Random

import pytest

import roundtable as rt
from roundtable.web import VENDOR, types

from .conftest import ROOT

TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"


def test_the_types_are_up_to_date():
    again = "run `python -m roundtable.web.types`"
    assert types.SCENES.read_text(encoding="utf-8") == types.scene_types(), again
    assert types.FRAMES.read_text(encoding="utf-8") == types.frame_types(), again
    page = types.PROTOCOL.read_text(encoding="utf-8")
    assert page == types.protocol(page) and page.count("<!-- frames: ") == 3, again


def test_every_field_of_a_frame_is_explained():
    page = types.PROTOCOL.read_text(encoding="utf-8")
    assert "|  |" not in page.split("### From the server")[1]


def test_the_modules_agree_with_the_types():
    if not TSC.exists():
        pytest.skip("typescript is not there (python3 x.py setup)")
    from shutil import which

    if which("node") is None:
        pytest.skip("no Node here")
    checked = subprocess.run(["node", str(TSC), "-p", str(ROOT / "tsconfig.json")], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def icons_of(thing) -> set[str]:
    if isinstance(thing, dict):
        own = {thing[key] for key in ("icon", "charge") if thing.get(key)}
        return own.union(*map(icons_of, thing.values()))
    return set().union(*map(icons_of, thing)) if isinstance(thing, (list, tuple)) else set()


@pytest.mark.parametrize("slug", list(rt.slugs()))
def test_every_icon_is_drawn(slug):
    """What a game shows in some random matches has a drawing; a monogram is for games of other people."""
    if not (VENDOR / "icons.js").exists():
        pytest.skip("the client's packages are not there (python3 x.py setup)")
    text = (VENDOR / "icons.js").read_text(encoding="utf-8")
    known = set(json.loads(text[text.index("[") : text.rindex("]") + 1]))
    game, rng, used = rt.game(slug), Random(1), set()
    for seed in range(3):
        match = game.match(players=game.seats[1], seed=seed)
        for turn in range(400):
            if not match.asked:
                break
            seat = match.asked[0]
            if turn % 5 == 0:
                used |= icons_of(match.scene(seat).data())
            match.answer(seat, match.choice(seat).sample(rng))
    assert used - known == set()
