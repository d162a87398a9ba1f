"""Knight's Duty, sections 4.3 to 4.5 and 4.11: a turn from the programs to the tokens taken back."""

from __future__ import annotations

from roundtable.engine import DONE, Ask, Chance, Flow, Next, Pile, move_each, rule

from ..cards import CLANS, program_of, tokens_of
from ..state import FIELDS, FULL, DutyState
from .ending import decided, finish, safe_radius, storm, storm_grows
from .knight import inspire, take_back
from .slot import Slot


class Turn(Flow):
    """4.3-4.5, 4.11 One turn: program, up to three slots, tokens back."""

    @rule("4.3")
    def start(self, s: DutyState, chance: Chance) -> Next:
        s.turn += 1
        s.slot = 0
        s.hit = False
        s.lead = s.clans[0] if s.turn == 1 else next_lead(s)
        s.allowed = tuple(3 if heart == FULL else 2 for heart in s.hearts)
        s.tell("turn_started", turn=s.turn)
        if s.options.attack_order == "rotating":
            s.tell("lead", seat=s.clans.index(s.lead))
        if s.out is not None and storm_grows(s):
            s.tell("storm_near", safe=safe_radius(s))
        for seat in s.standing:
            if s.at[seat] == s.field.high_ground:  # R32
                inspire(s, seat, "high_ground_start")
        return None

    @rule("4.4")
    def program(self, s: DutyState, chance: Chance) -> Next:
        return Ask("program_actions", s.standing, final=True)

    @rule("4.4")
    def lay_tokens(self, s: DutyState, chance: Chance) -> Next:
        laid: list[Pile] = [()] * s.players
        programmed: list[tuple[int, ...]] = [()] * s.players
        for seat, answer in s.answers.items():
            laid[seat], programmed[seat] = program_of(seat, answer)
            s.tell("tracker_ready", seat=seat, tokens=len(laid[seat]))
        move_each(FIELDS, s, laid, "supply", "tracker")
        s.programmed = tuple(programmed)
        return None

    @rule("4.5", again=True)
    def next_slot(self, s: DutyState, chance: Chance) -> Next:
        if s.result:  # the bout was decided in the slot just played
            return DONE
        s.slot += 1
        if s.slot > 3:
            return None
        if s.slot == 3 and s.options.third_action_when_hit == "lost":
            for seat in s.standing:
                if s.hearts[seat] != FULL and s.tracker[seat]:  # R27: taken back without being shown
                    take_back(s, seat)
                    s.tell("third_action_lost", seat=seat)
        for seat in s.standing:
            if s.slot in s.programmed[seat]:
                return Slot()
        return "next_slot"

    @rule("4.11", "6")
    def end(self, s: DutyState, chance: Chance) -> Next:
        storm(s)
        if decided(s):
            return finish(s)
        s.supply = tuple(tokens_of(seat) for seat in range(s.players))  # R7: all tokens go home
        s.tracker = s.shown = s.programmed = ((),) * s.players
        s.calm = 0 if s.hit else s.calm + 1
        quiet, turns = s.options.quiet_turn_limit, s.options.max_turns
        too_quiet = bool(quiet) and s.calm >= quiet
        if too_quiet or (turns and s.turn >= turns):  # R36
            return finish(s, "quiet" if too_quiet else "turns")
        return None


def next_lead(s: DutyState) -> int:
    """6 The lead passes clockwise to the next clan whose knight stands."""
    lead = s.lead
    while True:
        lead = (lead + 1) % len(CLANS)
        if lead in s.clans and s.clans.index(lead) in s.standing:
            return lead
