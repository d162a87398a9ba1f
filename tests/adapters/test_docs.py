"""The examples of docs/research.md run, in their order."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra 'rl'")
pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_examples(capsys):
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == 5
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), names)
    assert mean(names["results"][-50:]) > 0.8 and mean(names["results"][:50]) < 0.4
    assert names["match"].over and not names["table"].agents
    printed = capsys.readouterr().out
    assert "mean return at first" in printed and float(printed.splitlines()[-1]) < 0.2
