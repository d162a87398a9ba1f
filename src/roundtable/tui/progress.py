"""Which puzzles were solved and which tips were given at this keyboard, in a file beside the saved matches.

What cannot be read is ignored.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = "progress.json"
TIPS: Final = " tips"
NO_TIPS: Final = "off"  # as a name under TIPS alone: nobody wants any


def kept(folder: Path, key: str) -> set[str]:
    """The names under a key: for puzzles the game's slug, for tips the same with `TIPS` behind it."""
    found: object = _read(folder).get(key)
    return {name for name in found if isinstance(name, str)} if isinstance(found, list) else set()


def keep(folder: Path, key: str, name: str) -> None:
    with suppress(OSError):  # who keeps nothing can learn all the same
        folder.mkdir(parents=True, exist_ok=True)
        everything = {**_read(folder), key: sorted({*kept(folder, key), name})}
        (folder / FILE).write_text(json.dumps(everything), encoding="utf-8")


def _read(folder: Path) -> dict[str, object]:
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
