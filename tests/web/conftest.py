"""The client in a real browser, against a real server on loopback.

Where no Chromium is installed, or the client's packages could not be fetched, these tests are skipped and say so.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from roundtable.web import VENDOR

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ROOT = Path(__file__).parents[2]


def missing() -> str:
    """What these tests need and do not find."""
    if CHROMIUM is None:
        return "no Chromium here (Debian: apt-get install chromium)"
    if not (VENDOR / "icons.svg").exists():
        return "the client's packages are not there (python3 x.py setup)"
    return ""


@contextmanager
def serving(data: Path, env: dict[str, str] | None = None, rate: int = 2000, more: Sequence[str] = ()) -> Iterator[str]:
    """A server whose bots answer at once; its address."""
    data.mkdir(exist_ok=True)
    main = "from roundtable.cli import main; main()"
    command = [sys.executable, "-c", main, "serve", "--port=0", f"--data={data}", "--pace=0", f"--rate={rate}"]
    errors = (data / "errors").open("w")
    process = subprocess.Popen([*command, *more], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+?(?=/?$)", line.strip())
    assert found, (line, (data / "errors").read_text())
    yield found.group(0).rstrip("/")
    process.terminate()
    process.wait(20)
    process.stdout.close()
    errors.close()
    faults = [line for line in (data / "errors").read_text().splitlines() if '"level": "error"' in line]
    assert not faults, faults[:3]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if missing():
        pytest.skip(missing())
    with serving(tmp_path_factory.mktemp("tables")) as found:
        yield found


@pytest.fixture(scope="package")
def chromium() -> Iterator[object]:
    yield from browsers()


def browsers() -> Iterator[object]:
    """A browser.  While it lives no other test of the process can run an event loop; so nobody keeps it for long."""
    if missing():
        pytest.skip(missing())
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium, address):
    """A new person with a browser of their own: `visitor()`, `visitor(phone=True)`.

    Whatever the page complains about fails the test.
    """
    from .people import Visitor

    people = []

    def come(phone: bool = False, dark: bool = False) -> Visitor:
        person = Visitor(chromium, address, phone, dark)
        people.append(person)
        return person

    yield come
    for person in people:
        person.leave()
