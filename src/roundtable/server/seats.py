"""Seats and those who sit on them: tokens, names, arms.

A person is whoever shows a token of 128 random bits.  Only its hash is kept, so a stolen database opens no seat.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from typing import Final

from .model import Arms, Person

COOKIE: Final = "rt"
COLOURS: Final = ("rubric", "woad", "verdigris", "gold", "murrey", "slate")
PATTERNS: Final = ("plain", "barry", "paly", "lozengy", "chevronny", "vair")
CHARGES: Final = (
    *("lion", "eagle-emblem", "stag-head", "boar", "wolf-head", "bear-head", "raven", "griffin-symbol"),
    *("oak-leaf", "rose", "sun", "moon", "crown", "castle", "tower-flag", "broadsword", "holy-grail", "anchor"),
)
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_FIRST: Final = ("Bold", "Quiet", "Merry", "Stern", "Gentle", "Wandering", "Young", "Old", "Fair", "Grim")
_SECOND: Final = ("Heron", "Badger", "Falcon", "Hound", "Otter", "Raven", "Stag", "Wren", "Lynx", "Hare")


def new_id(size: int = 10) -> str:
    """A name that nobody guesses, for tables and persons.

    >>> len(new_id()), new_id() == new_id()
    (16, False)
    """
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(size * 8 // 5))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def hashed(token: str) -> bytes | None:
    """The hash under which the owner of a token is kept; None for what cannot be a token."""
    if not _TOKEN.fullmatch(token):
        return None
    return hashlib.blake2b(token.encode(), digest_size=32, person=b"rt-token").digest()


def new_person() -> Person:
    """Somebody with a name and arms drawn by lot."""
    name = f"{secrets.choice(_FIRST)} {secrets.choice(_SECOND)}"
    return Person(new_id(), name, new_arms(name))


def new_arms(name: str) -> Arms:
    return Arms(name[:1].upper() or "?", secrets.choice(COLOURS), secrets.choice(PATTERNS[1:]), secrets.choice(CHARGES))


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
