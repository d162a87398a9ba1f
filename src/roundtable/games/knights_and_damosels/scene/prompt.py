"""Knights & Damosels: the open question, where its answers lie, and what faces up or down lead to."""

from __future__ import annotations

from roundtable.engine import Answer
from roundtable.engine.prompting import ask
from roundtable.scene import Prompt

from .. import words
from ..cards import (
    CHIVALRY,
    DECK,
    NAMED,
    PIECE_NAME,
)
from ..questions import CHALLENGE, QUESTIONS, SIDES, TAKE
from ..rules.knight import challenged
from ..state import DamoselsState
from .payoffs import outlook


def prompt(v: DamoselsState, seat: int, chosen: Answer) -> Prompt:
    question = QUESTIONS[v.question]
    choice = question.choice(v, seat)
    choice.question, choice.rule = v.question, question.rule

    def label(atom: str) -> str:
        return words.label(v, atom)

    def on(atom: str) -> str:
        return where(v, seat, atom)

    def hint(atom: str) -> str:
        return outlook(v, seat, (*chosen, atom)) if v.question.endswith("_faces") else ""

    progress = outlook(v, seat, chosen) if chosen and v.question.endswith("_faces") else ""
    return ask(choice, words.prompt(v, seat), chosen, label, on, hint, progress)


def where(v: DamoselsState, seat: int, atom: str) -> str:
    """The piece on which an atom is chosen."""
    if atom.startswith(TAKE):
        return f"slot-{atom[len(TAKE) :]}"
    if atom.startswith(CHALLENGE):
        if v.phase == "knight":
            return f"slot-{challenged(v, atom) + 1}"
        return card_in(v.rows[int(atom.split(":")[1])], NAMED[atom.rpartition(":")[2]])
    if atom in SIDES:
        return f"side-{atom}"
    if v.question in ("arthur_discard_event", "merlin_choose_event", "camlann_fight"):
        return atom
    name = atom.partition(":")[0]
    if name not in NAMED:
        return ""
    if v.question in ("damosel_give", "camlann_draw"):
        return PIECE_NAME[DECK[v.damosels[seat]][NAMED[name]]]
    return card_in(v.rows[seat], NAMED[name])


def card_in(row: tuple[int, ...], chivalry: int) -> str:
    return next((PIECE_NAME[card] for card in row if CHIVALRY[card] == chivalry), "")
