"""Lancelot: the worth of a position: points, the Virtues within reach, majorities, Excalibur and the Grail.

Each comes with a guess of how likely it is to be scored.
"""

from __future__ import annotations

from typing import Final

from ..cards import (
    ALLIED,
    BENEVOLENCE,
    CATEGORIES,
    CHARISMA,
    DEXTERITY,
    ENEMIES,
    EYE,
    HEROISM,
    HONOR,
    INITIATIVE,
    KINDNESS,
    LADIES,
    MAGIC,
    MALEAGANT,
    MOST_CARDS,
    PLOTS,
    SQUIRE,
    STRENGTH,
    TRISTAN,
    TURNS,
    VIRTUES,
    WEAPONS,
)
from ..rules.scoring import grail_award, grail_leader, held
from ..state import NOBODY, LancelotState

WEAPON_KINDS: Final = len(WEAPONS)
ADVANTAGE: Final = {TRISTAN: 0.18, MALEAGANT: 0.12}  # a turn; of the other seats a little less
SECOND_TOUR: Final = 2.5


def outlook(v: LancelotState, seat: int) -> float:
    """Expected final points of this player, as if the others did not fight back."""
    worth = float(v.points(seat)) + 0.02 * v.discs[seat]
    left = TURNS - v.turn
    for i in range(len(VIRTUES)):
        worth += prospect(v, seat, i, left)
    certain = 0.4 + 0.6 * v.turn / TURNS  # majorities and Excalibur may still be lost
    worth += certain * majorities(v, seat)
    if (v.bearer == seat and v.fetched in (NOBODY, seat)) or v.fetched == seat:
        worth += 3 * certain
    worth += 0.15 * v.owned[seat][MAGIC] if left else 0.0
    worth += 0.07 * sum(v.owned[seat][:WEAPON_KINDS]) * min(1, left)  # deeds to come
    return worth + grail_prospect(v, seat) * certain + lasting(v, seat, left)


def majorities(v: LancelotState, seat: int) -> float:
    """What the categories promise in which this player leads."""
    worth = 0.0
    for category in CATEGORIES:
        mine = held(v, seat, category)
        margin = mine - max(held(v, q, category) for q in range(v.players) if q != seat)
        worth += 2 * (min(0.9, 0.5 + 0.2 * margin) if margin > 0 else 0.25 if margin == 0 < mine else 0.0)
    return worth


def lasting(v: LancelotState, seat: int, left: int) -> float:
    """What the advantages of the Round Table still bring, Morgana's second tour above all."""
    if not left:
        return 0.0
    chairs = sum(ADVANTAGE.get(chair, 0.1) for chair, owner in enumerate(v.advantages) if owner == seat)
    return chairs * left + (SECOND_TOUR if v.morgana[seat] == EYE else 0.0)


def prospect(v: LancelotState, seat: int, virtue: int, left: int) -> float:
    """What a Virtue not yet learnt is likely to bring."""
    bit = 1 << virtue
    if v.percival[seat] & bit:
        return 0.0
    chance = closeness(v, seat, virtue)
    if v.galahad[seat] & bit:
        chance *= 0.9 if left else 0.4
    else:  # a visit to Galahad and one to Percival are still to come
        chance *= min(1.0, 0.3 * left) * 0.6 if v.discs[seat] else 0.0
    return chance * v.board.values[virtue][v.crowns[virtue] == seat]


def closeness(v: LancelotState, seat: int, virtue: int) -> float:
    """How near a player is to the terms of a Virtue, 0 to 1."""
    own = v.owned[seat]
    room = MOST_CARDS - sum(own[LADIES:])
    if virtue == BENEVOLENCE:
        ahead = sum(own[:WEAPON_KINDS]) - min(sum(v.owned[q][:WEAPON_KINDS]) for q in range(v.players) if q != seat)
        return 0.85 if ahead <= 0 else 0.3 / ahead
    if virtue == DEXTERITY:
        return max(lead(v, seat, good) for good in range(WEAPON_KINDS))
    if virtue == KINDNESS:
        return lead(v, seat, LADIES)
    if virtue == INITIATIVE:
        have = sum(1 for n in own[LADIES:] if n)
        return (0.2, 0.35, 0.5, 0.7, 1.0)[have] if room >= 4 - have else 0.1
    squires = own[SQUIRE]
    if virtue == HEROISM:
        return exact(own[ALLIED], 3, room) * 0.75**squires
    if virtue == STRENGTH:
        return exact(own[ENEMIES], 5, room) * (0.8 if not squires else 0.7 ** (squires - 1))
    if virtue == HONOR:
        most = max(v.owned[q][SQUIRE] for q in range(v.players) if q != seat)
        return exact(own[PLOTS], 7, room) * (1.0 if squires >= most else 0.6)
    assert virtue == CHARISMA
    most = max(len(v.deeds[q]) for q in range(v.players) if q != seat)
    return exact(squires, 7, 7) * (1.0 if len(v.deeds[seat]) >= most else 0.4)


def lead(v: LancelotState, seat: int, good: int) -> float:
    margin = v.owned[seat][good] - max(v.owned[q][good] for q in range(v.players) if q != seat)
    return (0.9 if margin == 1 else 1.0) if margin > 0 else max(0.1, 0.45 + 0.12 * margin)


def exact(have: int, wanted: int, room: int) -> float:
    """Too many is worse than too few; cards that find no room need magic first."""
    if have > wanted:
        return 0.15
    missing = wanted - have
    reach = (1.0 - missing / (wanted + 1.5)) ** 2
    return reach if missing <= room else 0.3 * reach


def grail_prospect(v: LancelotState, seat: int) -> float:
    """Only the leader scores, so a place far behind is worth little."""
    own, best = v.grail[seat], max(v.grail[q] for q in range(v.players) if q != seat)
    award = grail_award(max(own, best) - min(v.grail)) if own or best else 0
    if own > best:
        return award * min(0.9, 0.5 + 0.1 * (own - best))
    return award * (0.5 if own == best and grail_leader(v) == seat else 0.4 * 0.85 ** (best - own))


# -- for searches ------------------------------------------------------------------------------------------------------


def value(v: LancelotState, seat: int) -> float:
    """The logarithm of the odds to win when a turn begins, fitted to matches of greedy bots."""
    gone = v.turn / TURNS
    left = TURNS - v.turn
    own = v.owned[seat]
    points = v.points(seat) + grail_prospect(v, seat)
    for i in range(len(VIRTUES)):
        points += prospect(v, seat, i, left)
    lasts = 0.28 * lasting(v, seat, left) + 0.1 * own[MAGIC]
    useful = 0.36 * sum(own[:WEAPON_KINDS]) + 1.1 * len(v.deeds[seat]) + 0.28 * own[SQUIRE] - 0.14 * sum(own[LADIES:])
    return 0.48 * gone * points + 0.4 * gone**2 * majorities(v, seat) + lasts + (1.05 - gone) * useful


def quiet(v: LancelotState) -> bool:
    """Between two turns: all are home, or nobody has left yet."""
    return not v.travelling() or (v.round == 1 and len(v.order) == v.players)
