"""A proxy between a server and PostgreSQL that does what networks and databases do on a bad day.

It listens on loopback only and goes on faithfully until it is told to do harm.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import suppress
from typing import Final
from urllib.parse import parse_qs, urlsplit

CHUNK: Final = 65536
COMMIT: Final = b"COMMIT;"

# What it can do, and what that is like.
HARMS: Final = {
    "drop": "all connections are closed in order",
    "reset": "all connections are reset",
    "refuse": "all connections are reset, and new ones for a while",
    "delay": "everything takes a fifth of a second longer",
    "slow": "a kilobyte at a time",
    "hang": "nothing passes in either direction for a while",
    "half": "nothing comes back any more: what was sent has arrived, but nobody hears of it",
    "commit": "connections are reset in the moment of their next commit",
}


class FaultProxy:
    """`async with FaultProxy(url) as proxy`: `proxy.url` leads to the same database."""

    def __init__(self, url: str) -> None:
        self.upstream = url
        parts = urlsplit(url)
        host = parse_qs(parts.query).get("host", [parts.hostname or "127.0.0.1"])[0]
        self.there = (host, parts.port or 5432)
        self.harm = ""
        self.passing = asyncio.Event()
        self.passing.set()
        self.open: set[asyncio.StreamWriter] = set()  # towards the servers
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> FaultProxy:
        self.server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        parts = urlsplit(self.upstream)
        user = f"{parts.username}{f':{parts.password}' if parts.password else ''}@" if parts.username else ""
        self.url = f"{parts.scheme}://{user}127.0.0.1:{port}{parts.path}"
        return self

    async def __aexit__(self, *error: object) -> None:
        self.end()
        self.server.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # -- harm --------------------------------------------------------------------------------------------------------

    def begin(self, harm: str) -> None:
        """Do some harm until the `end`."""
        assert harm in HARMS
        self.harm = harm
        if harm == "hang":
            self.passing.clear()
        elif harm == "drop":
            for writer in list(self.open):
                writer.close()
        elif harm in ("reset", "refuse"):
            self._reset_all()

    def end(self) -> None:
        """Be faithful again; connections that have missed something are reset."""
        if self.harm == "half":
            self._reset_all()
        self.harm = ""
        self.passing.set()

    def _reset_all(self) -> None:
        for writer in list(self.open):
            reset(writer)

    # -- passing on --------------------------------------------------------------------------------------------------

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = self.there
        ends = [writer]
        self.open.add(writer)
        try:
            if self.harm == "refuse":
                raise ConnectionRefusedError
            if host.startswith("/"):
                theirs, ours = await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
            else:
                theirs, ours = await asyncio.open_connection(host, port)
            ends.append(ours)
            await asyncio.gather(self._pass(reader, ours, writer, True), self._pass(theirs, writer, writer, False))
        except OSError:  # the database itself is away, or seems so
            reset(writer)
        finally:
            self.open.discard(writer)
            for end in ends:
                end.close()

    async def _pass(
        self, reader: asyncio.StreamReader, to: asyncio.StreamWriter, client: asyncio.StreamWriter, asks: bool
    ) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while data := await reader.read(CHUNK):
                await self.passing.wait()
                if self.harm == "delay":
                    await asyncio.sleep(0.2)
                if self.harm == "half" and not asks:
                    continue
                for part in [data[i : i + 1024] for i in range(0, len(data), 1024)] if self.harm == "slow" else [data]:
                    to.write(part)
                    await to.drain()
                    if self.harm == "slow":
                        await asyncio.sleep(0.01)
                if self.harm == "commit" and asks and COMMIT in data:
                    reset(client)
                    return
        to.close()


def reset(writer: asyncio.StreamWriter) -> None:
    """Close a connection so that the other side hears of it at once, and not in order."""
    found = writer.get_extra_info("socket")
    if found is not None:
        with suppress(OSError):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
