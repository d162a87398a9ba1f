"""The Python on the pages: doctests are run by pytest; here the rest is run, or stands in the file it quotes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import roundtable.engine

from .pages import PAGES, ROOT, blocks, name

RESEARCH = sorted((ROOT / "docs" / "research").glob("*.md"))
LOTS = (ROOT / "docs" / "examples" / "lots.py").read_text(encoding="utf-8")


def examples(page: Path) -> list[str]:
    found = [block for language, block in blocks(page.read_text(encoding="utf-8")) if language == "python"]
    return [block for block in found if ">>>" not in block]


@pytest.mark.parametrize("page", [page for page in RESEARCH if examples(page)], ids=name)
def test_examples_for_researchers_run(page, capsys):
    pytest.importorskip("pettingzoo", reason="needs the extra 'rl'")
    pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")
    names: dict[str, Any] = {}
    for block in examples(page):
        exec(compile(block, name(page), "exec"), names)
    printed = capsys.readouterr().out
    if page.name == "index.md":  # it learns, as the page says
        results = names["results"]
        assert sum(results[:50]) / 50 < 0.4 and sum(results[-50:]) / 50 > 0.8 and "mean return at first" in printed
    if page.name == "small-games.md":
        assert float(printed) < 0.2


def test_the_walk_through_a_game_quotes_the_game():
    page = ROOT / "docs" / "design" / "own-game.md"
    quoted = [block for block in examples(page) if block.split("\n")[0] in LOTS]
    assert len(quoted) >= 3
    for block in quoted:
        for part in block.split("        ...\n"):  # what is left out
            assert part in LOTS
    for block in set(examples(page)) - set(quoted):
        exec(compile(block, name(page), "exec"), dict(vars(roundtable.engine)))


@pytest.mark.parametrize("page", [page for page in PAGES if page not in RESEARCH and examples(page)], ids=name)
def test_sketches_are_python(page):
    for block in examples(page):
        compile(block, name(page), "exec")
