"""Processes in which bots think: they go when the one that began them goes."""

from __future__ import annotations

import multiprocessing
import os
from threading import Thread


def leave_with_parent() -> None:
    """In a new worker: a parent that is killed tells nobody, and its workers would wait for ever."""
    Thread(target=_leave, daemon=True).start()


def _leave() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
