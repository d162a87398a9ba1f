"""The games.  Each is one folder here with a `GAME`, or comes from somebody's own file, folder or installed package.

An installed package offers a game by the entry point group `roundtable.games`: its name is the slug, its value the
package with the `GAME`.  Nothing else in the code lists games.
"""

from __future__ import annotations

import copyreg
import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final

from roundtable.engine.game import Game

from . import edition
from .edition import Edition

GROUP: Final = "roundtable.games"


class UnknownGame(ValueError):
    """No game of that name."""


@cache
def _packages() -> dict[str, str]:
    """Slug -> package of every game that can be had by name; ours come first."""
    ours = {m.name.replace("_", "-"): f"{__name__}.{m.name}" for m in pkgutil.iter_modules(__path__) if m.ispkg}
    return {**{point.name: point.module for point in entry_points(group=GROUP)}, **ours}


_offered: Final[dict[str, str]] = {}  # slug -> path of somebody's own game that is to be had by its slug


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all games, in alphabetical order."""
    return tuple(sorted({**_offered, **_packages()}))


def offer(path: str) -> Game:
    """Let somebody's own game be had by its slug in this process, as the games of the house are."""
    found = game(path)
    if found.slug in _packages():
        raise UnknownGame(f"{path}: there is a game {found.slug!r} already; a game of your own has a slug of its own")
    _offered[found.slug] = found.origin
    slugs.cache_clear()
    return found


def game(name: str | Game, changes: Edition | None = None) -> Game:
    """A game by its slug, or from a Python file or folder of somebody's own that has a `GAME`; in an edition, if given.

    >>> game("knights-duty").title
    "Knight's Duty"
    """
    if isinstance(name, Game):
        return name
    if name in slugs():
        return _loaded(_offered.get(name, name), changes)
    path = Path(name)
    if (path.suffix == ".py" and path.is_file()) or (path / "__init__.py").is_file():
        return _loaded(str(path.resolve()), changes)
    raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(slugs())}")


@cache
def _loaded(name: str, changes: Edition | None) -> Game:
    """A game by its slug or the path of its file or folder."""
    module = _package(_packages()[name], changes) if name in _packages() else _own(Path(name), changes)
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise UnknownGame(f"{Path(name).name} has no GAME")
    edition.settle(found, changes)
    found.origin = name
    found.check_fields()
    return found


def of_match(name: str, text: str) -> Game:
    """The game of a match, in the edition whose text it was played with ("" for the game as it is)."""
    return game(name, edition.parsed("the edition of the match", text) if text else None)


def _package(package: str, changes: Edition | None) -> ModuleType:
    module = importlib.import_module(package)
    if changes is None:
        return module
    assert module.__file__ is not None
    return edition.another(package, Path(module.__file__).parent, changes)


def _own(path: Path, changes: Edition | None) -> ModuleType:
    """Somebody's own file or folder; its modules are named after the whole path, as two files may have one name."""
    package = f"roundtable_own_{path.stem}_{edition.digest(str(path))}"
    return edition.another(package, path, changes)


def _by_origin(found: Game) -> tuple[object, tuple[str, str]]:
    """A game goes to another process as its name; it brings the modules of its edition along."""
    return of_match, (found.origin, found.edition)


copyreg.pickle(Game, _by_origin)  # type: ignore[arg-type]
