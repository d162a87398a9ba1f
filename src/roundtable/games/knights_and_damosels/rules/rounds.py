"""Knights & Damosels, sections 3, 4.1, 4.2 and 4.7: set-up, the round, the events, the gifts."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, OVER, Ask, Chance, Flow, Next, Secret, move, peek, put, rule, shuffle

from ..cards import CHIVALRY, DAMOSEL, DAMOSEL_IDS, DECK, DISASTER, EVENT, EVENT_TYPE, KNIGHT_IDS, NAMED, PIECE
from ..state import FIELDS, NOBODY, NONE, DamoselsState
from .camlann import Camlann
from .ending import goals, rank, ranking
from .knight import KnightPhase
from .service import Disaster, Service, Worship

DRAWN: Final = 3


class Camelot(Flow):
    """3 Set-up, then round after round (R7: in the order of the rule cards' numbers)."""

    @rule("3")
    def merlin(self, s: DamoselsState, chance: Chance) -> Next:
        first = s.options.first_merlin
        s.merlin = chance.below(s.players) if first == "random" else first  # R8
        return None

    @rule("3")
    def deal(self, s: DamoselsState, chance: Chance) -> Next:
        s.knights = tuple(KNIGHT_IDS.index(knight) for knight in chance.shuffled(KNIGHT_IDS)[: s.players])  # R9
        damosels = tuple(DAMOSEL_IDS.index(damosel) for damosel in chance.shuffled(DAMOSEL_IDS))
        seat_damosels(s, damosels[: s.players], damosels[s.players :])
        s.worship = (1,) * s.players
        if s.bank != NONE:
            s.bank -= s.players
        return None

    @rule("3")
    def events(self, s: DamoselsState, chance: Chance) -> Next:
        shuffle(FIELDS, s, ("deck", 0), chance)
        s.tell("court_seated", knights=s.knights, damosels=s.damosels, absent=s.absent)
        return None

    @rule("4")
    def next_round(self, s: DamoselsState, chance: Chance) -> Next:
        return Round()

    @rule("4")
    def again(self, s: DamoselsState, chance: Chance) -> Next:
        return "next_round"


class Round(Flow):
    """4.1-4.7 One round: event, gifts, knights, service, worship, goals."""

    @rule("4.1")
    def draw(self, s: DamoselsState, chance: Chance) -> Next:
        s.round += 1
        s.phase = "event"
        s.tell("round_begun", round=s.round, arthur=s.arthur, merlin=s.merlin)
        draw_events(s, chance)
        return Ask("arthur_discard_event", (s.arthur,))

    @rule("4.1")
    def pass_on(self, s: DamoselsState, chance: Chance) -> Next:
        gone = PIECE[s.answers[s.arthur][0]]
        discarded = move(FIELDS, s, (gone,), ("drawn", 0), ("discards", 0))
        passed = move(FIELDS, s, s.drawn, ("drawn", 0), ("passed", 0))
        s.tell("events_passed", seat=s.arthur, discarded=discarded, passed=passed, open=opened(s))
        return Ask("merlin_choose_event", (s.merlin,))

    @rule("4.1")
    def reveal(self, s: DamoselsState, chance: Chance) -> Next:
        chosen = PIECE[s.answers[s.merlin][0]]
        move(FIELDS, s, (chosen,), ("passed", 0), ("event", 0))
        discarded = move(FIELDS, s, s.passed, ("passed", 0), ("discards", 0))
        s.tell("event_revealed", seat=s.merlin, event=EVENT[chosen], discarded=discarded, open=opened(s))
        return None

    @rule("4.2")
    def give(self, s: DamoselsState, chance: Chance) -> Next:
        s.phase = "damosel"
        # R19: an empty pile gives nothing; the last card of a pile, which all know, gives itself.
        return Ask("damosel_give", tuple(q for q in range(s.players) if len(s.piles[s.damosels[q]]) > 1))

    @rule("4.2")
    def lay_out(self, s: DamoselsState, chance: Chance) -> Next:
        lay_display(s, (*collect_gifts(s), *absent_gifts(s, chance)), chance)
        return None

    @rule("4.3")
    def knights(self, s: DamoselsState, chance: Chance) -> Next:
        return KnightPhase()

    @rule("4.4")
    def service(self, s: DamoselsState, chance: Chance) -> Next:
        s.phase = "service"
        return Disaster() if EVENT_TYPE[s.event[0]] == DISASTER else Service()

    @rule("4.5")
    def worship(self, s: DamoselsState, chance: Chance) -> Next:
        if EVENT_TYPE[s.event[0]] == DISASTER:  # R29
            return None
        s.phase = "worship"
        return Worship()

    @rule("4.7")
    def end(self, s: DamoselsState, chance: Chance) -> Next:
        move(FIELDS, s, s.event, ("event", 0), ("discards", 0))
        s.favoured, s.withdrawn = NONE, 0  # fortune and holding back are over with the round
        reached = goals(s)  # R38: looked at only now
        s.tell("round_ended", figures=reached)
        if any(tier for tier, *_ in reached) or s.round == s.options.round_limit:  # R40
            rank(s, reached, chance)
            return Camlann() if s.options.camlann else OVER
        s.merlin = s.arthur
        return DONE

    @rule("4.8")
    def after_camlann(self, s: DamoselsState, chance: Chance) -> Next:
        s.tell("final_ranking", order=tuple(seat for group in ranking(s) for seat in group))
        return OVER


def seat_damosels(s: DamoselsState, damosels: tuple[int, ...], absent: tuple[int, ...]) -> None:
    """Seat the damosels and settle where the cards of the unused ones lie (R10)."""
    s.damosels, s.absent = damosels, absent
    s.seat_of = tuple(damosels.index(d) if d in damosels else NOBODY for d in range(6))
    if absent and s.options.absent_damosel == "pool":  # one mixed pile, so that nobody sees whose card was drawn
        s.home = tuple(absent[0] if d in absent else d for d in range(6))
        mixed = tuple(card for d in sorted(absent) for card in DECK[d])
        s.piles = tuple(mixed if d == absent[0] else () if d in absent else DECK[d] for d in range(6))


# -- 4.1 events ------------------------------------------------------------------------------------------------------


def draw_events(s: DamoselsState, chance: Chance) -> None:
    if not s.deck:
        reshuffle(s, chance)
    cards = s.deck[:DRAWN]
    drawn = move(FIELDS, s, cards, ("deck", 0), ("drawn", 0))
    if len(cards) < DRAWN:  # not with the twelve cards of the game, but in an edition
        reshuffle(s, chance)
        more = s.deck[: DRAWN - len(cards)]
        drawn = Secret((*cards, *move(FIELDS, s, more, ("deck", 0), ("drawn", 0)).pieces), drawn.mask)
    s.tell("events_drawn", seat=s.arthur, cards=drawn)


def opened(s: DamoselsState) -> bool:
    """R11: whether all see what Arthur and Merlin throw away."""
    return s.options.event_discards == "open"


def reshuffle(s: DamoselsState, chance: Chance) -> None:
    """R11: all three cards of a round end in the discards, and all come back."""
    move(FIELDS, s, s.discards, ("discards", 0), ("deck", 0))
    shuffle(FIELDS, s, ("deck", 0), chance)
    s.tell("events_shuffled")


# -- 4.2 gifts -------------------------------------------------------------------------------------------------------


def collect_gifts(s: DamoselsState) -> list[int]:
    """Every player's gift leaves the pile; from now on the piles are veiled."""
    gifts = []
    piles = list(s.piles)
    for seat, damosel in enumerate(s.damosels):
        pile = piles[damosel]
        if pile:
            given = s.answers.get(seat)
            card = DECK[damosel][NAMED[given[0]]] if given else pile[0]
            piles[damosel] = without(pile, card)
            gifts.append(card)
            if len(pile) == 1:
                s.tell("last_gift", seat=seat)
            s.whisper(1 << seat, "gift", seat=seat, chivalry=CHIVALRY[card])
        else:
            s.tell("no_gift", seat=seat)
    s.piles = tuple(piles)
    s.veiled = True
    return gifts


def absent_gifts(s: DamoselsState, chance: Chance) -> list[int]:
    """R10: the extra card or cards of the damosels whom nobody leads."""
    filling = s.options.absent_damosel == "fill_to_six"
    gifts: list[int] = []
    for damosel in s.absent:
        if s.piles[damosel] and (filling or not gifts):
            card = chance.pick(s.piles[damosel])
            s.piles = put(s.piles, damosel, without(s.piles[damosel], card))
            gifts.append(card)
            s.tell("absent_gift", damosel=NONE if s.options.absent_damosel == "pool" else damosel)
    return gifts


def lay_display(s: DamoselsState, gifts: tuple[int, ...], chance: Chance) -> None:
    """Shuffle the gifts and show their chivalries to all; Merlin alone sees the damosels (R13).

    The cards are not moved one by one: they are shuffled on the way, so nobody can follow any of them.
    """
    cards = chance.shuffled(gifts)
    slots = len(cards)
    s.display = tuple((card,) for card in cards)
    s.faces = tuple(CHIVALRY[card] for card in cards)
    s.holder = s.refused = (NOBODY,) * slots
    s.legal = (0,) * slots
    recognise(s)
    s.tell("displayed", faces=s.faces, cards=Secret(cards, 1 << s.merlin))


def recognise(s: DamoselsState) -> None:
    """Whoever gave a chivalry that lies on display only once knows the own gift."""
    for (card,) in s.display:
        seat = s.seat_of[DAMOSEL[card]]
        if seat != NOBODY and seat != s.merlin and s.faces.count(CHIVALRY[card]) == 1:
            peek(s, (card,), 1 << seat)


def without(pile: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = pile.index(card)
    return (*pile[:at], *pile[at + 1 :])
