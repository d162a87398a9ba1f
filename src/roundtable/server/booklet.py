"""Rules pages: a game's rules.md as HTML, with an anchor for every numbered paragraph."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt

import roundtable as rt

_NUMBER: Final = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(.*)")


@cache
def booklet(slug: str) -> tuple[str, list[dict[str, Any]]]:
    """The page, and its contents.

    >>> html, contents = booklet("knights-duty")
    >>> 'id="p4.2"' in html, contents[0]["level"]
    (True, 1)
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(rt.game(slug).rules())
    contents = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        numbered = _NUMBER.fullmatch(inline.content)
        number, title = numbered.groups() if numbered else ("", inline.content)
        if number:
            opening.attrSet("id", f"p{number}")
        contents.append({"number": number, "title": title, "level": int(opening.tag[1:])})
    return markdown.renderer.render(tokens, markdown.options, {}), contents
