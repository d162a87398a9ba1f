"""Knight's Duty: why an answer is not possible now."""

from __future__ import annotations

from .cards import CLAN, CLAN_NAMES, EMPTY, REACH, TOKENS
from .state import DutyState
from .words import TOKEN_WORDS, clan_of


def why_not(v: DutyState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
    """Why an atom cannot be chosen now, with the paragraph."""
    question = v.question
    if question == "choose_clan" and atom in CLAN:
        return f"{CLAN_NAMES[CLAN[atom]]} is already taken", "4.2"
    if question == "program_actions":
        if atom in TOKENS and len(prefix) < v.allowed[seat]:
            return f"you have only {TOKENS[atom]} {TOKEN_WORDS[atom]} tokens", "4.4"
        if len(prefix) >= v.allowed[seat]:
            return f"you have {v.allowed[seat]} actions this turn", "4.3"
        if atom == EMPTY:
            return "every slot must be filled; a Move token may also stay", "4.4"
    if question == "choose_move" and atom in v.field.named:
        space = v.field.named[atom]
        if v.field.distance[v.at[seat]][space] > 1:
            return f"{atom} is not beside your knight", "4.6"
        if space == v.at[seat]:
            return "you stand there already: choose to stay", "4.6"
        who = [q for q in v.standing if v.at[q] == space]
        if who:
            return f"{clan_of(v, who[0])} stands there and does not move in this slot", "4.6"
    if question in ("declare_target", "retarget") and atom in CLAN:
        clan = CLAN[atom]
        if clan not in v.clans:
            return f"no {atom} knight takes part", "4.9"
        target = v.clans.index(clan)
        if target == seat:
            return "you cannot attack yourself", "4.9"
        if target not in v.standing:
            return f"{clan_of(v, target)} has left the field", "4.9"
        far, reach = v.distance(seat, target), REACH[v.weapon[seat]]
        return f"{clan_of(v, target)} is {far} away and your {v.weapon[seat]} reaches {reach}", "4.9"
    return f"'{atom}' is no answer to this question", ""
