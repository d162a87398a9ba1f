"""Knights & Damosels: the places of the players, with knight, damosel, row and pile."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from roundtable.engine.grammar import count
from roundtable.scene import Area, Arms, Mark, Panel, Spot, Stat, drawn, seated

from .. import words
from ..cards import (
    CHIVALRIES,
    CHIVALRY,
    DAMOSEL_GOAL,
    DAMOSEL_NAMES,
    DECK,
    KNIGHT_CHARGES,
    KNIGHT_GOAL,
    KNIGHT_NAMES,
    WORDS,
    WORSHIP_GOAL,
)
from ..faces import COLOURS, PATTERNS
from ..rules import ranking
from ..rules.ending import goals
from ..state import ARTHUR, NOBODY, DamoselsState
from .pieces import open_card, slot_piece

LETTERS: Final = "BGLIPT"  # Bors, Gawain, Launcelot, of the Isles, Percival, Tristram


def panels(
    v: DamoselsState, viewer: int | None, first: int, names: tuple[str, ...], people: tuple[str, ...]
) -> list[Panel]:
    standing = figures(v)
    return [panel(v, q, viewer, names[q], people[q], standing[q]) for q in (*range(first, v.players), *range(first))]


def panel(
    v: DamoselsState, q: int, viewer: int | None, name: str, person: str, figure: tuple[int, int, int, int]
) -> Panel:
    _, given, earned, worship = figure
    earned += v.holder.count(q)
    slid = tuple([chivalry for chivalry, seat in enumerate(v.offered) if seat == q])
    granted = tuple([(i, v.faces[i], v.display[i][0]) for i, holder in enumerate(v.holder) if holder == q])
    areas = [row(v, q, v.phase == "camlann", slid, granted, q == viewer)]
    if v.wounded[q]:
        cards = tuple(open_card(card) for card in v.wounded[q])
        areas.append(Area(f"wounded-{q}", "Wounded, left to right", "row", cards))
    if q == viewer and v.phase != "camlann":
        areas.append(own_pile(v, q))
    over = not v.question and bool(v.order)
    return seated(
        seat=q,
        name=name,
        person=person,
        arms=arms(v.knights[q]),
        stats=stats(v.players, v.knights[q], v.damosels[q], given, earned, worship),
        marks=marks(v, q, given, earned, worship),
        areas=tuple(areas),
        active=q in v.waiting,
        ready=q in v.ready,
        you=q == viewer,
        out=v.phase == "camlann" and bool(v.battle) and not v.rows[q],
        place=ranking(v).index([q]) + 1 if over else 0,
    )


@cache
def arms(knight: int) -> Arms:
    return Arms(LETTERS[knight], COLOURS[knight], PATTERNS[knight], KNIGHT_CHARGES[knight])


@lru_cache(1024)
def stats(n: int, knight: int, damosel: int, given: int, earned: int, worship: int) -> tuple[Stat, ...]:
    return (
        race("Given", given, DAMOSEL_GOAL[n], "present"),
        race("Earned", earned, KNIGHT_GOAL[n], "medal"),
        race("Worship", worship, WORSHIP_GOAL[n], "charm"),
        Stat("Knight", KNIGHT_NAMES[knight], "visored-helm", speaks=True),
        Stat("Damosel", DAMOSEL_NAMES[damosel], "rose", speaks=True),
    )


def race(name: str, reached: int, goal: int, icon: str) -> Stat:
    """One of the three ways to win."""
    return Stat(name, f"{reached}/{goal}", icon, share=min(1.0, reached / goal))


def figures(v: DamoselsState) -> tuple[tuple[int, int, int, int], ...]:
    """Once the game has ended the figures stand, whatever happens at Camlann."""
    return v.figures or goals(v)


@drawn(
    *("players", "phase", "merlin", "jousters", "question", "right", "withdrawn"),
    *("figures", "lots", "sides", "immune", "battle"),
)
def marks(v: DamoselsState, q: int, given: int, earned: int, worship: int) -> tuple[Mark, ...]:
    out = []
    if v.phase in ("camlann", "end"):
        if v.figures and v.figures[q][0]:
            out.append(Mark("trophy", words.VICTORIES[v.figures[q][0]], "good"))
        if any(q in group for group in v.lots):
            out.append(Mark("perspective-dice-six-faces-random", "ranked by lot", "faint"))
        if v.sides:
            out.append(Mark("crown" if v.sides[q] == ARTHUR else "backstab", words.SIDE_NAMES[v.sides[q]]))
            left = v.immune[1] - max(v.battle, 1) + 1
            if v.sides[q] == v.immune[0] and left > 0:
                out.append(Mark("checked-shield", f"immune for {count(left, 'more round')}", "good"))
        return tuple(out)
    if q == v.arthur:
        out.append(Mark("crown", "Arthur", "lit"))
    if q == v.merlin:
        out.append(Mark("wizard-staff", "Merlin", "lit"))
    n = v.players
    races = (
        (DAMOSEL_GOAL[n] - given, 1, "a Damosel victory"),
        (KNIGHT_GOAL[n] - earned, 1, "a Knight victory"),
        (WORSHIP_GOAL[n] - worship, 7, "a Worship victory"),  # a card can earn 7
    )
    for short, step, victory in races:
        if short <= step:
            said = f"has reached {victory}" if short <= 0 else f"one step from {victory}"
            out.append(Mark("hazard-sign", said, "bad"))
    if v.jousters and v.question == "joust_thrust" and q in v.jousters:
        out.append(Mark("barbed-spear", "has the right" if q == v.right else "jousts", "lit" if q == v.right else ""))
    if v.withdrawn >> q & 1 and v.phase == "service":
        out.append(Mark("broken-heart", "holds back", "faint"))
    return tuple(out)


@drawn(own=("rows",))
def row(
    v: DamoselsState,
    q: int,
    hand: bool,
    slid: tuple[int, ...],
    granted: tuple[tuple[int, int, int], ...],
    mine: bool,
) -> Area:
    """The knight's row by kinds: without the offered ones, which have slid up to the event, with those granted."""
    lying = [card for card in v.rows[q] if hand or CHIVALRY[card] not in slid]
    cards = [(CHIVALRY[card], open_card(card)) for card in lying]
    cards += [(face, slot_piece(slot, face, card)) for slot, face, card in granted]
    title = "Hand" if hand else "Your knight's cards" if mine else "Earned"
    pieces = tuple(piece for _, piece in sorted(cards, key=lambda item: item[0]))
    return Area(f"row-{q}", title, "row", pieces, held=mine)


@drawn("players", "knights", "damosels", "rows", "piles")
def own_pile(v: DamoselsState, q: int) -> Area:
    """Nine places; a gap tells where the card lies."""
    damosel = v.damosels[q]
    spots, cards = [], []
    for card in DECK[damosel]:
        name = CHIVALRIES[CHIVALRY[card]]
        holder = next((p for p in range(v.players) if card in v.rows[p]), NOBODY)
        lies = (
            f"with {words.sir(v, holder)}" if holder != NOBODY else "given away" if card not in v.piles[damosel] else ""
        )
        label = WORDS[CHIVALRY[card]]
        spots.append(
            Spot(f"pile-{name}", f"{label} {lies}".strip(), x=float(CHIVALRY[card] % 3), y=float(CHIVALRY[card] // 3))
        )
        if card in v.piles[damosel]:
            cards.append(open_card(card, spot=f"pile-{name}"))
    return Area(f"pile-{q}", f"{DAMOSEL_NAMES[damosel]}'s cards", "grid", tuple(cards), tuple(spots), held=True)
