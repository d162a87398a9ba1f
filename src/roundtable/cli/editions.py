"""`edition new`: a file with everything that a designer may change of a game."""

from __future__ import annotations

from pathlib import Path

import click

from .common import Trouble, game_of


@click.group()
def edition() -> None:
    """Editions: a designer's changes to the cards of a game, in one file.

    Example: roundtable edition new knights-duty
    """


@edition.command()
@click.argument("game")
@click.option("--out", "-o", type=click.Path(path_type=Path), metavar="FILE", help="The file; GAME.toml if not given.")
def new(game: str, out: Path | None) -> None:
    """Write an edition of GAME with all that can be changed, as it is, and what each field takes.

    Example: roundtable edition new knights-duty --out my_duty.toml
    """
    from roundtable.games.edition_template import template

    found = game_of(game)
    path = out or Path(f"{found.slug}.toml")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template(found))
    except FileExistsError:
        raise Trouble(f"{path} is there already; name another file with --out") from None
    click.echo(f"{path}: change what you like, then try it with --data {path}")
