"""Quests of the Round Table, 4.2, 4.3, 4.7 and 4.9: drawing, the hand limit, Mordred's windows, promotion.

These are the parts that quests, tournaments and events share.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Instead, Next, Pile, Seats, move, put, rule, shuffle
from roundtable.engine.zones import Place

from ..cards import AMOUR, MORDRED, RANK_NEEDS
from ..questions.answers import NOT_NOW, PASS, PLAYED, STRUCK, picked
from ..state import FIELDS, NOBODY, QuestsState

DISCARD: Final = ("adventure_discard", 0)
DECK: Final = ("adventure_deck", 0)
KEEPS_BACK: Final = (PASS, NOT_NOW)

# -- 4.2 drawing -----------------------------------------------------------------------------------------------------


def draw(s: QuestsState, chance: Chance, seat: int, cards: int, why: str = "") -> None:
    """Take cards from the deck; when it runs out in between, the discard pile becomes the new one."""
    while cards:
        if not s.adventure_deck:
            reshuffle(s, chance)
            if not s.adventure_deck:  # R41: cannot happen with the full deck
                return
        taken = s.adventure_deck[:cards]
        cards -= len(taken)
        drawn = move(FIELDS, s, taken, DECK, ("hand", seat))
        s.tell("drawn", seat=seat, cards=drawn, why=why)


def reshuffle(s: QuestsState, chance: Chance) -> None:
    s.adventure_deck = s.adventure_discard + s.buried
    s.adventure_discard = s.buried = ()
    shuffle(FIELDS, s, DECK, chance)
    s.tell("adventure_reshuffled", cards=len(s.adventure_deck))


def discard(s: QuestsState, pieces: Pile, source: Place) -> None:
    """R40: face up."""
    move(FIELDS, s, pieces, source, DISCARD)


def enter_play(s: QuestsState, seat: int, kind: str) -> None:
    """An ally from hand goes into the court, an Amour to its place (R15, R18)."""
    move(FIELDS, s, picked(s.hand[seat], (kind,)), ("hand", seat), ("amour" if kind == AMOUR else "court", seat))


def discard_amours(s: QuestsState, seats: Seats) -> None:
    """R12: an Amour lasts until its owner is out, or the quest or tournament is over."""
    for seat in seats:
        if s.amour[seat]:
            discard(s, s.amour[seat], ("amour", seat))
            s.tell("amour_lost", seat=seat)


def discard_weapons(s: QuestsState, staying: Seats = ()) -> None:
    """R12: weapons last one stage or one round; R48: by option those of tied leaders stay."""
    for seat in range(s.players):
        if s.field[seat] and seat not in staying:
            discard(s, s.field[seat], ("field", seat))


# -- 4.3 the hand limit ----------------------------------------------------------------------------------------------


class HandLimit(Flow):
    """4.3 Whoever holds too many cards sheds the rest, all at once and in secret (R13, R14)."""

    @rule("4.3")
    def ask(self, s: QuestsState, chance: Chance) -> Next:
        most = s.options.max_hand
        for hand in s.hand:
            if len(hand) > most:
                return Ask("hand_limit", tuple(q for q in s.clockwise(s.current) if len(s.hand[q]) > most))
        return DONE

    @rule("4.3")
    def apply(self, s: QuestsState, chance: Chance) -> Next:
        for seat, plan in s.answers.items():
            shed(s, seat, plan)
        return DONE


def shed(s: QuestsState, seat: int, plan: tuple[str, ...]) -> None:
    """Carry out one shedding plan: first discards, then what is played, then Mordred."""
    plain = tuple(atom for atom in plan if atom not in PLAYED and atom not in STRUCK)
    if plain:
        s.tell("shed", seat=seat, cards=plain)
        discard(s, picked(s.hand[seat], plain), ("hand", seat))
    for atom in plan:
        if atom in PLAYED:
            enter_play(s, seat, PLAYED[atom])
            s.tell("played", seat=seat, cards=(PLAYED[atom],))
    for atom in plan:
        if atom in STRUCK:
            strike(s, seat, STRUCK[atom])


# -- 4.7 Mordred -----------------------------------------------------------------------------------------------------


class MordredWindow(Flow):
    """4.7 Anybody may sacrifice Mordred to remove an ally (R26, R47); nobody can tell who is being asked.

    The asking goes round from the current player; whoever struck is asked again, and after a round in which somebody
    did there is another.
    """

    def __init__(self, first: int = NOBODY) -> None:
        self.first = first  # who struck last and is asked again; NOBODY: a new round

    @rule("4.7")
    def ask(self, s: QuestsState, chance: Chance) -> Next:
        if s.options.mordred_power == "off":
            return DONE
        for court in s.court:
            if court:
                seats = s.clockwise(s.current)
                if self.first != NOBODY:
                    seats = seats[seats.index(self.first) :]
                return Ask("mordred_window", seats, quiet=True, passing=PASS)
        return DONE

    @rule("4.7")
    def act(self, s: QuestsState, chance: Chance) -> Next:
        for seat, answer in s.answers.items():
            if answer == KEEPS_BACK:
                s.content = put(s.content, seat, True)
        for seat, answer in s.answers.items():
            if answer[0] != PASS:
                strike(s, seat, STRUCK[answer[0]])
                return Instead(MordredWindow(seat))
        return Instead(MordredWindow()) if self.first != NOBODY else DONE


def strike(s: QuestsState, seat: int, ally: str) -> None:
    """Mordred and the ally leave; if the ally is gone already, Mordred goes for nothing."""
    discard(s, picked(s.hand[seat], (MORDRED,)), ("hand", seat))
    owner = s.master(ally)
    s.tell("mordred", seat=seat, ally=ally, owner=owner)
    if owner != NOBODY:
        discard(s, picked(s.court[owner], (ally,)), ("court", owner))
        s.counted = put(s.counted, owner, tuple(other for other in s.counted[owner] if other != ally))


# -- 4.9 shields and promotion ---------------------------------------------------------------------------------------


def gain(s: QuestsState, seat: int, shields: int) -> None:
    """4.9 Shields buy ranks at once, several if there are enough (R37, R44)."""
    rank, have = s.rank[seat], s.shields[seat] + shields
    while rank < len(RANK_NEEDS) - 1 and have >= RANK_NEEDS[rank]:
        have = have - RANK_NEEDS[rank] if s.options.keep_excess_shields else 0
        rank += 1
        s.tell("promoted", seat=seat, rank=rank, shields=have)
    s.rank = put(s.rank, seat, rank)
    s.shields = put(s.shields, seat, have)


def recognition(s: QuestsState) -> int:
    """R29: the shields that King's Recognition adds to a completed quest now."""
    waiting = len(s.pending)
    return 2 * (waiting if s.options.recognition_stacks else min(waiting, 1))


def lose(s: QuestsState, seat: int, shields: int) -> None:
    """Never below none, and never a rank (R37)."""
    s.shields = put(s.shields, seat, max(0, s.shields[seat] - shields))
