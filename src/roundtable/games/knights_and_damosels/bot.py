"""Knights & Damosels: what a good player knows, as a quick judgement of every choice.

Everything is weighed in one coin: the chance to win the match.  Each player's standing in the three races is a number
found by regression over many matches, and the chances to win go with e to the standings.  So a step counts for more the
nearer its goal is, and a rival's step hurts as much as that rival is to be feared.  What lies behind a slot is never
guessed but worked out (`knowledge.odds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import comb, exp
from random import Random
from typing import Final

from roundtable.engine import Answer, Choice, Game
from roundtable.engine.knowledge import Foreseen, Knowledge, Parameters

from .cards import (
    ALL_NINE,
    BIT,
    BONUS,
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_GOAL,
    DECK,
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
from .rules.joust import DECLINE, THRUSTS
from .rules.knight import CHALLENGE, PASS, TAKE, challenged
from .rules.service import FACES, SHARED, down_mask, earnings, in_turn, sharing_cards, struck_cards
from .state import NOBODY, DamoselsState
from .worlds import Riddle, fill, odds

NOISE: Final = 0.0001  # a bot that always chooses alike is read by its opponents

# Standings, by regression over matches of greedy, careless and random players; a goal that is reached all but decides.
COURT: Final = (
    (0.0, 0.2, 0.4, 0.6, 1.0, 1.65, 2.75, 6.0, 6.0, 6.0, 6.0),  # by cards earned
    (10.0, 2.2, 1.05, 0.8, 0.3, 0.0),  # by cards that the damosel's favourite still lacks,
    (0.0, 0.18, 0.11, 0.0, 0.0, 0.0),  # and for each that she has left for him, up to four
    1.0,  # for worship as high as its goal,
    4.0,  # and for having reached it
)
# Before Camlann goals only end the game, and hands decide.
BATTLE: Final = (
    (0.0, 0.15, 0.35, 0.7, 1.05, 1.45, 1.9, 2.4, 2.9, 3.4, 3.9),
    (0.9, 0.4, 0.25, 0.2, 0.05, 0.0),
    (0.0, 0.08, 0.04, 0.0, 0.0, 0.0),
    0.1,
    0.2,
)

# The same between two rounds, for searches: by regression over 21,000 matches of more or less careful Squires.
RACES: Final = (  # by cards that the knight lacks, and that the damosel's favourite lacks
    (0.0,) * 6,
    (0.0, 0.5, 0.14, 0.07, 0.52, 0.8),
    (0.0, 0.64, -0.01, -0.26, 0.0, 0.75),
    (0.0, 1.06, 0.39, -0.18, -0.19, 0.6),
    (0.0, 1.13, 0.42, -0.24, -0.44, 0.19),
    (0.0, 0.91, 0.12, -0.5, -0.84, -0.51),
    (0.0, 0.73, -0.02, -0.8, -1.11, -0.81),
    (0.0, 0.19, 0.13, -0.96, -1.31, -1.07),
)
LEFT: Final = (0.0, -0.02, 0.1, 0.1, 0.03, -0.13)  # for each card that she has left for him, up to four
OPENS: Final = (0.0, 1.24, 0.71, 0.47, 0.33)  # by cards that the knight lacks, for each that can be hoped to fit
HOLDS: Final = (0.18, 0.18, 0.17, 0.0)  # for each damosel who needs so many more with this knight
# Arthur, those between and Merlin: by cards that the knight lacks, and the same for the favourite.
ASKS: Final = ((0.0, 0.0, 0.0), (1.1, 0.65, 0.28), (0.27, 0.53, 0.33), (0.0, 0.0, 0.0))
ASKED: Final = ((0.0, 0.0, 0.0), (1.82, 1.81, 1.54), (0.37, 0.46, 0.32), (0.0, 0.0, 0.0))
WORSHIP: Final = 0.77  # for worship as high as its goal

# Found by playing.
SECOND: Final = 0.8  # how much of a step counts with a knight who is not the favourite
KIN: Final = 0.05  # a card for each of its kind that the knight has
STRUCK: Final = 0.6  # chance that a Disaster takes a card that was earned under it
LOST: Final = tuple(  # chance that it takes a card, by the number of all that it strikes
    sum(comb(n, k) * max(k, n - k) for k in range(n + 1) if 2 * k != n) / (n * 2**n) if n else 0.0 for n in range(19)
)
SERVE: Final = 6.0  # events in which a card can hope to serve
DEALS: Final = 12  # of the cards on display, in each of which all that can follow is looked at
FEW_DEALS: Final = 2  # the same in simulations
FEW: Final = 4  # players up to whom that is quick
TELLS: Final = 0.03  # a refusal costs nothing, but it tells
WOUND: Final = 0.5  # a wound at Camlann, against a defeat
WHOLE: Final = 0.4  # to come out of it unharmed, and as much again with a wound to recover

CLEAR: Final = 0.0005  # a gift worse by so much is e times less likely,
ODD: Final = 0.05  # but nobody is sure of anybody
UNFORESEEN: Final = 0.32  # nor of guesses in their place: as if each of their cards had been guessed so often besides

# For searches: every answer is soon tried, everybody else follows the advice, and the round is played to its end.
SEARCH: Final = Parameters(depth=1, widening=1.0, exploration=0.1, model=1_000_000, horizon=1)
# Knights choose otherwise than the advice: it pays to put oneself in their place before one gives and lays cards.
CHAMPION: Final = replace(SEARCH, empathy=0.8)


def choose(game: Game, view: DamoselsState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The answer with the best judgement."""
    return _ADVISE[view.question](Judge(view, seat), choice, rng)


def quick(game: Game[DamoselsState], s: DamoselsState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The same in a world, from fewer deals: of what a world shows only the gifts would have to be hidden."""
    v = game.view(s, seat) if s.veiled else s
    return _ADVISE[v.question](Judge(v, seat, FEW_DEALS), choice, rng)


def quiet(s: DamoselsState) -> bool:
    """Rounds are judged when they are over."""
    return s.question == "arthur_discard_event"


def value(s: DamoselsState, seat: int) -> float:
    """The standing of a player between two rounds; chances to win go with e to the standings."""
    if s.options.camlann:
        return Judge(s, seat).standing[seat]
    n, mine, row, has = s.players, s.damosels[seat], s.rows[seat], s.has
    goal = DAMOSEL_GOAL[n]
    given = [0] * n  # by the damosel to each knight
    for q in range(n):
        for card in s.rows[q]:
            given[q] += DAMOSEL[card] == mine
    kept = sum([BIT[card] for card in s.piles[mine]])
    most, left, favourite = -1, 0, seat
    for q in range(n):
        if q != seat and given[q] >= most:
            fitting = min(4, (kept & ~has[q]).bit_count())
            if given[q] > most or fitting > left:
                most, left, favourite = given[q], fitting, q
    opens = 0.0
    for d in (*s.damosels, *[d for d in s.absent if s.piles[d]][:1]):
        pile = s.piles[d]
        if d != mine and pile:
            opens += sum([not BIT[card] & has[seat] for card in pile]) / len(pile)
    from_rivals = [0] * 6
    for card in row:
        from_rivals[DAMOSEL[card]] += 1
    lacks = min(7, max(1, KNIGHT_GOAL[n] - len(row)))
    needs = min(5, max(1, goal - most))
    out = RACES[lacks][needs] + LEFT[needs] * left + OPENS[min(lacks, 4)] * opens
    out += ASKS[min(lacks, 3)][_turn(s, seat)] + ASKED[min(needs, 3)][_turn(s, favourite)]
    for d in s.damosels:
        if d != mine:
            out += HOLDS[min(3, max(0, goal - from_rivals[d]))]
    return out + WORSHIP * s.worship[seat] / WORSHIP_GOAL[n]


def _turn(s: DamoselsState, seat: int) -> int:
    """0 for Arthur, 2 for Merlin, 1 for those between."""
    return 0 if seat == s.arthur else 2 if seat == s.merlin else 1


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


class Judge:
    """What one look at the table tells a player."""

    def __init__(self, v: DamoselsState, seat: int, deals: int = DEALS) -> None:
        self.v = v
        self.seat = seat
        self.deals = deals
        n = v.players
        self.goal = DAMOSEL_GOAL[n]
        self.earns, self.gives, self.opens, full, reached = BATTLE if v.options.camlann else COURT
        self.rivals = tuple(q for q in range(n) if q != seat)
        self.given = given = [[0] * n for _ in range(6)]  # [damosel][knight]
        out = [0] * 6
        for q, row in enumerate(v.rows):
            for card in row:
                d = DAMOSEL[card]
                given[d][q] += 1
                out[d] |= BIT[card]
        self.out = out
        self.earned = [self.earns[len(row)] for row in v.rows]
        self.hopes = [max([self.hope(d, q, given[d][q]) for q in range(n)]) for d in v.damosels]
        goal = WORSHIP_GOAL[n]
        self.coin = full / goal
        self.standing = [
            e + h + self.coin * w + (reached if w >= goal else 0.0)
            for e, h, w in zip(self.earned, self.hopes, v.worship)
        ]
        self.weight = [exp(x) for x in self.standing]
        self.total = sum(self.weight)
        self.chance = self.weight[seat] / self.total
        self.slope = self.chance * (1 - self.chance)

    def hope(self, damosel: int, knight: int, given: int) -> float:
        """What so many cards with one knight are worth to a damosel's player."""
        need = self.goal - given
        if need <= 0:
            return self.gives[0]
        if not self.opens[need]:
            return self.gives[need]
        left = (ALL_NINE & ~self.out[damosel] & ~self.v.has[knight]).bit_count()
        return self.gives[need] + self.opens[need] * min(left, 4)

    def change(self, steps: Sequence[tuple[int, float]]) -> float:
        """How the chance to win changes if these players' standings change by so much."""
        mine, total = self.weight[self.seat], self.total
        for q, step in steps:
            grown = self.weight[q] * (exp(step) - 1)
            total += grown
            if q == self.seat:
                mine += grown
        return mine / total - self.chance

    def card(self, q: int, more: int = 1) -> float:
        """What one more earned card adds to a player's standing."""
        return self.earns[max(0, len(self.v.rows[q]) + more)] - self.earned[q]

    def step(self, damosel: int, knight: int, more: int = 1) -> tuple[tuple[int, float], ...]:
        """What one more card of a damosel with a knight adds to her player's standing."""
        owner = self.v.seat_of[damosel]
        if owner == NOBODY:
            return ()
        there = self.hope(damosel, knight, self.given[damosel][knight] + more)
        if more > 0:
            step = max(
                there - self.hopes[owner], SECOND * (there - self.hope(damosel, knight, self.given[damosel][knight]))
            )
            return ((owner, step),)
        others = [self.hope(damosel, q, self.given[damosel][q]) for q in range(self.v.players) if q != knight]
        return ((owner, max(there, *others) - self.hopes[owner]),)

    def worth(self, chivalry: int) -> float:
        """What a chivalry adds to the standing besides being one more card."""
        v = self.v
        shared = sum([v.has[q] >> chivalry & 1 for q in self.rivals])
        service = (0.55 if KIND[chivalry] == VASSALAGE else 0.8) / (1 + 0.6 * shared) * SERVE
        if v.event and EVENT_TYPE[v.event[0]] != DISASTER and LISTED[v.event[0]] >> chivalry & 1:
            service += serves(v, v.event[0], chivalry, 1 + shared)
        kin = (v.has[self.seat] >> chivalry // 3 * 3 & 7).bit_count()
        return service * self.coin + KIN * kin


def serves(v: DamoselsState, event: int, chivalry: int, holders: int) -> float:
    """Worship that a card of this chivalry can hope for in an event."""
    earns = 1.0 + (chivalry == BONUS[event])
    if MAIN[event] >> chivalry & 1:
        kin = sum([any(has >> c & 1 for has in v.has) for c in SET[MAIN[event]]])
        earns += SHARED / max(1, kin) - 1
    return earns / holders


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


Worth = Callable[[int], float]


def give(j: Judge, choice: Choice, rng: Random) -> Answer:
    """Give what the favoured knight is likely to take and others are not."""
    value = gift_values(j)
    return best(lambda name: value(NAMED[name]), choice.atoms(()), rng)


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

KNOWLEDGE: Final = Knowledge(
    choose=choose,
    quick=quick,
    value=value,
    quiet=quiet,
    worlds=worlds,
    parameters=SEARCH,
    champion=CHAMPION,
)
