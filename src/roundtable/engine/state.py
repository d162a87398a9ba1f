"""State: the full truth of a match at one moment, as plain data.

A state is a mutable root with immutable leaves (numbers, words, tuples, frozen flows), so that a clone copies
references only and an old clone can never change.  It holds no randomness, no log and no caches; a game may remember
the last things done in the open, while it is `mindful`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from .choice import Answer
    from .flow import Flow
    from .options import Options

Pile = tuple[int, ...]  # pieces lying together
Piles = tuple[Pile, ...]  # one pile per seat, or per place
Seats = tuple[int, ...]

T = TypeVar("T")
S = TypeVar("S", bound="State")


class BadGame(ValueError):
    """A game that cannot be used as it is written; says in one line what is wrong and what to do."""


FIRST_PIECE: Final = 10_000  # pieces are numbered from here on, so that their numbers can be told from other numbers
HIDDEN: Final = -1  # a piece the viewer may not know
TRUTH: Final = -1  # the `viewer` of a state that is not a view
SPECTATOR: Final = 7  # the viewer who sits nowhere and sees only what is public
ALL: Final = 255  # everybody: the bits of up to seven seats and of the spectator


def by_piece(values: Sequence[T], blank: T) -> tuple[T, ...]:
    """A table to look up by a piece's number: the values from the first piece on, blanks below.

    >>> by_piece(("axe", "bow"), "")[FIRST_PIECE + 1]
    'bow'
    """
    return tuple([blank] * FIRST_PIECE) + tuple(values)  # as a tuple of fixed length mypyc would write it all out


def put(values: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at place i.

    >>> put((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    changed = list(values)  # quicker than putting slices together
    changed[i] = value
    return tuple(changed)


class Secret:
    """Pieces in an event that only some may see; to the others they are so many hidden pieces."""

    def __init__(self, pieces: Pile, mask: int) -> None:
        self.pieces = pieces
        self.mask = mask

    def truth(self) -> object:
        return self.pieces

    def blank(self) -> object:
        return (HIDDEN,) * len(self.pieces)


class SecretFact(Secret):
    """Something in an event that is no piece and that only some may know; to the others it is the declared blank."""

    def __init__(self, value: object, mask: int, blank: object) -> None:
        super().__init__((), mask)
        self.value = value
        self.declared = blank

    def truth(self) -> object:
        return self.value

    def blank(self) -> object:
        return self.declared


UNTOLD: Final = Secret((), 0)  # what is moved while nobody keeps a log


class Event:
    """Something that happened, as told by the rules: a name and its particulars."""

    def __init__(self, name: str, facts: dict[str, object], mask: int = ALL) -> None:
        self.name = name
        self.facts = facts
        self.mask = mask  # who hears of it at all

    def __getitem__(self, fact: str) -> Any:
        try:
            return self.facts[fact]
        except KeyError:
            told = ", ".join(self.facts) or "nothing"
            raise BadGame(f"the event '{self.name}' does not tell '{fact}'; it tells {told}") from None

    def get(self, fact: str, default: object = None) -> object:
        return self.facts.get(fact, default)

    def seen_by(self, viewer: int) -> Event | None:
        """The event as this viewer may know it, or None."""
        if not self.mask >> viewer & 1:
            return None
        facts = {}
        for name, fact in self.facts.items():
            if isinstance(fact, Secret):
                fact = fact.truth() if fact.mask >> viewer & 1 else fact.blank()
            facts[name] = fact
        return Event(self.name, facts)

    def opened(self) -> Event:
        """The event with all its secrets told, for a match that is over."""
        facts = {name: fact.truth() if isinstance(fact, Secret) else fact for name, fact in self.facts.items()}
        return Event(self.name, facts)

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{k}={v!r}' for k, v in self.facts.items())})"


class Sink:
    """Where a match that keeps a log collects events, the moves of pieces and the steps that were taken."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.moves: list[Secret] = []  # what was moved or shown, and who saw it: all that anybody could learn
        self.steps: set[tuple[str, str]] = set()


def _rounds(players: int) -> tuple[Seats, ...]:
    return tuple([tuple([(first + i) % players for i in range(players)]) for first in range(players)])


_CLOCKWISE: Final = tuple([_rounds(players) for players in range(SPECTATOR + 1)])


class State:
    """What every game's state has; a game's own state adds its piles and facts as annotated fields."""

    players: int
    options: Options
    pieces: Pile  # everything that exists in this match
    stack: tuple[Flow, ...]  # the procedure: chapters within chapters
    steps: tuple[int, ...]  # the next step of each of them
    question: str  # what the rules wait for; "" when the match is over
    asked: Seats  # whom the question was put to
    waiting: Seats  # who has not answered yet
    answers: dict[int, Answer]  # sealed until nobody is waited for
    quiet: bool  # nobody may know whose answer is pending (asked one after the other)
    final: bool  # a given answer may not be taken back
    passing: str  # the answer that hands a quiet question on
    known: dict[int, int]  # hidden pieces that some have seen: piece -> mask of seats
    viewer: int
    mindful: bool  # whether a game that remembers deeds for those who draw conclusions does so; it takes time
    out: Sink | None

    def __init__(self, players: int, options: Options, pieces: Pile = ()) -> None:
        self.players = players
        self.options = options
        self.pieces = pieces
        self.stack = ()
        self.steps = ()
        self.question = ""
        self.asked = ()
        self.waiting = ()
        self.answers = {}
        self.quiet = False
        self.final = False
        self.passing = ""
        self.known = {}
        self.viewer = TRUTH
        self.mindful = True
        self.out = None

    def clone(self: S) -> S:
        """An independent copy.  (The compiled build writes this out field by field.)"""
        new = object.__new__(type(self))
        new.__dict__ = self.__dict__.copy()
        new.out = None
        return new

    def clockwise(self, first: int) -> Seats:
        """All seats, clockwise from the first."""
        return _CLOCKWISE[self.players][first]

    @property
    def ready(self) -> Seats:
        """Who has given a sealed answer to the open question: public, unless it is asked quietly."""
        return () if self.quiet else tuple([seat for seat in self.asked if seat not in self.waiting])

    def tell(self, name: str, **facts: object) -> None:
        """Record an event for the log; free when nobody keeps one."""
        if self.out is not None:
            self.out.events.append(Event(name, facts))

    def whisper(self, mask: int, name: str, **facts: object) -> None:
        """Record an event that only some may hear of."""
        if self.out is not None:
            self.out.events.append(Event(name, facts, mask))

    def data(self) -> dict[str, object]:
        """The whole state as plain comparable data."""
        out: dict[str, object] = {}
        for name in fields(self):
            if name == "stack":
                out[name] = [(type(flow).__name__, {k: getattr(flow, k) for k in fields(flow)}) for flow in self.stack]
            elif name not in ("out", "mindful"):
                out[name] = getattr(self, name)
        return out


def fields(thing: object) -> tuple[str, ...]:
    """Names of the instance's fields, in pure Python, compiled, and in a mixture of both."""
    names: set[str] = set(getattr(thing, "__dict__", ()))
    for cls in type(thing).__mro__:
        names.update(getattr(cls, "__mypyc_attrs__", ()))
    return tuple(sorted(name for name in names if name != "__dict__" and hasattr(thing, name)))
