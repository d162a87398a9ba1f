"""Knight's Duty: why an answer is not possible now, and what would make it possible."""

from __future__ import annotations

from roundtable.engine.grammar import count, listed
from roundtable.engine.prompting import no_answer

from .cards import CLAN, CLAN_NAMES, EMPTY, REACH, TOKENS
from .questions import QUESTIONS
from .state import DutyState
from .words import TOKEN_WORDS, clan_of, label

Reason = tuple[str, str]


def why_not(v: DutyState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason:
    """Why an atom cannot be chosen now, with the paragraph."""
    reason = None
    if v.question == "program_actions":
        reason = _no_token(v, seat, prefix, atom)
    elif not prefix and v.question == "choose_clan" and atom in CLAN:
        return f"the clan {CLAN_NAMES[CLAN[atom]]} is already taken: choose another", "4.2"
    elif not prefix and v.question == "choose_move":
        reason = _no_move(v, seat, atom)
    elif not prefix and v.question in ("declare_target", "retarget") and atom in CLAN:
        reason = _no_target(v, seat, atom)
    question = QUESTIONS[v.question]
    return reason or (
        no_answer(question.choice(v, seat), prefix, lambda word: label(v, word), atom),
        question.rule,
    )


def _no_token(v: DutyState, seat: int, prefix: tuple[str, ...], atom: str) -> Reason | None:
    if len(prefix) >= v.allowed[seat]:
        why = "" if v.allowed[seat] == 3 else ", on a Broken Heart"
        return f"you have {count(v.allowed[seat], 'action')} this turn{why}: take a token back first", "4.3"
    if atom in TOKENS:
        return f"you have only {count(TOKENS[atom], f'{TOKEN_WORDS[atom]} token')}", "4.4"
    if atom == EMPTY:
        return "every slot must be filled; with a Move token you may stay where you are", "4.4"
    return None


def _no_move(v: DutyState, seat: int, atom: str) -> Reason | None:
    if atom not in v.field.named:
        return None
    space = v.field.named[atom]
    far = v.field.distance[v.at[seat]][space]
    if far > 1:
        return f"{atom} is {far} spaces away: a Move token goes one space", "4.6"
    if not far:
        return "you stand there already: choose to stay", "4.6"
    who = next(q for q in v.standing if v.at[q] == space)
    return f"{clan_of(v, who)} stands there and does not move in this slot", "4.6"


def _no_target(v: DutyState, seat: int, atom: str) -> Reason:
    if CLAN[atom] not in v.clans:
        return f"no {atom} knight takes part", "4.9"
    target = v.clans.index(CLAN[atom])
    if target == seat:
        return "you cannot attack yourself", "4.9"
    if v.teams[target] == v.teams[seat]:
        return f"{clan_of(v, target)} is of your own team: choose a knight of another one", "6.1"
    if target not in v.standing:
        return f"{clan_of(v, target)} has left the field", "4.9"
    far, weapon = v.distance(seat, target), v.weapon[seat]
    longer = [f"the {other}" for other, reach in REACH.items() if reach >= far]
    hint = f"{listed(longer, last='or')} would reach" if longer else "come nearer first"
    away = f"{clan_of(v, target)} is {count(far, 'space')} away"
    return f"{away} and your {weapon} reaches {REACH[weapon]}: {hint}", "4.9"
