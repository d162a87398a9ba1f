"""What a laid-out document really holds, as Typst tells it."""

from __future__ import annotations

import json
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
