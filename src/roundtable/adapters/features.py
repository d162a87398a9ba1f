"""Features: a view as a row of numbers, of one fixed length for a game, its players and its options.

They derive from the view and the answer being composed, and from nothing else, so they cannot tell a secret.  In this
order: the observer's seat; the question, who was asked, who is waited for, one's own sealed answer; the answer being
composed (how often each atom, and which was the last); every zone, pile by pile, as the number of pieces of each name
and the number of hidden ones; every declared fact.  Seats count from the observer on: "you", "+1", "+2".
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from roundtable.engine import HIDDEN, Answer, Zone
from roundtable.engine.state import State, fields

from .kinds import FIELDS, Bag, Each, Kind, Number, One, Order, Pieces, Places, Row, Word
from .stepper import Table
from .words import LEFT_OUT


class Features:
    """How the views of a table become rows of numbers.

    >>> import roundtable as rt
    >>> features = Features(Table(rt.game("knights-duty"), 2))
    >>> features.names[:4], len(features.names) == features.size
    (['seat/0', 'seat/1', 'question/choose_clan', 'question/program_actions'], True)
    """

    def __init__(self, table: Table) -> None:
        game = table.game
        players = table.players
        first = table.fresh()
        self.names: list[str] = []
        self.seat = self._add("seat", One([str(i) for i in range(players)]))
        self.question = self._add("question", Word(tuple(game.questions)))
        self.asked = self._add("asked", Order(players))
        self.waiting = self._add("waiting for", Order(players))
        self.given = self._add("your sealed answer", Bag(table.atoms[:-1]))
        self.composed = self._add("so far", Bag(table.atoms[:-1]))
        self.last = self._add("last atom", Word(table.atoms[:-1]))
        known = FIELDS.get(game.slug, {})
        self.facts: list[tuple[str, int, Callable[[Row[float], int, Any, int], None]]] = []
        names = list(dict.fromkeys(game.piece_name(piece) for piece in first.pieces))
        column = {piece: names.index(game.piece_name(piece)) for piece in first.pieces}
        lying = Pieces({**column, HIDDEN: len(names)}, [*names, "hidden"])
        for name, zone in game.zones.items():
            made = known[name](first, lying) if name in known else _piles(first, name, zone, lying)
            self.facts.append((name, *self._add(name, made)))
        types = _annotations(type(first))
        for name in fields(first):
            if name not in LEFT_OUT and name not in game.zones:
                kind = known[name](first, lying) if name in known else _kind(table, getattr(first, name), types[name])
                if kind is not None and kind.size:
                    self.facts.append((name, *self._add(name, kind)))
        self.size = len(self.names)
        self.zeros = bytes(4 * self.size)

    def _add(self, name: str, kind: Kind) -> tuple[int, Callable[[Row[float], int, Any, int], None]]:
        at = len(self.names)
        self.names += [f"{name}/{one}".rstrip("/") for one in kind.names]
        return at, kind.write

    def row(self, v: Any, seat: int, prefix: Answer = ()) -> Row[float]:
        """The numbers of a view for the seat whose view it is."""
        row = array("f", self.zeros)
        for (at, write), value in (
            (self.seat, seat),
            (self.question, v.question),
            (self.asked, v.asked),
            (self.waiting, v.waiting),
        ):
            write(row, at, value, seat)
        if seat in v.answers:
            self.given[1](row, self.given[0], v.answers[seat], seat)
        if prefix:
            self.composed[1](row, self.composed[0], prefix, seat)
            self.last[1](row, self.last[0], prefix[-1], seat)
        for name, at, write in self.facts:
            write(row, at, getattr(v, name), seat)
        return row


def _piles(s: State, name: str, zone: Zone, kind: Pieces) -> Kind:
    """A zone that the table of fields does not name: one pile, one per seat, or one per place."""
    if zone.single:
        return kind
    count = len(getattr(s, name))
    return Each(s.players, kind) if count in (0, s.players) else Places([str(i + 1) for i in range(count)], kind)


def _annotations(cls: type) -> dict[str, str]:
    return {
        name: str(kind) for one in reversed(cls.__mro__) for name, kind in getattr(one, "__annotations__", {}).items()
    }


def _kind(table: Table, value: Any, declared: str) -> Kind | None:
    """A fact that the table of fields does not name, by its declared type; None if it is no plain fact."""
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
