"""The compiled build, for tests that look at it.  It takes minutes to make, so all of them use the same one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import compile as build


def compiled_build() -> Path:
    """Its folder; where there is none of the present sources the test is skipped, and CI makes one before."""
    if not build.fits():
        pytest.skip("there is no compiled build of these sources: python3 x.py compile")
    return build.TARGET
