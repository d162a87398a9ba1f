"""Lancelot: what a sensible player answers, question by question.

A knight visits the nearest stop that is worth a round; what a stop is worth follows from `outlook`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from roundtable.engine import STOP, Answer, Choice, Game, put

from ..board import RETURNS, STAY
from ..cards import (
    ARTHUR,
    CARDS,
    DEED,
    DISTANT,
    DRAGON,
    EYE,
    GALAHAD,
    GOOD,
    GRAIL,
    GUINEVERE,
    ISLE,
    JOUST,
    LADIES,
    LAKE,
    MAGIC,
    MALEAGANT,
    MERLIN,
    MORDRED,
    MORGANA,
    MOST_CARDS,
    PERCIVAL,
    PLOTS,
    SQUIRE,
    STRONGHOLD,
    TRISTAN,
    TURNS,
    VIRTUE,
    VIRTUES,
    WHARVES,
)
from ..rules.goods import gain
from ..rules.scoring import at_the_top, grail_leader
from ..rules.sites import DECLINE, NONE, deeds_open, grail_step, offered
from ..rules.table import has_gift
from ..rules.turn import PASS
from ..rules.virtues import learnable, untaught
from ..state import NOBODY, LancelotState
from .value import closeness, grail_prospect, outlook

A_ROUND: Final = 0.12  # what a stop must be worth, for the others ride on meanwhile


def choose(game: Game, view: LancelotState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The answer a sensible player gives."""
    prefer = _PREFERENCES.get(choice.question)
    answer = prefer(view, choice, seat) if prefer is not None else None
    return answer if answer is not None and choice.accepts(answer) else choice.sample(rng)


def with_goods(v: LancelotState, seat: int, changes: Sequence[tuple[int, int]]) -> LancelotState:
    """The position after these changes (good, how many more)."""
    w = v.clone()
    for good, n in changes:
        gain(w, seat, good, n)
    return w


class Margins:
    """The worth of the position, and what one more of each good would add, worked out when it is asked for."""

    def __init__(self, v: LancelotState, seat: int) -> None:
        self.v = v
        self.seat = seat
        self.now = outlook(v, seat)
        self.found: dict[int, float] = {}

    def of(self, good: int) -> float:
        if good not in self.found:
            self.found[good] = outlook(with_goods(self.v, self.seat, ((good, 1),)), self.seat) - self.now
        return self.found[good]


def take_what_helps(v: LancelotState, choice: Choice, seat: int) -> Answer:
    """Counters and cards, one after the other while they improve the position."""
    taken: Answer = ()
    while True:
        now, best, pick = outlook(v, seat), 0.0, STOP
        for atom in choice.atoms(taken):
            if atom != STOP:
                more = outlook(with_goods(v, seat, ((GOOD[atom], 1),)), seat) - now
                if more > best:
                    best, pick = more, atom
        if pick == STOP:
            return taken
        taken = (*taken, pick)
        v = with_goods(v, seat, ((GOOD[pick], 1),))


def nearest_useful_stop(v: LancelotState, choice: Choice, seat: int) -> Answer:
    """The nearest stop worth a round; of those at one site the best; home if there is none."""
    board, at = v.board, v.at[seat]
    extra = Margins(v, seat)
    best_site, best, pick = 99, 0.0, ""
    home, home_worth = "", -1.0
    for atom in choice.atoms(()):
        if atom in RETURNS:
            worth = seat_worth(v, seat, RETURNS.index(atom))
            if worth > home_worth:
                home, home_worth = atom, worth
            continue
        if atom == STAY:
            to, site = board.grail, GRAIL
        else:
            to = board.named[atom]
            site = board.site[to]
        ahead = site if to > at or atom == STAY else site + GRAIL  # a second tour comes after the rest of the first
        if ahead > best_site:
            continue
        worth = stop_worth(v, seat, to, extra)
        if site == DISTANT:
            worth -= 0.02 * board.number[to]  # the nearer wharf first: the others stay in reach
        if worth > A_ROUND and (ahead < best_site or worth > best):
            best_site, best, pick = ahead, worth, atom
    return (pick or home,)


def stop_worth(v: LancelotState, seat: int, to: int, extra: Margins) -> float:
    """What landing there brings, roughly."""
    board = v.board
    site, number = board.site[to], board.number[to]
    if site in (JOUST, STRONGHOLD):
        return sum(max(0.0, extra.of(GOOD[good])) for good in offered(v, v.at[seat], to))
    if site == DISTANT:
        if sum(v.owned[seat][LADIES:]) >= MOST_CARDS:
            return 0.0
        colour = WHARVES[number - 1]
        return sum(max(0.0, extra.of(card)) for card in (colour, PLOTS) if v.reserve[card])
    if site == ISLE:
        return extra.of(MAGIC) * (1.0 if number == 2 else 0.5) if v.reserve[MAGIC] else 0.0
    if site == LAKE:  # near, or late
        worth = 0.4 if v.bearer == seat else 1.2 + 0.22 * v.turn
        return worth - 0.3 * (v.excalibur - 1)
    if site == PERCIVAL:
        return max((virtue_points(v, seat, i) for i in range(len(VIRTUES)) if learnable(v, seat) >> i & 1), default=0.0)
    if site == GALAHAD:
        return galahad_worth(v, seat)
    if site == DRAGON:
        return max((deed_worth(v, seat, answer) - extra.now for answer in deeds_open(v, seat)), default=0.0)
    if site == MORGANA:
        return 2.0 if v.morgana[seat] == EYE and wants_second_tour(v) else 0.0
    return grail_worth(v, seat)


def virtue_points(v: LancelotState, seat: int, virtue: int) -> float:
    return float(v.board.values[virtue][v.crowns[virtue] == seat])


def galahad_worth(v: LancelotState, seat: int) -> float:
    """A disc nearly every turn, while there is a later visit to Percival."""
    again = v.passes >> seat & 1 or v.morgana[seat] == EYE
    if v.turn == TURNS and not again:
        return 0.0
    mask = untaught(v, seat)
    return max((galahad_prospect(v, seat, i) for i in range(len(VIRTUES)) if mask >> i & 1), default=0.0)


def galahad_prospect(v: LancelotState, seat: int, virtue: int) -> float:
    return closeness(v, seat, virtue) * virtue_points(v, seat, virtue) * 0.5


def deed_worth(v: LancelotState, seat: int, answer: Answer) -> float:
    """The points of the deed against the weapons it costs."""
    tile = DEED[answer[0]]
    deed = v.board.deed(tile)
    cost = dict(deed.waived)[answer[1]] if len(answer) > 1 and answer[1] != NONE else deed.cost
    w = with_goods(v, seat, [(good, -n) for good, n in enumerate(cost) if n])
    w.deeds = put(w.deeds, seat, (*w.deeds[seat], tile))
    return outlook(w, seat) + deed.vp


def wants_second_tour(v: LancelotState) -> bool:
    """Early enough to be of use, late enough to have something to learn."""
    return v.turn >= 4


def grail_worth(v: LancelotState, seat: int) -> float:
    """A step, and the denial of a big distance.  Once all are here, the leader ends the quest by going home (R28)."""
    grail = v.board.grail
    if v.at[seat] == grail and all(v.at[q] == grail for q in v.travelling()) and grail_leader(v) == seat:
        return 0.0
    w = v.clone()
    w.grail = put(v.grail, seat, min(grail_step(v, seat), v.board.grail_last))
    return grail_prospect(w, seat) - grail_prospect(v, seat) + 0.1


def seat_worth(v: LancelotState, seat: int, chair: int) -> float:
    """What a seat gives; nearer to Arthur is a little better."""
    worth = 0.02 * (len(RETURNS) - chair)
    if not has_gift(v, seat, chair):
        return worth
    left = TURNS - v.turn
    if chair == GUINEVERE:
        return worth + 1.0
    if chair == MERLIN:
        return worth + outlook(with_goods(v, seat, ((MAGIC, 1),)), seat) - outlook(v, seat) + 0.05 * left
    if not left:  # advantages are worth nothing any more
        return worth
    if chair == ARTHUR:
        return worth + max((crown_worth(v, seat, i) for i in range(len(VIRTUES)) if v.crowns[i] == NOBODY), default=0.0)
    if chair == MORDRED:
        return worth + (2.5 if left > 1 else 1.2)
    if chair == TRISTAN:
        return worth + 0.18 * left
    return worth + (0.12 if chair == MALEAGANT else 0.1) * left


def crown_worth(v: LancelotState, seat: int, virtue: int) -> float:
    if v.percival[seat] >> virtue & 1:
        return 0.0
    low, high = v.board.values[virtue]
    sure = 1.0 if v.galahad[seat] >> virtue & 1 else 0.6
    return (high - low) * closeness(v, seat, virtue) * sure


def best_of(atoms: Iterable[str], worth: Callable[[str], float]) -> Answer:
    return (max((atom for atom in atoms if atom != DECLINE), key=worth),)


def sit(v: LancelotState, choice: Choice, seat: int) -> Answer:
    return best_of(choice.atoms(()), lambda atom: seat_worth(v, seat, RETURNS.index(atom)))


def crown(v: LancelotState, choice: Choice, seat: int) -> Answer:
    return best_of(choice.atoms(()), lambda atom: crown_worth(v, seat, VIRTUE[atom]))


def learn(v: LancelotState, choice: Choice, seat: int) -> Answer:
    return best_of(choice.atoms(()), lambda atom: virtue_points(v, seat, VIRTUE[atom]))


def aspire(v: LancelotState, choice: Choice, seat: int) -> Answer:
    return best_of(choice.atoms(()), lambda atom: galahad_prospect(v, seat, VIRTUE[atom]))


def deed(v: LancelotState, choice: Choice, seat: int) -> Answer:
    return max(choice.every(), key=lambda answer: deed_worth(v, seat, answer))


def morgana(v: LancelotState, choice: Choice, seat: int) -> Answer:
    return ("yes",) if wants_second_tour(v) else ("no",)


def accept(v: LancelotState, choice: Choice, seat: int) -> Answer:
    return ("yes",)


def magic(v: LancelotState, choice: Choice, seat: int) -> Answer:
    """Only what completes a Virtue is worth a counter; a few repairs are looked at."""
    if v.turn == TURNS:
        return (PASS,)
    own = v.owned[seat]
    repairs: list[tuple[Answer, list[tuple[int, int]]]] = []
    for keep in (0, 1, 7):
        if own[SQUIRE] > keep:
            n = own[SQUIRE] - keep
            repairs.append((("discard_squires", str(n)), [(SQUIRE, -n)]))
    for give in range(LADIES, PLOTS + 1):
        if own[give]:
            card = CARDS[give - LADIES]
            repairs.append((("discard_cards", *(card,) * own[give]), [(give, -own[give])]))
            for take in range(LADIES, PLOTS + 1):
                if take != give and v.reserve[take]:
                    repairs.append((("exchange", card, CARDS[take - LADIES]), [(give, -1), (take, 1)]))
    answer: Answer = (PASS,)
    best = outlook(v, seat) + 0.3
    for repair, changes in repairs:
        worth = outlook(with_goods(v, seat, [*changes, (MAGIC, -1)]), seat)
        if worth > best:
            best, answer = worth, repair
    return answer


def claim(v: LancelotState, choice: Choice, seat: int) -> Answer:
    """First what most others could take."""
    return best_of(choice.atoms(()), lambda atom: len(at_the_top(v, atom)))


_PREFERENCES: Final[dict[str, Callable[[LancelotState, Choice, int], Answer]]] = {
    "choose_start_seat": sit,
    "place_crown": crown,
    "take_gift": accept,
    "choose_move": nearest_useful_stop,
    "choose_counters": take_what_helps,
    "choose_cards": take_what_helps,
    "choose_virtue": learn,
    "choose_galahad_virtue": aspire,
    "choose_deed": deed,
    "use_morgana": morgana,
    "use_magic": magic,
    "choose_tied_category": claim,
}


# -- for searches ------------------------------------------------------------------------------------------------------


def alternatives(v: LancelotState, choice: Choice, seat: int) -> list[Answer]:
    """The stops that are worth most, near or far, and the best seat at home."""
    if v.question != "choose_move":
        return []
    extra = Margins(v, seat)
    stops: list[tuple[float, str]] = []
    seats: list[tuple[float, str]] = []
    for atom in choice.atoms(()):
        if atom in RETURNS:
            seats.append((seat_worth(v, seat, RETURNS.index(atom)), atom))
        else:
            to = v.board.grail if atom == STAY else v.board.named[atom]
            stops.append((stop_worth(v, seat, to, extra), atom))
    best = [*sorted(stops, reverse=True)[:5], *sorted(seats, reverse=True)[:1]]
    return [(atom,) for _, atom in best]
