"""`site` and `bench site`: a folder of files that plays, without a server."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from .common import Trouble, as_json, game_of
from .study import bench


@click.group()
def site() -> None:
    """A whole site without a server.

    Example: roundtable site build public
    """


@site.command("build")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--prints/--no-prints", default=True, show_default=True, help="The games as PDFs to print.")
def site_build(folder: Path, prints: bool) -> None:
    """Make a site in FOLDER: all games, played in the browser against bots, also offline.

    Any web host can serve the folder as it is.  A folder that holds something else is refused.

    Example: roundtable site build public
    """
    from roundtable.press import document
    from roundtable.site.build import CannotBuild, build
    from roundtable.web import lacking

    if lacks := lacking():
        raise Trouble(lacks)
    try:
        count = build(folder, document if prints else None, lambda line: click.echo(line, err=True))
    except CannotBuild as error:
        raise Trouble(str(error)) from error
    click.echo(f"{folder}: {count} files. To try it: python3 -m http.server --directory {folder}")


@bench.command("site")
@click.argument("game", default="knights-duty")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="A site that is there already.")
@click.option("--json", "json_wanted", is_flag=True, help="The figures as JSON.")
def bench_site(game: str, folder: Path | None, json_wanted: bool) -> None:
    """What a site without a server weighs, and how fast it is in Chromium on this computer.

    Example: roundtable bench site lancelot --json
    """
    from roundtable.site.bench import NoBrowser, measure
    from roundtable.site.build import CannotBuild, build

    slug = game_of(game).slug
    with TemporaryDirectory() as made:
        try:
            if folder is None:
                folder = Path(made) / "public"
                build(folder)
            figures = measure(folder, slug, lambda line: click.echo(line, err=True))
        except (CannotBuild, NoBrowser) as error:
            raise Trouble(str(error)) from error
    if json_wanted:
        as_json(figures)
        return
    for name, figure in figures.items():
        click.echo(f"{name:24} {figure:12,}")
