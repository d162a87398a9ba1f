"""The games.  Each is one folder here with a `GAME`; nothing else in the code lists them."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from functools import cache
from pathlib import Path

from roundtable.engine.game import Game

from . import edition


class UnknownGame(ValueError):
    """No game of that name."""


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all games, in alphabetical order."""
    return tuple(sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg))


def game(name: str) -> Game:
    """A game by its slug, or from a Python file or folder of somebody's own that has a `GAME`.

    >>> game("knights-duty").title
    "Knight's Duty"
    """
    if name in slugs():
        return _ours(name)
    path = Path(name)
    if path.suffix == ".py" and path.is_file():
        return _from_file(path.resolve())
    raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(slugs())}")


@cache
def _ours(slug: str) -> Game:
    found = importlib.import_module(f"{__name__}.{slug.replace('-', '_')}").GAME
    assert isinstance(found, Game)
    edition.settle(found)
    return found


@cache
def _from_file(path: Path) -> Game:
    spec = importlib.util.spec_from_file_location(f"roundtable_own_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise UnknownGame(f"{path.name} has no GAME")
    edition.settle(found)
    return found
