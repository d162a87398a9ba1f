"""Benchmark of the lab: matches per second for each game and bot, on one core and on all, and what the seam costs.

The seam's share is the time that a worker waits between two batches, of the time in which it could have played.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from time import monotonic, process_time
from typing import Final, NamedTuple, TypedDict

import roundtable
from roundtable.version import compiled

from .batches import Place, map_batches
from .bench import calibration
from .runs import loading
from .simulate import Plan, play

BOTS: Final = ("random", "squire", "knight@60")
BATCHES: Final = 6  # for each process


class Row(TypedDict):
    """A game and a bot, for `roundtable bench lab --json`."""

    game: str
    players: int
    bot: str
    matches: float  # per second of one core, in processor time
    together: float  # per second of the clock, by as many processes as there are cores
    seam: float  # share of the time lost between batches


class Report(TypedDict):
    calibration: float
    build: str
    cores: int
    rows: list[Row]


class Span(NamedTuple):
    """A batch: who played it, from when to when, and how many matches."""

    process: int
    began: float
    ended: float
    matches: int


def alone(plan: Plan, seconds: float) -> float:
    """Matches per second of processor time."""
    done, began = 0, process_time()
    while process_time() - began < seconds or not done:
        play(plan, done)
        done += 1
    return done / (process_time() - began)


def _batch(plan: Plan, seconds: float, first: int) -> Span:
    began, done = monotonic(), 0
    while monotonic() - began < seconds or not done:
        play(plan, first + done)
        done += 1
    return Span(os.getpid(), began, monotonic(), done)


def together(plan: Plan, seconds: float, jobs: int) -> tuple[float, float]:
    """Matches per second by the clock of so many processes, and the share lost to the seam."""
    firsts = range(0, 1_000_000 * BATCHES * jobs, 1_000_000)
    load = loading(plan.game, plan.bots)
    spans = list(map_batches(partial(_batch, plan, seconds), firsts, Place(max(2, jobs)), load))
    took = max(span.ended for span in spans) - min(span.began for span in spans)
    waited = played = 0.0
    for process in {span.process for span in spans}:
        own = sorted(span for span in spans if span.process == process)
        played += sum(span.ended - span.began for span in own)
        waited += sum(after.began - before.ended for before, after in pairwise(own))
    return sum(span.matches for span in spans) / took, waited / (waited + played)


def lab(
    games: Sequence[str] = (),
    names: Sequence[str] = BOTS,
    seconds: float = 1.0,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """The whole table."""
    jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    build = "compiled" if compiled() else "pure"
    report: Report = {"calibration": calibration(seconds), "build": build, "cores": jobs, "rows": []}
    for slug in games or roundtable.slugs():
        game = roundtable.game(slug)
        players = game.usual_players()
        for name in names:
            if progress is not None:
                progress(f"{game.title}, {name}")
            plan = Plan(game, players, 1, bots=(name,)).settled()
            rate, seam = together(plan, seconds, jobs)
            row: Row = {
                "game": game.slug,
                "players": players,
                "bot": name,
                "matches": alone(plan, seconds),
                "together": rate,
                "seam": seam,
            }
            report["rows"].append(row)
    return report
