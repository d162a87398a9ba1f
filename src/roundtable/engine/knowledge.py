"""Knowledge: what a game's bots know about it, as one object that the game is made with.

With `choose` alone a game has a Page and a Squire, and better rollouts for the searching bots; the rest helps a search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Generic, TypeVar

from .choice import Answer, Choice
from .generics import S_co
from .state import State

if TYPE_CHECKING:
    from .game import Game

S = TypeVar("S", bound=State)

Guesses = Mapping[int, Sequence[Answer]]  # seat -> what it might answer, as often as it is likely
Foreseen = Mapping[str, tuple[S_co, Guesses]]  # question -> the view when it was last asked, and the guesses


@dataclass(frozen=True)
class Parameters:
    """How a game is searched best, found by measuring."""

    exploration: float = 0.4  # exploration constant of UCB1
    widening: float = 0.5  # beside the advised atoms, widening * visits ** widening_exponent may be tried
    widening_exponent: float = 0.5
    advice: int = 5  # determinizations in which the game is asked what one would do if one knew
    depth: int = 12  # questions decided by the tree
    model: int = 0  # visits in which the others follow the game's advice, which may vary, before their own counts do
    advised: float = 1.0  # share of answers in a rollout that follow the game's advice; the others are random
    horizon: int = 0  # answers of a rollout before `value` is asked, at the next quiet moment; 0: all, -1: none
    party: int = 0  # the same where more than two play, if that is another number
    insight: bool = False  # in rollouts, where more than two play, the searching seat answers as if it knew the world
    guesses: int = 1  # worlds that are made for each determinization: the most likely one is played
    scale: float = 1.0  # a lead of so much value makes it e to 1
    first: float = 0.5  # the worth of the first place; the rest is that of the seats beaten
    empathy: float = 0.0  # share of the budget that goes into opponent modelling, where others are asked at once
    plain: tuple[str, ...] = ()  # questions answered as advised, because searching them does not pay
    tenth: int = 100  # simulations in a tenth of a second of plain Python: the measure where time is none


def always(s: State) -> bool:
    return True


def any_worlds(game: Game[S], view: S, seat: int, foreseen: Foreseen[S]) -> Callable[[Random], S]:
    return partial(game.world, view)


@dataclass(frozen=True, kw_only=True)
class Knowledge(Generic[S_co]):
    """What the bots of one game know; a game without any is played at random by those who search.

    Where more thought alone finds little more, a Champion may know more than a Knight: `judge` is its `value`, and
    `champion` its parameters.
    """

    choose: Callable[[Game[S_co], S_co, Choice, int, Random], Answer] | None = None  # a sensible answer, from the view
    quick: Callable[[Game[S_co], S_co, Choice, int, Random], Answer] | None = None  # the same from a world, in rollouts
    value: Callable[[S_co, int], float] | None = None  # the worth of a position, if playing to the end takes too long
    quiet: Callable[[S_co], bool] = always  # where `value` can be trusted: not in the middle of a fight
    alternatives: Callable[[S_co, Choice, int], Sequence[Answer]] | None = None  # beside the advised answer
    likely: Callable[[S_co, int], float] | None = None  # how well a world explains what the others did; infinity: best
    worlds: Callable[[Game[S_co], S_co, int, Foreseen[S_co]], Callable[[Random], S_co]] = any_worlds  # what makes them
    parameters: Parameters = Parameters()
    judge: Callable[[S_co, int], float] | None = None
    champion: Parameters | None = None

    def of_champion(self) -> Knowledge[S_co]:
        """The same as a Champion knows it."""
        return replace(self, value=self.judge or self.value, parameters=self.champion or self.parameters)
