"""Knights & Damosels: worlds in which the others gave what they are likely to have given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import exp
from random import Random
from typing import Final

from roundtable.engine import Game
from roundtable.engine.knowledge import Foreseen

from ..cards import BIT, CHIVALRY, DECK, NAMED
from ..state import DamoselsState
from ..worlds import fill
from .gifts import gift_values
from .judge import Judge

CLEAR: Final = 0.0005  # a gift worse by so much is e times less likely,
ODD: Final = 0.05  # but nobody is sure of anybody
UNFORESEEN: Final = 0.32  # nor of guesses in their place: as if each of their cards had been guessed so often besides


def worlds(
    game: Game[DamoselsState], view: DamoselsState, seat: int, foreseen: Foreseen[DamoselsState]
) -> Callable[[Random], DamoselsState]:
    """Makes worlds in which the others gave what they are likely to have given."""
    weights = likely_gifts(view, seat) if view.veiled and seat != view.merlin else None
    then, guesses = foreseen.get("damosel_give", (view, {}))
    if weights is not None and then.round == view.round:
        for q, answers in guesses.items():
            gifts = Counter([NAMED[name] for (name,) in answers])
            for card in DECK[view.damosels[q]]:
                weights[card] = (UNFORESEEN + gifts[CHIVALRY[card]]) / len(answers)

    def lay(w: DamoselsState, rng: Random) -> None:
        fill(w, rng, weights)

    return lambda rng: game.world(view, rng, lay)


def likely_gifts(view: DamoselsState, seat: int) -> dict[int, float]:
    """How likely each of the others' cards was given: nearly always one that looked best, as all can work out."""
    v = view.clone()
    v.has = tuple([sum([BIT[card] for card in row]) for row in v.rows])
    earned = {card for row in v.rows for card in row}
    v.piles = tuple(
        [
            tuple([card for d in range(6) if v.home[d] == home for card in DECK[d] if card not in earned])
            for home in range(6)
        ]
    )
    weights: dict[int, float] = {}
    for q in range(v.players):
        if q != seat:
            worth = gift_values(Judge(v, q))
            found = {card: worth(CHIVALRY[card]) for card in v.piles[v.damosels[q]]}
            most = max(found.values(), default=0.0)
            for card, value in found.items():
                weights[card] = ODD + exp((value - most) / CLEAR)
    return weights
