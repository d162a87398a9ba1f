"""Pages written in Markdown: a game's rules with an anchor for every paragraph and ruling, and the protocol."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

import roundtable as rt

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_NUMBER: Final = re.compile(r"(R?)(\d+(?:\.\d+)*)\.?\s+(.*)")


@cache
def booklet(slug: str) -> tuple[str, list[dict[str, object]]]:
    """The page, and its contents: the chapters and their paragraphs, without the single rulings.

    >>> html, contents = booklet("lancelot")
    >>> 'id="p4.2"' in html, 'id="r7"' in html, contents[-1]["anchor"]
    (True, True, 'rulings')
    """
    tokens = _MARKDOWN.parse(rt.game(slug).rules())
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
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return html.replace("<th></th>", "<td></td>"), contents  # the corner of a table is no heading


@cache
def protocol() -> str:
    """How programs talk to this server, as docs/host/protocol.md says it."""
    text = Path(__file__).with_name("protocol.md").read_text(encoding="utf-8")
    html: str = _MARKDOWN.render(re.sub(r"<!--.*?-->\n", "", text))  # what is generated is marked by comments
    return html
