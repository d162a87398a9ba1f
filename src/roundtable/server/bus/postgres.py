"""The bus on PostgreSQL's LISTEN and NOTIFY.

PostgreSQL keeps nothing for a listener that is not there.  So when the connection was lost and is made again, whoever
uses the bus is told to look at everything again, and what could not be told is told now.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Final

import asyncpg
import structlog

from roundtable.table.log_codes import LogCode

from .. import metrics
from . import Again, Hear

log = structlog.get_logger()

CHANNEL: Final = "roundtable"
KEEP_ALIVE: Final = 4.0  # seconds between looks whether the connection is still there
ANSWER: Final = 4.0  # seconds for PostgreSQL to answer
PAUSES: Final = (0.1, 2.0)  # seconds before the first and at most before later tries to connect again
NOTES: Final = 10_000  # that wait to be told; who looks is said again and again, so the rest may be forgotten


class PostgresBus:
    """A connection of its own that listens, and tells in turn.  If it is lost, it is made again."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.me = secrets.token_hex(4)
        self.told: dict[str, None] = {}  # what is to be told, in this order; twice the same is told once
        self.wake = asyncio.Event()
        self.deaf = True
        self.closing = False
        self.task: asyncio.Task[None] | None = None

    async def open(self, hear: Hear, again: Again) -> None:
        self.hear = hear
        self.again = again
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        pause = PAUSES[0]
        while not self.closing:
            try:
                await self._listen()
            except Exception as error:  # whatever drivers raise for a connection that was lost
                log.warning(LogCode.BUS_LOST, error=repr(error))
                if not self.deaf:
                    pause = PAUSES[0]
                    metrics.bus_losses.inc()
                self._be_deaf(True)
                await asyncio.sleep(pause)
                pause = min(2 * pause, PAUSES[1])

    async def _listen(self) -> None:
        """Hear and tell until the connection is lost, which raises, or the bus is closed."""
        connection = await asyncpg.connect(
            self.url,
            timeout=ANSWER,
            command_timeout=ANSWER,
            server_settings={"application_name": "roundtable bus"},
        )
        try:
            connection.add_termination_listener(lambda connection: self.wake.set())
            await connection.add_listener(CHANNEL, self._heard)
            self._be_deaf(False)
            self.again()
            while True:
                self.wake.clear()
                await self._tell(connection)
                if self.closing and not self.told:
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(KEEP_ALIVE):
                        await self.wake.wait()
        finally:
            with suppress(Exception):
                await connection.close(timeout=1)

    def _be_deaf(self, deaf: bool) -> None:
        self.deaf = deaf
        metrics.deaf.set(deaf)

    async def _tell(self, connection: asyncpg.Connection) -> None:
        """Tell all that waits; if there is nothing, it shows at least whether the connection is still there."""
        batch, self.told = self.told, {}
        query = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"
        try:
            await connection.execute(query, CHANNEL, [f"{self.me} {told}" for told in batch])
        except BaseException:
            self.told = {**{told: None for told in batch if told not in self.told}, **self.told}
            raise

    def _heard(self, connection: asyncpg.Connection, pid: int, channel: str, payload: str) -> None:
        who, table, note = payload.split(" ", 2)
        if who != self.me:
            self.hear(who, table, note)

    async def tell(self, table: str, note: str = "") -> None:
        if note and len(self.told) >= NOTES:
            return
        told = f"{table} {note}"
        self.told.pop(told, None)  # what is told last is what holds
        self.told[told] = None
        self.wake.set()

    async def close(self) -> None:
        """What was told is sent first, if that can be."""
        self.closing = True
        self.wake.set()
        if self.task is not None:
            await asyncio.wait({self.task}, timeout=0.0 if self.deaf else 2.0)
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
