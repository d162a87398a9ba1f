"""Knights & Damosels in words: prompts, labels, and the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from roundtable.engine import HIDDEN, Event
from roundtable.scene import Moment

from .cards import (
    BONUS,
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_NAMES,
    EVENT,
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
from .questions import CHALLENGE, DECLINE, FACE, PASS, SIDES, TAKE, candidates, offers
from .rules.joust import prize
from .state import NOBODY, NONE, DamoselsState

VICTORIES: Final = ("no victory", "a Worship victory", "a Knight victory", "a Damosel victory")
SIDE_NAMES: Final = ("Arthur's side", "Mordred's side")


def prompt(v: DamoselsState, seat: int) -> str:
    question = v.question
    if question == "knight_select":
        return _knight_prompt(v, seat)
    if question == "joust_thrust":
        challenger, holder = v.jousters
        rival = sir(v, holder if seat == challenger else challenger)
        mine = "You have the right" if v.right == seat else f"{rival} has the right"
        return f"Pass {v.passes} against {rival} for the {WORDS[prize(v)]}. {mine}: thrust high or low?"
    if question == "camlann_fight":
        return f"Round {v.battle} of the battle: which card do you reveal?"
    if question == "service_offer":
        name = EVENT_NAME[v.event[0]]
        return f"Offer a card for {name}." if offers(v, seat) else f"Challenge for a place in {name}, or pass."
    if question == "disaster_faces":
        return f"{EVENT_NAME[v.event[0]]}: place your {STRUCK[EVENT[v.event[0]]]} cards face up or face down."
    return _PROMPTS[question].format(damosel=DAMOSEL_NAMES[v.damosels[seat]])


def _knight_prompt(v: DamoselsState, seat: int) -> str:
    if not candidates(v, seat):
        return "Nothing on display is for you: challenge for a card, or pass."
    wish = "Ask for a card on display, or challenge for one." if v.options.joust else "Ask for a card on display."
    return f"Merlin refuses what is {DAMOSEL_NAMES[v.damosels[seat]]}'s. {wish}" if seat in v.refused else wish


_PROMPTS: Final = {
    "arthur_discard_event": "You are Arthur: which of the three events do you throw away?",
    "merlin_choose_event": "You are Merlin: which of the two events comes true?",
    "damosel_give": "Choose a chivalry that {damosel} gives away in secret.",
    "merlin_take": "You are Merlin: take one of the legal cards left.",
    "joust_reselect": "You lost the joust: take another card at once, or leave it.",
    "joust_reoffer": "You lost the joust: offer another card at once, or leave it.",
    "worship_faces": "Duty or betrayal? Place your offered cards face up or face down.",
    "camlann_draw": "Take one of {damosel}'s cards back for the battle.",
    "camlann_side": "Whom do you follow into the Battle of Camlann?",
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
    return {"high": "High Thrust", "low": "Low Thrust", DECLINE: "Decline", PASS: "Pass"}.get(atom, atom)


def sir(v: DamoselsState, seat: int) -> str:
    return SIRS[v.knights[seat]] if 0 <= seat < len(v.knights) else "nobody"


def listing(words: Iterable[str]) -> str:
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else "nothing"


# -- the log ---------------------------------------------------------------------------------------------------------

Names = Sequence[str]


def say(event: Event, names: Names) -> str:
    """An event as a sentence."""
    return _SENTENCES[event.name](event, names)


def _seated(e: Event, names: Names) -> str:
    court = (
        f"{name} leads {SIRS[knight]} and {DAMOSEL_NAMES[damosel]}"
        for name, knight, damosel in zip(names, e["knights"], e["damosels"])
    )
    absent = f" Nobody leads {listing(DAMOSEL_NAMES[d] for d in e['absent'])}." if e["absent"] else ""
    return f"The Court gathers: {'; '.join(court)}.{absent}"


def _round(e: Event, names: Names) -> str:
    return f"Round {e['round']}: Arthur is {names[e['arthur']]}, Merlin is {names[e['merlin']]}."


def _drawn(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} draws three events{_aside(e['cards'])}."


def _passed_on(e: Event, names: Names) -> str:
    gone = f" and throws {EVENT_NAME[e['discarded'][0]]} away" if e["discarded"][0] != HIDDEN else ""
    return f"{names[e['seat']]} passes two on to Merlin{_aside(e['passed'])}{gone}."


def _aside(cards: tuple[int, ...]) -> str:
    """Events that only some may read."""
    return "" if HIDDEN in cards else f" ({listing(EVENT_NAME[card] for card in cards)})"


def _revealed(e: Event, names: Names) -> str:
    event = PIECE[e["event"]]
    what = EVENT_TYPE[event]
    if BONUS[event] != NONE:
        what += f"; {WORDS[BONUS[event]]} +1"
    else:
        what += f"; strikes {STRUCK[e['event']]}"
    gone = f" {EVENT_NAME[e['discarded'][0]]} is thrown away." if e["discarded"][0] != HIDDEN else ""
    return f"{names[e['seat']]} reveals {EVENT_NAME[event]} ({what}).{gone}"


def _displayed(e: Event, names: Names) -> str:
    cards = e["cards"]
    secret = [f" ({DAMOSEL_NAMES[DAMOSEL[card]]})" if card != HIDDEN else "" for card in cards]
    shown = (f"{i + 1} {WORDS[face]}{name}" for i, (face, name) in enumerate(zip(e["faces"], secret)))
    return f"All gifts are laid. Merlin shows: {', '.join(shown)}."


def _granted(e: Event, names: Names) -> str:
    who = f"Merlin ({names[e['seat']]})" if e["merlin"] else names[e["seat"]]
    return f"{who} takes {e['slot']} {WORDS[e['chivalry']]}."


def _refused(e: Event, names: Names) -> str:
    who, word, damosel = names[e["seat"]], WORDS[e["chivalry"]], DAMOSEL_NAMES[e["damosel"]]
    if e["holder"] != NOBODY:
        return (
            f"{who} challenges {names[e['holder']]} for the {word}, but Merlin forbids it: it bears {damosel}'s name."
        )
    return f"{who} asks for {e['slot']} {word} and is refused: it bears {damosel}'s name."


def _no_card(e: Event, names: Names) -> str:
    who = f"Merlin ({names[e['seat']]})" if e["merlin"] else names[e["seat"]]
    return f"{who} gets no card: none is legal."


def _turned(e: Event, names: Names) -> str:
    taken = (f"{names[q]}'s {WORDS[CHIVALRY[card]]} is from {DAMOSEL_NAMES[DAMOSEL[card]]}" for q, card in e["taken"])
    parts = [f"Revealed: {', '.join(taken)}."] if e["taken"] else []
    if e["left"]:
        back = (f"{WORDS[CHIVALRY[card]]} to {DAMOSEL_NAMES[DAMOSEL[card]]}" for card in e["left"])
        parts.append(f"Returned: {', '.join(back)}.")
    return " ".join(parts)


def _challenged(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} challenges {names[e['holder']]} for the {WORDS[e['chivalry']]}."


def _thrusts(e: Event, names: Names) -> str:
    pair, seats = e["thrusts"], (e["seat"], e["holder"])
    word, right = WORDS[e["chivalry"]], names[e["right"]]
    if DECLINE in pair:
        who = listing(names[q] for q, thrust in zip(seats, pair) if thrust == DECLINE)
        verb = "decline" if pair[0] == pair[1] else "declines"
        return f"Pass {e['number']}: {who} {verb}; the {word} is {right}'s."
    told = f"Pass {e['number']}: {names[seats[0]]} {pair[0]}, {names[seats[1]]} {pair[1]}; "
    if pair[0] == pair[1]:
        return told + (
            f"the joust is broken off, {right} keeps the right." if e["over"] else f"the right passes to {right}."
        )
    other = names[seats[1] if e["right"] == seats[0] else seats[0]]
    gain = f" and gains 1 worship from {other}" if e["worship"] else f"; {other} has no worship to lose"
    return f"{told}{right} has the right to the {word}{gain}."


def _service_card(e: Event, names: Names) -> str:
    return f"Service card {e['number']}: fortune favours the {WORDS[e['chivalry']]}."


def _service_over(e: Event, names: Names) -> str:
    return "Nothing more can be matched." if any(q != NOBODY for q in e["offered"]) else "Nobody can serve."


def _passed(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} withdraws from service." if e["withdrawn"] else f"{names[e['seat']]} passes."


def _disaster(e: Event, names: Names) -> str:
    name = EVENT_NAME[PIECE[e["event"]]]
    ups, downs = (sum(mask.bit_count() for mask in e[face]) for face in ("up", "down"))
    if not ups + downs:
        return f"{name} finds nothing to strike."
    placed = [
        f"{names[q]} {WORDS[c]} {face}" for q in range(len(names)) for face in ("up", "down") for c in SET[e[face][q]]
    ]
    end = " Equal: nothing happens." if ups == downs else ""
    return f"{name}: {', '.join(placed)} ({ups} up, {downs} down).{end}"


def _struck(e: Event, names: Names) -> str:
    who = names[e["seat"]]
    parts = []
    if e["lost"]:
        parts.append(f"loses {listing(WORDS[CHIVALRY[card]] for card in e['lost'])}")
    if e["kept"]:
        parts.append(f"keeps {listing(WORDS[c] for c in SET[e['kept']])} and pays {e['paid']} worship")
    return f"{who} {', '.join(parts)}."


def _awarded(e: Event, names: Names) -> str:
    offered, down = e["offered"], e["down"]
    parts = []
    if e["faces"]:
        main = [c for c in e["earned"] if KIND[c] != VASSALAGE]
        shown = (f"{WORDS[c]} {'down' if down >> c & 1 else 'up'} ({names[offered[c]]})" for c in main)
        parts.append(f"Faces: {', '.join(shown)}.")
    gains = []
    for q, paid in enumerate(e["paid"]):
        cards = [f"{WORDS[c]} {worship}" for c, worship in e["earned"].items() if offered[c] == q]
        if cards:
            gains.append(f"{names[q]} +{paid} ({', '.join(cards)})")
    parts.append(f"{'; '.join(gains)}." if gains else "No worship is earned.")
    return " ".join(parts)


def _ended(e: Event, names: Names) -> str:
    figures = (
        f"{name} {given} / {earned} / {worship}" for name, (_, given, earned, worship) in zip(names, e["figures"])
    )
    return f"End of the round (given / earned / worship): {', '.join(figures)}."


def _ranked(e: Event, names: Names) -> str:
    figures, knights = e["figures"], e["knights"]
    parts = []
    for seat in e["order"]:
        tier, given, earned, worship = figures[seat]
        why = {
            3: f": {given} cards with {SIRS[knights[e['friends'][seat]]]}",
            2: f": {earned} cards earned",
            1: f": {worship} worship",
            0: "",
        }[tier]
        if tier:
            parts.append(f"{names[seat]} has reached {VICTORIES[tier]}{why}.")
    if not parts:
        parts.append("The last round is over and nobody has reached a goal.")
    for group in e["lots"]:
        parts.append(f"By lot {' ranks before '.join(names[q] for q in group)}.")
    parts.append(f"Ranking: {', '.join(names[q] for q in e['order'])}.")
    return " ".join(parts)


def _sides(e: Event, names: Names) -> str:
    leaders, sides = e["leaders"], e["sides"]
    parts = []
    for side, leader in enumerate(leaders):
        others = [names[q] for q in range(len(names)) if sides[q] == side and q != leader]
        parts.append(f"{names[leader]} leads {SIDE_NAMES[side]}" + (f" with {listing(others)}" if others else ""))
    side, until = e["immune"]
    shield = f" {SIDE_NAMES[side]} is immune in rounds 1 to {until}." if until else ""
    return f"{', '.join(parts)}.{shield}"


def _clashed(e: Event, names: Names) -> str:
    harms = dict(e["harms"])
    shown = (f"{names[q]} {WORDS[CHIVALRY[card]]} ({harms[q] or 'unharmed'})" for q, card in e["shown"])
    return f"Battle round {e['round']}: {', '.join(shown)}."


def _fell_out(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} has no card on the hand and is out" + (", wounds and all." if e["wounded"] else ".")


def _won(e: Event, names: Names) -> str:
    how = {
        "rank": "Nobody has a card to fight with: {who}, ranked first, wins.",
        "last": "{who} is the last one with cards on the hand and wins the Battle of Camlann.",
        "most_cards": "The enemy is gone. {who} has the best hand of the survivors and wins the Battle of Camlann.",
    }[e["how"]]
    return how.format(who=names[e["seat"]])


def _elected(e: Event, names: Names) -> str:
    votes = ", ".join(f"{names[q]} {cards}" for q, cards in e["ballots"])
    return f"An election must decide ({votes}): {names[e['seat']]} is drawn and wins the Battle of Camlann."


def _line(template: str) -> Callable[[Event, Names], str]:
    """A sentence from a template; {who} is a seat, {word} a chivalry, {source} another seat."""

    def tell(e: Event, names: Names) -> str:
        words: dict[str, Any] = {"who": names[e["seat"]]} if "seat" in e.facts else {}
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
    "displayed": _displayed,
    "granted": _granted,
    "refused": _refused,
    "no_card": _no_card,
    "left_it": _line("{who} leaves it at that."),
    "damosels_revealed": _turned,
    "challenged": _challenged,
    "thrusts": _thrusts,
    "service_card": _service_card,
    "offered": _line("{who} offers {word}."),
    "passed": _passed,
    "service_over": _service_over,
    "disaster": _disaster,
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
