"""Quests of the Round Table: full states that agree with a view.

Only two things constrain hidden cards: face-down stages form a legal quest, and whoever is building one can.  Both are
laid constructively; the rest is dealt at random.
"""

from __future__ import annotations

from random import Random
from typing import Final

from roundtable.engine import HIDDEN, Pile, put
from roundtable.engine import zones as z

from .building import SUBSETS, WEAPON_AT, can_sponsor
from .cards import ADVENTURE, FOE_BP, FOES, KIND, STAGES, STORY, TESTS, WEAPON_BP, WEAPONS
from .state import ZONES, Realm

_TRIES: Final = 20


def pool(piece: int) -> int:
    """Adventure cards and story cards never mix."""
    return 1 if piece >= STORY[0] else 0


def fill(w: Realm, rng: Random) -> None:
    """Lay the hidden pieces of a world."""
    if any(HIDDEN in stage for stage in w.stages):
        lay_stages(w, rng)
    if w.question == "setup_quest" and HIDDEN in w.hand[w.sponsor]:
        deal_sponsor(w, rng)
    z.fill(ZONES, pool, w, rng)


def unseen(w: Realm, rng: Random) -> list[int]:
    """The adventure cards that the view does not show, shuffled."""
    seen = {piece for name, zone in ZONES.items() for pile in z.piles(w, name, zone) for piece in pile}
    left = [piece for piece in ADVENTURE if piece in w.pieces and piece not in seen]
    rng.shuffle(left)
    return left


def lay_stages(w: Realm, rng: Random) -> None:
    """Fill the face-down stages with a legal quest of the known sizes around what is known of it."""
    known: list[Pile] = [stage if HIDDEN not in stage else () for stage in w.stages[: w.built()]]
    sizes = [len(stage) for stage in w.stages[: w.built()]]
    # R10: with `stage_reveal=after_play` the stage being played was announced as a foe's, though it lies face down.
    foes_only = w.stage if w.stage > w.turned and w.question in ("merlin_preview", "play_foe_stage") else 0
    built = Masonry(w.card(), sizes, known, foes_only, unseen(w, rng), rng).build()
    if built is None:
        raise z.NoWorld("no legal quest fits what is known of its stages")
    for i, stage in enumerate(built):
        w.stages = put(w.stages, i, stage)


def deal_sponsor(w: Realm, rng: Random) -> None:
    """Give the sponsor a hand that can build the quest he has agreed to (R4)."""
    size, quest = len(w.hand[w.sponsor]), w.card()
    cards = unseen(w, rng)
    for _ in range(_TRIES):
        hand = cards[:size]
        if can_sponsor([KIND[piece] for piece in hand], quest):
            w.hand = put(w.hand, w.sponsor, tuple(hand))
            return
        rng.shuffle(cards)
    sizes = [1] * STAGES[quest]
    while sum(sizes) <= size:
        built = Masonry(quest, sizes, [()] * len(sizes), 0, cards, rng).build()
        if built is not None:
            used = tuple(piece for stage in built for piece in stage)
            w.hand = put(w.hand, w.sponsor, (*used, *w.hand[w.sponsor][len(used) :]))
            return
        sizes[int(rng.random() * len(sizes))] += 1
    raise z.NoWorld("no hand of that size can build the quest")


class Masonry:
    """Builds a random legal quest with given numbers of cards in its stages, some of which may be known."""

    def __init__(
        self, quest: str, sizes: list[int], known: list[Pile], foes_only: int, cards: list[int], rng: Random
    ) -> None:
        self.worth = FOE_BP[quest]
        self.sizes = sizes
        self.known = known
        self.foes_only = foes_only  # number of a stage that is no Test
        self.rng = rng
        self.cards: dict[str, list[int]] = {}
        for piece in cards:
            self.cards.setdefault(KIND[piece], []).append(piece)
        self.heads = [kind for kind in self.cards if kind in FOES or kind in TESTS]
        self.tested = any(stage and KIND[stage[0]] in TESTS for stage in known)
        self.tops = self._tops()
        self.stages: list[Pile] = []

    def build(self) -> list[Pile] | None:
        return self.stages if self._lay(0, 0) else None

    def _points(self, stage: Pile) -> int:
        return sum(self.worth.get(KIND[p], 0) + WEAPON_BP.get(KIND[p], 0) for p in stage)

    def _tops(self) -> list[int]:
        """For every stage the most points that leave room for the stages after it, if cards were plenty."""
        arms = SUBSETS[sum(1 << i for i, weapon in enumerate(WEAPONS) if self.cards.get(weapon))]
        foes = [self.worth[kind] for kind in self.heads if kind in self.worth]
        tops: list[int] = []
        top = 1 << 20
        for size, stage in zip(reversed(self.sizes), reversed(self.known)):
            points = self._points(stage)
            if points:
                top = points
            elif not stage and size == 1:
                if self.tested or not any(kind in TESTS for kind in self.heads):
                    top = max((foe for foe in foes if foe < top), default=0)
            elif not stage:
                totals = [total for total, _, names, _ in arms if names.bit_count() == size - 1]
                top = max((foe + total for foe in foes for total in totals if foe + total < top), default=0)
            tops.insert(0, top)
        return tops

    def _lay(self, i: int, last: int) -> bool:
        """Lay stage number i (from 0) and all after it, stronger than `last`; take it back if that fails."""
        if i == len(self.sizes):
            return True
        if self.known[i]:
            points = self._points(self.known[i])
            if points and points <= last:
                return False
            self.stages.append(self.known[i])
            if self._lay(i + 1, points or last):
                return True
            self.stages.pop()
            return False
        heads = [kind for kind in self.heads if self.cards[kind]]
        heads.sort(key=self._lot)
        return any(self._test(kind, i, last) if kind in TESTS else self._arm((kind,), i, last) for kind in heads)

    def _lot(self, kind: str) -> float:
        """A random order in which kinds with many copies tend to come early."""
        return self.rng.random() / len(self.cards[kind])

    def _test(self, kind: str, i: int, last: int) -> bool:
        if self.tested or self.sizes[i] > 1 or self.foes_only == i + 1:
            return False
        self.tested = True
        if self._place((kind,), i, last):
            return True
        self.tested = False
        return False

    def _arm(self, stage: tuple[str, ...], i: int, last: int) -> bool:
        """Add weapons, in the order of the card table, until the stage has its size."""
        points = self.worth[stage[0]] + sum(WEAPON_BP[weapon] for weapon in stage[1:])
        if len(stage) == self.sizes[i]:
            return last < points <= self.tops[i] and self._place(stage, i, points)
        latest = WEAPON_AT[stage[-1]] if len(stage) > 1 else -1
        weapons = [weapon for weapon in WEAPONS[latest + 1 :] if self.cards.get(weapon)]
        self.rng.shuffle(weapons)
        return any(self._arm((*stage, weapon), i, last) for weapon in weapons)

    def _place(self, stage: tuple[str, ...], i: int, last: int) -> bool:
        pieces = tuple(self.cards[kind].pop() for kind in stage)
        self.stages.append(pieces)
        if self._lay(i + 1, last):
            return True
        self.stages.pop()
        for piece in pieces:
            self.cards[KIND[piece]].append(piece)
        return False
