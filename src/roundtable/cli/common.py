"""What several commands share: finding a game, reading options, printing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from roundtable.engine import Game
from roundtable.games import UnknownGame
from roundtable.games import game as find

F = TypeVar("F", bound=Callable[..., Any])


class Trouble(Exception):
    """Something a command cannot do, in one line."""


def game_of(name: str) -> Game:
    """A game by slug or file; whatever is wrong with somebody's own file becomes one line."""
    try:
        return find(name)
    except UnknownGame:
        raise
    except Exception as error:
        raise Trouble(f"{name}: {type(error).__name__}: {error}") from error


def finder(own: str | None) -> Callable[[str], Game]:
    """How to find the game that a match file names: one of ours, or the given game of somebody's own."""
    if own is None:
        return find
    game = game_of(own)
    return lambda slug: game if slug == game.slug else find(slug)


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """`--option name=value` as a dictionary.

    >>> options_of(["storm_start=5"])
    {'storm_start': '5'}
    """
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Trouble(f"--option {pair}: write it as name=value")
        options[name.strip()] = value
    return options


def match_options(command: F) -> F:
    """The options of a command that begins matches."""
    for option in (
        click.option("--preset", default="", metavar="NAME", help="A set of options by name."),
        click.option(
            "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable."
        ),
    ):
        command = option(command)
    return command


def as_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
