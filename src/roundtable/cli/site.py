"""`site`: a folder of files that plays, without a server."""

from __future__ import annotations

from pathlib import Path

import click

from .common import Trouble


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
