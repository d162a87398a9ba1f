"""Presence: who looks at a table, through this process and through others."""

from __future__ import annotations

from dataclasses import dataclass

from .links import Link
from .model import Doc
from .todo import NEVER


@dataclass
class Note:
    """Who looks at a table through one process, as it tells the others."""

    here: list[str]  # persons with a seat
    watching: int
    asks: bool = False  # it would like to know the same of them


class Presence:
    """The links of a table, and what other processes say of theirs."""

    def __init__(self) -> None:
        self.links: set[Link] = set()
        self.persons: dict[str, int] = {}  # how many links each has
        self.gone: dict[str, float] = {}  # persons without a link, and since when
        self.elsewhere: dict[str, tuple[Note, float]] = {}  # what each other process said, and when
        self.idle_since: float | None = None  # since when nobody looks; None before the first run

    def come(self, link: Link) -> None:
        if link not in self.links:
            self.links.add(link)
            self.persons[link.person] = self.persons.get(link.person, 0) + 1
            self.gone.pop(link.person, None)

    def leave(self, link: Link, now: float) -> None:
        if link in self.links:
            self.links.discard(link)
            self.persons[link.person] -= 1
            if not self.persons[link.person]:
                del self.persons[link.person]
            if not self.is_here(link.person):
                self.gone[link.person] = now
            if not self.links:
                self.idle_since = now

    def is_here(self, person: str) -> bool:
        """Whether a person looks at the table, through whichever process."""
        return person in self.persons or any(person in note.here for note, _ in self.elsewhere.values())

    def gone_since(self, person: str, now: float) -> float:
        """Since when a person is not here."""
        return NEVER if self.is_here(person) else self.gone.setdefault(person, now)

    def spectators(self, people: set[str]) -> int:
        """How many look on without a seat."""
        return self._watching(people) + sum(note.watching for note, _ in self.elsewhere.values())

    def _watching(self, people: set[str]) -> int:
        """Spectators of this process."""
        return len(self.links) - sum(self.persons.get(person, 0) for person in people)

    # -- between processes -------------------------------------------------------------------------------------------

    def note(self, doc: Doc, asks: bool) -> Note:
        """Who is here, for other processes; `asks` for the same from them."""
        people = doc.people()
        return Note(sorted(people & self.persons.keys()), self._watching(people), asks)

    def heard(self, process: str, note: Note, now: float) -> bool:
        """Another process has said who is there; whether that is news."""
        before = self.elsewhere.get(process)
        self.elsewhere[process] = note, now
        return before is None or (before[0].here, before[0].watching) != (note.here, note.watching)

    def forget_silent(self, since: float) -> bool:
        """Whoever has said nothing since then has gone; whether there were any."""
        silent = [process for process, (_, at) in self.elsewhere.items() if at < since]
        for process in silent:
            del self.elsewhere[process]
        return bool(silent)

    def noticed(self, people: set[str], now: float) -> None:
        """Of these, somebody may have come or gone elsewhere."""
        for person in people:
            if self.is_here(person):
                self.gone.pop(person, None)
            else:
                self.gone.setdefault(person, now)
