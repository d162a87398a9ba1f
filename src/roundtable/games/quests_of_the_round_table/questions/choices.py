"""Quests of the Round Table: what may be answered to each question, from the view of the player who is asked."""

from __future__ import annotations

from typing import Final

from roundtable.engine import Choice, OneOf

from ..cards import ALLIES, AMOUR, FOES, KIND, MERLIN, MORDRED, ORDER, PLAYABLE, WEAPONS
from ..state import QuestsState
from .answers import ACCEPT, BID, DECLINE, DRAW, DROP, JOIN, PASS, PLAY, PREVIEW, STRIKE, Shed, Sortie, Window, kinds
from .building import SetUp, can_sponsor

# -- quests (4.4) ------------------------------------------------------------------------------------------------------


def sponsor_quest(s: QuestsState, seat: int) -> Choice:
    return OneOf(_MAY_SPONSOR if can_sponsor(kinds(s.hand[seat]), s.card()) else _DECLINE)


def setup_quest(s: QuestsState, seat: int) -> Choice:
    return SetUp(kinds(s.hand[seat]), s.card())


def join(s: QuestsState, seat: int) -> Choice:
    return OneOf(_MAY_JOIN)


_MAY_SPONSOR: Final = (ACCEPT, DECLINE)
_DECLINE: Final = (DECLINE,)
_MAY_JOIN: Final = (JOIN, DECLINE)


def merlin_preview(s: QuestsState, seat: int) -> Choice:
    if s.master(MERLIN) == seat or any(KIND[piece] == MERLIN for piece in s.hand[seat]):
        return OneOf((PASS, *PREVIEW[s.turned + 1 : s.built() + 1]))
    return OneOf(_ONLY_PASS)


def play_cards(s: QuestsState, seat: int) -> Choice:
    """R17, R18: weapons of different names, allies, one Amour if none is in play; or nothing at all (R19)."""
    held = {KIND[piece] for piece in s.hand[seat]} & PLAYABLE
    if s.amour[seat]:
        held.discard(AMOUR)
    for piece in s.field[seat]:  # R48: what stays from the round before
        held.discard(KIND[piece])
    return Sortie(tuple(sorted(held, key=ORDER.__getitem__)))


def bid_test(s: QuestsState, seat: int) -> Choice:
    least = s.bid + 1 if s.bid else s.minimum
    bids = BID[least : s.bid_capacity(seat) + 1]
    held = {KIND[piece] for piece in s.hand[seat]}
    plays = [PLAY[ally] for ally in ALLIES if ally in held]
    if AMOUR in held and not s.amour[seat]:
        plays.append(PLAY[AMOUR])
    return OneOf((*bids, *plays, DROP))


def payment(s: QuestsState, seat: int) -> Choice:
    return Shed(kinds(s.hand[seat]), price(s), {})


def price(s: QuestsState) -> int:
    """R23, R24: cards the winner discards: the bid less the free bids he has now, as far as his hand goes."""
    return max(0, min(len(s.hand[s.bidder]), s.bid - s.free_bids(s.bidder)))


# -- what quests, tournaments and events share (4.3, 4.6, 4.7) ---------------------------------------------------------


def hand_limit(s: QuestsState, seat: int) -> Choice:
    hand = kinds(s.hand[seat])
    return Shed(hand, len(hand) - s.options.max_hand, shed_uses(s, seat))


def shed_uses(s: QuestsState, seat: int) -> dict[str, tuple[str, ...]]:
    """What else can be done with a card over the limit: allies are played, Mordred strikes (R13)."""
    uses: dict[str, tuple[str, ...]] = dict(_PLAY_ALLY)
    targets = s.allies()
    if targets and s.options.mordred_power == "windows":
        uses[MORDRED] = tuple(STRIKE[ally] for ally in targets)
    if s.options.hand_limit_plays == "ally_and_amour" and seat in s.active and not s.amour[seat]:
        uses[AMOUR] = (PLAY[AMOUR],)
    return uses


_PLAY_ALLY: Final = {ally: (PLAY[ally],) for ally in ALLIES}


def mordred_window(s: QuestsState, seat: int) -> Choice:
    """Whoever holds Mordred strikes or passes, and is not asked again in a Test if it was a pass for all of it."""
    if not s.content[seat]:
        for piece in s.hand[seat]:
            if KIND[piece] == MORDRED:
                return Window((PASS, *(STRIKE[ally] for ally in s.allies())), bool(s.minimum))
    return OneOf(_ONLY_PASS)


_ONLY_PASS: Final = (PASS,)


def call_to_arms(s: QuestsState, seat: int) -> Choice:
    hand = kinds(s.hand[seat])
    weapons = tuple(weapon for weapon in WEAPONS if weapon in hand)
    if weapons:
        return OneOf(weapons)
    foes = [kind for kind in hand if kind in FOES]
    return Shed(foes, min(2, len(foes)), {})


def prosperity_draw(s: QuestsState, seat: int) -> Choice:
    return OneOf((DRAW, DECLINE))
