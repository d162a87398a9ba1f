"""Chat: what is said over a table."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

from roundtable.engine import Refusal

from .links import Link
from .model import Line
from .seats import clean
from .store import Conflict, StoreFailure

if TYPE_CHECKING:
    from .table import Table


class Chat:
    """The latest lines of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[Line] = []

    async def say(self, link: Link, text: str) -> None:
        table, settings = self.table, self.table.hall.settings
        if not link.person:
            raise Refusal("", "say who you are first")
        if len(text) > settings.chat_length:
            raise Refusal("", f"at most {settings.chat_length} characters at a time")
        said = clean(text, settings.chat_length)
        if not said:
            raise Refusal("", "there is nothing in it")
        if not link.chats.take():
            raise Refusal("", "not so fast, please")
        async with table.lock:
            mine = table.doc.seats_of(link.person)
            seat = link.seat if link.seat in mine else mine[0] if mine else None
            name = table.doc.seats[seat].name if seat is not None else link.name
            line = Line(self._next(), round(time(), 3), seat, name, said)
            try:
                await table.hall.store.say(table.doc.id, line, settings.chat_kept)
            except (Conflict, StoreFailure) as error:
                raise Refusal("", "this could not be written down; say it again") from error
            self.hear([*self.lines[1 - settings.chat_kept :], line])
            await table.hall.bus.tell(table.doc.id)

    def hear(self, lines: list[Line]) -> None:
        """These are the latest lines now: whoever looks at the table hears the new ones."""
        new = [line for line in lines if line.n >= self._next()]
        if new:
            self.lines = lines
            self.table.broadcast({"is": "chat", "lines": new})

    def _next(self) -> int:
        return self.lines[-1].n + 1 if self.lines else 0
