"""Which puzzles were solved at this keyboard, in a file beside the saved matches.  What cannot be read is ignored."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = "progress.json"


def solved(folder: Path, slug: str) -> set[str]:
    """The ids of the puzzles of a game that were solved."""
    found: object = _read(folder).get(slug)
    return {id for id in found if isinstance(id, str)} if isinstance(found, list) else set()


def note_solved(folder: Path, slug: str, id: str) -> None:
    with suppress(OSError):  # who keeps nothing can solve puzzles all the same
        folder.mkdir(parents=True, exist_ok=True)
        all_solved = {**_read(folder), slug: sorted({*solved(folder, slug), id})}
        (folder / FILE).write_text(json.dumps(all_solved), encoding="utf-8")


def _read(folder: Path) -> dict[str, object]:
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
