"""A game's rules as a page, with an anchor for every paragraph and ruling."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt

import roundtable as rt

MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_NUMBER: Final = re.compile(r"(R?)(\d+(?:\.\d+)*)\.?\s+(.*)")


@cache
def booklet(slug: str) -> tuple[str, list[dict[str, object]]]:
    """The page, and its contents: the chapters and their paragraphs, without the single rulings.

    >>> html, contents = booklet("lancelot")
    >>> 'id="p4.2"' in html, 'id="r7"' in html, contents[-1]["anchor"]
    (True, True, 'rulings')
    """
    tokens = MARKDOWN.parse(rt.game(slug).rules())
    contents = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        numbered = _NUMBER.fullmatch(inline.content)
        ruling, number, title = numbered.groups() if numbered else ("", "", inline.content)
        anchor = f"{'r' if ruling else 'p'}{number}" if number else title.lower().replace(" ", "-")
        opening.attrSet("id", anchor)
        if opening.tag in ("h2", "h3") and not ruling:
            contents.append({"number": number, "title": title, "anchor": anchor, "sub": opening.tag == "h3"})
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return html.replace("<th></th>", "<td></td>"), contents  # the corner of a table is no heading
