"""`soak`: servers under load, faults and bad neighbours, with every promise checked."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from .common import Trouble, as_json
from .working import progress_bar


@click.command()
@click.option("--seconds", type=click.FloatRange(5), default=60, show_default=True, help="How long.")
@click.option("--tables", type=click.IntRange(1, 500), default=10, show_default=True, help="Tables at the same time.")
@click.option(
    "--processes", type=click.IntRange(1, 8), default=1, show_default=True, help="Servers; more need PostgreSQL."
)
@click.option("--database", default="", metavar="URL", help="An empty PostgreSQL database: postgresql://...")
@click.option("--seed", type=int, default=1, show_default=True, help="For what people and faults do.")
@click.option("--pause", type=click.FloatRange(0), default=0.3, show_default=True, help="Seconds before an answer.")
@click.option("--calm", type=click.FloatRange(0), default=2, show_default=True, help="Seconds between two faults.")
@click.option("--faults/--no-faults", default=True, help="Kill servers and disturb the way to the database.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where tables, logs and the report are kept; else they are kept only if a promise was broken.",
)
@click.option("--json", "json_wanted", is_flag=True, help="The report as JSON.")
def soak(
    seconds: float,
    tables: int,
    processes: int,
    database: str,
    seed: int,
    pause: float,
    calm: float,
    faults: bool,
    out: Path | None,
    json_wanted: bool,
) -> int:
    """Play mixed tables on servers of this computer, do them harm, and check every promise.

    People, bots and spectators play, reload, take back, talk and misbehave.  Servers are killed, and the way to the
    database is disturbed.  Then all that was kept is looked through: nothing lost, nothing doubled, nobody shown what
    they may not see.  Exit code 1 if a promise was broken.

    Example: roundtable soak --seconds 60 --tables 10
    """
    import shutil
    import tempfile

    from roundtable.server.soak.soak import Plan
    from roundtable.server.soak.soak import soak as run

    if processes > 1 and not database:
        raise Trouble("several servers share a PostgreSQL database; give one with --database")
    folder = out or Path(tempfile.mkdtemp(prefix="roundtable-soak-"))
    plan = Plan(folder, seconds, tables, processes, database, seed, faults, pause, calm=calm)
    with progress_bar("soak", None) as show:
        report = run(plan, lambda words: show(0, words))
    broken = report["broken_promises"]
    if json_wanted:
        as_json(report)
    else:
        print_report(report)
    if broken:
        click.echo(f"Tables, logs and what everybody sent: {folder}", err=True)
    elif out is None:
        shutil.rmtree(folder)
    return 1 if broken else 0


def print_report(report: dict[str, object]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("what", title="Soak", title_justify="left")
    table.add_column("", justify="right")
    for name, value in report.items():
        if name == "broken_promises":
            continue
        words = ", ".join(f"{kind} {n}" for kind, n in value.items()) if isinstance(value, dict) else str(value)
        table.add_row(name.replace("_", " "), words)
    broken = cast("list[dict[str, str]]", report["broken_promises"])
    table.add_row("broken promises", str(len(broken)))
    console = Console()
    console.print(table)
    for one in broken[:20]:
        console.print(f"{one['promise']}: {one['table']}: {one['what']}", markup=False, highlight=False)
