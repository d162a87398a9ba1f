"""The walk of one click on the page about the architecture: every file is there, and every function in it."""

from __future__ import annotations

import re

from .pages import ROOT

PACKAGE = ROOT / "src" / "roundtable"


def test_the_walk_of_one_click_is_told_as_it_is():
    page = (ROOT / "docs" / "build" / "architecture.md").read_text(encoding="utf-8")
    walk = page.partition("### The walk of one click")[2].partition("\n## ")[0]
    steps = re.findall(r"^\| `([\w/.]+)` \| (.+?) \|", walk, re.M)
    inwards, outwards = walk.split("goes the way out:")
    assert len(steps) > 20
    for way in (inwards, outwards):  # each file once on each way
        named = re.findall(r"^\| `([\w/.]+)` \|", way, re.M)
        assert len(named) == len(set(named))
    lost = []
    for file, functions in steps:
        source = (PACKAGE / file).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", functions):
            if not re.search(rf"^ *(?:async )?(?:export )?(?:def |function )?{name}\(", source, re.M):
                lost.append(f"{file}: {name}")
    assert not lost
