"""Lancelot, 2.6: the terms of the Virtues, and which of them a player may learn or aspire to now."""

from __future__ import annotations

from ..cards import (
    ALLIED,
    BENEVOLENCE,
    CHARISMA,
    DEXTERITY,
    ENEMIES,
    HEROISM,
    HONOR,
    INITIATIVE,
    KINDNESS,
    LADIES,
    MAGIC,
    PLOTS,
    SQUIRE,
    STRENGTH,
    VIRTUES,
)
from ..state import LancelotState


def learnable(s: LancelotState, seat: int) -> int:
    """Mask of the Virtues that this player can learn now."""
    mask, waiting = 0, s.galahad[seat]
    for i in range(len(VIRTUES)):
        if waiting >> i & 1 and meets(s, seat, i):
            mask |= 1 << i
    return mask


def untaught(s: LancelotState, seat: int) -> int:
    """Mask of the Virtues on which this player may put a disc; none without a free disc (R33)."""
    return ~(s.galahad[seat] | s.percival[seat]) & 255 if s.discs[seat] else 0


def meets(s: LancelotState, seat: int, virtue: int) -> bool:
    """2.6 Whether a player fulfils the terms of a Virtue now, compared with every other player (R16-R18)."""
    own = s.owned[seat]
    others = [s.owned[q] for q in range(s.players) if q != seat]
    if virtue == BENEVOLENCE:
        mine = sum(own[:MAGIC])  # the weapons, which stand before magic
        return all(mine <= sum(other[:MAGIC]) for other in others)
    if virtue == DEXTERITY:
        return any(leads(s, own[i], [other[i] for other in others]) for i in range(MAGIC))
    if virtue == INITIATIVE:
        return all(own[LADIES:])
    if virtue == KINDNESS:
        return leads(s, own[LADIES], [other[LADIES] for other in others])
    if virtue == HEROISM:
        return own[ALLIED] == 3 and own[SQUIRE] == 0
    if virtue == STRENGTH:
        return own[ENEMIES] == 5 and own[SQUIRE] == 1
    if virtue == HONOR:
        return own[PLOTS] == 7 and not_behind(s, own[SQUIRE], [other[SQUIRE] for other in others])
    assert virtue == CHARISMA
    deeds = [len(s.deeds[q]) for q in range(s.players) if q != seat]
    return own[SQUIRE] == 7 and not_behind(s, len(s.deeds[seat]), deeds)


def leads(s: LancelotState, mine: int, theirs: list[int]) -> bool:
    """R16: strictly more than every other, unless the table lets ties count."""
    best = max(theirs)
    return mine > best or (mine == best > 0 and s.options.majority_virtues == "shared")


def not_behind(s: LancelotState, mine: int, theirs: list[int]) -> bool:
    """R17: ties are fine, and so is 0 unless the table says otherwise."""
    return mine >= max(theirs) and (mine > 0 or bool(s.options.zero_leads_count))
