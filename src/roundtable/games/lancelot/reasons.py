"""Lancelot: why something cannot be chosen now, in words and with the paragraph of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from roundtable.engine.grammar import listed, verb
from roundtable.engine.prompting import no_answer

from .board import RETURNS, STAY, TABLE
from .cards import (
    BEDIVERE,
    CARDS,
    CATEGORIES,
    CHAIR_LOOKS,
    CHAIRS,
    COLOURS,
    COUNTERS,
    DEED,
    DEEDS,
    DISTANT,
    DRAGON,
    GAWAIN,
    GOOD,
    JOUST,
    LADIES,
    LAKE,
    MALEAGANT,
    MOST_CARDS,
    PLOTS,
    SITES,
    SQUIRE,
    STRONGHOLD,
    TRISTAN,
    VIRTUE,
    VIRTUE_LOOKS,
    WEAPONS,
    WHARVES,
)
from .questions import QUESTIONS
from .rules.scoring import at_the_top
from .rules.sites import dragon_has_room, must_leave
from .rules.turn import free_colours
from .state import NOBODY, LancelotState
from .words import CATEGORY_WORDS, MANY, MUST_LEAVE, colour, cost_words, count, label, there

Reason = tuple[str, str]  # in words, and the paragraph of the rules
LONG_ANSWERS: Final = ("choose_counters", "choose_cards", "choose_deed", "use_magic")


def why_not(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    """Why an atom cannot be chosen now, with the paragraph."""
    reason = _REASONS.get(v.question) if not prefix or v.question in LONG_ANSWERS else None
    found = reason(v, seat, prefix, atom) if reason is not None else None
    question = QUESTIONS[v.question]
    return found or (
        no_answer(question.choice(v, seat), prefix, lambda word: label(v, word), atom),
        question.rule,
    )


def _no_seat(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in RETURNS:
        return None
    chair = RETURNS.index(atom)
    where = f"the seat of {CHAIRS[chair].capitalize()}"
    if chair not in v.chairs:
        return "at this table a knight rides out in the first round; come home in a later one", "4.4"
    sitter = v.chairs.index(chair)
    if sitter == seat:
        return f"you sit on {where} already: a knight must move", "4.4"
    return f"{colour(v, sitter)} sits on {where}: choose a free one", "4.4" if v.turn else "3"


def _no_colour(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in COLOURS:
        return None
    return f"{atom.capitalize()} is taken: choose {listed(map(str.capitalize, free_colours(v)), last='or')}", "3"


def _no_crown(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in VIRTUE:
        return None
    owner = v.crowns[VIRTUE[atom]]
    whose = "your own" if owner == seat else f"{colour(v, owner)}'s"
    return f"the crown of {VIRTUE_LOOKS[atom].name} has {whose} disc for ever: choose a free one", "4.8"


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
    if to == at == board.grail:
        why = must_leave(v, seat)
        return (f"you may not remain: {MUST_LEAVE[why]}" if why else f"to stay, choose '{label(v, STAY)}'"), "4.7"
    if to == at:
        return "every knight must move; only at the Grail it may remain", "4.2"
    here = board.site[at] if at != TABLE else 0
    if site == here and to > at:
        return _no_advance(v, seat, site, to)
    if to < at and not v.passes >> seat & 1:
        if site == here == STRONGHOLD and _another_track(v, seat, to):
            return ONE_TRACK
        return f"{there(atom)} lies behind you: only a second tour leads there again this turn", "4.4"
    if site == LAKE and v.lake != NOBODY:
        entered = "you have" if v.lake == seat else f"{colour(v, v.lake)} has"
        return f"{entered} entered the Lake this turn, and it takes one visit a turn", "4.4"
    if number > 1 and site != DISTANT:
        return _no_entry(v, seat, site), "4.4"
    if site == DRAGON:
        return _no_dragon(v, seat)
    return "that would be a whole lap to the site where you stand", "4.4"


ADVANCE: Final = {JOUST: BEDIVERE, STRONGHOLD: GAWAIN}  # with whose advantage one advances two spaces


def _no_entry(v: LancelotState, seat: int, site: int) -> str:
    """Where a site is entered, and with what farther on."""
    where = f"{there(SITES[site])} is entered at its first space"
    chair = ADVANCE.get(site)
    if chair is None or not v.options.advance_on_entry:
        return where
    advantage = CHAIR_LOOKS[CHAIRS[chair]].name
    return f"{where}, with {advantage} at its second" + (" at most" if v.advantages[chair] == seat else "")


ONE_TRACK: Final = "one track of the Stronghold per tour: you are on another one", "4.4"


def _another_track(v: LancelotState, seat: int, to: int) -> bool:
    return v.board.number[to] - v.board.number[v.at[seat]] != to - v.at[seat]


def _no_advance(v: LancelotState, seat: int, site: int, to: int) -> Reason:
    if site == LAKE:
        return "with the Excalibur counter one leaves the Lake", "4.4"
    if _another_track(v, seat, to):
        return ONE_TRACK
    chair = ADVANCE.get(site)
    if chair is None:
        return "a knight advances one space at a time here", "4.4"
    advantage = CHAIR_LOOKS[CHAIRS[chair]].name
    if v.advantages[chair] == seat:
        return f"even with {advantage} a knight advances two spaces at most", "4.4"
    return f"a knight advances one space at a time here, two with {advantage}", "4.4"


def _no_dragon(v: LancelotState, seat: int) -> Reason:
    if not dragon_has_room(v, seat):
        been = list(dict.fromkeys("you" if q == seat else colour(v, q) for q in v.visitors))
        what = "visits" if v.options.site_limits_count == "visits" else "visitors"
        return f"the Dragon has had its two {what} this turn: {listed(been)}{' twice' * (len(been) == 1)}", "4.4"
    if not v.dragon:
        return "there is no deed left", "4.4"
    prices = listed((cost_words(deed.cost, deed.excalibur) for deed in map(v.board.deed, v.dragon)), last="or")
    return f"you cannot complete any of the deeds that lie there: they ask {prices}", "4.6"


def _no_counter(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in COUNTERS:
        return None
    n = v.offer.count(atom)
    if n:
        return f"only {count(n, atom)} {verb(n if atom != 'magic' else 1, 'be')} offered here", "4.5"
    be = verb(1 if atom == "magic" else 2, "be")
    if v.reserve[GOOD[atom]]:
        return f"no {MANY[atom]} {be} offered here: the track offers {listed(map(_one, dict.fromkeys(v.offer)))}", "4.5"
    return f"there {be} no {MANY[atom]} left in the reserve", "4.5"


def _one(good: str) -> str:
    return MANY[good]


def _no_card(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if atom not in CARDS:
        return None
    wharf = WHARVES[v.board.number[v.at[seat]] - 1]
    if GOOD[atom] not in (wharf, PLOTS):
        return f"this wharf offers {MANY[CARDS[wharf - LADIES]]} and Plots only", "4.5"
    if sum(v.owned[seat][LADIES:]) + len(prefix) >= MOST_CARDS:
        return f"you would have more than {MOST_CARDS} cards: discard some by magic at the end of a turn", "4.5"
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
        return f"you have learnt {title} already, and each Virtue is learnt once", "4.6"
    if v.question == "choose_galahad_virtue":
        return f"your disc lies on {title} already", "4.6"
    if not v.galahad[seat] & bit:
        return f"you have no disc on {title}: visit Galahad first", "4.6"
    unmet = [word for word, met in terms(v, seat, atom) if not met]
    return f"you do not meet the terms of {title}: {', '.join(unmet)}", "2.6"


def _no_deed(v: LancelotState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if prefix:
        if v.advantages[MALEAGANT] != seat:
            return "a weapon may be left out only with the advantage of Maleagant", "4.6"
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
        return f"you have only {count(own[SQUIRE], 'squire')}", "4.9"
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
    return f"the majority of {CATEGORY_WORDS[atom]} is given out already", "5.2"


_REASONS: Final[dict[str, Callable[[LancelotState, int, tuple[str, ...], str], Reason | None]]] = {
    "choose_colour": _no_colour,
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


# -- the terms of the Virtues ------------------------------------------------------------------------------------------


def terms(v: LancelotState, seat: int, virtue: str) -> list[tuple[str, bool]]:
    """2.6 The terms of a Virtue with this player's numbers, and whether each is met."""
    own, others = v.owned[seat], [v.owned[q] for q in range(v.players) if q != seat]
    shared = v.options.majority_virtues == "shared"

    def compare(word: str, mine: int, theirs: Iterable[int], strict: bool, zero: bool) -> tuple[str, bool]:
        best = max(theirs)
        holds = mine > best or (mine == best and not strict and (mine > 0 or zero))
        return f"{word} {mine} to {best}", holds

    def exactly(good: str, n: int) -> tuple[str, bool]:
        held = own[GOOD[good]]
        return f"{MANY[good]} {held}/{n}", held == n

    zero = bool(v.options.zero_leads_count)
    if virtue == "benevolence":
        mine, fewest = sum(own[:3]), min(sum(other[:3]) for other in others)
        return [(f"weapons {mine} to {fewest}", mine <= fewest)]
    if virtue == "dexterity":
        each = [
            compare(MANY[w], own[i], (other[i] for other in others), not shared, False) for i, w in enumerate(WEAPONS)
        ]
        best = [term for term in each if term[1]]
        return best[:1] or [(", ".join(word for word, _ in each), False)]
    if virtue == "initiative":
        return [(f"{MANY[card]} {own[GOOD[card]]}/1", own[GOOD[card]] > 0) for card in CARDS]
    if virtue == "kindness":
        return [compare("Ladies", own[LADIES], (other[LADIES] for other in others), not shared, False)]
    if virtue == "heroism":
        return [exactly("allied", 3), exactly("squire", 0)]
    if virtue == "strength":
        return [exactly("enemies", 5), exactly("squire", 1)]
    if virtue == "honor":
        squires = compare("squires", own[SQUIRE], (other[SQUIRE] for other in others), False, zero)
        return [exactly("plots", 7), squires]
    deeds = (len(v.deeds[q]) for q in range(v.players) if q != seat)
    return [exactly("squire", 7), compare("deeds", len(v.deeds[seat]), deeds, False, zero)]
