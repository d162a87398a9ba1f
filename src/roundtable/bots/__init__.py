"""Bots: whoever sits on a seat without being a person.  A bot is given a view and a choice, so it cannot peek.

>>> import roundtable as rt
>>> match = rt.game("knights-duty").match(players=2, seed=7)
>>> bot = make("random", match.game, seat=0, seed=1)
>>> bot.choose(match.view(0), match.choice(0)) in list(match.choice(0).every())
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from roundtable.engine import Answer, Choice, Game

from .greedy import GreedyBot, NoBot
from .random import RandomBot

__all__ = ["Bot", "NoBot", "make", "names"]


class Bot(Protocol):
    """Answers a question from what its seat may know."""

    def choose(self, view: Any, choice: Choice) -> Answer: ...


_MAKERS: Final[dict[str, Callable[[Game, int, int | str], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}


def names() -> tuple[str, ...]:
    return tuple(_MAKERS)


def make(name: str, game: Game, seat: int, seed: int | str) -> Bot:
    """A bot of that name for a seat; `NoBot` if there is none, or none for this game."""
    if name not in _MAKERS:
        raise NoBot(f"there is no bot {name!r}; there are: {', '.join(_MAKERS)}")
    return _MAKERS[name](game, seat, seed)
