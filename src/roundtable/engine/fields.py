"""Fields: one table per game that declares every field of its state once: a zone, public, or known to certain seats.

Nobody sees what the table does not grant.  A game whose state has a field that is not in it does not load.  Views,
logs, worlds and tensors derive from the table (`zones.py`); no game writes a filter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, cast

from .naming import Naming
from .state import ALL, BadGame, SecretFact, State, fields

Sees = Callable[[Any, int], int]  # (state, index of the pile or entry) -> mask of those who see it

Guess = Callable[[Any, int, Random], object]  # makes up an entry for a world

PLACES: Final = 64  # piles that a zone may have

# The fields of every state, declared here once.  The frames of the stack belong to the open procedure: the parameters
# of a flow are public, and a flow must not hold a secret.
PUBLIC: Final = (
    *("players", "options", "pieces", "stack", "steps"),
    *("question", "asked", "quiet", "final", "passing", "mindful"),
)
PER_VIEWER: Final = ("waiting", "answers", "known")  # `zones.view` gives every viewer its part
OF_THE_COPY: Final = ("viewer", "out")  # about this copy of the state, not about the match
RESERVED: Final = frozenset(name for name in (*PUBLIC, *PER_VIEWER, *OF_THE_COPY, *dir(State)))


def everybody(s: State, i: int) -> int:
    return ALL


def nobody(s: State, i: int) -> int:
    return 0


def owner(s: State, i: int) -> int:
    return 1 << i


class Zone:
    """Who sees the piles of a state's field.

    `single`: the field is one pile, not one per seat or place.  `ordered`: the order matters and is kept in views, as
    in a deck; in other zones a view lists the pieces it may not show without any order.  `pool`: which pieces can lie
    here (see `Game.pool`), for worlds.  `shows`: what everybody sees of a piece that lies here, whoever may know which
    piece it is: the open side of a card with two sides, or a back by which cards can be told apart.
    """

    def __init__(
        self,
        sees: Sees,
        *,
        single: bool = False,
        ordered: bool = False,
        pool: Sees | None = None,
        shows: Callable[[int], object] | None = None,
    ) -> None:
        self.sees = sees
        self.masks: tuple[int, ...] = ()  # what `sees` says pile by pile, where that is the same ever
        if sees is everybody or sees is nobody or sees is owner:
            self.masks = tuple([ALL if sees is everybody else 0 if sees is nobody else 1 << i for i in range(PLACES)])
        self.single = single
        self.ordered = ordered
        self.pool = pool
        self.shows = shows


class Known:
    """A fact that is no piece and that only some may know: a secret number, a word, a choice kept for later.

    The field holds one entry per seat or place, or with `single` one value of any kind.  Whoever does not see an entry
    gets `blank` in its place.  `guess` makes up an entry for a world, from what the world says so far.
    """

    def __init__(self, sees: Sees, *, blank: object, guess: Guess, single: bool = False) -> None:
        self.sees = sees
        self.blank = blank
        self.guess = guess
        self.single = single

    def seen_by(self, viewer: int, s: State, value: object) -> object:
        """The field as that viewer may know it."""
        if self.single:
            return value if self.sees(s, 0) >> viewer & 1 else self.blank
        entries = cast("tuple[object, ...]", value)
        return tuple([entry if self.sees(s, i) >> viewer & 1 else self.blank for i, entry in enumerate(entries)])

    def guessed(self, viewer: int, w: State, value: object, rng: Random) -> object:
        """The field in a world, where the viewer's view has blanks."""
        if self.single:
            return value if self.sees(w, 0) >> viewer & 1 else self.guess(w, 0, rng)
        entries = cast("tuple[object, ...]", value)
        return tuple(
            [entry if self.sees(w, i) >> viewer & 1 else self.guess(w, i, rng) for i, entry in enumerate(entries)]
        )


class Fields:
    """Every field of a game's state, declared once.

    >>> from roundtable.engine import Options
    >>> table = Fields(zones={"deck": Zone(nobody, single=True)}, public=("turn",))
    >>> class Cards(State):
    ...     def __init__(self) -> None:
    ...         super().__init__(2, Options())
    ...         self.deck, self.turn, self.bribe = (), 0, 3
    >>> table.faults(Cards())
    ["the state's field `bribe` is not declared: say in FIELDS who may see it"]
    """

    def __init__(
        self,
        *,
        zones: Mapping[str, Zone],
        public: Sequence[str] = (),
        known: Mapping[str, Known] | None = None,
        names: Mapping[str, Naming] | None = None,
    ) -> None:
        self.zones = dict(zones)
        self.public = tuple(public)
        self.known = dict(known or {})
        self.called = dict(names or {})  # what the numbers of a field are called, where it is described
        self.veiled = [(name, zone) for name, zone in self.zones.items() if zone.sees is not everybody]
        self.names = (*self.zones, *self.public, *self.known)
        self.game = ""  # its title, for messages
        self.size = -1  # how many attributes a state has that was found to be as declared

    def taken(self, state: type[State]) -> list[str]:
        """Fields whose names the engine has already; looked at first, because no such state may be made at all."""
        return [
            f"`{name}` is a name of the engine's own: call the state's field differently"
            for name in sorted({*_annotated(state), *self.names} & RESERVED)
        ]

    def faults(self, s: State) -> list[str]:
        """What is wrong with the declaration of this state's fields."""
        own = _annotated(type(s))
        has = set(fields(s))
        out = self.taken(type(s))
        out += [f"`{name}` has names, but is not declared" for name in self.called if name not in self.names]
        out += [f"`{name}` is declared twice" for name, n in Counter(self.names).items() if n > 1]
        for name in dict.fromkeys(self.names):
            if name not in has and name not in RESERVED:
                out.append(f"`{name}` is declared, but the state does not have it")
        for name in sorted((has | own) - RESERVED - set(self.names)):
            out.append(f"the state's field `{name}` is not declared: say in FIELDS who may see it")
        for name, zone in self.zones.items():
            if name in has and name not in RESERVED and not _fits(getattr(s, name), zone.single):
                shape = "a tuple of pieces" if zone.single else "a tuple of piles: for a single pile say single=True"
                out.append(f"the zone `{name}` must be {shape}")
        for name, fact in self.known.items():
            if name in has and not fact.single and not isinstance(getattr(s, name), tuple):
                out.append(f"`{name}` must be a tuple, one entry for each seat: for a single value say single=True")
        return out

    def admit(self, s: State, game: str = "") -> None:
        """Refuse a state whose fields are not as declared (`BadGame`); a state of known size needs no second look."""
        size = len(getattr(s, "__dict__", ()))
        if size != self.size:
            self.game = game or self.game
            wrong = self.faults(s)
            if wrong:
                raise BadGame(f"{self.game or type(s).__name__}: {wrong[0]}")
            self.size = size

    def secret(self, s: State, name: str, i: int = 0) -> SecretFact:
        """An entry of a known field for an event of the log: it tells it to those who may know it."""
        fact = self.known[name]
        value: Any = getattr(s, name)
        return SecretFact(value if fact.single else value[i], fact.sees(s, i), fact.blank)


_ENGINES: Final = (State, object)


def _annotated(state: type[State]) -> set[str]:
    """The fields that the classes of a game say their states have."""
    found = {name for cls in state.__mro__ if cls not in _ENGINES for name in vars(cls).get("__annotations__", ())}
    return found - {"options"}  # a game says of what type they are


def _fits(value: object, single: bool) -> bool:
    """Whether the value is a pile, or a tuple of piles."""
    return isinstance(value, tuple) and all(isinstance(item, int if single else tuple) for item in value)
