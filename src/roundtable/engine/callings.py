"""Callings: what players are called in a game that calls them by colour or figure, in every sentence alike.

Callings know the players' own names, so that the log can tell once who is who.
"""

from __future__ import annotations

from collections.abc import Sequence


class Callings(tuple[str, ...]):
    """A word for each player, such as a colour; the words themselves are plain, so they can go into scenes."""

    people: tuple[str, ...]


def called(words: Sequence[str], names: Sequence[str]) -> Callings:
    """Callings for the players of these names; "" keeps the name.

    >>> callings = called(["Red", ""], ["Ann", "Bob"])
    >>> callings, person(callings, 0), person(callings, 1), person(["Ann", "Bob"], 0)
    (('Red', 'Bob'), 'Ann', 'Bob', 'Ann')
    """
    made = Callings([word or name for word, name in zip(words, names, strict=True)])
    made.people = tuple(names)
    return made


def person(callings: Sequence[str], seat: int) -> str:
    """A player's own name."""
    return callings.people[seat] if isinstance(callings, Callings) else callings[seat]
