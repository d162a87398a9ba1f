"""The tests of what must also run in a browser, in Pyodide and under its Python: `python3 x.py test --pyodide`.

Pyodide comes from npm and runs under Node.  pytest and what it needs are plain Python, so they come from ``.venv``;
nothing is fetched.  The coverage of the library is measured here: this Python can do it without being slowed down.
"""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SITE: Final = ROOT / "build" / "pyodide"
SECONDS: Final = 1800  # for all tests: there are no alarms, so one that hangs is not ended by itself

# Plain Python packages that the tests import.
BROUGHT: Final = (
    "coverage",
    "hypothesis",
    "iniconfig",
    "packaging",
    "pluggy",
    "pygments",
    "pytest",
    "pytest-cov",
    "pytest-timeout",
    "sortedcontainers",
)
TESTS: Final = ("tests/engine", "tests/scene", "tests/games", "tests/bots", "tests/table", "tests/golden")
# What of them needs something that is not there, and what it needs.
ELSEWHERE: Final = {
    "tests/bots/test_commands.py": "the commands, and with them click",
    "tests/bots/test_search.py::test_a_champion_thinks_for_those_who_are_asked_with_it[2]": "processes",
    "tests/bots/test_search.py::test_several_processes_add_their_counts_and_are_repeatable": "processes",
    "tests/bots/test_search.py::test_several_processes_keep_the_time": "processes",
    "tests/bots/test_strengths.py::test_bots_that_fail_are_answered_for": "alarms",
    "tests/bots/test_strengths.py::test_the_guard_also_works_outside_the_main_thread": "threads",
    "tests/bots/test_workers.py": "processes",
    "tests/engine/test_mistakes.py": "the commands, and with them click",
    "tests/engine/test_match.py::test_a_killed_process_loses_no_acknowledged_answer": "processes",
    "tests/games/test_edition.py": "the commands, and processes",
    "tests/golden/test_versions.py": "the commands, and with them click",
    "tests/scene/test_drawn.py::test_a_scene_does_not_depend_on_what_was_drawn_before": "processes",
    "tests/table/test_alone.py::test_nothing_but_the_standard_library": "processes",
}


def command(args: list[str]) -> list[str]:
    """What Node is to run: these tests, or all with the coverage.

    >>> command(["tests/engine"])[2:]
    ['--timeout=0', 'tests/engine']
    """
    start = ["tools/pyodide.mjs", str(SITE), "--timeout=0"]
    if args:
        return [*start, *args]
    left_out = [f"--{'deselect' if '::' in test else 'ignore'}={test}" for test in ELSEWHERE]
    return [*start, "--durations=10", *left_out, "--cov", "--", *TESTS]


def bring() -> None:
    """Copy what the tests import to where Pyodide finds it."""
    shutil.rmtree(SITE, ignore_errors=True)
    for name in BROUGHT:
        for file in metadata.files(name) or ():
            if ".." not in file.parts and file.suffix not in (".pyc", ".so"):
                (SITE / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), SITE / file)


if __name__ == "__main__":
    bring()
