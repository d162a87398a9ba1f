"""Of Knights and Ninjas: what cards are worth, and what a rival may hold.  Scores are in gems: one gem is worth 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from roundtable.engine import HIDDEN

from ..cards import COMMON, HELD, JESTER, KIND, KINDS, STRENGTH
from ..state import NinjasState

WIN: Final = 100.0
CARD: Final = 0.25  # gems for one point of a card's worth

# What is kept longest.
WORTH: Final = {
    "peasant": 1.0,
    "soldier": 2.4,
    "knight": 3.6,
    "king": 5.0,
    "queen": 6.0,
    "ninja": 6.0,
    "dragon": 5.0,
    "archer": 3.0,
    "castle": 3.0,
    "minstrel": 4.0,
    "ladder": 1.2,
    "catapult": 2.2,
    "princess": 3.4,
    "executioner": 5.0,
    "traitor": 5.0,
    "highwayman": 5.5,
    "herald": 2.4,
    "merchant": 3.4,
    "monk": 2.6,
    "jester": 8.0,
}
WORTH.update({kind: 1.0 + STRENGTH[kind] for kind in COMMON if kind not in WORTH})  # of an edition

STOPPERS: Final = ("executioner", "minstrel", JESTER)


def worth(v: NinjasState, kind: str) -> float:
    """How much a card in hand is worth, in points; some cards depend on the walls in sight."""
    points = WORTH[kind]
    if kind in ("ladder", "catapult", "monk") and not any(v.castles):
        return points * 0.5
    return points


def cost(v: NinjasState, words: Iterable[str]) -> float:
    return CARD * sum(worth(v, HELD.get(word, "archer")) for word in words)


def unseen(v: NinjasState) -> dict[str, int]:
    """How many cards of each kind the viewer cannot locate."""
    seen = {p for piles in (v.hands, v.castles, v.archers, v.minstrels, v.shown) for pile in piles for p in pile}
    seen.update(v.discard, v.ladder, v.lane, v.draft)
    left = dict.fromkeys(KINDS, 0)
    for piece in v.pieces:
        if piece not in seen:
            left[KIND[piece]] += 1
    return left


class Guess:
    """What a rival may hold: the cards known to lie in the hand, and a share of the unseen ones."""

    def __init__(self, v: NinjasState) -> None:
        self.v = v
        self.left: dict[str, int] = {}  # counted when it is needed
        self.total = 1

    def holds_any(self, seat: int, kinds: Iterable[str]) -> float:
        """The chance that the hand holds a card of one of these kinds."""
        if not self.left:
            self.left = unseen(self.v)
            self.total = max(1, sum(self.left.values()))
        wanted = set(kinds)
        hand = self.v.hands[seat]
        if any(piece != HIDDEN and KIND[piece] in wanted for piece in hand):
            return 1.0
        share = sum(self.left[kind] for kind in wanted) / self.total
        return 1.0 - max(0.0, 1.0 - share) ** hand.count(HIDDEN)


def stoppers(kind: str, strength: int) -> tuple[str, ...]:
    """The cards that leave nothing of an attack."""
    if kind == "ninja":
        return STOPPERS
    if kind == "dragon":
        return (*STOPPERS, "princess")
    strong = tuple(common for common in COMMON if STRENGTH[common] >= strength)
    return (*STOPPERS, "traitor", *strong, *(("princess",) if kind == "knight" else ()))


def threat(v: NinjasState, seat: int) -> float:
    """How much more a gem counts if it is taken from this player."""
    if v.gems[seat] >= v.goal - 3:
        return 1.0
    return 0.4 if v.gems[seat] >= v.goal - 5 else 0.0
