"""The commands about bots: `arena`, `hint`, `review`, `bench bots`."""

import json

import pytest

import roundtable as rt
from roundtable import bots
from roundtable.cli import run


@pytest.fixture
def match_file(tmp_path):
    """A short match between pages, finished, and the same match after three answers."""
    match = rt.game("knights-duty").match(2, 3, {"quiet_turn_limit": 1}, names=("Anna", "Ben"))
    seated = [bots.make("page", match.game, seat, 1) for seat in range(2)]
    early = tmp_path / "early.jsonl"
    while match.asked:
        if len(match.entries) == 3:
            match.save(early)
        seat = match.asked[0]
        match.answer(seat, seated[seat].choose(match.view(seat), match.choice(seat)))
    match.save(tmp_path / "over.jsonl")
    return early


def test_the_arena_tells_who_is_stronger_and_goes_on_where_it_stopped(tmp_path, capsys):
    out = tmp_path / "results.jsonl"
    line = ["arena", "knights-duty", "--bot", "random", "--bot", "squire", "--matches", "40", "--out", str(out)]
    assert run([*line, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["cells"][0]["verdict"] == "above" and not report["cells"][0]["faults"]
    assert [one["bot"] for one in report["ratings"]] == ["squire", "random"]
    size = out.stat().st_size
    assert run([*line, "--markdown"]) == 0
    assert "| knights-duty | 2 | squire | random |" in capsys.readouterr().out
    assert run(["arena", "--out", str(out), "--markdown"]) == 0
    told = capsys.readouterr().out
    assert "| knights-duty | 2 | squire | random |" in told and "| knights-duty | squire | 3" in told
    assert out.stat().st_size == size


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("two different bots", ["--bot", "page", "--bot", "page"]),
        ("there is no bot 'merlin'", ["--bot", "page", "--bot", "merlin"]),
        ("is for 2 to", ["--players", "9", "--bot", "page", "--bot", "squire"]),
    ],
)
def test_the_arena_complains_in_one_line(capsys, words, line):
    assert run(["arena", "knights-duty", *line]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_a_hint_lists_answers_with_their_worth(match_file, capsys):
    assert run(["hint", str(match_file), "--seconds", "0.05", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found and all(set(one) == {"answer", "visits", "value"} for one in found)
    assert run(["hint", str(match_file), "--seconds", "0.05"]) == 0
    assert " %  " in capsys.readouterr().out
    assert run(["hint", str(match_file.with_name("over.jsonl"))]) == 2
    assert "the match is over" in capsys.readouterr().err


def test_a_review_goes_through_a_match(match_file, capsys):
    over = str(match_file.with_name("over.jsonl"))
    assert run(["review", over, "--simulations", "20", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert all(one["seat"] == 0 and one["why"] for one in told["answers"])
    assert told["curve"][-1]["open"] == told["curve"][-1]["known"]  # at the end nothing is hidden
    assert run(["review", over, "--seat", "5"]) == 2
    assert "there is no seat 5" in capsys.readouterr().err


def test_the_bench_measures_simulations(capsys):
    assert run(["bench", "bots", "knights-duty", "--seconds", "0.5", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {row["players"] for row in report["games"]} == {2, 3, 4, 5, 6}
    assert all(row["simulations"] > 1 and row["processor"] < 1.2 for row in report["games"])
