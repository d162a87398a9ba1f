"""Tokens: a person is whoever shows a token of 128 random bits.

Only its hash is kept, so a stolen database opens no seat.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from random import SystemRandom
from typing import Final

COOKIE: Final = "rt"
LOT: Final = SystemRandom()  # for what nobody should guess
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # of names
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")


def new_id(size: int = 10) -> str:
    """A name that nobody guesses, for tables and persons.

    >>> len(new_id()), new_id() == new_id()
    (16, False)
    """
    return "".join(secrets.choice(LETTERS) for _ in range(size * 8 // 5))


def id_after(id: str, secret: str) -> str:
    """The one name that follows from another: whoever asks, and however often, it is the same.

    >>> id_after("table", "seed") == id_after("table", "seed"), len(id_after("table", "seed"))
    (True, 16)
    """
    lot = hashlib.blake2b(f"{id}/{secret}".encode(), digest_size=16, person=b"rt-after").digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in lot)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def hashed(token: str) -> bytes | None:
    """The hash under which the owner of a token is kept; None for what cannot be a token."""
    if not _TOKEN.fullmatch(token):
        return None
    return hashlib.blake2b(token.encode(), digest_size=32, person=b"rt-token").digest()
