"""A connection: what is said over one socket of a table.

Frames are heard one at a time, and what the link has to send is written at once, together with what others have.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from time import perf_counter

import structlog
from starlette.websockets import WebSocket

from roundtable.table import Link, Refused
from roundtable.table.frames import Answer, ByeFrame, Nonsense, PromptFrame, RefusalFrame, SceneFrame, Undo
from roundtable.table.limits import Bucket
from roundtable.table.log_codes import LogCode

from . import metrics, wire
from .encoding import EncodedScene
from .host import TableHost
from .registry import TableRegistry
from .settings import Settings
from .store import StoreFailure
from .transport import EXTENSION, PlainTransport, Transport
from .visitor import place_of_visitor, same_origin, token_of

log = structlog.get_logger()

CROWDED = 0.2  # seconds until a socket of a place that sends too much is read again
_SCENES = metrics.frames.labels("scene")


class Connection:
    """A link of a table and its socket."""

    def __init__(self, host: TableHost, link: Link, transport: Transport, settings: Settings, brief: bool) -> None:
        self.host = host
        self.link = link
        self.transport = transport
        self.settings = settings
        self.brief = brief  # it keeps the last scene, and needs only what is new in the next
        self.frames = Bucket(settings.frames)
        self.loop = asyncio.get_running_loop()
        self.unread: deque[bytes | None] = deque()  # messages; None: one that is no text
        self.paused = True  # the next frame is not due yet; at first, before the link is there
        self.doing = ""  # what the frame that is being dealt with wants
        self.began = 0.0  # when an answer came that is being dealt with
        self.strikes = 0  # messages that made no sense
        self.waking = False
        self.ended = False  # the good-bye was said
        self.scene: tuple[int | None, EncodedScene] | None = None  # the last one sent, and through whose eyes
        transport.connect(self.hear, self.wake)

    # -- reading -----------------------------------------------------------------------------------------------------

    def hear(self, message: bytes | None) -> None:
        self.unread.append(message)
        if not self.paused and not self.link.busy:
            self.read()
        if self.unread:
            self.transport.listen(False)

    def read(self) -> None:
        """Deal with what has come, as fast as this link may talk and one frame after the other."""
        self.paused = False
        while self.unread and not self.link.busy:
            if self.link.closing:  # read on until the other side has heard the good-bye, but not for ever
                self.unread.popleft()
                self.strikes += 1
                if self.strikes > 10 * self.settings.strikes:
                    self.transport.abort()
            elif pause := self._pause():
                metrics.refusals.labels("rate").inc()
                self.paused = True
                self.loop.call_later(pause, self.read)
                return
            else:
                self._hear(self.unread.popleft())
        if not self.unread:
            self.transport.listen(True)

    def _pause(self) -> float:
        """Seconds until the next frame may be read: whoever sends too fast is read more slowly."""
        now = self.loop.time()
        if not self.frames.take(now):
            return 1 / self.frames.rate.per_second
        return 0.0 if self.host.services.limiter.take("frames", "", self.link.place, now) else CROWDED

    def _hear(self, message: bytes | None) -> None:
        try:
            frame = wire.read(self._checked(message))
        except Nonsense as nonsense:
            self.doing = "nonsense"
            self._strike(f"this makes no sense: {nonsense}")
        else:
            self.doing = frame.do
            if isinstance(frame, (Answer, Undo)):
                self.began = perf_counter()
            self.host.hear(self.link, frame)

    def _checked(self, message: bytes | None) -> bytes:
        if message is None:
            raise Nonsense("frames are text")
        if len(message) > self.settings.frame:
            raise Nonsense(f"a frame has at most {self.settings.frame} bytes")
        return message

    def _strike(self, reason: str) -> None:
        self.strikes += 1
        self.link.post(RefusalFrame(None, "", reason, ""))
        if self.strikes >= self.settings.strikes:
            self.link.close("too many frames that make no sense")
        self.wake()

    # -- writing -----------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """There is something to say, or the next frame may be read: what comes together is written together."""
        if not self.waking:
            self.waking = True
            if not _waking:
                self.loop.call_soon(_write)
            _waking.append(self)

    def texts(self, encoder: wire.Encoder) -> list[bytes]:
        """All there is to say; nothing while the other side does not keep up."""
        self.waking = False
        link = self.link
        if self.began and not link.busy:
            metrics.answer_seconds.observe(perf_counter() - self.began)
            self.began = 0.0
        if self.ended or not self.transport.ready():
            return []
        texts = []
        for frame in link.take():
            if isinstance(frame, RefusalFrame):
                metrics.refusals.labels(self.doing).inc()
            if self.brief and isinstance(frame, PromptFrame):
                texts.append(encoder.brief(frame, self.scene[1] if self.scene is not None else None))
            else:
                texts.append(encoder.text(frame))
        if link.closing:
            self.ended = True
            texts.append(encoder.text(ByeFrame(link.closing)))
            self.host.services.background(self._close())
        elif link.due and (scene := self.host.table.scene(link)) is not None:
            texts.append(self._scene(scene, encoder))
        return texts

    def _scene(self, frame: SceneFrame, encoder: wire.Encoder) -> bytes:
        """A scene as this connection wants to have it; through other eyes it is whole again."""
        _SCENES.inc()
        if not self.brief:
            return encoder.text(frame)
        before = self.scene[1] if self.scene is not None and self.scene[0] == frame.seat else None
        text = encoder.brief(frame, before)
        self.scene = frame.seat, encoder.scene(frame.scene)
        return text

    async def _close(self) -> None:
        with suppress(OSError, RuntimeError):  # it is closed already
            await self.transport.close()


_waking: list[Connection] = []


def _write() -> None:
    """Everything is put into words first and then sent in one go: fewer switches between us, the system and clients."""
    connections = list(_waking)
    _waking.clear()
    encoder = wire.Encoder()
    ready: list[tuple[Transport, list[bytes]]] = []
    for connection in connections:
        try:
            ready.append((connection.transport, connection.texts(encoder)))
        except Exception as error:  # one link's trouble is nobody else's; it will come back
            metrics.faults.labels("socket").inc()
            log.exception(LogCode.SOCKET_FAULT, table=connection.host.table.doc.id, error=repr(error))
            connection.transport.abort()
    for transport, texts in ready:
        if texts:
            transport.send_texts(texts)
    for connection in connections:
        if connection.unread and not connection.paused and not connection.link.busy:
            connection.read()


async def endpoint(socket: WebSocket) -> None:
    registry: TableRegistry = socket.app.state.registry
    if not same_origin(socket):
        await socket.close(4403, "another site's page may not do this")
        return
    try:
        person = await registry.person(token_of(socket))
        host = await registry.table(socket.path_params["id"])
    except (Refused, StoreFailure) as error:
        await socket.close(4409, str(error)[:100])
        return
    if host is None:
        await socket.close(4404, "there is no such table")
        return
    doc, settings = host.table.doc, registry.settings
    link = Link(*((person.id, person.name) if person is not None else ("", "")), place_of_visitor(socket))
    keys = registry.admit(link, doc)
    if keys is None:
        await socket.close(1012 if registry.draining else 4429, "try again in a moment")
        return
    try:
        await socket.accept()
    except BaseException:
        registry.disconnected(keys)
        raise
    transport: Transport = socket.scope.get("extensions", {}).pop(EXTENSION, None) or PlainTransport(socket)
    connection = Connection(host, link, transport, settings, socket.query_params.get("brief") == "1")
    try:
        host.join(link, connection.wake)
        connection.read()
        while await transport.hand_over():
            pass
    except Exception as error:
        metrics.faults.labels("socket").inc()
        log.exception(LogCode.SOCKET_FAULT, table=doc.id, error=repr(error))
        link.close("something went wrong here; connect again")
        _write()
    finally:
        transport.disconnect()
        registry.disconnected(keys)
        host.leave(link)
