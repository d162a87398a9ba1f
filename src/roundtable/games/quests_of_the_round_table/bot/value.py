"""Quests of the Round Table: what cards, hands and positions are worth."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import AMOUR, CARDS, MORDRED, RANK_NEEDS, RANKS, TESTS, WEAPON_BP, WEAPONS
from ..questions.answers import kinds
from ..questions.building import SUBSETS, WEAPON_AT
from ..state import QuestsState


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
