"""Leaflet: the Markdown of a game's short rules as data that a page can be set from.

Only what a leaflet needs: headings, paragraphs, lists with a dash, **bold** and *italic*.
"""

from __future__ import annotations

import re

Run = tuple[str, str]  # style ("", "b" or "i") and words


def runs(text: str) -> list[Run]:
    """A line as runs of one style.

    >>> runs("Give **one** card")
    [('', 'Give '), ('b', 'one'), ('', ' card')]
    """
    out = []
    for part in re.split(r"(\*\*.+?\*\*|\*.+?\*)", text):
        if part.startswith("**"):
            out.append(("b", part[2:-2]))
        elif part.startswith("*"):
            out.append(("i", part[1:-1]))
        elif part:
            out.append(("", part))
    return out


def blocks(markdown: str) -> list[dict[str, object]]:
    """The blocks of a leaflet, in order.

    >>> [block["kind"] for block in blocks("## Goal\\n\\nWin.\\n\\n- a\\n  b\\n- c")]
    ['head', 'text', 'item', 'item']
    """
    out: list[dict[str, object]] = []
    for part in re.split(r"\n\s*\n|\n(?=- )", markdown.strip()):
        text = " ".join(part.split())
        if text.startswith("#"):
            out.append({"kind": "head", "runs": runs(text.lstrip("# "))})
        elif text.startswith("- "):
            out.append({"kind": "item", "runs": runs(text[2:])})
        elif text:
            out.append({"kind": "text", "runs": runs(text)})
    return out
