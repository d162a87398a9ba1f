"""Names and arms of people: made, cleaned, told apart."""

from __future__ import annotations

import unicodedata
from random import Random
from typing import Final

from .model import Arms, Person

COLOURS: Final = ("rubric", "woad", "verdigris", "gold", "murrey", "slate")
PATTERNS: Final = ("plain", "barry", "paly", "lozengy", "chevronny", "vair")
CHARGES: Final = (
    *("lion", "eagle-emblem", "stag-head", "boar", "wolf-head", "bear-head", "raven", "griffin-symbol"),
    *("oak-leaf", "rose", "sun", "moon", "crown", "castle", "tower-flag", "broadsword", "holy-grail", "anchor"),
)
_FIRST: Final = ("Bold", "Quiet", "Merry", "Stern", "Gentle", "Wandering", "Young", "Old", "Fair", "Grim")
_SECOND: Final = ("Heron", "Badger", "Falcon", "Hound", "Otter", "Raven", "Stag", "Wren", "Lynx", "Hare")


def new_person(id: str, rng: Random) -> Person:
    """Somebody with a name and arms drawn by lot."""
    name = f"{rng.choice(_FIRST)} {rng.choice(_SECOND)}"
    return Person(id, name, new_arms(name, rng))


def new_arms(name: str, rng: Random) -> Arms:
    return Arms(name[:1].upper() or "?", rng.choice(COLOURS), rng.choice(PATTERNS[1:]), rng.choice(CHARGES))


def clean(text: str, length: int) -> str:
    """What people write, without what could upset a page: one line, no control or direction characters.

    >>> clean("  Sir\\n Kay\\u202e ", 24)
    'Sir Kay'
    """
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in unicodedata.normalize("NFC", text))
    return " ".join(plain.split())[:length].strip()


def changed(person: Person, name: str, colour: str, pattern: str, charge: str, length: int) -> Person:
    """The person with what of these makes sense."""
    name = clean(name, length) or person.name
    arms = Arms(
        name[:1].upper(),
        colour if colour in COLOURS else person.arms.colour,
        pattern if pattern in PATTERNS else person.arms.pattern,
        charge if charge in CHARGES else person.arms.charge,
    )
    return Person(person.id, name, arms)


def different(names: list[str]) -> list[str]:
    """Names that tell people apart.

    >>> different(["Kay", "Kay", "Bors"])
    ['Kay', 'Kay II', 'Bors']
    """
    out: list[str] = []
    for name in names:
        ordinals = (name, *(f"{name} {n}" for n in ("II", "III", "IV", "V", "VI", "VII")))
        out.append(next(one for one in ordinals if one not in out))
    return out
