"""The socket of a table: reads frames one at a time, writes what the link has for it."""

from __future__ import annotations

import asyncio

import structlog
from starlette.websockets import WebSocket, WebSocketState

from . import metrics, wire
from .hall import Hall
from .limits import Bucket
from .links import Link
from .store import StoreFailure
from .table import Refused, Table
from .visitor import client_of, same_origin, token_of

log = structlog.get_logger()


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
    writer = asyncio.create_task(_write(socket, table, link))
    try:
        await table.attach(link)
        await _read(socket, table, link, hall)
    except Exception:
        metrics.faults.labels("socket").inc()
        log.exception("socket failed", table=table.doc.id)
        link.close("something went wrong here; connect again")
    finally:
        hall.connected(client, -1)
        await asyncio.shield(table.detach(link))
        if not link.closing:
            writer.cancel()
        await asyncio.wait([writer], timeout=2)
        writer.cancel()


async def _read(socket: WebSocket, table: Table, link: Link, hall: Hall) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if link.closing:  # read on until the other side has heard the good-bye, but not for ever
            link.strikes += 1
            if link.strikes > 10 * hall.settings.strikes:
                return
            continue
        while not link.frames.take():  # whoever sends too fast is read more slowly
            metrics.refusals.labels("rate").inc()
            await asyncio.sleep(1 / link.frames.rate)
        try:
            frame = wire.read(_text(message.get("text"), hall.settings.frame))
        except wire.Nonsense as nonsense:
            metrics.refusals.labels("nonsense").inc()
            strike(link, hall, f"this makes no sense: {nonsense}")
            continue
        await table.hear(link, frame)


def _text(text: str | None, limit: int) -> str:
    if text is None:
        raise wire.Nonsense("frames are text")
    if len(text) > limit:
        raise wire.Nonsense(f"a frame has at most {limit} characters")
    return text


def strike(link: Link, hall: Hall, reason: str) -> None:
    link.strikes += 1
    link.post({"is": "refusal", "of": None, "atom": "", "reason": reason, "rule": ""})
    if link.strikes >= hall.settings.strikes:
        link.close("too many frames that make no sense")


async def _write(socket: WebSocket, table: Table, link: Link) -> None:
    try:
        while True:
            await link.wake.wait()
            link.wake.clear()
            while link.outbox:
                await socket.send({"type": "websocket.send", "text": link.outbox.popleft()})
            if link.closing:
                await socket.send(
                    {"type": "websocket.send", "text": wire.encode({"is": "bye", "reason": link.closing}).decode()}
                )
                await socket.close(1012)
                return
            if link.due:
                link.due = False
                message = table.message(link)
                if message:
                    await socket.send({"type": "websocket.send", "text": message})
    except Exception:  # the other side has gone; the reader notices too
        if socket.client_state is WebSocketState.CONNECTED:
            log.debug("socket lost", table=table.doc.id)
