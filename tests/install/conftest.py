"""A browser for those who try what was installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.conftest import browsers


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    yield from browsers()
