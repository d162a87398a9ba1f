"""The `roundtable` command; without its dependencies it says so in one line instead of a traceback."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from roundtable.cli import main as run
    except ModuleNotFoundError as missing:
        if (missing.name or "roundtable").startswith("roundtable"):
            raise
        sys.exit(f"roundtable: the commands need {missing.name}: pip install roundtable-games")
    run()


if __name__ == "__main__":
    main()
