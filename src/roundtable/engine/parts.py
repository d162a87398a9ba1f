"""The parts of a position, read by name: every part is checked where it is read, and one that nobody reads is refused.

A game's `arrange` makes `Parts` of what it is given, reads what its question needs and calls `done`.  What does not fit
is a `BadPosition` with one line that names the part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .game import BadPosition


class Parts:
    """What lies where, by names, from Python or from the head of a match file.

    >>> parts = Parts({"turn": 3, "weapon": "sword", "hat": "red"})
    >>> parts.number("turn", 1, 1, 99), parts.word("weapon", ("sword", "bow"))
    (3, 'sword')
    >>> parts.number("slot", 1, 1, 3)  # not named
    1
    >>> parts.done("a turn")
    Traceback (most recent call last):
    roundtable.engine.game.BadPosition: hat: no part of a position for a turn
    """

    def __init__(self, lies: object, where: str = "") -> None:
        if not isinstance(lies, Mapping):
            raise BadPosition(f"{where or 'a position'}: parts by their names are wanted, not {lies!r}")
        self.lies: Mapping[str, object] = {str(name): part for name, part in lies.items()}
        self.where = where
        self._read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self.lies

    def refuse(self, name: str, why: str) -> BadPosition:
        """What is wrong with a part, to be raised."""
        return BadPosition(": ".join([*([self.where] if self.where else []), name, why]))

    def done(self, what: str) -> None:
        """Refuse what was named but not read: nothing is dropped in silence."""
        for name in self.lies:
            if name not in self._read:
                raise self.refuse(name, f"no part of {what if self.where else f'a position for {what}'}")

    # -- single things -----------------------------------------------------------------------------------------------

    def get(self, name: str, default: object = None) -> object:
        self._read.add(name)
        return self.lies.get(name, default)

    def number(self, name: str, default: int, lo: int, hi: int) -> int:
        return self._number(name, self.get(name, default), lo, hi)

    def seat(self, name: str, default: int, players: int) -> int:
        found = self.get(name, default)
        if type(found) is not int or not 0 <= found < players:
            raise self.refuse(name, f"there is no seat {found!r} at a table of {players}")
        return found

    def flag(self, name: str, default: bool = False) -> bool:
        found = self.get(name, default)
        if type(found) is not bool:
            raise self.refuse(name, f"true or false, not {found!r}")
        return found

    def word(self, name: str, known: Sequence[str], default: str = "") -> str:
        """One of the known words; "" as a default stands for nothing."""
        found = self.get(name, default)
        return default if found == default and name not in self.lies else self._word(name, found, known)

    # -- several -----------------------------------------------------------------------------------------------------

    def words(self, name: str, known: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._word(name, item, known) for item in self.each(name))

    def numbers(self, name: str, default: Sequence[int], lo: int, hi: int) -> tuple[int, ...]:
        return tuple(self._number(name, item, lo, hi) for item in self.each(name, default))

    def each(self, name: str, default: Sequence[object] = ()) -> Sequence[object]:
        found = self.get(name, default)
        if isinstance(found, str) or not isinstance(found, Sequence):
            raise self.refuse(name, f"a list is wanted, not {found!r}")
        return found

    def seats(self, name: str, known: Sequence[str], players: int) -> dict[str, int]:
        """Seats by names: who has which of the known things."""
        found = self.named(name)
        return {self._word(name, key, known): found.seat(key, 0, players) for key in found.lies}

    def named(self, name: str) -> Parts:
        """A part with parts of its own."""
        return Parts(self.get(name, {}), f"{self.where}: {name}" if self.where else name)

    def rows(self, name: str, count: int, what: str) -> list[Parts]:
        """A list of parts with parts of their own, so many of them; each is empty if the list is not named."""
        found = self.each(name, ({},) * count)
        if len(found) != count:
            raise self.refuse(name, f"{count} {what} are wanted, not {len(found)}")
        return [Parts(item, f"{name} {i}") for i, item in enumerate(found)]

    def _number(self, name: str, found: object, lo: int, hi: int) -> int:
        if type(found) is not int or not lo <= found <= hi:
            raise self.refuse(name, f"a number from {lo} to {hi}, not {found!r}")
        return found

    def _word(self, name: str, found: object, known: Sequence[str]) -> str:
        if not isinstance(found, str) or found not in known:
            raise self.refuse(name, f"{found!r} is none of {', '.join(known)}")
        return found
