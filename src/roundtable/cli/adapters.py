"""`bench adapters`: how fast the games are through the frameworks of research."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NotRequired, TypedDict

import click

from roundtable.games import slugs

from .common import as_json, edition_option, game_of
from .study import print_table
from .working import progress_bar


class Row(TypedDict):
    """A game through an adapter: random steps per second, or why there are none."""

    adapter: str
    game: str
    players: int  # 0 for a game of the framework's own
    steps: NotRequired[float]
    missing: NotRequired[str]


@click.command("adapters")
@click.argument("games", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.001), default=0.5, show_default=True, help="For each figure.")
@edition_option
@click.option("--json", "json_wanted", is_flag=True, help="The figures as JSON.")
def bench_adapters(games: tuple[str, ...], seconds: float, json_wanted: bool) -> None:
    """Random steps per second through each adapter, beside games of the frameworks' own, in all GAMES or those named.

    Needs the extras 'rl' and 'openspiel'; what is missing is said in the table.

    Example: roundtable bench adapters knights-duty --seconds 1
    """
    from roundtable.adapters.bench import ADAPTERS, NATIVE, Work
    from roundtable.lab.bench import calibration, rate

    rows: list[Row] = []

    def measure(adapter: str, name: str, players: int, work: Work | None, missing: str = "") -> None:
        row: Row = {"adapter": adapter, "game": name, "players": players}
        if work is None:
            row["missing"] = missing
        else:
            row["steps"] = rate(work, seconds)
        rows.append(row)
        show(len(rows), f"{adapter}: {name}")

    found = [game_of(name) for name in games or slugs()]
    total = sum(len(one) for one in NATIVE.values()) + len(ADAPTERS) * 2 * len(found)
    with progress_bar("bench", total) as show:
        for adapter, make in ADAPTERS.items():
            jobs: list[tuple[str, int, Callable[[], Work]]] = [
                (native, 0, start) for native, start in NATIVE.get(adapter, {}).items()
            ]
            jobs += [(game.slug, players, partial(make, game, players)) for game in found for players in game.seats]
            for name, players, start in jobs:
                try:
                    measure(adapter, name, players, start())
                except ImportError as error:
                    measure(adapter, name, players, None, f"not installed ({error.name})")
    calibrated = calibration(seconds)
    if json_wanted:
        as_json({"calibration": calibrated, "rows": rows})
    else:
        print_adapters(rows, calibrated)


def print_adapters(rows: list[Row], calibrated: float) -> None:
    from rich.table import Table

    table = Table(title="random steps per second", title_justify="left")
    for name in ("adapter", "game", "players", "steps"):
        table.add_column(name, justify="right" if name in ("players", "steps") else "left")
    for row in rows:
        steps = f"{row['steps']:,.0f}" if "steps" in row else row["missing"]
        table.add_row(row["adapter"], row["game"], str(row["players"] or ""), steps)
    print_table(table, calibrated)
