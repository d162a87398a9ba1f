"""Matches for this keyboard: a new one as somebody wants it, or one that goes on from its file."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from roundtable import bots
from roundtable.engine import Game, Match, Refusal, matchfile
from roundtable.games import of_match
from roundtable.table.matchfiles import bot_of
from roundtable.table.puzzles import read_taught

from . import saves


@dataclass(frozen=True)
class Recorded:
    """A match, the file that has it all, and how to set up another one like it."""

    match: Match
    path: Path
    setup: Setup
    lesson: str = ""  # the text of the lesson that is taught in it


@dataclass(frozen=True)
class Setup:
    """Everything that makes a new match at this keyboard."""

    game: Game
    players: int = 0
    people: tuple[str, ...] = ()
    bot: str = ""  # the usual one, if not given
    seed: int | str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    preset: str = ""

    def start(self, folder: Path) -> Recorded:
        """A new match, with its file in that folder."""
        people = self.people or ("Player 1",)
        players = self.players or max(self.game.seats[0], len(people))
        if len(people) > players:
            raise Refusal("", f"{len(people)} people do not fit on {players} seats")
        if taken := [name for name in people if bot_of(name)]:
            raise Refusal("", f"{taken[0]!r} is a name for bots")
        bot = self.bot or bots.usual(self.game).name
        bots.make(bot, self.game, 0, 0)  # is there such a bot?
        spare = [name for name in bots.NAMES if name not in people]
        rest = (f"{spare[i % len(spare)]} ({bot})" for i in range(players - len(people)))
        seed = secrets.randbits(62) if self.seed is None else self.seed
        match = self.game.match(players, seed, self.options, self.preset, (*people, *rest))
        path = saves.new_file(folder, self.game.slug)
        match.save(path)
        return Recorded(match, path, self)

    def again(self, after: Match) -> Setup:
        """The same table for another match after this one."""
        return replace(self, seed=None, options=after.again())


def begin_lesson(game: Game, text: str, file: str, folder: Path) -> Recorded:
    """A lesson or a puzzle at this keyboard; its match is recorded like any other and can be played on."""
    lesson = read_taught(text, file, game)
    lesson.check_rules(game)
    names = [name if i == lesson.seat else f"{name} ({lesson.bot})" for i, name in enumerate(lesson.names)]
    match = lesson.begin(game, names)
    path = saves.new_file(folder, game.slug)
    match.save(path)
    return Recorded(match, path, Setup(game, match.players, (names[lesson.seat],), lesson.bot), text)


def resume(path: Path, find: matchfile.Find = of_match) -> Recorded:
    """Go on with a recorded match; seats that are not named as bots are people."""
    match = matchfile.load(path, find)
    seated = [bot for name in match.names if (bot := bot_of(name))]
    for bot in seated:
        bots.make(bot, match.game, 0, 0)  # is there such a bot?
    people = tuple(name for name in match.names if not bot_of(name))
    setup = Setup(match.game, match.players, people, seated[0] if seated else "", None, match.options.data())
    match.save(path)  # a line that was cut off is gone before anything is added
    return Recorded(match, path, setup)
