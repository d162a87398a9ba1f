"""Reading match files: load, verify.  The format is described in docs/match-file.md."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .chance import commitment
from .choice import Refusal
from .match import FORMAT, Match
from .options import BadOption

if TYPE_CHECKING:
    from .game import Game


class BadMatchFile(ValueError):
    """A match file that cannot be read or does not hold together; says the line and what is wrong with it."""


class Reading:
    """A match file, replayed: the match and the ranking that the file claims, if it claims one."""

    def __init__(self, match: Match, claimed: list[list[int]] | None, commitment: str) -> None:
        self.match = match
        self.claimed = claimed
        self.commitment = commitment


def read(text: str, find: Callable[[str], Game]) -> Reading:
    """Replay a match file's text.  A last line cut off in the middle was never acknowledged and is left out."""
    lines = text.split("\n")
    if lines and lines[-1]:
        lines[-1] = ""
    rows = [(n, _row(n, line)) for n, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise BadMatchFile("line 1: this is not a match file: it has no complete line")
    head = rows[0][1]
    if head.get("format") != FORMAT:
        raise BadMatchFile(f"line 1: this is not a match file of format {FORMAT}")
    try:
        match = _begin(head, find)
    except (KeyError, TypeError, ValueError) as error:
        raise BadMatchFile(f"line 1: {_plain(error)}") from error
    claimed: list[list[int]] | None = None
    for n, row in rows[1:]:
        if claimed is not None:
            raise BadMatchFile(f"line {n}: nothing can follow the end of the match")
        if "over" in row:
            claimed = row["over"]
            continue
        try:
            if row["do"] != match.question:
                raise BadMatchFile(f"line {n}: the match asks '{match.question or 'nothing more'}', not '{row['do']}'")
            match.answer(row["seat"], row["with"])
        except Refusal as refusal:
            raise BadMatchFile(f"line {n}: {refusal}") from refusal
        except KeyError as error:
            raise BadMatchFile(f"line {n}: {_plain(error)}") from error
    return Reading(match, claimed, str(head.get("commitment", "")))


def _row(n: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise BadMatchFile(f"line {n}: not a JSON object")
    return row


def _begin(head: dict[str, Any], find: Callable[[str], Game]) -> Match:
    game = find(head["game"])
    players, seed, names = head["players"], head["seed"], head.get("seats", [])
    if not isinstance(seed, (int, str)) or not all(isinstance(name, str) for name in names):
        raise BadOption("the seed is a number or a word, and seats are names")
    if head.get("edition", "") != game.edition:
        raise BadOption(f"this match belongs to another edition of {game.title} than the one that is loaded")
    options = game.settle(players, head.get("options", {}))
    script = [tuple(entry) if isinstance(entry, list) else entry for entry in head.get("chance", [])]
    return Match(game, players, options, seed, names, script, head.get("position"))


def _plain(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


def load(path: str | os.PathLike[str], find: Callable[[str], Game]) -> Match:
    """The match in a file, at the point where it was left."""
    return read(_content(path), find).match


def verify(path: str | os.PathLike[str], find: Callable[[str], Game]) -> Reading:
    """Replay a match file and check its promises: the seed's commitment, every answer legal, the ranking as claimed."""
    reading = read(_content(path), find)
    match = reading.match
    if reading.commitment != commitment(match.seed):
        raise BadMatchFile("line 1: the seed does not agree with its commitment")
    if reading.claimed is not None and reading.claimed != match.ranking:
        raise BadMatchFile(f"the file claims the ranking {reading.claimed}, the answers lead to {match.ranking}")
    return reading


def edition_of(path: str | os.PathLike[str]) -> str:
    """The text of the edition that a match file was played with; "" for the game as it is."""
    try:
        text = json.loads(_content(path).partition("\n")[0])["edition"]
    except (ValueError, TypeError, KeyError):
        return ""
    return text if isinstance(text, str) else ""


def _content(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadMatchFile(f"{path}: cannot be read ({error.__class__.__name__})") from error
