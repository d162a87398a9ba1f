"""Quests of the Round Table, sections 3, 4.1 and 5: set-up, the turn, the end and the ranking."""

from __future__ import annotations

from roundtable.engine import DONE, OVER, Chance, Flow, Next, move, rule, shuffle

from ..cards import QUESTS, RANKS, TOURNAMENTS
from ..state import FIELDS, QuestsState
from .events import EVENTS
from .hand import MordredWindow
from .quest import Quest
from .tournament import FinalTournament, Tournament


class Reign(Flow):
    """3 Set-up, then turn after turn."""

    @rule("3")
    def shuffle(self, s: QuestsState, chance: Chance) -> Next:
        shuffle(FIELDS, s, ("story_deck", 0), chance)
        shuffle(FIELDS, s, ("adventure_deck", 0), chance)
        return None

    @rule("3")
    def deal(self, s: QuestsState, chance: Chance) -> Next:
        """One card at a time, clockwise from seat 0."""
        cards, n = s.options.starting_hand, s.players
        dealt = s.adventure_deck[: cards * n]
        s.hand = tuple(dealt[seat::n] for seat in range(n))
        s.adventure_deck = s.adventure_deck[cards * n :]
        return None

    @rule("3")
    def begin(self, s: QuestsState, chance: Chance) -> Next:
        s.current = chance.pick(range(s.players))  # R1
        s.tell("begun", seat=s.current)
        return None

    @rule("4.1")
    def next_turn(self, s: QuestsState, chance: Chance) -> Next:
        return Turn()

    @rule("4.1")
    def again(self, s: QuestsState, chance: Chance) -> Next:
        return "next_turn"


class Turn(Flow):
    """4.1 One story card: turned up, resolved, discarded; then the victory check."""

    @rule("4.1")
    def draw_story(self, s: QuestsState, chance: Chance) -> Next:
        s.turn += 1
        if not s.story_deck:  # cards pending stay out
            s.story_deck, s.story_discard = s.story_discard, ()
            shuffle(FIELDS, s, ("story_deck", 0), chance)
            s.tell("story_reshuffled", cards=len(s.story_deck))
        move(FIELDS, s, s.story_deck[:1], ("story_deck", 0), ("story", 0))
        s.tell("story", seat=s.current, turn=s.turn, card=s.card())
        return None

    @rule("4.1", "4.7")
    def before_story(self, s: QuestsState, chance: Chance) -> Next:
        return MordredWindow()

    @rule("4.1")
    def resolve(self, s: QuestsState, chance: Chance) -> Next:
        card = s.card()
        if card in QUESTS:
            return Quest()
        return Tournament() if card in TOURNAMENTS else EVENTS[card]()

    @rule("4.1")
    def discard_story(self, s: QuestsState, chance: Chance) -> Next:
        move(FIELDS, s, s.story, ("story", 0), ("story_discard", 0))
        return None

    @rule("4.1", "5")
    def victory_check(self, s: QuestsState, chance: Chance) -> Next:
        goal = RANKS.index(s.options.victory_rank)
        there = tuple(seat for seat in s.clockwise(s.current) if s.rank[seat] >= goal)
        if len(there) > 1 and s.options.final_tournament:
            s.finalists = there
            return FinalTournament()
        s.winners = tuple(sorted(there))
        return None

    @rule("5")
    def end(self, s: QuestsState, chance: Chance) -> Next:
        if s.winners:
            s.tell("won", seats=s.winners, limit=False)
            return OVER
        if s.turn == s.options.max_turns:  # R42; 0 is never reached
            s.winners = tuple(sorted(ranking(s)[0]))
            s.tell("won", seats=s.winners, limit=True)
            return OVER
        if s.options.turn_order == "random_each_turn":
            s.current = chance.pick(range(s.players))
        else:
            s.current = (s.current + 1) % s.players  # left of the drawer, whoever sponsored
        return DONE


def ranking(s: QuestsState) -> list[list[int]]:
    """5 Winners first, then those of a final, then by rank and shields; equal players share a place."""
    groups: dict[tuple[bool, bool, int, int], list[int]] = {}
    for seat in range(s.players):
        if seat in s.winners:
            merit = (True, True, 0, 0)
        else:
            merit = (False, seat in s.finalists, s.rank[seat], s.shields[seat])
        groups.setdefault(merit, []).append(seat)
    return [groups[merit] for merit in sorted(groups, reverse=True)]
