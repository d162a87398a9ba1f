"""`report` and `tune`: how a game plays, in pictures, and which number makes it play better."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from roundtable.games import edition
from roundtable.games import game as find_game

from .common import EDITION, Trouble, as_json, edition_option, game_of, match_options, options_of
from .working import in_one_line, place_of, place_options, progress_bar, tell

if TYPE_CHECKING:
    from roundtable.engine import Game
    from roundtable.lab.batches import Place
    from roundtable.lab.simulate import Plan


@click.command()
@click.argument("game")
@click.option("--players", type=int, multiple=True, metavar="N", help="Tables of so many; repeatable.")
@click.option("--preset", "presets", multiple=True, metavar="NAME", help="A set of options by name; repeatable.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="A bot for each seat; the usual one, if not given.")
@click.option("--matches", type=click.IntRange(1), default=400, show_default=True, metavar="M", help="For each table.")
@click.option("--seed", type=int, default=0, show_default=True, help="The first deal's seed; the next ones count up.")
@click.option(
    "--beside",
    type=click.IntRange(0),
    metavar="M",
    help="Matches for skill, luck and each option; a tenth of --matches, if not given.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="SIDE",
    help="Compare with: standard, an edition FILE.toml, NAME=VALUE, preset=NAME or bot=NAME; repeatable.",
)
@click.option("--ask", "question", default="", metavar="WORDS", help='Until decided: "seat 1 wins less than 27 %".')
@edition_option
@place_options
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="The page; GAME.html, if not given.")
@click.option("--json", "json_wanted", is_flag=True, help="The figures on standard output too.")
def report(
    game: str,
    players: tuple[int, ...],
    presets: tuple[str, ...],
    pairs: tuple[str, ...],
    bots: tuple[str, ...],
    matches: int,
    seed: int,
    beside: int | None,
    against: tuple[str, ...],
    question: str,
    jobs: int,
    cluster: str,
    out: Path | None,
    json_wanted: bool,
) -> int:
    """Let bots play GAME and write a page of pictures: who wins, how long it takes, which cards win.

    The page opens without network; its figures lie beside it as JSON, and its matches, so that a run that was cut goes
    on.  With --against both sides play the same deals; with --ask a question is answered as soon as it is decided.

    Example: roundtable report knights-duty --players 4 --matches 400 --out duty.html
    """
    from roundtable.lab import report as lab
    from roundtable.lab.simulate import Plan

    found = game_of(game)
    given = options_of(pairs)
    page = out or Path(f"{found.slug}.html")
    if page.suffix != ".html":
        raise Trouble(f"--out {page}: the page is an .html file")
    settings = lab.tables(found, players, presets, given, Plan(found, 0, matches, seed, {}, bots, str(page.parent)))
    place = place_of(jobs, cluster)
    how = " ".join(["roundtable", *sys.argv[1:]])
    if against or question:
        if len(settings) > 1:
            raise Trouble("a comparison is for one table: name one number of players and one preset")
        there = other_side(found, settings[0].plan, against) if against else None
        with in_one_line():
            return versus(settings[0].plan, there, against, question, page, place, how, json_wanted)
    extent = lab.Extent.of(matches // 10 if beside is None else beside)
    with in_one_line(), progress_bar(found.title, matches) as show:
        told = lab.report(settings, extent, page, how, place, show, tell)
    if json_wanted:
        as_json([one.data() for one in told])
    else:
        click.echo(f"{page}")
    return 1 if any(one.faults for one in told) else 0


def other_side(game: Game, here: Plan, against: tuple[str, ...]) -> Plan:
    """The plan of the other side: the same with what `--against` changes."""
    options: dict[str, object] = dict(here.options)
    names: list[str] = []
    other = game
    for word in against:
        name, equals, value = word.partition("=")
        if word == "standard":
            other, options = find_game(game.origin), {}
        elif word.endswith(".toml"):
            other = find_game(game.origin, edition.read(Path(word)))
        elif name == "bot" and equals:
            names.append(value)
        elif name == "preset" and equals:
            options = dict(game.settle(here.players, {}, value).data())
        elif equals:
            options[name] = value
        else:
            raise Trouble(f"--against {word}: write standard, FILE.toml, NAME=VALUE, preset=NAME or bot=NAME")
    return replace(here, game=other, options=options, bots=tuple(names) or here.bots).settled()


def versus(
    here: Plan,
    there: Plan | None,
    against: tuple[str, ...],
    question: str,
    page: Path,
    place: Place,
    how: str,
    json_wanted: bool,
) -> int:
    """A comparison, or a question, and its page."""
    from roundtable.lab import compare as lab
    from roundtable.lab.page import Part
    from roundtable.lab.page import page as written
    from roundtable.lab.plates import Plate, compared
    from roundtable.lab.report import write

    ask = lab.Ask.read(question, here.players, there is not None) if question else None
    game = find_game(here.game)
    rows = page.with_suffix(".pairs.jsonl")
    with progress_bar(game.title, here.matches) as show:
        found = lab.compare(here, there, ask, rows, place, lambda done: show(done, ""), tell)
    changed = click.get_current_context().meta.get(EDITION)
    sides = (changed.title if changed is not None else "Here", " ".join(against) or "nothing")
    plates = []
    figures: dict[str, object] = {"game": game.slug, "matches": found.count, "faults": found.faults}
    if ask is not None:
        said = ask.answer(found.scores, here.matches)
        click.echo(said)
        plates.append(Plate("The question", said))
        figures |= {"question": question, "verdict": found.verdict or "open"}
    if there is not None:
        differences = found.differences()
        plates.append(compared(differences, found.count, sides))
        figures |= {"sides": sides, "differences": [asdict(one) for one in differences]}
        if ask is None:
            click.echo(plates[-1].sentence)
    words = f"{game.tagline} {found.count:,} deals between bots; people play otherwise."
    write(
        page, written(f"{game.title}: a comparison", words, [Part(" against ".join(sides), "", plates)], how), figures
    )
    if json_wanted:
        as_json(figures)
    return 1 if found.faults else 0


@click.command()
@click.argument("game")
@click.option("--vary", "varied", multiple=True, required=True, metavar="NAME=A..B", help="A number; repeatable.")
@click.option("--for", "wanted", required=True, metavar="GOAL", help='"seats even", "shorter", "45 minutes", ...')
@click.option("--trials", type=click.IntRange(2), default=20, show_default=True, metavar="T")
@click.option("--matches", type=click.IntRange(2), default=200, show_default=True, metavar="M", help="For each trial.")
@click.option("--players", type=int, default=0, metavar="N", help="The usual number, if not given.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="A bot for each seat; the usual one, if not given.")
@match_options
@place_options
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write the best edition.")
@click.option("--json", "json_wanted", is_flag=True, help="What was tried, as JSON.")
def tune(
    game: str,
    varied: tuple[str, ...],
    wanted: str,
    trials: int,
    matches: int,
    players: int,
    seed: int,
    bots: tuple[str, ...],
    pairs: tuple[str, ...],
    preset: str,
    jobs: int,
    cluster: str,
    out: Path | None,
    json_wanted: bool,
) -> None:
    """Search a number or two of GAME for what makes it play as you want.

    NAME is an option, or a row and a field of an edition, such as dragon.bp.  Every trial plays the same deals; the
    best one plays again on fresh deals, beside what you began with.

    Example: roundtable tune quests-of-the-round-table --vary dragon.bp=30..80 --for "seats even" --matches 50
    """
    from rich.console import Console
    from rich.table import Table

    from roundtable.lab import tune as lab
    from roundtable.lab.simulate import Plan

    found = game_of(game)
    n = players or found.usual_players()
    with in_one_line():
        numbers = [lab.Vary.read(words, found) for words in varied]
        goal = lab.Goal.read(wanted)
        options = found.settle(n, options_of(pairs), preset).data()
        plan = Plan(found, n, matches, seed, options, bots).settled()
        with progress_bar(found.title, trials) as show:
            tuned = lab.tune(plan, numbers, goal, trials, place_of(jobs, cluster), show, tell, out)
    if out is not None and tuned.edition:
        out.write_text(tuned.edition, encoding="utf-8")
    if json_wanted:
        as_json(asdict(tuned))
        return
    table = Table()
    for heading in (*tuned.best, f"away from “{tuned.goal}”"):
        table.add_column(heading, justify="right")
    for trial in sorted(tuned.trials, key=lambda one: one.loss):
        table.add_row(*map(str, trial.values.values()), trial.fault or f"{trial.loss:.4g}")
    console = Console()
    console.print(table)
    best = ", ".join(f"{name}={value}" for name, value in tuned.best.items())
    console.print(f"best: {best}; on fresh deals {tuned.after:.4g}, before {tuned.before:.4g}", highlight=False)
