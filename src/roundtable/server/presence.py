"""Presence: who looks at a table, through this process and through others."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from .links import Link
from .model import Doc

NEVER: Final = float("inf")


class Note(msgspec.Struct):
    """Who looks at a table through one process, as it tells the others."""

    here: list[str]  # persons with a seat
    watching: int
    asks: bool = False  # it would like to know the same of them


class Presence:
    """The links of a table, and what other processes say of theirs.  Times are those of the event loop."""

    def __init__(self) -> None:
        self.now = asyncio.get_running_loop().time
        self.links: set[Link] = set()
        self.gone: dict[str, float] = {}  # persons without a link, and since when
        self.elsewhere: dict[str, tuple[Note, float]] = {}  # what each other process said, and when
        self.idle_since = self.now()

    def come(self, link: Link) -> None:
        self.links.add(link)
        self.gone.pop(link.person, None)

    def leave(self, link: Link) -> None:
        self.links.discard(link)
        if not self.is_here(link.person):
            self.gone[link.person] = self.now()
        if not self.links:
            self.idle_since = self.now()

    def here(self) -> set[str]:
        """The persons who look at the table, through whichever process."""
        return {link.person for link in self.links}.union(*(note.here for note, _ in self.elsewhere.values()))

    def is_here(self, person: str) -> bool:
        if any(link.person == person for link in self.links):
            return True
        return any(person in note.here for note, _ in self.elsewhere.values())

    def gone_since(self, person: str) -> float:
        """Since when a person is not here."""
        return NEVER if self.is_here(person) else self.gone.setdefault(person, self.now())

    def spectators(self, doc: Doc) -> int:
        return self._watching(doc) + sum(note.watching for note, _ in self.elsewhere.values())

    def _watching(self, doc: Doc) -> int:
        """Spectators of this process."""
        return sum(1 for link in self.links if not doc.seats_of(link.person))

    # -- between processes -------------------------------------------------------------------------------------------

    def note(self, doc: Doc, asks: bool) -> Note:
        """Who is here, for other processes; `asks` for the same from them."""
        seated = sorted({link.person for link in self.links} & doc.people())
        return Note(seated, self._watching(doc), asks)

    def heard(self, process: str, note: Note) -> bool:
        """Another process has said who is there; whether that is news."""
        before = self.elsewhere.get(process)
        self.elsewhere[process] = note, self.now()
        return before is None or (before[0].here, before[0].watching) != (note.here, note.watching)

    def forget_silent(self, seconds: float) -> bool:
        """Whoever has said nothing for so long has gone; whether there were any."""
        late = self.now() - seconds
        silent = [process for process, (_, at) in self.elsewhere.items() if at < late]
        for process in silent:
            del self.elsewhere[process]
        return bool(silent)

    def noticed(self, people: set[str]) -> None:
        """Of these, somebody may have come or gone elsewhere."""
        here = self.here()
        for person in people:
            if person in here:
                self.gone.pop(person, None)
            else:
                self.gone.setdefault(person, self.now())
