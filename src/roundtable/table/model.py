"""What is kept about persons and tables.  Hosts write these down; their fields are the fields of the databases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

SETUP: Final = "setup"
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"  # begun under earlier rules, which the present ones cannot play on
PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"


@dataclass(frozen=True)
class Arms:
    """The arms of a person; the letter is that of the name."""

    letter: str  # the first of the name
    colour: str  # one of the six of `heraldry`
    pattern: str  # the same for those who do not see colours
    charge: str  # the name of an icon


@dataclass
class Person:
    """Somebody with a token.  `id` is public knowledge to nobody; names need not be unique."""

    id: str
    name: str
    arms: Arms


@dataclass
class Seat:
    """Who sits on a seat."""

    kind: str = OPEN
    name: str = ""
    person: str = ""
    bot: str = ""  # the strength of a bot, or of the bot that answers for a person
    arms: Arms | None = None
    ready: bool = False
    held: bool = False  # a bot answers for this person for the time being


@dataclass
class Doc:
    """A table: all there is to know about it except its log and its chat."""

    id: str
    game: str
    host: str
    players: int
    options: Mapping[str, object]
    seats: list[Seat]
    seed: str
    created: float
    preset: str = ""
    clock: str = "none"
    public: bool = False
    passing: bool = False  # pass and play: several people on one device
    hints: bool = False  # seats may ask what a strong bot would do
    state: str = SETUP
    ranking: list[list[int]] = field(default_factory=list)
    rematch: str = ""
    rules: int = 1  # the version of the game's rules it was begun under
    edition: str = ""  # the text of the edition that is played
    closed: str = ""  # why it could not be played on
    lesson: str = ""  # the text of the lesson it began with
    taught: bool = False  # the lesson is over, and the match goes on
    version: int = 0  # grows with every change: the lock of everything but the log

    def seats_of(self, person: str) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if person and seat.person == person]

    def people(self) -> set[str]:
        return {seat.person for seat in self.seats if seat.person}

    def held(self) -> set[int]:
        return {i for i, seat in enumerate(self.seats) if seat.held}

    def draft(self) -> Doc:
        """A copy to change and save."""
        return replace(self, options=dict(self.options), seats=[replace(seat) for seat in self.seats])


@dataclass
class Record:
    """One record of a log: an answer, or the taking back of one."""

    seat: int
    do: str = ""
    atoms: list[str] = field(default_factory=list)
    undo: bool = False
    bot: bool = False  # given by a bot, also where it answered for a person


@dataclass
class Message:
    """Something somebody said."""

    n: int  # its place in the chat
    at: float  # seconds since 1970
    seat: int | None  # of who said it; null for a spectator
    name: str  # of who said it
    text: str  # in one line


@dataclass(frozen=True)
class Kept:
    """A table as it lies in the store."""

    doc: Doc
    log: list[Record]
    chat: list[Message]
