"""The bus on PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Final

import asyncpg
import structlog

from . import Hear

log = structlog.get_logger()

CHANNEL: Final = "roundtable"
TROUBLE: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)


class PostgresBus:
    """A connection of its own that listens, and tells in turn.  If it is lost, it is made again."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.me = secrets.token_hex(4)
        self.told: asyncio.Queue[str] = asyncio.Queue(10_000)
        self.task: asyncio.Task[None] | None = None

    async def open(self, hear: Hear) -> None:
        self.hear = hear
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            try:
                connection = await asyncpg.connect(self.url)
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    while True:
                        told = await self.told.get()
                        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self.me} {told}")
                finally:
                    await connection.close(timeout=2)
            except TROUBLE as error:
                log.warning("bus lost", error=repr(error))
                await asyncio.sleep(1)

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        who, table, note = payload.split(" ", 2)
        if who != self.me:
            self.hear(who, table, note)

    async def tell(self, table: str, note: str = "") -> None:
        # Others who miss this one notice at the next, or when the store refuses them: nothing waits for it.
        with suppress(asyncio.QueueFull):
            self.told.put_nowait(f"{table} {note}")

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
