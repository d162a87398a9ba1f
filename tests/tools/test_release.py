"""A release in a small repository of its own: what is written, what is refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tools import release
from tools.release import CHANGES, VERSION, NoRelease, git

DAY = date(2027, 1, 2)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with the two files in which a release writes; ours may have been released just now."""
    (tmp_path / VERSION).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / VERSION).write_bytes((release.ROOT / VERSION).read_bytes())
    (tmp_path / CHANGES).write_text("# Changelog\n\n## Unreleased\n\n- A sixth game.\n", encoding="utf-8")
    git("init", "--quiet", root=tmp_path)
    git("config", "user.name", "Anna", root=tmp_path)
    git("config", "user.email", "anna@table.example", root=tmp_path)
    git("add", ".", root=tmp_path)
    git("commit", "--quiet", "--message", "All", root=tmp_path)
    return tmp_path


def test_a_release_is_written_committed_and_tagged(root: Path) -> None:
    release.write("9.0.0", DAY, root)
    assert '"9.0.0"' in (root / VERSION).read_text(encoding="utf-8")
    assert "\n## Unreleased\n\n## 9.0.0, 2 January 2027\n\n" in (root / CHANGES).read_text(encoding="utf-8")
    release.keep("9.0.0", root)
    assert git("status", "--porcelain", root=root) == "" and git("tag", root=root) == "v9.0.0\n"
    with pytest.raises(NoRelease, match="already"):
        release.write("9.0.0", DAY, root)
    with pytest.raises(NoRelease, match="nothing under Unreleased"):
        release.write("9.0.1", DAY, root)


@pytest.mark.parametrize("version", ["0.0.1", "1.0", "v1.0.0", "1.0.0rc1"])
def test_what_is_no_newer_version_is_refused_and_changes_nothing(root: Path, version: str) -> None:
    with pytest.raises(NoRelease):
        release.write(version, DAY, root)
    assert git("status", "--porcelain", root=root) == ""


def test_changes_that_are_not_committed_are_refused(root: Path) -> None:
    (root / CHANGES).write_text("# Other\n", encoding="utf-8")
    with pytest.raises(NoRelease, match="not committed"):
        release.write("9.0.0", DAY, root)
