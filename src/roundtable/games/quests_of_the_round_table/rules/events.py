"""Quests of the Round Table, 4.6: the eight events."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Next, Seats, move, rule

from ..questions.answers import DECLINE, picked
from ..state import FIELDS, QuestsState
from .hand import HandLimit, discard, draw, gain, lose, recognition


def of_lowest_rank(s: QuestsState) -> Seats:
    low = min(s.rank)
    return tuple(seat for seat in s.clockwise(s.current) if s.rank[seat] == low)


class ChivalrousDeed(Flow):
    """4.6 Among those of the lowest rank, those with the fewest shields gain three (R34)."""

    @rule("4.6", "4.9")
    def reward(self, s: QuestsState, chance: Chance) -> Next:
        lowest = of_lowest_rank(s)
        fewest = min(s.shields[seat] for seat in lowest)
        for seat in lowest:
            if s.shields[seat] == fewest:
                s.tell("deed", seat=seat, shields=3)
                gain(s, seat, 3)
        return DONE


class Pox(Flow):
    """4.6 Everybody but the drawer loses a shield."""

    @rule("4.6")
    def strike(self, s: QuestsState, chance: Chance) -> Next:
        for seat in s.clockwise(s.current)[1:]:
            s.tell("shields_lost", seat=seat, shields=min(1, s.shields[seat]))
            lose(s, seat, 1)
        return DONE


class Plague(Flow):
    """4.6 The drawer loses two shields."""

    @rule("4.6")
    def strike(self, s: QuestsState, chance: Chance) -> Next:
        s.tell("shields_lost", seat=s.current, shields=min(2, s.shields[s.current]))
        lose(s, s.current, 2)
        return DONE


class KingsRecognition(Flow):
    """4.6 The card stays on the table until somebody completes a quest (R29)."""

    @rule("4.6")
    def stay(self, s: QuestsState, chance: Chance) -> Next:
        move(FIELDS, s, s.story, ("story", 0), ("pending", 0))
        s.tell("recognition", shields=recognition(s), next_only=s.options.recognition_expiry == "next_sponsored_quest")
        return DONE


class QueensFavor(Flow):
    """4.6 Everybody of the lowest rank draws two cards."""

    @rule("4.6", "4.2")
    def favor(self, s: QuestsState, chance: Chance) -> Next:
        for seat in of_lowest_rank(s):
            draw(s, chance, seat, 2)
        return HandLimit()


class CourtCalled(Flow):
    """4.6 All allies of all players leave (R12)."""

    @rule("4.6")
    def leave(self, s: QuestsState, chance: Chance) -> Next:
        s.tell("court_called", allies=s.allies())
        for seat in s.clockwise(s.current):
            if s.court[seat]:
                discard(s, s.court[seat], ("court", seat))
        return DONE


class CallToArms(Flow):
    """4.6 Everybody of the highest rank gives up a weapon, or else two foes (R35)."""

    @rule("4.6")
    def ask(self, s: QuestsState, chance: Chance) -> Next:
        high = max(s.rank)
        return Ask("call_to_arms", tuple(seat for seat in s.clockwise(s.current) if s.rank[seat] == high))

    @rule("4.6")
    def give_up(self, s: QuestsState, chance: Chance) -> Next:
        for seat, cards in s.answers.items():
            s.tell("gave_up", seat=seat, cards=cards)
            discard(s, picked(s.hand[seat], cards), ("hand", seat))
        return DONE


class Prosperity(Flow):
    """4.6 Everybody draws two cards, or may do so (R36)."""

    @rule("4.6")
    def offer(self, s: QuestsState, chance: Chance) -> Next:
        s.queue = s.clockwise(s.current)
        return "share" if not s.options.prosperity_optional else None

    @rule("4.6")
    def ask(self, s: QuestsState, chance: Chance) -> Next:
        return Ask("prosperity_draw", s.queue[:1], final=True) if s.queue else "drawing"

    @rule("4.6")
    def answer(self, s: QuestsState, chance: Chance) -> Next:
        seat = s.queue[0]
        s.queue = s.queue[1:]
        if s.answers[seat][0] == DECLINE:
            s.tell("declined_to_draw", seat=seat)
        else:
            s.joined = (*s.joined, seat)
        return "ask"

    @rule("4.6")
    def share(self, s: QuestsState, chance: Chance) -> Next:
        s.joined, s.queue = s.queue, ()
        return None

    @rule("4.6", "4.2")
    def drawing(self, s: QuestsState, chance: Chance) -> Next:
        seats, s.joined = s.joined, ()
        for seat in seats:
            draw(s, chance, seat, 2)
        return HandLimit()


EVENTS: Final[dict[str, type[Flow]]] = {
    "chivalrous_deed": ChivalrousDeed,
    "pox": Pox,
    "plague": Plague,
    "kings_recognition": KingsRecognition,
    "queens_favor": QueensFavor,
    "court_called_to_camelot": CourtCalled,
    "kings_call_to_arms": CallToArms,
    "prosperity_throughout_the_realm": Prosperity,
}
