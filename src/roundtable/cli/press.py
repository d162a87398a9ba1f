"""`print`: a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from roundtable.engine.grammar import count

from .common import Trouble, as_json, game_of, match_options, options_of

if TYPE_CHECKING:
    from roundtable.scene.print import Kit

ART: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")


@click.command("print")
@click.argument("game")
@click.option(
    "--out",
    "-o",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The PDF or the folder; else named by the game.",
)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["pdf", "png", "tabletop-simulator"]),
    default="pdf",
    show_default=True,
    help="A PDF, a picture of each page, or decks, tokens and boards for Tabletop Simulator.",
)
@click.option("--dpi", type=click.IntRange(30, 600), default=150, show_default=True, help="How fine pictures are.")
@click.option("--url", default="", metavar="URL", help="Where the pictures for Tabletop Simulator will be found.")
@click.option(
    "--art",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Pictures of your own, named by the ids of --list --json: dragon.png, lancelot-back.jpg.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--backs/--no-backs", default=True, show_default=True, help="Backs on the pages behind the fronts.")
@click.option("--blanks", is_flag=True, help="An empty page behind sheets without backs: print all on both sides.")
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
    kind: str,
    dpi: int,
    url: str,
    art: Path | None,
    paper: str,
    backs: bool,
    blanks: bool,
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
    from roundtable.press import CannotPrint, Settings, components, document, pictures, sheets_of, tabletop
    from roundtable.press import kit as kit_of

    try:
        found = game_of(game)
        kit = kit_of(found, found.settle(found.seats[1], options_of(pairs), preset).data())
        if listing:
            show(components(kit), [item.id for pieces in kit.pieces for item in pieces.items], json_wanted)
            return
        settings = Settings(paper, backs, blanks, flip, marks, bleed, grey, boards, only, leaflet, own_art(art, kit))
        if kind == "pdf":
            path = out or Path(f"{found.slug}.pdf")
            pdf = document(found, settings, kit)
            path.write_bytes(pdf)
            told = tell(path, found.title, sheets_of(found, settings, kit), len(pdf))
        else:
            path = folder_for(out or Path(f"{found.slug}-{kind}"))
            if kind == "png":
                files = []
                for n, png in enumerate(pictures(found, settings, kit, dpi), 1):
                    files.append(path / f"page-{n:02}.png")
                    files[-1].write_bytes(png)
            else:
                files = tabletop.export(found, settings, kit, path, url or path.resolve().as_uri(), dpi)
            told = {"file": str(path), "files": len(files)}, f"{path}: {found.title}, {count(len(files), 'file')}."
    except CannotPrint as error:
        raise Trouble(str(error)) from error
    if json_wanted:
        as_json({"game": found.slug, **told[0]})
    else:
        click.echo(told[1])


def tell(path: Path, title: str, pages: tuple[int, int], size: int) -> tuple[dict[str, object], str]:
    """What was printed, as data and in words."""
    both, one = pages
    how = "Print at 100 %."
    if both and one:
        how = f"Print at 100 %: pages 1 to {both} on both sides, from page {both + 1} on one side."
    data = {"file": str(path), "pages": both + one, "both_sides": both, "bytes": size}
    return data, f"{path}: {title}, {both + one} pages, {size // 1024} KB. {how}"


def folder_for(path: Path) -> Path:
    """A folder that is new or empty, so that nothing of somebody's is written over."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise Trouble(f"{path} is there already and not empty; name another folder with --out")
    path.mkdir(parents=True, exist_ok=True)
    return path


def own_art(folder: Path | None, kit: Kit) -> dict[str, Path]:
    """The pictures in a folder by what they show; one that nothing in the game is called is a mistake."""
    from roundtable.press.looks import file_name

    if folder is None:
        return {}
    names = {file_name(item.id) for pieces in kit.pieces for item in pieces.items} | {one.id for one in kit.pieces}
    found = {path.stem: path for path in sorted(folder.iterdir()) if path.suffix.lower() in ART}
    for stem, path in found.items():
        if stem.removesuffix("-back") not in names:
            raise Trouble(f"{path.name}: nothing in this game is called {stem!r}; --list --json tells the ids")
    if not found:
        raise Trouble(f"{folder}: there is no {', '.join(ART)} file in it")
    return found


def show(components: list[tuple[str, str, str, int]], ids: list[str], json_wanted: bool) -> None:
    if json_wanted:
        listed = [{"id": id, "group": group, "title": title, "count": n} for id, group, title, n in components]
        as_json({"components": listed, "pieces": ids})
        return
    for id, group, title, n in components:
        click.echo(f"{click.style(f'{id:12}', bold=True)} {n:4}  {title} ({group})")
