"""Edition: a designer's changes to the cards of a game, in one TOML file that play and print share.

    game = "quests-of-the-round-table"

    [cards.dragon]      # a card by its id: any of its fields
    bp = 45

    [cards.wyvern]      # a new one: what it does not say it has from the card it is like
    like = "dragon"
    name = "Wyvern"
    count = 2

A game opens its tables to this by passing them through `edited` where they are defined; everything that is derived
from them follows.  The edition is chosen before the game is loaded and holds for the whole process and its children.
"""

from __future__ import annotations

import dataclasses
import os
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

VARIABLE: Final = "ROUNDTABLE_EDITION"
MOST: Final = 999  # the largest number an edition may write on a card
FACE: Final = ("title", "icon", "kind", "tincture", "pattern", "value", "corner", "text")  # what is only printed
KEY: Final = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")

Row = TypeVar("Row")
_opened: dict[str, tuple[set[str], set[str]]] = {}  # slug -> cards and fields that an edition can change in play

_fixed: set[str] = set()  # games whose rules know no other kinds of cards than their own


class BadEdition(ValueError):
    """An edition that cannot be used: one line that names file, line and field."""


class Edition:
    """The changes of a file: card id -> field -> value."""

    def __init__(self, path: Path, text: str, game: str, cards: Mapping[str, Mapping[str, Any]]) -> None:
        self.path = path
        self.text = text
        self.game = game
        self.cards = cards

    def wrong(self, message: str, *field: str) -> BadEdition:
        """What is wrong with a field, and on which line it stands."""
        return BadEdition(f"{self.path.name}, line {line_of(self.text, field)}: {'.'.join(field)}: {message}")


def is_one(path: Path) -> bool:
    """Whether a file is meant as an edition: it names a game, or cards."""
    return bool(re.search(r"^\s*(game\b|\[+ *cards\b|cards\b)", path.read_text("utf-8", "replace"), re.M))


def read(path: Path) -> Edition:
    """The edition in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadEdition(f"{path.name}: not a text file") from None
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(f"{path.name}: not TOML: {error}") from None
    edition = Edition(path, text, "", {})
    for key in table:
        if key not in ("game", "cards"):
            raise edition.wrong("there is no such field; there are: game, cards", key)
    game, cards = table.get("game"), table.get("cards", {})
    if not isinstance(game, str):
        raise edition.wrong("missing: the slug of the game", "game")
    if not isinstance(cards, dict):
        raise edition.wrong("not a table of cards", "cards")
    for card, fields in cards.items():
        if not isinstance(fields, dict):
            raise edition.wrong("not a table of fields", "cards", card)
    return Edition(path, text, game, cards)


def line_of(text: str, field: Sequence[str]) -> int:
    """The line on which a field stands, or the nearest table around it.

    >>> line_of('game = "x"\\n[cards.king]\\ncount = 3\\n', ("cards", "king", "count"))
    3
    """
    table: list[str] = []
    best, depth = 1, 0
    for number, line in enumerate(text.splitlines(), 1):
        head = line.split("=")[0].split("#")[0].strip()
        keys = ["".join(found) for found in KEY.findall(head)]
        if head.startswith("["):
            table, path = keys, keys
        elif "=" in line:
            path = table + keys
        else:
            continue
        if len(path) > depth and path == list(field[: len(path)]):
            best, depth = number, len(path)
    return best


# -- in play -----------------------------------------------------------------------------------------------------------


def use(path: Path) -> Edition:
    """Let every game loaded from now on take this edition; whether it fits is found out by loading its game."""
    edition = read(path)
    os.environ[VARIABLE] = str(path.resolve())
    return edition


def active() -> Edition | None:
    """The edition of this process."""
    path = os.environ.get(VARIABLE)
    return read(Path(path)) if path else None


def opened(slug: str) -> frozenset[str]:
    """The fields of a loaded game's cards that an edition changes in play; none if its tables are closed."""
    return frozenset(_opened[slug][1]) if slug in _opened else frozenset()


def fit_for_play(edition: Edition) -> None:
    """Refuse an edition whose (loaded) game does not take it into play, or that names what the game does not know."""
    if edition.game not in _opened:
        raise edition.wrong("this game's cards can be changed in print only", "game")
    cards, _ = _opened[edition.game]
    verify(edition, cards)
    for card, changes in edition.cards.items():
        if "like" in changes and edition.game in _fixed:
            raise edition.wrong("new cards of this game can be printed, but not played", "cards", card, "like")


def verify(edition: Edition, cards: Collection[str]) -> None:
    """Refuse cards that are not there and fields that no card has."""
    fields = {"like", "count", *FACE, *opened(edition.game)}
    for card, changes in edition.cards.items():
        for field in changes:
            if field not in fields:
                known = ", ".join(sorted(fields))
                raise edition.wrong(f"there is no such field; there are: {known}", "cards", card, field)
        if changes.get("like", card) not in cards:
            where = ("cards", card, "like") if "like" in changes else ("cards", card)
            raise edition.wrong(f"there is no card {changes.get('like', card)!r}", *where)


def edited(slug: str, rows: Sequence[Row], key: str = "id", new_cards: bool = True) -> tuple[Row, ...]:
    """A table of cards as the edition of this process has it; `key` is the field with the card's id.

    With `new_cards` false the table keeps its kinds: an edition changes them but adds none.
    """
    if not new_cards:
        _fixed.add(slug)
    fields = [field.name for field in dataclasses.fields(rows[0]) if field.name != key]  # type: ignore[arg-type]
    cards, known = _opened.setdefault(slug, (set(), set()))
    cards.update(getattr(row, key) for row in rows)
    known.update(fields)
    edition = active()
    if edition is None or edition.game != slug:
        return tuple(rows)
    return revise(edition, rows, key, fields, new_cards)


def revise(edition: Edition, rows: Sequence[Row], key: str, fields: Sequence[str], new_cards: bool) -> tuple[Row, ...]:
    """The rows with the edition's changes, new ones after the one they are like."""
    out = []
    for row in rows:
        name = getattr(row, key)
        out.append(_changed(edition, name, row, fields))
        for card, changes in edition.cards.items():
            if new_cards and changes.get("like") == name:
                copy: Row = dataclasses.replace(row, **{key: card})  # type: ignore[type-var]
                out.append(_changed(edition, card, copy, fields))
    return tuple(out)


def _changed(edition: Edition, card: str, row: Row, fields: Sequence[str]) -> Row:
    changes = {}
    for field, value in edition.cards.get(card, {}).items():
        if field in fields:
            changes[field] = checked(edition, card, field, value, getattr(row, field))
    changed: Row = dataclasses.replace(row, **changes)  # type: ignore[type-var]
    return changed


def checked(edition: Edition, card: str, field: str, value: Any, now: Any) -> Any:
    """The value, if it is of the kind that the field has now."""
    where = ("cards", card, field)
    if isinstance(now, bool):
        if not isinstance(value, bool):
            raise edition.wrong(f"{value!r} is not true or false", *where)
    elif isinstance(now, int):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
            raise edition.wrong(f"{value!r} is not a whole number from 0 to {MOST}", *where)
    elif isinstance(now, tuple):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise edition.wrong(f"{value!r} is not a list of words", *where)
        return tuple(value)
    elif not isinstance(value, str):
        raise edition.wrong(f"{value!r} is not a text in quotes", *where)
    return value
