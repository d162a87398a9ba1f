"""Prompting: an open question as a scene shows it, from the grammar of its answers; and for whom the table waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundtable.scene import Pick, Prompt

from .choice import STOP, Answer, Choice
from .grammar import listed
from .state import State

FEW: Final = 8  # as many as a sentence can name


def no_place(atom: str) -> str:
    return ""


def ask(
    choice: Choice,
    sentence: str,
    chosen: Answer,
    label: Callable[[str], str],
    on: Callable[[str], str] = no_place,
    hint: Callable[[str], str] = no_place,
    progress: str = "",
    warning: Callable[[str], str] = no_place,
    why: str = "",
) -> Prompt:
    """The prompt for a choice and a partly composed answer: every atom that may be added, and where it is shown."""
    offers = choice.offers(chosen)
    picks = tuple(
        Pick(atom, label(atom), on(atom), hint(atom), "", choice.completes(chosen, atom), warning(atom))
        for atom in offers
        if atom != STOP
    )
    words = tuple(label(atom) for atom in chosen)
    return Prompt(choice.question, sentence, choice.rule, picks, words, progress, STOP in offers, why)


def waiting(v: State, seat: int | None, names: Sequence[str], quietly: str = "Waiting for responses") -> str:
    """For whom the table waits beside the viewer, in words; while a question is asked quietly nobody is named."""
    if v.quiet and v.question:
        return "" if seat in v.waiting else quietly
    others = [names[q] for q in v.waiting if q != seat]
    return f"Waiting for {listed(others)}" if others else ""


def no_answer(choice: Choice, prefix: Answer, label: Callable[[str], str], atom: str) -> str:
    """Why not, where there is no better reason: it is no answer to this question, and what is.

    >>> from roundtable.engine import OneOf
    >>> no_answer(OneOf(("use", "keep")), (), str.capitalize, "fly")
    'Fly is no answer here: choose Use or Keep'
    >>> no_answer(OneOf(("use", "keep")), ("use",), str.capitalize, "keep")
    'one answer is enough'
    """
    offers = choice.offers(prefix)
    offered = list(dict.fromkeys(label(other) for other in offers if other != STOP))
    if not offered:
        return "one answer is enough" if len(prefix) == 1 else "your answer is complete"
    if STOP in offers:
        offered.append("finish")
    instead = listed(offered, last="or") if len(offered) <= FEW else "one of those that are offered"
    return f"{label(atom)} is no answer here: choose {instead}"
