"""Lancelot on the table: the ring of sites with the knights on their way, and the order in which they move."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from roundtable.engine.grammar import capital
from roundtable.scene import Area, Face, Mark, Piece, Spot, drawn

from .. import words
from ..board import RETURNS, TABLE, Board
from ..cards import (
    BEDIVERE,
    CARDS,
    CHAIR_LOOKS,
    CHAIRS,
    DISTANT,
    DRAGON,
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
SYMBOLS: Final = {JOUST: BEDIVERE, STRONGHOLD: GAWAIN, DRAGON: MALEAGANT, DISTANT: TRISTAN}


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
    """Where each space is drawn: the table on top, then clockwise down, along the bottom (the Lake) and up again."""
    joust = board.site.count(JOUST)
    depth = max(board.number[i] for i, site in enumerate(board.site) if site == STRONGHOLD)
    right, quay = 11.0, joust + depth + 2.0
    out = {name: (1.0 + i * 1.2, 0.0) for i, name in enumerate(RETURNS)}
    for i, name in enumerate(board.spaces):
        site, k = board.site[i], board.number[i]
        if site == JOUST:
            out[name] = (right, float(k))
        elif site == STRONGHOLD:
            out[name] = (right - 2 + board.tracks.index(name.split(".")[1]), joust + 0.5 + k)
        elif site in (DISTANT, ISLE):
            out[name] = (right + 1 - k - (4 if site == ISLE else 0), quay)
        elif site == LAKE:
            out[name] = (right - 3 - k, quay + 1.5)
        else:
            out[name] = (0.0, quay - (site - PERCIVAL) * (quay - 1.5) / (GRAIL - PERCIVAL))
    left, bottom = min(x for x, _ in out.values()), quay + 1.5
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
    return Area("ring", "The journey", "ring", tuple(pieces), tuple(spots), whirlpools(v))


@cache
def seats(board: Board) -> tuple[Spot, ...]:
    at = places(board)
    return tuple(
        Spot(name, f"{i + 1} {name_of.capitalize()}", *at[name], "seat", (Mark(CHAIR_LOOKS[name_of].icon, GIFTS[i]),))
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
    """A space of the road; on those that follow one of the same name only the number is written."""
    name, number = board.spaces[i], str(board.number[i])
    label = space_label(name)
    follows = i > 0 and label.removesuffix(number) == space_label(board.spaces[i - 1]).rstrip("0123456789")
    return Spot(name, label, *places(board)[name], SITES[board.site[i]], signs, number if follows else "")


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
    return tuple(out)


sign: Final = lru_cache(1024)(Mark)  # the same one for the same words, so that a space is the same until they change


def standing(v: LancelotState, site: int) -> list[Mark]:
    """Whose advantage, visitors and counters belong to a site."""
    out = []
    owner = v.advantages[SYMBOLS[site]] if site in SYMBOLS else NOBODY
    if owner != NOBODY:
        out.append(sign("plain-circle", f"{CHAIRS[SYMBOLS[site]].capitalize()}: {words.colour(v, owner)}", "good"))
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
