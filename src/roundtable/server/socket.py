"""The socket of a table: frames are heard one at a time, and what the link has for it is written at once.

A server spends most of its time here and in drawing, so between the transport and the table there is neither a queue
nor a task: uvicorn does the handshake and keeps the connection alive, `Plug` hands whole messages over.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, cast

import structlog
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from . import metrics, wire
from .documents import Refused
from .hall import Hall
from .limits import Bucket
from .links import Link
from .store import StoreFailure
from .table import Table
from .visitor import client_of, same_origin, token_of

log = structlog.get_logger()


class Plug(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket; once somebody sits at a table, without the application interface in between."""

    talk: Talk | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])["plug"] = self

    def send_receive_event_to_app(self) -> None:
        if self.talk is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message = b"".join(self.frames)
        self.frames = []
        self.talk.hear(message if self.curr_msg_data_type == "text" else None)

    def listen(self, on: bool) -> None:
        """Read on, or leave in the network what the other side sends."""
        if self.read_paused == on and not self.transport.is_closing():
            self.read_paused = not on
            (self.transport.resume_reading if on else self.transport.pause_reading)()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.talk is not None:
            self.talk.wake()

    def ready(self) -> bool:
        """Whether the other side takes something now."""
        return self.writable.is_set() and self.conn.state is OPEN and not self.transport.is_closing()

    def send_texts(self, texts: list[bytes]) -> None:
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))


class Talk:
    """What is said over one socket of a table, in both directions."""

    def __init__(self, hall: Hall, table: Table, link: Link, plug: Plug) -> None:
        self.hall = hall
        self.table = table
        self.link = link
        self.plug = plug
        self.loop = asyncio.get_running_loop()
        self.unread: deque[bytes | None] = deque()  # messages; None: one that is no text
        self.busy = True  # a frame is being dealt with, or the next is not due yet; at first, before the link is there
        self.waking = False
        self.ended = False  # the good-bye was said
        link.wake = self.wake
        plug.talk = self

    # -- reading -----------------------------------------------------------------------------------------------------

    def hear(self, message: bytes | None) -> None:
        self.unread.append(message)
        if not self.busy:
            self.read()
        if self.unread:
            self.plug.listen(False)

    def read(self) -> None:
        """Deal with what has come, as fast as this link may talk and one frame after the other."""
        self.busy = False
        while self.unread and not self.busy:
            if self.link.closing:  # read on until the other side has heard the good-bye, but not for ever
                self.unread.popleft()
                self.link.strikes += 1
                if self.link.strikes > 10 * self.hall.settings.strikes:
                    self.plug.transport.close()
            elif not self.link.frames.take():  # whoever sends too fast is read more slowly
                metrics.refusals.labels("rate").inc()
                self.busy = True
                self.loop.call_later(1 / self.link.frames.rate, self.read)
                return
            else:
                self.busy = True
                self._hear(self.unread.popleft())
        if not self.unread:
            self.plug.listen(True)

    def _hear(self, message: bytes | None) -> None:
        try:
            frame = wire.read(self._checked(message))
        except wire.Nonsense as nonsense:
            metrics.refusals.labels("nonsense").inc()
            self._strike(f"this makes no sense: {nonsense}")
            self.busy = False
        else:
            self.table.frames.hear(self.link, frame, self._heard)

    def _checked(self, message: bytes | None) -> bytes:
        if message is None:
            raise wire.Nonsense("frames are text")
        if len(message) > self.hall.settings.frame:
            raise wire.Nonsense(f"a frame has at most {self.hall.settings.frame} bytes")
        return message

    def _heard(self) -> None:
        if self.unread:
            self.loop.call_soon(self.read)
        else:
            self.busy = False

    def _strike(self, reason: str) -> None:
        link = self.link
        link.strikes += 1
        link.post({"is": "refusal", "of": None, "atom": "", "reason": reason, "rule": ""})
        if link.strikes >= self.hall.settings.strikes:
            link.close("too many frames that make no sense")

    # -- writing -----------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """There is something to say: whatever comes together is written together."""
        if not self.waking:
            self.waking = True
            if not _waking:
                self.loop.call_soon(_write)
            _waking.append(self)

    def texts(self) -> list[bytes]:
        """All there is to say; nothing while the other side does not keep up."""
        self.waking = False
        link = self.link
        if self.ended or not self.plug.ready():
            return []
        texts = list(link.outbox)
        link.outbox.clear()
        if link.closing:
            self.ended = True
            texts.append(wire.encode({"is": "bye", "reason": link.closing}))
            self.hall.run(self._close())
        elif link.due:
            link.due = False
            if message := self.table.message(link):
                texts.append(message)
        return texts

    async def _close(self) -> None:
        with suppress(OSError, RuntimeError):  # it is closed already
            await self.plug.send({"type": "websocket.close", "code": 1012, "reason": None})


_waking: list[Talk] = []


def _write() -> None:
    """Everything is put into words first and then sent in one go: fewer switches between us, the system and clients."""
    talks = list(_waking)
    _waking.clear()
    ready: list[tuple[Plug, list[bytes]]] = []
    for talk in talks:
        try:
            ready.append((talk.plug, talk.texts()))
        except Exception:  # one link's trouble is nobody else's; it will come back
            metrics.faults.labels("socket").inc()
            log.exception("nothing can be said", table=talk.table.doc.id)
            talk.plug.transport.close()
    for plug, texts in ready:
        if texts:
            plug.send_texts(texts)


async def endpoint(socket: WebSocket) -> None:
    hall: Hall = socket.app.state.hall
    if not same_origin(socket):
        await socket.close(4403, "another site's page may not do this")
        return
    try:
        table = await hall.table(socket.path_params["id"])
    except (Refused, StoreFailure) as error:
        await socket.close(4409, str(error)[:100])
        return
    if table is None:
        await socket.close(4404, "there is no such table")
        return
    person = await hall.person(token_of(socket))
    seated = person is not None and bool(table.doc.seats_of(person.id))
    # Somebody with a seat can always come back to it; others share what is left of their client's sockets.
    client = f"seat {table.doc.id} {person.id}" if person is not None and seated else client_of(socket)
    if not hall.may_connect(client):
        await socket.close(1012 if hall.draining else 4429, "try again in a moment")
        return
    settings = hall.settings
    link = Link(
        person.id if person is not None else "",
        person.name if person is not None else "",
        Bucket(*settings.frames),
        Bucket(*settings.chats),
        brief=socket.query_params.get("brief") == "1",
    )
    await socket.accept()
    hall.connected(client, 1)
    talk = Talk(hall, table, link, socket.scope["extensions"]["plug"])
    try:
        await table.attach(link)
        talk.read()
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            talk.hear(message["text"].encode() if message.get("text") is not None else None)  # it came before the plug
    except Exception:
        metrics.faults.labels("socket").inc()
        log.exception("socket failed", table=table.doc.id)
        link.close("something went wrong here; connect again")
        _write()
    finally:
        talk.plug.talk = None  # a ring of references would be freed late
        hall.connected(client, -1)
        await asyncio.shield(table.detach(link))
