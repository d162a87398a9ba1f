"""Knights & Damosels: what may be answered, chapter by chapter, and the words of all answers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from roundtable.engine import FIRST_PIECE, Answer, Choice, Each, OneOf, Question

from .cards import (
    CHIVALRIES,
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_GOAL,
    EVENT,
    EVENTS,
    FIRST_EVENT,
    LISTED,
    MAIN,
    NAMES,
    PIECE_NAME,
    SET,
)
from .options import DamoselsOptions
from .state import NOBODY, DamoselsState

PASS: Final = "pass"
TAKE: Final = "take:"
CHALLENGE: Final = "challenge:"
SLOTS: Final = tuple(tuple(i for i in range(6) if mask >> i & 1) for mask in range(64))  # mask -> its slots
TAKES: Final = tuple(tuple(f"{TAKE}{i + 1}" for i in slots) for slots in SLOTS)
CHALLENGES: Final = tuple(tuple(f"{CHALLENGE}{seat}:{name}" for name in CHIVALRIES) for seat in range(6))
DECLINE: Final = "decline"
THRUSTS: Final = ("high", "low")
ANY: Final = (*THRUSTS, DECLINE)
UP: Final = "up"
DOWN: Final = "down"
FACES: Final = tuple((f"{name}:{UP}", f"{name}:{DOWN}") for name in CHIVALRIES)
FACE: Final = {atom: (c, i) for c, faces in enumerate(FACES) for i, atom in enumerate(faces)}  # chivalry, down
_PLACE: Final = {atom: i for i, atom in enumerate(atom for faces in FACES for atom in faces)}
_DOWN: Final = {FACES[c][1]: 1 << c for c in range(9)}
SIDES: Final = ("arthur", "mordred")


def vocabulary(players: int, options: DamoselsOptions) -> Sequence[str]:
    events = tuple(event.id for event in EVENTS)
    cards = tuple(PIECE_NAME[FIRST_PIECE:FIRST_EVENT])
    faces = tuple(atom for pair in FACES for atom in pair)
    challenges = tuple(atom for seat in range(players) for atom in CHALLENGES[seat]) if options.joust else ()
    camlann = (*SIDES, *cards) if options.camlann else ()
    return (
        *events,
        *CHIVALRIES,
        *TAKES[63],
        PASS,
        *faces,
        *challenges,
        *(ANY if options.joust else ()),
        *camlann,
    )


# -- 4.1, 4.2 events and gifts -----------------------------------------------------------------------------------------


def arthur_discard_event(s: DamoselsState, seat: int) -> Choice:
    return OneOf(tuple(EVENT[card] for card in s.drawn))


def merlin_choose_event(s: DamoselsState, seat: int) -> Choice:
    return OneOf(tuple(EVENT[card] for card in s.passed))


def damosel_give(s: DamoselsState, seat: int) -> Choice:
    mask = 0
    for card in s.piles[s.damosels[seat]]:
        mask |= 1 << CHIVALRY[card]
    return OneOf(NAMES[mask])


# -- 4.3 knights -------------------------------------------------------------------------------------------------------


def knight_select(s: DamoselsState, seat: int) -> Choice:
    """R15: no passing while a displayed card is left to try."""
    slots, held = candidates(s, seat), challenges(s, seat)
    atoms = wishes(s, slots, held)
    return OneOf(atoms if slots else (*atoms, PASS))


def merlin_take(s: DamoselsState, seat: int) -> Choice:
    """R17: Merlin knows all sides, so he is offered what is legal; this list goes to him alone."""
    slots, held = lawful(s, seat, candidates(s, seat)), lawful(s, seat, challenges(s, seat))
    atoms = wishes(s, slots, held)
    return OneOf(atoms if slots else (*atoms, PASS))


def joust_reselect(s: DamoselsState, seat: int) -> Choice:
    return OneOf((*TAKES[candidates(s, seat)], PASS))


def wishes(s: DamoselsState, slots: int, held: int) -> tuple[str, ...]:
    return (
        TAKES[slots] + tuple(CHALLENGES[s.holder[slot]][s.faces[slot]] for slot in SLOTS[held])
        if held
        else TAKES[slots]
    )


def candidates(s: DamoselsState, seat: int) -> int:
    """Mask of the displayed slots that this player may ask for, by what all can see (R15, R16)."""
    has, mask, bit = s.has[seat], 0, 1
    for face, holder, refused in zip(s.faces, s.holder, s.refused):
        if holder == NOBODY and refused != seat and not has >> face & 1:
            mask |= bit
        bit <<= 1
    return mask


def challenges(s: DamoselsState, seat: int) -> int:
    """Mask of the slots granted to others in this phase that a player may challenge for, by what all can see (R30)."""
    if not may_challenge(s, seat):
        return 0
    has, mask = s.has[seat], 0
    for slot, holder in enumerate(s.holder):
        if holder != NOBODY and holder != seat and s.refused[slot] != seat:
            if not s.jousted >> slot & 1 and not has >> s.faces[slot] & 1:
                mask |= 1 << slot
    return mask


def lawful(s: DamoselsState, seat: int, slots: int) -> int:
    """Those of the slots that do not bear the name of this player's damosel: what only Merlin can tell."""
    mask = 0
    for slot in SLOTS[slots]:
        if DAMOSEL[s.display[slot][0]] != s.damosels[seat]:
            mask |= 1 << slot
    return mask


# -- 4.6 jousts --------------------------------------------------------------------------------------------------------


def joust_thrust(s: DamoselsState, seat: int) -> Choice:
    """R32: a challenger who could withdraw before the first pass would shield a friend's card for nothing."""
    return OneOf(THRUSTS if s.passes == 1 and seat == s.jousters[0] else ANY)


def may_challenge(s: DamoselsState, seat: int) -> bool:
    """R30: whoever has worship, and has not lost a joust in this turn unless `joust_again` is on."""
    return bool(s.options.joust and s.worship[seat] and (not s.beaten or s.options.joust_again))


# -- 4.4, 4.5 service and worship --------------------------------------------------------------------------------------


def service_offer(s: DamoselsState, seat: int) -> Choice:
    """R21: no passing while a card matches, unless the table allows it."""
    free = offers(s, seat)
    atoms = NAMES[free] + tuple(CHALLENGES[s.offered[c]][c] for c in SET[contests(s, seat)])
    return OneOf((*atoms, PASS) if not free or s.options.service_pass else atoms)


def joust_reoffer(s: DamoselsState, seat: int) -> Choice:
    return OneOf((*NAMES[offers(s, seat)], PASS))


def offers(s: DamoselsState, seat: int) -> int:
    """Mask of the free matches of a player."""
    return 0 if s.withdrawn >> seat & 1 else s.has[seat] & LISTED[s.event[0]] & ~s.filled


def contests(s: DamoselsState, seat: int) -> int:
    """Mask of the chivalries for which this player may challenge whoever offered them (R30)."""
    if not may_challenge(s, seat) or s.withdrawn >> seat & 1:
        return 0
    mask = 0
    for c in SET[s.has[seat] & s.filled & ~s.jousted]:
        if s.offered[c] != seat:
            mask |= 1 << c
    return mask


def disaster_faces(s: DamoselsState, seat: int) -> Choice:
    return Faces(struck_cards(s, seat))


def worship_faces(s: DamoselsState, seat: int) -> Choice:
    return Faces(sharing_cards(s, seat))


def struck_cards(s: DamoselsState, seat: int) -> int:
    """Mask of the cards in a knight's row that the Disaster strikes."""
    return s.has[seat] & LISTED[s.event[0]]


def sharing_cards(s: DamoselsState, seat: int) -> int:
    """Mask of the main-kind cards that a player has offered."""
    mine = 0
    for c in SET[s.filled & MAIN[s.event[0]]]:
        if s.offered[c] == seat:
            mine |= 1 << c
    return mine


class Faces(Each):
    """A face for each of a player's cards, spelled in the order of table 2.4 and composed in any order.

    >>> choice = Faces(0b101)
    >>> choice.atoms(("armor:up",))
    ('sword:up', 'sword:down')
    >>> choice.canonical(("sword:down", "armor:up"))
    ('armor:up', 'sword:down')
    """

    def __init__(self, cards: int) -> None:
        super().__init__(tuple(FACES[c] for c in SET[cards]))

    def offers(self, chosen: Answer) -> tuple[str, ...]:
        left = tuple(
            atom for faces in self.slots if faces[0] not in chosen and faces[1] not in chosen for atom in faces
        )
        return left or ("",)

    def canonical(self, answer: Answer) -> Answer:
        return tuple(sorted(answer, key=_PLACE.__getitem__)) if all(atom in _PLACE for atom in answer) else answer

    def sample(self, rng: Random) -> Answer:
        return tuple(faces[rng.random() < 0.5] for faces in self.slots)


def down_mask(answer: Answer) -> int:
    mask = 0
    for atom in answer:
        mask |= _DOWN.get(atom, 0)
    return mask


# -- 4.8 Camlann -------------------------------------------------------------------------------------------------------


def camlann_draw(s: DamoselsState, seat: int) -> Choice:
    return OneOf(drawable(s, seat))


def drawable(s: DamoselsState, seat: int) -> tuple[str, ...]:
    """Chivalries of the own damosel's cards that lie with a knight by whom the goal was reached."""
    found = []
    for row in s.rows:
        mine = [CHIVALRY[card] for card in row if DAMOSEL[card] == s.damosels[seat]]
        if len(mine) >= DAMOSEL_GOAL[s.players]:
            found += mine
    return tuple(CHIVALRIES[c] for c in sorted(found))


def camlann_side(s: DamoselsState, seat: int) -> Choice:
    return OneOf(SIDES)


def camlann_fight(s: DamoselsState, seat: int) -> Choice:
    return OneOf(tuple(PIECE_NAME[card] for card in s.rows[seat]))


QUESTIONS: Final = {
    "arthur_discard_event": Question("4.1", arthur_discard_event),
    "merlin_choose_event": Question("4.1", merlin_choose_event),
    "damosel_give": Question("4.2", damosel_give),
    "knight_select": Question("4.3", knight_select),
    "merlin_take": Question("4.3", merlin_take),
    "joust_thrust": Question("4.6", joust_thrust),
    "joust_reselect": Question("4.3", joust_reselect),
    "service_offer": Question("4.4.1", service_offer),
    "joust_reoffer": Question("4.4.1", joust_reoffer),
    "disaster_faces": Question("4.4.2", disaster_faces),
    "worship_faces": Question("4.5", worship_faces),
    "camlann_draw": Question("4.8", camlann_draw),
    "camlann_side": Question("4.8", camlann_side),
    "camlann_fight": Question("4.8", camlann_fight),
}
