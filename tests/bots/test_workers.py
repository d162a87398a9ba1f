"""Workers of a program that is killed, which has no time to tell them."""

import subprocess
import sys
import time

import pytest
from tests.processes import children, wait_until_gone

ARENA = """
from roundtable.cli import main
if __name__ == "__main__":
    main(["arena", "lancelot", "--bot", "squire", "--bot", "knight@5000", "--jobs", "2", "--out", "{out}"])
"""
SEARCH = """
import roundtable as rt
from roundtable.bots.ismcts import SearchBot
if __name__ == "__main__":
    match = rt.game("lancelot").match(2, seed=1)
    bot = SearchBot(match.game, 0, 1, iterations=100_000, jobs=2)
    bot.candidates(match.view(0))
"""


@pytest.mark.parametrize("code", [ARENA, SEARCH], ids=["arena", "search"])
def test_workers_go_with_a_program_that_is_killed(code, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(code.format(out=tmp_path / "results.jsonl"), encoding="utf-8")
    process = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while len(workers := children(process.pid)) < 3:  # two, and what tidies up after them
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    wait_until_gone(workers)
