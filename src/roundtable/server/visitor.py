"""Who is asking, and from where."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from .limits import place_of
from .tokens import COOKIE


def token_of(connection: HTTPConnection) -> str:
    """The token a visitor shows: the cookie's, or a program's."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(COOKIE, "")


def place_of_visitor(connection: HTTPConnection) -> str:
    """From where somebody comes, as far as limits are concerned."""
    return place_of(connection.client.host) if connection.client is not None else "?"


def same_origin(connection: HTTPConnection) -> bool:
    """Whether it comes from one of our own pages, or from a program that is no browser."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return urlsplit(origin).netloc == connection.headers.get("host", "")
