"""Quests of the Round Table: what a sensible player answers, question by question."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from roundtable.engine import HIDDEN, STOP, Answer, Choice, Game

from ..cards import ALLIES, AMOUR, AMOUR_BP, CARDS, FOES, STAGES, TESTS, WEAPON_BP, WEAPONS
from ..questions.answers import ACCEPT, BID, DECLINE, DRAW, DROP, JOIN, PASS, PLAY, PLAYED, STRUCK, kinds
from ..questions.building import NEXT_STAGE, WEAPON_AT, Plan
from ..questions.choices import price
from ..state import QuestsState
from .value import arms, fitting, standing_bp, to_go, worst, worth


def choose(game: Game, view: QuestsState, choice: Choice, seat: int, rng: Random) -> Answer:
    """An answer for the open question, from the seat's view only."""
    return _ADVICE[view.question](view, choice, seat)


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
    goal = v.stage_need(v.stage) if seen else guess(v)
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
    laid = kinds(v.field[seat])
    hand = [kind for kind in kinds(v.hand[seat]) if kind not in laid]
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
    goal = v.stage_need(v.stage)
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
