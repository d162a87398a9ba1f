"""Bots: whoever sits on a seat without being a person.  A bot is given a view and a choice, so it cannot peek.

>>> import roundtable as rt
>>> match = rt.game("knights-duty").match(players=2, seed=7)
>>> bot = make("page", match.game, seat=0, seed=1)
>>> bot.choose(match.view(0), match.choice(0)) in list(match.choice(0).every())
True
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import inf
from time import perf_counter
from typing import Final, Protocol

from roundtable.engine import Answer, Choice, Game, State

from .greedy import GreedyBot, NoBot, PageBot
from .guard import Guarded
from .ismcts import Candidate, Clock, SearchBot
from .random import RandomBot

__all__ = [
    "Bot",
    "Candidate",
    "Guarded",
    "NAMES",
    "NoBot",
    "RandomBot",
    "STRENGTHS",
    "SearchBot",
    "Strength",
    "hint",
    "make",
    "names",
    "strength",
    "strengths",
    "usual",
]


class Bot(Protocol):
    """Answers a question from what its seat may know."""

    def choose(self, view: State, choice: Choice) -> Answer: ...


@dataclass(frozen=True)
class Strength:
    """A bot under the name of its rank; whoever offers bots to people lists these."""

    name: str
    title: str
    text: str
    seconds: float = 0.0  # thought for a decision; 0: next to nothing
    default: bool = False


STRENGTHS: Final = (
    Strength("page", "Page", "Sensible most of the time and careless now and then; good company for a first match."),
    Strength("squire", "Squire", "Plays what looks best now, as a sensible beginner does.", default=True),
    Strength("knight", "Knight", "Thinks a tenth of a second about what may come of every answer.", 0.1),
    Strength("champion", "Champion", "Thinks a second about every answer; as strong as we can make it.", 1.0),
)

# Given names, so that four Squires at a table are not all called Squire.
NAMES: Final = ("Bedivere", "Elaine", "Gareth", "Lynette", "Pelleas", "Nimue", "Tor", "Ragnelle", "Lamorak", "Enid")

_PLAIN: Final[dict[str, Callable[[Game, int, int | str], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "page": PageBot,
    "squire": GreedyBot,
}
_SECONDS: Final = {strength.name: strength.seconds for strength in STRENGTHS if strength.seconds}


def names() -> tuple[str, ...]:
    return (*_PLAIN, *_SECONDS)


def make(name: str, game: Game, seat: int, seed: int | str, clock: Clock = perf_counter, most: float = inf) -> Bot:
    """A bot of that name for a seat, or somebody's own as `module:Class`; `NoBot` if there is none for this game.

    Bots that think for a time measure it by the `clock`: processor time if others should not disturb them.  With
    `knight@200` it is 200 simulations instead, on any machine the same.  `most` is how many seconds there are, be it
    for a time or for simulations.
    """
    rank, at, count = name.partition("@")
    if name in _PLAIN:
        return _PLAIN[name](game, seat, seed)
    if rank in _SECONDS and (not at or (count.isdecimal() and int(count))):
        seconds = min(most, _SECONDS[rank]) if not at else most if most < inf else 0.0
        return SearchBot(game, seat, seed, seconds, int(count or 0), clock=clock, champion=rank == "champion")
    if ":" in name:
        return _own(name)(game, seat, seed)
    raise NoBot(f"there is no bot {name!r}; there are: {', '.join(names())}, or your own as module:Class")


def _own(name: str) -> Callable[[Game, int, int | str], Bot]:
    module, _, cls = name.partition(":")
    try:
        found: Callable[[Game, int, int | str], Bot] = getattr(importlib.import_module(module), cls)
    except (ImportError, AttributeError, ValueError) as error:
        raise NoBot(f"there is no bot {name!r}: {error}") from error
    return found


@cache
def strengths(game: Game) -> tuple[Strength, ...]:
    """Who can play this game, weakest first."""
    able = []
    for known in STRENGTHS:
        try:
            make(known.name, game, 0, 0)
        except NoBot:
            continue
        able.append(known)
    return tuple(able)


def usual(game: Game) -> Strength:
    """Whom we seat if nobody says otherwise."""
    able = strengths(game)
    return next((known for known in able if known.default), able[-1])


def strength(game: Game, name: str) -> Strength | None:
    return next((known for known in strengths(game) if known.name == name), None)


def hint(
    game: Game, view: State, seat: int, seconds: float = 1.0, iterations: int = 0, seed: int | str = 0
) -> list[Candidate]:
    """What a Champion would answer, and why: the answers it thought about and what each promises, best first.

    >>> import roundtable as rt
    >>> match = rt.game("knights-duty").match(players=2, seed=7)
    >>> best = hint(match.game, match.view(0), 0, seconds=0, iterations=20)[0]
    >>> match.choice(0).accepts(best.answer), 0 <= best.value <= 1
    (True, True)
    """
    forced = game.choice(view, seat).forced()
    if forced is not None:
        return [Candidate(forced, 0, 0.5)]
    return SearchBot(game, seat, seed, seconds, iterations, champion=True).candidates(view)
