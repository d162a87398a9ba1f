"""The one loop in which the lab lets bots play: no match around it, so nothing is kept that nobody asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from roundtable.bots import Bot
from roundtable.engine import Answer, Chance, Choice, Game, State, flow


class Move(NamedTuple):
    """An answer that is about to be given, and what its seat saw."""

    seat: int
    question: str
    view: State
    choice: Choice
    answer: Answer


def moves(game: Game, s: State, seated: Sequence[Bot], chance: Chance) -> Iterator[Move]:
    """Play a state to its end, telling every answer before it is given; a `Refusal` if a bot's is not legal.

    >>> from random import Random
    >>> import roundtable as rt
    >>> from roundtable import bots
    >>> from roundtable.engine import Quick
    >>> game, chance = rt.game("knights-duty"), Quick(Random(1))
    >>> seated = [bots.make("random", game, seat, seed=1) for seat in range(2)]
    >>> s = game.first(2, game.settle(2), chance)
    >>> next(moves(game, s, seated, chance)).question
    'choose_clan'
    """
    while s.question:
        seat = s.waiting[0]
        view = game.view(s, seat)
        choice = game.choice(view, seat)
        answer = choice.canonical(seated[seat].choose(view, choice))
        yield Move(seat, s.question, view, choice, answer)
        refusal = choice.refusal(answer)
        if refusal is not None:
            raise refusal
        flow.answer(s, seat, answer, chance)
