"""Research: what a game tells those who study learning and search, as one object that the game is made with.

Features say how the facts of a view become numbers.  A kind of feature knows the names of its numbers and writes them
into a row that is zero before; seats are always counted from the observer on.  A fact that a game does not name goes by
the type with which it is declared, so a game of somebody's own needs none of this.

Endgames are positions of which every line can be followed to its end, for solvers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .generics import S_co
from .state import State

Numbers = array  # of floats
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


class Kind(Generic[V_contra]):
    """`names` of the numbers, and how to write them from place `at` on."""

    names: Sequence[str] = ("",)

    def write(self, row: Numbers[float], at: int, value: V_contra, me: int) -> None:
        raise NotImplementedError

    @property
    def size(self) -> int:
        return len(self.names)


class Number(Kind[float]):
    def __init__(self, unit: float = 10.0) -> None:
        self.scale = 1 / unit

    def write(self, row: Numbers[float], at: int, value: float, me: int) -> None:
        if value:
            row[at] = value * self.scale


class One(Kind[int]):
    """One of several things, by their number; none of them below zero."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def write(self, row: Numbers[float], at: int, value: int, me: int) -> None:
        if 0 <= value < len(self.names):
            row[at + value] = 1.0


class Count(One):
    """A small number: 0, 1 and so on below `end`."""

    def __init__(self, end: int) -> None:
        super().__init__([str(i) for i in range(end)])


class Words(Kind[V_contra]):
    """What is told in words, some of which have names."""

    def __init__(self, words: Sequence[str]) -> None:
        self.names = (*words, "(another)")
        self.place = {word: i for i, word in enumerate(words)}


class Word(Words[str]):
    """One of several words, or another one."""

    def write(self, row: Numbers[float], at: int, value: str, me: int) -> None:
        if value:
            row[at + self.place.get(value, len(self.place))] = 1.0


class Bag(Words[Sequence[str]]):
    """How often each word occurs."""

    def write(self, row: Numbers[float], at: int, value: Sequence[str], me: int) -> None:
        for word in value:
            row[at + self.place.get(word, len(self.place))] += 1.0


class Length(Kind[Sized]):
    """Only how many there are."""

    def write(self, row: Numbers[float], at: int, value: Sized, me: int) -> None:
        row[at] = len(value)


class Bits(Kind[int]):
    """A mask of several things."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def write(self, row: Numbers[float], at: int, value: int, me: int) -> None:
        while value:
            low = value & -value
            row[at + low.bit_length() - 1] = 1.0
            value ^= low


def seat_names(players: int) -> tuple[str, ...]:
    return ("you", *(f"+{i}" for i in range(1, players)))


class Seats(Kind[V_contra]):
    """What is told of seats."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.names = seat_names(players)


class Seat(Seats[int]):
    """One seat, or nobody."""

    def write(self, row: Numbers[float], at: int, value: int, me: int) -> None:
        if value >= 0:
            row[at + (value - me) % self.players] = 1.0


class Mask(Seats[int]):
    """A mask of seats."""

    def write(self, row: Numbers[float], at: int, value: int, me: int) -> None:
        for seat in range(self.players):
            if value >> seat & 1:
                row[at + (seat - me) % self.players] = 1.0


class Order(Seats[Sequence[int]]):
    """Seats in an order: the first has 1, the later ones less."""

    def write(self, row: Numbers[float], at: int, value: Sequence[int], me: int) -> None:
        for i, seat in enumerate(value):
            place = at + (seat - me) % self.players
            if not row[place]:
                row[place] = 1 / (1 + i)


class Each(Kind[Sequence[V]], Generic[V]):
    """One entry per seat."""

    def __init__(self, players: int, kind: Kind[V]) -> None:
        self.players, self.kind, self.step = players, kind, kind.size
        self.names = [f"{seat}/{name}".rstrip("/") for seat in seat_names(players) for name in kind.names]

    def write(self, row: Numbers[float], at: int, value: Sequence[V], me: int) -> None:
        write, step, players = self.kind.write, self.step, self.players
        for seat, one in enumerate(value):
            write(row, at + (seat - me) % players * step, one, me)


class Places(Kind[Sequence[V]], Generic[V]):
    """One entry per place; the places have names or numbers."""

    def __init__(self, places: Sequence[str] | int, kind: Kind[V]) -> None:
        listed = [str(i + 1) for i in range(places)] if isinstance(places, int) else places
        self.count, self.kind, self.step = len(listed), kind, kind.size
        self.names = [f"{place}/{name}".rstrip("/") for place in listed for name in kind.names]

    def write(self, row: Numbers[float], at: int, value: Sequence[V], me: int) -> None:
        for i, one in enumerate(value[: self.count]):
            self.kind.write(row, at + i * self.step, one, me)


class Pieces(Kind[Sequence[int]]):
    """A pile: how many of each name, and how many hidden."""

    def __init__(self, column: dict[int, int], names: Sequence[str]) -> None:
        self.column = column
        self.names = names

    def write(self, row: Numbers[float], at: int, value: Sequence[int], me: int) -> None:
        column = self.column
        for piece in value:
            row[at + column[piece]] += 1.0


class Slots(Kind[Sequence[int]]):
    """A short pile of which the order matters: the piece in each slot."""

    def __init__(self, slots: int, kind: Pieces) -> None:
        self.slots, self.column, self.step = slots, kind.column, kind.size
        self.names = [f"slot {i + 1}/{name}" for i in range(slots) for name in kind.names]

    def write(self, row: Numbers[float], at: int, value: Sequence[int], me: int) -> None:
        for i, piece in enumerate(value[: self.slots]):
            row[at + i * self.step + self.column[piece]] = 1.0


AnyKind = Kind[Any]


def no_features(s: State, pile: Pieces) -> Mapping[str, AnyKind]:
    return {}


@dataclass(frozen=True)
class Endgame:
    """A position near the end: for how many, what is asked first, what lies where, under which options."""

    players: int
    asks: str
    lies: Mapping[str, object]
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Research(Generic[S_co]):
    """What a game tells researchers."""

    features: Callable[[S_co, Pieces], Mapping[str, AnyKind]] = no_features  # by field; `pile` is how piles are told
    endgames: Mapping[str, Endgame] = field(default_factory=dict)
