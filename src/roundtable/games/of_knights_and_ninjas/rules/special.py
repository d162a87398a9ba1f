"""Of Knights and Ninjas, 4.10: the special actions, and the minstrel's playing."""

from __future__ import annotations

from roundtable.engine import DONE, OVER, Answer, Ask, Chance, Flow, Next, Seats, move, rule

from ..cards import KIND
from ..questions import SEAT, SEAT_WORDS, cards, merchant_price, monk_forms
from ..state import FIELDS, NinjasState
from .table import DISCARD, LANE, discard_play, gain, lose, pay, play, wins


class Herald(Flow):
    """4.10 Every rival shows a card (duel: two), and the turn player takes one."""

    @rule("4.10")
    def offer(self, s: NinjasState, chance: Chance) -> Next:
        return Ask("herald_offer", tuple(seat for seat in s.rivals(s.turn) if len(s.hands[seat]) > offer_size(s)))

    @rule("4.10")
    def show(self, s: NinjasState, chance: Chance) -> Next:
        for seat in s.rivals(s.turn):  # R30, R44: whoever has no more cards than that shows all of them
            if seat in s.answers:
                s.remember("herald_offer", seat, s.answers[seat])
                play(s, seat, s.answers[seat], ("shown", seat))
            else:
                move(FIELDS, s, s.hands[seat], ("hands", seat), ("shown", seat))
        shown = tuple((seat, cards(s.shown[seat])) for seat in s.rivals(s.turn) if s.shown[seat])
        s.tell("herald_shown", seat=s.turn, shown=shown)
        return None

    @rule("4.10")
    def pick(self, s: NinjasState, chance: Chance) -> Next:
        shown = [(seat, cards(s.shown[seat])) for seat in s.rivals(s.turn) if s.shown[seat]]
        if sum(len(offer) for _, offer in shown) > 1:
            return Ask("herald_pick", (s.turn,))
        seat, offer = shown[0]
        s.answers = {s.turn: offer if s.players == 2 else (SEAT_WORDS[seat],)}
        return None

    @rule("4.10")
    def take(self, s: NinjasState, chance: Chance) -> Next:
        word = s.answers[s.turn][0]
        owner = SEAT.get(word, 1 - s.turn)  # in the duel the word is the card
        piece = next(p for p in s.shown[owner] if s.players > 2 or KIND[p] == word)
        s.tell("herald_took", seat=s.turn, owner=owner, card=KIND[piece])
        move(FIELDS, s, (piece,), ("shown", owner), ("hands", s.turn))
        for seat in s.rivals(s.turn):
            move(FIELDS, s, s.shown[seat], ("shown", seat), ("hands", seat))
        return DONE


def offer_size(s: NinjasState) -> int:
    return 2 if s.players == 2 else 1


class Merchant(Flow):
    """4.10 Pay a rival, and take half of their cards unseen (R31)."""

    def __init__(self, target: int) -> None:
        self.target = target

    @rule("4.10", "5.1")
    def trade(self, s: NinjasState, chance: Chance) -> Next:
        buyer, seller, price = s.turn, self.target, merchant_price(s)
        pay(s, buyer, seller, price)
        hand = s.hands[seller]
        taken = move(FIELDS, s, chance.shuffled(hand)[: len(hand) // 2], ("hands", seller), ("hands", buyer))
        s.tell("merchant", seat=buyer, target=seller, gems=price, cards=taken)
        return OVER if s.options.merchant_payment_can_win and wins(s, seller) else DONE  # R29


class Monk(Flow):
    """4.10 Every rival with a castle pays in cards or gems, all at the same time (R32)."""

    @rule("4.10")
    def tax(self, s: NinjasState, chance: Chance) -> Next:
        return Ask("monk_pay", tuple(seat for seat in taxed(s) if not forced_payment(s, seat)))

    @rule("4.10", "5.1")
    def collect(self, s: NinjasState, chance: Chance) -> Next:
        monk, gems = s.turn, 0
        for seat in taxed(s):
            payment = s.answers.get(seat) or forced_payment(s, seat)
            if payment[0] == "gems":
                amount = monk_forms(s, seat)["gems"]
                lose(s, seat, amount)
                gems += amount
                s.tell("taxed_gems", seat=seat, monk=monk, amount=amount)
            else:
                given = play(s, seat, payment[1:], ("hands", monk))
                s.tell("taxed_cards", seat=seat, monk=monk, cards=given)
        if not gems:
            return DONE
        gain(s, monk, gems)
        return OVER if wins(s, monk) else DONE


def taxed(s: NinjasState) -> Seats:
    """The rivals with a castle who have anything at all to pay with."""
    return tuple(seat for seat in s.rivals(s.turn) if s.castles[seat] and monk_forms(s, seat))


def forced_payment(s: NinjasState, seat: int) -> Answer:
    """The payment, if the numbers of cards and gems, which all can see, leave no choice."""
    forms, hand = monk_forms(s, seat), s.hands[seat]
    if forms.keys() == {"gems"}:
        return ("gems",)
    return ("cards", *cards(hand)) if forms == {"cards": len(hand)} else ()


class MinstrelPlays(Flow):
    """4.3, 4.10 A minstrel was played: he stays before his player, or in the duel drives cards away and goes."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    @rule("4.3", "4.10")
    def begin(self, s: NinjasState, chance: Chance) -> Next:
        if s.players > 2:
            move(FIELDS, s, s.lane, LANE, ("minstrels", self.seat))
            return DONE
        s.kind = "minstrel"
        rival = 1 - self.seat
        if len(s.hands[rival]) > 2:
            return Ask("minstrel_discard", (rival,))
        s.answers = {rival: cards(s.hands[rival])}  # R43: all he has
        return None

    @rule("4.10")
    def go(self, s: NinjasState, chance: Chance) -> Next:
        rival = 1 - self.seat
        words = s.answers[rival]
        if words:
            s.tell("discarded", seat=rival, cards=words)
            play(s, rival, words, DISCARD)
        discard_play(s)
        return DONE
