"""The page that tells how programs talk to this server, as docs/host/protocol.md says it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from roundtable.web.booklet import MARKDOWN


@cache
def protocol() -> str:
    text = Path(__file__).with_name("protocol.md").read_text(encoding="utf-8")
    html: str = MARKDOWN.render(re.sub(r"<!--.*?-->\n", "", text))  # what is generated is marked by comments
    return html
