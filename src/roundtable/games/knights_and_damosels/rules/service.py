"""Knights & Damosels, sections 4.4, 4.5, 6.2 and 6.3: service, Disasters, duty and betrayal, worship."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Next, put, rule

from ..cards import (
    BIT,
    BONUS,
    EVENT,
    EVENT_TYPE,
    LISTED,
    MAIN,
    MASKS,
    NAMED,
    NAMES,
    SERVICE,
    SET,
)
from ..questions import CHALLENGE, PASS, contests, down_mask, offers
from ..state import NOBODY, NONE, DamoselsState
from . import joust
from .knight import lose_row

SHARED: Final = 6  # worship that the main-kind cards of a War or Quest share


class Service(Flow):
    """4.4.1 Prosperity, War or Quest: listed chivalries are offered in reversed turn order.

    One card a turn, circuit after circuit, or everything in one go under `all_at_once` (R20).
    """

    @rule("4.4.1", "6.2")
    def begin(self, s: DamoselsState, chance: Chance) -> Next:
        s.offered = (NOBODY,) * 9
        s.filled = s.withdrawn = s.jousted = s.turn = s.idle = 0
        s.favoured = NONE
        if s.options.service_variant == "fortune":  # R41
            number = chance.pick((0, 1, 2))
            s.favoured = NAMED[SERVICE[number][EVENT_TYPE[s.event[0]]]]
            s.tell("service_card", number=number + 1, chivalry=s.favoured)
        return None

    @rule("4.4.1")
    def next_player(self, s: DamoselsState, chance: Chance) -> Next:
        if over(s):
            s.tell("service_over", offered=s.offered)
            return DONE
        s.turn += 1
        s.idle += 1
        s.beaten = False
        return None

    @rule("4.4.1")
    def choose(self, s: DamoselsState, chance: Chance) -> Next:
        seat = in_turn(s)
        free, rivals = offers(s, seat), contests(s, seat)
        if (not free and not rivals) or (ends_at_once(s) and not matches_left(s)):
            return "next_player"
        if not rivals and not s.options.service_pass:
            if not free & (free - 1) or s.options.service_turns == "all_at_once":  # nothing to choose but the order
                s.answers = {seat: NAMES[free][:1]}
                return None
        return Ask("service_offer", (seat,))

    @rule("4.4.1")
    def offer(self, s: DamoselsState, chance: Chance) -> Next:
        seat = in_turn(s)
        wish = s.answers[seat][0]
        if wish == PASS:
            if offers(s, seat):  # R21
                s.withdrawn |= 1 << seat
            s.tell("passed", seat=seat, withdrawn=bool(s.withdrawn >> seat & 1))
            return "next_player"
        if not wish.startswith(CHALLENGE):
            fill(s, seat, NAMED[wish])
            return "turn_over"
        chivalry = NAMED[wish.rpartition(":")[2]]
        return joust.start(s, seat, s.offered[chivalry], chivalry)

    @rule("4.4.1", "4.6")
    def after_joust(self, s: DamoselsState, chance: Chance) -> Next:
        seat, holder = s.jousters
        if s.right != seat:
            s.beaten = True
            return "choose"
        s.offered = put(s.offered, s.prize, seat)  # R35: the winner's own card; the slot stays filled
        s.tell("replaced", seat=seat, holder=holder, chivalry=s.prize)
        if offers(s, holder):
            return Ask("joust_reoffer", (holder,))
        s.tell("nothing_else", seat=holder, offer=True)
        return "turn_over"

    @rule("4.4.1")
    def reoffer(self, s: DamoselsState, chance: Chance) -> Next:
        holder = s.jousters[1]
        wish = s.answers[holder][0]
        if wish == PASS:
            s.tell("left_it", seat=holder)
        else:
            fill(s, holder, NAMED[wish])
        return None

    @rule("4.4.1")
    def turn_over(self, s: DamoselsState, chance: Chance) -> Next:
        return "choose" if s.options.service_turns == "all_at_once" else "next_player"


class Disaster(Flow):
    """4.4.2 Faces up or down: the majority loses its cards, the minority pays."""

    @rule("4.4.2")
    def faces(self, s: DamoselsState, chance: Chance) -> Next:
        listed = LISTED[s.event[0]]
        cards = sum((mask & listed).bit_count() for mask in s.has)
        if cards < 2:  # R28: none, or a lone one, which is always in the majority
            s.answers = {}
            return None
        return Ask("disaster_faces", tuple(q for q in range(s.players) if s.has[q] & listed))

    @rule("4.4.2")
    def resolve(self, s: DamoselsState, chance: Chance) -> Next:
        listed = LISTED[s.event[0]]
        up = {q: s.has[q] & listed & ~down_mask(s.answers.get(q, ())) for q in range(s.players)}
        down = {q: s.has[q] & listed & ~up[q] for q in range(s.players)}
        ups, downs = (sum(mask.bit_count() for mask in faces.values()) for faces in (up, down))
        s.tell("disaster", event=EVENT[s.event[0]], up=tuple(up.values()), down=tuple(down.values()))
        if ups != downs:
            major, minor = (up, down) if ups > downs else (down, up)
            for seat in s.turn_order():
                lost = tuple(card for card in s.rows[seat] if major[seat] & BIT[card])
                lose_row(s, seat, lost)
                paid = min(s.worship[seat], 2 * minor[seat].bit_count())  # R28: owes nothing beyond that
                pay(s, seat, -paid)
                if lost or minor[seat]:
                    s.tell("struck", seat=seat, lost=lost, kept=minor[seat], paid=paid)
        return DONE


class Worship(Flow):
    """4.5 Duty and betrayal, then the awards."""

    @rule("4.5")
    def faces(self, s: DamoselsState, chance: Chance) -> Next:
        shared = s.filled & MAIN[s.event[0]]
        if not shared or s.favoured != NONE:  # R23: nobody shares; 6.2: fortune decides
            s.answers = {}
            return None
        owners = {s.offered[c] for c in SET[shared]}
        return Ask("worship_faces", tuple(q for q in range(s.players) if q in owners))

    @rule("4.5", "6.2", "6.3")
    def award(self, s: DamoselsState, chance: Chance) -> Next:
        down = 0
        for answer in s.answers.values():
            down |= down_mask(answer)
        earned = earnings(s, down)
        awards = [0] * s.players
        for chivalry, worship in earned.items():
            awards[s.offered[chivalry]] += worship
        paid = [0] * s.players
        for seat in s.turn_order():  # 6.3: in turn order, as long as the bank lasts
            paid[seat] = awards[seat] if s.bank == NONE else min(awards[seat], s.bank)
            pay(s, seat, paid[seat])
        shown = bool(s.answers)
        s.tell(
            "awarded",
            event=EVENT[s.event[0]],
            offered=s.offered,
            down=down,
            faces=shown,
            earned=earned,
            paid=tuple(paid),
        )
        s.offered = (NOBODY,) * 9
        s.filled = 0
        return DONE


def pay(s: DamoselsState, seat: int, worship: int) -> None:
    """Worship from the bank to a player, or back if it is negative."""
    s.worship = put(s.worship, seat, s.worship[seat] + worship)
    if s.bank != NONE:
        s.bank -= worship


# -- 4.4.1 service ---------------------------------------------------------------------------------------------------


def in_turn(s: DamoselsState) -> int:
    """Whose turn it is: reversed turn order, Merlin first."""
    return (s.merlin + 1 - s.turn) % s.players


def fill(s: DamoselsState, seat: int, chivalry: int) -> None:
    s.offered = put(s.offered, chivalry, seat)
    s.filled |= 1 << chivalry
    s.idle = 0
    s.tell("offered", seat=seat, chivalry=chivalry)


def matches_left(s: DamoselsState) -> bool:
    return any(offers(s, seat) for seat in range(s.players))


def ends_at_once(s: DamoselsState) -> bool:
    """R22: a challenge does not hold the phase open, unless the table wants every match open to one."""
    return not s.options.joust or s.options.service_end == "immediate"


def over(s: DamoselsState) -> bool:
    if s.options.service_turns == "all_at_once":
        return s.turn == s.players or (ends_at_once(s) and not matches_left(s))
    return not matches_left(s) and (ends_at_once(s) or s.idle >= s.players)


# -- 4.5 worship -----------------------------------------------------------------------------------------------------


def earnings(s: DamoselsState, down: int) -> dict[int, int]:
    """What each offered card earns when the main-kind cards in the mask `down` lie face down."""
    event, filled = s.event[0], s.filled
    main = filled & MAIN[event]
    earned = {c: SHARED // main.bit_count() if main >> c & 1 else 1 for c in SET[filled]}  # R23
    betrayals = down & main
    if s.favoured != NONE:
        if filled >> s.favoured & 1:
            kin = next(mask for mask in MASKS.values() if mask >> s.favoured & 1) & filled & ~(1 << s.favoured)
            transfer(earned, s.favoured, kin)
    elif betrayals and betrayals == main:  # R26: goes before the single face
        for c in earned:
            earned[c] -= 1
    elif main.bit_count() > 1 and betrayals:
        duties = main & ~betrayals
        one = betrayals if betrayals.bit_count() == 1 else duties
        if main.bit_count() == 3 or s.options.pair_rule == "betrayer":  # R24
            transfer(earned, one.bit_length() - 1, main & ~one)
    if BONUS[event] in earned:  # R27
        earned[BONUS[event]] += 1
    return earned


def transfer(earned: dict[int, int], one: int, others: int) -> None:
    """R25: the single card gains 1 from each of the others; the six stay six."""
    for c in SET[others]:
        earned[c] -= 1
        earned[one] += 1
