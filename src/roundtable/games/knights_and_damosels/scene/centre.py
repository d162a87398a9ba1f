"""Knights & Damosels: the middle of the table: events, service, Merlin's display, tilt-yard, Camlann and honours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from roundtable.engine import HIDDEN, Pile
from roundtable.scene import Area, Heads, Mark, Piece, Spot, drawn

from .. import words
from ..cards import (
    BONUS,
    CHIVALRIES,
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_GOAL,
    DAMOSEL_NAMES,
    DISASTER,
    EVENT_NAME,
    EVENT_TYPE,
    LISTED,
    MAIN,
    SET,
    SIRS,
    WORDS,
)
from ..faces import knight_face
from ..questions import SIDES
from ..rules import ranking
from ..rules.ending import gifts_table
from ..rules.joust import prize
from ..rules.service import SHARED, earnings
from ..state import NOBODY, NONE, DamoselsState
from ..worlds import certain
from .payoffs import payoffs
from .pieces import event_card, open_card, slot_piece


def centre(v: DamoselsState, viewer: int | None, names: Sequence[str]) -> list[Area]:
    if not v.question and v.order:
        return [honours(v, names), gifts(v)]
    if v.phase == "camlann":
        return [*banners(v, names), gifts(v)]
    out = []
    if v.question == "joust_thrust":
        out.append(tilt_yard(v, names))
    out += event_areas(v, viewer)
    if v.display:
        out.append(display(v, viewer))
    if viewer is not None and viewer in v.waiting and v.question in ("disaster_faces", "worship_faces"):
        out.append(payoffs(v, viewer))
    return [*out, gifts(v)]


def event_areas(v: DamoselsState, viewer: int | None) -> list[Area]:
    """The event with its places of service, what Arthur or Merlin hold, and what has passed since the last shuffle."""
    out = []
    for name, title in (("drawn", "Arthur's events"), ("passed", "Merlin's events")):
        cards: tuple[int, ...] = getattr(v, name)
        if cards:
            out.append(held_events(name, title, cards))
    if v.event:
        out.append(service(v))
    return [*out, past_events(v)]


@lru_cache
def held_events(name: str, title: str, cards: Pile) -> Area:
    return Area(name, title, "row", tuple(event_card(card, f"{name}-{i}") for i, card in enumerate(cards)))


@drawn("discards", "deck")
def past_events(v: DamoselsState) -> Area:
    seen = tuple(event_card(card, f"discard-{i}") for i, card in enumerate(v.discards) if card != HIDDEN)
    unseen = len(v.discards) - len(seen)
    hidden = f", {unseen} unseen" if unseen else ""
    note = f"since the last shuffle; {len(v.deck) or 'none'} in the pile{hidden}"
    return Area("events", "Past events", "row", seen, note=note)


@drawn("event", "favoured", "offered", "filled", "rows", "knights")
def service(v: DamoselsState) -> Area:
    event = v.event[0]
    spots, cards = [], [event_card(event, "event")]
    for c in SET[LISTED[event]]:
        bonus = (Mark("charm", "+1", "good"),) if c == BONUS[event] else ()
        favour = (Mark("clover", "favoured", "good"),) if c == v.favoured else ()
        spots.append(Spot(f"place-{CHIVALRIES[c]}", WORDS[c], x=float(c % 3), y=float(c // 3), marks=bonus + favour))
        if v.offered[c] != NOBODY:
            card = next(card for card in v.rows[v.offered[c]] if CHIVALRY[card] == c)
            cards.append(
                open_card(
                    card,
                    f"place-{CHIVALRIES[c]}",
                    v.offered[c],
                    f"offered by {words.sir(v, v.offered[c])}",
                )
            )
    return Area("service", EVENT_NAME[event], "grid", tuple(cards), tuple(spots), note=share(v))


def share(v: DamoselsState) -> str:
    """What the cards offered so far would earn."""
    event = v.event[0]
    if EVENT_TYPE[event] == DISASTER:
        return "the majority is lost, the minority pays 2 worship each"
    if not v.filled:
        return f"{SHARED} worship to share, Vassalage 1" if MAIN[event] else "1 worship for every card"
    earned = ", ".join(f"{WORDS[c]} {worship}" for c, worship in earnings(v, 0).items())
    duty = v.filled & MAIN[event] and v.favoured == NONE
    return f"worship {'if nobody betrays' if duty else 'so far'}: {earned}"


@drawn(
    *("viewer", "players", "merlin", "knights", "damosels", "absent", "home", "seat_of", "rows", "piles"),
    *("display", "faces", "holder", "legal", "has"),
)
def display(v: DamoselsState, viewer: int | None) -> Area:
    left = [slot for slot, holder in enumerate(v.holder) if holder == NOBODY]
    mine = v.damosels[viewer] if viewer is not None else NONE
    sure = certain(v, mine) if mine != NONE and v.viewer != v.merlin else []
    pieces = []
    for slot in left:
        face = v.faces[slot]
        owned = viewer is not None and bool(v.has[viewer] >> face & 1)
        piece = slot_piece(slot, face, v.display[slot][0], owned)
        if slot in sure:
            gift = Mark("rose", "your own gift", "bad")
            piece = Piece(piece.id, piece.label, piece.face, piece.back, marks=(*piece.marks, gift))
        pieces.append(piece)
    note = "You see both sides." if viewer == v.merlin else "Only Merlin sees whose they are."
    return Area("display", "Merlin's display", "fan", tuple(pieces), note=note)


@drawn("players", "knights", "damosels", "absent", "rows")
def gifts(v: DamoselsState) -> Area:
    """Damosels against knights: how many cards each has given to each."""
    table = gifts_table(v)
    goal = DAMOSEL_GOAL[v.players]
    spots = []
    givers = (*v.damosels, *v.absent)
    for y, damosel in enumerate(givers):
        most = max(table[damosel])
        for q in range(v.players):
            count = table[damosel][q]
            cards = ", ".join(WORDS[CHIVALRY[card]] for card in sorted(v.rows[q]) if DAMOSEL[card] == damosel)
            said = f"{DAMOSEL_NAMES[damosel]} to {words.sir(v, q)}: {count}" + (f" ({cards})" if cards else "")
            leads = damosel in v.damosels and count == most and count > 0
            tone = "bad" if leads and count >= goal - 1 else "lit" if leads else ""
            spots.append(Spot(f"gift-{y}-{q}", said, x=float(q), y=float(y), tone=tone, count=count))
    knights = tuple(SIRS[v.knights[q]].split()[-1] for q in range(v.players))
    players = tuple(range(v.players))
    beside = (*players, *(None for _ in v.absent))
    heads = Heads(knights, tuple(DAMOSEL_NAMES[damosel] for damosel in givers), players, beside)
    note = f"{goal} with one knight make a Damosel victory"
    return Area("gifts", "Gifts", "grid", spots=tuple(spots), note=note, heads=heads)


def tilt_yard(v: DamoselsState, names: Sequence[str]) -> Area:
    challenger, holder = v.jousters
    spots = (Spot("lists-0", "challenger"), Spot("lists-1", "holder", x=1.0))
    knights = tuple(
        Piece(
            f"jouster-{q}",
            f"{names[q]}, {'has the right' if q == v.right else 'wants it'}",
            knight_face(v.knights[q], v.players),
            spot=f"lists-{i}",
            owner=q,
            marks=(Mark("barbed-spear", "has the right", "lit"),) if q == v.right else (),
        )
        for i, q in enumerate((challenger, holder))
    )
    return Area("joust", "Tilt-yard", "track", knights, spots, f"For the {WORDS[prize(v)]}, pass {v.passes}")


def banners(v: DamoselsState, names: Sequence[str]) -> list[Area]:
    out = []
    for side, title in enumerate(words.SIDE_NAMES):
        here = [q for q in range(v.players) if (v.sides and v.sides[q] == side) or (not v.sides and v.order[side] == q)]
        knights = tuple(Piece(f"banner-{q}", names[q], knight_face(v.knights[q], v.players), owner=q) for q in here)
        shield = v.sides and v.immune[0] == side and v.battle <= v.immune[1]
        note = f"immune in rounds 1 to {v.immune[1]}" if shield else ""
        out.append(Area(f"side-{SIDES[side]}", title, "row", knights, note=note))
    fallen = tuple(open_card(card) for card in v.fallen)
    return [*out, Area("fallen", "Fallen cards", "stack", fallen)]


def honours(v: DamoselsState, names: Sequence[str]) -> Area:
    """The page of honour: the ranking with tier, figures and lots."""
    spots = []
    for place, (q,) in enumerate(ranking(v)):
        tier, given, earned, worship = v.figures[q]
        said = f"{place + 1}. {names[q]}: {words.VICTORIES[tier]}, given {given}, earned {earned}, worship {worship}"
        lot = (Mark("perspective-dice-six-faces-random", "by lot"),) if any(q in group for group in v.lots) else ()
        spots.append(Spot(f"place-{place + 1}", said, y=float(place), tone="high" if not place else "", marks=lot))
    return Area("honours", "Ranking", "track", spots=tuple(spots))
