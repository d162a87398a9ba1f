"""What travels to a worker on another machine: a function with its arguments, and the sources of games and bots that
are somebody's own.  The worker needs nothing but the installed package, in the same version.
"""

from __future__ import annotations

import atexit
import importlib.util
import io
import pickle
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from roundtable.engine import Game
from roundtable.games import of_match, slugs
from roundtable.version import VERSION

from . import LabError

SOURCES: Final = ("*.py", "*.toml", "*.md", "*.json")

Files = Mapping[str, bytes]  # by their path below a folder


class WrongVersion(LabError):
    """A worker has another version of the package than whoever sent it work."""


@dataclass(frozen=True)
class Modules:
    """Importable modules by name; where they travel, their files go along and they can be imported there."""

    names: tuple[str, ...]


def packed(thing: object) -> bytes:
    """The thing for a worker elsewhere.

    >>> unpacked(packed(max))(3, 4)
    4
    """
    out = io.BytesIO()
    _Packer(out).dump((VERSION, thing))
    return out.getvalue()


def unpacked(parcel: bytes) -> object:
    version, thing = pickle.loads(parcel)
    if version != VERSION:
        raise WrongVersion(f"a worker has Round Table {VERSION}, not {version}; install the same one everywhere")
    return thing


class _Packer(pickle.Pickler):
    """A game or a module that is not installed takes its files along; all else goes by its name."""

    def reducer_override(self, thing: object) -> Any:
        if isinstance(thing, Modules):
            return _modules, (thing.names, tuple(_module(name) for name in thing.names))
        if isinstance(thing, Game) and thing.origin not in slugs():
            path = Path(thing.origin)
            return _game, (path.name, _below(path), thing.edition)
        return NotImplemented


def _game(name: str, files: Files, edition: str) -> Game:
    return of_match(str(_laid_down(files) / name), edition)


def _modules(names: tuple[str, ...], carried: tuple[Files, ...]) -> Modules:
    for name, files in zip(names, carried, strict=True):
        if importlib.util.find_spec(name.partition(".")[0]) is None:
            sys.path.append(str(_laid_down(files)))
    return Modules(names)


def _module(name: str) -> Files:
    """The files of an importable module or of the package that it belongs to."""
    spec = importlib.util.find_spec(name.partition(".")[0])
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():  # of the interpreter itself
        return {}
    path = Path(spec.origin)
    return _below(path.parent if path.name == "__init__.py" else path)


def _below(path: Path) -> Files:
    """A file, or the sources in a folder and below."""
    if path.is_file():
        return {path.name: path.read_bytes()}
    found = sorted({file for pattern in SOURCES for file in path.rglob(pattern)})
    return {str(file.relative_to(path.parent)): file.read_bytes() for file in found}


def _laid_down(files: Files) -> Path:
    """A folder of this process, gone with it, that holds these files."""
    folder = Path(tempfile.mkdtemp(prefix="roundtable-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder
