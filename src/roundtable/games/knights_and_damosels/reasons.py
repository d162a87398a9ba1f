"""Knights & Damosels: why an answer is not possible now, and what would make it possible."""

from __future__ import annotations

from typing import Final

from roundtable.engine import STOP
from roundtable.engine.prompting import no_answer

from .cards import CHIVALRY, DAMOSEL, DAMOSEL_GOAL, DAMOSEL_NAMES, EVENT_NAME, KIND, LISTED, NAMED, PIECE, WORDS
from .questions import CHALLENGE, DECLINE, FACE, FACES, PASS, QUESTIONS, TAKE, contests
from .state import NOBODY, DamoselsState
from .words import label, sir


def why_not(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    """Why an atom cannot be chosen now, with the paragraph."""
    question = QUESTIONS[v.question]
    faces = v.question.endswith("faces")
    reason = _REASONS.get(v.question)
    found = reason(v, seat, prefix, atom) if reason is not None and (faces or not prefix) else None
    if found is not None:
        return found
    choice = question.choice(v, seat)
    if faces and not [other for other in choice.offers(prefix) if other != STOP]:
        return "all your cards lie: take one back first", question.rule
    return no_answer(choice, prefix, lambda word: label(v, word), atom), question.rule


Reason = tuple[str, str] | None


def _no_event(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    if atom not in PIECE or ":" in atom:
        return None
    return f"you do not hold {EVENT_NAME[PIECE[atom]]}", "4.1"


def _no_gift(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    if atom not in NAMED:
        return None
    wanted = v.damosels[seat], NAMED[atom]
    holder = next(q for q, row in enumerate(v.rows) for card in row if (DAMOSEL[card], CHIVALRY[card]) == wanted)
    return f"{DAMOSEL_NAMES[wanted[0]]} has given her {WORDS[wanted[1]]} to {sir(v, holder)}", "4.2"


def _no_request(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    if atom == PASS:
        legal = "take a legal card while there is one" if seat == v.merlin else "ask while a card is left to ask for"
        return f"you must {legal}", "4.3"
    if atom.startswith(CHALLENGE):
        return _no_challenge(v, seat, atom)
    if not atom.startswith(TAKE):
        return None
    slot = int(atom[len(TAKE) :]) - 1
    if slot >= len(v.faces):
        return f"there is no card {slot + 1} on display", "4.3"
    face = WORDS[v.faces[slot]]
    if v.holder[slot] != NOBODY:
        return f"the {face} was granted to {sir(v, v.holder[slot])}", "4.3"
    if v.has[seat] >> v.faces[slot] & 1:
        return f"your knight already has the {face}", "4.3"
    return f"the {face} bears the name of {DAMOSEL_NAMES[v.damosels[seat]]}, your own damosel", "4.3"


def _no_challenge(v: DamoselsState, seat: int, atom: str) -> Reason:
    _, number, name = atom.split(":")
    holder, chivalry = int(number), NAMED[name]
    word = WORDS[chivalry]
    if not v.options.joust:
        return "this table plays without jousts", "4.6"
    if v.question in ("joust_reselect", "joust_reoffer"):
        return "nobody may challenge out of turn", "4.6"
    if holder == seat:
        return "you cannot challenge yourself", "4.6"
    if v.phase == "knight":
        slots = [i for i, q in enumerate(v.holder) if q == holder and v.faces[i] == chivalry]
        if not slots:
            return f"{sir(v, holder)} was not granted the {word} in this phase", "4.6"
        if v.has[seat] >> chivalry & 1:
            return f"your knight already has the {word}", "4.6"
        place = slots[0]
    else:
        if v.offered[chivalry] != holder:
            return f"{sir(v, holder)} has not offered the {word}", "4.6"
        if not v.has[seat] >> chivalry & 1:
            return f"your knight has no {word} to offer", "4.6"
        place = chivalry
    if v.jousted >> place & 1:
        return f"the {word} was jousted for already in this phase: only once is allowed", "4.6"
    if not v.worship[seat]:
        return "a challenge needs at least 1 worship to stake", "4.6"
    if v.beaten and not v.options.joust_again:
        return "you have lost a joust in this turn", "4.6"
    return f"the {word} bears the name of {DAMOSEL_NAMES[v.damosels[seat]]}, your own damosel", "4.6"


def _no_offer(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    if atom == PASS:
        return "you must offer a card while one matches", "4.4.1"
    if atom.startswith(CHALLENGE):
        return _no_challenge(v, seat, atom)
    if atom not in NAMED:
        return None
    chivalry, event = NAMED[atom], v.event[0]
    if not LISTED[event] >> chivalry & 1:
        return f"{EVENT_NAME[event]} does not ask for {KIND[chivalry]}", "4.4.1"
    if not v.has[seat] >> chivalry & 1:
        return f"your knight has no {WORDS[chivalry]}", "4.4.1"
    if v.offered[chivalry] == seat:
        return f"you have offered the {WORDS[chivalry]} already", "4.4.1"
    in_turn = v.question == "service_offer"  # whoever lost a joust offers out of turn
    joust = ": challenge for the place" if in_turn and contests(v, seat) >> chivalry & 1 else ""
    return f"{sir(v, v.offered[chivalry])} has offered the {WORDS[chivalry]} already{joust}", "4.4.1"


def _no_thrust(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    return ("the challenger cannot decline in the first pass", "4.6") if atom == DECLINE else None


def _no_face(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    rule = "4.4.2" if v.question == "disaster_faces" else "4.5"
    if atom not in FACE:
        return None
    word = WORDS[FACE[atom][0]]
    if any(other in FACES[FACE[atom][0]] for other in prefix):
        return f"the {word} lies already: take it back to turn it", rule
    if v.question == "disaster_faces":
        return f"your knight has no {word} that the event strikes", rule
    if v.offered[FACE[atom][0]] == seat:
        return f"{KIND[FACE[atom][0]]} earns without a choice: only cards that share are placed", rule
    return f"you have not offered the {word}", rule


def _no_draw(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    if atom not in NAMED:
        return None
    goal = DAMOSEL_GOAL[v.players]
    return f"that card does not lie with a knight who has {goal} of {DAMOSEL_NAMES[v.damosels[seat]]}'s", "4.8"


def _no_fight(v: DamoselsState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    return (f"{label(v, atom)} is not on your hand", "4.8") if atom in PIECE and ":" in atom else None


_REASONS: Final = {
    "arthur_discard_event": _no_event,
    "merlin_choose_event": _no_event,
    "damosel_give": _no_gift,
    "knight_select": _no_request,
    "merlin_take": _no_request,
    "joust_thrust": _no_thrust,
    "joust_reselect": _no_request,
    "service_offer": _no_offer,
    "joust_reoffer": _no_offer,
    "disaster_faces": _no_face,
    "worship_faces": _no_face,
    "camlann_draw": _no_draw,
    "camlann_fight": _no_fight,
}
