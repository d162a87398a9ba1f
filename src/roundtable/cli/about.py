"""`about`, `games` and `rules`: what is installed, what there is to play, and how."""

from __future__ import annotations

import platform
import sys

import click

from roundtable.games import slugs
from roundtable.version import VERSION, compiled

from .common import Trouble, as_json, game_of, user_folder


@click.command()
@click.option(
    "--seconds", type=click.FloatRange(0.01), default=0.5, show_default=True, help="How long bots are measured."
)
@click.option("--json", "json_wanted", is_flag=True, help="The same as JSON.")
def about(seconds: float, json_wanted: bool) -> None:
    """Tell the version, how it was built, and how much bots think with it on this computer.

    Simulations are counted on one core; a match with the fewest players is looked at.

    Example: roundtable about
    """
    from roundtable.bots import strengths
    from roundtable.lab.bench_bots import speed

    build = "compiled" if compiled() else "pure Python"
    found: dict[str, dict[str, int]] = {}
    for slug in slugs():
        game = game_of(slug)
        each = speed(game, game.seats[0], seconds)[0]
        found[slug] = {one.name: round(each * one.seconds) for one in strengths(game) if one.seconds}
    if json_wanted:
        as_json({"version": VERSION, "build": build, "python": platform.python_version(), "simulations": found})
        return
    click.echo(f"Round Table {VERSION}, {build}, on Python {platform.python_version()}")
    click.echo(f"Your matches are in {user_folder()}")
    click.echo("Simulations in a thought, on one core of this computer:")
    for slug, budgets in found.items():
        click.echo(f"  {slug:28}" + "".join(f"  {name} {count:>6,}" for name, count in budgets.items()))


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
