"""Which matches are played, and how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..game import Game
from ..match import seats_of
from ..options import BadOption
from .declared import declared
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
) -> Report:
    """Play `matches` random matches of each setting and check every property.

    `depth` is the share of answers after which the costly properties are checked too.
    """
    report = Report(game.slug)
    if not declared(game, report):
        return report
    for n in players or seats_of(game.seats):
        for setting in list(options) if options is not None else list(settings(game, n)):
            for i in range(matches):
                if progress is not None:
                    progress(f"{n} players {dict(setting) or ''} match {i + 1}")
                play(Trial(game, report, n, setting, seed + i, depth))
                if report.enough:
                    return report
    return report
