"""Lancelot on the table: what belongs to each player."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Area, Mark, Panel, Stat, drawn, seated

from .. import words
from ..board import TABLE
from ..cards import (
    ADVANTAGES,
    CARDS,
    CATEGORIES,
    CHAIR_LOOKS,
    CHAIRS,
    COUNTERS,
    GOOD,
    GOOD_LOOKS,
    LADIES,
    MORGANA_SIDES,
    MOST_CARDS,
    OFF,
    SOURCES,
)
from ..faces import arms, tile
from ..rules.scoring import at_the_top, ranking
from ..state import NOWHERE, LancelotState

SOURCE_WORDS: Final = {
    "virtues": "Virtues",
    "deeds": "Deeds",
    "guinevere": "Guinevere",
    **{category: f"Most {word}" for category, word in words.CATEGORY_WORDS.items()},
    "excalibur": "Excalibur",
    "grail": "Grail",
}


def panel(v: LancelotState, q: int, viewer: int | None, names: tuple[str, ...], best: Tops) -> Panel:
    called = words.callings(v, names)
    place = [group[0] for group in ranking(v)].index(q) + 1 if not v.question else 0
    return seated(
        seat=q,
        name=called[q],
        arms=arms(v.colours[q]),
        stats=stats(v, q, bool(v.turn), not v.question),
        marks=marks(v, q, best),
        areas=(deeds(v, q),) if v.deeds[q] else (),
        active=q in v.waiting,
        ready=q in v.ready,
        you=q == viewer,
        place=place,
        person="" if called[q] == names[q] else names[q],
    )


@drawn("board", own=("deeds",))
def deeds(v: LancelotState, q: int) -> Area:
    return Area(f"deeds-{q}", "Deeds", "row", tuple(tile(v.board.deed(t)) for t in v.deeds[q]))


@drawn(own=("owned", "chairs", "deeds", "grail", "discs", "morgana", "tally"))
def stats(v: LancelotState, q: int, begun: bool, over: bool) -> tuple[Stat, ...]:
    own = v.owned[q]
    chair = CHAIRS[v.chairs[q]].capitalize() if v.chairs[q] != NOWHERE else "on the road" if begun else "none yet"
    out = [Stat("VP", str(v.points(q)), "laurels"), Stat("Seat", chair, "round-table")]
    if over:
        sources = zip(SOURCES, v.tally[q])
        return (*out, *(Stat(SOURCE_WORDS[source], str(vp)) for source, vp in sources if vp))
    cards = ", ".join(words.count(own[GOOD[card]], card) for card in CARDS if own[GOOD[card]])
    held = sum(own[LADIES:])
    out.append(Stat("Cards", f"{held}/{MOST_CARDS}", "card-pick", cards))
    out += [Stat(words.MANY[good].capitalize(), str(own[GOOD[good]]), GOOD_LOOKS[good].icon) for good in COUNTERS]
    out.append(Stat("Deeds", str(len(v.deeds[q])), "dragon-head"))
    out.append(Stat("Grail", str(v.grail[q]), "holy-grail"))
    out.append(Stat("Discs", str(v.discs[q]), "plain-circle"))
    if v.morgana[q] != OFF:
        out.append(Stat("Morgana", MORGANA_SIDES[v.morgana[q]], "warlock-eye"))
    return tuple(out)


Tops = tuple[tuple[str, tuple[int, ...]], ...]  # while the match goes on: categories, and who has the most


@drawn("players", "owned", "deeds", "options")
def tops(v: LancelotState) -> Tops:
    return tuple((category, at_the_top(v, category)) for category in CATEGORIES)


@drawn("advantages", "bearer", "fetched", "home", "round", "second", "passes", own=("at",))
def marks(v: LancelotState, q: int, best: Tops) -> tuple[Mark, ...]:
    out = [
        Mark(CHAIR_LOOKS[CHAIRS[c]].icon, CHAIRS[c].capitalize(), "good") for c in ADVANTAGES if v.advantages[c] == q
    ]
    if v.bearer == q:
        out.append(Mark("shining-sword", "Excalibur Sword +3", "good"))
    if v.fetched == q:
        out.append(Mark("sword-in-stone", "Excalibur counter", "good"))
    for category, top in best:
        if q in top:
            shared = "shared lead in" if len(top) > 1 else "most"
            out.append(Mark("podium-winner", f"{shared} {words.CATEGORY_WORDS[category]} +2", "lit"))
    if v.home >> q & 1 and v.round:
        out.append(Mark("round-table", "home", "faint"))
    if v.second >> q & 1 and v.at[q] != TABLE:
        out.append(Mark("cycle", "second tour"))
    if v.passes >> q & 1:
        out.append(Mark("warlock-eye", "may begin a second tour", "good"))
    return tuple(out)
