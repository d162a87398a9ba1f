"""uvicorn's WebSocket without the application interface in between.

A server spends most of its time between sockets and scenes, so here are neither a queue nor a task: uvicorn does the
handshake and keeps the connection alive, whole messages are handed over.  It leans on uvicorn's inside, so
pyproject.toml bounds the version; without it `PlainTransport` does the same work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from .transport import EXTENSION, Hear


class UvicornTransport(WebSocketsSansIOProtocol):
    """A transport that is uvicorn's own protocol object."""

    hear: Hear | None = None
    wake: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        if self.hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message = b"".join(self.frames)
        self.frames = []
        self.hear(message if self.curr_msg_data_type == "text" else None)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.wake is not None:
            self.wake()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.extensions = []  # what compresses takes 40 KiB, in a ring of references that is freed late

    def connect(self, hear: Hear, wake: Callable[[], None]) -> None:
        self.hear, self.wake = hear, wake

    def disconnect(self) -> None:
        self.hear = self.wake = None

    def listen(self, on: bool) -> None:
        if self.read_paused == on and not self.transport.is_closing():
            self.read_paused = not on
            (self.transport.resume_reading if on else self.transport.pause_reading)()

    def ready(self) -> bool:
        return self.writable.is_set() and self.conn.state is OPEN and not self.transport.is_closing()

    def send_texts(self, texts: list[bytes]) -> None:
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def hand_over(self) -> bool:
        """Messages come through `hear`; one that was there before, and the end, come this way."""
        message: Any = await self.receive()
        if message["type"] == "websocket.disconnect":
            return False
        if self.hear is not None:
            self.hear(message["text"].encode() if message.get("text") is not None else None)
        return True

    async def close(self) -> None:
        await self.send({"type": "websocket.close", "code": 1012, "reason": None})

    def abort(self) -> None:
        self.transport.close()
