"""A match killed in the middle of a question goes on where it was: a real process in a real terminal."""

import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from roundtable.tui.saves import saved
from roundtable.tui.setup import resume


def test_kill_9_loses_nothing(tmp_path: Path):
    keyboard, terminal = pty.openpty()
    code = "from roundtable.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "knights-duty", "--players", "3", "--seed", "5", "--pace", "0"]
    options = ["--option", "clan_selection=spread", "--saves", str(tmp_path)]
    env = {**os.environ, "TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"}
    process = subprocess.Popen([*command, *options], stdin=terminal, stdout=terminal, stderr=terminal, env=env)
    os.close(terminal)
    os.set_blocking(keyboard, False)

    def wait_for(line: str) -> None:
        """Wait until a line is on the disk, reading what is drawn meanwhile as a terminal does."""
        deadline = time.monotonic() + 60
        while not any(line in path.read_text() for path in tmp_path.glob("*.jsonl")):
            assert process.poll() is None and time.monotonic() < deadline
            with suppress(BlockingIOError):
                os.read(keyboard, 65536)
            time.sleep(0.01)

    try:
        wait_for('"seat": 2')  # both bots have laid their tokens
        os.write(keyboard, b"666\r")
        wait_for('{"seat": 0, "do": "program_actions"')
        os.write(keyboard, b"1\r")
        wait_for('{"seat": 0, "do": "choose_move", "with": ["stay"]}')
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(keyboard)
    match = resume(saved(tmp_path)[0].path).match
    given = [entry for entry in match.entries if entry.seat == 0]
    assert given[0].answer == ("move", "move", "move") and given[1].answer == ("stay",)
    assert not match.over and match.asked
