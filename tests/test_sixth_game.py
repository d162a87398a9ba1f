"""A sixth folder under `games/` breaks no test: nothing outside a game's own folders knows which games there are.

What runs here are the quick tests that look at every game; of those that need a server or a browser each is written
for whatever game it is given, as `tests/install/test_foreign.py` shows.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = (
    *("adapters/test_features.py", "bots/test_search.py", "engine/test_match.py", "engine/test_naming.py"),
    *("games/test_edition.py", "games/test_words.py", "golden/test_golden.py", "lab/test_report.py"),
    *("press/test_components.py", "scene", "table", "test_house.py", "test_rulings.py"),
)
# Of these every test of the new game, and those that look at all games in one go.
SENSITIVE = "castle or page_of_features or page_lists or core_depends"


def test_a_sixth_folder_breaks_no_test(tmp_path: Path) -> None:
    for name in ("src", "tests", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "vendor"))
    vendor = "src/roundtable/web/static/vendor"
    if (ROOT / vendor).exists():  # icons and fonts to print with
        (tmp_path / vendor).symlink_to(ROOT / vendor)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    text = (ROOT / "docs" / "examples" / "lots.py").read_text(encoding="utf-8")
    text = text.replace('"lots"', '"castle-lots"').replace('"Lots"', '"Castle Lots"')
    folder = tmp_path / "src" / "roundtable" / "games" / "castle_lots"
    folder.mkdir()
    (folder / "__init__.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", "-k", SENSITIVE]
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "CI": ""}
    done = subprocess.run(
        [*command, *(f"tests/{name}" for name in TESTS)], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    ran = re.search(r"(\d+) passed", done.stdout)
    assert ran and int(ran[1]) > 30, done.stdout[-500:]
