"""The `roundtable` command; what is not installed is said in one line, with what to install."""

from __future__ import annotations

import sys
from typing import Final

# What comes with an extra -> the extra.  All else comes with the package.
EXTRAS: Final = {
    "asyncpg": "postgres",
    "gymnasium": "rl",
    "matplotlib": "report",
    "numpy": "rl",
    "open_spiel": "openspiel",
    "optuna": "tune",
    "pettingzoo": "rl",
    "pyspiel": "openspiel",
    "ray": "ray",
}


def needed(module: str) -> str:
    """
    >>> needed("asyncpg.pool")
    "this needs asyncpg: pip install 'roundtable-games[postgres]'"
    >>> needed("click")
    'this needs click: pip install roundtable-games'
    """
    top = module.partition(".")[0]
    package = f"'roundtable-games[{EXTRAS[top]}]'" if top in EXTRAS else "roundtable-games"
    return f"this needs {top}: pip install {package}"


def main() -> None:
    try:
        from roundtable.cli import main as run

        run()
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == "roundtable":
            raise
        print(f"roundtable: {needed(missing.name)}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
