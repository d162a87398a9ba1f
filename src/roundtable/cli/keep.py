"""`backup`, `restore` and `upgrade`: what becomes of the tables that a server keeps."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from roundtable.games import offer

from .common import Trouble, as_json, game_of
from .serve import data_option, own_games, tables_folder

FILE = "roundtable.sqlite3"

database_option = click.option("--database", default="", metavar="URL", help="Tables in PostgreSQL: postgresql://...")


def kept_in(data: Path | None) -> Path:
    path = (data or tables_folder()) / FILE
    if not path.exists():
        raise Trouble(f"{path}: there are no tables here")
    return path


@click.command()
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@data_option
@database_option
def backup(target: Path, data: Path | None, database: str) -> None:
    """Copy all tables to the file TARGET while the server goes on.

    The copy is of one moment, and is put in place only when it was found to be whole.  Only you can read it: it holds
    the secrets of running matches.  It is an SQLite file, also if the tables are in PostgreSQL; roundtable restore puts
    it back into either.

    Example: roundtable backup tables-monday.sqlite3 --data data
    """
    import asyncio
    import sqlite3

    from roundtable.server.store import StoreFailure
    from roundtable.server.store.backup import copy, dump

    try:
        contents = asyncio.run(dump(database, target)) if database else copy(kept_in(data), target)
    except StoreFailure as failure:
        raise Trouble(str(failure)) from failure
    except sqlite3.Error as error:
        raise Trouble(f"{target}: {error}") from error
    click.echo(f"{target}: {target.stat().st_size:,} bytes: {contents}")


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@data_option
@database_option
@click.option("--check", is_flag=True, help="Only check the backup; change nothing.")
@click.option("--replace", is_flag=True, help="Put tables that are there already aside, under another name.")
def restore(source: Path, data: Path | None, database: str, check: bool, replace: bool) -> None:
    """Check the backup SOURCE and put it back: into a folder, or into an empty PostgreSQL database.

    Stop the server first.  A backup of an earlier version is brought up to date; one of a later version is refused.
    Everything in it is read before anything is changed.

    Example: roundtable restore tables-monday.sqlite3 --data data
    """
    import asyncio
    from tempfile import TemporaryDirectory

    from roundtable.server.run import alone
    from roundtable.server.settings import Settings
    from roundtable.server.store import StoreFailure
    from roundtable.server.store.backup import load, present_copy, restore_file

    folder = data or tables_folder()
    aside = None
    try:
        if check:
            with TemporaryDirectory() as place, present_copy(source, Path(place) / FILE) as (_, contents):
                pass
        elif database:
            contents = asyncio.run(load(source, database))
        else:
            with alone(Settings(data=folder)):
                contents, aside = restore_file(source, folder / FILE, replace)
    except StoreFailure as failure:
        raise Trouble(str(failure)) from failure
    click.echo(f"{source}: {'whole' if check else 'restored'}: {contents}")
    if aside is not None:
        click.echo(f"What was there before is now {aside}")


@click.command()
@click.option("--check", is_flag=True, help="Only tell; change nothing.")
@data_option
@database_option
@own_games
@click.option("--json", "json_wanted", is_flag=True, help="What was found, as JSON.")
def upgrade(check: bool, data: Path | None, database: str, own: tuple[str, ...], json_wanted: bool) -> int:
    """Which matches in play do the present rules play on?  Those that they cannot are closed and stay readable.

    Run it with the new version of the program, with --check before the server is upgraded; it changes nothing then.
    The exit code is 1 if a match would be closed.

    Example: roundtable upgrade --check --data data
    """
    import asyncio

    from roundtable.server.run import store_of
    from roundtable.server.settings import Settings
    from roundtable.server.store import StoreFailure
    from roundtable.server.upgrade import Verdict, examine

    for path in own:
        offer(game_of(path).origin)
    folder = data or tables_folder() if database else kept_in(data).parent
    store = store_of(Settings(data=folder, database=database))

    async def look() -> list[Verdict]:
        await store.open(migrate=not check)
        try:
            return await examine(store, close=not check)
        finally:
            await store.close()

    try:
        found = asyncio.run(look())
    except StoreFailure as failure:
        raise Trouble(str(failure)) from failure
    closed = [one for one in found if one.closed]
    if json_wanted:
        as_json([asdict(one) for one in found])
    else:
        for one in closed:
            click.echo(f"{one.table}: {one.game}: {one.closed}")
        what = "would be closed" if check else "closed"
        click.echo(f"Matches in play: {len(found)}; {what}: {len(closed)}.")
    return 1 if check and closed else 0
