"""Options: what may be changed about a game before a match, declared once and checked on the way in.

>>> @dataclass(frozen=True)
... class LotsOptions(Options):
...     hand: int = option(3, "How many lots each player is dealt.", lo=1, hi=3, rule="3.1")
...     ties: Literal["shared", "nobody"] = option("shared", "Who takes a round of equal lots?")
>>> LotsOptions.settle({"hand": "2"})
LotsOptions(hand=2, ties='shared')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, Self, TypeVar, cast, get_args, get_origin, get_type_hints

Value = bool | int | str | tuple[str, ...]
Presets = Mapping[str, Mapping[str, Value]]  # name -> what it changes
T = TypeVar("T")

WORDS: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


class BadOption(ValueError):
    """An option that the game does not know, or a value that it does not take; one clear line."""


class Option:
    """A named setting with its type, values, default, and one sentence for people.

    `kind` is ``bool``, ``int`` (from `lo` to `hi`), ``choice`` (one of `values`) or ``list`` (each one of `values`, all
    different).
    """

    def __init__(
        self,
        name: str,
        kind: str,
        default: Value,
        text: str,
        *,
        values: Sequence[int | str] = (),
        lo: int = 0,
        hi: int = 0,
        rule: str = "",
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.text = text
        self.values = tuple(values)
        self.lo = lo
        self.hi = hi
        self.rule = rule

    def parse(self, raw: object) -> Value:
        """The value meant by `raw` (a typed value or a word from a command line); `BadOption` if there is none."""
        value = raw.strip() if isinstance(raw, str) else raw
        if self.kind == "bool":
            value = WORDS.get(value.lower()) if isinstance(value, str) else value
            if isinstance(value, bool):
                return value
        elif self.kind == "int":
            if isinstance(value, str) and value.lstrip("-").isdigit():
                value = int(value)
            if isinstance(value, int) and not isinstance(value, bool) and self.lo <= value <= self.hi:
                return value
        elif self.kind == "choice":
            for known in self.values:
                if value == known or str(value) == str(known):
                    return known
        elif self.kind == "list":
            items = [word.strip() for word in value.split(",") if word.strip()] if isinstance(value, str) else value
            if isinstance(items, (list, tuple)) and all(item in self.values for item in items):
                if len(set(items)) == len(items):
                    return tuple(items)
        raise BadOption(f"option {self.name}: {raw!r} is not {self.expects()}")

    def expects(self) -> str:
        if self.kind == "bool":
            return "true or false"
        if self.kind == "int":
            return f"a whole number from {self.lo} to {self.hi}"
        words = ", ".join(str(value) for value in self.values)
        return f"one of {words}" if self.kind == "choice" else f"a list of different ones of {words}"

    def samples(self) -> tuple[Value, ...]:
        """Values worth testing: all of them, or the ends and the default of a range."""
        if self.kind == "bool":
            return (False, True)
        if self.kind == "int":
            return tuple(sorted({self.lo, min(self.lo + 1, self.hi), cast(int, self.default)}))
        return self.values if self.kind == "choice" else (self.default,)

    def data(self) -> dict[str, object]:
        """For `--json`: name, type, values, default, text."""
        out: dict[str, object] = {"name": self.name, "type": self.kind, "default": self.default, "text": self.text}
        if self.kind == "int":
            out["min"], out["max"] = self.lo, self.hi
        elif self.values:
            out["values"] = list(self.values)
        return out


def option(default: T, text: str, *, values: Sequence[str] = (), lo: int = 0, hi: int = 0, rule: str = "") -> T:
    """A field of a game's options: its default, its sentence, the paragraph of the rules.

    The field's type says what it takes: ``bool``, ``int`` from `lo` to `hi`, a ``Literal`` of all values, ``str`` for
    one of `values` (where they are a table of the game), or ``tuple[str, ...]`` for different ones of `values`.
    """
    said = {"text": text, "values": tuple(values), "lo": lo, "hi": hi, "rule": rule}
    made: T = field(default=default, metadata=said)
    return made


@dataclass(frozen=True)
class Options:
    """The options of a game: a frozen dataclass derived from this one, each field made with `option`."""

    @classmethod
    def listed(cls) -> tuple[Option, ...]:
        """What can be set, in order, for pages, command lines and JSON."""
        hints = get_type_hints(cls)
        return tuple(_option(one.name, hints[one.name], one.default, **one.metadata) for one in fields(cls))

    @classmethod
    def settle(cls, given: Mapping[str, object]) -> Self:
        """All options with their values: the given ones checked, the others by default."""
        known = {option.name: option for option in cls.listed()}
        for name in given:
            if name not in known:
                raise BadOption(f"unknown option {name!r}; known: {', '.join(known) or 'none'}")
        return cls(**{name: known[name].parse(value) for name, value in given.items()})

    def check(self, players: int) -> None:
        """Refuse what cannot be combined, or not at a table of so many, by raising `BadOption`."""

    def data(self) -> dict[str, Value]:
        """Name -> value, for match files and JSON."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


def _option(name: str, hint: Any, default: Any, text: str, values: tuple[str, ...], **rest: Any) -> Option:
    if hint is bool or hint is int:
        return Option(name, hint.__name__, default, text, **rest)
    if get_origin(hint) is Literal:
        return Option(name, "choice", default, text, values=get_args(hint), **rest)
    if hint is not str and hint != tuple[str, ...]:
        raise TypeError(f"option {name}: a bool, an int, a Literal, a str or a tuple of them, not {hint}")
    return Option(name, "choice" if hint is str else "list", default, text, values=values, **rest)
