"""Knight's Duty, sections 4.5 to 4.10: a slot, step by step in the order of its actions."""

from __future__ import annotations

from roundtable.engine import DONE, Ask, Chance, Flow, Next, Pile, move_each, put, rule

from ..cards import REACH, TOKEN
from ..questions import STAY, free_beside, in_range
from ..state import FIELDS, NOBODY, NOWHERE, DutyState
from .attack import Attack, base_order, rivals, take_targets
from .ending import decided, finish, remove_defeated
from .moving import arrive, contests, settle_blocked, settle_contests, settle_swaps


class Slot(Flow):
    """4.5-4.10 One slot: reveal, move, swap, defend, parry, attack, and the fallen leave."""

    @rule("4.5")
    def reveal(self, s: DutyState, chance: Chance) -> Next:
        turn_over(s)
        return "choose_move" if "move" in s.acts else "swap_and_guard"

    @rule("4.6")
    def choose_move(self, s: DutyState, chance: Chance) -> Next:  # R11: directions are chosen now, not when programming
        return Ask("choose_move", tuple([seat for seat in s.acting("move") if free_beside(s, seat)]), final=True)

    @rule("4.6")
    def intents(self, s: DutyState, chance: Chance) -> Next:
        goals = list(s.goals)
        for seat, answer in s.answers.items():
            if answer[0] != STAY:
                goals[seat] = s.field.named[answer[0]]
        s.goals = tuple(goals)
        if s.out is not None:
            stays = tuple([seat for seat in s.acting("move") if goals[seat] == NOWHERE])
            if stays:
                s.tell("stayed", seats=stays)
        if s.options.agreements == "negotiated":
            contestants = tuple(seat for seats in contests(s).values() for seat in seats)
            return Ask("agree_move", tuple(sorted(contestants)), final=True)
        s.answers = {}
        return None

    @rule("4.6")
    def resolve_moves(self, s: DutyState, chance: Chance) -> Next:
        settle_contests(s)
        settle_swaps(s)
        settle_blocked(s)
        arrive(s)
        return None

    @rule("4.7", "4.8")
    def swap_and_guard(self, s: DutyState, chance: Chance) -> Next:
        for seat in s.acting("swap"):
            old, new = s.weapon[seat], TOKEN[s.shown[seat][-1]]
            s.weapon = put(s.weapon, seat, new)
            s.tell("equipped", seat=seat, weapon=new, old=old)
        for seat in s.acting("shield"):
            s.tell("defending", seat=seat)
        for seat in s.acting("parry"):
            s.tell("parrying", seat=seat)
        return None if "attack" in s.acts else "end"

    @rule("4.9")
    def declare_target(self, s: DutyState, chance: Chance) -> Next:  # R19: at once and in secret; nobody moves any more
        attackers = s.acting("attack")
        aiming = tuple([seat for seat in attackers if in_range(s, seat)])
        for seat in attackers:
            if seat not in aiming:  # R18
                s.tell("attack_forfeited", seat=seat)
        return Ask("declare_target", aiming, final=True) if aiming else "end"

    @rule("4.9")
    def targets_declared(self, s: DutyState, chance: Chance) -> Next:
        take_targets(s)
        s.tell("targets_declared", targets=tuple((seat, s.targets[seat]) for seat in s.answers))
        if s.options.agreements == "negotiated":
            return Ask("agree_strike", tuple(seat for group in rivals(s) for seat in group), final=True)
        s.answers = {}
        return None

    @rule("4.9")
    def attack_order(self, s: DutyState, chance: Chance) -> Next:
        s.waits = tuple(s.answers.get(seat, ("",))[0] == "wait" for seat in range(s.players))
        if s.answers:
            s.tell("strike_agreement", waits=tuple((seat, s.waits[seat]) for seat in s.answers))
        order = list(base_order(s, chance))
        for group in rivals(s):  # R20: within a group those who strike come before those who wait
            places = [i for i, seat in enumerate(order) if seat in group]
            refill = sorted((order[i] for i in places), key=s.waits.__getitem__)
            for i, seat in zip(places, refill, strict=True):
                order[i] = seat
        s.order = tuple(order)
        if len(order) > 1:
            s.tell("attack_order", order=s.order)
        return None

    @rule("4.9")
    def attacks(self, s: DutyState, chance: Chance) -> Next:
        return Attack(s.order[0]) if s.order else "end"  # R22: the hit and the defeated strike all the same

    @rule("4.9")
    def next_attack(self, s: DutyState, chance: Chance) -> Next:
        s.order = s.order[1:]
        return "attacks"

    @rule("4.10")
    def end(self, s: DutyState, chance: Chance) -> Next:
        remove_defeated(s)
        s.acts = ("",) * s.players
        return finish(s) if decided(s) else DONE


def turn_over(s: DutyState) -> None:
    """All tokens of the slot at once; what each of them does is settled now."""
    acts, programmed = [""] * s.players, list(s.programmed)
    turned: list[Pile] = [()] * s.players
    for seat in s.standing:
        if s.slot in programmed[seat]:
            programmed[seat] = programmed[seat][1:]
            turned[seat] = s.tracker[seat][:1]
            kind = TOKEN[turned[seat][0]]
            if kind in REACH:  # R9, R10: a weapon in hand attacks, any other is taken up and does nothing more
                acts[seat] = "attack" if kind == s.weapon[seat] else "swap"
            else:
                acts[seat] = kind
    move_each(FIELDS, s, turned, "tracker", "shown")
    s.acts = tuple(acts)
    s.programmed = tuple(programmed)
    s.goals = (NOWHERE,) * s.players
    s.targets = (NOBODY,) * s.players
    s.waits = (False,) * s.players
    s.order = s.struck = ()
    s.tell(
        "slot_revealed",
        slot=s.slot,
        shown=tuple([(seat, TOKEN[turned[seat][0]], acts[seat]) for seat in s.standing if acts[seat]]),
    )
