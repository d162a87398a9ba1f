"""`replay` and `verify`: match files."""

from __future__ import annotations

from pathlib import Path

import click

from roundtable.engine import matchfile

from .common import Trouble, as_json, finder

own_game = click.option("--game", "own", metavar="GAME", help="The Python file of a game of your own.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--seat", type=int, metavar="N", help="See it from this seat (1 is the first); else all, once it is over."
)
@click.option("--text", is_flag=True, help="Print the log and leave.")
@own_game
def replay(file: Path, seat: int | None, text: bool, own: str | None) -> int:
    """See a recorded match again, forward and back.

    Example: roundtable replay match.jsonl --seat 2
    """
    reading = matchfile.reading(file, finder(own))
    match = reading.match
    if reading.broken:
        click.echo(f"{file}: shown as far as the present rules go: {reading.broken}", err=True)
    if seat is not None and not 1 <= seat <= match.players:
        raise Trouble(f"there is no seat {seat} at this table; there are 1 to {match.players}")
    viewer = seat - 1 if seat is not None else None
    if text:
        for line in match.sentences(viewer):
            click.echo(line)
        return 0
    from roundtable.tui.replay import ReplayApp

    app = ReplayApp(match, viewer)
    app.run()
    return app.return_code or 0


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "json_wanted", is_flag=True, help="The result as JSON.")
@own_game
def verify(file: Path, json_wanted: bool, own: str | None) -> None:
    """Play a recorded match again and check all it promises: seed, legal answers, ranking.

    Example: roundtable verify match.jsonl
    """
    reading = matchfile.verify(file, finder(own))
    match = reading.match
    if json_wanted:
        as_json(
            {
                "game": match.game.slug,
                "players": match.players,
                "seats": list(match.names),
                "answers": len(match.entries),
                "over": match.over,
                "ranking": match.ranking,
                "commitment": reading.commitment,
            }
        )
        return
    end = "over" if match.over else f"waiting for an answer to '{match.question}'"
    click.echo(f"{file}: {match.game.title}, {match.players} players, {len(match.entries)} answers, {end}.")
    click.echo("The seed agrees with its commitment and every answer is legal.")
    for place, group in enumerate(match.ranking, 1):
        click.echo(f"  {place}. {', '.join(match.names[seat] for seat in group)}")
