"""Operators search for codes: each has a sentence, stands in their page, and is what is logged."""

from __future__ import annotations

import re
from pathlib import Path

from roundtable.table.log_codes import SENTENCES, LogCode


def test_every_code_has_its_sentence_in_the_page_for_operators():
    page = Path("docs/host/operating.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z]+(?:_[a-z]+)*)` \| (.*) \|$", page, re.M))
    assert rows == {str(code): SENTENCES[code] for code in LogCode}


def test_nothing_else_is_logged():
    logged = set()
    for path in Path("src/roundtable/server").rglob("*.py"):
        for event in re.findall(
            r"\blog\.(?:info|warning|error|exception)\(\s*([^,)]+)", path.read_text(encoding="utf-8")
        ):
            assert event.startswith("LogCode.") or event in ("entry.code", "code"), (path, event)
            logged.add(event)
    assert len(logged) > 10
