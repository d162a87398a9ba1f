"""Knights & Damosels: what a good player knows (section 11), as a quick judgement of every choice.

Everything is weighed in one coin: a card earned by one's own knight is worth about 1.  Three races are watched for
every player; the nearer a rival is to a goal, the more it is worth to stop that step.  What lies behind a slot is never
guessed but worked out (`knowledge.odds`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import comb
from random import Random
from typing import Any, Final

from roundtable.engine import Answer, Choice, Game

from .cards import (
    BIT,
    BONUS,
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_GOAL,
    DISASTER,
    EVENT_TYPE,
    KIND,
    KNIGHT_GOAL,
    LISTED,
    MAIN,
    MATRICES,
    NAMED,
    PIECE,
    SET,
    VASSALAGE,
    WORSHIP_GOAL,
)
from .knowledge import odds
from .rules.ending import gifts_table
from .rules.joust import DECLINE, THRUSTS
from .rules.knight import CHALLENGE, PASS, TAKE, challenged
from .rules.service import FACES, SHARED, down_mask, earnings, in_turn, sharing_cards, struck_cards
from .state import NOBODY, Court

NOISE: Final = 0.05  # a bot that always chooses alike is read by its opponents (11.18)

# Weights, found by playing: in cards, that is in units of one card earned.
WORSHIP: Final = 0.12  # one worship at a goal of 20; the lower the goal, the more it is worth
RACE: Final = 0.4  # and the more, the nearer the goal is
SERVE: Final = 8.0  # events in which a card can hope to serve
COMMON: Final = 0.6  # taking now what most damosels could still give later
VICTORY: Final = 12.0  # the card that completes a Damosel victory
HOPE: Final = 4.0  # the progress of a damosel just before that
RIVAL: Final = 2.0  # how much more a rival's progress hurts than one's own helps
DENY: Final = 1.0  # taking the last card that a rival could have
SEVENTH: Final = 4.0  # giving a rival the seventh card
TELLS: Final = 0.3  # a refusal costs nothing, but it tells
STRIKE: Final = 0.9  # a card struck by a Disaster
UNDO: Final = 2.0  # a damosel's progress struck by it


SEARCH: Final = {"width": 0.1}  # for searches: every match to its end, and few answers beside the advised ones


def choose(game: Game, view: Any, choice: Choice, seat: int, rng: Random) -> Answer:
    """The answer with the best judgement."""
    return _ADVISE[view.question](Judge(view, seat), choice, rng)


class Judge:
    """What one look at the table tells a player."""

    def __init__(self, v: Court, seat: int) -> None:
        self.v = v
        self.seat = seat
        self.table = gifts_table(v)
        self.goal = DAMOSEL_GOAL[v.players]
        self.rivals = tuple(q for q in range(v.players) if q != seat)
        goal = WORSHIP_GOAL[v.players]
        self.worship = (WORSHIP + RACE * v.worship[seat] / goal) * 20 / goal

    def step(self, damosel: int, knight: int) -> float:
        """How much one more card of hers with this knight brings her player towards a Damosel victory (11.1, 11.2)."""
        return self.hope(damosel, knight, self.table[damosel][knight] + 1)

    def hope(self, damosel: int, knight: int, given: int) -> float:
        """What the last of so many cards with one knight is worth to her player."""
        if given >= self.goal:
            return VICTORY
        lead = given - max(self.table[damosel])  # only the knight who has most of her cards counts
        return (given / self.goal) ** 2 * HOPE * (1.0 if lead > 0 else 0.6 if lead == 0 else 0.3)

    def threat(self, damosel: int, knight: int) -> float:
        """The same step seen by this player: welcome for the own damosel, unwelcome for a rival's."""
        owner = self.v.seat_of[damosel]
        if owner == NOBODY:
            return 0.0
        return self.step(damosel, knight) * (1.0 if owner == self.seat else -RIVAL)

    def card(self, q: int) -> float:
        """What one more earned card is worth to a player: more, the nearer the seventh is."""
        earned = self.v.has[q].bit_count() + 1
        return 1.0 + (3.0 if earned >= KNIGHT_GOAL[self.v.players] else 0.15 * earned)

    def worth(self, chivalry: int) -> float:
        """What a chivalry promises in worship over coming events (11.6, 11.7), less its exposure to Disasters."""
        v = self.v
        shared = sum(v.has[q] >> chivalry & 1 for q in self.rivals)
        service = (0.55 if KIND[chivalry] == VASSALAGE else 0.8) / (1 + 0.6 * shared)
        if v.event and LISTED[v.event[0]] >> chivalry & 1:
            service += self.serves(v.event[0], chivalry)
        return service * self.worship * SERVE - COMMON * self.common(chivalry)

    def common(self, chivalry: int) -> int:
        """How many damosels can still give it: what is rare will not come again when the knight lacks little else."""
        v = self.v
        givers = (*(d for d in v.damosels if d != v.damosels[self.seat]), *v.absent[:1])
        out = {DAMOSEL[card] for row in v.rows for card in row if CHIVALRY[card] == chivalry}
        return sum(d not in out for d in givers)

    def serves(self, event: int, chivalry: int) -> float:
        """Worship that a card of this chivalry can hope for in an event; a Disaster takes the card half of the time."""
        v = self.v
        if EVENT_TYPE[event] == DISASTER:
            return -1.5
        shared = 1 + sum(v.has[q] >> chivalry & 1 for q in self.rivals)
        if MAIN[event] >> chivalry & 1:
            kin = sum(any(has >> c & 1 for has in v.has) for c in SET[MAIN[event]])
            earns = SHARED / max(1, kin)
        else:
            earns = 1.0
        return (earns + (chivalry == BONUS[event])) / shared


def best(judge: Callable[[str], float], atoms: Sequence[str], rng: Random) -> Answer:
    return (max(atoms, key=lambda atom: judge(atom) + rng.random() * NOISE),)


# -- events (11.9) ---------------------------------------------------------------------------------------------------


def event_value(j: Judge, event: int) -> float:
    """What an event would bring this player, compared with the others."""
    v, seat = j.v, j.seat
    listed = LISTED[event]
    if EVENT_TYPE[event] == DISASTER:
        struck = {q: (v.has[q] & listed).bit_count() * STRIKE * j.card(q) for q in range(v.players)}
        rivals = max(struck[q] for q in j.rivals) * 0.7 + _mean(struck[q] for q in j.rivals) * 0.3
        cards = ((q, card) for q in range(v.players) for card in v.rows[q] if BIT[card] & listed)
        return rivals - struck[seat] - sum(STRIKE * undone(j, card, q) for q, card in cards)
    gain = {q: sum(_hope(v, q, c, event) for c in SET[v.has[q] & listed]) for q in range(v.players)}
    return (gain[seat] - _mean(gain[q] for q in j.rivals)) * j.worship


def undone(j: Judge, card: int, knight: int) -> float:
    """What is lost for this player if a card goes back to its damosel: less than nothing if it was a rival's hope."""
    damosel = DAMOSEL[card]
    owner = j.v.seat_of[damosel]
    if owner == NOBODY:
        return 0.0
    hope = j.hope(damosel, knight, j.table[damosel][knight])
    return hope * UNDO if owner == j.seat else -hope * UNDO


def _hope(v: Court, q: int, chivalry: int, event: int) -> float:
    holders = sum(has >> chivalry & 1 for has in v.has)
    if MAIN[event] >> chivalry & 1:
        kin = sum(any(has >> c & 1 for has in v.has) for c in SET[MAIN[event]])
        return (SHARED / kin + (chivalry == BONUS[event])) / holders
    return (1.0 + (chivalry == BONUS[event])) / holders


def _mean(values: Iterator[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def arthur_discard(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Merlin takes what suits Merlin; throw away the event without which the other two are best for Arthur."""
    atoms = choice.atoms(())
    values = {atom: event_value(j, PIECE[atom]) for atom in atoms}
    return best(lambda atom: sum(values.values()) - values[atom], atoms, rng)


def merlin_choose(j: Judge, choice: Choice, rng: Random) -> Answer:
    return best(lambda atom: event_value(j, PIECE[atom]), choice.atoms(()), rng)


# -- gifts and knights (11.3 to 11.8) --------------------------------------------------------------------------------


def give(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Give what the favoured knight is likely to take and others are not."""
    v = j.v
    mine = v.damosels[j.seat]
    givers = [v.piles[d] for d in (*v.damosels, *v.absent[:1]) if d != mine and v.piles[d]]
    # For every rival the other cards that will fit: piles are open now, so their chances are known.
    fits = {
        q: sum(
            sum(not v.has[q] & BIT[card] for card in pile) / len(pile)
            for pile in givers
            if pile != v.piles[v.damosels[q]]
        )
        for q in j.rivals
    }

    def value(name: str) -> float:
        chivalry, there, out = NAMED[name], 1.0, 0.0
        for i, q in enumerate(v.turn_order()):
            if q == j.seat or v.has[q] >> chivalry & 1:
                continue
            others = fits[q] * max(0.0, 1 - i / (len(givers) + 1))
            takes = there / (1 + others)
            seventh = v.has[q].bit_count() + 1 >= KNIGHT_GOAL[v.players]
            out += takes * (j.step(mine, q) - SEVENTH * seventh)
            there -= takes
        return out

    return best(value, choice.atoms(()), rng)


def slot_values(j: Judge) -> Callable[[int], float]:
    """What it is worth to take each slot: the card itself, whom it helps here, and what the others do with the rest."""
    v, seat = j.v, j.seat
    table = odds(v)
    mine = v.damosels[seat]
    place = (seat - v.arthur) % v.players + 1
    later = [(v.arthur + i) % v.players for i in range(place, v.players)]
    left = [slot for slot, holder in enumerate(v.holder) if holder == NOBODY]
    legal = {
        q: {slot: 1 - table[slot][v.damosels[q]] for slot in left if not v.has[q] >> v.faces[slot] & 1} for q in later
    }
    harm = {
        (slot, q): sum(p * j.threat(d, q) for d, p in enumerate(table[slot]) if p and d != v.damosels[q])
        for q in (seat, *later)
        for slot in range(len(table))
    }

    def rest(taken: int) -> float:
        """What the others' turns bring, if each of them takes any of the cards that are legal for them."""
        out = 0.0
        there = dict.fromkeys(left, 1.0)
        there.pop(taken, None)
        for q in later:
            free = {slot: chance * there[slot] for slot, chance in legal[q].items() if slot in there}
            choices = sum(free.values())
            out -= DENY * j.card(q) * min(1.0, choices)  # whoever finds no card loses a round
            for slot, chance in free.items():
                takes = chance / max(1.0, choices)
                out += takes * harm[slot, q]
                there[slot] *= 1 - takes
        return out

    def value(slot: int) -> float:
        return j.worth(v.faces[slot]) - TELLS * table[slot][mine] + harm[slot, seat] + rest(slot)

    return value


def select(j: Judge, choice: Choice, rng: Random) -> Answer:
    v = j.v
    of_slot = slot_values(j)

    def value(atom: str) -> float:
        if atom == PASS:
            return -1.0
        if atom.startswith(TAKE):
            return of_slot(int(atom[len(TAKE) :]) - 1)
        return contest(j, v.holder[challenged(v, atom)], of_slot(challenged(v, atom)))

    return best(value, choice.atoms(()), rng)


def contest(j: Judge, holder: int, gain: float) -> float:
    """Whether a joust pays (11.14, 11.15): it is won a third of the time, and costs the holder a card for now."""
    if j.v.worship[j.seat] < 2:
        return -2.0
    return gain + 0.35 * (j.card(holder) - 1.0) - 0.25 - j.worship


def reselect(j: Judge, choice: Choice, rng: Random) -> Answer:
    """A card is nearly always better than none, unless it hands a rival the last one missing."""
    of_slot = slot_values(j)
    lost = j.card(j.seat)
    return best(lambda a: 0.0 if a == PASS else lost + of_slot(int(a[len(TAKE) :]) - 1), choice.atoms(()), rng)


def thrust(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Half and half; only whoever has no right and nothing to win declines."""
    if DECLINE in choice.atoms(()) and j.v.right != j.seat and not j.v.worship[j.seat] and rng.random() < 0.2:
        return (DECLINE,)
    return (THRUSTS[rng.random() < 0.5],)


# -- service and worship (11.10 to 11.13) ----------------------------------------------------------------------------


def offer(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Contested chivalries before those only we hold; bonus and main kind before Vassalage."""
    v, event = j.v, j.v.event[0]

    def value(atom: str) -> float:
        if atom == PASS:
            return 0.3 if not any(name in NAMED for name in choice.atoms(())) else -1.0
        chivalry = NAMED[atom.rpartition(":")[2]]
        earns = (2.5 if MAIN[event] >> chivalry & 1 else 1.0) + (chivalry == BONUS[event])
        if atom.startswith(CHALLENGE):
            return (0.5 * earns - 0.4) if v.worship[j.seat] > 1 else -1.0
        rivals = sum(v.has[q] >> chivalry & 1 for q in j.rivals)
        return earns * (0.3 + rivals) if in_turn(v) == j.seat else earns

    return best(value, choice.atoms(()), rng)


def worship_faces(j: Judge, choice: Choice, rng: Random) -> Answer:
    """The best expectation when the others place their cards at random, our gain against what the rivals get."""
    v = j.v
    others = SET[v.filled & MAIN[v.event[0]] & ~sharing_cards(v, j.seat)]

    def value(answer: Answer) -> float:
        mine, total = down_mask(answer), 0.0
        for faces in product((0, 1), repeat=len(others)):
            down = mine | sum(1 << c for c, face in zip(others, faces) if face)
            for c, worship in earnings(v, down).items():
                total += worship if v.offered[c] == j.seat else -worship / (2 * len(j.rivals))
        return total / float(2 ** len(others))

    return max(_placings(sharing_cards(v, j.seat)), key=lambda answer: value(answer) + rng.random() * NOISE)


def disaster_faces(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Keep the cards at the least expected cost when the others place theirs at random."""
    v, mine = j.v, struck_cards(j.v, j.seat)
    others = sum(struck_cards(v, q).bit_count() for q in j.rivals)
    card, pays = j.card(j.seat), j.worship

    def cost(answer: Answer) -> float:
        down = down_mask(answer).bit_count()
        up = mine.bit_count() - down
        total = 0.0
        for k in range(others + 1):
            chance = comb(others, k) / 2**others
            ups, downs = up + others - k, down + k
            if ups != downs:
                lost, kept = (up, down) if ups > downs else (down, up)
                total += chance * (lost * card + min(v.worship[j.seat], 2 * kept) * pays)
        return total

    return min(_placings(mine), key=lambda answer: cost(answer) + rng.random() * NOISE)


def _placings(cards: int) -> list[Answer]:
    return list(product(*(FACES[c] for c in SET[cards])))


# -- Camlann (11.16, 11.17) ------------------------------------------------------------------------------------------


def draw_back(j: Judge, choice: Choice, rng: Random) -> Answer:
    """A mixture of kinds lasts longest."""
    kinds = [KIND[CHIVALRY[card]] for card in j.v.rows[j.seat]]
    return best(lambda name: -float(kinds.count(KIND[NAMED[name]])), choice.atoms(()), rng)


def side(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Against the leader whose hand differs most from ours: the larger outlasts the smaller."""
    v = j.v
    arthur, mordred = (len(v.rows[q]) for q in v.order[:2])
    mine = len(v.rows[j.seat])
    return best(lambda atom: abs(mine - (mordred if atom == "arthur" else arthur)) * 0.01, choice.atoms(()), rng)


def fight(j: Judge, choice: Choice, rng: Random) -> Answer:
    """The kind with the best balance of harm done and suffered against the cards that the enemies still have."""
    v, seat = j.v, j.seat
    matrix = MATRICES[v.options["camlann_matrix"]]
    enemies = [q for q in range(v.players) if v.sides[q] != v.sides[seat] and v.rows[q]]
    mine_immune, theirs_immune = (
        v.immune[0] == s and v.battle <= v.immune[1] for s in (v.sides[seat], 1 - v.sides[seat])
    )
    hand = [KIND[CHIVALRY[card]] for card in v.rows[seat]]

    def value(atom: str) -> float:
        kind = KIND[CHIVALRY[PIECE[atom]]]
        safe, dealt = 1.0, 0.0
        for q in enemies:
            theirs = [KIND[CHIVALRY[card]] for card in v.rows[q]]
            safe *= 1 - sum(k in matrix[kind][0] for k in theirs) / len(theirs)
            dealt += sum(kind in matrix[k][0] for k in theirs) / len(theirs)
        out = 0.0 if mine_immune else safe * 1.5
        return out + (0.0 if theirs_immune else dealt) + 0.05 * hand.count(kind)

    return best(value, choice.atoms(()), rng)


_ADVISE: Final[dict[str, Callable[[Judge, Choice, Random], Answer]]] = {
    "arthur_discard_event": arthur_discard,
    "merlin_choose_event": merlin_choose,
    "damosel_give": give,
    "knight_select": select,
    "merlin_take": select,
    "joust_reselect": reselect,
    "joust_thrust": thrust,
    "service_offer": offer,
    "joust_reoffer": offer,
    "disaster_faces": disaster_faces,
    "worship_faces": worship_faces,
    "camlann_draw": draw_back,
    "camlann_side": side,
    "camlann_fight": fight,
}
