"""A draft of an edition: changes by field, as a form gives them, and the edition that they make.

A change is named `table.row.field` and is a word as somebody typed it; what it must be says the field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from roundtable.engine.game import Game

from .edition import Field, checked_by_game, models, opened

LIKE: Final = "like"  # the field of a new row that says what it follows
Scalar = str | int | bool


@dataclass(frozen=True)
class Entry:
    """A field of a form."""

    name: str
    value: str  # now, in the edition
    usual: str  # in the game as it is; "" of a row that is new
    kind: str  # text, number, word or words
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class FormRow:
    id: str
    entries: tuple[Entry, ...]
    new: bool = False


@dataclass(frozen=True)
class FormTable:
    name: str
    rows: tuple[FormRow, ...]
    models: tuple[str, ...]  # that a new row can be like


def text_of(game: Game, changes: Mapping[str, str]) -> str:
    """The edition that the changes make; what is as usual is left out.

    >>> import roundtable as rt
    >>> print(text_of(rt.game("knights-duty"), {"clans.red.name": "Ember", "tokens.move.count": "3"}))
    game = "knights-duty"
    <BLANKLINE>
    [clans.red]
    name = "Ember"
    <BLANKLINE>
    """
    rows: dict[str, list[str]] = {}
    usual = _usual(game)
    for name, typed in changes.items():
        table, row, field = name.split(".", 2)
        now = usual.get(name)
        value = _read(typed, now)
        if now is None or value != now:
            rows.setdefault(f"{table}.{row}", []).append(f"{field} = {json.dumps(value, ensure_ascii=False)}")
    parts = [f'game = "{game.slug}"\n', *(f"[{row}]\n{chr(10).join(lines)}\n" for row, lines in rows.items())]
    return "\n".join(parts)


def form_of(game: Game, text: str = "") -> list[FormTable]:
    """Everything that can be changed, as it is in the edition with this text, which was loaded as `game`."""
    usual = _usual(game)
    figures = _figures(game)
    tables = []
    for table, rows in opened(game.slug, text).items():
        found = []
        own = figures.get(table, {})
        for row in [*rows, *(row for row in own if row not in rows)]:
            entries = [
                _entry(name, field.value, usual.get(f"{table}.{row}.{name}"), field.takes)
                for name, field in rows.get(row, {}).items()
                if name != LIKE
            ]
            entries += [_entry(name, value, value, None) for name, value in own.get(row, {}).items()]
            found.append(FormRow(row, tuple(entries), LIKE in rows.get(row, {})))
        if found:
            tables.append(FormTable(table, tuple(found), tuple(sorted(models(game.slug, table)))))
    return tables


def _figures(game: Game) -> dict[str, dict[str, dict[str, Scalar]]]:
    """Of tables that the game checks by itself, the rows of plain figures."""
    out: dict[str, dict[str, dict[str, Scalar]]] = {}
    for table, rows in checked_by_game(game.slug).items():
        if isinstance(rows, Mapping):
            for row, fields in rows.items():
                if isinstance(fields, Mapping) and all(isinstance(value, (str, int)) for value in fields.values()):
                    out.setdefault(table, {})[row] = dict(fields)
    return out


def _usual(game: Game) -> dict[str, object]:
    """Every field that can be changed, and its value in the game as it is."""
    found = {
        f"{table}.{row}.{name}": list(field.value) if isinstance(field.value, tuple) else field.value
        for table, rows in opened(game.slug).items()
        for row, fields in rows.items()
        for name, field in fields.items()
    }
    for table, rows in _figures(game).items():
        found |= {f"{table}.{row}.{name}": value for row, fields in rows.items() for name, value in fields.items()}
    return found


def _read(typed: str, usual: object) -> object:
    """What was typed, as the field has it; what does not fit stays as it is, and the edition says what is wrong."""
    if isinstance(usual, bool):
        return {"true": True, "false": False}.get(typed.strip().lower(), typed)
    if isinstance(usual, list):
        return [word.strip() for word in typed.split(",") if word.strip()]
    if isinstance(usual, str):
        return typed
    digits = typed.strip().removeprefix("-")
    return int(typed) if digits.isascii() and digits.isdigit() and len(digits) < 10 else typed


def _said(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _entry(name: str, value: object, usual: object, takes: Field | None) -> Entry:
    now, before = _said(value), "" if usual is None else _said(usual)
    if isinstance(takes, tuple):
        return Entry(name, now, before, "number", *takes)
    if isinstance(takes, frozenset):
        several = isinstance(value, tuple)
        return Entry(name, now, before, "words" if several else "word", words=tuple(sorted(takes)))
    if isinstance(value, bool):
        return Entry(name, now, before, "word", words=("true", "false"))
    return Entry(name, now, before, "number" if isinstance(value, int) else "text", -99, 999)
