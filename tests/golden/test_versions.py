"""A planted change of rules: what becomes of the match files of before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import roundtable as rt
from roundtable.cli import main
from roundtable.engine import matchfile
from roundtable.engine.matchfile import BadMatchFile

LOTS = Path(__file__).parents[2] / "docs" / "examples" / "lots.py"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A finished match of the example game, and the game beside it."""
    own = tmp_path / "old_lots.py"
    own.write_text(LOTS.read_text(encoding="utf-8"), encoding="utf-8")
    match = rt.game(str(own)).match(players=3, seed=5)
    while match.asked:
        for seat in match.asked:
            match.answer(seat, match.choice(seat).atoms(())[-1])
    file = tmp_path / "match.jsonl"
    match.save(file)
    return file


def changed(kept: Path, old: str, new: str, version: int) -> str:
    """The example game with other rules."""
    text = (kept.parent / "old_lots.py").read_text(encoding="utf-8")
    assert text.count(old) == 1
    own = kept.parent / f"changed{version}.py"
    own.write_text(text.replace(old, new), encoding="utf-8")
    rt.game(str(own)).rules_version = version
    return str(own)


LOWEST = ("in sorted(s.hands[seat])", "in sorted(s.hands[seat])[:1]")  # only the lowest lot may be laid
WINNER = ("winner = max(", "winner = min(")  # the lowest lot takes the round


def test_a_file_of_earlier_rules_is_shown_as_far_as_they_go(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given a match, when an answer in it is no longer legal, then it is read up to there, with the reason."""
    own = changed(kept, *LOWEST, version=2)
    reading = matchfile.reading(kept, lambda *_: rt.game(own))
    assert not reading.match.over and len(reading.match.entries) < 9
    assert "played by version 1 of the rules of Lots; these are version 2" in reading.broken
    with pytest.raises(SystemExit) as left:
        main(["replay", str(kept), "--game", own, "--text"])
    assert not left.value.code
    assert "shown as far as the present rules go: line 2: you do not hold lot" in capsys.readouterr().err


def test_a_file_that_would_end_otherwise_is_not_taken_for_the_same_match(kept: Path) -> None:
    own = changed(kept, *WINNER, version=2)
    reading = matchfile.reading(kept, lambda *_: rt.game(own))
    assert reading.match.over and "the ranking is another one" in reading.broken
    with pytest.raises(BadMatchFile, match="version 1"):
        matchfile.verify(kept, lambda *_: rt.game(own))


def test_without_a_new_version_the_same_change_is_an_error(kept: Path) -> None:
    own = changed(kept, *LOWEST, version=1)
    with pytest.raises(BadMatchFile, match=r"^line 2: you do not hold lot"):
        matchfile.reading(kept, lambda *_: rt.game(own))


@pytest.mark.parametrize("version", [2, 0, "x", None])
def test_a_file_of_later_rules_is_refused_in_one_line(kept: Path, version: object) -> None:
    lines = kept.read_text(encoding="utf-8").split("\n")
    lines[0] = json.dumps({**json.loads(lines[0]), "rules": version})
    kept.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadMatchFile, match=r"^line 1: .* these are version 1") as bad:
        matchfile.reading(kept, lambda *_: rt.game(str(kept.parent / "old_lots.py")))
    assert "\n" not in str(bad.value)
