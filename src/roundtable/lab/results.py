"""A results file: JSON lines, the first of which says what was played; then a line for every finished match.

A line is on disk before the next match is counted, so a run can be interrupted, or killed, and taken up at any time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Generic, TypeVar

from . import LabError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


class BadResults(LabError):
    """A results file that cannot be read or belongs to something else."""


class Results(Generic[R]):
    """The rows of a file, read when they are asked for, and a way to add more; without a path nothing is kept."""

    def __init__(self, path: Path | None, head: Mapping[str, object], row: type[R]) -> None:
        self.path = path
        self.head = json.dumps(head)
        self.row = row
        if path is not None and path.exists():
            with path.open("rb+") as file:
                self._check(path, file)

    def _check(self, path: Path, file: BinaryIO) -> None:
        first = file.readline()
        if not first.endswith(b"\n") and self.head.encode().startswith(first):  # nothing was finished
            file.truncate(0)
            return
        found, wanted = json_of(path, first), json.loads(self.head)
        if found.get("format") != wanted["format"]:
            raise BadResults(f"{path}: not a results file (its first line is not {wanted['format']})")
        if found != wanted:
            raise BadResults(f"{path}: holds results of another simulation; choose another --out")
        at = size = file.seek(0, os.SEEK_END)
        while file.seek(at - 1) >= 0 and file.read(1) != b"\n":
            at -= 1
        if at < size:
            file.truncate(at)  # a line that was cut off was never finished

    def __iter__(self) -> Iterator[R]:
        if self.path is None or not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.readline()
            for line in file:
                try:
                    yield self.row(**json_of(self.path, line))
                except TypeError as error:
                    raise BadResults(f"{self.path}: not a results file ({error})") from error

    def add(self, rows: Iterable[R]) -> None:
        """Keep these too; they are on disk when this returns."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            if not file.tell():
                file.write(f"{self.head}\n")
            file.writelines(f"{json.dumps(asdict(row))}\n" for row in rows)
            file.flush()
            os.fsync(file.fileno())


def json_of(path: Path, line: bytes) -> dict[str, object]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise BadResults(f"{path}: not a results file ({error})") from error
    if not isinstance(found, dict):
        raise BadResults(f"{path}: not a results file")
    return found
