"""`arena`, `hint`, `review` and `bench bots`: how strong bots are, and what they would do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from roundtable.engine import matchfile
from roundtable.games import game as find_game
from roundtable.games import slugs

from .common import Trouble, as_json, edition_option, finder, game_of, match_options, options_of
from .files import own_game
from .study import bench, print_table
from .working import in_one_line, place_of, place_options, progress_bar, tell

if TYPE_CHECKING:
    from roundtable.lab.arena import Rating, Row, Standing


@click.command()
@click.argument("games", nargs=-1)
@click.option("--bot", "names", multiple=True, metavar="NAME", help="Two or more bots, weakest first; or module:Class.")
@click.option("--players", type=int, multiple=True, metavar="N", help="Tables of so many; the fewest, if not given.")
@click.option("--ladder", is_flag=True, help="Each bot meets only the one before it; otherwise each meets all.")
@click.option("--matches", type=click.IntRange(2), default=200, show_default=True, metavar="M", help="At most, a cell.")
@click.option(
    "--goal", type=click.FloatRange(0, 1), default=0.0, help="The share of wins in question, if not the usual one."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The first deal's seed; the next ones count up.")
@place_options
@match_options
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Results, a JSON line per match; taken up again."
)
@click.option("--json", "json_wanted", is_flag=True, help="The table as JSON.")
@click.option("--markdown", is_flag=True, help="The table for a page.")
def arena(
    games: tuple[str, ...],
    names: tuple[str, ...],
    players: tuple[int, ...],
    ladder: bool,
    matches: int,
    goal: float,
    seed: int,
    jobs: int,
    cluster: str,
    pairs: tuple[str, ...],
    preset: str,
    out: Path | None,
    json_wanted: bool,
    markdown: bool,
) -> int:
    """Let bots meet in GAMES (in all, if none is named) and tell how strong they are.

    The later bot challenges the earlier one, which sits on all other seats.  Every deal is played once with the
    challenger on each seat.  A cell ends as soon as it is 95 % certain whether the challenger wins more than its goal:
    its fair share of the matches, but two of three for a knight against squires (twice its share at larger tables), or
    --goal.  knight@200 thinks for 200 simulations instead of a time.  Matches that FILE already holds are not played
    again; without a bot the command tells what FILE holds.

    Example: roundtable arena knights-duty --bot random --bot page --bot squire --ladder --out strength.jsonl
    """
    from roundtable.lab import arena as lab

    interrupted = False
    place = place_of(jobs, cluster)
    cells: list[lab.Cell] = []
    with in_one_line():
        results = lab.results_in(out)
        standings = lab.held(results, matches) if not names else []
        if names or not standings:
            for slug in games or slugs():
                for n in tables(slug, players, len(games) == 1):
                    found = game_of(slug)
                    options = found.settle(n, options_of(pairs), preset).data()
                    cells += [lab.Cell(found, n, *pair, options, goal) for pair in lab.pairs(names, ladder)]
    with in_one_line(), progress_bar("arena", matches) as show:
        for cell in cells:
            words = f"{find_game(cell.game).title}, {cell.players}: {cell.challenger} against {cell.rival}"
            try:
                standings.append(lab.contest(cell, results, matches, seed, place, partial(progress, show, words), tell))
            except KeyboardInterrupt:
                interrupted = True
                break
    rows = [standing.data() for standing in standings]
    ratings = lab.ratings([bout for standing in standings for bout in standing.bouts()])
    if json_wanted:
        as_json({"cells": rows, "ratings": [vars(one) for one in ratings]})
    elif markdown:
        click.echo(in_markdown(rows, ratings))
    else:
        print_arena(rows, ratings)
    return 130 if interrupted else 0


def tables(slug: str, players: tuple[int, ...], strict: bool) -> list[int]:
    """How many sit at the tables of a game; among several games only as many as each can seat."""
    seats = game_of(slug).seats
    return [n for n in players or (seats[0],) if strict or seats[0] <= n <= seats[1]]


def progress(show: Callable[[int, str], None], words: str, standing: Standing) -> None:
    show(len(standing.bouts()), words)


HEADINGS = ("game", "players", "challenger", "rival", "matches", "wins", "95 % interval", "goal", "verdict", "faults")


def cell_words(row: Row) -> tuple[str, ...]:
    share = "–" if row["score"] is None else f"{100 * row['score']:.0f} %"
    return (
        row["game"],
        str(row["players"]),
        row["challenger"],
        row["rival"],
        str(row["matches"]),
        share,
        f"{100 * row['low']:.0f} to {100 * row['high']:.0f} %",
        f"{100 * row['goal']:.0f} %",
        row["verdict"],
        str(row["faults"]),
    )


RATED = ("game", "bot", "openskill mu", "sigma", "95 % interval")


def rating_words(one: Rating) -> tuple[str, ...]:
    return one.game, one.bot, f"{one.mu:.1f}", f"{one.sigma:.1f}", f"{one.low:.1f} to {one.high:.1f}"


def in_markdown(cells: list[Row], ratings: list[Rating]) -> str:
    met = [HEADINGS, ("---",) * len(HEADINGS), *map(cell_words, cells)]
    rated = [RATED, ("---",) * len(RATED), *map(rating_words, ratings)]
    return "\n\n".join("\n".join(f"| {' | '.join(row)} |" for row in rows) for rows in (met, rated))


def print_arena(cells: list[Row], ratings: list[Rating]) -> None:
    """A block for each table size of each game, narrow enough for 80 columns, then the ratings."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    plain = partial(Table, box=None, pad_edge=False, padding=(0, 2, 0, 0), title_justify="left")
    blocks: dict[str, Table] = {}
    for row in cells:
        title = f"{row['game']}, {row['players']} players"
        blocks.setdefault(title, plain(*HEADINGS[2:], title=title)).add_row(*cell_words(row)[2:])
    rated = plain(*RATED, title="ratings")
    for one in ratings:
        rated.add_row(*rating_words(one))
    for table in (*blocks.values(), rated):
        console.print(table, "")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=click.IntRange(1), metavar="N", help="Whose answer; the first who is asked, if not given.")
@click.option("--seconds", type=click.FloatRange(0.01), default=1.0, show_default=True, help="How long to think.")
@own_game
@click.option("--json", "json_wanted", is_flag=True, help="The candidates as JSON.")
def hint(file: Path, seat: int | None, seconds: float, own: str | None, json_wanted: bool) -> None:
    """What would a Champion do now in the match of FILE, and what do the other answers promise?

    Only what that seat may know is used.  Shares of the match: 50 % is an even one between two.

    Example: roundtable hint match.jsonl --seat 1 --seconds 2
    """
    from roundtable import bots

    match = matchfile.load(file, finder(own))
    if not match.asked:
        raise Trouble(f"{file}: the match is over")
    asked = match.asked[0] if seat is None else seat - 1
    if asked not in match.asked:
        raise Trouble(f"seat {asked + 1} is not asked now; {', '.join(str(q + 1) for q in match.asked)} is")
    view = match.view(asked)
    found = bots.hint(match.game, view, asked, seconds)
    if json_wanted:
        as_json([{"answer": list(one.answer), "visits": one.visits, "value": round(one.value, 4)} for one in found])
        return
    click.echo(f"{match.names[asked]}: {match.game.prompt(view, asked)}")
    for one in found[:8]:
        said = ", ".join(match.game.label(view, atom) for atom in one.answer) or "nothing"
        click.echo(f"{100 * one.value:5.0f} %  {said}  ({one.visits} times)")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Whose answers.")
@click.option("--simulations", type=click.IntRange(10), default=200, show_default=True, help="For each answer.")
@click.option(
    "--all", "everything", is_flag=True, help="Also the answers of which a Champion thinks the same, or is not sure."
)
@own_game
@click.option("--json", "json_wanted", is_flag=True, help="The review as JSON.")
def review(file: Path, seat: int, simulations: int, everything: bool, own: str | None, json_wanted: bool) -> None:
    """Go through the match of FILE: its turning points, and where another answer would have been better.

    Answers are judged by what that seat knew.  Chances are told once a match is over.

    Example: roundtable review match.jsonl --seat 2
    """
    from roundtable.table import review as reviews

    match = matchfile.load(file, finder(own))
    if seat > match.players:
        raise Trouble(f"there is no seat {seat} at this table")
    moments = reviews.moments_of(match) if match.over else []
    moves = reviews.choices_of(match, seat - 1)
    samples = max(2, simulations * reviews.SAMPLES // reviews.SIMULATIONS)
    points, judgements = list[reviews.Point](), list[reviews.Judgement]()
    with progress_bar(match.game.title, len(moments) + len(moves)) as show:
        for point in reviews.curve(match, samples=samples) if match.over else ():
            points.append(point)
            show(len(points), "chances")
        turns = reviews.turning_points(match, points)
        for turn in () if json_wanted else turns:
            click.echo(turn.words(reviews.called(match)))
        for judgement in reviews.review(match, seat - 1, simulations):
            judgements.append(judgement)
            show(len(points) + len(judgements), "answers")
            if (judgement.sure or everything) and not json_wanted:
                click.echo(judgement.line())
    if json_wanted:
        as_json(
            {
                "curve": [point.data() for point in points],
                "turns": [turn.data(reviews.called(match)) for turn in turns],
                "answers": [one.data() for one in judgements if one.sure or everything],
            }
        )
    elif not any(one.sure for one in judgements):
        click.echo("nothing to improve beyond doubt")


@bench.command("bots")
@click.argument("games", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.01), default=1.0, show_default=True, help="For each figure.")
@click.option("--peers", is_flag=True, help="Measure OpenSpiel's search too (the extra 'peers').")
@edition_option
@click.option("--json", "json_wanted", is_flag=True, help="The figures as JSON.")
def bench_bots(games: tuple[str, ...], seconds: float, peers: bool, json_wanted: bool) -> None:
    """Simulations per second of one core in all GAMES, or in those named; the longest thought as a share of its time.

    The figures are taken at ten moments of a match: with --seconds 1 the bot is a Knight, with --seconds 10 a Champion.
    The longest thought is told by the clock, which others on the machine disturb, and in processor time.

    Example: roundtable bench bots --peers --seconds 1
    """
    from rich.table import Table

    from roundtable.lab.bench_bots import bots as measure

    report = measure(games, seconds, peers)
    if json_wanted:
        as_json(report)
        return
    table = Table("", "players", "simulations/s", "longest", "processor")
    for row in report["games"]:
        shares = (f"{100 * row[name]:.0f} %" for name in ("longest", "processor"))
        table.add_row(row["game"], str(row["players"]), f"{row['simulations']:,.0f}", *shares)
    for name, figure in report["peers"].items():
        table.add_row(name, "", figure if isinstance(figure, str) else f"{figure:,.0f}")
    print_table(table, report["calibration"])
