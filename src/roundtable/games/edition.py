"""Edition: a designer's changes to the tables of a game, in one TOML file.

    game = "quests-of-the-round-table"

    [cards.dragon]      # a row of a table by its id: any of the fields that the game opens
    bp = 45

    [cards.wyvern]      # a new one: what it does not say it has from the one it is like
    like = "dragon"
    name = "Wyvern"
    count = 2

A game passes its tables through `edited` where they are defined; rules, words, faces and print are derived from them
and follow.  `roundtable.games.game(slug, edition)` gives the game in that edition: an object of its own, beside the
game as it is and beside other editions.
"""

from __future__ import annotations

import dataclasses
import importlib
import re
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

from roundtable.engine.game import Game

LONGEST: Final = 30_000  # characters
KEY: Final = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
TEXT: Final = "text"

Row = TypeVar("Row", bound="DataclassInstance")
Field = str | tuple[int, int] | frozenset[str]  # TEXT, a number within bounds, or one of some words


@dataclasses.dataclass(frozen=True)
class Open:
    """A field that an edition may change: what it is in the game as it is, and what it takes."""

    value: object
    takes: Field


# By the slug and, for a game that was loaded with an edition, its mark.
_open: dict[str, dict[str, dict[str, dict[str, Open]]]] = {}  # table -> row -> field that an edition may change
_own: dict[str, dict[str, object]] = {}  # tables that the game checks by itself, and what is in them
_models: dict[str, dict[str, set[str]]] = {}  # table -> rows that a new one can be like


class BadEdition(ValueError):
    """An edition that cannot be used: one line that names file, line and field."""

    def __init__(self, line: str, field: str = "", message: str = "") -> None:
        super().__init__(line)
        self.field = field  # "cards.dragon.bp"
        self.message = message or line  # what is wrong with it


class Edition:
    """The changes of a file: table -> row -> field -> value."""

    def __init__(self, name: str, text: str, game: str, tables: Mapping[str, object]) -> None:
        self.name = name
        self.text = text
        self.game = game
        self.tables = tables

    @property
    def title(self) -> str:
        """What people call it: the name of its file."""
        return Path(self.name).stem.replace("_", " ").replace("-", " ").capitalize()

    def wrong(self, message: str, *field: str | int) -> BadEdition:
        """What is wrong with a field, and on which line it stands."""
        words = ".".join(map(str, field))
        return BadEdition(f"{self.name}, line {line_of(self.text, field)}: {words}: {message}", words, message)


# -- reading -----------------------------------------------------------------------------------------------------------


def read(path: Path) -> Edition:
    """The edition in a file."""
    try:
        return parsed(path.name, path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadEdition(f"{path.name}: not a text file") from None


@cache
def parsed(name: str, text: str) -> Edition:
    """The edition that a text spells; `name` is what complaints call it."""
    if len(text) > LONGEST:
        raise BadEdition(f"{name}: longer than {LONGEST} characters")
    try:
        text.encode()
        tables = tomllib.loads(text)
    except UnicodeEncodeError:  # half a character, in a match file
        raise BadEdition(f"{name}: not a text") from None
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(f"{name}: not TOML: {error}") from None
    game = tables.pop("game", None)
    edition = Edition(name, text, str(game), tables)
    if not isinstance(game, str):
        raise edition.wrong("missing: the slug of the game", "game")
    return edition


def line_of(text: str, field: Sequence[str | int]) -> int:
    """The line on which a field stands, or the nearest table around it; a number counts tables of one name.

    >>> line_of('game = "x"\\n[cards.king]\\ncount = 3\\n', ("cards", "king", "count"))
    3
    >>> line_of('[[track]]\\nlong = 2\\n[[track]]\\nlong = 4\\n', ("track", 2, "long"))
    4
    """
    table: list[str | int] = []
    seen: dict[str, int] = {}
    best, depth = 1, 0
    for number, line in enumerate(text.splitlines(), 1):
        head = line.split("=")[0].split("#")[0].strip()
        keys: list[str | int] = ["".join(found) for found in KEY.findall(head)]
        if head.startswith("[["):
            seen[head] = seen.get(head, 0) + 1
            table = path = [*keys, seen[head]]
        elif head.startswith("["):
            table = path = keys
        elif "=" in line:
            path = table + keys
        else:
            continue
        alike = min(len(path), len(field))
        if alike > depth and path[:alike] == list(field[:alike]):
            best, depth = number, alike
    return best


# -- loading -----------------------------------------------------------------------------------------------------------

_lock = RLock()
_loading: Edition | None = None  # with which edition a game's modules are being executed now


@contextmanager
def loading(edition: Edition | None) -> Iterator[None]:
    """Let the tables of a game be made with this edition; one game at a time."""
    global _loading
    with _lock:
        before, _loading = _loading, edition
        try:
            yield
        finally:
            _loading = before


def active(slug: str) -> Edition | None:
    """The edition that is being loaded, if it is one of that game."""
    return _loading if _loading is not None and _loading.game == slug else None


def _key(slug: str) -> str:
    edition = active(slug)
    return slug + digest(edition.text if edition is not None else "")


def another(package: str, source: Path, edition: Edition | None) -> ModuleType:
    """A package (or one file) executed from its sources with the edition's tables, beside what is loaded already.

    Every edition so has modules, tables and classes of its own, and a server can play two of them side by side.
    """
    name = f"{package}__{digest(edition.text)}" if edition is not None else package
    _SOURCES[name] = source
    try:
        with loading(edition):
            return importlib.import_module(name)
    except BaseException:
        for other in [module for module in sys.modules if module == name or module.startswith(f"{name}.")]:
            del sys.modules[other]
        raise


_SOURCES: Final[dict[str, Path]] = {}  # name of a package that `another` executes -> its folder or file


class _Sources(MetaPathFinder):
    """Finds the modules of `another` package in their sources; a compiled module cannot be executed twice."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        package = next((known for known in _SOURCES if name == known or name.startswith(f"{known}.")), None)
        if package is None:
            return None
        place = _SOURCES[package].joinpath(*name[len(package) :].split(".")[1:])
        if place.is_file():
            return spec_from_file_location(name, place)
        if (place / "__init__.py").exists():
            return spec_from_file_location(name, place / "__init__.py", submodule_search_locations=[str(place)])
        return spec_from_file_location(name, place.with_suffix(".py"))


sys.meta_path.insert(0, _Sources())


def digest(text: str) -> str:
    """A short mark of an edition's text; "" for the game as it is."""
    return sha256(text.encode()).hexdigest()[:12] if text else ""


def settle(game: Game, edition: Edition | None) -> None:
    """Note in a loaded game which edition of it this is; refuse one that names what the game does not know."""
    if edition is None:
        return
    if edition.game != game.slug:
        raise edition.wrong(f"{edition.game!r} is not {game.slug!r}", "game")
    key = game.slug + digest(edition.text)
    known, own = _open.get(key, {}), _own.get(key, {})
    for table in edition.tables:
        if table in own:
            continue
        if table not in known:
            there = ", ".join(sorted({*known, *own})) or "none"
            raise edition.wrong(f"{game.title} has no such table; there are: {there}", table)
        for row, changes in _rows(edition, table).items():
            if row not in known[table] and "like" in changes:
                raise edition.wrong(f"there is no {changes['like']!r} in the game", table, row, "like")
            if row not in known[table]:
                there = ", ".join(known[table])
                new = "; a new one says what it is like" if _models.get(key, {}).get(table) else ""
                raise edition.wrong(f"there is no {row!r}{new}; there are: {there}", table, row)
            for field in changes:
                if field not in known[table][row]:
                    there = ", ".join(sorted(known[table][row]))
                    raise edition.wrong(f"there is no such field; there are: {there}", table, row, field)
            if "like" in changes and list(game.vocabulary(game.seats[0], game.settle(game.seats[0]))).count(row) > 1:
                raise edition.wrong("this word means something else in the game", table, row)
    game.edition = edition.text


# -- tables ------------------------------------------------------------------------------------------------------------


def edited(
    slug: str, table: str, rows: Sequence[Row], fields: Mapping[str, Field], models: Collection[str] = ()
) -> tuple[Row, ...]:
    """A table as it is being loaded: dataclasses with an `id`, of which an edition may change these fields.

    A new row is like one of the `models`, and follows it.  In texts ``{bp}`` stands for the field `bp` of the row.
    """
    edition = active(slug)
    known = _open.setdefault(_key(slug), {}).setdefault(table, {})
    _models.setdefault(_key(slug), {}).setdefault(table, set()).update(models)
    given = _rows(edition, table) if edition is not None else {}
    out: list[Row] = []
    for row in rows:
        name = _id(row)
        if edition is not None and "like" in given.get(name, {}):
            raise edition.wrong("there is one already; a new one has an id of its own", table, name, "like")
        known.setdefault(name, {}).update(_opening(row, fields))
        out.append(_changed(edition, table, row, given.get(name, {}), fields))
        for new, changes in given.items():
            if edition is not None and changes.get("like") == name:
                _may_join(edition, table, new, changes, fields, models)
                known.setdefault(new, {"like": Open(name, TEXT)}).update(_opening(row, fields))
                copy = dataclasses.replace(row, id=new)
                out.append(_changed(edition, table, copy, changes, fields))
    return tuple(_worded(row) for row in out)


def opened(slug: str, text: str = "") -> Mapping[str, Mapping[str, Mapping[str, Open]]]:
    """What an edition may change of a game that is loaded: table -> row -> field; no rows where the game checks them.

    With the text of an edition: of the game in that edition, with the rows that it adds.

    >>> import roundtable as rt
    >>> game = rt.game("knights-duty")
    >>> sorted(opened(game.slug)["clans"]["purple"])
    ['name']
    """
    key = slug + digest(text)
    return {**{table: {} for table in sorted(_own.get(key, ()))}, **_open.get(key, {})}


def checked_by_game(slug: str) -> Mapping[str, object]:
    """The tables that a loaded game checks by itself, as they are."""
    return _own.get(slug, {})


def models(slug: str, table: str) -> Collection[str]:
    """The rows of such a table that a new one can be like."""
    return _models.get(slug, {}).get(table, set())


def laid_over(slug: str, data: Mapping[str, object]) -> dict[str, object]:
    """A game's own TOML data with the edition's values laid over it; the game checks them and complains by `fault`."""
    own = _own.setdefault(_key(slug), {})
    own.update({key: value for key, value in data.items() if key not in own})  # of several sets the first is usual
    edition = active(slug)
    over = edition.tables if edition is not None else {}
    return {key: _over(value, over[key]) if key in over else value for key, value in data.items()}


def added(slug: str, table: str, pattern: str, there: Collection[str]) -> tuple[str, ...]:
    """The ids that an edition adds to such a table, in their order."""
    edition = active(slug)
    rows = _rows(edition, table) if edition else {}
    return tuple(sorted(row for row in rows if re.fullmatch(pattern, row) and row not in there))


def _over(below: object, above: object) -> object:
    if not isinstance(below, Mapping) or not isinstance(above, Mapping):
        return above
    return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}


def fault(slug: str, message: str, *field: str | int) -> BadEdition:
    """A complaint of a game about its edition."""
    edition = active(slug)
    return edition.wrong(message, *field) if edition else BadEdition(f"{'.'.join(map(str, field))}: {message}")


def demand(slug: str, holds: bool, message: str, *field: str | int) -> None:
    """What must be true of a game's tables."""
    if not holds:
        raise fault(slug, message, *field)


def _rows(edition: Edition, table: str) -> dict[str, dict[str, object]]:
    rows = edition.tables.get(table, {})
    if not isinstance(rows, dict):
        raise edition.wrong("not a table", table)
    for row, changes in rows.items():
        if not isinstance(changes, dict):
            raise edition.wrong("not a table of fields", table, row)
    return rows


def _may_join(
    edition: Edition,
    table: str,
    new: str,
    changes: Mapping[str, object],
    fields: Mapping[str, Field],
    models: Collection[str],
) -> None:
    """Refuse a new row that the rules could not play."""
    like = changes["like"]
    if not models:
        raise edition.wrong("nothing new can be added here: the rules know what there is by name", table, new, "like")
    if like not in models:
        raise edition.wrong(f"the rules know {like!r} by name; a new one is like {_either(models)}", table, new, "like")
    if not ID.fullmatch(new):
        raise edition.wrong("an id is small letters, digits and _, and begins with a letter", table, new)
    if "name" in fields and "name" not in changes:
        raise edition.wrong("a new one needs a name", table, new)


def _opening(row: DataclassInstance, fields: Mapping[str, Field]) -> dict[str, Open]:
    return {name: Open(getattr(row, name), takes) for name, takes in fields.items()}


def _changed(
    edition: Edition | None, table: str, row: Row, given: Mapping[str, object], fields: Mapping[str, Field]
) -> Row:
    changes = {}
    for name, value in given.items():
        if edition is not None and name in fields:
            changes[name] = _checked(edition, value, fields[name], getattr(row, name), (table, _id(row), name))
    return dataclasses.replace(row, **changes) if changes else row


def _checked(edition: Edition, value: object, field: Field, now: object, where: tuple[str, ...]) -> object:
    """The value, if the field takes it."""
    if isinstance(field, tuple):
        if not isinstance(value, int) or isinstance(value, bool) or not field[0] <= value <= field[1]:
            raise edition.wrong(f"{value!r} is not a whole number from {field[0]} to {field[1]}", *where)
    elif isinstance(field, frozenset):
        several = isinstance(now, tuple)
        words = value if several and isinstance(value, list) else [value]
        if (several and not isinstance(value, list)) or not all(isinstance(w, str) and w in field for w in words):
            one = "a list of" if several else "one of"
            raise edition.wrong(f"{value!r} is not {one} {', '.join(sorted(field))}", *where)
        return tuple(words) if several else value
    elif not isinstance(value, str) or not value.isprintable() or len(value) > 200:
        raise edition.wrong(f"{value!r} is not a text in quotes, on one line, of at most 200 characters", *where)
    elif not value and where[-1] == "name":
        raise edition.wrong("a name is not empty", *where)
    return value


def _worded(row: Row) -> Row:
    """The row with its own figures in its texts."""
    values = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    changes = {}
    for name, text in values.items():
        if isinstance(text, str) and "{" in text:
            for other, value in values.items():
                text = text.replace(f"{{{other}}}", str(value))
            changes[name] = text
    return dataclasses.replace(row, **changes) if changes else row


def _id(row: DataclassInstance) -> str:
    return str(getattr(row, "id"))  # noqa: B009 - the type says only that it is a dataclass


def _either(words: Collection[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
