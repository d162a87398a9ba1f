"""`serve`, `bench server` and `bench crowd`: the table in the browser."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from roundtable.server.workshop import Simulator

from roundtable.games import edition, offer
from roundtable.games import game as find_game

from .common import Trouble, as_json, game_of, user_folder
from .study import bench
from .working import progress_bar


def has_a_screen() -> bool:
    """Whether a browser could open here: not over a plain ssh, not in a container."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(x) for x in ("DISPLAY", "WAYLAND_DISPLAY"))


def doors(address: str) -> tuple[str, str]:
    """Where a server is for this computer and for others; "" if others cannot come.

    >>> doors("http://127.0.0.1:8000/")
    ('http://127.0.0.1:8000/', '')
    >>> here, others = doors("http://0.0.0.0:8000/")
    >>> here, others.startswith("http://"), others.endswith(":8000/"), "0.0.0.0" in others
    ('http://127.0.0.1:8000/', True, True, False)
    """
    everywhere = next((host for host in ("//0.0.0.0:", "//[::]:") if host in address), "")
    if not everywhere:
        return address, ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only tells by which address one would leave
            own = probe.getsockname()[0]
        except OSError:
            own = socket.gethostname()
    return address.replace(everywhere, "//127.0.0.1:"), address.replace(everywhere, f"//{own}:")


USUAL: Final = 8000  # the port
SPARE: Final = 3  # processes at most that are begun unasked for a Champion: each takes some 60 MB


def spare_cores() -> int:
    """Cores of this computer that a Champion may have beside the first.

    >>> 0 <= spare_cores() <= SPARE
    True
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(SPARE, cores - 1)


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where tables are kept; else in your own data folder, or in ./data if there are some already.",
)


def free_port() -> int:
    """The usual port, or any free one (0) if something is there already."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", USUAL))
        except OSError:
            return 0
    return USUAL


own_games = click.option(
    "--game",
    "own",
    multiple=True,
    metavar="PATH",
    help="A game of your own beside the others: a Python file or folder with a GAME; repeatable.",
)


def address_of(text: str) -> tuple[str, int] | None:
    """Host and port; None if there is nothing.

    >>> address_of("127.0.0.1:9464"), address_of("[::1]:9464"), address_of("")
    (('127.0.0.1', 9464), ('::1', 9464), None)
    """
    if not text:
        return None
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise Trouble(f"--metrics {text}: give an address and a port, such as 127.0.0.1:9464")
    return host.strip("[]"), int(port)


def tables_folder() -> Path:
    """Where tables are kept if nobody says: the same place from wherever one starts."""
    here = Path("data")
    return here if (here / "roundtable.sqlite3").exists() else user_folder() / "tables"


def simulator() -> Simulator:
    """What the workshop tries editions with; `Trouble` if pictures cannot be drawn."""
    from importlib.util import find_spec

    from roundtable.lab import trial
    from roundtable.server.workshop import Simulator

    if find_spec("matplotlib") is None:
        raise Trouble("--workshop draws pictures with matplotlib: pip install 'roundtable-games[report]'")
    return Simulator(trial.play, trial.show)


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 lets other computers in.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=USUAL, show_default=True, help="0: any free one.")
@data_option
@click.option("--database", default="", metavar="URL", help="Keep tables in PostgreSQL: postgresql://...")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes for bots.")
@click.option(
    "--spare",
    type=click.IntRange(0, 64),
    default=None,
    metavar="N",
    help="More processes for a Champion's thought while nobody else thinks; one for each further core, at most 3.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=None,
    metavar="SECONDS",
    help="How long a bot waits before it answers; about a second, if not given.",
)
@click.option(
    "--rate",
    type=click.FloatRange(1),
    default=30,
    show_default=True,
    metavar="N",
    help="Frames per second that are read from one socket; other limits on rates are in proportion.",
)
@click.option(
    "--metrics",
    "figures",
    default="",
    metavar="HOST:PORT",
    help="Show metrics at an address of their own, to whoever can reach it. "
    "Or set ROUNDTABLE_METRICS_TOKEN, and /metrics is shown to whoever knows it.",
)
@own_games
@click.option(
    "--edition",
    "editions",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="An edition that people may choose at its game, a TOML file; repeatable.",
)
@click.option("--workshop", is_flag=True, help="Let people make, try and print editions of their own.")
@click.option("--open", "show", is_flag=True, help="Open a browser, if there is a screen.")
@click.option("--compress/--no-compress", default=True, help="Compress what goes over the socket.")
@click.option("--plain-sockets", "plain", is_flag=True, help="Sockets as any ASGI server has them; slower.")
@click.option(
    "--log",
    "level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="What is logged, as JSON on standard error.",
)
def serve(
    host: str,
    port: int,
    data: Path | None,
    database: str,
    workers: int,
    spare: int | None,
    pace: float | None,
    rate: float,
    figures: str,
    own: tuple[str, ...],
    editions: tuple[Path, ...],
    workshop: bool,
    show: bool,
    compress: bool,
    plain: bool,
    level: str,
) -> int:
    """Play in the browser: serve tables to people and bots.

    Ctrl-C or SIGTERM ends it; everything that was played is kept, and goes on after the next start.

    Example: roundtable serve --port 8000 --data data --open
    """
    from roundtable.press import document
    from roundtable.press.moments import animated, picture
    from roundtable.server.pictures import Painter
    from roundtable.server.run import serve as run
    from roundtable.server.settings import Settings
    from roundtable.server.store import StoreFailure
    from roundtable.site.build import build as build_site
    from roundtable.web import lacking

    if lacks := lacking():
        raise Trouble(lacks)
    for path in own:
        offer(game_of(path).origin)
    allowed = tuple(edition.read(path) for path in editions)
    for one in allowed:
        find_game(one.game, one)  # what is wrong with it is said now

    def begun(address: str) -> None:
        here, others = doors(address)
        click.echo(f"Round Table is at {here}")
        if others:
            click.echo(f"For other computers of your network it is at {others}")
        if show and has_a_screen():
            click.launch(others or here)  # whoever is invited gets a link with the address of the page

    settings = Settings(
        data=data or tables_folder(),
        database=database,
        workers=workers,
        spare=spare_cores() if spare is None else spare,
        printer=document,
        painter=Painter(picture, animated),
        offline=build_site,
        editions=allowed,
        simulator=simulator() if workshop else None,
        metrics_token=os.environ.get("ROUNDTABLE_METRICS_TOKEN", ""),
    ).at(rate)
    if pace is not None:
        settings = replace(settings, pace=(pace, pace))
    try:
        if not run(settings, host, port, begun, level, compress, plain, address_of(figures)):
            raise Trouble(f"cannot listen at {host}:{port}; is something else there? --port 0 takes any free one")
        return 0
    except StoreFailure as failure:
        raise Trouble(str(failure)) from failure


@bench.command("server")
@click.option("--game", default="knights-duty", show_default=True, metavar="GAME", help="What is played.")
@click.option(
    "--tables", "counts", type=click.IntRange(1), multiple=True, default=(50, 500, 2000), help="How many; repeatable."
)
@click.option("--seconds", type=click.FloatRange(0.5), default=10, show_default=True, help="For each figure.")
@click.option(
    "--folder", type=click.Path(path_type=Path, file_okay=False, exists=True), help="On which disk tables are kept."
)
@click.option("--plain-sockets", "plain", is_flag=True, help="Sockets as any ASGI server has them.")
@click.option("--json", "json_wanted", is_flag=True, help="The figures as JSON.")
def bench_server(
    game: str, counts: tuple[int, ...], seconds: float, folder: Path | None, plain: bool, json_wanted: bool
) -> None:
    """Answers per second of a server with tables of four clients that play at random, on this computer.

    Example: roundtable bench server --tables 50 --seconds 5
    """
    from roundtable.server.bench import measure

    with progress_bar("bench", None) as show:
        rows = measure(game_of(game), list(counts), seconds, lambda words: show(0, words), folder, plain)
    if json_wanted:
        as_json(rows)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{game}, four clients at each table", title_justify="left")
    heads = ("tables", "answers/s", "p50 ms", "p99 ms", "KiB/table", "server CPU ms/answer", "client CPU ms/answer")
    for head in heads:
        table.add_column(head, justify="right")
    for row in rows:
        table.add_row(*(f"{figure:,}" if figure is not None else "" for figure in list(row.values())[: len(heads)]))
    Console().print(table)


@bench.command("crowd")
@click.option("--seconds", type=click.FloatRange(0.01), default=60, show_default=True, help="How long.")
@click.option("--champions", type=click.IntRange(0, 500), default=60, show_default=True, help="Tables with a Champion.")
@click.option("--askers", type=click.IntRange(0, 500), default=50, show_default=True, help="People who ask for hints.")
@click.option("--squires", type=click.IntRange(1, 100), default=6, show_default=True, help="Tables with a Squire.")
@click.option("--json", "json_wanted", is_flag=True, help="The figures as JSON.")
def bench_crowd(seconds: float, champions: int, askers: int, squires: int, json_wanted: bool) -> None:
    """How long a Squire takes beside many Champions and people who ask for hints, and how fairly these share.

    Example: roundtable bench crowd --seconds 60 --champions 60 --askers 50
    """
    from roundtable.server.crowd import measure
    from roundtable.server.run import set_up_logs

    set_up_logs("error")
    figures = measure(seconds, champions, askers, squires)
    if json_wanted:
        as_json(figures)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("what", title="A crowd", title_justify="left")
    table.add_column("", justify="right")
    for name, figure in figures.items():
        table.add_row(name.replace("_", " "), str(figure))
    Console().print(table)
