"""`play`: the terminal table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import Trouble, finder, game_of, match_options, options_of, saves_folder, user_folder
from .lessons import lesson_of

if TYPE_CHECKING:
    from roundtable.tui.host import Host


@click.command()
@click.argument("game", required=False)
@click.option(
    "--players", type=int, default=0, metavar="N", help="How many sit at the table; bots take the free seats."
)
@click.option("--people", multiple=True, metavar="NAME", help="A person at this keyboard; repeatable.")
@click.option(
    "--bot",
    default="",
    show_default="squire, where the game has one",
    metavar="NAME",
    help="Who sits on the free seats, from `random` and `page` to `champion`, or your own as module:Class.",
)
@click.option("--seed", default=None, metavar="SEED", help="The seed of all chance; secret and new if not given.")
@match_options
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a recorded match.")
@click.option(
    "--lesson",
    "taught",
    default="",
    metavar="LESSON",
    help="Learn: a GAME, GAME/LESSON, or a lesson file of your own (with GAME if it lies elsewhere).",
)
@click.option("--plain", is_flag=True, help="Plain lines, for screen readers, slow lines and pipes.")
@click.option("--saves", type=click.Path(path_type=Path), metavar="DIR", help="Where matches are recorded.")
@click.option(
    "--pace", type=click.FloatRange(0, 60), default=0.6, show_default=True, help="Seconds before a bot answers."
)
def play(
    game: str | None,
    players: int,
    people: tuple[str, ...],
    bot: str,
    seed: str | None,
    pairs: tuple[str, ...],
    preset: str,
    resume: Path | None,
    taught: str,
    plain: bool,
    saves: Path | None,
    pace: float,
) -> int:
    """Play in the terminal; without GAME, choose in a menu.

    GAME is a name from `roundtable games`, a Python file of your own with a GAME, or the link of a table on a server.
    Every answer is recorded at once, so a match can be left at any time and resumed.

    Example: roundtable play knights-duty --players 4 --people Anna --people Ben
    """
    from roundtable.tui import joining
    from roundtable.tui import setup as setups
    from roundtable.tui.app import RoundTable
    from roundtable.tui.host import TableHost

    folder = saves_folder(saves)
    first: setups.Recorded | None = None
    if game is not None and joining.is_link(game):
        return join(game, people[0] if people else "", plain, folder)
    if resume is not None:
        first = setups.resume(resume, finder(game))
    elif taught:
        first = setups.begin_lesson(*lesson_of(taught, game or ""), folder)
    elif game is not None:
        number = int(seed) if seed is not None and seed.lstrip("-").isdigit() else seed
        setup = setups.Setup(game_of(game), players, people, bot, number, options_of(pairs), preset)
        first = setup.start(folder)
    if plain:
        if first is None:
            raise Trouble("which game?  roundtable play GAME --plain; `roundtable games` lists them")
        return in_lines(TableHost(first, pace))
    app = RoundTable(folder, first, pace)
    app.run()
    return app.return_code or 0


def join(link: str, name: str, plain: bool, folder: Path) -> int:
    """Sit down at a table of a server."""
    from roundtable.tui.app import RoundTable
    from roundtable.tui.joining import CannotJoin, RemoteHost

    try:
        host = RemoteHost(link, user_folder() / "servers.json", name)
        try:
            for line in host.enter():
                click.echo(line)
            if plain:
                return in_lines(host)
            app = RoundTable(folder, host)
            app.run()
            return app.return_code or 0
        finally:
            host.close()
    except CannotJoin as error:
        raise Trouble(str(error)) from error


def in_lines(host: Host) -> int:
    """Play in plain lines, from standard input to standard output."""
    from roundtable.tui.plain import PlainTable

    if len(host.people) > 1:
        raise Trouble("plain lines are for one person at the keyboard: what was written cannot be hidden from the next")
    return PlainTable(host, line_of, click.echo).play()


def line_of() -> str | None:
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
