"""Workers: what they are asked they answer, one that is late or dies is ended alone, and all go with their program."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError

import pytest
from tests.processes import children, wait_until_gone

from roundtable.bots.workers import WorkerLost, Workers

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


def die() -> None:
    os._exit(7)


def test_an_error_of_a_call_is_the_callers():
    with Workers(1) as workers:
        with pytest.raises(ZeroDivisionError) as raised:
            workers.submit(divmod, 1, 0).result()
        assert "in _work" in raised.value.__notes__[0]  # where it happened
        with pytest.raises(Exception, match="pickle"):
            workers.submit(lambda: 1).result()
        assert workers.submit(divmod, 7, 2).result() == (3, 1)


def test_one_that_dies_is_replaced_and_the_other_goes_on():
    with Workers(2) as workers:
        slow = workers.submit(time.sleep, 1.0)
        with pytest.raises(WorkerLost, match="exit code 7"):
            workers.submit(die).result()
        pid = workers.submit(os.getpid).result()
        assert not slow.done() or slow.result() is None  # not lost
        slow.result()
        assert pid != os.getpid()


def test_one_that_is_late_is_ended_alone():
    with Workers(2, seconds=1.0) as workers:
        workers.wait_until_ready(30)
        pids = [worker.process.pid for worker in workers.workers.values()]
        late, quick = workers.submit(time.sleep, 60.0), workers.submit(time.sleep, 0.5)
        assert quick.result() is None
        with pytest.raises(TimeoutError, match=r"after 1\.0 s"):
            late.result()
        deadline = time.monotonic() + 30
        while [worker.process.pid for worker in workers.workers.values()] == pids:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert len(set(pids) & {worker.process.pid for worker in workers.workers.values()}) == 1


def test_what_waits_when_all_is_over_is_cancelled():
    workers = Workers(1)
    workers.wait_until_ready(30)
    running, waiting = workers.submit(time.sleep, 60.0), workers.submit(os.getpid)
    while not running.running():
        time.sleep(0.01)
    workers.close()
    with pytest.raises(WorkerLost):
        running.result()
    with pytest.raises(CancelledError):
        waiting.result()


def test_workers_leave_ctrl_c_to_their_parent():
    with Workers(1) as workers:
        pid = workers.submit(os.getpid).result()
        os.kill(pid, signal.SIGINT)
        assert workers.submit(os.getpid).result() == pid
