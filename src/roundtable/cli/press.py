"""`print`: a game on paper."""

from __future__ import annotations

from pathlib import Path

import click

from .common import Trouble, as_json, game_of, match_options, options_of


@click.command("print")
@click.argument("game")
@click.option("--out", "-o", type=click.Path(path_type=Path), metavar="FILE", help="The PDF; GAME.pdf if not given.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--backs/--no-backs", default=True, show_default=True, help="Backs on the pages behind the fronts.")
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge about which your printer turns the sheet.",
)
@click.option("--marks/--no-marks", default=True, show_default=True, help="Cut marks, and overlap marks on boards.")
@click.option(
    "--bleed", type=click.FloatRange(0, 5), default=0, show_default=True, metavar="MM", help="Colour beyond the cut."
)
@click.option("--grey", is_flag=True, help="Save ink: black, grey lines, no filled areas.")
@click.option(
    "--boards",
    type=click.Choice(["tiled", "fit", "whole"]),
    default="tiled",
    show_default=True,
    help="Boards over several sheets, made to fit one sheet, or whole on a page of their size.",
)
@click.option("--only", multiple=True, metavar="WHAT", help="Only this component or group; repeatable, see --list.")
@click.option("--leaflet/--no-leaflet", default=True, show_default=True, help="Two pages of rules.")
@match_options
@click.option("--list", "listing", is_flag=True, help="Tell what there is to print, and leave.")
@click.option("--json", "json_wanted", is_flag=True, help="What was printed, or the list, as JSON.")
def press(
    game: str,
    out: Path | None,
    paper: str,
    backs: bool,
    flip: str,
    marks: bool,
    bleed: float,
    grey: bool,
    boards: str,
    only: tuple[str, ...],
    leaflet: bool,
    pairs: tuple[str, ...],
    preset: str,
    listing: bool,
    json_wanted: bool,
) -> None:
    """Make a PDF of GAME to print, cut out and play with.

    Everything is in it: cards, tokens, boards, player aids and a leaflet.  Options and editions of the game count as
    in a match, so what is printed is what is played.

    Example: roundtable print knights-duty --paper letter --only cards --out cards.pdf
    """
    from roundtable.press import CannotPrint, Settings, components, document, sheets_of
    from roundtable.press import kit as kit_of

    try:
        found = game_of(game)
        kit = kit_of(found, found.settle(found.seats[1], options_of(pairs), preset).data())
        settings = Settings(paper, backs, flip, marks, bleed, grey, boards, only, leaflet)
        if listing:
            show(components(kit), json_wanted)
            return
        pdf = document(found, settings, kit)
        pages = sheets_of(found, settings, kit)
    except CannotPrint as error:
        raise Trouble(str(error)) from error
    path = out or Path(f"{found.slug}.pdf")
    path.write_bytes(pdf)
    if json_wanted:
        as_json({"game": found.slug, "file": str(path), "pages": pages, "bytes": len(pdf)})
    else:
        click.echo(f"{path}: {found.title}, {pages} pages, {len(pdf) // 1024} KB. Print at 100 %.")


def show(components: list[tuple[str, str, str, int]], json_wanted: bool) -> None:
    if json_wanted:
        as_json([{"id": id, "group": group, "title": title, "count": n} for id, group, title, n in components])
        return
    for id, group, title, n in components:
        click.echo(f"{click.style(f'{id:12}', bold=True)} {n:4}  {title} ({group})")
