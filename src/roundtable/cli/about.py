"""`games` and `rules`: what there is to play, and how."""

from __future__ import annotations

import sys

import click

from roundtable.games import slugs

from .common import Trouble, as_json, game_of


@click.command()
@click.option("--json", "json_wanted", is_flag=True, help="Everything about the games, options included, as JSON.")
def games(json_wanted: bool) -> None:
    """List the games.

    Example: roundtable games --json
    """
    found = [game_of(slug) for slug in slugs()]
    if json_wanted:
        as_json([game.data() for game in found])
        return
    for game in found:
        click.echo(
            f"{click.style(game.slug, bold=True)}  {game.seats[0]}-{game.seats[1]} players, {game.minutes} minutes"
        )
        click.echo(f"    {game.title}. {game.tagline}")


@click.command()
@click.argument("game")
@click.argument("paragraph", required=False)
def rules(game: str, paragraph: str | None) -> None:
    """Show the rules of GAME, or one numbered PARAGRAPH of them, or one ruling (R7).

    Example: roundtable rules knights-duty 4.6
    """
    found = game_of(game)
    if paragraph is None:
        text = found.rules()
    else:
        text = found.paragraph(paragraph.upper())
        if not text:
            known = ", ".join(found.paragraphs())
            raise Trouble(f"{found.title} has no paragraph {paragraph}; there are: {known}")
    show(text)


def show(markdown: str) -> None:
    """Markdown, laid out for a terminal and as it is for anything else."""
    if not sys.stdout.isatty():
        click.echo(markdown)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if len(markdown.splitlines()) < console.height:
        console.print(Markdown(markdown))
        return
    with console.pager(styles=True):
        console.print(Markdown(markdown))
