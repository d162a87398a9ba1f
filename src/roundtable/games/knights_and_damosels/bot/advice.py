"""Knights & Damosels: an answer to every question by a quick judgement of every choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import comb
from random import Random
from typing import Final

from roundtable.engine import Answer, Choice, Game

from ..cards import BIT, BONUS, CHIVALRY, DAMOSEL, DISASTER, EVENT_TYPE, KIND, LISTED, MAIN, MATRICES, NAMED, PIECE, SET
from ..questions import CHALLENGE, DECLINE, FACES, PASS, TAKE, THRUSTS, down_mask, sharing_cards, struck_cards
from ..rules.knight import challenged
from ..rules.service import earnings, in_turn
from ..state import DamoselsState
from .gifts import Worth, gift_values, slot_values
from .judge import Judge, serves

NOISE: Final = 0.0001  # a bot that always chooses alike is read by its opponents

LOST: Final = tuple(  # chance that it takes a card, by the number of all that it strikes
    sum(comb(n, k) * max(k, n - k) for k in range(n + 1) if 2 * k != n) / (n * 2**n) if n else 0.0 for n in range(19)
)
FEW_DEALS: Final = 2  # the same in simulations
WOUND: Final = 0.5  # a wound at Camlann, against a defeat
WHOLE: Final = 0.4  # to come out of it unharmed, and as much again with a wound to recover


def choose(game: Game, view: DamoselsState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The answer with the best judgement."""
    return _ADVISE[view.question](Judge(view, seat), choice, rng)


def quick(game: Game[DamoselsState], s: DamoselsState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The same in a world, from fewer deals: of what a world shows only the gifts would have to be hidden."""
    v = game.view(s, seat) if s.veiled else s
    return _ADVISE[v.question](Judge(v, seat, FEW_DEALS), choice, rng)


def best(judge: Callable[[str], float], atoms: Sequence[str], rng: Random) -> Answer:
    return (max(atoms, key=lambda atom: judge(atom) + rng.random() * NOISE),)


# -- events ----------------------------------------------------------------------------------------------------------


def event_value(j: Judge, event: int) -> float:
    """What an event would do to this player's chances."""
    v = j.v
    listed = LISTED[event]
    if EVENT_TYPE[event] == DISASTER:
        losses = [loss(j, card, q) for q in range(v.players) for card in v.rows[q] if BIT[card] & listed]
        return LOST[len(losses)] * sum(losses)
    out = 0.0
    for q in range(v.players):
        gain = 0.0
        for c in SET[v.has[q] & listed]:
            gain += serves(v, event, c, sum([has >> c & 1 for has in v.has]))
        out += j.change(((q, gain * j.coin),))
    return out


def loss(j: Judge, card: int, knight: int) -> float:
    """What it does to this player's chances if a card goes back to its damosel."""
    return j.change(((knight, j.card(knight, -1)), *j.step(DAMOSEL[card], knight, -1)))


def arthur_discard(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Merlin takes what suits Merlin; throw away the event without which the other two are best for Arthur."""
    return best(lambda atom: -event_value(j, PIECE[atom]), choice.atoms(()), rng)


def merlin_choose(j: Judge, choice: Choice, rng: Random) -> Answer:
    return best(lambda atom: event_value(j, PIECE[atom]), choice.atoms(()), rng)


# -- gifts and knights -----------------------------------------------------------------------------------------------


def give(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Give what the favoured knight is likely to take and others are not."""
    value = gift_values(j)
    return best(lambda name: value(NAMED[name]), choice.atoms(()), rng)


def select(j: Judge, choice: Choice, rng: Random) -> Answer:
    v = j.v
    of_slot = slot_values(j, rng)
    atoms = choice.atoms(())
    values = {atom: of_slot(int(atom[len(TAKE) :]) - 1) for atom in atoms if atom.startswith(TAKE)}
    else_ = max(values.values(), default=0.0)

    def value(atom: str) -> float:
        if atom == PASS:
            return 0.0
        if atom in values:
            return values[atom]
        return contest(j, challenged(v, atom), of_slot, else_)

    return best(value, atoms, rng)


def contest(j: Judge, slot: int, of_slot: Worth, otherwise: float) -> float:
    """Whether a joust pays: it is won a third of the time, and costs the holder a card for now."""
    if j.v.worship[j.seat] < 2:
        return -2.0
    holder = j.v.holder[slot]
    win = of_slot(slot) - 0.35 * j.change(((holder, j.card(holder)),))
    return otherwise + (win - otherwise) / 3 - j.coin * j.slope


def reselect(j: Judge, choice: Choice, rng: Random) -> Answer:
    """A card is nearly always better than none, unless it hands a rival the last one missing."""
    of_slot = slot_values(j, rng)
    return best(lambda a: 0.0 if a == PASS else of_slot(int(a[len(TAKE) :]) - 1), choice.atoms(()), rng)


def thrust(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Half and half; only whoever has no right and nothing to win declines."""
    if DECLINE in choice.atoms(()) and j.v.right != j.seat and not j.v.worship[j.seat] and rng.random() < 0.2:
        return (DECLINE,)
    return (THRUSTS[rng.random() < 0.5],)


# -- service and worship ---------------------------------------------------------------------------------------------


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
        return total / float(2 ** len(others)) + rng.random() * NOISE

    return max(_placings(sharing_cards(v, j.seat)), key=value)


def disaster_faces(j: Judge, choice: Choice, rng: Random) -> Answer:
    """The best expectation when the others place their cards at random: cards kept and lost, and what is paid."""
    v, mine, listed = j.v, struck_cards(j.v, j.seat), LISTED[j.v.event[0]]
    cards = [(q, card) for q in range(v.players) for card in v.rows[q] if BIT[card] & listed]
    losses = {BIT[card]: loss(j, card, q) for q, card in cards if q == j.seat}
    theirs = [loss(j, card, q) for q, card in cards if q != j.seat]
    others, harm = len(theirs), sum(theirs)
    pays = [0.0] * 4
    for kept in range(4):
        pays[kept] = -min(v.worship[j.seat], 2 * kept) * j.coin * j.slope

    def value(answer: Answer) -> float:
        down = down_mask(answer)
        downs = down.bit_count()
        ups = mine.bit_count() - downs
        lost_down = sum([x for bit, x in losses.items() if bit & down])
        lost_up = sum([x for bit, x in losses.items() if not bit & down])
        total = 0.0
        for k in range(others + 1):  # so many of the others' cards lie face down
            chance = comb(others, k) / 2**others
            if ups + others - k > downs + k:
                total += chance * (lost_up + pays[downs] + harm * (others - k) / max(1, others))
            elif ups + others - k < downs + k:
                total += chance * (lost_down + pays[ups] + harm * k / max(1, others))
        return total + rng.random() * NOISE

    return max(_placings(mine), key=value)


def _placings(cards: int) -> list[Answer]:
    return list(product(*(FACES[c] for c in SET[cards])))


# -- Camlann ---------------------------------------------------------------------------------------------------------


def draw_back(j: Judge, choice: Choice, rng: Random) -> Answer:
    """A mixture of kinds lasts longest."""
    kinds = [KIND[CHIVALRY[card]] for card in j.v.rows[j.seat]]
    return best(lambda name: -float(kinds.count(KIND[NAMED[name]])), choice.atoms(()), rng)


def side(j: Judge, choice: Choice, rng: Random) -> Answer:
    """With the leader who has fewer cards, whom we outlast if our side wins."""
    v = j.v
    arthur, mordred = (len(v.rows[q]) for q in v.order[:2])
    return best(lambda atom: 0.01 * (mordred - arthur if atom == "arthur" else arthur - mordred), choice.atoms(()), rng)


def fight(j: Judge, choice: Choice, rng: Random) -> Answer:
    """The kind with the best balance of harm done and suffered against the cards that the enemies still have."""
    v, seat = j.v, j.seat
    matrix = MATRICES[v.options.camlann_matrix]
    enemies = [q for q in range(v.players) if v.sides[q] != v.sides[seat] and v.rows[q]]
    mine_immune, theirs_immune = (
        v.immune[0] == s and v.battle <= v.immune[1] for s in (v.sides[seat], 1 - v.sides[seat])
    )
    hand = [KIND[CHIVALRY[card]] for card in v.rows[seat]]

    def value(atom: str) -> float:
        kind = KIND[CHIVALRY[PIECE[atom]]]
        defeats, wounds = matrix[kind]
        safe, whole, dealt = 1.0, 1.0, 0.0
        for q in enemies:
            theirs = [KIND[CHIVALRY[card]] for card in v.rows[q]]
            size = len(theirs)
            fatal = sum([k in defeats for k in theirs]) / size
            safe *= 1 - fatal
            whole *= 1 - fatal - sum([k in wounds for k in theirs]) / size
            dealt += sum([(kind in matrix[k][0]) + WOUND * (kind in matrix[k][1]) for k in theirs]) / size
        if mine_immune:
            safe = whole = 1.0
        out = safe + whole * WHOLE * (1 + bool(v.wounded[seat]))
        return out + (0.0 if theirs_immune else dealt) + 0.02 * hand.count(kind)

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
