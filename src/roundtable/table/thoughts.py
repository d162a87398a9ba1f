"""Thinking for a table: what a bot answers, what it advises.  Hosts call these wherever a thought may take its time.

A bot is given the view of one seat and nothing else, so it cannot peek even by accident.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Final

from roundtable import bots
from roundtable.bots.ismcts import Search
from roundtable.engine import Answer, Game, State

from .frames import Candidate
from .review import reasons
from .todo import NEVER

CANDIDATES: Final = 5  # in a hint
SEARCHING: Final = 0.75  # of the time; the rest is for the reason
WORLDS: Final = 16  # in which the best two are compared


def seed_of(what: str, seed: str, number: int) -> str:
    """Where a bot that thinks about a question begins: nobody can guess it, and it is the same after a restart."""
    return hashlib.blake2b(f"{seed}/{number}".encode(), person=f"rt-{what}".encode()).hexdigest()


def seconds_of(bot: str) -> float:
    """How long a bot thinks about a question that leaves it a choice.

    >>> seconds_of("champion"), seconds_of("squire"), seconds_of("random")
    (1.0, 0.0, 0.0)
    """
    return next((known.seconds for known in bots.STRENGTHS if known.name == bot), 0.0)


def quick_bot(game: Game) -> str:
    """The best bot that answers at once.

    >>> import roundtable as rt
    >>> quick_bot(rt.game("lancelot"))
    'squire'
    """
    return next((known.name for known in reversed(bots.strengths(game)) if not known.seconds), "random")


def think(game: Game, bot: str, view: State, seat: int, seed: str, most: float = NEVER) -> Answer:
    """What the bot answers to the open question, with at `most` so many seconds of thought."""
    return bots.make(bot, game, seat, seed, most=most).choose(view, game.choice(view, seat))


def weigh(game: Game, bot: str, view: State, seat: int, seed: str, most: float = NEVER) -> list[bots.Candidate]:
    """The same, with all that a searching bot has tried: so that several can think about one question."""
    made, choice = bots.make(bot, game, seat, seed, most=most), game.choice(view, seat)
    if isinstance(made, bots.SearchBot):
        return made.weigh(view, choice)
    return [bots.Candidate(made.choose(view, choice), 0, 0.5)]


def advise(game: Game, view: State, seat: int, seed: str, seconds: float, simulations: int = 0) -> list[Candidate]:
    """The best answers that a strong bot finds in so many seconds, or before them in so many simulations.

    The best one says why it is better than the second.
    """
    found = bots.hint(game, view, seat, seconds * SEARCHING, simulations, seed)[:CANDIDATES]
    why = _argued(game, view, seat, seed, found)
    return [
        Candidate(
            one.answer,
            [game.label(view, atom) for atom in one.answer],
            round(one.value, 3),
            one.visits,
            "" if i else why,
        )
        for i, one in enumerate(found)
    ]


def _argued(game: Game, view: State, seat: int, seed: str, found: Sequence[bots.Candidate]) -> str:
    """Why the first of the candidates and not the second: both played on in the same few worlds."""
    if len(found) < 2 or not found[1].visits:
        return ""
    known = game.bot.of_champion()
    search = Search(game, view, seat, Random(f"{seed}/why"), known, known.parameters)
    ours, theirs = search.compare((found[0].answer, found[1].answer), WORLDS)
    other = ", ".join([game.label(view, atom) for atom in found[1].answer]) or "nothing"
    return f"Rather than {other}: {reasons(ours, theirs)}"
