"""Lancelot on the table: the ring of sites with the knights on their way, and the order in which they move."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final

from roundtable.engine.grammar import capital
from roundtable.scene import Area, Face, Mark, Piece, Region, Spot, drawn

from .. import words
from ..board import RETURNS, TABLE, Board
from ..cards import (
    BEDIVERE,
    CARDS,
    CHAIR_LOOKS,
    CHAIRS,
    DISTANT,
    DRAGON,
    GALAHAD,
    GAWAIN,
    GOOD_LOOKS,
    GOODS,
    GRAIL,
    ISLE,
    JOUST,
    LADIES,
    LAKE,
    MALEAGANT,
    MORGANA,
    MORGANA_SIDES,
    OFF,
    PERCIVAL,
    SITE_LOOKS,
    SITES,
    STRONGHOLD,
    TRISTAN,
    WHARVES,
)
from ..faces import figure
from ..rules.sites import must_leave
from ..state import NOBODY, NOWHERE, LancelotState
from .boards import dragon_note

GIFTS: Final = ("crown", "eye", "Joust +1", "Stronghold +1", "deeds −1", "cards +1", "1 magic", "1 VP")  # of the seats
EFFECTS: Final = {
    JOUST: "squires and swords",
    STRONGHOLD: "weapons",
    DISTANT: "cards",
    ISLE: "magic",
    LAKE: "Excalibur",
    PERCIVAL: "learn a Virtue",
    GALAHAD: "a disc for later",
    DRAGON: "do a deed",
    MORGANA: "a second tour",
    GRAIL: "step by step",
}
TRACKS: Final = (JOUST, STRONGHOLD, DISTANT, ISLE, LAKE)  # sites of several spaces
SYMBOLS: Final = {JOUST: BEDIVERE, STRONGHOLD: GAWAIN, DRAGON: MALEAGANT, DISTANT: TRISTAN}


REGIONS: Final = (
    Region("seat", "Round Table", "round-table", shape="round"),
    *(
        Region(SITES[site], look.name, look.icon, EFFECTS[site], look.tincture, "water" if site == LAKE else "field")
        for site in TRACKS
        for look in (SITE_LOOKS[SITES[site]],)
    ),
    *(Region(SITES[site], "", tincture=SITE_LOOKS[SITES[site]].tincture) for site in range(PERCIVAL, GRAIL + 1)),
)


def knight(v: LancelotState, q: int, spot: str, id: str = "", mark: Mark | None = None) -> Piece:
    return figure(v.colours[q], q, bool(v.night >> q & 1), spot, id or f"knight-{q}", mark)


MOVES_NOW: Final = Mark("boots", "moves now", "lit")
TO_MOVE: Final = Mark("hourglass", "still to move")
HAS_MOVED: Final = Mark("footprint", "has moved", "faint")
MOVES_FIRST: Final = Mark("boots", "moves first", "lit")


@drawn("players", "colours", "active", "order", "home", "night")
def move_order(v: LancelotState) -> Area:
    """The knights of this round: the one on the move, those still to move, and faintly those that have moved."""
    strip = [(v.active, MOVES_NOW)]
    strip += [(q, TO_MOVE) for q in v.order if q != v.active]
    moved = [q for q in v.travelling() if q not in v.order and q != v.active]
    strip += [(q, HAS_MOVED) for q in moved]
    pieces = tuple(knight(v, q, "", f"order-{q}", mark) for q, mark in strip)
    return Area("order", "Move order", "row", pieces)


@cache
def places(board: Board) -> dict[str, tuple[float, float]]:
    """Where each space is drawn: the Round Table in the middle with its seats, and the ride around it, clockwise.

    The Joust is on top, the Stronghold on the right, Distant Lands and the Lake below; then it goes up to the Grail.
    """
    depth = max(board.number[i] for i, site in enumerate(board.site) if site == STRONGHOLD)
    right, quay = 12.2, 3.0 + 0.9 * depth
    middle = (5.85, (quay - 0.7) / 2)
    out = {}
    for i, name in enumerate(RETURNS):
        turn = 2 * pi * (i + 0.5) / len(RETURNS)
        out[name] = (middle[0] + 2.75 * sin(turn), middle[1] - 2.05 * cos(turn))
    for i, name in enumerate(board.spaces):
        site, k = board.site[i], board.number[i]
        if site == JOUST:
            out[name] = (right - board.site.count(JOUST) + k, 0.0)
        elif site == STRONGHOLD:
            out[name] = (right - 2 + board.tracks.index(name.split(".")[1]), 0.75 + 0.9 * k)
        elif site == DISTANT:
            out[name] = (right + 1 - k, quay + 0.55)
        elif site == ISLE:
            out[name] = (right - 2.4 - k, quay + 0.55)
        elif site == LAKE:
            out[name] = (right - 4.7 - k, quay + 0.55)
        else:
            out[name] = (0.9, (quay - 1.05) * (GRAIL - site) / (GRAIL - PERCIVAL))
    left, bottom = min(x for x, _ in out.values()), quay + 0.55
    return {name: (x - (left + right) / 2, y - bottom / 2) for name, (x, y) in out.items()}  # round the middle


@drawn(
    *("players", "options", "board", "colours", "chairs", "at", "places", "night", "fetched", "excalibur", "dragon"),
    *("advantages", "lake", "visitors", "morgana", "grail", "declared", "sent", "home"),
)
def ring(v: LancelotState) -> Area:
    spots = list(grounds(v.board))
    for i in entrances(v.board):  # what changes is told at the first space of a site
        signs = (*icons(v.board, i), *standing(v, v.board.site[i]))
        spots[len(RETURNS) + i] = space(v.board, i, signs)
    pieces = [knight(v, q, RETURNS[v.chairs[q]]) for q in range(v.players) if v.chairs[q] != NOWHERE]
    pieces += travellers(v)
    if v.fetched == NOBODY:
        face = Face("Excalibur", "sword-in-stone", "counter", "gold", text="Reach it to win the Excalibur Sword.")
        pieces.append(Piece("excalibur", "Excalibur counter", face, spot=f"lake.{v.excalibur}", shape="token"))
    return Area("ring", "The journey", "ring", tuple(pieces), tuple(spots), whirlpools(v), regions=REGIONS)


@cache
def seats(board: Board) -> tuple[Spot, ...]:
    at = places(board)
    return tuple(
        Spot(
            name,
            f"{i + 1} {name_of.capitalize()}",
            *at[name],
            "seat",
            (Mark(CHAIR_LOOKS[name_of].icon, GIFTS[i]),),
            wide=2.2,
        )
        for i, (name, name_of) in enumerate(zip(RETURNS, CHAIRS, strict=True))
    )


@cache
def grounds(board: Board) -> tuple[Spot, ...]:
    return (*seats(board), *(space(board, i, icons(board, i)) for i in range(len(board.spaces))))


@cache
def entrances(board: Board) -> tuple[int, ...]:
    return tuple(i for i, number in enumerate(board.number) if number <= 1)


@lru_cache(1024)
def space(board: Board, i: int, signs: tuple[Mark, ...]) -> Spot:
    """A space of the road; where a site has several only the number is written."""
    name, number = board.spaces[i], str(board.number[i])
    label = space_label(name)
    short, wide = (number, 1.0) if board.site[i] in TRACKS else ("", 2.3)
    return Spot(name, label, *places(board)[name], SITES[board.site[i]], signs, short, wide=wide)


def space_label(name: str) -> str:
    return capital(words.space_word(name).removeprefix("Stronghold, "))


def travellers(v: LancelotState) -> list[Piece]:
    """The knights on the road; in a stack or row the bottom one comes first and is marked."""
    road = sorted((q for q in range(v.players) if v.at[q] != TABLE), key=v.places.__getitem__)
    out = []
    for n, q in enumerate(road):
        shares = any(v.at[other] == v.at[q] for other in road[n + 1 :])
        first = shares and all(v.at[other] != v.at[q] for other in road[:n])
        out.append(knight(v, q, v.board.spaces[v.at[q]], mark=MOVES_FIRST if first else None))
    return out


def whirlpools(v: LancelotState) -> str:
    if v.fetched != NOBODY:
        return f"{words.colour(v, v.fetched)} has the Excalibur counter"
    pools = "+".join(str(v.board.deed(t).whirlpools) for t in v.dragon) or "0"
    return f"Excalibur on Lake {v.excalibur}, from whirlpools {pools}"


@cache
def icons(board: Board, space: int) -> tuple[Mark, ...]:
    site, number = board.site[space], board.number[space]
    out = [Mark(GOOD_LOOKS[GOODS[good]].icon, GOOD_LOOKS[GOODS[good]].name) for good in board.icons[space]]
    if site == DISTANT:
        out += [
            Mark(GOOD_LOOKS[card].icon, words.MANY[card]) for card in (CARDS[WHARVES[number - 1] - LADIES], "plots")
        ]
    elif site == ISLE and number == 2:
        out.append(Mark(GOOD_LOOKS["magic"].icon, "Magic"))
    elif site in EFFECTS and site not in TRACKS:
        out.append(Mark(SITE_LOOKS[SITES[site]].icon, EFFECTS[site]))
    return tuple(out)


sign: Final = lru_cache(1024)(Mark)  # the same one for the same words, so that a space is the same until they change


def standing(v: LancelotState, site: int) -> list[Mark]:
    """Whose advantage, visitors and counters belong to a site."""
    out = []
    owner = v.advantages[SYMBOLS[site]] if site in SYMBOLS else NOBODY
    if owner != NOBODY:
        out.append(
            sign("plain-circle", f"{CHAIRS[SYMBOLS[site]].capitalize()}: {words.colour(v, owner)}", "good", owner)
        )
    if site == LAKE:
        entered = f"{words.colour(v, v.lake)} has entered" if v.lake != NOBODY else "open to 1 player"
        out.append(sign("vortex", entered, "bad" if v.lake != NOBODY else "good"))
    elif site == DRAGON:
        out.append(sign("dragon-head", dragon_note(v)))
    elif site == MORGANA:
        sides = [f"{words.colour(v, q)} {MORGANA_SIDES[v.morgana[q]]}" for q in range(v.players) if v.morgana[q] != OFF]
        out += [sign("warlock-eye" if side.endswith("eye") else "semi-closed-eye", side) for side in sides]
    elif site == GRAIL:
        for q in range(v.players):
            why = must_leave(v, q) if v.at[q] == v.board.grail else ""
            if why:
                out.append(sign("cross-mark", f"{words.colour(v, q)} may not remain", "bad"))
    return out
