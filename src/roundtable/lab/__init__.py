"""The lab: many matches played by bots, and what they tell."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def settled_in() -> Iterator[None]:
    """For many matches in a row: what is loaded by now stays, and the collector need not look through it every time.

    That saves a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
