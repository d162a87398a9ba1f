"""Features: a view as a row of numbers, of one fixed length for a game, its players and its options.

They derive from the view and the answer being composed, and from nothing else, so they cannot tell a secret.  In this
order: the observer's seat; one's own sealed answer; the answer being composed (how often each atom, and which was the
last); the question, who was asked, who is waited for; every zone, pile by pile, as the number of pieces of each name
and the number of hidden ones; every declared fact.  Seats count from the observer on: "you", "+1", "+2".
"""

from __future__ import annotations

import sys
from array import array
from operator import attrgetter
from typing import Final

from roundtable.engine import HIDDEN, Answer, Zone
from roundtable.engine.research import (
    AnyKind,
    Bag,
    Each,
    Number,
    Numbers,
    One,
    Order,
    Pieces,
    Places,
    Word,
)
from roundtable.engine.state import State
from roundtable.games import game as find

from .stepper import Table
from .words import facts

BOUNDS: Final = (-10.0, 1000.0)  # no feature of any game lies outside


class Features:
    """How the views of a table become rows of numbers.  It remembers the last rows: threads need one each.

    >>> import roundtable as rt
    >>> features = Features(Table(rt.game("knights-duty"), 2))
    >>> features.names[:4], len(features.names) == features.size
    (['seat/0', 'seat/1', 'your sealed answer/purple', 'your sealed answer/red'], True)
    """

    def __init__(self, table: Table) -> None:
        game = table.game
        players = table.players
        first = table.fresh()
        self.names: list[str] = []
        self.writers: list[tuple[int, int, Numbers[float], AnyKind]] = []
        self._add("seat", One([str(i) for i in range(players)]))
        self._add("your sealed answer", Bag(table.atoms[:-1]))
        self._add("so far", Bag(table.atoms[:-1]))
        self._add("last atom", Word(table.atoms[:-1]))
        self._add("question", Word(tuple(game.questions)))
        self._add("asked", Order(players))
        self._add("waiting for", Order(players))
        read = ["question", "asked", "waiting"]
        names = list(dict.fromkeys(game.piece_name(piece) for piece in first.pieces))
        column = {piece: names.index(game.piece_name(piece)) for piece in first.pieces}
        lying = Pieces({**column, HIDDEN: len(names)}, [*names, "hidden"])
        known = game.research.features(first, lying)
        for name, zone in game.fields.zones.items():
            self._add(name, known[name] if name in known else _piles(first, name, zone, lying))
            read.append(name)
        types = _annotations(type(first))
        for name in facts(game):
            kind = known.get(name) or _kind(table, getattr(first, name), types[name])
            if kind is not None:
                self._add(name, kind)
                read.append(name)
        self.facts = attrgetter(*read)
        self.size = len(self.names)
        self.kept = [([None] * len(self.writers), array("f", bytes(4 * self.size))) for _ in range(players)]

    def _add(self, name: str, kind: AnyKind) -> None:
        at = len(self.names)
        self.names += [f"{name}/{one}".rstrip("/") for one in kind.names]
        self.writers.append((at, len(self.names), array("f", bytes(4 * kind.size)), kind))

    def groups(self) -> dict[str, list[str]]:
        """The names by the fact they tell of.

        >>> import roundtable as rt
        >>> Features(Table(rt.game("knights-duty"), 2)).groups()["hearts"]
        ['you/defeated', 'you/broken', 'you/full', '+1/defeated', '+1/broken', '+1/full']
        """
        found: dict[str, list[str]] = {}
        for name in self.names:
            fact, _, rest = name.partition("/")
            found.setdefault(fact, []).append(rest)
        return found

    def row(self, v: State, seat: int, prefix: Answer = ()) -> Numbers[float]:
        """The numbers of a view for the seat whose view it is."""
        past, row = self.kept[seat]  # most facts are as they were when this seat last looked
        values = (seat, v.answers.get(seat, ()), prefix, prefix[-1] if prefix else "", *self.facts(v))
        for i, value in enumerate(values):
            if value != past[i]:
                past[i] = value
                at, end, zeros, kind = self.writers[i]
                row[at:end] = zeros
                kind.write(row, at, value, seat)
        return row[:]


def _piles(s: State, name: str, zone: Zone, kind: Pieces) -> AnyKind:
    """A zone that the game does not name: one pile, one per seat, or one per place."""
    if zone.single:
        return kind
    count = len(getattr(s, name))
    return Each(s.players, kind) if count in (0, s.players) else Places([str(i + 1) for i in range(count)], kind)


def _annotations(cls: type) -> dict[str, str]:
    return {
        name: str(kind) for one in reversed(cls.__mro__) for name, kind in getattr(one, "__annotations__", {}).items()
    }


def _kind(table: Table, value: object, declared: str) -> AnyKind | None:
    """A fact that the game does not name, by its declared type; None if it is no plain fact."""
    words = table.atoms[:-1]
    if declared in ("int", "bool"):
        return Number(1.0 if declared == "bool" else 10.0)
    if declared == "str":
        return Word(words)
    if declared == "Seats":
        return Order(table.players)
    if not isinstance(value, tuple):
        return None
    if "str" in declared:
        return Each(table.players, Word(words)) if len(value) == table.players else Bag(words)
    unit = 1.0 if "bool" in declared else 10.0
    if len(value) in (0, table.players):
        return Each(table.players, Number(unit))
    return Places([str(i + 1) for i in range(len(value))], Number(unit))


def main() -> None:
    """Print the names of all features of a table: `python -m roundtable.adapters.features GAME [PLAYERS]`."""
    slug, *players = sys.argv[1:]
    print(*Features(Table(find(slug), int(players[0]) if players else 0)).names, sep="\n")


if __name__ == "__main__":
    main()
