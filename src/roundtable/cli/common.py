"""What several commands share: finding a game, reading options, printing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from roundtable.engine import Game
from roundtable.games import UnknownGame
from roundtable.games import game as find

F = TypeVar("F", bound=Callable[..., Any])
DATA = "roundtable.data"  # where a command keeps the path of its data table


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


def take_data(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Take changed cards: an edition before the game is loaded, or the data table of a game that has one."""
    from roundtable.games import edition

    if path is None:
        return
    if not edition.is_one(path):
        context.meta[DATA] = path
        return
    changes = edition.use(path)
    try:
        find(changes.game)
        if context.command.name != "print":
            edition.fit_for_play(changes)
    except UnknownGame as error:
        raise changes.wrong(str(error), "game") from error


def with_data(context: click.Context, _: click.Parameter, pairs: tuple[str, ...]) -> tuple[str, ...]:
    data = context.meta.get(DATA)
    return (f"data_set={data}", *pairs) if data else pairs


def match_options(command: F) -> F:
    """The options of a command that begins matches."""
    for option in (
        click.option(
            "--data",
            type=click.Path(path_type=Path),
            metavar="FILE",
            is_eager=True,
            expose_value=False,
            callback=take_data,
            help="Changed cards or figures, a TOML file.",
        ),
        click.option("--preset", default="", metavar="NAME", help="A set of options by name."),
        click.option(
            "--option",
            "pairs",
            multiple=True,
            callback=with_data,
            metavar="NAME=VALUE",
            help="An option of the game; repeatable.",
        ),
    ):
        command = option(command)
    return command


def as_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
