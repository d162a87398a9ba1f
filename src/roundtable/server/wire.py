"""Frames as they come in: decoded and checked in one go, or refused with a reason."""

from __future__ import annotations

import msgspec


class _Frame(msgspec.Struct, tag_field="do", kw_only=True):
    id: int | str | None = None


class Answer(_Frame, tag="answer"):
    seq: int
    seat: int
    atoms: list[str] = msgspec.field(name="with")


class Compose(_Frame, tag="compose"):
    seq: int
    seat: int
    chosen: list[str]


class Why(_Frame, tag="why"):
    seat: int
    atom: str | list[str]  # or guesses: a screen knows pieces, not words
    on: str = ""
    chosen: list[str] = msgspec.field(default_factory=list)


class Undo(_Frame, tag="undo"):
    seat: int
    seq: int | None = None


class Hint(_Frame, tag="hint"):
    seq: int
    seat: int


class Look(_Frame, tag="look"):
    seat: int | None


class Back(_Frame, tag="back"):
    seat: int


class Chat(_Frame, tag="chat"):
    text: str


class Ping(_Frame, tag="ping"):
    pass


Move = Answer | Undo  # what adds to the log
Inquiry = Compose | Why | Hint  # what changes nothing
Request = Inquiry | Look | Back | Chat | Ping
Frame = Move | Request

_decoder: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)
encode = msgspec.json.Encoder().encode


class Nonsense(Exception):
    """A frame that is none."""


def read(text: str | bytes) -> Frame:
    """The frame in a text; `Nonsense` says what is wrong.

    >>> read('{"do": "back", "seat": 2}')
    Back(seat=2, id=None)
    >>> read('{"do": "back", "seat": "two"}')
    Traceback (most recent call last):
    ...
    roundtable.server.wire.Nonsense: Expected `int`, got `str` - at `$.seat`
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Nonsense(str(error)) from error
