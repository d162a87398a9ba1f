"""Frames: all that a client and a table say to each other, in both directions.

Their TypeScript types and the tables of docs/host/protocol.md are written from this file and its comments
(`python -m roundtable.web.types`).  `data` gives a frame its names on the wire, `read` takes one in and checks it.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, ClassVar, Final, Literal

from roundtable.scene import Meaning, Moment, Outcome, Scene

from .model import Arms, Message

WIRE: Final = {"atoms": "with", "passing": "pass", "bot_title": "botTitle"}  # names that are others on the wire

Id = int | str | None


class Nonsense(Exception):
    """A frame that is none."""


# -- from the client ---------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Answer:
    """Answer the open question."""

    do: ClassVar[str] = "answer"
    id: Id = None  # yours to choose; comes back as `of`
    seq: int  # of the scene that the answer was made for
    seat: int  # one of yours
    atoms: list[str]  # the whole answer


@dataclass(slots=True, kw_only=True)
class Compose:
    """Ask for the scene with a partly composed answer."""

    do: ClassVar[str] = "compose"
    id: Id = None  # comes back as `of`
    seq: int  # of the scene
    seat: int  # one of yours
    chosen: list[str]  # so far, in any order in which they were offered


@dataclass(slots=True, kw_only=True)
class Why:
    """Ask why something cannot be chosen now."""

    do: ClassVar[str] = "why"
    id: Id = None  # comes back as `of`
    seat: int  # one of yours
    atom: str | list[str]  # or guesses: the first that is a word of the game is meant (a screen knows pieces)
    on: str = ""  # comes back
    chosen: list[str] = field(default_factory=list)  # so far


@dataclass(slots=True, kw_only=True)
class Undo:
    """Take the last answer back."""

    do: ClassVar[str] = "undo"
    id: Id = None  # comes back as `of`
    seat: int  # one of yours
    seq: int | None = None  # of the scene; if it is not the newest, the wish is refused


@dataclass(slots=True, kw_only=True)
class Hint:
    """Ask what a strong bot would answer, knowing what this seat knows.  It thinks for about a second."""

    do: ClassVar[str] = "hint"
    id: Id = None  # comes back as `of`
    seq: int  # of the scene
    seat: int  # one of yours, through which the connection looks


@dataclass(slots=True, kw_only=True)
class Look:
    """Look through other eyes."""

    do: ClassVar[str] = "look"
    id: Id = None  # comes back as `of` if it is refused
    seat: int | None  # one of yours, or null for the public view


@dataclass(slots=True, kw_only=True)
class Back:
    """Take a seat back from the bot that holds it."""

    do: ClassVar[str] = "back"
    id: Id = None  # comes back as `of` if it is refused
    seat: int  # one of yours


@dataclass(slots=True, kw_only=True)
class Chat:
    """Say something."""

    do: ClassVar[str] = "chat"
    id: Id = None  # comes back as `of` if it is refused
    text: str  # at most 300 characters


@dataclass(slots=True, kw_only=True)
class TakeStep:
    """Go on in a lesson, or guess what will happen; after its end, play on from there."""

    do: ClassVar[str] = "lesson"
    id: Id = None  # comes back as `of` if it is refused
    step: int  # of the lesson frame
    guess: int | None = None  # which of its guesses, counted from 1


@dataclass(slots=True, kw_only=True)
class Ping:
    """Ask for a `pong`."""

    do: ClassVar[str] = "ping"
    id: Id = None  # has no use here


Move = Answer | Undo  # what adds to the log
Inquiry = Compose | Why | Hint  # what changes nothing
ClientFrame = Move | Inquiry | Look | Back | Chat | TakeStep | Ping


# -- from the server ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class SeatView:
    """A seat, as anybody may know it."""

    seat: int  # its number
    name: str  # of who sits there; "" if nobody does
    kind: Literal["person", "bot", "open"]  # who sits there
    bot: str  # the strength of a bot, such as squire
    bot_title: str  # the same for people
    arms: Arms | None  # of a person
    here: bool  # a bot, or somebody with a connection
    ready: bool  # before the start
    held: bool  # a bot answers for this person until `back`


@dataclass(slots=True)
class TableView:
    """A table, as one person may know it."""

    id: str  # the end of its address
    game: str  # the slug of the game
    title: str  # of the game
    state: Literal["setup", "running", "over", "closed"]  # where it stands
    you: list[int]  # seats that are yours; several in pass and play; none for a spectator
    host: bool  # whether you are
    passing: bool  # pass and play: several people on one device
    seats: list[SeatView]  # all of them
    players: int  # how many
    options: Mapping[str, object]  # of the game
    preset: str  # of options, or ""
    clock: str  # none, relaxed or quick
    public: bool  # listed while it is being set up
    hints: bool  # seats may ask for hints
    spectators: int  # connections without a seat
    created: int  # seconds since 1970
    commitment: str  # hash of the seed, published before the end
    ranking: list[list[int]]  # groups of seats, best first; empty before the end
    rematch: str  # the id of the next table, or ""
    closed: str  # why the match cannot be played on, in a sentence or two
    hurried: str  # which bots cannot think now because the server is busy, in a sentence or two; "" usually
    legend: Sequence[Meaning]  # what stats and signs mean
    coach: Mapping[str, str]  # of questions, and of signs of moments: what to know when they come for the first time


@dataclass(slots=True)
class TableFrame:
    """The table and those who sit at it.  Sent first, and whenever something in it changes."""

    is_: ClassVar[str] = "table"
    table: TableView  # as you may know it


@dataclass(slots=True)
class Sentence:
    """A sentence of the log."""

    n: int  # its place in the log of this viewer
    text: str  # what happened
    heading: bool  # a turn, round or stage begins with it
    moment: Moment | None  # it deserves to be seen: with which sign, how it moves, and how much weight it has
    at: Sequence[str]  # where on the table: ids of panels, pieces, spots or areas
    outcome: Outcome | None = None  # how something ended, as a picture


@dataclass(slots=True)
class TallyRow:
    """Where points came from."""

    label: str  # in words
    points: list[int]  # of every seat
    total: bool  # the sum of the rows above it


@dataclass(slots=True)
class Over:
    """How a match ended."""

    ranking: list[list[int]]  # groups of seats, best first
    tally: list[TallyRow]  # a row for each source of points; it may be empty


@dataclass(slots=True)
class SceneFrame:
    """The table as a seat sees it.  Everything in it is on disk: it is the acknowledgement of the answers it shows."""

    is_: ClassVar[str] = "scene"
    seq: int  # the number of the position; it may be the same again
    seat: int | None  # through whose eyes; null for a spectator
    scene: Scene  # replaces the scene before it (`scene.d.ts`)
    kept: int  # drop all sentences of the log with n >= kept, then add `log`
    log: Sequence[Sentence]  # the new sentences
    asked: Sequence[int]  # who must answer now, as far as this viewer may know
    ready: Sequence[int]  # seats whose sealed answer is in
    undo: bool  # this seat may take back its last answer now
    over: Over | None  # at the end
    leads: str  # who leads and why, from what everybody knows


@dataclass(slots=True)
class PromptFrame:
    """The reply to `compose`: the whole scene with what was chosen."""

    is_: ClassVar[str] = "prompt"
    of: Id  # the `id` of the frame
    seq: int  # the number of the position
    seat: int  # whose answer it is
    chosen: Sequence[str]  # so far
    scene: Scene  # with the next prompt


@dataclass(slots=True)
class TakenFrame:
    """The reply to `answer` and `undo`: it is on disk."""

    is_: ClassVar[str] = "taken"
    of: Id  # the `id` of the frame
    seq: int  # the scene with that number shows it


@dataclass(slots=True)
class RefusalFrame:
    """Something was refused, and has changed nothing."""

    is_: ClassVar[str] = "refusal"
    of: Id  # the `id` of the frame
    atom: str  # of the answer, if one is to blame
    reason: str  # in words
    rule: str  # a paragraph of the rules, or ""


@dataclass(slots=True)
class WhyFrame:
    """The reply to `why`."""

    is_: ClassVar[str] = "why"
    of: Id  # the `id` of the frame
    seat: int  # who asked
    atom: str  # the word that was meant, or ""
    on: str  # as it was asked
    reason: str  # in words
    rule: str  # a paragraph of the rules, or ""


@dataclass(slots=True)
class Candidate:
    """An answer that a bot thought of."""

    atoms: Sequence[str]  # an answer as `answer` takes it
    words: Sequence[str]  # the same in words
    value: float  # the share of the match that it promises, 0 to 1
    visits: int  # how often it was tried; 0: it is the only answer there is
    why: str = ""  # of the best: what it hopes for and fears, against the second best


@dataclass(slots=True)
class HintFrame:
    """The reply to `hint`."""

    is_: ClassVar[str] = "hint"
    of: Id  # the `id` of the frame
    seq: int  # the number of the position
    seat: int  # for whom
    candidates: Sequence[Candidate]  # best first, at most 5


@dataclass(slots=True)
class ClockView:
    """Somebody's clock, in milliseconds."""

    seat: int  # who is being timed
    left: int  # until a bot answers
    of: int  # of how many


@dataclass(slots=True)
class ClocksFrame:
    """Who is being timed, as far as this viewer may know."""

    is_: ClassVar[str] = "clocks"
    clocks: Sequence[ClockView]  # all that run


@dataclass(slots=True)
class ChatFrame:
    """What was said."""

    is_: ClassVar[str] = "chat"
    messages: Sequence[Message]  # the latest when you come, then the new ones


@dataclass(slots=True)
class HeldFrame:
    """A bot has taken a seat: time ran out, or nobody was there."""

    is_: ClassVar[str] = "held"
    seat: int  # whose
    by: str  # the bot's strength, for people


@dataclass(slots=True)
class PointView:
    """What a lesson points at."""

    kind: str  # area, log, panel, phase, pick, piece, prompt, spot or stat
    id: str  # of an area, piece or spot; else a seat, the `seat:name` of a stat, an atom, the `n` of a sentence
    label: str  # in words


@dataclass(slots=True)
class LessonFrame:
    """Where a lesson stands.  Only the pupil is sent it, before the scene it belongs to."""

    is_: ClassVar[str] = "lesson"
    seq: int  # of the scene it speaks of
    title: str  # of the lesson
    step: int  # to be named in the reply; it only grows
    share: float  # how much of the lesson is done, 0 to 1
    say: str  # two short sentences at most
    rule: str  # a paragraph of the rules, or ""
    point: PointView | None  # at what it points
    waits: str  # for what: next, answer, guess, others, end (play on, or leave), done (it is an ordinary match now)
    way: Sequence[str]  # the answer that is wanted, or the first of several; empty where any is taken
    guesses: Sequence[str]  # what could happen; empty once one is guessed
    reply: str  # what is said to the guess
    values: Sequence[Candidate]  # what the answers to a puzzle are worth, best first; empty before it is answered
    right: bool  # whether it was answered so


@dataclass(slots=True)
class ByeFrame:
    """The socket is closed now; come back after a moment if the server is restarting."""

    is_: ClassVar[str] = "bye"
    reason: str  # in words


@dataclass(slots=True)
class PongFrame:
    """The reply to `ping`."""

    is_: ClassVar[str] = "pong"


Reply = TakenFrame | PromptFrame | WhyFrame | HintFrame | RefusalFrame | PongFrame
ServerFrame = Reply | TableFrame | SceneFrame | LessonFrame | ClocksFrame | ChatFrame | HeldFrame | ByeFrame


# -- on the wire -------------------------------------------------------------------------------------------------------


def wire_name(name: str) -> str:
    return WIRE.get(name, name)


class _Spelling:
    """How a kind of frame, or of a part of one, is spelt on the wire."""

    def __init__(self, kind: type[Any]) -> None:
        names = [each.name for each in fields(kind)]
        hints = typing.get_type_hints(kind)
        self.tag = {"is": kind.is_} if hasattr(kind, "is_") else {}
        self.names = [wire_name(name) for name in names]
        self.values: Callable[[Any], tuple[Any, ...]] = attrgetter("__class__", *names)
        self.inner = [wire_name(name) for name in names if _renamed(hints[name])]

    def data(self, frame: Any) -> dict[str, Any]:
        out = {**self.tag, **dict(zip(self.names, self.values(frame)[1:]))} if self.names else dict(self.tag)
        for name in self.inner:
            value = out[name]
            out[name] = [data(item) for item in value] if isinstance(value, (list, tuple)) else data(value)
        return out


def _renamed(hint: Any) -> bool:
    """Whether a dataclass in this type has a name that is another on the wire."""
    if is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return any(each.name in WIRE or _renamed(hints[each.name]) for each in fields(hint))
    return any(_renamed(part) for part in typing.get_args(hint))


@cache
def _spelling(kind: Any) -> _Spelling:
    return _Spelling(kind)


def data(frame: object) -> dict[str, object]:
    """A frame, or a part of one, with its names on the wire.  Parts that need no other names stay as they are.

    >>> data(TakenFrame(5, 18))
    {'is': 'taken', 'of': 5, 'seq': 18}
    """
    kind: Any = type(frame)
    return _spelling(kind).data(frame)


_KINDS: Final[dict[str, Callable[..., ClientFrame]]] = {kind.do: kind for kind in typing.get_args(ClientFrame)}
_WORDS: Final[dict[Any, str]] = {
    int: "a whole number",
    str: "a word",
    int | None: "a whole number or null",
    list[str]: "a list of words",
    str | list[str]: "a word or a list of words",
    int | str | None: "a whole number, a word or null",
}


def _fits(value: Any, hint: Any) -> bool:
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if hint == list[str]:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if isinstance(hint, UnionType):
        return any(_fits(value, part) for part in typing.get_args(hint))
    return value is None if hint is type(None) else isinstance(value, hint)


@cache
def _expected(kind: Any) -> list[tuple[str, str, Any, bool]]:
    """Of a kind of client frame: names, names on the wire, types, whether each must be there."""
    hints = typing.get_type_hints(kind)
    return [
        (f.name, wire_name(f.name), hints[f.name], f.default is MISSING and f.default_factory is MISSING)
        for f in fields(kind)
    ]


def read(data: object) -> ClientFrame:
    """The frame in what a client has sent (JSON, already decoded); `Nonsense` says what is wrong.

    >>> read({"do": "back", "seat": 2})
    Back(id=None, seat=2)
    >>> read({"do": "back", "seat": "two"})
    Traceback (most recent call last):
    ...
    roundtable.table.frames.Nonsense: back: seat must be a whole number
    """
    if not isinstance(data, dict):
        raise Nonsense("a frame is an object")
    do = data.get("do")
    kind = _KINDS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise Nonsense(f"do must be one of {', '.join(_KINDS)}")
    given: dict[str, Any] = {}
    for name, wire, hint, needed in _expected(kind):
        if wire in data:
            value = given[name] = data[wire]
            if not _fits(value, hint):
                raise Nonsense(f"{do}: {wire} must be {_WORDS[hint]}")
        elif needed:
            raise Nonsense(f"{do}: {wire} is missing")
    return kind(**given)
