"""Simulations: repeatable, resumable, interruptible, and faults that can be played again."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.engine import lots

import roundtable as rt
from roundtable import bots
from roundtable.bots.workers import WorkerLost
from roundtable.cli import run
from roundtable.engine import matchfile
from roundtable.engine.knowledge import Knowledge
from roundtable.lab import simulate as lab
from roundtable.lab.batches import Place
from roundtable.lab.results import BadResults

SHORT = {"clan_selection": "spread", "quiet_turn_limit": 2}
PLAN = lab.Plan("knights-duty", 3, matches=6, seed=10, options=SHORT, bots=("random",))

BROKEN = """
from dataclasses import replace
from roundtable.games.knights_duty import GAME as DUTY

def invariants(s):
    yield "the moon is made of cheese"

GAME = replace(DUTY, slug="broken", invariants=invariants)
"""


def results(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()][1:]


def test_workers_find_what_one_process_finds(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    first, _ = lab.simulate(PLAN, Place(1), out=one)
    second, _ = lab.simulate(PLAN, Place(2), out=two)
    assert {**first.data(), "seconds": 0} == {**second.data(), "seconds": 0}
    assert sorted(one.read_bytes().splitlines()) == sorted(two.read_bytes().splitlines())
    assert sorted(row["seed"] for row in results(one)) == list(range(10, 16))
    assert sum(first.wins) == pytest.approx(6) and first.matches == 6


def test_squires_play_if_nobody_says_otherwise():
    assert lab.Plan("knights-duty", 3, matches=1).settled().bots == ("squire",) * 3
    botless = replace(lots.GAME, bot=Knowledge())
    assert lab.Plan(botless, 2, matches=1).settled().bots == ("random",) * 2


def test_a_simulated_match_is_the_match_of_that_seed(tmp_path):
    plan = PLAN.settled()
    result, _ = lab.play(plan, 10)
    match = rt.game("knights-duty").match(3, 10, SHORT)
    seated = [bots.make("random", match.game, seat, 10) for seat in range(3)]
    while match.asked:
        seat = match.asked[0]
        match.answer(seat, seated[seat].choose(match.view(seat), match.choice(seat)))
    assert (result.ranking, result.answers) == (match.ranking, len(match.entries))


@pytest.mark.parametrize(
    ("slug", "event"),
    [
        ("knights-and-damosels", "round_begun"),
        ("of-knights-and-ninjas", "turn_started"),  # its state has whose turn it is, too
        ("lancelot", "turn_started"),
        ("knights-duty", "turn_started"),
        ("quests-of-the-round-table", "story"),
    ],
)
def test_turns_are_counted_as_the_log_tells_them(slug, event):
    plan = lab.Plan(slug, 3, matches=1, bots=("page",)).settled()
    match = rt.game(slug).match(3, 4)
    seated = [bots.make("page", match.game, seat, 4) for seat in range(3)]
    while match.asked:
        seat = match.asked[0]
        match.answer(seat, seated[seat].choose(match.view(seat), match.choice(seat)))
    begun = [told for told in match.events if told.name == event]
    assert lab.play(plan, 4).result.turns == len(begun) > 3


def test_finished_seeds_are_not_played_again(tmp_path, monkeypatch):
    out = tmp_path / "results.jsonl"
    lab.simulate(replace(PLAN, matches=4), out=out)
    with out.open("a") as file:
        file.write('{"seed": 14, "ran')  # killed while writing
    played: list[int] = []
    real = lab.play

    def play(plan: lab.Plan, seed: int) -> lab.Played:
        played.append(seed)
        return real(plan, seed)

    monkeypatch.setattr(lab, "play", play)
    summary, _ = lab.simulate(PLAN, out=out)
    assert played == [14, 15] and summary.matches == 6
    assert len(results(out)) == 6


def test_a_file_of_another_simulation_is_left_alone(tmp_path):
    out = tmp_path / "results.jsonl"
    lab.simulate(replace(PLAN, matches=1), out=out)
    before = out.read_text()
    with pytest.raises(BadResults, match="another simulation"):
        lab.simulate(replace(PLAN, players=2), out=out)
    assert out.read_text() == before
    out.write_text("something else\n")
    with pytest.raises(BadResults, match="not a results file"):
        lab.simulate(PLAN, out=out)


def test_a_fault_is_counted_and_leaves_a_match_file(tmp_path):
    game = tmp_path / "broken.py"
    game.write_text(BROKEN)
    plan = lab.Plan(str(game), 2, matches=2, options=SHORT, faults=str(tmp_path))
    summary, _ = lab.simulate(plan, Place(2))
    assert summary.faults == 2 and summary.matches == 0 and "made of cheese" in summary.fault_files[0]
    match = matchfile.load(tmp_path / "fault-broken-2-0.jsonl", lambda *_: rt.game(str(game)))
    assert match.over and list(match.game.invariants(match.state)) == ["the moon is made of cheese"]


def test_a_lost_worker_is_reported_and_its_work_kept(tmp_path):
    killer = tmp_path / "killer.py"
    text = BROKEN.replace('yield "the moon is made of cheese"', "import os; os._exit(9)\n    yield ''")
    killer.write_text(text)
    with pytest.raises(WorkerLost, match="exit code 9"):
        lab.simulate(lab.Plan(str(killer), 2, matches=4, options=SHORT), Place(2))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(tmp_path, jobs):
    out = tmp_path / "results.jsonl"
    # Whoever runs the tests in the background of a shell ignores Ctrl-C, and what they start inherits that.
    code = "import signal as s; s.signal(s.SIGINT, s.default_int_handler); from roundtable.cli import main; main()"
    command = [sys.executable, "-c", code, "simulate", "knights-duty", "--players", "6", "--matches", "100000"]
    process = subprocess.Popen(
        [*command, "--jobs", jobs, "--out", str(out), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not out.exists() or len(out.read_text().splitlines()) < 5:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    shown, complaints = process.communicate(timeout=60)
    assert process.returncode == 130, complaints
    assert json.loads(shown)["matches"] == len(results(out)) >= 4
    assert "Traceback" not in complaints


def test_matches_can_be_watched(tmp_path, capsys):
    args = ["simulate", "knights-duty", "--players", "2", "--matches", "3", "--seed", "5"]
    assert run([*args, "--record", str(tmp_path / "all")]) == 0
    files = sorted((tmp_path / "all").iterdir())
    assert [file.name for file in files] == [f"knights-duty-2-{seed}.jsonl" for seed in (5, 6, 7)]
    for file in files:
        assert matchfile.reading(file, rt.of_match).match.over
