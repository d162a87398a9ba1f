"""Lancelot: what must hold after every answer.  What concerns two moments or a whole match is left to the tests."""

from __future__ import annotations

from collections.abc import Iterator

from .board import TABLE
from .cards import (
    BLANK,
    CATEGORIES,
    DISCS,
    ENDLESS_DISCS,
    FACE_UP,
    GOODS,
    LADIES,
    MOST_CARDS,
    OFF,
    PRINTED,
    SOURCE,
    TILES,
    TURNS,
)
from .rules.turn import legal_moves
from .state import NO_COLOUR, NOBODY, NOWHERE, LancelotState


def broken(s: LancelotState) -> Iterator[str]:
    """The invariants that do not hold, each with the paragraph of the rules page that says so."""
    for i, good in enumerate(GOODS):
        if s.reserve[i] + sum(own[i] for own in s.owned) != PRINTED[i]:
            yield f"2.1: {good} does not add up to {PRINTED[i]}"
    if min(s.reserve) < 0 or any(min(own) < 0 or sum(own[LADIES:]) > MOST_CARDS for own in s.owned):
        yield "4.5: somebody has too many cards or less than nothing"
    chosen = [colour for colour in s.colours if colour != NO_COLOUR]
    if len(set(chosen)) != len(chosen) or (s.turn and len(chosen) < s.players):
        yield "3: the knights are not of different colours"
    yield from _deeds(s)
    yield from _discs(s)
    for seat in range(s.players):
        if s.galahad[seat] & s.percival[seat]:
            yield f"4.6: seat {seat} has two discs on a Virtue"
    if (s.fetched != NOBODY and s.lake != s.fetched) or not 1 <= s.excalibur <= s.board.lake_length:
        yield "2.8: the Excalibur counter is astray"
    yield from _sites(s)
    yield from _table(s)
    if not all(0 <= marker <= s.board.grail_last for marker in s.grail) or len(set(s.grail_order)) != s.players:
        yield "2.5: a Grail marker is off its track"
    if any(not OFF <= side <= BLANK for side in s.morgana):
        yield "2.1: a Morgana counter has a third side"
    over = not s.stack
    if over:
        yield from _awards(s)
    if s.turn > TURNS or (over and s.turn != TURNS):
        yield "4.1: a match has eight turns"
    if s.question == "choose_move" and not legal_moves(s, s.active):
        yield "4.4: the knight has nowhere to go"


def _deeds(s: LancelotState) -> Iterator[str]:
    if sorted((*s.deed_stack, *s.dragon, *(tile for pile in s.deeds for tile in pile))) != list(TILES) and s.viewer < 0:
        yield "2.7: the tiles are not all there"
    between = not s.round or s.question == "use_magic"
    if len(s.dragon) > FACE_UP or (between and len(s.dragon) < min(FACE_UP, len(s.deed_stack) + len(s.dragon))):
        yield "4.9: three tiles lie face up while there are any"


def _discs(s: LancelotState) -> Iterator[str]:
    total = DISCS if s.options.disc_limit == "strict" else ENDLESS_DISCS
    for seat in range(s.players):
        virtues = (s.galahad[seat] | s.percival[seat]).bit_count()
        placed = virtues + s.crowns.count(seat) + s.advantages.count(seat)
        if s.discs[seat] < 0 or s.discs[seat] + placed != total:
            yield f"2.1: the discs of seat {seat} do not add up to {total}"
    if any(not NOBODY <= owner < s.players for owner in (*s.crowns, *s.advantages)):
        yield "2.2: a crown or a symbol has a disc of nobody"


def _sites(s: LancelotState) -> Iterator[str]:
    lake = s.board.lake
    bathers = [seat for seat in range(s.players) if lake <= s.at[seat] < lake + s.board.lake_length]
    if len(bathers) > 1 or (bathers and s.lake not in bathers):
        yield "4.4: the Lake is for one player"
    if bathers and s.fetched == NOBODY and s.board.number[s.at[bathers[0]]] >= s.excalibur:
        yield "4.4: a knight in the Lake has passed the Excalibur counter"
    if s.options.site_limits_count == "players" and len(set(s.visitors)) > 2:
        yield "4.4: the Dragon is for two players"
    if s.options.site_limits_count == "visits" and len(s.visitors) > 2:
        yield "4.4: the Dragon is for two visits"
    stands = [(s.at[seat], s.places[seat]) for seat in range(s.players) if s.at[seat] != TABLE]
    if len(set(stands)) != len(stands):
        yield "4.3: two knights in one place of a stack"


def _table(s: LancelotState) -> Iterator[str]:
    sitting = [chair for chair in s.chairs if chair != NOWHERE]
    if len(set(sitting)) != len(sitting):
        yield "4.4: two knights on one seat"
    if s.turn and any((s.chairs[q] == NOWHERE) != (s.at[q] != TABLE) for q in range(s.players)):
        yield "4.2: a knight is neither on a seat nor on the way, or both"
    if s.turn and not s.round and NOWHERE in s.chairs:
        yield "4.1: outside the movement every knight sits"
    if s.round and s.question == "choose_move":
        for seat in s.travelling():  # the side a knight shows tells whether it has moved in this round
            if (s.night >> seat & 1) != (s.round - (seat in s.order)) % 2:
                yield f"4.2: the knight of seat {seat} shows the wrong side"


def _awards(s: LancelotState) -> Iterator[str]:
    for category in CATEGORIES:
        if sum(points[SOURCE[category]] for points in s.tally) not in (0, 2):
            yield f"5.1: {category} pays once"
    grail = sum(points[SOURCE["grail"]] for points in s.tally)
    if grail and not 2 <= grail <= max(2, (s.board.grail_last + 1) // 2):
        yield f"5.4: the Grail pays {grail}"
    if sum(points[SOURCE["excalibur"]] for points in s.tally) != (3 if s.bearer != NOBODY else 0):
        yield "5.3: Excalibur pays three to its owner"
