"""What the tests of the server share: one server for those that leave it as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .house import Served, Visitor


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("server") / "data")
    yield served
    assert served.stop() == 0
    faults = [line for line in served.logged() if line["level"] in ("error", "critical")]
    assert not faults


@pytest.fixture
def visitor(served: Served) -> Visitor:
    return Visitor(served)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
