"""What holds for all tests: where a machine checks the project (`CI=true`), nothing is skipped unseen."""

from __future__ import annotations

import os
from typing import Final

import pytest

# Part of a test's name -> why it may be skipped all the same.
MAY_SKIP: Final = {
    "test_the_tests_run_on_the_compiled_build": "run by `x.py test --compiled` only",
    "test_a_match_of_earlier_rules_can_be_read": "of a game whose rules have had one version only",
}

_skipped: list[str] = []


def _note(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail") and not any(name in report.nodeid for name in MAY_SKIP):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        _skipped.append(f"{report.nodeid}: {reason}")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note(report)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _skipped and os.environ.get("CI") == "true" and not hasattr(session.config, "workerinput"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skipped and os.environ.get("CI") == "true":
        terminalreporter.section("skipped, which fails the run here")
        for line in _skipped:
            terminalreporter.write_line(line)
