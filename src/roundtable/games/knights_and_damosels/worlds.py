"""Knights & Damosels: what a seat can work out about the damosels behind the cards (section 7).

While gifts are out, everybody knows which cards each damosel had, that she gave one of them, the chivalry of every
slot, to whom a slot was refused and for whom it was found legal.  A `Riddle` is all of that, read from a view: which
cards can lie in which slot.  It is solved exactly, by counting the ways to deal the damosels to the slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from roundtable.engine import HIDDEN, zones

from .cards import CHIVALRY, DAMOSEL, DECK
from .state import FIELDS, NOBODY, DamoselsState


class Riddle:
    """The slots whose damosel the viewer does not see, and the piles from which their cards can have come.

    The pile `first`, if there is such a one, is the first of the givers.  Cards are equally likely gifts, unless
    `weights` says how likely each of them is.
    """

    def __init__(self, v: DamoselsState, first: int = NOBODY, weights: Mapping[int, float] | None = None) -> None:
        self.slots = [slot for slot, pile in enumerate(v.display) if pile == (HIDDEN,)]
        self.unseen: dict[int, list[int]] = {}  # pile -> her cards that the viewer does not see
        shown = {card for piles in (v.rows, v.display, v.piles) for pile in piles for card in pile}
        for damosel in (*v.damosels, *v.absent):
            hidden = [card for card in DECK[damosel] if card not in shown]
            if hidden:
                self.unseen.setdefault(v.home[damosel], []).extend(hidden)
        # A pile gave as many cards as are missing from it: one, or none if she had none to give.
        self.givers = [
            home for home, cards in self.unseen.items() for _ in range(len(cards) - v.piles[home].count(HIDDEN))
        ]
        self.givers.sort(key=lambda home: home != first)
        self.options = [[self._fitting(v, slot, home) for slot in self.slots] for home in self.givers]
        self.masses = [
            [sum([1.0 if weights is None else weights.get(card, 1.0) for card in cards]) for cards in row]
            for row in self.options
        ]
        self._ways: dict[tuple[int, int], float] = {}

    def _fitting(self, v: DamoselsState, slot: int, home: int) -> list[int]:
        """Cards of that pile that can lie in that slot."""
        legal = v.legal[slot]
        return [
            card
            for card in self.unseen[home]
            if CHIVALRY[card] == v.faces[slot]
            and (v.seat_of[DAMOSEL[card]] == NOBODY or not legal >> v.seat_of[DAMOSEL[card]] & 1)
        ]

    def ways(self, giver: int = 0, taken: int = 0) -> float:
        """In how many ways the givers from `giver` on can have filled the slots that are not in the mask `taken`."""
        if giver == len(self.givers):
            return 1.0
        found = self._ways.get((giver, taken))
        if found is None:
            found = 0.0
            for i, mass in enumerate(self.masses[giver]):
                if mass and not taken >> i & 1:
                    found += mass * self.ways(giver + 1, taken | 1 << i)
            self._ways[giver, taken] = found
        return found

    def guess(self, rng: Random) -> dict[int, int]:
        """Slot -> card: one of the possible deals, as likely as it is."""
        deal: dict[int, int] = {}
        taken = 0
        for giver in range(len(self.givers)):
            at = rng.random() * self.ways(giver, taken)
            for i, mass in enumerate(self.masses[giver]):
                if mass and not taken >> i & 1:
                    at -= mass * self.ways(giver + 1, taken | 1 << i)
                    if at < 0:
                        cards = self.options[giver][i]
                        deal[self.slots[i]] = cards[int(rng.random() * len(cards))]
                        taken |= 1 << i
                        break
        return deal


def fill(w: DamoselsState, rng: Random, weights: Mapping[int, float] | None = None) -> None:
    """Lay what a view does not show; how likely each card was given can be told by `weights`."""
    if w.veiled:
        _fill_display(w, rng, weights)
    zones.fill(FIELDS, None, w, rng)  # what is left to lay are events


def _fill_display(w: DamoselsState, rng: Random, weights: Mapping[int, float] | None) -> None:
    """Lay the gifts of a world, and leave in the piles what was not given."""
    riddle = Riddle(w, weights=weights)
    deal = riddle.guess(rng)
    w.display = tuple((deal[slot],) if slot in deal else pile for slot, pile in enumerate(w.display))
    given = set(deal.values())
    piles = list(w.piles)
    for home, cards in riddle.unseen.items():
        if HIDDEN in piles[home]:
            piles[home] = tuple(sorted(card for card in cards if card not in given))
    w.piles = tuple(piles)


def odds(v: DamoselsState) -> list[list[float]]:
    """For every slot the chance that each damosel's card lies there: [slot][damosel], as the viewer can work it out."""
    table = [[0.0] * 6 for _ in v.display]
    for slot, pile in enumerate(v.display):
        if pile[0] != HIDDEN:
            table[slot][DAMOSEL[pile[0]]] = 1.0
    riddle = Riddle(v)
    total = riddle.ways()
    for giver, taken, share in _reached(riddle):
        for i, cards in enumerate(riddle.options[giver]):
            if cards and not taken >> i & 1:
                weight = share * riddle.ways(giver + 1, taken | 1 << i) / total
                for card in cards:
                    table[riddle.slots[i]][DAMOSEL[card]] += weight
    return table


def certain(v: DamoselsState, damosel: int) -> list[int]:
    """The slots that hold a card of this damosel for sure, as the viewer can work it out."""
    home = v.home[damosel]
    riddle = Riddle(v, home)
    gave = riddle.givers.count(home)
    if not gave:
        return [slot for slot, pile in enumerate(v.display) if pile[0] != HIDDEN and DAMOSEL[pile[0]] == damosel]
    if gave == 1 and all(DAMOSEL[card] == damosel for card in riddle.unseen[home]):
        fit = [i for i, cards in enumerate(riddle.options[0]) if cards and riddle.ways(1, 1 << i)]
        return [riddle.slots[fit[0]]] if len(fit) == 1 else []
    return [slot for slot, row in enumerate(odds(v)) if row[damosel] > 0.999]


def _reached(riddle: Riddle) -> list[tuple[int, int, float]]:
    """Every (giver, taken) with the number of ways that lead there."""
    out: list[tuple[int, int, float]] = []
    level = {0: 1.0}
    for giver in range(len(riddle.givers)):
        after: dict[int, float] = {}
        for taken, share in level.items():
            out.append((giver, taken, share))
            for i, mass in enumerate(riddle.masses[giver]):
                if mass and not taken >> i & 1:
                    there = taken | 1 << i
                    after[there] = after.get(there, 0.0) + share * mass
        level = after
    return out
