"""Where matches are kept: one match file each, in the folder for a user's data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any


def new_file(saves: Path, slug: str) -> Path:
    """A file name that no match has yet."""
    saves.mkdir(parents=True, exist_ok=True)
    stem = f"{slug}-{datetime.now():%Y%m%d-%H%M%S}"
    taken = 1
    path = saves / f"{stem}.jsonl"
    while path.exists():
        taken += 1
        path = saves / f"{stem}-{taken}.jsonl"
    return path


@dataclass(frozen=True)
class Saved:
    """What the menu tells about a saved match without playing it again."""

    path: Path
    game: str
    seats: tuple[str, ...]
    answers: int
    over: bool
    when: datetime


def saved(saves: Path) -> list[Saved]:
    """The matches of a folder, the latest first; files that are no match files are left out."""
    found = []
    for path in saves.glob("*.jsonl") if saves.is_dir() else ():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            head: dict[str, Any] = json.loads(lines[0])
            seats = tuple(str(name) for name in head["seats"])
            over = len(lines) > 1 and "over" in json.loads(lines[-1])
            when = datetime.fromtimestamp(path.stat().st_mtime)
            found.append(Saved(path, str(head["game"]), seats, len(lines) - 1 - over, over, when))
        except (OSError, ValueError, KeyError, IndexError, TypeError):
            continue
    return sorted(found, key=lambda save: save.when, reverse=True)
