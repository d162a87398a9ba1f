"""`print`: a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import Trouble, as_json, game_of, match_options, options_of

if TYPE_CHECKING:
    from roundtable.engine import Game
    from roundtable.scene.print import Kit


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
@click.option("--data", type=click.Path(path_type=Path), metavar="FILE", help="Changed cards or figures, a TOML file.")
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
    data: Path | None,
    pairs: tuple[str, ...],
    preset: str,
    listing: bool,
    json_wanted: bool,
) -> None:
    """Make a PDF of GAME to print, cut out and play with.

    Everything is in it: cards, tokens, boards, player aids and a leaflet.  Options of the game count as in a match, so
    what is printed is what is played.

    Example: roundtable print knights-duty --paper letter --only cards --out cards.pdf
    """
    from roundtable.press import CannotPrint, Settings, components, document, sheets_of

    try:
        found, kit = edition_of(game, options_of(pairs), preset, data)
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


def edition_of(name: str, options: dict[str, str], preset: str, data: Path | None) -> tuple[Game, Kit]:
    """The game and its kit, changed by `data`: an edition, or the data table of a game that has one."""
    from roundtable.engine import BadOption
    from roundtable.games import edition
    from roundtable.press import kit
    from roundtable.press.editing import revised

    changes = None
    if data is not None and edition.is_one(data):
        changes = edition.use(data)  # before the game is loaded
    elif data is not None:
        options = {"data_set": str(data), **options}
    found = game_of(name)
    if changes is not None and changes.game != found.slug:
        raise changes.wrong(f"{changes.game!r} is not {found.slug!r}", "game")
    try:
        made = kit(found, found.settle(found.seats[1], options, preset))
    except BadOption as error:
        raise Trouble(placed(str(error), data)) from error
    return found, revised(made, changes) if changes is not None else made


def placed(message: str, data: Path | None) -> str:
    """A complaint about a data table, with the line of the field that it names."""
    from roundtable.games.edition import line_of

    if data is None:
        return message
    if "unknown option 'data_set'" in message:
        return f"{data.name}, line 1: game: missing: the slug of the game"
    field, colon, rest = message.partition(f"{data}: ")[2].partition(": ")
    if not colon:
        return message
    line = line_of(data.read_text(encoding="utf-8", errors="replace"), field.split("."))
    return f"{data.name}, line {line}: {field}: {rest}"


def show(components: list[tuple[str, str, str, int]], json_wanted: bool) -> None:
    if json_wanted:
        as_json([{"id": id, "group": group, "title": title, "count": n} for id, group, title, n in components])
        return
    for id, group, title, n in components:
        click.echo(f"{click.style(f'{id:12}', bold=True)} {n:4}  {title} ({group})")
