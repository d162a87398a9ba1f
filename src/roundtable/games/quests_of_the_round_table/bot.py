"""Quests of the Round Table: what a good player knows, one piece of advice per question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from roundtable.engine import HIDDEN, STOP, Answer, Choice, Game
from roundtable.engine.knowledge import Knowledge, Parameters

from .answers import ACCEPT, BID, DECLINE, DRAW, DROP, JOIN, PASS, PLAY, PLAYED, STRUCK, kinds
from .building import NEXT_STAGE, SUBSETS, WEAPON_AT, Plan
from .cards import (
    ALLIES,
    AMOUR,
    AMOUR_BP,
    CARDS,
    FOES,
    MORDRED,
    RANK_NEEDS,
    RANKS,
    STAGES,
    TESTS,
    WEAPON_BP,
    WEAPONS,
)
from .rules.stage import price
from .state import QuestsState


def choose(game: Game, view: QuestsState, choice: Choice, seat: int, rng: Random) -> Answer:
    """An answer for the open question, from the seat's view only."""
    return _ADVICE[view.question](view, choice, seat)


# -- what cards and players are worth --------------------------------------------------------------------------------


def worth(hand: Sequence[str]) -> list[float]:
    """How much one would like to keep each card of a hand; copies count for less."""
    out = []
    seen: dict[str, int] = {}
    points: set[int] = set()
    for kind in hand:
        card, copy = CARDS[kind], seen.get(kind, 0)
        seen[kind] = copy + 1
        if card.kind == "weapon":
            out.append(card.bp - 1.5 * copy)
        elif card.kind == "ally":
            out.append(20.0 + card.bp + 2 * card.bids)
        elif card.kind == "amour":
            out.append(14.0 if not copy else 3.0)
        elif card.kind == "test":
            out.append(7.0 if not any(test in seen for test in TESTS if test != kind) and not copy else 1.0)
        else:  # three to five foes of different value are enough to sponsor with
            fresh = card.bp not in points and len(points) < 5
            points.add(card.bp)
            out.append((6.0 if kind == MORDRED else 4.0) + card.bp / 20 if fresh else card.bp / 20)
    return out


def worst(hand: Sequence[str], n: int) -> list[str]:
    """The cards one can best do without."""
    values = worth(hand)
    order = sorted(range(len(hand)), key=values.__getitem__)
    return [hand[i] for i in order[:n]]


def to_go(v: QuestsState, seat: int) -> int:
    """Shields missing to the victory rank."""
    goal = RANKS.index(v.options.victory_rank)
    return sum(RANK_NEEDS[v.rank[seat] : goal]) - v.shields[seat]


def standing_bp(v: QuestsState, seat: int) -> int:
    """Battle points a player has without playing a card."""
    return v.quest_bp(seat) - v.weapon_bp(seat)


def arms(hand: Sequence[str]) -> int:
    """Battle points of all weapons in a hand."""
    return sum(WEAPON_BP.get(kind, 0) for kind in hand)


def fitting(hand: Sequence[str], need: int) -> list[str] | None:
    """The cheapest weapons of different names that reach the need, or None."""
    if need <= 0:
        return []
    names = 0
    for kind in hand:
        if kind in WEAPON_AT:
            names |= 1 << WEAPON_AT[kind]
    best: tuple[int, int, int] | None = None
    for total, _, subset, _ in SUBSETS[names]:
        if total >= need:
            if best is not None and total > best[0]:
                break
            key = (total, subset.bit_count(), subset)
            best = key if best is None else min(best, key)
    return None if best is None else [weapon for i, weapon in enumerate(WEAPONS) if best[2] >> i & 1]


# -- for searches ----------------------------------------------------------------------------------------------------

SEARCH: Final = Parameters(
    horizon=1,
    widening=0.2,
    plain=("mordred_window", "hand_limit", "test_discard", "call_to_arms", "merlin_preview", "prosperity_draw"),
)


def value(v: QuestsState, seat: int) -> float:
    """The logarithm of the odds to win, fitted to matches of greedy bots: a weapon in hand is worth about a shield."""
    left = to_go(v, seat)
    worth = 0.15 * v.rank[seat] - 0.16 * left + 0.13 * max(0, 12 - left)
    for kind in kinds(v.court[seat]):
        worth += 0.009 * CARDS[kind].bp + 0.045 * CARDS[kind].bids
    hand = kinds(v.hand[seat])
    foes = 0
    points: set[int] = set()
    for kind in hand:
        card = CARDS[kind]
        if card.kind == "weapon":
            worth += 0.013 * card.bp
        elif card.kind == "foe":
            foes += 1
            points.add(card.bp)
        elif card.kind == "ally":
            worth += 0.04 + 0.02 * card.bp
    different = set(hand)
    worth += 0.08 * min(foes, 5) - 0.02 * max(0, foes - 5) + 0.08 * len(points) + 0.03 * len(hand)
    for kind in different:
        if kind in WEAPON_AT:
            worth += 0.11
    if not different.isdisjoint(TESTS):
        worth += 0.24
    return worth + 0.16 if AMOUR in different else worth


def quiet(v: QuestsState) -> bool:
    """When a story begins and nobody has answered to it."""
    return v.question in ("sponsor_quest", "join_tournament") and len(v.queue) == v.players


# -- quests ----------------------------------------------------------------------------------------------------------


def sponsor(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """Sponsor when weak for the quest or rich in foes, never when it could hand somebody the game."""
    if not choice.accepts((ACCEPT,)):
        return (DECLINE,)
    stages = STAGES[v.card()]
    reward = stages + 2 * len(v.pending)
    if any(to_go(v, q) <= reward for q in range(v.players) if q != seat):
        return (DECLINE,)
    hand = kinds(v.hand[seat])
    reach = standing_bp(v, seat) + sum(CARDS[kind].bp for kind in hand if kind in ALLIES or kind == AMOUR)
    strong = reach + arms(hand) / stages >= 20 + 5 * stages
    alone = len(v.queue) == 1  # nobody else will be asked
    foes = sum(1 for kind in hand if kind in FOES)
    return (ACCEPT,) if alone or not strong or foes > stages + 4 else (DECLINE,)


def set_up(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """Weak early stages, a Test before the last, and a last stage that few can reach."""
    plan = Plan(kinds(v.hand[seat]), v.card())
    target = max(standing_bp(v, q) for q in range(v.players) if q != seat) + 45
    out: list[str] = []
    while plan.left or plan.foe:
        atom = _next_atom(plan, target)
        if atom == STOP:
            break
        out.append(atom)
        plan.put(atom)
    return tuple(out)


def _next_atom(plan: Plan, target: int) -> str:
    legal = [atom for atom in plan.options() if plan.takes(atom)]
    last = plan.left == 1
    if plan.foe:
        done = STOP if last else NEXT_STAGE
        weapons = [atom for atom in legal if atom in WEAPON_AT]
        if done in legal and (not weapons or not last or plan.bp >= target):
            return done
        return weapons[0] if last else weapons[-1]  # the strongest for the last stage, the weakest elsewhere
    tests = [atom for atom in legal if atom in TESTS]
    if tests and plan.left == 2:
        return tests[0]
    foes = [atom for atom in legal if atom not in TESTS]
    if not foes:
        return tests[0]
    points = {atom: plan.worth[atom] for atom in foes}
    return max(foes, key=points.__getitem__) if last else min(foes, key=points.__getitem__)


def join(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """Joining draws a card, and whoever is out loses nothing but what was played."""
    return (JOIN,)


def face_foe(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """The cheapest cards that reach the stage, allies and Amour first because they stay; or nothing at all."""
    hand = kinds(v.hand[seat])
    seen = HIDDEN not in v.stages[v.stage - 1]  # face up, or looked at with Merlin
    goal = v.stage_bp(v.stage) if seen else guess(v)
    need = goal - v.quest_bp(seat)
    if need <= 0:
        return ()
    chosen: list[str] = []
    for ally in sorted((kind for kind in hand if kind in ALLIES), key=lambda kind: -v.ally_bp(seat, kind)):
        if need > 0 and v.ally_bp(seat, ally):
            chosen.append(ally)
            need -= v.ally_bp(seat, ally)
    if need > 0 and AMOUR in hand and not v.amour[seat]:
        chosen.append(AMOUR)
        need -= AMOUR_BP
    weapons = fitting(hand, need)
    if weapons is None:
        return ()
    left = arms(hand) - arms(weapons)
    more = v.built() - v.stage
    if more and len(weapons) > 2 and left < arms(weapons):  # what comes is stronger still, and nothing would be left
        return ()
    return choice.canonical((*chosen, *weapons))


def guess(v: QuestsState) -> int:
    """What a stage lying face down may be worth: more than the one before, more with every card."""
    last = max((v.stage_bp(i) for i in range(1, v.turned + 1)), default=0)
    size = len(v.stages[v.stage - 1])
    final = 10 if v.stage == v.built() else 0
    return max(last + 10, 15 + 12 * (size - 1)) + final


def bid(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """Bid the least, as long as cards one can spare pay for it; free bids cost nothing."""
    atoms = choice.atoms(())
    for atom in atoms:
        if atom in PLAYED and v.ally_bids(seat, PLAYED[atom]):
            return (atom,)
    bids = [atom for atom in atoms if atom in BID]
    if not bids:
        return (DROP,)
    hand = kinds(v.hand[seat])
    spare = sum(1 for value in worth(hand) if value < 6)
    reward = v.built() + 2 * len(v.pending)
    wanted = spare + (2 if reward >= min(to_go(v, seat), 5) else 0)
    return (bids[0],) if BID.index(bids[0]) - v.free_bids(seat) <= wanted else (DROP,)


def pay(v: QuestsState, choice: Choice, seat: int) -> Answer:
    return choice.canonical(tuple(worst(kinds(v.hand[seat]), price(v))))


def look_ahead(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """The last stage tells most."""
    return (choice.atoms(())[-1],)


# -- tournaments -----------------------------------------------------------------------------------------------------


def joust(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """About fifty points with few cards; allies of the hand count here and stay."""
    hand = kinds(v.hand[seat])
    reward = len(v.joined) + (CARDS[v.card()].bonus if v.story else 10)
    decides = v.finalists or reward >= to_go(v, seat)
    target = 200 if decides else 40 + 5 * min(reward, 5)
    total = v.tournament_bp(seat)
    chosen: list[str] = []
    for ally in sorted((kind for kind in hand if kind in ALLIES), key=lambda kind: -CARDS[kind].bp):
        if total < target and CARDS[ally].bp:
            chosen.append(ally)
            total += v.ally_bp(seat, ally)
    if total < target and AMOUR in hand and not v.amour[seat]:
        chosen.append(AMOUR)
        total += AMOUR_BP
    weapons = fitting(hand, target - total)
    if weapons is None:
        weapons = [weapon for weapon in WEAPONS if weapon in hand]
    return choice.canonical((*chosen, *weapons))


# -- the rest --------------------------------------------------------------------------------------------------------


def shed(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """Play allies, discard what is least worth keeping."""
    hand = kinds(v.hand[seat])
    n = len(hand) - v.options.max_hand
    allies = [kind for kind in hand if kind in ALLIES][:n]
    rest = [kind for kind in hand if kind not in allies]
    return choice.canonical((*(PLAY[ally] for ally in allies), *worst(rest, n - len(allies))))


def give_up(v: QuestsState, choice: Choice, seat: int) -> Answer:
    hand = kinds(v.hand[seat])
    weapons = [kind for kind in hand if kind in WEAPON_BP]
    if weapons:
        return (worst(weapons, 1)[0],)
    foes = [kind for kind in hand if kind in FOES]
    return choice.canonical(tuple(worst(foes, 2)))


def treason(v: QuestsState, choice: Choice, seat: int) -> Answer:
    """Mordred strikes only where it changes a result."""
    atoms = choice.atoms(())
    if len(atoms) == 1:
        return (PASS,)
    for atom in atoms:
        if atom != PASS and _flips(v, seat, STRUCK[atom]):
            return (atom,)
    return (PASS,)


def _flips(v: QuestsState, seat: int, ally: str) -> bool:
    owner = v.master(ally)
    if owner == seat or owner not in v.active:
        return False
    points = v.ally_bp(owner, ally)
    if v.round:
        if seat not in v.active or not v.counts(owner, ally):
            return False
        mine, theirs = v.tournament_bp(seat), v.tournament_bp(owner)
        return max(v.tournament_bp(q) for q in v.active) == theirs and theirs >= mine > theirs - points
    if not v.stage or v.minimum or v.turned < v.stage:
        return False
    goal = v.stage_bp(v.stage)
    return v.quest_bp(owner) >= goal > v.quest_bp(owner) - points and v.stage == v.built()


def draw(v: QuestsState, choice: Choice, seat: int) -> Answer:
    return (DRAW,)


_ADVICE: Final[dict[str, Callable[[QuestsState, Choice, int], Answer]]] = {
    "sponsor_quest": sponsor,
    "setup_quest": set_up,
    "join_quest": join,
    "hand_limit": shed,
    "merlin_preview": look_ahead,
    "play_foe_stage": face_foe,
    "bid_test": bid,
    "test_discard": pay,
    "join_tournament": join,
    "play_tournament": joust,
    "call_to_arms": give_up,
    "mordred_window": treason,
    "prosperity_draw": draw,
}

KNOWLEDGE: Final = Knowledge(
    choose=choose,
    value=value,
    quiet=quiet,
    parameters=SEARCH,
)
