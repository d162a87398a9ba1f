"""Knights & Damosels: what must hold after every answer; each names the paragraph that says so."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import BIT, CHIVALRY, DAMOSEL, EVENT_PIECES, LISTED
from .rules.ending import goals
from .state import NOBODY, NONE, DamoselsState


def broken(s: DamoselsState) -> Iterator[str]:
    """The invariants that do not hold."""
    yield from _cards(s)
    yield from _display(s)
    yield from _events(s)
    yield from _worship(s)
    yield from _service(s)
    yield from _end(s)
    if s.passes > s.options.joust_round_limit:
        yield f"4.6: a joust has {s.passes} passes"


def _cards(s: DamoselsState) -> Iterator[str]:
    for home, pile in enumerate(s.piles):
        if any(s.home[DAMOSEL[card]] != home for card in pile):
            yield f"3: a strange card lies in pile {home}"
        if pile != tuple(sorted(pile)):
            yield f"7: pile {home} is out of order, which could tell something"
    if s.phase == "camlann":
        return
    if s.wounded != ((),) * s.players or s.fallen:
        yield "4.8: cards of the battle before the battle"
    for seat, row in enumerate(s.rows):
        chivalries = [CHIVALRY[card] for card in row]
        fresh = [s.faces[slot] for slot, holder in enumerate(s.holder) if holder == seat]
        if len({*chivalries, *fresh}) != len(row) + len(fresh):
            yield f"4.3: the knight of seat {seat} has a chivalry twice"
        if any(DAMOSEL[card] == s.damosels[seat] for card in row):
            yield f"4.3: the knight of seat {seat} has a card of the own damosel"
        if s.has[seat] != sum(1 << c for c in {*chivalries, *fresh}):
            yield f"4.3: what the knight of seat {seat} has is not recorded rightly"
        if len(fresh) > 1:
            yield f"4.3: seat {seat} was granted {len(fresh)} cards in one round"
    if not s.display and sum(map(len, s.rows)) != 54 - sum(map(len, s.piles)):
        yield "4.3: cards are neither earned nor in a pile"


def _display(s: DamoselsState) -> Iterator[str]:
    if s.veiled != bool(s.display) or (s.display and s.phase not in ("damosel", "knight")):
        yield f"4.3: the display is not empty in the phase '{s.phase}'"
    if not len(s.display) == len(s.faces) == len(s.holder) == len(s.refused) == len(s.legal):
        yield "4.2: the display is not recorded rightly"
        return
    lying = {home: sum(s.home[DAMOSEL[card]] == home for row in s.rows for card in row) for home in range(6)}
    for home in range(6):
        gave = sum(s.home[DAMOSEL[pile[0]]] == home for pile in s.display)
        if gave > 1:
            yield f"4.2: pile {home} gave {gave} cards"
        had = len(s.piles[home]) + gave + lying[home]
        if s.phase != "camlann" and s.display and gave == 0 and had > lying[home] and s.seat_of[home] != NOBODY:
            yield f"4.2: pile {home} gave nothing although it could"
    extra = sum(s.seat_of[DAMOSEL[pile[0]]] == NOBODY for pile in s.display)
    if extra > (len(s.absent) if s.options.absent_damosel == "fill_to_six" else min(1, len(s.absent))):
        yield f"4.2: {extra} cards of absent damosels are on display"
    for slot, (card,) in enumerate(s.display):
        if CHIVALRY[card] != s.faces[slot]:
            yield f"4.2: slot {slot + 1} does not show its chivalry"
        for seat in range(s.players):
            bears = DAMOSEL[card] == s.damosels[seat]
            if (s.legal[slot] >> seat & 1 and bears) or (s.refused[slot] == seat and not bears):
                yield f"4.3: seat {seat} was judged wrongly on slot {slot + 1}"
        if s.holder[slot] != NOBODY and not s.legal[slot] >> s.holder[slot] & 1:
            yield f"4.3: slot {slot + 1} is held by a player for whom it was not found legal"


def _events(s: DamoselsState) -> Iterator[str]:
    if sorted((*s.deck, *s.drawn, *s.passed, *s.event, *s.discards)) != list(EVENT_PIECES):
        yield "4.1: the events are not all there"
    events = len(EVENT_PIECES)
    if s.round and len(s.deck) != events - 3 * ((s.round - 1) % (events // 3) + 1):
        yield f"4.1: {len(s.deck)} events in the pile in round {s.round}"
    if s.round and s.options.first_merlin != "random":
        if (s.options.first_merlin + s.round - 1) % s.players != s.merlin:
            yield f"4.7: seat {s.merlin} is Merlin in round {s.round}"


def _worship(s: DamoselsState) -> Iterator[str]:
    if any(worship < 0 for worship in s.worship):
        yield "2.6: negative worship"
    if s.bank != NONE and (s.bank < 0 or s.bank + sum(s.worship) != s.options.worship_bank):
        yield "6.3: worship is lost or made from nothing"


def _service(s: DamoselsState) -> Iterator[str]:
    for chivalry, seat in enumerate(s.offered):
        if bool(s.filled >> chivalry & 1) != (seat != NOBODY):
            yield f"4.4.1: slot {chivalry} is not recorded rightly"
        if seat == NOBODY:
            continue
        if not s.event or not LISTED[s.event[0]] >> chivalry & 1:
            yield f"4.4.1: chivalry {chivalry} is offered but not listed"
        if not any(BIT[card] == 1 << chivalry for card in s.rows[seat]):
            yield f"4.4.1: seat {seat} offers a chivalry it does not have"


def _end(s: DamoselsState) -> Iterator[str]:
    if not s.question and not s.stack:
        if sorted(s.order) != list(range(s.players)) or s.order[0] != max(s.order, key=lambda q: s.figures[q]):
            yield "5: the ranking is not in order"
        if not any(tier for tier, *_ in s.figures) and s.round != s.options.round_limit:
            yield "4.7: the game is over although no goal was reached"
        if s.options.camlann and s.victor == NOBODY:
            yield "4.8: the battle has no winner"
    if s.question == "arthur_discard_event" and any(tier for tier, *_ in goals(s)):
        yield "4.7: a goal was reached but the game goes on"
    if s.battle and s.battle <= s.immune[1]:
        for seat in range(s.players):
            if s.sides[seat] == s.immune[0] and s.wounded[seat]:
                yield f"4.8: seat {seat} is immune and has a wounded card"
