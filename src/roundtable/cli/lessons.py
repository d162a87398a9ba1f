"""`lesson check`: follow lessons to their ends, as a pupil would."""

from __future__ import annotations

from pathlib import Path

import click

from roundtable.engine import Game

from .common import Trouble, game_of


@click.group()
def lesson() -> None:
    """Lessons: data beside a game that teach it at the real table.

    Example: roundtable lesson check knights-duty
    """


@lesson.command()
@click.argument("what", nargs=-1, metavar="[GAME | FILE]...")
@click.option("--game", "own", default="", metavar="GAME", help="The game of lesson files that lie elsewhere.")
def check(what: tuple[str, ...], own: str) -> int:
    """Follow lessons on every way they can take and tell what a pupil would stumble over.

    Without arguments all lessons of all games are followed.  A file outside a game's folder needs --game.

    Example: roundtable lesson check knights-duty
    """
    from roundtable.games import slugs
    from roundtable.table.lessons import BadLesson
    from roundtable.table.pupil import follow

    bad = 0
    for game, name, text in [each for word in what or slugs() for each in _texts(word, own)]:
        try:
            found = follow(text, name, game)
        except BadLesson as error:
            click.echo(str(error), err=True)
            bad += 1
            continue
        for fault in found.faults:
            click.echo(fault, err=True)
        bad += bool(found.faults)
        if not found.faults:
            steps = f"{len(found.seen)} steps, {found.answers} answers, {found.words} words"
            click.echo(f"{game.slug} {name}: {steps}")
    return 1 if bad else 0


def _texts(word: str, own: str) -> list[tuple[Game, str, str]]:
    path = Path(word)
    if path.suffix == ".toml":
        game = game_of_file(path, own)
        return [(game, path.name, path.read_text(encoding="utf-8"))]
    game = game_of(word)
    return [(game, f"{name}.toml", text) for name, text in game.lessons().items()]


def game_of_file(path: Path, own: str = "") -> Game:
    """The game that a lesson file teaches: it lies in that game's folder, or the game is named."""
    if own:
        return game_of(own)
    slug = path.resolve().parents[1].name.replace("_", "-") if path.resolve().parent.name == "lessons" else ""
    if not slug:
        raise Trouble(f"{path}: which game does it teach? Name it, such as --game knights-duty")
    return game_of(slug)
