"""Numbered SQL files for both databases: `0001-name.sql`, or `0001-name.postgres.sql` where the dialects differ.

Each runs once, in order, in a transaction of its own.
"""

from __future__ import annotations

import re
from pathlib import Path

_NAME = re.compile(r"(\d{4})-[a-z-]+(?:\.(sqlite|postgres))?\.sql")


def migrations(dialect: str) -> list[tuple[int, str]]:
    """Number and text of each, in order.

    >>> [number for number, _ in migrations("sqlite")] == [number for number, _ in migrations("postgres")]
    True
    """
    found: dict[int, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.sql")):
        name = _NAME.fullmatch(path.name)
        assert name is not None, path.name
        if name[2] in (None, dialect):
            assert int(name[1]) not in found, path.name
            found[int(name[1])] = path.read_text(encoding="utf-8")
    return sorted(found.items())
