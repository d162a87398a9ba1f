"""What several commands share: finding a game, reading options, printing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from roundtable.engine import Game, matchfile
from roundtable.games import UnknownGame, edition
from roundtable.games import game as find

F = TypeVar("F", bound=Callable[..., Any])


class Trouble(Exception):
    """Something a command cannot do, in one line."""


def game_of(name: str) -> Game:
    """A game by slug or file; whatever is wrong with somebody's own file becomes one line."""
    try:
        found = find(name)
    except (UnknownGame, edition.BadEdition):
        raise
    except Exception as error:
        raise Trouble(f"{name}: {type(error).__name__}: {error}") from error
    changes = edition.chosen()
    if changes is not None and changes.game != found.slug:
        raise changes.wrong(f"{changes.game!r} is not {found.slug!r}", "game")
    return found


def finder(own: str | None, file: Path) -> Callable[[str], Game]:
    """How to find the game that a match file names: one of ours, or the given game of somebody's own.

    It is loaded in the edition that the file brings along.
    """
    text = matchfile.edition_of(file)
    if text:
        edition.use(edition.parsed(file.name, text))
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


def _choose_edition(context: click.Context, parameter: click.Parameter, path: Path | None) -> None:
    if path is not None:
        edition.use(edition.read(path))  # now, before the command loads a game


edition_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="FILE",
    expose_value=False,
    callback=_choose_edition,
    help="An edition of your own: changed or added cards, a TOML file.",
)


def match_options(command: F) -> F:
    """The options of a command that begins matches."""
    for option in (
        edition_option,
        click.option("--preset", default="", metavar="NAME", help="A set of options by name."),
        click.option(
            "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable."
        ),
    ):
        command = option(command)
    return command


def as_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
