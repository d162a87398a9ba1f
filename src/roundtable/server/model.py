"""What is kept about persons and tables, as it lies in the store."""

from __future__ import annotations

from typing import Any

import msgspec

from roundtable.bots import strength

SETUP, RUNNING, OVER = "setup", "running", "over"
PERSON, BOT, OPEN = "person", "bot", "open"


class Arms(msgspec.Struct, frozen=True):
    """The arms of a person; the letter is that of the name."""

    letter: str
    colour: str
    pattern: str
    charge: str


class Person(msgspec.Struct):
    """Somebody with a token.  `id` is public knowledge to nobody; names need not be unique."""

    id: str
    name: str
    arms: Arms


class Seat(msgspec.Struct):
    """Who sits on a seat."""

    kind: str = OPEN
    name: str = ""
    person: str = ""
    bot: str = ""  # the strength of a bot, or of the bot that answers for a person
    arms: Arms | None = None
    ready: bool = False
    held: bool = False  # a bot answers for this person for the time being


class Doc(msgspec.Struct):
    """A table: all there is to know about it except its log and its chat."""

    id: str
    game: str
    host: str
    players: int
    options: dict[str, Any]
    seats: list[Seat]
    seed: str
    created: float
    preset: str = ""
    clock: str = "none"
    public: bool = False
    passing: bool = False  # pass and play: several people on one device
    hints: bool = False  # seats may ask what a strong bot would do
    state: str = SETUP
    ranking: list[list[int]] = msgspec.field(default_factory=list)
    rematch: str = ""
    version: int = 0  # grows with every change: the lock of everything but the log

    def seats_of(self, person: str) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if person and seat.person == person]

    def people(self) -> set[str]:
        return {seat.person for seat in self.seats if seat.person}

    def held(self) -> set[int]:
        return {i for i, seat in enumerate(self.seats) if seat.held}


class Record(msgspec.Struct, omit_defaults=True):
    """One line of a log: an answer, or the taking back of one."""

    seat: int
    do: str = ""
    atoms: list[str] = msgspec.field(default_factory=list, name="with")
    undo: bool = False
    bot: bool = False  # given by a bot, also where it answered for a person


class Line(msgspec.Struct):
    """Something somebody said."""

    n: int
    at: float
    seat: int | None
    name: str
    text: str


_encoder = msgspec.json.Encoder()
_doc = msgspec.json.Decoder(Doc)
_record = msgspec.json.Decoder(Record)
_person = msgspec.json.Decoder(Person)
_line = msgspec.json.Decoder(Line)


def pack(thing: Doc | Record | Person | Line) -> bytes:
    return _encoder.encode(thing)


def doc_of(data: bytes | str) -> Doc:
    return _doc.decode(data)


def record_of(data: bytes | str) -> Record:
    return _record.decode(data)


def person_of(data: bytes | str) -> Person:
    return _person.decode(data)


def line_of(data: bytes | str) -> Line:
    return _line.decode(data)


def bot_title(game: Any, name: str) -> str:
    known = strength(game, name) if name else None
    return known.title if known is not None else ""
