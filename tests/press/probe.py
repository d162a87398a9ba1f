"""What a laid-out document really holds, as Typst tells it; and what the tables of a rules page list."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from roundtable.games import game
from roundtable.press import Settings, assets, kit
from roundtable.press.printing import MAIN, data


@cache
def laid_out(slug: str, settings: Settings, label: str) -> list[Any]:
    """The values of everything with that label in the finished document."""
    typst = pytest.importorskip("typst", reason="needs the extra 'print'")
    found = game(slug)
    made = data(found, kit(found), settings) | {"probe": True}
    answer = typst.query(
        MAIN,
        f"<{label}>",
        field="value",
        root=MAIN.parent,
        font_paths=assets.fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(made)},
    )
    values: list[Any] = json.loads(answer)
    return values


def on_pages(slug: str, side: str = "front", settings: Settings | None = None) -> Counter[str]:
    """How often each piece lies on the pages."""
    pieces = laid_out(slug, settings or Settings(), "piece")
    return Counter(piece["id"] for piece in pieces if piece["side"] == side)


def id_of(name: str) -> str:
    return name.partition(",")[0].lower().replace("'", "").replace(" ", "_").replace("-", "_")


@cache
def listed(slug: str, *heads: str) -> dict[str, int]:
    """What the tables of section 2 of the rules page list: name -> the number in the column with one of these heads."""
    section = re.search(r"^## 2\b.*?(?=^## 3)", game(slug).rules(), re.M | re.S)
    assert section is not None
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.group().splitlines()]
    out: dict[str, int] = {}
    column = -1
    for before, cells in zip([[""], *lines], lines):
        if before == [""]:  # a table or a text begins
            column = next((i for i, cell in enumerate(cells) if i and cell.lower() in heads), -1)
        elif column > 0 and len(cells) > column and (number := re.match(r"\d+", cells[column])):
            assert cells[0] not in out
            out[cells[0]] = int(number.group())
    return out


def copies(slug: str) -> dict[str, int]:
    return dict(listed(slug, "copies", "cards"))
