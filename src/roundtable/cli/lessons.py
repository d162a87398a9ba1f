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
    if Path(word).suffix == ".toml":
        game, text, name = _of_file(Path(word), own)
        return [(game, name, text)]
    game = game_of(word)
    return [(game, f"{name}.toml", text) for name, text in game.lessons().items()]


def lesson_of(word: str, own: str = "") -> tuple[Game, str, str]:
    """A lesson by its file, as GAME/NAME, or the first one of a GAME: the game, its text and the name of its file."""
    if Path(word).suffix == ".toml":
        return _of_file(Path(word), own)
    whole = "/" not in word or Path(word).exists()
    place, name = (word, "") if whole else word.rsplit("/", 1)
    game = game_of(place)
    texts = game.lessons()
    name = name or next(iter(texts), "")
    if name not in texts:
        raise Trouble(f"{game.title} has no lesson {name!r}; it has: {', '.join(texts) or 'none'}")
    return game, texts[name], f"{name}.toml"


def _of_file(path: Path, own: str) -> tuple[Game, str, str]:
    return game_of_file(path, own), path.read_text(encoding="utf-8"), path.name


def game_of_file(path: Path, own: str = "") -> Game:
    """The game that a lesson file teaches: it lies in that game's folder, or the game is named."""
    if own:
        return game_of(own)
    slug = path.resolve().parents[1].name.replace("_", "-") if path.resolve().parent.name == "lessons" else ""
    if not slug:
        raise Trouble(f"{path}: which game does it teach? Name it, such as --game knights-duty")
    return game_of(slug)
