"""What is kept, as bytes in a database: JSON.  Old databases are read with the same names."""

from __future__ import annotations

import msgspec

from roundtable.table.model import Doc, Message, Person, Record


class _Record(msgspec.Struct, omit_defaults=True):
    seat: int
    do: str = ""
    atoms: list[str] = msgspec.field(default_factory=list, name="with")
    undo: bool = False
    bot: bool = False


_encoder = msgspec.json.Encoder()
_doc = msgspec.json.Decoder(Doc)
_record = msgspec.json.Decoder(_Record)
_person = msgspec.json.Decoder(Person)
_message = msgspec.json.Decoder(Message)


def pack(thing: Doc | Record | Person | Message) -> bytes:
    if isinstance(thing, Record):
        return _encoder.encode(_Record(thing.seat, thing.do, thing.atoms, thing.undo, thing.bot))
    return _encoder.encode(thing)


def doc_of(data: bytes | str) -> Doc:
    return _doc.decode(data)


def record_of(data: bytes | str) -> Record:
    found = _record.decode(data)
    return Record(found.seat, found.do, found.atoms, found.undo, found.bot)


def person_of(data: bytes | str) -> Person:
    return _person.decode(data)


def message_of(data: bytes | str) -> Message:
    return _message.decode(data)
