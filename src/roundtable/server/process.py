"""A server in a process of its own, as anybody starts it: for benchmarks and long trials on this computer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Final

BEGINNING: Final = 180.0  # seconds in which a server has begun, also on a busy computer


class ServerProcess:
    """`roundtable serve` on loopback.  `log` is a file for what it says."""

    def __init__(self, options: Sequence[str], log: Path | None = None, env: Mapping[str, str] | None = None) -> None:
        self.options = list(options)
        self.log = log
        self.env = {**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})}
        self.port = 0
        self.begin()

    def begin(self) -> None:
        """Begin, or begin again at the same port, which a client's connection may have got meanwhile."""
        deadline = monotonic() + BEGINNING
        while not self._begin(deadline - monotonic()):
            if not self.port or monotonic() > deadline:
                raise RuntimeError("the server did not begin")
            sleep(0.2)

    def _begin(self, seconds: float) -> bool:
        code = "import sys; from roundtable.cli import main; main(sys.argv[1:])"
        command = [sys.executable, "-c", code, "serve", "--port", str(self.port), *self.options]
        if self.log is None:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self.env)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=self.env)
        assert self.process.stdout is not None
        watch = threading.Timer(max(0.0, seconds), self.process.kill)  # nobody waits for ever for its first word
        watch.start()
        line = self.process.stdout.readline().decode()
        watch.cancel()
        if " at http://" not in line:
            self.kill()
            return False
        self.port = int(line.strip().rstrip("/").rsplit(":", 1)[1])
        return True

    def memory(self) -> int:
        """Bytes in use by the server's own process; 0 where the system does not tell."""
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        except OSError:
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._wait(10)

    def end(self) -> int:
        """Ask it to end; its exit code, or that of a SIGKILL if it does not."""
        self.process.terminate()
        return self._wait(15)

    def _wait(self, seconds: float) -> int:
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
