"""Reading match files: load, verify.  The format is described in docs/build/match-file.md."""

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


Find = Callable[[str, str], "Game"]  # a game by its slug and the text of its edition


class BadMatchFile(ValueError):
    """A match file that cannot be read or does not hold together; says the line and what is wrong with it."""


class Reading:
    """A match file, replayed: the match and the ranking that the file claims, if it claims one.

    `broken` tells why the match could not be played to the end of a file of earlier rules; "" if it could.
    """

    def __init__(self, match: Match, claimed: list[list[int]] | None, commitment: str, broken: str = "") -> None:
        self.match = match
        self.claimed = claimed
        self.commitment = commitment
        self.broken = broken


def read(text: str, find: Find) -> Reading:
    """Replay a match file's text.  A last line cut off in the middle was never acknowledged and is left out.

    A file of earlier rules is replayed as far as the present rules allow; one of later rules is refused.
    """
    lines = text.split("\n")
    if lines and lines[-1]:
        lines[-1] = ""
    rows = [(n, _row(n, line)) for n, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise BadMatchFile("line 1: this is not a match file: it has no complete line")
    head = rows[0][1]
    if head.get("format") != FORMAT:
        raise BadMatchFile(f"line 1: this is not a match file of format {FORMAT}")
    version = head.get("rules", 1)  # files of before versions were counted are of the first
    try:
        match = _begin(head, find)
        if not isinstance(version, int) or not 1 <= version <= match.game.rules_version:
            raise BadOption(f"{_versions(match.game, version)}: a later version of the program can read it")
    except (KeyError, TypeError, ValueError) as error:
        raise BadMatchFile(f"line 1: {_plain(error)}") from error
    claimed: list[list[int]] | None = None
    broken = ""
    for n, row in rows[1:]:
        if claimed is not None:
            raise BadMatchFile(f"line {n}: nothing can follow the end of the match")
        if "over" in row:
            claimed = row["over"]
            continue
        if broken:
            continue
        try:
            if row["do"] != match.question:
                raise BadMatchFile(f"line {n}: the match asks '{match.question or 'nothing more'}', not '{row['do']}'")
            match.answer(row["seat"], row["with"])
        except (BadMatchFile, KeyError, Refusal) as error:
            wrong = str(error) if isinstance(error, BadMatchFile) else f"line {n}: {_plain(error)}"
            if version == match.game.rules_version:
                raise BadMatchFile(wrong) from error
            broken = f"{wrong} ({_versions(match.game, version)})"
    if version < match.game.rules_version and not broken and claimed is not None and claimed != match.ranking:
        broken = f"the ranking is another one ({_versions(match.game, version)})"
    return Reading(match, claimed, str(head.get("commitment", "")), broken)


def _versions(game: Game, version: int) -> str:
    return f"played by version {version} of the rules of {game.title}; these are version {game.rules_version}"


def _row(n: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise BadMatchFile(f"line {n}: not a JSON object")
    return row


def _begin(head: dict[str, Any], find: Find) -> Match:
    game = find(head["game"], str(head.get("edition", "")))
    players, seed, names = head["players"], head["seed"], head.get("seats", [])
    if not isinstance(seed, (int, str)) or not all(isinstance(name, str) for name in names):
        raise BadOption("the seed is a number or a word, and seats are names")
    options = game.settle(players, head.get("options", {}))
    return Match(game, players, options, seed, names, head.get("chance", []), head.get("position"))


def _plain(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


def reading(path: str | os.PathLike[str], find: Find) -> Reading:
    """A match file, replayed as far as it goes."""
    return read(_content(path), find)


def load(path: str | os.PathLike[str], find: Find) -> Match:
    """The match in a file, at the point where it was left; one that earlier rules played otherwise is refused."""
    found = reading(path, find)
    if found.broken:
        raise BadMatchFile(found.broken)
    return found.match


def verify(path: str | os.PathLike[str], find: Find) -> Reading:
    """Replay a match file and check its promises: the seed's commitment, every answer legal, the ranking as claimed."""
    found = reading(path, find)
    match = found.match
    if found.broken:
        raise BadMatchFile(found.broken)
    if found.commitment != commitment(match.seed):
        raise BadMatchFile("line 1: the seed does not agree with its commitment")
    if found.claimed is not None and found.claimed != match.ranking:
        raise BadMatchFile(f"the file claims the ranking {found.claimed}, the answers lead to {match.ranking}")
    return found


def _content(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadMatchFile(f"{path}: cannot be read ({error.__class__.__name__})") from error
