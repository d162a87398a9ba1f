"""Transports: what a connection needs of a socket.

`PlainTransport` works on any ASGI server.  `uvicorn_transport` hands messages over without the application interface in
between, which costs less; `roundtable bench server --plain-sockets` shows how much.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

Hear = Callable[[bytes | None], None]  # a whole message; None: one that is no text
EXTENSION = "roundtable.transport"  # where a server puts a faster one


class Transport(Protocol):
    def connect(self, hear: Hear, wake: Callable[[], None]) -> None:
        """From now on whole messages go to `hear`; `wake` is called when the other side can take more."""

    def disconnect(self) -> None:
        """Forget whom to tell: a ring of references would be freed late."""

    def listen(self, on: bool) -> None:
        """Read on, or leave in the network what the other side sends."""

    def ready(self) -> bool:
        """Whether the other side takes something now."""

    def send_texts(self, texts: list[bytes]) -> None: ...

    async def hand_over(self) -> bool:
        """Wait for a message and hand it over; False when the other side has gone."""

    async def close(self) -> None:
        """Close in order."""

    def abort(self) -> None:
        """Close at once."""


class PlainTransport:
    """A WebSocket as ASGI has it."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.listening = asyncio.Event()
        self.listening.set()
        self.sending: asyncio.Task[None] | None = None
        self.gone = False
        self.hear: Hear | None = None
        self.wake: Callable[[], None] | None = None

    def connect(self, hear: Hear, wake: Callable[[], None]) -> None:
        self.hear, self.wake = hear, wake

    def disconnect(self) -> None:
        self.hear = self.wake = None

    def listen(self, on: bool) -> None:
        if on:
            self.listening.set()
        else:
            self.listening.clear()

    def ready(self) -> bool:
        return self.sending is None and not self.gone

    def send_texts(self, texts: list[bytes]) -> None:
        self.sending = asyncio.create_task(self._send(texts))

    async def _send(self, texts: list[bytes]) -> None:
        try:
            for text in texts:
                await self.socket.send_text(text.decode())
        except (WebSocketDisconnect, RuntimeError, OSError):  # the other side has gone
            self.gone = True
        finally:
            self.sending = None
        if self.wake is not None and not self.gone:
            self.wake()

    async def hand_over(self) -> bool:
        await self.listening.wait()
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            self.gone = True
            return False
        text = message.get("text")
        if self.hear is not None:
            self.hear(text.encode("utf-8", "surrogatepass") if text is not None else None)
        return True

    async def close(self) -> None:
        if self.sending is not None:
            await asyncio.wait({self.sending})
        if not self.gone:
            await self.socket.close(1012)
            self.gone = True

    def abort(self) -> None:
        asyncio.get_running_loop().create_task(self.close())
