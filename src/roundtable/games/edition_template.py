"""An edition to begin with: everything that a designer may change of a game, with its values, as a TOML file.

As it is written it changes nothing; `roundtable edition new GAME` makes one.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from roundtable.engine.game import Game

from .edition import TEXT, Field, Open, checked_by_game, models, opened


def template(game: Game) -> str:
    """The file, with a comment on what each table and field takes.

    >>> import roundtable as rt
    >>> text = template(rt.game("knights-duty"))
    >>> print(text[text.index("[clans.purple]"):].splitlines()[1])
    name = "Terror from the Bog"
    """
    lines = [
        f"# An edition of {game.title}.",
        "# Change what you like and delete what stays as it is; a line that is not here keeps its value.",
        "# Texts are in quotes, on one line; {bp} in a text stands for the field bp of its row.",
        f"# Try it:   roundtable simulate {game.slug} --data FILE --bot squire --matches 100",
        "",
        f'game = "{game.slug}"',
    ]
    tables, own = opened(game.slug), checked_by_game(game.slug)
    for name, value in own.items():
        if not _is_table(value):
            lines.append(f"{name} = {_value(value)}")
    for name in tables:
        lines += _table(name, tables[name], own.get(name), models(game.slug, name))
    return "\n".join(lines) + "\n"


def _is_table(value: object) -> bool:
    """Whether TOML writes it under a heading of its own: after everything that has none."""
    return isinstance(value, Mapping) or (isinstance(value, list) and all(isinstance(one, Mapping) for one in value))


def _table(name: str, rows: Mapping[str, Mapping[str, Open]], own: object, like: Collection[str]) -> Iterator[str]:
    if isinstance(own, list):
        for one in own if _is_table(own) else ():
            yield from ("", f"[[{name}]]", *_lines(one))
        return
    if not rows and not isinstance(own, Mapping):
        return
    yield from ("", f"# -- {name}")
    if like:
        yield f"# A new one: [{name}.ID] with a name and like = one of {', '.join(sorted(like))}."
    figures = own if isinstance(own, Mapping) else {}
    told: set[tuple[str, Field]] = set()  # a field is explained where it comes first
    for row in [*rows, *(row for row in figures if row not in rows)]:
        yield from ("", f"[{name}.{row}]")
        for field, entry in rows.get(row, {}).items():
            line = f"{field} = {_value(entry.value)}"
            if entry.takes != TEXT and (field, entry.takes) not in told:
                told.add((field, entry.takes))
                line = f"{line}  # {_takes(entry)}"
            yield line
        yield from _lines(figures.get(row, {}))


def _lines(fields: object) -> list[str]:
    assert isinstance(fields, Mapping)
    return [f"{field} = {_value(value)}" for field, value in fields.items()]


def _takes(field: Open) -> str:
    if isinstance(field.takes, tuple):
        return f"a whole number from {field.takes[0]} to {field.takes[1]}"
    kind = "a list of" if isinstance(field.value, tuple) else "one of"
    return f"{kind} {', '.join(sorted(word or '(nothing)' for word in field.takes))}"


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
