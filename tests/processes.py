"""Which processes a process has begun, and whether they have gone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest


def children(pid: int) -> list[Path]:
    """The folders of its children in /proc."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if not listed.exists():
        pytest.skip("this system does not tell who is whose child")
    return [Path("/proc", child) for child in listed.read_text(encoding="ascii").split()]


def wait_until_gone(processes: list[Path]) -> None:
    deadline = time.monotonic() + 10
    while any(each.exists() for each in processes):
        assert time.monotonic() < deadline
        time.sleep(0.05)
