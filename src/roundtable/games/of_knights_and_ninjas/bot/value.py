"""Of Knights and Ninjas: the worth of positions, for searches; `judge` is for those of Champions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..cards import BIT, COMMON, JESTER, KIND, KIND_BIT, STRENGTH
from ..questions import holds
from ..state import NinjasState
from .guess import STOPPERS

SURE: Final = ("ninja", JESTER)


@dataclass
class Weights:
    """What things are worth when a turn begins: the chances of two players are as e to the power of their values.

    Fitted to who won 5,000 duels and 20,000 matches of four, played by these rules with a random answer now and then.
    """

    missing: tuple[float, ...]  # by the gems that are missing to the goal
    hand: tuple[float, ...]  # piece -> what it is worth in hand
    turn: tuple[float, ...]  # by how many turns come before one's own
    strike: tuple[float, ...]  # with an attack in hand that takes what is missing, by the same
    sure: tuple[float, ...]  # with a ninja or Jester for the last two gems, by the same
    castle: float
    archer: float
    minstrel: float
    few: float  # with at most one card
    revolt: float  # each peasant beside the first


IN_HAND: Final = {  # in a duel, at a larger table
    "peasant": (0.17, 0.38),
    "soldier": (0.12, 0.37),
    "knight": (0.25, 0.48),
    "king": (0.45, 0.75),
    "queen": (0.7, 0.9),
    "ninja": (0.65, 0.8),
    "dragon": (0.4, 0.7),
    "archer": (0.07, 0.38),
    "castle": (-0.08, 0.3),
    "minstrel": (0.5, 0.85),
    "ladder": (0.05, 0.28),
    "catapult": (0.0, 0.29),
    "princess": (0.55, 0.59),
    "executioner": (0.75, 0.73),
    "traitor": (0.95, 0.81),
    "highwayman": (0.6, 1.35),
    "herald": (0.1, 0.32),
    "merchant": (0.17, 0.37),
    "monk": (0.25, 0.32),
    "jester": (1.0, 1.35),
}


def in_hand(table: int) -> tuple[float, ...]:
    return tuple(IN_HAND[kind][table] if kind in IN_HAND else 0.1 * STRENGTH.get(kind, 0) for kind in KIND)


DUEL: Final = Weights(
    missing=(1.5, 1.3, 1.05, 0.65, 0.4, 0.2, 0.0, -0.2, -0.4, -0.65, -1.05, -1.3, -1.5),
    hand=in_hand(0),
    turn=(0.05, -0.05),
    strike=(0.0, 0.0),
    sure=(0.9, 0.4),
    castle=0.05,
    archer=0.25,
    minstrel=0.0,
    few=0.0,
    revolt=0.0,
)
STANDARD: Final = Weights(
    missing=(0.7, 1.6, 1.2, 0.5, 0.3, -0.15, -0.55, -0.9, -1.2, -1.6, -1.7),
    hand=in_hand(1),
    turn=(-0.25, 0.45, 0.2, -0.1),
    strike=(0.6, 0.3, 0.15, 0.05),
    sure=(0.75, 0.15, 0.0, -0.05),
    castle=0.4,
    archer=0.65,
    minstrel=0.5,
    few=-0.75,
    revolt=-0.2,
)


def value(s: NinjasState, seat: int) -> float:
    """Gems, hand, walls, and whose turn is next."""
    weights = DUEL if s.players == 2 else STANDARD
    turn = s.drafter if s.question == "draft" else s.turn
    wait = min((seat - turn) % s.players, len(weights.turn) - 1)
    missing = max(0, s.goal - s.gems[seat])
    worth = weights.missing[min(missing, len(weights.missing) - 1)] + weights.turn[wait]
    hand = s.hands[seat]
    peasants = strongest = 0
    sure = False
    for piece in hand:
        kind = KIND[piece]
        worth += weights.hand[piece]
        peasants += kind == "peasant"
        strongest = max(strongest, STRENGTH.get(kind, 0))
        sure = sure or kind in SURE
    if len(hand) < 2:
        worth += weights.few
    if peasants > 1:
        worth += weights.revolt * (peasants - 1)
    if max(strongest, peasants, 2 * sure) >= missing:
        worth += weights.strike[wait]
    if sure and missing <= 2:
        worth += weights.sure[wait]
    if s.castles[seat]:
        worth += weights.castle
    if s.archers[seat]:
        worth += weights.archer
    if s.minstrels[seat]:
        worth += weights.minstrel
    return worth


# What duels of Knights have taught: the same things are worth something else where both think.  Only Champions know it,
# so that the two strengths differ: more thought alone was not seen to make a Champion.
LEARNT: Final = {  # in hand
    "peasant": 0.08,
    "soldier": 0.12,
    "knight": 0.17,
    "king": 0.25,
    "queen": 0.37,
    "ninja": 0.24,
    "dragon": 0.12,
    "archer": 0.05,
    "castle": 0.0,
    "minstrel": 0.27,
    "ladder": 0.02,
    "catapult": -0.02,
    "princess": 0.21,
    "executioner": 0.35,
    "traitor": 0.25,
    "highwayman": 0.38,
    "herald": 0.04,
    "merchant": 0.25,
    "monk": 0.09,
    "jester": 0.5,
}
IN_DUEL: Final = tuple(LEARNT.get(kind, 0.05 * STRENGTH.get(kind, 0)) for kind in KIND)
LEAD: Final = (2.0, 1.54, 1.29, 0.81, 0.58, 0.24, 0.0)  # by the gems that are missing
SURE_STRIKE: Final = (0.38, 0.3)  # with a ninja or Jester for the last two gems, on the move or not
MOVE: Final = 0.19  # a turn to come,
WATCHED: Final = -0.012  # less for each card of the rival
PICK: Final = 0.08  # to be the one who drafts
CASTLE_HOLDS: Final = 0.11  # against a rival who cannot get past it now
ARCHER_HOLDS: Final = 0.18
TAXED: Final = -0.19  # a castle, if the rival has a monk
FREE: Final = 0.1  # a ninja or dragon that the rival cannot stop
BARE: Final = 0.08  # a rival who can answer no common attack
BARGAIN: Final = 0.021  # a merchant, for each card of the rival
MANY: Final = -0.07  # each card beyond the fourteenth, more than one can ever play


def _bits(*kinds: str) -> int:
    return sum(KIND_BIT[kind] for kind in kinds)


PAST_CASTLE: Final = _bits("ladder", "catapult", "dragon", "ninja", JESTER)
PAST_ARCHER: Final = _bits("archer", "ninja", JESTER)
STOP_NINJA: Final = _bits(*STOPPERS)
STOP_DRAGON: Final = STOP_NINJA | KIND_BIT["princess"]
ANSWER: Final = _bits(*STOPPERS, "traitor", *COMMON)
MONK: Final = KIND_BIT["monk"]
NINJA: Final = KIND_BIT["ninja"]
DRAGON: Final = KIND_BIT["dragon"]
MERCHANT: Final = KIND_BIT["merchant"]
STRIKES: Final = _bits(*SURE)


def judge(s: NinjasState, seat: int) -> float:
    """What a Champion thinks of a duel when a turn or pick begins: as `value`, but also how the two hands meet.

    Fitted to who won 3,000 duels of searching bots, with a random answer now and then.
    """
    if s.players > 2:
        return value(s, seat)
    rival = holds(s.hands[1 - seat])
    size = len(s.hands[1 - seat])
    free = (FREE * (not rival & STOP_NINJA), FREE * (not rival & STOP_DRAGON))
    worth = 0.0
    mine = 0
    for piece in s.hands[seat]:
        bit = BIT[piece]
        mine |= bit
        worth += IN_DUEL[piece]
        if bit == NINJA:
            worth += free[0]
        elif bit == DRAGON:
            worth += free[1]
        elif bit == MERCHANT:
            worth += BARGAIN * size
    worth += MANY * max(0, len(s.hands[seat]) - 14)
    missing = max(0, s.goal - s.gems[seat])
    worth += LEAD[min(missing, len(LEAD) - 1)]
    picks = s.question == "draft"
    moves = (s.drafter if picks else s.turn) == seat
    if moves:
        worth += PICK if picks else MOVE + WATCHED * size
    if missing <= 2 and mine & STRIKES:
        worth += SURE_STRIKE[0 if moves else 1]
    if s.castles[seat]:
        worth += CASTLE_HOLDS * (not rival & PAST_CASTLE) + TAXED * bool(rival & MONK)
    if s.archers[seat] and not rival & PAST_ARCHER:
        worth += ARCHER_HOLDS
    if not rival & ANSWER:
        worth += BARE
    return worth


def quiet(v: NinjasState) -> bool:
    """When a turn begins, and no attack is under way."""
    return v.question in ("choose_action", "draft")
