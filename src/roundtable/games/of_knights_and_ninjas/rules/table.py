"""What all chapters need: playing and discarding cards, drawing and reshuffling (4.9), gems and victory (5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from roundtable.engine import Chance, Pile, Secret, move, put

from ..cards import BIT, HELD_BIT, JESTER_AS, KIND
from ..state import FIELDS, NinjasState

DISCARD: Final = ("discard", 0)
DRAW: Final = ("draw", 0)
LANE: Final = ("lane", 0)
LADDER: Final = ("ladder", 0)
DRAFT: Final = ("draft", 0)


def play(s: NinjasState, seat: int, words: Sequence[str], place: tuple[str, int]) -> Secret:
    """Lay the cards meant by the words from a hand to a place."""
    return move(FIELDS, s, find(s, seat, words), ("hands", seat), place)


def find(s: NinjasState, seat: int, words: Sequence[str]) -> Pile:
    """The cards in a hand meant by the words.  Copies are alike: of several, the one that others know of goes first."""
    found: list[int] = []
    one_of_several: list[int] = []
    for word in words:
        bit = HELD_BIT[word]
        copies = [piece for piece in s.hands[seat] if BIT[piece] == bit and piece not in found]
        if len(copies) > 1 and s.known:
            copies.sort(key=lambda piece: -s.known.get(piece, 0).bit_count())
            one_of_several.append(copies[0])
        found.append(copies[0])
    for piece in one_of_several:
        lose_track(s, seat, piece, found)
    return tuple(found)


def lose_track(s: NinjasState, seat: int, played: int, going: Sequence[int]) -> None:
    """Whoever knows of another copy in this hand cannot tell that it was not the one played now."""
    knew = s.known.get(played, 0)
    for piece in s.hands[seat]:
        if KIND[piece] == KIND[played] and piece not in going:
            unsure = s.known.get(piece, 0) & ~knew
            if unsure:
                knew |= unsure
                s.known = {**s.known, piece: s.known[piece] & ~unsure}


def in_lane(s: NinjasState) -> tuple[str, ...]:
    """The cards in play by the words with which they were played."""
    return tuple([s.kind if KIND[piece] == s.kind else JESTER_AS[s.kind] for piece in s.lane])


def discard_play(s: NinjasState) -> None:
    """The cards of the attack or pre-attack are done with."""
    if s.lane:
        move(FIELDS, s, s.lane, LANE, DISCARD)


def return_play(s: NinjasState, seat: int) -> None:
    """The cards in play go into a hand; everybody has seen them.  A Jester is a plain Jester again (R10, R22)."""
    move(FIELDS, s, s.lane, LANE, ("hands", seat))


# -- drawing (4.1, 4.9) ----------------------------------------------------------------------------------------------


def can_draw(s: NinjasState, chance: Chance) -> bool:
    """Whether a card can be drawn now; reshuffles if the pile is empty (R27), or ends the match (5.2)."""
    if s.draw:
        return True
    if not s.discard:
        return False
    s.reshuffles += 1
    if s.reshuffles == s.options.max_reshuffles:  # R28
        s.result = "exhausted"
        s.tell("exhausted", seats=tuple(ranking(s)[0]), gems=max(s.gems))
        return False
    s.draw, s.discard = chance.shuffled(s.discard), ()  # all of it was public, so nothing about it is in `known`
    before = s.goal
    if s.goal_shrinks():  # R40
        s.goal = max(1, s.start_goal - s.reshuffles)
    s.tell("reshuffled", goal=s.goal, before=before, number=s.reshuffles)
    return True


# -- gems and victory (4.7, 5.1) -------------------------------------------------------------------------------------


def pay(s: NinjasState, payer: int, receiver: int, amount: int) -> None:
    lose(s, payer, amount)
    gain(s, receiver, amount)


def lose(s: NinjasState, seat: int, amount: int) -> None:
    s.gems = put(s.gems, seat, s.gems[seat] - amount)


def gain(s: NinjasState, seat: int, amount: int) -> None:
    s.gems = put(s.gems, seat, s.gems[seat] + amount)
    s.gained = seat


def wins(s: NinjasState, seat: int) -> bool:
    """5.1 The test of whoever has just gained gems, and of nobody else: no passive win (R29)."""
    if s.gems[seat] < s.goal:
        return False
    s.result, s.winner = "ruler", seat
    s.tell("ruler", seat=seat, gems=s.gems[seat])
    return True


def next_match(s: NinjasState) -> Mapping[str, object]:
    """3.1 The winner begins the next match; after a shared win the lot decides.  The duel begins with a draft."""
    best = ranking(s)[0]
    return {} if s.players == 2 else {"first_player": best[0] if len(best) == 1 else "random"}


def ranking(s: NinjasState) -> list[list[int]]:
    """5.3 The winner, then the others by gems; at exhaustion all by gems (5.2).  Equal gems share a place."""
    groups = [[s.winner]] if s.result == "ruler" else []
    rest = [seat for seat in range(s.players) if [seat] not in groups]
    for gems in sorted({s.gems[seat] for seat in rest}, reverse=True):
        groups.append([seat for seat in rest if s.gems[seat] == gems])
    return groups
