"""Knights & Damosels, section 4.3: the knights ask for cards, Merlin judges and takes the last one.

Whether a card bears the asker's damosel's name is known to Merlin alone.  The rules judge in his place and never err
(R14), and what they answer is public: a refusal shows everybody the damosel, a grant tells whose card it is not.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import ALL, DONE, Ask, Chance, Flow, Instead, Next, move, peek, put, rule

from ..cards import BIT, DAMOSEL, NAMED
from ..questions import PASS, TAKE, TAKES, candidates, challenges, lawful
from ..state import FIELDS, NOBODY, DamoselsState
from . import joust


class KnightPhase(Flow):
    """4.3 Everybody in turn order, Merlin last; then the damosels are revealed."""

    @rule("4.3")
    def begin(self, s: DamoselsState, chance: Chance) -> Next:
        s.phase = "knight"
        s.turn = s.jousted = 0
        return None

    @rule("4.3")
    def next_knight(self, s: DamoselsState, chance: Chance) -> Next:
        if s.turn == s.players:
            return "close"
        s.turn += 1
        s.beaten = False
        return SELECTIONS[(s.merlin + s.turn) % s.players]

    @rule("4.3")
    def after_selection(self, s: DamoselsState, chance: Chance) -> Next:
        return "next_knight"

    @rule("4.3")
    def close(self, s: DamoselsState, chance: Chance) -> Next:
        """R18: granted cards are turned over all together, the others go back openly."""
        taken = tuple((q, card) for q, (card,) in zip(s.holder, s.display) if q != NOBODY)
        left = tuple(card for q, (card,) in zip(s.holder, s.display) if q == NOBODY)
        s.veiled = False
        for slot, holder in enumerate(s.holder):
            if holder != NOBODY:
                move(FIELDS, s, s.display[slot], ("display", slot), ("rows", holder))
            else:
                return_home(s, "display", slot, s.display[slot])
        s.display = ()
        s.faces = s.holder = s.refused = s.legal = ()
        s.tell("damosels_revealed", taken=taken, left=left)
        return DONE


class Selection(Flow):
    """4.3 One player's turn: ask until a card is granted, or win one in a joust."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    @rule("4.3")
    def choose(self, s: DamoselsState, chance: Chance) -> Next:
        seat = self.seat
        slots, held = candidates(s, seat), challenges(s, seat)
        if seat == s.merlin:  # R17: he knows what is legal, and so will all in a moment, when the phase closes
            slots, held = lawful(s, seat, slots), lawful(s, seat, held)
        if not slots and not held:
            s.tell("no_card", seat=seat, merlin=seat == s.merlin, passed=False)
            return DONE
        if not held and not slots & (slots - 1):  # R54: the last one left to try
            s.tell("one_card", seat=seat, merlin=seat == s.merlin)
            s.answers = {seat: TAKES[slots]}
            return None
        if seat == s.merlin:
            return Ask("merlin_take", (seat,))
        return Ask("knight_select", (seat,), final=True)  # Merlin's word cannot be unheard

    @rule("4.3")
    def judge(self, s: DamoselsState, chance: Chance) -> Next:
        seat = self.seat
        wish = s.answers[seat][0]
        if wish == PASS:
            s.tell("no_card", seat=seat, merlin=seat == s.merlin, passed=True)
            return DONE
        if wish.startswith(TAKE):
            return DONE if take(s, seat, wish) else "choose"
        slot = challenged(s, wish)
        holder = s.holder[slot]
        if refuse(s, seat, slot, holder):  # R31
            return "choose"
        s.legal = put(s.legal, slot, s.legal[slot] | 1 << seat)
        return joust.start(s, seat, holder, slot)

    @rule("4.3", "4.6")
    def after_joust(self, s: DamoselsState, chance: Chance) -> Next:
        if s.right != self.seat:
            s.beaten = True
            return "choose"  # R34: still in turn, and still bound to take a card
        holder, bit = s.jousters[1], 1 << s.faces[s.prize]
        s.holder = put(s.holder, s.prize, self.seat)
        s.has = put(put(s.has, holder, s.has[holder] & ~bit), self.seat, s.has[self.seat] | bit)
        return Instead(RESELECTIONS[holder])


class Reselection(Flow):
    """4.3 The loser of a joust may at once take another card, out of turn and without a challenge (R34)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    @rule("4.3")
    def choose(self, s: DamoselsState, chance: Chance) -> Next:
        if candidates(s, self.seat):
            return Ask("joust_reselect", (self.seat,), final=True)
        s.tell("nothing_else", seat=self.seat, offer=False)
        return DONE

    @rule("4.3")
    def judge(self, s: DamoselsState, chance: Chance) -> Next:
        wish = s.answers[self.seat][0]
        if wish == PASS:
            s.tell("left_it", seat=self.seat)
            return DONE
        return DONE if take(s, self.seat, wish) else "choose"


def refuse(s: DamoselsState, seat: int, slot: int, holder: int) -> bool:
    """R14: refused in public, if the card bears the name of the asker's own damosel.  Everybody learns it."""
    card = s.display[slot][0]
    if DAMOSEL[card] != s.damosels[seat]:
        return False
    peek(s, (card,), ALL)
    s.refused = put(s.refused, slot, seat)
    s.tell("refused", seat=seat, slot=slot + 1, chivalry=s.faces[slot], damosel=s.damosels[seat], holder=holder)
    return True


def take(s: DamoselsState, seat: int, wish: str) -> bool:
    """Whether the card was granted; until the phase closes even its knight does not know whose it is (R18)."""
    slot = int(wish[len(TAKE) :]) - 1
    if refuse(s, seat, slot, NOBODY):
        return False
    s.holder = put(s.holder, slot, seat)
    s.legal = put(s.legal, slot, s.legal[slot] | 1 << seat)
    s.has = put(s.has, seat, s.has[seat] | 1 << s.faces[slot])
    s.tell("granted", seat=seat, slot=slot + 1, chivalry=s.faces[slot], merlin=seat == s.merlin)
    return True


def challenged(s: DamoselsState, wish: str) -> int:
    """The slot meant by a challenge: of a phase's grants a knight holds only one."""
    _, seat, name = wish.split(":")
    held = (int(seat), NAMED[name])
    return next(slot for slot, holder in enumerate(s.holder) if (holder, s.faces[slot]) == held)


def return_home(s: DamoselsState, zone: str, place: int, cards: tuple[int, ...]) -> None:
    """Cards go back to the piles of their damosels; a pile is kept in order, so that its order tells nothing."""
    for card in cards:
        home = s.home[DAMOSEL[card]]
        move(FIELDS, s, (card,), (zone, place), ("piles", home))
        s.piles = put(s.piles, home, tuple(sorted(s.piles[home])))


def lose_row(s: DamoselsState, seat: int, cards: tuple[int, ...]) -> None:
    """Cards of a knight's row return to their damosels."""
    return_home(s, "rows", seat, cards)
    for card in cards:
        s.has = put(s.has, seat, s.has[seat] & ~BIT[card])


# -- the questions ---------------------------------------------------------------------------------------------------


SELECTIONS: Final = tuple(Selection(seat) for seat in range(6))
RESELECTIONS: Final = tuple(Reselection(seat) for seat in range(6))
