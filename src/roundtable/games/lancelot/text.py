from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine import Event

from .state import Legend


def callings(s: Legend, names: Sequence[str]) -> Sequence[str]:
    return names


def say(event: Event, names: Sequence[str]) -> str:
    return repr(event)


def prompt(v: Legend, seat: int) -> str:
    return v.question


def label(v: Legend, atom: str) -> str:
    return atom


def why_not(v: Legend, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    return "no", ""
