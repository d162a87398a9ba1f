"""The checks check: where a machine runs the tests nothing is skipped unseen, and the floor of coverage never falls."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import x

ROOT = Path(__file__).parents[1]
SKIPS = {
    "in a test": "import pytest\ndef test_a(): pytest.skip('no browser')\n",
    "of a module": "import pytest\npytest.importorskip('no_such_module', reason='no browser')\n",
    "in a set-up": """
import pytest
@pytest.fixture
def browser(): pytest.skip('no browser')
def test_a(browser): pass
""",
}
LISTED = "import pytest\ndef test_a_match_of_earlier_rules_can_be_read(): pytest.skip('none')\n"


def ran(folder: Path, text: str, *options: str, ci: str = "true") -> subprocess.CompletedProcess[str]:
    """Run these tests beside our own conftest.py."""
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    (folder / "test_them.py").write_text(f"{text}\ndef test_good(): pass\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={folder}", *options]
    env = {**os.environ, "CI": ci}
    return subprocess.run([*command, str(folder)], cwd=folder, env=env, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("options", [(), ("--numprocesses=1",)], ids=["one process", "workers"])
@pytest.mark.parametrize("text", SKIPS.values(), ids=SKIPS)
def test_a_skipped_test_fails_the_run_of_a_machine(tmp_path: Path, text: str, options: tuple[str, ...]) -> None:
    done = ran(tmp_path, text, *options)
    assert done.returncode == 1 and "no browser" in done.stdout.rpartition("which fails the run")[2], done.stdout


def test_a_developer_is_only_told(tmp_path: Path) -> None:
    assert ran(tmp_path, SKIPS["in a test"], ci="").returncode == 0


def test_what_is_listed_may_be_skipped(tmp_path: Path) -> None:
    assert ran(tmp_path, LISTED).returncode == 0


def test_the_list_names_tests_that_exist() -> None:
    from tests.conftest import MAY_SKIP

    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    assert all(
        reason and any(f"def {name.partition('[')[0]}(" in text for text in texts) for name, reason in MAY_SKIP.items()
    )


def test_a_test_that_hangs_is_ended(tmp_path: Path) -> None:
    done = ran(tmp_path, "import time\ndef test_a(): time.sleep(50)\n", "--timeout=0.3")
    assert done.returncode == 1 and "Timeout" in done.stdout
    assert any(option.startswith("--timeout=") for option in x.PARALLEL)


def test_a_test_that_hangs_in_compiled_code_is_ended(tmp_path: Path) -> None:
    seconds, ended = (option for option in x.PARALLEL if "faulthandler" in option)
    endless = "import itertools\ndef test_a(): any(itertools.repeat(0))\n"
    done = ran(tmp_path, endless, "--numprocesses=1", f"{seconds.rpartition('=')[0]}=2", ended)
    assert done.returncode == 1 and "crashed while running" in done.stdout and "1 failed, 1 passed" in done.stdout


def test_the_floor_of_coverage_never_falls() -> None:
    line = re.compile(r"^\+fail_under = ([\d.]+)", re.M)
    log = ["git", "log", "--format=", "--patch", "-G^fail_under", "--", "pyproject.toml"]
    written = subprocess.run(log, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with (ROOT / "pyproject.toml").open("rb") as file:
        floor = tomllib.load(file)["tool"]["coverage"]["report"]["fail_under"]
    assert floor >= max(map(float, line.findall(written)), default=0)


def test_where_something_is_missing_the_run_says_what_and_fails(tmp_path: Path) -> None:
    """Given a user who may install nothing, and a machine without a browser."""
    for tool in ("bash", "dirname", "ls", "openssl"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    run = [str(tmp_path / "bash"), str(ROOT / ".ci" / "run")]
    done = subprocess.run(run, env={"PATH": str(tmp_path)}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    assert re.match(r".ci/run: not installed: chromium .*\(as root: apt-get install chromium", done.stderr)
