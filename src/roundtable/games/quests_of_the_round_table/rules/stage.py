"""Quests of the Round Table, 4.4.5 to 4.4.8: one stage of a quest, Merlin's preview, foes and Tests."""

from __future__ import annotations

from roundtable.engine import DONE, Ask, Chance, Flow, Instead, Next, Seats, move, peek, rule

from ..cards import AMOUR, CARDS, KIND, MERLIN, TESTS, WEAPON_BP
from ..questions.answers import BID, DROP, PASS, PLAYED, PREVIEW, kinds, picked
from ..questions.choices import price
from ..state import FIELDS, NOBODY, QuestsState
from .hand import HandLimit, MordredWindow, discard, discard_amours, discard_weapons, draw, enter_play


class Stage(Flow):
    """4.4.5 The start of a stage: a card for the participants, the stage is shown, Merlin looks ahead."""

    @rule("4.4.5", "4.2")
    def draw(self, s: QuestsState, chance: Chance) -> Next:
        if s.stage > 1 and s.options.stage_draw == "on_join_only":  # R9
            return "show"
        for seat in s.active:
            draw(s, chance, seat, 1)
        return HandLimit()

    @rule("4.4.5")
    def show(self, s: QuestsState, chance: Chance) -> Next:
        if KIND[s.stages[s.stage - 1][0]] in TESTS or s.options.stage_reveal == "before_play":
            turn_up(s)
        else:
            s.tell("foe_announced", stage=s.stage, cards=len(s.stages[s.stage - 1]))
        return None

    @rule("4.4.6")
    def ask_merlin(self, s: QuestsState, chance: Chance) -> Next:
        return Ask("merlin_preview", may_preview(s), quiet=True, passing=PASS)

    @rule("4.4.6")
    def preview(self, s: QuestsState, chance: Chance) -> Next:
        for seat, answer in s.answers.items():
            if answer[0] != PASS:
                if s.master(MERLIN) != seat:
                    enter_play(s, seat, MERLIN)
                    s.tell("played", seat=seat, cards=(MERLIN,))
                stage = PREVIEW.index(answer[0])
                peek(s, s.stages[stage - 1], 1 << seat)
                s.previewed = (*s.previewed, seat)
                s.tell("previewed", seat=seat, stage=stage)
                s.whisper(1 << seat, "foreseen", stage=stage, cards=tuple(kinds(s.stages[stage - 1])))
        return None

    @rule("4.4.5")
    def play(self, s: QuestsState, chance: Chance) -> Next:
        return Instead(Trial() if KIND[s.stages[s.stage - 1][0]] in TESTS else FoeStage())


def turn_up(s: QuestsState) -> None:
    """All cards of the present stage are turned face up."""
    s.turned = s.stage
    pieces = s.stages[s.stage - 1]
    if any(piece in s.known for piece in pieces):  # what lies open needs no memory
        s.known = {piece: mask for piece, mask in s.known.items() if piece not in pieces}
    s.tell("stage_shown", stage=s.stage, cards=tuple(kinds(pieces)), bp=s.stage_bp(s.stage))


def may_preview(s: QuestsState) -> Seats:
    """R45: participants who may have Merlin as far as everybody knows, while a stage lies face down.

    There is one Merlin: once it is seen where he is, only his master is asked.
    """
    if not s.options.merlin_power or s.turned == s.built():
        return ()
    master = s.master(MERLIN)
    if master != NOBODY:
        return (master,) if master in s.active and master not in s.previewed else ()
    if any(KIND[piece] == MERLIN for piece in s.adventure_discard):
        return ()
    return tuple(seat for seat in s.active if seat not in s.previewed)


# -- 4.4.7 foes ------------------------------------------------------------------------------------------------------


class FoeStage(Flow):
    """4.4.7 Everybody commits cards in secret; whoever reaches the stage's battle points goes on."""

    @rule("4.4.7")
    def commit(self, s: QuestsState, chance: Chance) -> Next:
        return Ask("play_foe_stage", s.active)

    @rule("4.4.7")
    def reveal(self, s: QuestsState, chance: Chance) -> Next:
        reveal(s)
        if s.turned < s.stage:
            turn_up(s)
        return MordredWindow()

    @rule("4.4.7")
    def compare(self, s: QuestsState, chance: Chance) -> Next:
        goal = s.stage_bp(s.stage)
        foes = tuple(kinds(s.stages[s.stage - 1]))
        points = {seat: s.quest_bp(seat) for seat in s.active}
        enough = s.stage_need(s.stage)
        passed = [seat for seat, bp in points.items() if bp >= enough]
        heard = points.items() if s.out is not None else ()  # where nobody listens, nothing is put together
        told = tuple([(seat, quest_sum(s, seat), bp, bp >= enough) for seat, bp in heard])
        for seat, parts, bp, through in told:
            field = told if seat == s.active[-1] else ()  # the last of them tells of all together
            s.tell(
                "fought",
                seat=seat,
                rank=s.rank[seat],
                sum=parts,
                bp=bp,
                passed=through,
                stage=s.stage,
                goal=goal,
                foes=foes,
                field=field,
            )
        discard_weapons(s)
        discard_amours(s, tuple(seat for seat in s.active if seat not in passed))
        s.active = tuple(passed)
        return DONE


def reveal(s: QuestsState) -> None:
    """All committed cards are turned up at once: allies to the court, Amours in play, weapons to the field (R28)."""
    for seat, cards in s.answers.items():
        weapons = tuple(kind for kind in cards if kind in WEAPON_BP)
        for kind in cards:
            if kind not in WEAPON_BP:
                enter_play(s, seat, kind)
        if weapons:
            move(FIELDS, s, picked(s.hand[seat], weapons), ("hand", seat), ("field", seat))
        s.tell("committed", seat=seat, cards=cards)


def quest_sum(s: QuestsState, seat: int) -> tuple[tuple[str, int], ...]:
    """Battle points by card, for the log and the screen: what beside the rank adds something."""
    parts = [(KIND[p], WEAPON_BP[KIND[p]]) for p in s.field[seat]]
    parts += [(AMOUR, CARDS[AMOUR].bp) for _ in s.amour[seat]]
    parts += [(KIND[p], s.ally_bp(seat, KIND[p])) for p in s.court[seat]]
    return tuple(part for part in parts if part[1])


# -- 4.4.8 Tests -----------------------------------------------------------------------------------------------------


class Trial(Flow):
    """4.4.8 The bidding: it goes round until all but the highest bidder have dropped out."""

    @rule("4.4.8")
    def open(self, s: QuestsState, chance: Chance) -> Next:
        s.minimum = minimum_bid(s)
        s.bid, s.bidder = 0, NOBODY
        s.content = (False,) * s.players
        s.queue = s.active  # R20: clockwise from the left of the sponsor
        s.tell("bidding_opened", minimum=s.minimum)
        return None

    @rule("4.4.8")
    def next_bidder(self, s: QuestsState, chance: Chance) -> Next:
        if not s.queue:
            return "close"
        return MordredWindow()  # before every turn, and once more when only the highest bidder is left

    @rule("4.4.8")
    def ask_bid(self, s: QuestsState, chance: Chance) -> Next:
        return "close" if s.queue[0] == s.bidder else Ask("bid_test", s.queue[:1], final=True)

    @rule("4.4.8")
    def take_bid(self, s: QuestsState, chance: Chance) -> Next:
        seat = s.queue[0]
        atom = s.answers[seat][0]
        if atom in PLAYED:
            enter_play(s, seat, PLAYED[atom])
            s.tell("played", seat=seat, cards=(PLAYED[atom],))
            return "ask_bid"
        if atom == DROP:
            s.tell("dropped", seat=seat)
            discard_amours(s, (seat,))
            s.active = tuple(q for q in s.active if q != seat)
            s.queue = s.queue[1:]
        else:
            s.bid, s.bidder = BID.index(atom), seat
            s.tell("bid", seat=seat, bid=s.bid, free=s.free_bids(seat))
            s.queue = (*s.queue[1:], seat)
        return "next_bidder"

    @rule("4.4.8")
    def close(self, s: QuestsState, chance: Chance) -> Next:
        s.queue = ()
        s.content = (False,) * s.players
        if s.bidder == NOBODY:
            s.tell("nobody_bids")
            s.minimum = 0
            return DONE
        cards = price(s)
        s.tell("test_won", seat=s.bidder, bid=s.bid, cards=cards)
        if cards == len(s.hand[s.bidder]):  # nothing to choose, and everybody knows it
            s.answers = {s.bidder: tuple(kinds(s.hand[s.bidder]))}
            return None
        return Ask("test_discard", (s.bidder,) if cards else ())

    @rule("4.4.8")
    def pay(self, s: QuestsState, chance: Chance) -> Next:
        for seat, cards in s.answers.items():
            if cards:
                s.tell("paid", seat=seat, cards=cards)
                discard(s, picked(s.hand[seat], cards), ("hand", seat))
        s.bid, s.bidder, s.minimum = 0, NOBODY, 0
        return DONE


def minimum_bid(s: QuestsState) -> int:
    """R21: the printed minimum where it holds, and at least three for a participant who starts alone."""
    test = CARDS[KIND[s.stages[s.stage - 1][0]]]
    printed = test.bids if not test.special or test.special == s.card() else 0
    least: int = printed or s.options.test_base_minimum
    return max(least, s.options.solo_test_minimum) if len(s.active) == 1 else least  # R22: later it does not change
