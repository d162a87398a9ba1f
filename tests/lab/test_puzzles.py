"""Making puzzles: what was found is kept, and a run that is taken up again does not look there twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import roundtable as rt
from roundtable.lab import puzzles as lab
from roundtable.lab.results import BadResults, Results
from roundtable.table.puzzles import Puzzle, read_all_puzzles

NINJAS = "of-knights-and-ninjas"


def known() -> list[Puzzle]:
    return list(read_all_puzzles(rt.game(NINJAS)).values())


def test_a_run_goes_on_from_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = lab.Plan(NINJAS, count=3)
    kept = tmp_path / "puzzles.finds.jsonl"
    first, *_, second, third = known()
    rest = [second, third]
    Results(kept, plan.head(), lab.Find).add([lab.Find(0, 5, 1, [first.line()]), lab.Find(2, 4, 1, [])])
    looked: list[int] = []

    def find(plan: lab.Plan, seed: int) -> lab.Find:
        looked.append(seed)
        return lab.Find(seed, 7, 2, [each.line() for each in rest])

    monkeypatch.setattr(lab, "find", find)
    search, interrupted = lab.make(plan, kept=kept)
    assert looked == [1] and not interrupted
    assert {each.id for each in search.puzzles()} == {each.id for each in (first, *rest)}
    assert lab.make(plan, kept=kept)[0].puzzles() == search.puzzles() and looked == [1]
    with pytest.raises(BadResults, match="another simulation"):
        lab.make(replace(plan, budget=2.0), kept=kept)


def test_no_more_than_half_are_easy_and_few_ask_the_same() -> None:
    easy = next(each for each in known() if each.level == "easy")
    hard = [replace(each, id=f"h{n}", found={**each.found, "squire": 0.0}) for n, each in enumerate(known())]
    assert len(lab.chosen([replace(easy, id=str(n)) for n in range(10)], 10)) == 5
    picked = lab.chosen(hard, 10)
    most = max(sum(each.position["asks"] == one.position["asks"] for each in picked) for one in picked)
    assert len(picked) == 10 and most <= 9


def test_a_match_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Knight thinks about some questions; where nothing is clear nothing is checked."""
    monkeypatch.setattr(lab, "KNIGHT", 0.002)
    monkeypatch.setattr(lab, "TRIED", 10**9)
    found = lab.find(lab.Plan("knights-duty"), 2)
    assert found.seed == 2 and found.screened > 3 and found.checked == 0 and found.puzzles == []
