"""Knights & Damosels in words: callings, prompts, labels, and the sentences of the log.

Players are called by their knights everywhere; who leads which knight is told once, when the Court gathers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from roundtable.engine import HIDDEN, Event
from roundtable.engine.callings import called, person
from roundtable.engine.grammar import count, listed, verb, whose
from roundtable.scene import Moment

from . import questions
from .cards import (
    BONUS,
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_NAMES,
    EVENT_NAME,
    EVENT_TYPE,
    KIND,
    NAMED,
    PIECE,
    SET,
    SIRS,
    STRUCK,
    VASSALAGE,
    WORDS,
)
from .questions import CHALLENGE, DECLINE, FACE, PASS, SIDES, TAKE
from .rules.joust import prize
from .state import NOBODY, NONE, DamoselsState

VICTORIES: Final = ("no victory", "a Worship victory", "a Knight victory", "a Damosel victory")
SIDE_NAMES: Final = ("Arthur's side", "Mordred's side")


def callings(s: DamoselsState, names: Sequence[str]) -> Sequence[str]:
    """Players are called by their knights."""
    return _called(s.knights, tuple(names))


@lru_cache(1024)
def _called(knights: tuple[int, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return called([SIRS[knight] for knight in knights], names) if knights else names


def sir(v: DamoselsState, seat: int) -> str:
    return SIRS[v.knights[seat]] if 0 <= seat < len(v.knights) else "nobody"


def chivalries(mask: int) -> str:
    return listed(WORDS[c] for c in SET[mask])


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(v: DamoselsState, seat: int) -> str:
    """What to do, made from what is offered."""
    tell = _PROMPTS[v.question]
    return tell.format(damosel=DAMOSEL_NAMES[v.damosels[seat]]) if isinstance(tell, str) else tell(v, seat)


def _select(v: DamoselsState, seat: int) -> str:
    slots, held = questions.candidates(v, seat), questions.challenges(v, seat)
    if not slots:
        return "Nothing on display is for you: challenge for a card, or pass."
    wish = "Ask for a card on display, or challenge for one." if held else "Ask for a card on display."
    return f"Merlin refuses what is {DAMOSEL_NAMES[v.damosels[seat]]}'s. {wish}" if seat in v.refused else wish


def _merlin_take(v: DamoselsState, seat: int) -> str:
    slots, held = (
        questions.lawful(v, seat, questions.candidates(v, seat)),
        questions.lawful(v, seat, questions.challenges(v, seat)),
    )
    if not slots:
        return "You are Merlin, and no card on display is legal for you: challenge for one, or pass."
    return f"You are Merlin: take one of the legal cards{', or challenge for one' if held else ''}."


def _thrust(v: DamoselsState, seat: int) -> str:
    challenger, holder = v.jousters
    rival = sir(v, holder if seat == challenger else challenger)
    mine = "You have the right" if v.right == seat else f"{rival} has the right"
    ways = (
        "thrust high, thrust low or decline?"
        if DECLINE in questions.joust_thrust(v, seat).atoms(())
        else "thrust high or low?"
    )
    return f"Pass {v.passes} against {rival} for the {WORDS[prize(v)]}. {mine}: {ways}"


def _offer(v: DamoselsState, seat: int) -> str:
    name, free, rivals = EVENT_NAME[v.event[0]], questions.offers(v, seat), questions.contests(v, seat)
    if not free:
        return f"Challenge for a place in {name}, or pass."
    ways = [f"Offer a card for {name}"]
    if rivals:
        ways.append("challenge for a place")
    if v.options.service_pass:
        ways.append("hold back for the rest of the phase")
    return f"{listed(ways, last='or')}."


def _disaster(v: DamoselsState, seat: int) -> str:
    return f"{EVENT_NAME[v.event[0]]}: place your {chivalries(questions.struck_cards(v, seat))} face up or face down."


def _duty(v: DamoselsState, seat: int) -> str:
    return f"Duty, face up, or betrayal, face down? Place your {chivalries(questions.sharing_cards(v, seat))}."


def _fight(v: DamoselsState, seat: int) -> str:
    return f"Round {v.battle} of the battle: which card do you reveal?"


_PROMPTS: Final[dict[str, str | Callable[[DamoselsState, int], str]]] = {
    "arthur_discard_event": "You are Arthur: which of the three events do you throw away?",
    "merlin_choose_event": "You are Merlin: which of the two events comes true?",
    "damosel_give": "Choose a chivalry that {damosel} gives away in secret.",
    "knight_select": _select,
    "merlin_take": _merlin_take,
    "joust_thrust": _thrust,
    "joust_reselect": "You lost the joust: ask for another card at once, or pass.",
    "service_offer": _offer,
    "joust_reoffer": "You lost the joust: offer another card at once, or pass.",
    "disaster_faces": _disaster,
    "worship_faces": _duty,
    "camlann_draw": "Take one of {damosel}'s cards back for the battle.",
    "camlann_side": "Whom do you follow into the Battle of Camlann?",
    "camlann_fight": _fight,
}


def label(v: DamoselsState, atom: str) -> str:
    if atom.startswith(TAKE):
        slot = int(atom[len(TAKE) :])
        return f"{WORDS[v.faces[slot - 1]]} ({slot})" if slot <= len(v.faces) else f"Card {slot}"
    if atom.startswith(CHALLENGE):
        _, seat, name = atom.split(":")
        return f"Challenge {sir(v, int(seat))} for the {WORDS[NAMED[name]]}"
    if atom in FACE:
        chivalry, down = FACE[atom]
        return f"{WORDS[chivalry]} {'down' if down else 'up'}"
    if atom in NAMED:
        return WORDS[NAMED[atom]]
    if atom in PIECE:
        piece = PIECE[atom]
        return EVENT_NAME[piece] if ":" not in atom else f"{WORDS[CHIVALRY[piece]]} of {DAMOSEL_NAMES[DAMOSEL[piece]]}"
    if atom in SIDES:
        return SIDE_NAMES[SIDES.index(atom)]
    if atom == PASS and v.question == "service_offer" and questions.offers(v, v.asked[0]):
        return "Hold back"
    return {"high": "High Thrust", "low": "Low Thrust", DECLINE: "Decline", PASS: "Pass"}.get(atom, atom)


# -- the log: events and gifts -----------------------------------------------------------------------------------------

Names = Sequence[str]


def say(event: Event, names: Names) -> str:
    """An event as a sentence."""
    return _SENTENCES[event.name](event, names)


def _seated(e: Event, names: Names) -> str:
    court = (
        f"{person(names, seat)} leads {SIRS[knight]} and {DAMOSEL_NAMES[damosel]}"
        for seat, (knight, damosel) in enumerate(zip(e["knights"], e["damosels"]))
    )
    absent = f" Nobody leads {listed(DAMOSEL_NAMES[d] for d in e['absent'])}." if e["absent"] else ""
    return f"The Court gathers: {'; '.join(court)}.{absent}"


def _round(e: Event, names: Names) -> str:
    return f"Round {e['round']}: Arthur is {names[e['arthur']]}, Merlin is {names[e['merlin']]}."


def _drawn(e: Event, names: Names) -> str:
    secret = "" if HIDDEN in e["cards"] else f" Arthur alone sees them: {_events(e['cards'])}."
    return f"{names[e['seat']]} draws three events.{secret}"


def _passed_on(e: Event, names: Names) -> str:
    gone, passed = e["discarded"], e["passed"]
    parts = [f"{names[e['seat']]} throws one away and passes two on to Merlin."]
    if HIDDEN not in gone:
        parts.append(f"Thrown away is {_events(gone)}." if e["open"] else f"Arthur alone knows of {_events(gone)}.")
    if HIDDEN not in passed:
        parts.append(f"Arthur and Merlin alone know of {_events(passed)}.")
    return " ".join(parts)


def _revealed(e: Event, names: Names) -> str:
    event, gone = PIECE[e["event"]], e["discarded"]
    what = f"{WORDS[BONUS[event]]} +1" if BONUS[event] != NONE else f"strikes {STRUCK[e['event']]}"
    said = f"{names[e['seat']]} reveals {EVENT_NAME[event]} ({EVENT_TYPE[event]}; {what})."
    if HIDDEN in gone:
        return said
    return f"{said} {_events(gone)} is thrown away{'' if e['open'] else ', which Arthur and Merlin alone know'}."


def _events(cards: tuple[int, ...]) -> str:
    return listed(EVENT_NAME[card] for card in cards)


def _absent_gift(e: Event, names: Names) -> str:
    who = "one of the damosels whom nobody leads" if e["damosel"] == NONE else DAMOSEL_NAMES[e["damosel"]]
    return f"A card of {who} joins the gifts."


def _displayed(e: Event, names: Names) -> str:
    cards = e["cards"]
    shown = listed(f"{i} {WORDS[face]}" for i, face in enumerate(e["faces"], 1))
    said = f"All gifts are laid. Merlin shows: {shown}."
    if HIDDEN in cards:
        return said
    return f"{said} Merlin alone sees whose they are: {listed(_gift(i, card) for i, card in enumerate(cards, 1))}."


def _gift(slot: int, card: int) -> str:
    return f"{slot} {DAMOSEL_NAMES[DAMOSEL[card]]}"


# -- the log: knights and jousts ---------------------------------------------------------------------------------------


def _who(e: Event, names: Names) -> str:
    return f"Merlin ({names[e['seat']]})" if e["merlin"] else names[e["seat"]]


def _granted(e: Event, names: Names) -> str:
    return f"{_who(e, names)} takes {e['slot']} {WORDS[e['chivalry']]}."


def _refused(e: Event, names: Names) -> str:
    who, word, damosel = names[e["seat"]], WORDS[e["chivalry"]], DAMOSEL_NAMES[e["damosel"]]
    if e["holder"] != NOBODY:
        return (
            f"{who} challenges {names[e['holder']]} for the {word}, but Merlin forbids it: it bears {damosel}'s name."
        )
    return f"{who} asks for {e['slot']} {word} and is refused: it bears {damosel}'s name."


def _one_card(e: Event, names: Names) -> str:
    return f"{_who(e, names)} has one card {'to take' if e['merlin'] else 'left to ask for'}."


def _no_card(e: Event, names: Names) -> str:
    if e["passed"]:
        return f"{_who(e, names)} passes and gets no card."
    return f"{_who(e, names)} gets no card: none {'is legal' if e['merlin'] else 'is left to ask for'}."


def _nothing_else(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} has no other card to {'offer' if e['offer'] else 'ask for'}."


def _turned(e: Event, names: Names) -> str:
    taken = (
        f"{whose(names[q])} {WORDS[CHIVALRY[card]]} is from {DAMOSEL_NAMES[DAMOSEL[card]]}" for q, card in e["taken"]
    )
    parts = [f"Revealed: {', '.join(taken)}."] if e["taken"] else []
    if e["left"]:
        back = (f"{WORDS[CHIVALRY[card]]} to {DAMOSEL_NAMES[DAMOSEL[card]]}" for card in e["left"])
        parts.append(f"Returned: {', '.join(back)}.")
    return " ".join(parts)


def _challenged(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} challenges {names[e['holder']]} for the {WORDS[e['chivalry']]}."


def _thrusts(e: Event, names: Names) -> str:
    pair, seats, right = e["thrusts"], (e["seat"], e["holder"]), names[e["right"]]
    gets = f"{right} {'may offer' if e['service'] else 'has'} the {WORDS[e['chivalry']]}"
    if DECLINE in pair:
        who = [names[q] for q, thrust in zip(seats, pair) if thrust == DECLINE]
        return f"Pass {e['number']}: {listed(who)} {verb(len(who), 'decline')}. The joust is over: {gets}."
    told = f"Pass {e['number']}: {names[seats[0]]} {pair[0]}, {names[seats[1]]} {pair[1]}"
    if pair[0] == pair[1]:
        return f"{told}. The joust is broken off: {gets}." if e["over"] else f"{told}: the right passes to {right}."
    other = names[seats[1] if e["right"] == seats[0] else seats[0]]
    gain = f" and gains 1 worship from {other}" if e["worship"] else f"; {other} has no worship to lose"
    return f"{told}. The joust is over: {gets}{gain}."


# -- the log: service and worship --------------------------------------------------------------------------------------


def _service_card(e: Event, names: Names) -> str:
    return f"Service card {e['number']}: fortune favours the {WORDS[e['chivalry']]}."


def _replaced(e: Event, names: Names) -> str:
    return f"{whose(names[e['seat']])} own {WORDS[e['chivalry']]} takes the place of {whose(names[e['holder']])}."


def _service_over(e: Event, names: Names) -> str:
    return "Nothing more can be matched." if any(q != NOBODY for q in e["offered"]) else "Nobody can serve."


def _passed(e: Event, names: Names) -> str:
    who = names[e["seat"]]
    return f"{who} holds back for the rest of the phase." if e["withdrawn"] else f"{who} passes."


def _struck_by(e: Event, names: Names) -> str:
    name, kind = EVENT_NAME[PIECE[e["event"]]], STRUCK[e["event"]]
    ups, downs = (sum(mask.bit_count() for mask in e[face]) for face in ("up", "down"))
    if not ups + downs:
        return f"{name} finds no {kind} to strike."
    if ups + downs == 1:
        return f"{name} finds a single card of {kind}, and strikes it."
    placed = [
        f"{names[q]} {WORDS[c]} {face}" for q in range(len(names)) for face in ("up", "down") for c in SET[e[face][q]]
    ]
    end = "as many up as down, so nothing happens" if ups == downs else f"{ups or 'none'} up, {downs or 'none'} down"
    return f"{name}: {', '.join(placed)}; {end}."


def _struck(e: Event, names: Names) -> str:
    parts = []
    if e["lost"]:
        parts.append(f"loses {listed(WORDS[CHIVALRY[card]] for card in e['lost'])}")
    if e["kept"]:
        paid = f"pays {e['paid']} worship" if e["paid"] else "has no worship to pay"
        parts.append(f"keeps {chivalries(e['kept'])} and {paid}")
    return f"{names[e['seat']]} {', '.join(parts)}."


def _awarded(e: Event, names: Names) -> str:
    offered, down = e["offered"], e["down"]
    parts = []
    if e["faces"]:
        main = [c for c in e["earned"] if KIND[c] != VASSALAGE]
        shown = (f"{WORDS[c]} {'down' if down >> c & 1 else 'up'} ({names[offered[c]]})" for c in main)
        parts.append(f"Faces: {', '.join(shown)}.")
    gains = []
    short = []
    for q, paid in enumerate(e["paid"]):
        cards = {c: worship for c, worship in e["earned"].items() if offered[c] == q}
        if cards:
            for_what = ", ".join(f"{WORDS[c]} {worship}" if worship else WORDS[c] for c, worship in cards.items())
            gains.append(f"{names[q]} {f'+{paid}' if paid else 'nothing'} ({for_what})")
            if paid < sum(cards.values()):
                short.append(names[q])
    parts.append(f"{'; '.join(gains)}." if gains else "No worship is earned.")
    if short:
        parts.append(f"The bank is empty: {listed(short)} {verb(len(short), 'go')} short.")
    return " ".join(parts)


# -- the log: the end --------------------------------------------------------------------------------------------------


def _ended(e: Event, names: Names) -> str:
    figures = (
        f"{name} {given} / {earned} / {worship}" for name, (_, given, earned, worship) in zip(names, e["figures"])
    )
    return f"End of the round (given / earned / worship): {', '.join(figures)}."


def _ranked(e: Event, names: Names) -> str:
    figures = e["figures"]
    parts = []
    for seat in e["order"]:
        tier, given, earned, worship = figures[seat]
        why = {
            3: f": {count(given, 'card')} with {names[e['friends'][seat]]}",
            2: f": {count(earned, 'card')} earned",
            1: f": {worship} worship",
            0: "",
        }[tier]
        if tier:
            parts.append(f"{names[seat]} has reached {VICTORIES[tier]}{why}.")
    if not parts:
        parts.append("The last round is over and nobody has reached a goal.")
    for group in e["lots"]:
        parts.append(f"A lot decides between equals: {', then '.join(names[q] for q in group)}.")
    parts.append(f"Ranking: {', '.join(names[q] for q in e['order'])}.")
    return " ".join(parts)


def _sides(e: Event, names: Names) -> str:
    leaders, sides = e["leaders"], e["sides"]
    parts = []
    for side, leader in enumerate(leaders):
        others = [names[q] for q in range(len(names)) if sides[q] == side and q != leader]
        parts.append(f"{names[leader]} leads {SIDE_NAMES[side]}" + (f" with {listed(others)}" if others else ""))
    side, until = e["immune"]
    shield = f" {SIDE_NAMES[side]} is immune in rounds 1 to {until}." if until else ""
    return f"{', '.join(parts)}.{shield}"


def _clashed(e: Event, names: Names) -> str:
    harms = dict(e["harms"])
    shown = (f"{names[q]} {WORDS[CHIVALRY[card]]} ({harms[q] or 'unharmed'})" for q, card in e["shown"])
    return f"Battle round {e['round']}: {', '.join(shown)}."


def _fell_out(e: Event, names: Names) -> str:
    wounds = f", in spite of {count(e['wounded'], 'wounded card')}" if e["wounded"] else ""
    return f"{names[e['seat']]} has no card on the hand and is out{wounds}."


def _won(e: Event, names: Names) -> str:
    how = {
        "rank": "Nobody has a card to fight with: {who}, ranked first, wins.",
        "last": "{who} is the last one with cards on the hand and wins the Battle of Camlann.",
        "most_cards": "The enemy is gone. {who} has the best hand of the survivors and wins the Battle of Camlann.",
    }[e["how"]]
    return how.format(who=names[e["seat"]])


def _elected(e: Event, names: Names) -> str:
    paid = sorted({worship for _, worship in e["paid"] if worship})
    pays = f" Each elector with worship discards {paid[0]}." if paid else ""
    votes = ", ".join(f"{names[q]} {count(cards, 'card')}" for q, cards in e["ballots"])
    return (
        f"An election must decide.{pays} In the pile are: {votes}. "
        f"{names[e['seat']]} is drawn and wins the Battle of Camlann."
    )


def _line(template: str) -> Callable[[Event, Names], str]:
    """A sentence from a template; {who} is a seat, {word} a chivalry, {source} another seat."""

    def tell(e: Event, names: Names) -> str:
        words: dict[str, str] = {"who": names[e["seat"]]} if "seat" in e.facts else {}
        if "chivalry" in e.facts:
            words["word"] = WORDS[e["chivalry"]]
        if "source" in e.facts:
            words["source"] = names[e["source"]]
        return template.format(**words)

    return tell


_SENTENCES: Final[dict[str, Callable[[Event, Names], str]]] = {
    "court_seated": _seated,
    "round_begun": _round,
    "events_shuffled": _line("The discarded events are shuffled into a new pile."),
    "events_drawn": _drawn,
    "events_passed": _passed_on,
    "event_revealed": _revealed,
    "gift": _line("You give the {word} away."),
    "last_gift": _line("{who} gives the last card of the pile."),
    "no_gift": _line("{who} has no card left to give."),
    "absent_gift": _absent_gift,
    "displayed": _displayed,
    "one_card": _one_card,
    "granted": _granted,
    "refused": _refused,
    "no_card": _no_card,
    "left_it": _line("{who} leaves it at that."),
    "nothing_else": _nothing_else,
    "damosels_revealed": _turned,
    "challenged": _challenged,
    "thrusts": _thrusts,
    "replaced": _replaced,
    "service_card": _service_card,
    "offered": _line("{who} offers the {word}."),
    "passed": _passed,
    "service_over": _service_over,
    "disaster": _struck_by,
    "struck": _struck,
    "awarded": _awarded,
    "round_ended": _ended,
    "ranked": _ranked,
    "camlann": _line("The Battle of Camlann begins."),
    "drew_back": _line("{who} takes the {word} back from {source}."),
    "sides_taken": _sides,
    "fell_out": _fell_out,
    "clashed": _clashed,
    "battle_won": _won,
    "elected": _elected,
    "final_ranking": lambda e, names: f"Final ranking: {', '.join(names[q] for q in e['order'])}.",
}

HEADINGS: Final = frozenset({"round_begun", "camlann"})
MOMENTS: Final = {
    "event_revealed": Moment("scroll-unfurled", "unfurl"),
    "challenged": Moment("barbed-spear", "clash"),
    "thrusts": Moment("barbed-spear", "clash", 2),
    "disaster": Moment("hearts", "break", 2),
    "ranked": Moment("laurels", "unfurl"),
    "clashed": Moment("broadsword", "clash", 2),
    "battle_won": Moment("crown", "unfurl", 3),
}
