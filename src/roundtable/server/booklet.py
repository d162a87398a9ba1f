"""Pages written in Markdown: a game's rules with an anchor for every numbered paragraph, and the protocol."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt

import roundtable as rt

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_NUMBER: Final = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(.*)")


@cache
def booklet(slug: str) -> tuple[str, list[dict[str, Any]]]:
    """The page, and its contents.

    >>> html, contents = booklet("knights-duty")
    >>> 'id="p4.2"' in html, contents[0]["level"]
    (True, 1)
    """
    tokens = _MARKDOWN.parse(rt.game(slug).rules())
    contents = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        numbered = _NUMBER.fullmatch(inline.content)
        number, title = numbered.groups() if numbered else ("", inline.content)
        if number:
            opening.attrSet("id", f"p{number}")
        contents.append({"number": number, "title": title, "level": int(opening.tag[1:])})
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return html.replace("<th></th>", "<td></td>"), contents  # the corner of a table is no heading


@cache
def protocol() -> str:
    """How programs talk to this server, as docs/protocol.md says it."""
    html: str = _MARKDOWN.render(Path(__file__).with_name("protocol.md").read_text(encoding="utf-8"))
    return html
