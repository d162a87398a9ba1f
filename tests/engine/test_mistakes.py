"""Common mistakes of somebody who writes a game: each is told in one clear line, with the place where it helps."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.cli import run
from roundtable.engine.conformance import check, checking
from roundtable.web.assets import MODULES, all_icons
from tests.engine.lots import GAME, PATH

Checked = Callable[[str], tuple[int, list[str]]]

SOURCE = PATH.read_text(encoding="utf-8")
ASK = 'Ask("lay", tuple(range(s.players)))'

# (what the author writes instead of what, the line that tells it)
MISTAKES = {
    "a part is missing": ("    ranking=ranking,\n", "", "the GAME lacks `ranking`"),
    "a part is misspelt": ("ranking=ranking,", "rankng=ranking,", "no part `rankng`; did you mean `ranking`?"),
    "a zone has a reserved name": ("hands", "out", "`out` is a name of the engine's own"),
    "a field has a reserved name": ("rounds", "ready", "`ready` is a name of the engine's own"),
    "the state cannot be made": (
        "        self.deck, ",
        "        {}['lot']; self.deck, ",
        "no match can begin: KeyError: 'lot' (own.py:",
    ),
    "the file is no Python": ("def lay(", "def lay((", "line 9"),
    "an unknown question": (
        ASK,
        ASK.replace('"lay"', '"lie"'),
        "the rules ask 'lie', which is not among the questions: lay",
    ),
    "an unknown step": (
        '        return "lay"\n',
        '        return "lya"\n',
        "Lots has no step 'lya'; it has deal, lay, compare",
    ),
    "an unknown zone": (
        '("hands", seat))\n        return',
        '("hnds", seat))\n        return',
        "there is no zone 'hnds'; there are deck",
    ),
    "a piece that is elsewhere": (
        "s.deck[: s.options.hand], ",
        "(FIRST, FIRST), ",
        "do not lie where they are to be moved from",
    ),
    "a seat that is not there": (
        "tuple(range(s.players)))",
        "(0, 9))",
        "'lay' is put to [9], but the seats are [0, 1]",
    ),
    "an atom that is no word": (
        "str(lot - FIRST + 1) for",
        "lot - FIRST + 1 for",
        "are offered, but answers are made of words",
    ),
    "a fact that was not told": (
        '"taken", seat=winner',
        '"taken", who=winner',
        "the event 'taken' does not tell 'seat'; it tells who",
    ),
    "a flow without steps": (
        "    @rule(",
        "    @(lambda *refs: lambda step: step)(",
        "the flow Lots has no steps: mark them with @rule",
    ),
    "a slip in a scene": ("stats = (", "stats = {}['gems'] or (", "KeyError: 'gems' (own.py:"),
}


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Checked:
    """Runs `roundtable check` on a game of one's own: exit code and lines."""

    def check(source: str) -> tuple[int, list[str]]:
        own = tmp_path / "own.py"
        own.write_text(source, encoding="utf-8")
        code = run(["check", str(own), "--players", "2", "--seconds", "0.5"])
        captured = capsys.readouterr()
        return code, (captured.out + captured.err).splitlines()

    monkeypatch.chdir(tmp_path)
    return check


@pytest.mark.parametrize(("old", "new", "line"), MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_is_told_in_one_line(old: str, new: str, line: str, checked: Checked) -> None:
    assert old in SOURCE
    code, lines = checked(SOURCE.replace(old, new))
    assert code in (1, 2) and any(line in told for told in lines), lines
    assert not any("Traceback" in told for told in lines)


def test_a_sign_that_does_not_exist_is_named(checked: Checked, tmp_path: Path) -> None:
    if not MODULES.is_dir():
        pytest.skip("the icons have not been fetched")
    assert {"scroll-unfurled", "crown"} < all_icons()
    code, lines = checked(SOURCE.replace('"scroll-unfurled", value=str(lot', '"scrole", value=str(lot'))
    assert code == 1 and any("there is no icon 'scrole'" in told for told in lines), lines
    assert all_icons(tmp_path) == frozenset()  # where nobody knows, nothing is said


def test_a_check_keeps_to_its_time_and_sees_some_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number of players comes first, then the presets and option values in turn, again and again."""
    seconds = itertools.count()
    monkeypatch.setattr(checking, "monotonic", lambda: next(seconds))  # a match takes a second
    seen: list[str] = []
    report = check(GAME, seconds=20, progress=seen.append, depth=0)
    assert (report.settings, report.reached, report.matches) == (9, 9, 19)
    assert [words.split()[0] for words in seen[:3]] == ["2", "3", "4"]
    assert {words.replace("match 1", "match 2") for words in seen[:9]} == set(seen[9:18])
    assert check(GAME, seconds=5).reached == 4
