"""Lancelot on the table: the open question, with what each answer would bring."""

from __future__ import annotations

from roundtable.engine.grammar import count, listed
from roundtable.engine.prompting import ask
from roundtable.scene import Prompt

from .. import words
from ..board import RETURNS, STAY, TABLE
from ..cards import (
    CARDS,
    DEEDS,
    DISTANT,
    DRAGON,
    EYE,
    GOOD,
    GRAIL,
    ISLE,
    JOUST,
    LADIES,
    LAKE,
    MORGANA,
    PERCIVAL,
    SITE_LOOKS,
    SITES,
    STRONGHOLD,
    VIRTUE_LOOKS,
    VIRTUES,
    WHARVES,
)
from ..questions import QUESTIONS
from ..rules.sites import deeds_open, grail_step, offered
from ..rules.virtues import learnable, untaught
from ..state import LancelotState


def prompt(v: LancelotState, seat: int, chosen: tuple[str, ...]) -> Prompt:
    question = QUESTIONS[v.question]
    choice = question.choice(v, seat)
    choice.question, choice.rule = v.question, question.rule

    def on(atom: str) -> str:
        if atom in v.board.named or atom in RETURNS or atom in DEEDS:
            return atom
        if atom == STAY:
            return "grail"
        if atom in VIRTUES:
            return f"virtue-{atom}"
        if atom in GOOD and v.question in ("choose_counters", "choose_cards"):
            return f"reserve-{atom}"
        return ""

    def hint(atom: str) -> str:
        return hint_of(v, seat, atom)

    def label(atom: str) -> str:
        return words.label(v, atom)

    def warning(atom: str) -> str:
        """Who comes home rides no further this turn: asked where there is another way."""
        home = v.question == "choose_move" and atom in RETURNS and v.at[seat] != TABLE
        further = any(other not in RETURNS for other in choice.offers(()))
        return f"Home to {words.label(v, atom)}? That ends your ride of this turn." if home and further else ""

    progress = ""
    if v.question in ("choose_counters", "choose_cards"):
        progress = f"taking {words.counted(chosen)}" if chosen else "taking nothing so far"
    return ask(choice, words.prompt(v, seat), chosen, label, on, hint, progress, warning)


def hint_of(v: LancelotState, seat: int, atom: str) -> str:
    """What the player would get."""
    if atom in RETURNS:
        return words.seat_hint(v, seat, RETURNS.index(atom))
    if atom == STAY:
        return f"Grail marker {v.grail[seat]} → {min(grail_step(v, seat), v.board.grail_last)}"
    if atom in v.board.named:
        return space_hint(v, seat, v.board.named[atom])
    if atom in VIRTUES:
        low, high = v.board.values[VIRTUES.index(atom)]
        if v.question == "choose_virtue":
            return f"{high if v.crowns[VIRTUES.index(atom)] == seat else low} VP"
        return f"{low} VP, {high} with the crown: {VIRTUE_LOOKS[atom].text}"
    return ""


def space_hint(v: LancelotState, seat: int, to: int) -> str:
    board = v.board
    site = board.site[to]
    again = "Second tour. " if to < v.at[seat] else ""
    if site in (JOUST, STRONGHOLD):
        return f"{again}Offers {words.counted(offered(v, v.at[seat], to))}."
    if site == DISTANT:
        return f"{again}Offers {words.MANY[CARDS[WHARVES[board.number[to] - 1] - LADIES]]} and Plots."
    if site == ISLE:
        return again + ("1 magic." if board.number[to] == 2 else "Nothing yet; magic on the next space.")
    if site == LAKE:
        far = v.excalibur - 1
        return again + (f"Excalibur is {count(far, 'more step')} away." if far else "Excalibur is here.")
    if site == PERCIVAL:
        ready = [VIRTUE_LOOKS[name].name for i, name in enumerate(VIRTUES) if learnable(v, seat) >> i & 1]
        return f"{again}You can learn {listed(ready, 'no Virtue')} now."
    if site == GRAIL:
        return f"Grail marker {v.grail[seat]} → {min(grail_step(v, seat), board.grail_last)}"
    if site == MORGANA:
        return "You may use her power." if v.morgana[seat] == EYE else "Just a stop: you have no eye here."
    if site == DRAGON:
        ready = list(dict.fromkeys(f"deed {answer[0][-2:]}" for answer in deeds_open(v, seat)))
        return f"{again}You can complete {listed(ready)}."
    return again + (SITE_LOOKS[SITES[site]].text if untaught(v, seat) else "You have no disc to place.")
