"""What several commands share: finding a game, reading options, printing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

import click

from roundtable.engine import BadGame, Game, matchfile
from roundtable.engine.mistakes import in_a_line
from roundtable.games import UnknownGame, edition, of_match
from roundtable.games import game as find

EDITION: Final = "roundtable.edition"  # where a command keeps the edition it was given
F = TypeVar("F", bound=Callable[..., object])


class Trouble(Exception):
    """Something a command cannot do, in one line."""


def game_of(name: str) -> Game:
    """A game by slug or file; whatever is wrong with somebody's own file becomes one line."""
    try:
        return find(name, click.get_current_context().meta.get(EDITION))
    except (BadGame, UnknownGame, edition.BadEdition):
        raise
    except Exception as error:
        raise Trouble(f"{name}: {in_a_line(error)}") from error


def finder(own: str | None) -> matchfile.Find:
    """How to find the game that a match file names: one of ours, or the given game of somebody's own."""
    if own is None:
        return of_match
    slug = game_of(own).slug
    return lambda name, text: of_match(own if name == slug else name, text)


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
        context.meta[EDITION] = edition.read(path)


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


def user_folder() -> Path:
    """Where a user's matches and tables are kept."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "roundtable"


def saves_folder(named: Path | None = None) -> Path:
    """Where matches at this keyboard are recorded."""
    return named or Path(os.environ.get("ROUNDTABLE_SAVES") or user_folder() / "saves")


def as_json(data: object) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
