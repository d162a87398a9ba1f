"""Chat: what is said over a table."""

from __future__ import annotations

from roundtable.engine import Refusal

from .links import Link
from .model import Doc, Message
from .people import clean


class Chat:
    """The latest messages of a table."""

    def __init__(self, length: int, kept: int) -> None:
        self.length = length  # characters at a time
        self.kept = kept
        self.messages: list[Message] = []

    def message(self, link: Link, text: str, doc: Doc, today: float) -> Message:
        """What somebody says, as it will be kept; refused if it is too long."""
        if not link.person:
            raise Refusal("", "say who you are first")
        if len(text) > self.length:
            raise Refusal("", f"at most {self.length} characters at a time")
        said = clean(text, self.length)
        if not said:
            raise Refusal("", "there is nothing in it")
        mine = doc.seats_of(link.person)
        seat = link.seat if link.seat in mine else mine[0] if mine else None
        name = doc.seats[seat].name if seat is not None else link.name
        return Message(self._next(), round(today, 3), seat, name, said)

    def add(self, message: Message) -> list[Message]:
        return self.hear([*self.messages[1 - self.kept :], message])

    def hear(self, messages: list[Message]) -> list[Message]:
        """These are the latest messages now; which of them are new."""
        new = [message for message in messages if message.n >= self._next()]
        if new:
            self.messages = messages
        return new

    def _next(self) -> int:
        return self.messages[-1].n + 1 if self.messages else 0
