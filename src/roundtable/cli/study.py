"""`simulate`, `check` and `bench`: the lab."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from roundtable.games import slugs

from .common import Trouble, as_json, edition_option, game_of, match_options, options_of
from .working import in_one_line, place_of, place_options, progress_bar, tell

if TYPE_CHECKING:
    from rich.table import Table

    from roundtable.engine.conformance import Report
    from roundtable.lab.bench import Report as Figures
    from roundtable.lab.simulate import Summary


@click.command()
@click.argument("game")
@click.option(
    "--players", type=int, default=0, metavar="N", help="How many sit at the table; the fewest, if not given."
)
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, metavar="M")
@click.option("--seed", type=int, default=0, show_default=True, help="The first match's seed; the next ones count up.")
@place_options
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME",
    help="A bot for each seat; the last one for all further seats. The usual one, if not given.",
)
@match_options
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Results, a JSON line per match; taken up again."
)
@click.option(
    "--record", default="", metavar="FOLDER", help="Write a match file of every match that is played, to be watched."
)
@click.option("--json", "json_wanted", is_flag=True, help="The summary as JSON.")
def simulate(
    game: str,
    players: int,
    matches: int,
    seed: int,
    jobs: int,
    cluster: str,
    bots: tuple[str, ...],
    pairs: tuple[str, ...],
    preset: str,
    out: Path | None,
    record: str,
    json_wanted: bool,
) -> int:
    """Let bots play many matches of GAME.

    Matches that FILE already holds are not played again.  Ctrl-C keeps what is finished and tells what it shows so far.

    Example: roundtable simulate knights-duty --players 4 --matches 1000 --jobs 2 --out results.jsonl
    """
    from roundtable.lab import simulate as lab

    found = game_of(game)
    players = players or found.seats[0]
    options = found.settle(players, options_of(pairs), preset).data()
    folder = str(out.parent if out is not None else Path())
    plan = lab.Plan(found, players, matches, seed, options, bots, folder, record)
    with in_one_line(), progress_bar(found.title, matches) as show:
        place = place_of(jobs, cluster)
        summary, interrupted = lab.simulate(plan, place, out, lambda now: show(now.matches + now.faults, ""), tell)
    if json_wanted:
        as_json(summary.data())
    else:
        print_summary(summary, found.title)
    for fault in summary.fault_files:
        click.echo(f"roundtable: fault: {fault}", err=True)
    return 130 if interrupted else 1 if summary.faults else 0


def print_summary(summary: Summary, title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    data = summary.data()
    table = Table()
    for name in ("seat", "bot", "wins", "share"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for seat, wins in enumerate(data["wins"]):
        share = f"{100 * wins / summary.matches:.1f} %" if summary.matches else "–"
        table.add_row(str(seat + 1), data["bots"][seat], f"{wins:.1f}", share)
    console = Console()
    console.print(f"{title}, {data['players']} players", style="bold", highlight=False)  # may be wider than the table
    console.print(table)
    length = data["length"]
    console.print(
        f"{summary.matches} matches, {summary.draws} draws, {summary.faults} faults; "
        f"{length['mean']} answers on average ({length['min']} to {length['max']}); "
        f"{data['decisions']} decisions in {data['seconds']} s",
        highlight=False,
    )


@click.command()
@click.argument("game")
@click.option("--players", type=int, multiple=True, metavar="N", help="Only tables of so many; repeatable.")
@click.option("--seconds", type=click.FloatRange(0.01), default=30, show_default=True, metavar="N", help="How long.")
@click.option("--matches", type=click.IntRange(1), metavar="M", help="So many of each setting, however long it takes.")
@click.option("--seed", type=int, default=0, show_default=True)
@edition_option
@click.option("--json", "json_wanted", is_flag=True, help="The report as JSON.")
def check(
    game: str, players: tuple[int, ...], seconds: float, matches: int | None, seed: int, json_wanted: bool
) -> int:
    """Check GAME against everything that must be true of a game.

    Plays random matches with every number of players, every preset and every option value in turn, until the time is
    up.  Exit code 1 if there are faults.

    Example: roundtable check knights-duty --players 3 --seconds 10
    """
    from roundtable.engine.conformance import check as examine
    from roundtable.table.rehearsal import moment
    from roundtable.web.assets import all_icons

    found = game_of(game)
    for n in players:
        found.settle(n)
    done = 0
    with progress_bar(found.title, None) as show:

        def progress(words: str) -> None:
            nonlocal done
            done += 1
            show(done, words)

        report = examine(
            found,
            players or None,
            matches or 1,
            seed,
            progress=progress,
            seconds=None if matches else seconds,
            icons=all_icons(),
            clock=partial(moment, bot="champion"),
        )
    if json_wanted:
        as_json(report.data())
    else:
        print_report(report)
    return 1 if report.faults else 0


def print_report(report: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("property", "what must be true")
    table.add_column("checks", justify="right")
    table.add_column("faults", justify="right")
    for name, prop in report.properties.items():
        table.add_row(name, prop.text, str(prop.checks), f"[bold red]{len(prop.faults)}[/]" if prop.faults else "0")
    console = Console()
    console.print(table)
    console.print(
        f"{report.matches} matches, {report.answers} answers; "
        f"{report.reached} of {report.settings} settings (players, presets, option values) were played",
        highlight=False,
        soft_wrap=True,
    )
    if report.reached < report.settings and not report.faults:
        console.print("Give it more time to see them all: --seconds", highlight=False)
    for i, fault in enumerate(report.faults, 1):
        console.print(f"{i}. {fault.property}: {fault.message}", markup=False, highlight=False, soft_wrap=True)
        if fault.match_text:
            path = Path(f"fault-{Path(report.game).name}-{fault.property}-{i}.jsonl")
            path.write_text(fault.match_text, encoding="utf-8")
            console.print(f"   {path}", highlight=False)


@click.group()
def bench() -> None:
    """Measure how fast things are.

    Example: roundtable bench engine knights-duty --seconds 1
    """


@bench.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.001), default=0.5, show_default=True, help="For each figure.")
@click.option("--peers", is_flag=True, help="Measure other engines too (the extra 'peers').")
@edition_option
@click.option("--json", "json_wanted", is_flag=True, help="The figures as JSON.")
def engine(games: tuple[str, ...], seconds: float, peers: bool, json_wanted: bool) -> None:
    """Random decisions, clones, views and worlds per second of all GAMES, or of those named.

    Example: roundtable bench engine --peers --json
    """
    from subprocess import CalledProcessError

    from roundtable.lab.bench import engine as measure

    rounds = sum(found.seats[1] - found.seats[0] + 1 for found in map(game_of, games or slugs()))
    with progress_bar("bench", rounds) as show:
        steps = iter(range(rounds + 100))
        try:
            report = measure(games, seconds, peers, lambda words: show(next(steps), words))
        except CalledProcessError as error:
            raise Trouble(f"bench: {(error.stderr or str(error)).strip().splitlines()[-1]}") from error
    if json_wanted:
        as_json(report)
    else:
        print_bench(report)


def print_bench(report: Figures) -> None:
    from rich.table import Table

    from roundtable.lab.bench import FIGURES

    table = Table(title="per second", title_justify="left")
    for name in ("", "players", "build", *FIGURES):
        table.add_column(name, justify="right" if name in ("players", *FIGURES) else "left")

    def add(name: str, players: str, build: str, figures: dict[str, float] | str | None) -> None:
        if isinstance(figures, str):
            table.add_row(name, players, figures)
        elif figures is not None:
            table.add_row(name, players, build, *(f"{figures[f]:,.0f}" if f in figures else "" for f in FIGURES))

    for row in report["games"]:
        for build, figures in (("pure", row["pure"]), ("compiled", row["compiled"])):
            add(row["game"], str(row["players"]), build, figures)
    for name, measured in report["peers"].items():
        add(name, "", "", measured)
    print_table(table, report["calibration"])


def print_table(table: Table, calibration: float) -> None:
    from rich.console import Console

    console = Console()
    console.print(table)
    console.print(f"calibration: {calibration:,.0f} rounds of a plain loop per second", highlight=False)


@bench.command("lab")
@click.argument("games", nargs=-1)
@click.option("--bot", "names", multiple=True, metavar="NAME", help="Random, Squire and Knight, if none is named.")
@click.option("--seconds", type=click.FloatRange(0.001), default=1.0, show_default=True, help="Of a batch.")
@click.option("--json", "json_wanted", is_flag=True, help="The figures as JSON.")
def bench_lab(games: tuple[str, ...], names: tuple[str, ...], seconds: float, json_wanted: bool) -> None:
    """Matches per second of all GAMES, or of those named: on one core, on all, and what handing batches over costs.

    Example: roundtable bench lab knights-duty --bot squire --seconds 1
    """
    from rich.table import Table

    from roundtable.lab import bench_lab as lab

    for slug in games:
        game_of(slug)
    chosen = names or lab.BOTS
    rounds = len(chosen) * len(games or slugs())
    with in_one_line(), progress_bar("bench", rounds) as show:
        steps = iter(range(rounds + 1))
        report = lab.lab(games, chosen, seconds, lambda words: show(next(steps), words))
    if json_wanted:
        as_json(report)
        return
    table = Table(title=f"matches per second, {report['build']}, {report['cores']} cores", title_justify="left")
    for name in ("", "players", "bot", "one core", "all cores", "lost to the seam"):
        table.add_column(name, justify="left" if name in ("", "bot") else "right")
    for row in report["rows"]:
        figures = (f"{row['matches']:.3g}", f"{row['together']:.3g}", f"{100 * row['seam']:.1f} %")
        table.add_row(row["game"], str(row["players"]), row["bot"], *figures)
    print_table(table, report["calibration"])
