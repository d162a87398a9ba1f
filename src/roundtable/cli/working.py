"""What the commands of the lab share: where the work is done, how far it has come, and what went wrong in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

import click

from .common import Trouble

if TYPE_CHECKING:
    from roundtable.lab.batches import Place

F = TypeVar("F", bound=Callable[..., object])

LINES: Final = 60.0  # seconds between two lines where standard error is no terminal


def place_options(command: F) -> F:
    """The options of a command that may work in many places."""
    for option in (
        click.option(
            "--on",
            "cluster",
            default="",
            metavar="ray|ray://HOST:PORT",
            help="Work on a Ray cluster (the extra 'ray'), not on this machine alone.",
        ),
        click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="J", help="Processes."),
    ):
        command = option(command)
    return command


def place_of(jobs: int, cluster: str) -> Place:
    from roundtable.lab.batches import Place

    if cluster not in ("", "ray") and not cluster.startswith("ray://"):
        raise Trouble(f"--on {cluster}: write ray, or the address as ray://HOST:PORT")
    return Place(jobs, cluster)


@contextmanager
def in_one_line() -> Iterator[None]:
    """What can go wrong in the lab, as `Trouble`."""
    from roundtable.bots.workers import WorkerLost
    from roundtable.lab import LabError

    try:
        yield
    except (LabError, WorkerLost) as error:
        raise Trouble(str(error)) from error


def tell(words: str) -> None:
    """What went wrong and was mended, for whoever watches."""
    click.echo(f"roundtable: {words}", err=True)


@contextmanager
def progress_bar(words: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
    """How much is done, how fast, and how long it will take, on standard error: a bar, or now and then a line."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    began = said = monotonic()
    first: int | None = None
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words, total=total, pace="")

        def show(done: int, now: str) -> None:
            nonlocal first, said
            first = done if first is None else min(first, done)  # what an earlier run has done was not done now
            told = pace(done - first, monotonic() - began, None if total is None else total - done)
            bar.update(task, completed=done, description=now or words, pace=told)
            if not console.is_terminal and monotonic() - said > LINES:
                said = monotonic()
                click.echo(f"{now or words}: {done} of {total or '?'}, {told}", err=True)

        yield show


def pace(done: int, seconds: float, left: int | None) -> str:
    """A rate and the time left in words.

    >>> pace(300, 10.0, 4500)
    '30/s, 2 min 30 s left'
    """
    if done <= 0 or seconds < 0.5:
        return ""
    rate = done / seconds
    said = f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
    if left is None:
        return said
    wait = round(left / rate)
    hours, minutes = wait // 3600, wait // 60 % 60
    parts = [f"{hours} h"] * (hours > 0) + [f"{minutes} min"] * (minutes > 0) + [f"{wait % 60} s"] * (not hours)
    return f"{said}, {' '.join(parts)} left"
