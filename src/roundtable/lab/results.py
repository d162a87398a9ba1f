"""A results file: JSON lines, the first of which says what was played; then a line for every finished match.

A line is on disk before the next match is counted, so a run can be interrupted, or killed, and taken up at any time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


class BadResults(ValueError):
    """A results file that cannot be read or belongs to something else."""


class Results(Generic[R]):
    """The rows of a file, and a way to add more; without a path nothing is kept."""

    def __init__(self, path: Path | None, head: Mapping[str, object], row: type[R]) -> None:
        self.path = path
        self.head = json.dumps(head)
        self.rows: list[R] = []
        text = path.read_text(encoding="utf-8") if path is not None and path.exists() else ""
        if path is None or not text:
            return
        lines = text.split("\n")[:-1]  # a line that was cut off was never finished
        if lines:
            self._check(json_of(path, lines[0]))
            try:
                self.rows = [row(**json_of(path, line)) for line in lines[1:]]
            except TypeError as error:
                raise BadResults(f"{path}: not a results file ({error})") from error
        if not text.endswith("\n"):
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def _check(self, found: Mapping[str, object]) -> None:
        wanted = json.loads(self.head)
        if found.get("format") != wanted["format"]:
            raise BadResults(f"{self.path}: not a results file (its first line is not {wanted['format']})")
        if found != wanted:
            raise BadResults(f"{self.path}: holds results of another simulation; choose another --out")

    def add(self, rows: Iterable[R]) -> None:
        rows = list(rows)
        self.rows += rows
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            if not file.tell():
                file.write(f"{self.head}\n")
            file.writelines(f"{json.dumps(asdict(row))}\n" for row in rows)
            file.flush()
            os.fsync(file.fileno())


def json_of(path: Path, line: str) -> dict[str, object]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise BadResults(f"{path}: not a results file ({error})") from error
    if not isinstance(found, dict):
        raise BadResults(f"{path}: not a results file")
    return found
