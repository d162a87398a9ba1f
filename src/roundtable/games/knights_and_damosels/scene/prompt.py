"""Knights & Damosels: the open question, where its answers lie, and what faces up or down lead to."""

from __future__ import annotations

from itertools import product

from roundtable.engine import Answer
from roundtable.engine.grammar import count, listed
from roundtable.engine.prompting import ask
from roundtable.scene import Prompt

from .. import words
from ..cards import (
    CHIVALRY,
    DECK,
    MAIN,
    NAMED,
    PIECE_NAME,
    SET,
)
from ..questions import CHALLENGE, QUESTIONS, SIDES, TAKE, down_mask, sharing_cards, struck_cards
from ..rules.knight import challenged
from ..rules.service import earnings
from ..state import DamoselsState


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


def outlook(v: DamoselsState, seat: int, chosen: Answer) -> str:
    """What the chosen faces lead to for each number of face-down cards among the others; unchosen cards count as up."""
    down = down_mask(chosen)
    if v.question == "disaster_faces":
        mine = struck_cards(v, seat)
        others = sum(struck_cards(v, q).bit_count() for q in range(v.players) if q != seat)
        none, *some = [fate(v, seat, mine, down, k, others) for k in range(others + 1)]
    else:
        rivals = SET[v.filled & MAIN[v.event[0]] & ~sharing_cards(v, seat)]
        none, *some = [span(v, seat, down, rivals, k) for k in range(len(rivals) + 1)]
    if not some:
        return none
    return "; ".join((f"None of the others down: {none}", *(f"{k} down: {end}" for k, end in enumerate(some, 1))))


def fate(v: DamoselsState, seat: int, mine: int, down: int, others_down: int, others: int) -> str:
    """A Disaster's end for this player when so many of the other cards lie face down."""
    my_downs, my_ups = down.bit_count(), mine.bit_count() - down.bit_count()
    downs, ups = my_downs + others_down, my_ups + others - others_down
    if downs == ups:
        return "nothing happens"
    lost, kept = (my_downs, my_ups) if downs > ups else (my_ups, my_downs)
    paid = min(v.worship[seat], 2 * kept)
    ends = [*([f"lose {count(lost, 'card')}"] if lost else []), *([f"pay {paid} worship"] if paid else [])]
    return listed(ends, "nothing lost")


def span(v: DamoselsState, seat: int, down: int, rivals: tuple[int, ...], others_down: int) -> str:
    """The worship this player earns when so many rival cards lie face down: a number, or from the least to the most."""
    found = set()
    for faces in product((0, 1), repeat=len(rivals)):
        if sum(faces) == others_down:
            earned = earnings(v, down | sum(1 << c for c, face in zip(rivals, faces) if face))
            found.add(sum(worship for c, worship in earned.items() if v.offered[c] == seat))
    low, high = min(found), max(found)
    return f"+{low}" if low == high else f"+{low} to +{high}"
