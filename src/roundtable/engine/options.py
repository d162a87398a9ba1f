"""Options: what may be changed about a game before a match, declared once and checked on the way in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


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
        default: Any,
        text: str,
        *,
        values: Sequence[Any] = (),
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

    def parse(self, raw: Any) -> Any:
        """The value meant by `raw` (a typed value or a word from a command line); `BadOption` if there is none."""
        value = raw.strip() if isinstance(raw, str) else raw
        if self.kind == "bool":
            words = {
                "true": True,
                "yes": True,
                "on": True,
                "1": True,
                "false": False,
                "no": False,
                "off": False,
                "0": False,
            }
            value = words.get(value.lower(), value) if isinstance(value, str) else value
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

    def samples(self) -> tuple[Any, ...]:
        """Values worth testing: all of them, or the ends and the default of a range."""
        if self.kind == "bool":
            return (False, True)
        if self.kind == "int":
            return tuple(sorted({self.lo, min(self.lo + 1, self.hi), self.default}))
        return self.values if self.kind == "choice" else (self.default,)

    def data(self) -> dict[str, Any]:
        """For `--json`: name, type, values, default, text."""
        out: dict[str, Any] = {"name": self.name, "type": self.kind, "default": self.default, "text": self.text}
        if self.kind == "int":
            out["min"], out["max"] = self.lo, self.hi
        elif self.values:
            out["values"] = list(self.values)
        return out


def settle(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values: the given ones checked, the others by default.

    >>> settle([Option("storm", "bool", False, "Does it rain?")], {"storm": "yes"})
    {'storm': True}
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(f"unknown option {name!r}; known: {', '.join(known)}")
    return {name: option.parse(given[name]) if name in given else option.default for name, option in known.items()}
