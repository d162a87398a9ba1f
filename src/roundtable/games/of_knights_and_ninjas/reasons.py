"""Of Knights and Ninjas: why something cannot be chosen now, in words and with the paragraph of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundtable.engine import HIDDEN
from roundtable.engine.grammar import a, capital, count, listed
from roundtable.engine.prompting import no_answer

from .cards import CALLED, COMMON, HELD, JESTER, KIND, MEANING, PRE_ATTACKS, SPECIALS, WALL_ARCHER, WALLS
from .questions import (
    END_TURN,
    JESTER_STANDS_FOR,
    QUESTIONS,
    SEAT,
    holds,
    may_pre_attack,
    merchant_price,
    monk_forms,
    plays,
)
from .state import NinjasState
from .words import DEEDS, label

Reason = tuple[str, str]


def why_not(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    """Why an atom cannot be chosen now, with the paragraph."""
    if atom in HELD and v.question not in _NO_HAND:
        lacking = _lacking(v, seat, prefix, atom) or _unnamed(v, seat, prefix, atom)
        if lacking:
            return lacking
    reason = _REASONS.get(v.question)
    found = reason(v, seat, prefix, atom) if reason is not None else None
    return found or _no_answer(v, seat, prefix, atom)


def _no_answer(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    question = QUESTIONS[v.question]

    def called(word: str) -> str:
        return "a rival" if word in SEAT else label(v, word)

    return capital(no_answer(question.choice(v, seat), prefix, called, atom)), question.rule


def _lacking(v: NinjasState, seat: int, prefix: tuple[str, ...], word: str) -> Reason | None:
    """The card is not in the hand, or a Jester may not stand for it."""
    held, kind = HELD[word], MEANING[word]
    if held != kind and kind not in JESTER_STANDS_FOR[v.deck]:
        return f"there is no {CALLED[kind]} in this deck for a jester to play", "4.0"
    have = sum(KIND[piece] == held for piece in v.hands[seat] if piece != HIDDEN)
    used = sum(HELD.get(atom, "") == held for atom in prefix)
    if used and used >= have:
        return f"you hold no more than {count(have, CALLED[held])}", "4.0"
    return None if have else (f"you hold no {CALLED[held]}", "4.0")


def _unnamed(v: NinjasState, seat: int, prefix: tuple[str, ...], word: str) -> Reason | None:
    """A Jester is played as something, where cards are played and not only given or thrown away."""
    if word != JESTER or prefix[:1] in (("discard",), ("cards",)) or v.question in _GIVEN_AWAY:
        return None
    if v.question == "choose_action" and not prefix:
        return None
    jester = CALLED[JESTER]
    for atom in QUESTIONS[v.question].choice(v, seat).offers(prefix):
        if HELD.get(atom) == JESTER:
            return f"say as what the {jester} plays, for example {label(v, atom)}", "4.0"
    return f"the {jester} can play as nothing that fits here", "4.0"


_GIVEN_AWAY: Final = ("herald_offer", "minstrel_discard")
_NO_HAND: Final = ("draft", "herald_pick", "unique_side_effect")  # answered without a card of one's own


def _no_action(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if not prefix:
        return _no_deed(v, seat, atom)
    if prefix[0] == "fortify":
        return _no_wall(v, seat, prefix[1:], atom)
    if prefix[0] == "attack":
        if len(prefix) > 1:
            return _no_play(v, seat, SEAT[prefix[1]], prefix[2:], atom)
        return _no_target(v, seat, SEAT[atom]) if atom in SEAT else ("name the rival you attack", "4.4")
    if prefix[0] == "special":
        return _no_special(v, seat, prefix[1:], atom)
    if prefix[0] == "discard":
        return "discard one card and no more" if len(prefix) > 1 else "discard a card from your hand", "4.2"
    return None


def _no_deed(v: NinjasState, seat: int, atom: str) -> Reason | None:
    hand = v.hands[seat]
    if atom == "fortify":
        walls = any(KIND[piece] in WALLS or KIND[piece] == JESTER for piece in hand)
        there = "what you hold of {} stands already" if walls else "you hold no {}"
        return there.format(listed((CALLED[kind] for kind in WALLS), last="or")), "4.3"
    if atom == "attack":
        return _no_attack(v, seat), "4.4"
    if atom == "special":
        for kind in SPECIALS:
            if any(KIND[piece] == kind for piece in hand):
                return _no_special(v, seat, (), kind)
        return f"you hold no {listed((CALLED[kind] for kind in SPECIALS), last='or')}", "4.10"
    if atom == "discard":
        few = "with three cards or fewer you play one or call for a re-deal"
        return (few, "4.10") if hand else ("you hold no card", "4.2")
    if atom == "redeal":
        if v.players > 2:
            return "a re-deal is called only in the duel", "4.10"
        if len(hand) > 3:
            return f"a re-deal is called with three cards or fewer, and you hold {len(hand)}", "4.10"
        return "no card is left that could be dealt", "4.10"
    if atom == END_TURN:
        deeds = [DEEDS[deed] for deed in QUESTIONS[v.question].choice(v, seat).atoms(())]
        return f"there is no free pass: {listed(deeds, last='or')}", "4.2"
    if atom in HELD or atom in SEAT:
        return "first choose an action: fortify, attack, special or discard", "4.2"
    return None


def _no_attack(v: NinjasState, seat: int) -> str:
    """Why nobody can be attacked: no cards for it, or walls and minstrels everywhere."""
    if all(v.minstrels[q] for q in v.rivals(seat)):
        return f"{a(CALLED['minstrel'])} keeps you from attacking each of your rivals"
    if not plays(holds(v.hands[seat]), 0, False, False, v.deck):
        return "you hold no card that attacks"
    return "no card of yours gets past the walls of your rivals"


def _no_wall(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    kind = MEANING.get(atom, "")
    if kind not in WALLS or atom == WALL_ARCHER:
        return ("only castle, archer and minstrel fortify", "4.3") if kind else None
    standing = {"castle": v.castles, "archer": v.archers, "minstrel": v.minstrels}[kind][seat]
    if standing or kind in (MEANING[word] for word in prefix):
        return f"only one {CALLED[kind]} may stand before you", "4.3"
    return "name castle, archer and minstrel in this order", "4.3"


def _no_target(v: NinjasState, seat: int, target: int) -> Reason:
    if target >= v.players:
        return "nobody sits there", "4.4"
    if target == seat:
        return "you cannot attack yourself", "4.4"
    if v.minstrels[target]:
        return "the minstrel there keeps everybody from attacking", "4.4"
    if not plays(holds(v.hands[seat]), 0, False, False, v.deck):
        return "you hold no card that attacks", "4.4"
    what, helps = ("archer", ("archer", "ninja")) if v.archers[target] else ("castle", ("ladder", "catapult"))
    would = listed((a(CALLED[kind]) for kind in helps), last="or")
    return f"no card of yours gets past the {CALLED[what]} there: {would} would help", "4.4"


def _no_play(v: NinjasState, seat: int, target: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    kind = MEANING.get(atom, "")
    if not kind:
        return None
    if prefix:
        return "one card at a time; only peasants march together", "4.4"
    if kind in PRE_ATTACKS:
        return _no_pre_attack(v, seat, target, atom)
    if kind in COMMON or kind == "dragon":
        return _no_way(v, target, kind), "4.4"
    return f"{a(CALLED[kind])} does not attack", "4.4"


def _no_way(v: NinjasState, target: int, kind: str) -> str:
    """What keeps an attacker out, and what would let it in."""
    archer, ladder = a(CALLED["archer"]), a(CALLED["ladder"])
    wall = "archer" if v.archers[target] else "castle"
    out = f"the {CALLED[wall]} keeps the {CALLED[kind]} out"
    if not may_pre_attack(v):
        late = archer if wall == "archer" else ladder
        return f"{out}, and after the first attack card it is too late for {late}"
    if wall == "archer":
        return f"{out}: shoot it with {archer} of your own first, or send {a(CALLED['ninja'])}"
    return f"{out}: set {ladder} first, or break it with {a(CALLED['catapult'])}"


def _no_pre_attack(v: NinjasState, seat: int, target: int, atom: str) -> Reason:
    kind = MEANING[atom]
    if not may_pre_attack(v):
        return "pre-attacks come before the first attack card of the turn", "4.4"
    if atom == WALL_ARCHER and not v.archers[seat]:
        return "no archer stands on your wall", "4.4"
    if kind == "archer":
        return f"there is no {CALLED[kind]} to shoot at: attack without", "4.4"
    if kind == "ladder" and v.ladder:
        return "one ladder is enough", "4.4"
    return f"there is no {CALLED['castle']}: attack without", "4.4"


def _no_special(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    if len(prefix) > 1:
        return "one special action in a turn", "4.10"
    if prefix:
        if atom in SEAT and MEANING.get(prefix[0]) == "merchant":
            target = SEAT[atom]
            if target == seat or target >= v.players:
                return "name a rival to trade with", "4.10"
            return "that rival has fewer than two cards", "4.10"
        return "one special action in a turn", "4.10"
    kind, castle = MEANING.get(atom, ""), a(CALLED["castle"])
    if kind == "herald":
        return "no rival has a card to show", "4.10"
    if kind == "monk":
        taxable = any(v.castles[q] for q in v.rivals(seat))
        return f"no rival {f'with {castle} has anything to pay' if taxable else f'has {castle} to be taxed'}", "4.10"
    if kind == "merchant":
        price, have = merchant_price(v), count(v.gems[seat], "gem")
        if v.gems[seat] < price:
            return f"{a(CALLED[kind])} costs {count(price, 'gem')}, and you have {have}", "4.10"
        return "no rival has two cards", "4.10"
    specials = listed((CALLED[special] for special in SPECIALS), last="or")
    return f"a special action is played with a {specials}", "4.10"


def _no_continue(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom in SEAT:
        return "the target stays the same for the whole turn", "4.4"
    if atom in ("fortify", "discard", "special") or MEANING.get(atom) in SPECIALS:
        return "you have attacked: only attack cards may follow", "4.8"
    return _no_play(v, seat, v.target, prefix, atom)


def _no_pre_response(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    kind = MEANING.get(atom, "")
    if kind == "executioner":
        return f"{a(CALLED[v.kind])} has no head to cut off", "4.5"
    minstrel = f"only {a(CALLED['minstrel'])} does"
    return (f"{a(CALLED[kind])} does not answer {a(CALLED[v.kind])}: {minstrel}", "4.5") if kind else None


def _no_response(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    kind = MEANING.get(atom, "")
    if not kind:
        return None
    if prefix:
        return "one card, or peasants together", "4.6"
    if kind in COMMON or kind == "traitor":
        return f"{a(CALLED[kind])} answers only common attacks, not {a(CALLED[v.kind])}", "4.6"
    if kind == "princess":
        only = f"{a(CALLED['knight'])} or {a(CALLED['dragon'])}"
        return f"{a(CALLED[kind])} answers only {only}, not {a(CALLED[v.kind])}", "4.6"
    if kind == "minstrel":
        return "a minstrel already stands before you", "4.6"
    return f"{a(CALLED[kind])} does not answer an attack", "4.6"


def _no_robbery(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    return ("only a highwayman takes gems from the road", "4.7") if atom in MEANING else None


def _no_offer(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    return f"show {'two cards' if v.players == 2 else 'one card'} and no more", "4.10"


def _no_pick(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if prefix or (atom not in HELD and atom not in SEAT):
        return None
    if v.players == 2:
        return "that card was not shown", "4.10"
    return "no card was shown there" if atom in SEAT else "choose by the player who shows it", "4.10"


def _no_payment(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    forms = monk_forms(v, seat)
    if not prefix:
        if atom in ("gems", "cards"):
            return f"you cannot pay that in full, but you can pay in {next(iter(forms))}", "4.10"
        return "first choose the form of payment", "4.10"
    return f"pay {count(forms['cards'], 'card')}" if prefix[0] == "cards" else "the gems are paid", "4.10"


def _no_discards(v: NinjasState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    return "discard two cards", "4.10"


_REASONS: Final[dict[str, Callable[[NinjasState, int, tuple[str, ...], str], Reason | None]]] = {
    "choose_action": _no_action,
    "continue_attack": _no_continue,
    "respond_pre_attack": _no_pre_response,
    "respond": _no_response,
    "highwayman": _no_robbery,
    "herald_offer": _no_offer,
    "herald_pick": _no_pick,
    "monk_pay": _no_payment,
    "minstrel_discard": _no_discards,
}
