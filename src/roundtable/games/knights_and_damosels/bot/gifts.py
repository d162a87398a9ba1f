"""Knights & Damosels: what it is worth to give each chivalry, and to take each slot of the display.

What lies behind a slot is never guessed but worked out (`worlds.odds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import exp
from random import Random
from typing import Final

from ..cards import BIT, DAMOSEL, DISASTER, EVENT_TYPE, LISTED
from ..state import NOBODY
from ..worlds import Riddle, odds
from .judge import Judge

Worth = Callable[[int], float]

STRUCK: Final = 0.6  # chance that a Disaster takes a card that was earned under it
FEW: Final = 4  # players up to whom that is quick
TELLS: Final = 0.03  # a refusal costs nothing, but it tells


def gift_values(j: Judge) -> Worth:
    """What it is worth to give each chivalry."""
    v = j.v
    mine = v.damosels[j.seat]
    givers = [(d, v.piles[d]) for d in (*v.damosels, *v.absent[:1]) if d != mine and v.piles[d]]
    # For every rival the chances that each of the other cards will fit: piles are open now.
    fits = {
        q: [sum([not v.has[q] & BIT[card] for card in pile]) / len(pile) for d, pile in givers if d != v.damosels[q]]
        for q in j.rivals
    }
    shares = {}
    for i, q in enumerate(v.turn_order()):
        if q != j.seat:
            keep = 1 - i / (len(givers) + 1)  # the others have taken something by then
            dist = [1.0]
            for fit in fits[q]:
                p = fit * keep
                dist = [a * (1 - p) + b * p for a, b in zip([*dist, 0.0], [0.0, *dist])]
            shares[q] = (
                sum([x / (k + 1) for k, x in enumerate(dist)]),
                dist[0],
                j.change(j.step(mine, q)),
                j.change(((q, j.card(q)), *j.step(mine, q))),
            )

    def value(chivalry: int) -> float:
        there, out = 1.0, 0.0
        for q, (share, alone, step, both) in shares.items():
            if not v.has[q] >> chivalry & 1:
                out += there * ((share - alone) * step + alone * both)  # alone: he finds no other card
                there *= 1 - share
        return out

    return value


def slot_values(j: Judge, rng: Random) -> Worth:
    """What it is worth to take each slot: the card itself, whom it helps here, and what the others do with the rest."""
    v, seat = j.v, j.seat
    event = v.event[0]
    struck = LISTED[event] if EVENT_TYPE[event] == DISASTER else 0
    stays = [1 - STRUCK * (struck >> chivalry & 1) for chivalry in v.faces]
    place = (seat - v.arthur) % v.players + 1
    later = [(v.arthur + i) % v.players for i in range(place, v.players)]
    left = [slot for slot, holder in enumerate(v.holder) if holder == NOBODY]
    of_slot = AfterAll(j, rng, later, left, stays).value if v.players <= FEW else one_by_one(j, later, left, stays)
    return lambda slot: of_slot(slot) + j.worth(v.faces[slot]) * j.slope * stays[slot]


class AfterAll:
    """The chance to win after everybody has taken something, over some deals and all that can be taken.

    An object and not a nest of functions, which would keep one another alive until the collector finds them.
    """

    def __init__(self, j: Judge, rng: Random, later: list[int], left: list[int], stays: list[float]) -> None:
        self.j, self.later, self.left, self.stays = j, later, left, stays
        v = j.v
        riddle = Riddle(v)
        self.deals: Counter[tuple[int, ...]] = Counter()  # the damosels behind the slots
        for _ in range(j.deals if riddle.slots else 1):
            deal = riddle.guess(rng)
            self.deals[tuple([DAMOSEL[deal[i] if i in deal else pile[0]] for i, pile in enumerate(v.display)])] += 1
        self.cards = {(q, i): exp(j.card(q) * stays[i]) for q in (j.seat, *later) for i in left}

    def grant(self, weight: list[float], i: int, d: int, q: int) -> list[float]:
        out = list(weight)
        for owner, step in self.j.step(d, q):
            out[owner] *= exp(step * self.stays[i])
        return out

    def after(self, turn: int, left: list[int], behind: tuple[int, ...], weight: list[float]) -> float:
        v = self.j.v
        if turn == len(self.later):
            return weight[self.j.seat] / sum(weight)
        q = self.later[turn]
        free = [i for i in left if behind[i] != v.damosels[q] and not v.has[q] >> v.faces[i] & 1]
        if not free:
            return self.after(turn + 1, left, behind, weight)
        out = 0.0
        for i in free:
            there = self.grant(weight, i, behind[i], q)
            there[q] *= self.cards[q, i]
            out += self.after(turn + 1, [other for other in left if other != i], behind, there)
        return out / len(free)

    def value(self, slot: int) -> float:
        j, v, seat, stays = self.j, self.j.v, self.j.seat, self.stays
        out, legal = 0.0, 0
        rest = [i for i in self.left if i != slot]
        for behind, times in self.deals.items():
            if behind[slot] == v.damosels[seat]:
                continue
            weight = list(j.weight)
            for i, q in enumerate(v.holder):
                if q != NOBODY:
                    weight[q] *= exp(j.card(q) * stays[i])
                    if i != slot:
                        weight = self.grant(weight, i, behind[i], q)
            weight = self.grant(weight, slot, behind[slot], seat)
            weight[seat] *= exp(j.card(seat) * stays[slot])
            out += times * self.after(0, rest, behind, weight)
            legal += times
        chance = legal / self.deals.total()
        return (out / legal if legal else 0.0) - j.chance - TELLS * j.slope * (1 - chance)


def one_by_one(j: Judge, later: list[int], left: list[int], stays: list[float]) -> Worth:
    """The same more quickly, as if what one player takes did not change what another's card is worth."""
    v, seat = j.v, j.seat
    table = odds(v)
    legal = {
        q: {slot: 1 - table[slot][v.damosels[q]] for slot in left if not v.has[q] >> v.faces[slot] & 1} for q in later
    }
    card = {q: j.change(((q, j.card(q)),)) for q in later}
    harm = {
        (slot, q): stays[slot]
        * sum([p * j.change(j.step(d, q)) for d, p in enumerate(table[slot]) if p and d != v.damosels[q]])
        for q in later
        for slot in left
    }

    gain = (seat, j.card(seat))

    def value(slot: int) -> float:
        own = 0.0
        for d, p in enumerate(table[slot]):
            if d == v.damosels[seat]:
                own -= p * TELLS * j.slope
            elif p:
                own += p * stays[slot] * j.change((gain, *j.step(d, seat)))
        rest = 0.0  # what the others' turns bring, if each of them takes any of the cards that are legal for them
        there = dict.fromkeys(left, 1.0)
        there.pop(slot, None)
        for q in later:
            free = {other: chance * there[other] for other, chance in legal[q].items() if other in there}
            choices = sum(free.values())
            rest += card[q] * min(1.0, choices)  # whoever finds no card loses a round
            for other, chance in free.items():
                takes = chance / max(1.0, choices)
                rest += takes * harm[other, q]
                there[other] *= 1 - takes
        return own + rest

    return value
