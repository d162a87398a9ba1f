"""`puzzles`: make them, look at them, check them, play them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from roundtable.engine import Game
from roundtable.games import slugs

from .common import Trouble, game_of, saves_folder
from .working import in_one_line, place_of, place_options, progress_bar, tell


@click.group()
def puzzles() -> None:
    """Puzzles: real positions in which one answer is clearly the best.

    Example: roundtable puzzles play knights-duty
    """


@puzzles.command()
@click.argument("game")
@click.option(
    "--count", type=click.IntRange(1), default=24, show_default=True, metavar="N", help="How many are wanted."
)
@click.option(
    "--budget",
    type=click.FloatRange(0.01),
    default=10.0,
    show_default=True,
    metavar="X",
    help="Times a Champion's thought.",
)
@click.option(
    "--lead",
    type=float,
    default=5.0,
    show_default=True,
    metavar="P",
    help="By how many points of 100 the best answer must seem ahead to a Knight.",
)
@click.option(
    "--worlds", type=click.IntRange(2), default=300, show_default=True, metavar="W", help="To compare answers in."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The first match's seed; the next ones count up.")
@place_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where they are written; puzzles-GAME.jsonl, if not given. What was found is kept beside it.",
)
def make(
    game: str, count: int, budget: float, lead: float, worlds: int, seed: int, jobs: int, cluster: str, out: Path | None
) -> int:
    """Find puzzles of GAME in matches of bots and write them to a file.

    A Knight finds them, and searches with many times a Champion's thought check them.  Ctrl-C keeps what was found; the
    same command goes on from there.

    Example: roundtable puzzles make knights-duty --count 1 --budget 0.2 --worlds 20 --out puzzles.jsonl
    """
    from roundtable.lab import puzzles as lab
    from roundtable.table.puzzles import write_puzzles

    found = game_of(game)
    if not 0 < budget <= 1000:
        raise Trouble(f"--budget {budget:g}: give a number above 0, at most 1000")
    if not 0 < lead <= 50:
        raise Trouble(f"--lead {lead:g}: give a number above 0, at most 50")
    path = out or Path(f"puzzles-{found.slug}.jsonl")
    kept = path.with_suffix(".finds.jsonl")
    with in_one_line(), progress_bar(found.title, count) as show:
        plan = lab.Plan(found, count, budget, worlds, seed, lead / 100)
        search, interrupted = lab.make(plan, place_of(jobs, cluster), kept, lambda now: show(now, ""), tell)
    ready = search.puzzles()
    if ready:
        path.write_text(write_puzzles(ready, found), encoding="utf-8")
    screened, checked = (sum(getattr(each, name) for each in search.finds) for name in ("screened", "checked"))
    click.echo(
        f"{path}: {len(ready)} puzzles, from {screened} positions of {len(search.finds)} matches, "
        f"{checked} of them looked at by a Champion"
    )
    return 130 if interrupted else 0


saves_option = click.option(
    "--saves", type=click.Path(path_type=Path), metavar="DIR", help="Where matches are recorded, and what was solved."
)


@puzzles.command("list")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@saves_option
def listed(games: tuple[str, ...], saves: Path | None) -> None:
    """The puzzles of GAME, or of all games, the easiest first.

    Example: roundtable puzzles list knights-duty
    """
    from roundtable.table.puzzles import of_the_day, read_all_puzzles
    from roundtable.tui.progress import kept

    for found in map(game_of, games or slugs()):
        ready = read_all_puzzles(found)
        today = of_the_day(ready, date.today())
        done = kept(saves_folder(saves), found.slug)
        for puzzle in ready.values():
            marks = [word for word, holds in (("solved", puzzle.id in done), ("today's", puzzle is today)) if holds]
            mark = f"  {', '.join(marks)}" if marks else ""
            click.echo(f"{found.slug}  {puzzle.id:8} {puzzle.level:6} {puzzle.players} players{mark}")


@puzzles.command()
@click.argument("game")
@click.argument("id", required=False)
@saves_option
def play(game: str, id: str | None, saves: Path | None) -> int:
    """Solve a puzzle of GAME in the terminal: the one with that ID, or that of the day.

    Any answer is taken; then you see what each is worth, and can play on from there.

    Example: roundtable puzzles play knights-duty
    """
    from roundtable.table.puzzles import of_the_day, read_all_puzzles
    from roundtable.tui import setup
    from roundtable.tui.app import RoundTable

    found = game_of(game)
    ready = read_all_puzzles(found)
    puzzle = ready.get(id) if id else of_the_day(ready, date.today())
    if puzzle is None:
        raise Trouble(f"{found.title} has no puzzle {id!r}" if ready else f"{found.title} has no puzzles")
    folder = saves_folder(saves)
    app = RoundTable(folder, setup.begin_lesson(found, puzzle.line(), puzzle.file, folder))
    app.run()
    return app.return_code or 0


@puzzles.command()
@click.argument("what", nargs=-1, metavar="[GAME | FILE]...")
@click.option("--game", "own", default="", metavar="GAME", help="The game of a file that lies elsewhere.")
def check(what: tuple[str, ...], own: str) -> int:
    """Lay out the puzzles of GAME or FILE, or of all games, and tell what is wrong with them.

    Example: roundtable puzzles check knights-duty
    """
    from roundtable.table.lessons import BadLesson
    from roundtable.table.puzzles import check_puzzle, read_puzzles

    bad = 0
    for word in what or slugs():
        found, text, name = puzzles_of(word, own)
        if not text and word == found.slug:
            click.echo(f"{found.slug}: no puzzles yet")
            continue
        try:
            ready = read_puzzles(text, name, found)
        except BadLesson as error:
            click.echo(str(error), err=True)
            bad += 1
            continue
        wrong = 0
        for puzzle in ready.values():
            try:
                check_puzzle(puzzle, found)
            except BadLesson as error:
                click.echo(str(error), err=True)
                wrong += 1
        bad += wrong
        click.echo(f"{found.slug} {name}: {len(ready)} puzzles, {wrong} faults")
    return 1 if bad else 0


def puzzles_of(word: str, own: str = "") -> tuple[Game, str, str]:
    """A game, and the text and name of a file of puzzles: its own, or another one."""
    if Path(word).suffix != ".jsonl":
        found = game_of(word)
        return found, found.puzzles(), "puzzles.jsonl"
    slug = own or Path(word).resolve().parent.name.replace("_", "-")
    try:
        return game_of(slug), Path(word).read_text(encoding="utf-8"), Path(word).name
    except Trouble as error:
        if own:
            raise
        raise Trouble(f"{word}: which game is it of? Name it, such as --game knights-duty") from error
