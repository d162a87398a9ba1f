"""Which matches are played, and how long."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, zip_longest
from random import Random
from time import monotonic

from ..game import Game
from ..match import seats_of
from ..mistakes import in_a_line
from ..options import BadOption
from .declared import declared
from .moments import Clock
from .play import play
from .report import Report
from .trial import Trial


def settings(game: Game, players: int) -> Iterator[dict[str, object]]:
    """The default, every preset, and every sample value of every option by itself, as far as they fit this table."""
    yield {}
    for preset in game.presets.values():
        if preset:
            yield dict(preset)
    for option in game.options.listed():
        for value in option.samples():
            if value != option.default:
                try:
                    game.settle(players, {option.name: value})
                except BadOption:
                    continue
                yield {option.name: value}


def check(
    game: Game,
    players: Sequence[int] | None = None,
    matches: int = 1,
    seed: int = 0,
    options: Sequence[Mapping[str, object]] | None = None,
    progress: Callable[[str], None] | None = None,
    depth: float = 0.05,
    seconds: float | None = None,
    icons: Collection[str] = (),
    clock: Clock | None = None,
) -> Report:
    """Play random matches of every setting and check every property: `matches` of each, or for so many seconds.

    With `seconds` all settings are played in turn, again and again.  `depth` is the share of answers after which the
    costly properties are checked too; `icons` are the names of all that can be drawn, if anybody knows them, and
    `clock` tells when a live table answers, if there is one.
    """
    report = Report(game.slug)
    report.icons = frozenset(icons)
    if not declared(game, report):
        return report
    tables = _tables(game, players or seats_of(game.seats), options)
    report.settings = len(tables)
    begun = monotonic()
    for i in count() if seconds is not None else range(matches):
        for n, setting in tables if i == 0 else Random(seed + i).sample(tables, len(tables)):
            if report.enough or (seconds is not None and monotonic() - begun >= seconds):
                return report
            if progress is not None:
                progress(f"{n} players {dict(setting) or ''} match {i + 1}")
            _play(report, n, setting, partial(Trial, game, report, n, setting, seed + i, depth, clock))
            report.reached += i == 0
    return report


def _tables(
    game: Game, players: Sequence[int], options: Sequence[Mapping[str, object]] | None
) -> list[tuple[int, Mapping[str, object]]]:
    """Every setting with every number of players, so mixed that a short check has seen some of all."""
    each = [[(n, setting) for setting in (settings(game, n) if options is None else options)] for n in players]
    return [table for tables in zip_longest(*each) for table in tables if table is not None]


def _play(report: Report, players: int, setting: Mapping[str, object], begin: Callable[[], Trial]) -> None:
    try:
        trial = begin()
    except BadOption:
        raise
    except Exception as error:
        report.fault("plays", f"no match of {players} {dict(setting) or ''} can begin: {in_a_line(error)}")
    else:
        play(trial)
