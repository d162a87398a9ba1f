"""Knights & Damosels: what faces up or down lead to, in words and as a small table."""

from __future__ import annotations

from itertools import product

from roundtable.engine import Answer
from roundtable.engine.grammar import count, listed
from roundtable.scene import Area, Heads, Spot

from ..cards import MAIN, SET
from ..questions import down_mask, sharing_cards, struck_cards
from ..rules.service import earnings
from ..state import DamoselsState


def outlook(v: DamoselsState, seat: int, chosen: Answer) -> str:
    """What the chosen faces lead to for each number of face-down cards among the others; unchosen cards count as up."""
    none, *some = ends(v, seat, down_mask(chosen))
    if not some:
        return none
    return "; ".join((f"None of the others down: {none}", *(f"{k} down: {end}" for k, end in enumerate(some, 1))))


def ends(v: DamoselsState, seat: int, down: int) -> list[str]:
    """What becomes of this player with so many of the others' cards face down: none, one, two, and so on."""
    if v.question == "disaster_faces":
        mine = struck_cards(v, seat)
        others = sum(struck_cards(v, q).bit_count() for q in range(v.players) if q != seat)
        return [fate(v, seat, mine, down, k, others) for k in range(others + 1)]
    rivals = SET[v.filled & MAIN[v.event[0]] & ~sharing_cards(v, seat)]
    return [span(v, seat, down, rivals, k) for k in range(len(rivals) + 1)]


def payoffs(v: DamoselsState, seat: int) -> Area:
    """All of one's cards up, or all down, against so many of the others' down."""
    mine = struck_cards(v, seat) if v.question == "disaster_faces" else sharing_cards(v, seat)
    rows = {f"all {count(mine.bit_count(), 'card')} up" if mine.bit_count() > 1 else "you face up": 0}
    rows["all down" if mine.bit_count() > 1 else "you face down"] = mine
    table = [ends(v, seat, down) for down in rows.values()]
    spots = tuple(
        [
            Spot(f"payoff-{y}-{x}", f"{row}, {x} of the others down: {end}", x=float(x), y=float(y), short=end)
            for y, (row, line) in enumerate(zip(rows, table))
            for x, end in enumerate(line)
        ]
    )
    columns = tuple([f"{k or 'none'} down" for k in range(len(table[0]))])
    return Area(
        "payoffs", "What you get", "grid", spots=spots, note="by the others' cards", heads=Heads(columns, tuple(rows))
    )


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
