"""Kinds of features: how one fact of a view becomes numbers.  Seats are always counted from the observer on.

A kind knows the names of its numbers and writes them into a row that is zero before.  `FIELDS` says for each game what
the facts of its views mean; a fact that it does not name goes by the type with which the game declares it, so that a
game of somebody's own needs no entry.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final

from roundtable.engine.state import State

Row = array  # of floats


class Kind:
    """`names` of the numbers, and how to write them from place `at` on."""

    names: Sequence[str] = ("",)

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        raise NotImplementedError

    @property
    def size(self) -> int:
        return len(self.names)


class Number(Kind):
    def __init__(self, unit: float = 10.0) -> None:
        self.scale = 1 / unit

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        if value:
            row[at] = value * self.scale


class One(Kind):
    """One of several things, by their number; none of them below zero."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        if 0 <= value < len(self.names):
            row[at + value] = 1.0


class Word(Kind):
    """One of several words, or another one."""

    def __init__(self, words: Sequence[str]) -> None:
        self.names = (*words, "(another)")
        self.place = {word: i for i, word in enumerate(words)}

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        if value:
            row[at + self.place.get(value, len(self.place))] = 1.0


class Bag(Word):
    """How often each word occurs."""

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        for word in value:
            row[at + self.place.get(word, len(self.place))] += 1.0


class Length(Kind):
    """Only how many there are."""

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        row[at] = len(value)


class Bits(Kind):
    """A mask of several things."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        while value:
            low = value & -value
            row[at + low.bit_length() - 1] = 1.0
            value ^= low


def seat_names(players: int) -> tuple[str, ...]:
    return ("you", *(f"+{i}" for i in range(1, players)))


class Seat(Kind):
    """One seat, or nobody."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.names = seat_names(players)

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        if value >= 0:
            row[at + (value - me) % self.players] = 1.0


class Mask(Seat):
    """A mask of seats."""

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        for seat in range(self.players):
            if value >> seat & 1:
                row[at + (seat - me) % self.players] = 1.0


class Order(Seat):
    """Seats in an order: the first has 1, the later ones less."""

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        for i, seat in enumerate(value):
            place = at + (seat - me) % self.players
            if not row[place]:
                row[place] = 1 / (1 + i)


class Each(Kind):
    """One entry per seat."""

    def __init__(self, players: int, kind: Kind) -> None:
        self.players, self.kind, self.step = players, kind, kind.size
        self.names = [f"{seat}/{name}".rstrip("/") for seat in seat_names(players) for name in kind.names]

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        write, step, players = self.kind.write, self.step, self.players
        for seat, one in enumerate(value):
            write(row, at + (seat - me) % players * step, one, me)


class Places(Kind):
    """One entry per place."""

    def __init__(self, places: Sequence[str], kind: Kind) -> None:
        self.count, self.kind, self.step = len(places), kind, kind.size
        self.names = [f"{place}/{name}".rstrip("/") for place in places for name in kind.names]

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        for i, one in enumerate(value[: self.count]):
            self.kind.write(row, at + i * self.step, one, me)


class Pieces(Kind):
    """A pile: how many of each name, and how many hidden."""

    def __init__(self, column: dict[int, int], names: Sequence[str]) -> None:
        self.column = column
        self.names = names

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        column = self.column
        for piece in value:
            row[at + column[piece]] += 1.0


class Slots(Kind):
    """A short pile of which the order matters: the piece in each slot."""

    def __init__(self, slots: int, kind: Pieces) -> None:
        self.slots, self.column, self.step = slots, kind.column, kind.size
        self.names = [f"slot {i + 1}/{name}" for i in range(slots) for name in kind.names]

    def write(self, row: Row[float], at: int, value: Any, me: int) -> None:
        for i, piece in enumerate(value[: self.slots]):
            row[at + i * self.step + self.column[piece]] = 1.0


# -- what the facts of the games mean ---------------------------------------------------------------------------------

Make = Callable[[State, Kind], Kind]  # from the first state and, for piles, the kind of one pile


def number(unit: float = 10.0) -> Make:
    return lambda s, pile: Number(unit)


def one(*names: str) -> Make:
    return lambda s, pile: One(names)


def count(n: int) -> Make:
    return lambda s, pile: One([str(i) for i in range(n)])


def words(*names: str) -> Make:
    return lambda s, pile: Word(names)


def bag(*names: str) -> Make:
    return lambda s, pile: Bag(names)


def length(s: State, pile: Kind) -> Kind:
    return Length()


def bits(*names: str) -> Make:
    return lambda s, pile: Bits(names)


def seat(s: State, pile: Kind) -> Kind:
    return Seat(s.players)


def mask(s: State, pile: Kind) -> Kind:
    return Mask(s.players)


def order(s: State, pile: Kind) -> Kind:
    return Order(s.players)


def each(make: Make) -> Make:
    return lambda s, pile: Each(s.players, make(s, pile))


def places(names: Sequence[str] | int, make: Make) -> Make:
    listed = [str(i + 1) for i in range(names)] if isinstance(names, int) else names
    return lambda s, pile: Places(listed, make(s, pile))


def spaces(s: State, pile: Kind) -> Kind:
    """The spaces of an arena or a board."""
    here: Any = s
    return One(here.field.labels if hasattr(here, "field") else here.board.spaces)


def pile(s: State, pile: Kind) -> Kind:
    return pile


def slots(n: int) -> Make:
    def make(s: State, pile: Kind) -> Kind:
        assert isinstance(pile, Pieces)
        return Slots(n, pile)

    return make


_GOODS: Final = ("sword", "mace", "lance", "magic", "squire", "ladies", "allied", "enemies", "plots")
_VIRTUES: Final = ("benevolence", "dexterity", "initiative", "kindness", "heroism", "strength", "honor", "charisma")
_CHAIRS: Final = ("arthur", "mordred", "bedivere", "gawain", "maleagant", "tristan", "merlin", "guinevere")
_TIED: Final = ("sword", "mace", "lance", "magic", "deed")
_CHIVALRIES: Final = ("armor", "horse", "sword", "honor", "loyalty", "valor", "farmer", "fisher", "forester")
_DAMOSELS: Final = tuple(f"damosel {i + 1}" for i in range(6))
_DISPLAY: Final = tuple(f"slot {i + 1}" for i in range(6))

FIELDS: Final[dict[str, dict[str, Make]]] = {
    "knights-duty": {
        "tracker": each(slots(3)),
        "clans": each(count(6)),
        "at": each(spaces),
        "goals": each(spaces),
        "standing": order,
        "hearts": each(one("defeated", "broken", "full")),
        "weapon": each(words("sword", "spear", "bow")),
        "allowed": each(number(3)),
        "programmed": each(length),
        "slot": count(4),
        "lead": count(6),
        "acts": each(words("move", "swap", "shield", "parry", "attack")),
        "targets": each(seat),
        "pile": places(("hearts", "shields"), number(4)),
        "used": places(("attacker", "target"), number(1)),
        "fell": each(number(100)),
        "result": words("winner", "nobody", "limit"),
    },
    "lancelot": {
        "colours": each(count(4)),
        "owned": each(places(_GOODS, number(5))),
        "reserve": places(_GOODS, number(10)),
        "discs": each(number(10)),
        "tally": each(places(("virtues", "deeds", "guinevere", *_TIED, "excalibur", "grail"), number(10))),
        "galahad": each(bits(*_VIRTUES)),
        "percival": each(bits(*_VIRTUES)),
        "crowns": places(_VIRTUES, seat),
        "advantages": places(_CHAIRS, seat),
        "morgana": each(one("off", "eye", "blank")),
        "grail": each(number(10)),
        "grail_order": order,
        "excalibur": number(5),
        "fetched": seat,
        "bearer": seat,
        "at": each(spaces),
        "chairs": each(one(*_CHAIRS)),
        "places": each(number(4)),
        "night": mask,
        "home": mask,
        "second": mask,
        "passes": mask,
        "sent": mask,
        "active": seat,
        "lake": seat,
        "visitors": order,
        "offer": bag(*_GOODS),
        "open": bag(*_TIED),
    },
    "of-knights-and-ninjas": {
        "gems": each(number(5)),
        "deck": count(3),
        "first": seat,
        "turn": seat,
        "turns": number(50),
        "target": seat,
        "aggressor": seat,
        "defender": seat,
        "holder": seat,
        "robbed": seat,
        "youngest": seat,
        "drafter": seat,
        "gained": seat,
        "winner": seat,
        "strength": number(5),
        "turned": number(3),
        "road": number(3),
        "result": words("ruler", "exhausted"),
    },
    "quests-of-the-round-table": {
        "rank": each(count(4)),
        "stages": places(5, pile),
        "turn": number(50),
        "current": seat,
        "sponsor": seat,
        "bidder": seat,
        "stage": count(6),
        "turned": count(6),
        "counted": each(length),
    },
    "knights-and-damosels": {
        "knights": each(count(6)),
        "damosels": each(count(6)),
        "seat_of": places(_DAMOSELS, seat),
        "absent": places(6, count(6)),
        "home": places(_DAMOSELS, count(6)),
        "merlin": seat,
        "phase": words("event", "damosel", "knight", "service", "worship", "end", "camlann"),
        "piles": places(_DAMOSELS, pile),
        "has": each(bits(*_CHIVALRIES)),
        "display": places(_DISPLAY, pile),
        "faces": places(_DISPLAY, one(*_CHIVALRIES)),
        "holder": places(_DISPLAY, seat),
        "refused": places(_DISPLAY, seat),
        "legal": places(_DISPLAY, mask),
        "jousted": bits(*_CHIVALRIES),
        "offered": places(_CHIVALRIES, seat),
        "filled": bits(*_CHIVALRIES),
        "withdrawn": mask,
        "favoured": one(*_CHIVALRIES),
        "prize": one(*_CHIVALRIES),
        "right": seat,
        "figures": each(places(("tier", "given", "earned", "worship"), number())),
        "lots": length,
        "sides": each(count(2)),
        "immune": places(("side", "until"), number()),
        "victor": seat,
    },
}
