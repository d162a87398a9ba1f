"""HTTP as uvicorn speaks it, for visitors who take too long: a request that does not come to an end is cut off.

uvicorn times only the pause between two requests.  Whoever opens thousands of connections and says nothing, or a byte a
minute, would keep them all.  Like `uvicorn_transport` this leans on uvicorn's inside.
"""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from . import metrics

# Seconds for a request line with its headers, and for what follows them.
PATIENCE: Final = {"head": 10.0, "body": 20.0}


class TimedHttp(H11Protocol):
    """Gives each part of a request its time."""

    part = ""  # of a request, that we wait for
    begun = False  # the first request has come
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for("")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        state = self.conn.their_state
        self.begun = self.begun or state is not h11.IDLE
        if state is h11.SEND_BODY:
            self._wait_for("body")
        elif state is h11.IDLE and (not self.begun or self.conn.trailing_data[0]):
            self._wait_for("head")
        else:
            self._wait_for("")

    def _wait_for(self, part: str) -> None:
        """The time for a part begins when the first byte of it may come, and no byte makes it longer."""
        if part == self.part:
            return
        self.part = part
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.loop.call_later(PATIENCE[part], self._cut_off) if part else None

    def _cut_off(self) -> None:
        metrics.slow_requests.labels(self.part).inc()
        self.transport.abort()
