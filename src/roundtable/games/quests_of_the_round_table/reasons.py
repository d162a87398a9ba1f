"""Quests of the Round Table: why something cannot be chosen now, in words and with the paragraph of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundtable.engine.grammar import a, count
from roundtable.engine.prompting import no_answer

from .cards import AMOUR, CARDS, FOE_BP, FOES, KIND, MERLIN, MORDRED, STAGES, TESTS, WEAPONS
from .questions import QUESTIONS
from .questions.answers import ACCEPT, BID, CARD_OF, NOT_NOW, PLAYED, PREVIEW, STRUCK, kinds
from .questions.building import NEXT_STAGE, WEAPON_AT, Plan, SetUp
from .questions.choices import price
from .state import QuestsState
from .words import label, name


def why_not(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    """Why an atom cannot be chosen now, with the paragraph."""
    reason = _REASONS[v.question](v, seat, prefix, atom) if v.question in _REASONS else ("", "")
    if reason[0]:
        return reason
    question = QUESTIONS[v.question]
    return no_answer(question.choice(v, seat), prefix, lambda word: label(v, word), atom), question.rule


def _not_held(v: QuestsState, seat: int, prefix: tuple[str, ...], card: str) -> str:
    """That the hand has no more of a card, or "" if it has."""
    held = sum(1 for piece in v.hand[seat] if KIND[piece] == card)
    used = sum(1 for atom in prefix if CARD_OF.get(atom) == card)
    if used < held:
        return ""
    return f"you have no more {name(card)}" if held else f"you have no {name(card)} in hand"


def _why_sponsor(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if atom == ACCEPT and not prefix:
        return f"your hand cannot build {STAGES[v.card()]} stages of rising strength", "4.4.2"
    return "", ""


def _why_set_up(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    quest = v.card()
    plan, _ = SetUp(kinds(v.hand[seat]), quest).plan(prefix, True)
    if atom == NEXT_STAGE:
        if not plan.foe:
            return "a stage needs a foe or a Test", "4.4.2"
        if plan.left == 1:
            return f"this quest has only {STAGES[quest]} stages", "4.4.2"
        if plan.bp <= plan.last:
            return f"this stage has {plan.bp} points and must exceed {plan.last}: add weapons", "4.4.2"
        return "the cards left could not build the stages after it", "4.4.3"
    if atom not in CARDS:
        return "", ""
    if atom not in FOES and atom not in TESTS and atom not in WEAPONS:
        return f"{name(atom)} has no part in a stage: only foes, weapons and Tests have", "4.4.2"
    gone = _not_held(v, seat, prefix, atom)
    if gone:
        return gone, "4.4.2"
    if not plan.foe and not plan.left:
        return f"this quest has only {STAGES[quest]} stages", "4.4.2"
    if atom in WEAPONS:
        return _why_weapon(plan, atom)
    if plan.foe:
        return "close this stage first: it has its foe", "4.4.2"
    if atom in TESTS:
        if plan.tested:
            return "a quest has at most one Test", "4.4.2"
        return "without that stage's foe the cards left could not build the rest", "4.4.3"
    points = FOE_BP[quest][atom]
    if points <= plan.last:
        lift = "no weapons left lift it higher without spoiling the stages after it"
        return f"{name(atom)} has {points} points and must exceed {plan.last}; {lift}", "4.4.3"
    return f"after {name(atom)} with {points} the cards left could not build the rest", "4.4.3"


def _why_weapon(plan: Plan, weapon: str) -> tuple[str, str]:
    if not plan.foe:
        return "a stage begins with a foe or a Test; a Test takes no weapons", "4.4.2"
    if plan.arms >> WEAPON_AT[weapon] & 1:
        return f"this stage already has {a(name(weapon))}, and each weapon counts once", "4.4.2"
    return f"with {name(weapon)} here the cards left could not build the rest", "4.4.3"


def _why_shed(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    over = len(v.hand[seat]) - v.options.max_hand
    card = CARD_OF.get(atom, "")
    if not card:
        return "", ""
    if len(prefix) >= over:
        return f"you shed only {count(over, 'card')}", "4.3"
    gone = _not_held(v, seat, prefix, card)
    if gone:
        return gone, "4.3"
    if atom in STRUCK:
        if v.options.mordred_power == "off":
            return "Mordred is only a foe at this table", "4.7"
        return _why_target(v, prefix, atom)
    if atom in PLAYED:
        return "an Amour cannot be played to shed cards here", "4.3"
    return "", ""


def _why_target(v: QuestsState, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if atom in prefix:
        return f"{name(STRUCK[atom])} is struck already", "4.7"
    return f"{name(STRUCK[atom])} is not in play", "4.7"


def _why_merlin(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if atom not in PREVIEW or prefix:
        return "", ""
    if v.master(MERLIN) != seat and not any(KIND[piece] == MERLIN for piece in v.hand[seat]):
        return "you do not have Merlin", "4.4.6"
    stage = PREVIEW.index(atom)
    return (f"stage {stage} lies face up" if stage <= v.turned else f"there is no stage {stage}"), "4.4.6"


def _why_play(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if atom not in CARDS:
        return "", ""
    rule = "4.5" if v.question == "play_tournament" else "4.4.7"
    if atom in FOES or atom in TESTS:
        return f"{name(atom)} cannot be played: foes and Tests are for building quests", rule
    if atom in prefix:
        why = "a weapon counts once" if atom in WEAPONS else "one is all you may play"
        return f"{name(atom)} is chosen already; {why}", rule
    if atom == AMOUR and v.amour[seat]:
        return "you have an Amour in play already", rule
    if any(KIND[piece] == atom for piece in v.field[seat]):
        return f"{name(atom)} lies before you from the last round, and a weapon counts once", rule
    return _not_held(v, seat, prefix, atom), rule


def _why_bid(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if prefix:
        return "one thing at a time", "4.4.8"
    if atom in BID:
        bid, most = BID.index(atom), v.bid_capacity(seat)
        if bid > most:
            hand, free = count(len(v.hand[seat]), "card"), count(v.free_bids(seat), "free bid")
            much = f"at most {most}" if most else "nothing"
            return f"you can bid {much}, with {hand} and {free}", "4.4.8"
        least = f"the highest bid is {v.bid}: bid more" if v.bid else f"the least bid is {v.minimum}"
        return least, "4.4.8"
    if atom in PLAYED:
        if PLAYED[atom] == AMOUR and v.amour[seat]:
            return "you have an Amour in play already", "4.4.8"
        return _not_held(v, seat, prefix, PLAYED[atom]), "4.4.8"
    if atom in CARDS:
        return "bid a number: the winner chooses the cards after the bidding", "4.4.8"
    return "", ""


def _why_pay(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if atom not in CARDS:
        return "", ""
    if len(prefix) >= price(v):
        return f"you discard only {count(price(v), 'card')}", "4.4.8"
    return _not_held(v, seat, prefix, atom), "4.4.8"


def _why_arms(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if atom not in CARDS:
        return "", ""
    gone = _not_held(v, seat, prefix, atom)
    if gone:
        return gone, "4.6"
    armed = any(KIND[piece] in WEAPONS for piece in v.hand[seat])
    if atom in WEAPONS or (atom in FOES and not armed):
        return "that is more than the King asks for", "4.6"
    return ("you hold a weapon, so you give up a weapon" if armed else "without a weapon you give up foes"), "4.6"


def _why_window(v: QuestsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    if atom == NOT_NOW and not prefix and not v.minimum:
        return "no Test is going on: pass for this time", "4.7"
    if (atom not in STRUCK and atom != NOT_NOW) or prefix:
        return "", ""
    if v.content[seat]:
        return "you keep Mordred back in this Test", "4.7"
    if not any(KIND[piece] == MORDRED for piece in v.hand[seat]):
        return "you do not hold Mordred", "4.7"
    if atom == NOT_NOW:
        return "no Ally can be struck now: pass for this time", "4.7"
    return _why_target(v, prefix, atom)


_REASONS: Final[dict[str, Callable[[QuestsState, int, tuple[str, ...], str], tuple[str, str]]]] = {
    "sponsor_quest": _why_sponsor,
    "setup_quest": _why_set_up,
    "hand_limit": _why_shed,
    "merlin_preview": _why_merlin,
    "play_foe_stage": _why_play,
    "play_tournament": _why_play,
    "bid_test": _why_bid,
    "test_discard": _why_pay,
    "call_to_arms": _why_arms,
    "mordred_window": _why_window,
}
