"""Somebody at a real terminal who always takes the first thing that is offered."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

SECONDS = 300  # for a whole match, at most


def play(command: list[str], env: dict[str, str], saves: Path) -> str:
    """Play the match that the command begins until its file in `saves` says that it is over; what the screen showed."""
    leader, follower = pty.openpty()
    env = {**env, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "32"}
    process = subprocess.Popen(command, env=env, stdin=follower, stdout=follower, stderr=follower)
    shown, end, over = b"", time.monotonic() + SECONDS, False
    while time.monotonic() < end and not over:
        files = list(saves.glob("*.jsonl"))
        if files:
            os.write(leader, b"1\r")
            over = '"over"' in files[0].read_text(encoding="utf-8")
        if select.select([leader], [], [], 0.3)[0]:
            shown += os.read(leader, 1 << 16)
    process.terminate()
    process.wait(20)
    os.close(leader)
    os.close(follower)
    text = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", shown).decode(errors="replace")
    assert over, text[-2000:]
    return text
