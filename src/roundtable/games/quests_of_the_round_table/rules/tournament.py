"""Quests of the Round Table, 4.5 and 4.8: tournaments, and the final between several who reach the goal together."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Next, put, rule

from ..cards import ALLIES, AMOUR, CARDS, KIND, WEAPON_BP
from ..questions.answers import JOIN
from ..state import QuestsState
from .hand import HandLimit, MordredWindow, discard_amours, discard_weapons, draw, gain
from .stage import reveal

MOST_ROUNDS: Final = {"replay_once_then_share": 2, "replay_until_single": 5}  # R32


class Tournament(Flow):
    """4.5 Who enters, a card each, one round, a second if the lead is shared, and the shields."""

    @rule("4.5")
    def call(self, s: QuestsState, chance: Chance) -> Next:
        s.queue = s.clockwise(s.current)  # R30
        return None

    @rule("4.5")
    def next_entrant(self, s: QuestsState, chance: Chance) -> Next:
        return Ask("join_tournament", s.queue[:1], final=True) if s.queue else "gather"

    @rule("4.5")
    def answer_join(self, s: QuestsState, chance: Chance) -> Next:
        seat = s.queue[0]
        joins = s.answers[seat][0] == JOIN
        s.tell("entered" if joins else "declined_to_enter", seat=seat)
        if joins:
            s.joined = (*s.joined, seat)
        s.queue = s.queue[1:]
        return "next_entrant"

    @rule("4.5", "4.2")
    def gather(self, s: QuestsState, chance: Chance) -> Next:
        s.active = s.joined
        if not s.active:
            s.tell("nobody_entered")
            return DONE
        s.tell("lists", seats=s.active)
        if len(s.active) == 1 and not s.options.sole_entrant_draws:  # R33
            return "fight"
        for seat in s.active:
            draw(s, chance, seat, 1)
        return HandLimit()

    @rule("4.5")
    def fight(self, s: QuestsState, chance: Chance) -> Next:
        return Rounds() if len(s.active) > 1 else None

    @rule("4.5", "4.9")
    def shields(self, s: QuestsState, chance: Chance) -> Next:
        bonus = CARDS[s.card()].bonus
        if len(s.active) > 1 and not s.options.second_tie_bonus:
            bonus = 0
        for seat in s.active:
            s.tell("tournament_won", seat=seat, entrants=len(s.joined), bonus=bonus)
            gain(s, seat, len(s.joined) + bonus)
        leave_lists(s)
        return DONE


class Rounds(Flow):
    """4.5 Rounds among those in the lists, until one leads or the tie is shared; `active` shrinks to the winners."""

    @rule("4.5")
    def start(self, s: QuestsState, chance: Chance) -> Next:
        s.round += 1
        if s.round == 1 or not s.options.tiebreak_draw:
            return "commit"
        for seat in s.active:
            draw(s, chance, seat, 1)
        return HandLimit()

    @rule("4.5")
    def commit(self, s: QuestsState, chance: Chance) -> Next:
        return Ask("play_tournament", s.active)

    @rule("4.5")
    def reveal(self, s: QuestsState, chance: Chance) -> Next:
        reveal(s)
        for seat, cards in s.answers.items():
            s.counted = put(s.counted, seat, s.counted[seat] + tuple(kind for kind in cards if kind in ALLIES))
        return MordredWindow()

    @rule("4.5")
    def compare(self, s: QuestsState, chance: Chance) -> Next:
        points = {seat: s.tournament_bp(seat) for seat in s.active}
        best = max(points.values())
        heard = points.items() if s.out is not None else ()  # where nobody listens, nothing is put together
        told = tuple([(seat, tournament_sum(s, seat), bp) for seat, bp in heard])
        for seat, parts, bp in told:
            field = told if seat == told[-1][0] else ()  # the last of them tells of all together
            s.tell("jousted", seat=seat, rank=s.tournament_rank_bp(seat), sum=parts, bp=bp, field=field)
        s.active = tuple(seat for seat, bp in points.items() if bp == best)
        again = len(s.active) > 1 and s.round < MOST_ROUNDS[s.options.tournament_tie_rule]
        discard_weapons(s, s.active if again and s.options.tiebreak_weapons == "stay" else ())  # R48
        if len(s.active) == 1:
            return DONE
        s.tell("tied", seats=s.active, round=s.round, again=again)
        return "start" if again else DONE


class FinalTournament(Flow):
    """4.8 Only those who reached the goal together fight; it is for the game, not for shields (R38)."""

    @rule("4.8", "4.2")
    def draw(self, s: QuestsState, chance: Chance) -> Next:
        s.active = s.joined = s.finalists
        s.tell("final", seats=s.finalists)
        for seat in s.finalists:
            draw(s, chance, seat, 1)
        return HandLimit()

    @rule("4.8")
    def fight(self, s: QuestsState, chance: Chance) -> Next:
        return Rounds()

    @rule("4.8")
    def crown(self, s: QuestsState, chance: Chance) -> Next:
        s.winners = tuple(sorted(s.active))
        leave_lists(s)
        return DONE


def leave_lists(s: QuestsState) -> None:
    """The tournament is over: Amours go, allies stay (R12)."""
    discard_amours(s, tuple(range(s.players)))
    s.joined = s.active = ()
    s.round = 0
    s.counted = ((),) * s.players


def tournament_sum(s: QuestsState, seat: int) -> tuple[tuple[str, int], ...]:
    """Battle points by card, as far as they count in a tournament (R31)."""
    parts = [(KIND[p], WEAPON_BP[KIND[p]]) for p in s.field[seat]]
    parts += [(AMOUR, CARDS[AMOUR].bp) for _ in s.amour[seat]]
    parts += [(KIND[p], s.ally_bp(seat, KIND[p])) for p in s.court[seat] if s.counts(seat, KIND[p])]
    return tuple(part for part in parts if part[1])
