"""What is tested in Pyodide: what is left out exists, and has a reason."""

from __future__ import annotations

import pytest
from tools import pyodide


@pytest.mark.parametrize(("test", "needs"), pyodide.ELSEWHERE.items())
def test_what_is_left_out_exists(test: str, needs: str) -> None:
    file, _, name = test.partition("::")
    assert needs and f"def {name.partition('[')[0]}" in (pyodide.ROOT / file).read_text(encoding="utf-8")


def test_packages_that_are_brought_are_plain_python(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(pyodide, "SITE", tmp_path)
    pyodide.bring()
    assert (tmp_path / "pytest" / "__init__.py").exists() and (tmp_path / "hypothesis" / "__init__.py").exists()
    assert not list(tmp_path.rglob("*.so")) and not (tmp_path / "hypothesis" / "_native").exists()
