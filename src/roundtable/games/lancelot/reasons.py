"""Lancelot: why something cannot be chosen now, in words and with the paragraph of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .board import RETURNS, STAY, TABLE
from .cards import (
    CARDS,
    CATEGORIES,
    CHAIRS,
    COUNTERS,
    DEED,
    DEEDS,
    DISTANT,
    DRAGON,
    GOOD,
    LADIES,
    LAKE,
    MALEAGANT,
    MOST_CARDS,
    PLOTS,
    SITE_LOOKS,
    SITES,
    SQUIRE,
    TRISTAN,
    VIRTUE,
    VIRTUE_LOOKS,
    WEAPONS,
    WHARVES,
)
from .rules.scoring import at_the_top
from .rules.sites import dragon_has_room, must_leave
from .state import NOBODY, LancelotState
from .words import CATEGORY_WORDS, MANY, MUST_LEAVE, colour, cost_words, count, listed, terms, there

Reason = tuple[str, str]  # in words, and the paragraph of the rules
LONG_ANSWERS: Final = ("choose_counters", "choose_cards", "choose_deed", "use_magic")


def why_not(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    """Why an atom cannot be chosen now, with the paragraph."""
    if prefix and v.question not in LONG_ANSWERS:
        return "one choice is the whole answer", ""
    reason = _REASONS.get(v.question)
    found = reason(v, seat, prefix, atom) if reason is not None else None
    return found or (f"'{atom}' is no answer to this question", "")


def _no_seat(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in RETURNS:
        return None
    chair = RETURNS.index(atom)
    where = f"the seat of {CHAIRS[chair].capitalize()}"
    if chair not in v.chairs:
        return "in the first round a knight rides out, this table has agreed", "4.4"
    sitter = v.chairs.index(chair)
    if sitter == seat:
        return f"you sit on {where} already: a knight must move", "4.4"
    return f"{colour(v, sitter)} sits on {where}", "4.4" if v.turn else "3"


def _no_crown(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in VIRTUE:
        return None
    return f"the crown of {VIRTUE_LOOKS[atom].name} has {colour(v, v.crowns[VIRTUE[atom]])}'s disc for ever", "4.8"


def _no_move(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom in RETURNS:
        return _no_seat(v, seat, prefix, atom)
    board, at = v.board, v.at[seat]
    if atom == STAY:
        if at != board.grail:
            return "only at the Grail a knight may remain where it is", "4.2"
        return f"you may not remain at the Grail: {MUST_LEAVE[must_leave(v, seat)]}", "4.7"
    if atom not in board.named:
        return None
    to = board.named[atom]
    site, number = board.site[to], board.number[to]
    if to == at:
        return "every knight must move; only at the Grail it may remain", "4.2"
    here = board.site[at] if at != TABLE else 0
    if site == here and to > at:
        return _no_advance(v, seat, site, to)
    if to < at and not v.passes >> seat & 1:
        return f"{there(atom)} lies behind you, and knights ride clockwise", "4.4"
    if site == LAKE and v.lake != NOBODY:
        return f"{colour(v, v.lake)} has entered the Lake this turn, and it takes one player", "4.4"
    if number > 1 and site != DISTANT:
        return f"the {SITE_LOOKS[SITES[site]].name} is entered at its first space", "4.4"
    if site == DRAGON:
        return _no_dragon(v, seat)
    return "that would be a whole lap to the site where you stand", "4.4"


def _no_advance(v: LancelotState, seat: int, site: int, to: int) -> Reason:
    board = v.board
    if site == LAKE:
        return "with the Excalibur counter one leaves the Lake", "4.4"
    if board.number[to] - board.number[v.at[seat]] != to - v.at[seat]:
        return "one track of the Stronghold per tour: you are on another one", "4.4"
    advantage = {"joust": "Bedivere", "stronghold": "Gawain"}.get(SITES[site], "")
    mine = v.advantages[CHAIRS.index(advantage.lower())] == seat if advantage else False
    if mine:
        return f"even with {advantage} a knight advances two spaces at most", "4.4"
    return f"a knight advances one space at a time here, two with {advantage}", "4.4"


def _no_dragon(v: LancelotState, seat: int) -> Reason:
    if not dragon_has_room(v, seat):
        return f"the Dragon has had its two visitors this turn: {listed(colour(v, q) for q in v.visitors)}", "4.4"
    if not v.dragon:
        return "there is no deed left", "4.4"
    return "you cannot complete any of the deeds that lie there", "4.6"


def _no_counter(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in COUNTERS:
        return None
    n = v.offer.count(atom)
    if n:
        return f"only {count(n, atom)} {'is' if n == 1 else 'are'} offered here", "4.5"
    left = v.reserve[GOOD[atom]]
    return (f"no {MANY[atom]} are offered here" if left else f"there are no {MANY[atom]} left in the reserve"), "4.5"


def _no_card(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in CARDS:
        return None
    wharf = WHARVES[v.board.number[v.at[seat]] - 1]
    if GOOD[atom] not in (wharf, PLOTS):
        return f"this wharf offers {MANY[CARDS[wharf - LADIES]]} and Plots only", "4.5"
    if sum(v.owned[seat][LADIES:]) + len(prefix) >= MOST_CARDS:
        return f"you would have more than {MOST_CARDS} cards", "4.5"
    if v.reserve[GOOD[atom]] <= prefix.count(atom):
        return f"there are no more {MANY[atom]} in the deck", "4.5"
    if v.advantages[TRISTAN] == seat:
        return f"no more than two {MANY[atom]}, even with Tristan", "4.5"
    return f"no more than one of the {MANY[atom]}, unless you hold Tristan", "4.5"


def _no_virtue(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in VIRTUE:
        return None
    bit, title = 1 << VIRTUE[atom], VIRTUE_LOOKS[atom].name
    if v.percival[seat] & bit:
        return f"you have learnt {title} already", "4.6"
    if v.question == "choose_galahad_virtue":
        return f"your disc lies on {title} already", "4.6"
    if not v.galahad[seat] & bit:
        return f"you have no disc on {title}: visit Galahad first", "4.6"
    unmet = [word for word, met in terms(v, seat, atom) if not met]
    return f"you do not meet the terms of {title} ({', '.join(unmet)})", "2.6"


def _no_deed(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if prefix:
        if v.advantages[MALEAGANT] != seat:
            return "only with Maleagant a weapon may be left out", "4.6"
        if atom in WEAPONS:
            deed = v.board.deed(DEED[prefix[0]])
            if not deed.cost[WEAPONS.index(atom)]:
                return f"this deed asks for no {MANY[atom]}", "4.6"
        return "you cannot pay the rest of the price", "4.6"
    if atom not in DEEDS:
        return None
    tile = DEED[atom]
    if tile not in v.dragon:
        return f"deed {atom[-2:]} does not lie at the Dragon", "4.6"
    deed = v.board.deed(tile)
    if deed.excalibur and v.bearer != seat:
        return "this deed asks for the Excalibur Sword itself", "4.6"
    return f"you cannot pay {cost_words(deed.cost, deed.excalibur)}", "4.6"


def _no_magic(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    own = v.owned[seat]
    if not prefix:
        if atom == "discard_squires":
            return "you have no squires", "4.9"
        return ("you have no cards", "4.9") if atom in ("discard_cards", "exchange") else None
    if prefix[0] == "discard_squires" and atom.isdigit():
        return f"you have {count(own[SQUIRE], 'squire')}", "4.9"
    if atom not in CARDS:
        return None
    if prefix[0] == "exchange" and len(prefix) == 2:
        if atom == prefix[1]:
            return "exchange it for a card of another colour", "4.9"
        return f"there are no {MANY[atom]} left in the deck", "4.9"
    held = own[GOOD[atom]]
    return (f"you have only {count(held, atom)}" if held else f"you have no {MANY[atom]}"), "4.9"


def _no_category(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in CATEGORIES:
        return None
    if seat not in at_the_top(v, atom):
        return f"you do not share the lead in {CATEGORY_WORDS[atom]}", "5.2"
    return f"the majority of {CATEGORY_WORDS[atom]} has been given out", "5.2"


_REASONS: Final[dict[str, Callable[[LancelotState, int, tuple[str, ...], str], Reason | None]]] = {
    "choose_start_seat": _no_seat,
    "place_crown": _no_crown,
    "choose_move": _no_move,
    "choose_counters": _no_counter,
    "choose_cards": _no_card,
    "choose_virtue": _no_virtue,
    "choose_galahad_virtue": _no_virtue,
    "choose_deed": _no_deed,
    "use_magic": _no_magic,
    "choose_tied_category": _no_category,
}
