"""Work for worker processes in tests: light to import, so that it begins at once."""

from __future__ import annotations

import os
import time


def nap(seconds: float, left: float) -> tuple[int, float]:
    time.sleep(seconds)
    return os.getpid(), left


def ponder(most: float, seconds: float) -> float:
    """Think for the seconds that are given, at most so many."""
    time.sleep(min(most, seconds))
    return min(most, seconds)
