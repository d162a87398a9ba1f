"""Knight's Duty, sections 3, 4.1 and 4.2: set-up, then turn after turn."""

from __future__ import annotations

from roundtable.engine import Ask, Chance, Flow, Next, put, rule

from ..cards import CLAN, CLANS, SPREAD
from ..questions import choose_clan
from ..state import DutyState
from .ending import team_mates
from .turn import Turn


class Knights(Flow):
    """3 Set-up, then turn after turn."""

    @rule("3")
    def clans(self, s: DutyState, chance: Chance) -> Next:
        how = s.options.clan_selection
        if how == "draft":
            return "draft"
        if how == "spread":
            s.clans = SPREAD[s.players]
        elif how == "random":
            s.clans = tuple(CLAN[clan] for clan in chance.shuffled(CLANS)[: s.players])
        else:
            s.clans = tuple(CLAN[clan] for clan in s.options.clans)
        for seat in range(s.players):
            s.tell("clan_taken", seat=seat, clan=s.clans[seat])
        return "place"

    @rule("4.2")
    def draft(self, s: DutyState, chance: Chance) -> Next:
        if -1 not in s.clans:
            return "place"
        seat = s.clans.index(-1)  # R3: in seat order
        only = choose_clan(s, seat).forced()
        if only is None:
            return Ask("choose_clan", (seat,))
        s.answers = {seat: only}
        return None

    @rule("4.2")
    def take_clan(self, s: DutyState, chance: Chance) -> Next:
        for seat, answer in s.answers.items():
            s.clans = put(s.clans, seat, CLAN[answer[0]])
            s.tell("clan_taken", seat=seat, clan=s.clans[seat])
        return "draft"

    @rule("3")
    def place(self, s: DutyState, chance: Chance) -> Next:
        if s.options.series_length > 1:
            s.tell("bout_started", bout=s.bout, bouts=s.options.series_length)
        s.at = tuple(s.field.start(clan, s.options.start_layout) for clan in s.clans)  # R2
        s.standing = tuple(sorted(range(s.players), key=s.clans.__getitem__))
        if s.options.teams != "none" and s.bout == 1:
            s.tell("teams", teams=team_mates(s))
        s.tell("placed", spaces=tuple([(seat, s.field.labels[s.at[seat]]) for seat in s.standing]), first=s.bout == 1)
        return None

    @rule("4.1", again=True)
    def next_turn(self, s: DutyState, chance: Chance) -> Next:
        return "next_bout" if s.result else Turn()

    @rule("6.2")
    def next_bout(self, s: DutyState, chance: Chance) -> Next:
        s.earlier += s.turn
        s.bout += 1
        s.begin()  # R45: clans stay
        return "place"
