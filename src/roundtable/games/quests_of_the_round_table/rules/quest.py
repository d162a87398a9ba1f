"""Quests of the Round Table, 4.4: a quest from its sponsor to its end."""

from __future__ import annotations

from roundtable.engine import DONE, Ask, Chance, Flow, Next, move, rule

from ..cards import STAGES
from ..questions.answers import DECLINE, JOIN, kinds, picked
from ..questions.building import layout
from ..state import FIELDS, MOST_STAGES, NOBODY, QuestsState
from .hand import DISCARD, HandLimit, discard_amours, draw, gain, recognition
from .stage import Stage


class Quest(Flow):
    """4.4 Find a sponsor, build the stages, find participants, play the stages, pay everybody."""

    @rule("4.4", "4.4.1")
    def ask_sponsor(self, s: QuestsState, chance: Chance) -> Next:
        s.queue = s.clockwise(s.current)  # R3
        return None

    @rule("4.4.1")
    def next_sponsor(self, s: QuestsState, chance: Chance) -> Next:
        if not s.queue:
            s.tell("no_sponsor")
            return DONE
        return Ask("sponsor_quest", s.queue[:1], final=True)  # R5: asked also if the hand leaves no choice

    @rule("4.4.1")
    def answer_sponsor(self, s: QuestsState, chance: Chance) -> Next:
        seat = s.queue[0]
        if s.answers[seat][0] == DECLINE:
            s.tell("declined_to_sponsor", seat=seat)
            s.queue = s.queue[1:]
            return "next_sponsor"
        s.tell("sponsored", seat=seat)
        s.sponsor = seat
        s.queue = ()
        return None

    @rule("4.4.2", "4.4.3")
    def set_up(self, s: QuestsState, chance: Chance) -> Next:
        return Ask("setup_quest", (s.sponsor,), final=True)

    @rule("4.4.3")
    def lay_stages(self, s: QuestsState, chance: Chance) -> Next:
        stages = layout(s.answers[s.sponsor])
        for i, cards in enumerate(stages):
            move(FIELDS, s, picked(s.hand[s.sponsor], cards), ("hand", s.sponsor), ("stages", i))
        s.tell("quest_laid", seat=s.sponsor, sizes=tuple(len(cards) for cards in stages))
        s.queue = s.clockwise(s.sponsor)[1:]
        return None

    @rule("4.4.4")
    def next_participant(self, s: QuestsState, chance: Chance) -> Next:
        return Ask("join_quest", s.queue[:1], final=True) if s.queue else "gather"

    @rule("4.4.4")
    def answer_join(self, s: QuestsState, chance: Chance) -> Next:
        seat = s.queue[0]
        joins = s.answers[seat][0] == JOIN
        s.tell("joined" if joins else "declined_to_join", seat=seat)
        if joins:
            s.joined = (*s.joined, seat)
        s.queue = s.queue[1:]
        return "next_participant"

    @rule("4.4.4")
    def gather(self, s: QuestsState, chance: Chance) -> Next:
        s.active = s.joined
        if s.active:
            return "next_stage"
        s.tell("nobody_joined")
        if s.options.no_participants == "sponsor_draws":  # R8
            return "shields"
        for i in range(MOST_STAGES):
            move(FIELDS, s, s.stages[i], ("stages", i), ("hand", s.sponsor))
        s.tell("stages_taken_back", seat=s.sponsor)
        spend_recognition(s)
        return "leave"

    @rule("4.4")
    def next_stage(self, s: QuestsState, chance: Chance) -> Next:
        if s.stage == STAGES[s.card()] or not s.active:
            return "shields"
        s.stage += 1
        return Stage()

    @rule("4.4")
    def after_stage(self, s: QuestsState, chance: Chance) -> Next:
        return "next_stage"

    @rule("4.4.9", "4.9")
    def shields(self, s: QuestsState, chance: Chance) -> Next:
        """R39: first the shields, then the sponsor's cards, then the table is cleared."""
        stages, bonus = STAGES[s.card()], recognition(s)
        for seat in s.active:
            s.tell("completed", seat=seat, stages=stages, bonus=bonus)
            gain(s, seat, stages + bonus)
        spend_recognition(s)
        return None

    @rule("4.4.9", "4.2")
    def sponsor_draws(self, s: QuestsState, chance: Chance) -> Next:
        spent = sum(len(stage) for stage in s.stages)  # R46
        draw(s, chance, s.sponsor, spent + STAGES[s.card()], "sponsor")
        return HandLimit()

    @rule("4.4.9")
    def clear(self, s: QuestsState, chance: Chance) -> Next:
        never = tuple(tuple(kinds(stage)) for stage in s.stages[s.turned :] if stage)
        hide = not s.options.reveal_unplayed_stages
        if never:
            s.tell("never_played", first=s.turned + 1, stages=() if hide else never)
        for i in range(MOST_STAGES):
            if s.stages[i]:
                move(FIELDS, s, s.stages[i], ("stages", i), ("buried", 0) if hide and i >= s.turned else DISCARD)
        discard_amours(s, tuple(range(s.players)))
        return None

    @rule("4.4.9")
    def leave(self, s: QuestsState, chance: Chance) -> Next:
        s.sponsor = NOBODY
        s.joined = s.active = s.previewed = ()
        s.stage = s.turned = 0
        return DONE


def spend_recognition(s: QuestsState) -> None:
    """R29: used up by a completed quest; by option, also by any quest that had a sponsor."""
    if s.pending and (s.active or s.options.recognition_expiry == "next_sponsored_quest"):
        move(FIELDS, s, s.pending, ("pending", 0), ("story_discard", 0))
        s.tell("recognition_spent", won=bool(s.active))
