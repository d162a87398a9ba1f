"""Store: where persons, tables, logs and chats are kept.  One protocol, two implementations, one suite of tests.

Everything a store's method has returned from is durable.  The log of a table is `(table, seq)` with a primary key, and
a table's document has a version: both are optimistic locks, so that any process may serve any table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from roundtable.table.model import Doc, Kept, Message, Person, Record

# Where there are rows of a table in set-up, and in which column its name is.
BELONGING: Final = (("chat", "table"), ("sitting", "table"), ("tables", "id"))


class Conflict(Exception):
    """Somebody else has written meanwhile: look again."""


class StoreFailure(Exception):
    """The store cannot do its work now (the disk is full, the database has gone)."""


@dataclass(frozen=True)
class Paper:
    """Something that a person keeps beside tables, as JSON: an edition from the workshop, for example."""

    kind: str
    id: str
    owner: str
    changed: float
    data: bytes


class Store(Protocol):
    """All of it can raise `StoreFailure`."""

    async def open(self, migrate: bool = True) -> None:
        """Connect, and bring the schema up to date unless told to leave it alone."""

    async def close(self) -> None:
        """Finish what was begun."""

    async def ping(self) -> None:
        """Write something that changes nothing: whether it can, right now."""

    async def add_person(self, person: Person, token: bytes) -> None:
        """Keep a person under the hash of a token."""

    async def save_person(self, person: Person) -> None: ...

    async def person(self, token: bytes) -> Person | None:
        """Whom the hash of a token belongs to."""

    async def add_table(self, doc: Doc) -> None: ...

    async def save_table(self, doc: Doc) -> None:
        """Write the document, whose version must be the stored one; it is one higher afterwards.  Else `Conflict`."""

    async def table(self, id: str) -> Kept | None: ...

    async def append(self, table: str, seq: int, records: Sequence[Record]) -> None:
        """Add to the log as number `seq` and following; `Conflict` if there are such already."""

    async def say(self, table: str, message: Message, kept: int) -> None:
        """Add a message to the chat and forget all but the last `kept`."""

    async def touch(self, table: str, now: float) -> None:
        """Somebody looks at a table."""

    async def open_tables(self, limit: int, since: float, each: int) -> list[Doc]:
        """Public tables in set-up at which somebody has looked since then, the last first; at most `each` of a host."""

    async def forget(self, before: float) -> list[str]:
        """Delete tables in set-up at which nobody has looked since `before`; which ones."""

    async def tables_of(self, person: str, limit: int) -> list[Doc]:
        """Tables on which a person has a seat or which they host, newest first."""

    async def unfinished(self, person: str) -> int:
        """How many tables that are not over a person hosts."""

    async def keep_paper(self, paper: Paper) -> None:
        """Keep it, in place of what was kept under its kind and id; the owner stays the same."""

    async def paper(self, kind: str, id: str) -> Paper | None: ...

    async def papers_of(self, owner: str, kind: str, limit: int) -> list[Paper]:
        """The papers of a kind that a person has, the last changed first."""

    async def running(self) -> list[str]:
        """The ids of all matches that are in play, the oldest first."""
