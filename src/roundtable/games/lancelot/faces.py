"""Lancelot: the faces of knights, markers, goods, deeds and Virtues, on the table and in print."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from roundtable.scene import Arms, Face, Mark, Piece, Shape

from . import words
from .board import Deed
from .cards import CARDS, COLOURS, GOOD_LOOKS, VIRTUE_LOOKS, WEAPONS

TINTS: Final = ("#a32a22", "#2f7a5c", "#c79a2b", "#2c4c86")
PATTERNS: Final = ("plain", "barry", "paly", "lozengy")
CHARGES: Final = ("lion", "oak-leaf", "sun", "fleur-de-lys")


@cache
def arms(i: int) -> Arms:
    if i < 0:
        return Arms("?", "#8a8a8a", blank=True)
    return Arms(COLOURS[i][0].upper(), TINTS[i], PATTERNS[i], CHARGES[i])


@lru_cache(4096)
def figure(i: int, q: int, night: bool, spot: str, id: str, mark: Mark | None) -> Piece:
    side = "night" if night else "day"
    name = COLOURS[i].capitalize()
    face = Face(name, "mounted-knight", "knight", TINTS[i], PATTERNS[i], COLOURS[i][0].upper())
    signs = (Mark("moon" if night else "sun", f"{side} side"),)
    shown = (*signs, mark) if mark else signs
    return Piece(id, f"{name} knight, {side} side", face, spot=spot, owner=q, marks=shown, shape="figure")


def deed_face(deed: Deed) -> Face:
    price = words.cost_words(deed.cost, deed.excalibur)
    pools = f"whirlpools {deed.whirlpools}"
    return Face(
        f"Deed {deed.name[-2:]}", "dragon-head", "deed", "rubric", "plain", f"{deed.vp}", pools, f"Pay {price}."
    )


def price(deed: Deed) -> tuple[Mark, ...]:
    """What a deed asks for, a sign for each."""
    goods = [good for good, n in zip((*WEAPONS, "magic"), deed.cost, strict=True) for _ in range(n)]
    shown = (Mark("shining-sword", "shows Excalibur"),) if deed.excalibur else ()
    return (*(Mark(GOOD_LOOKS[good].icon, f"costs 1 {good}") for good in goods), *shown)


@lru_cache
def tile(deed: Deed, payable: bool = False) -> Piece:
    signs = (*price(deed), *((Mark("check-mark", "you can complete it", "lit"),) if payable else ()))
    return Piece(
        deed.name, f"Deed {deed.name[-2:]}: {words.deed_words(deed)}", deed_face(deed), back="deed", marks=signs
    )


@lru_cache(4096)
def virtue_row(
    name: str,
    low: int,
    high: int,
    crown: str,
    discs: tuple[tuple[int, str, bool], ...],
    terms: tuple[tuple[str, bool], ...],
) -> Piece:
    look = VIRTUE_LOOKS[name]
    out = [Mark("crown", f"crown: {crown}")] if crown else []
    for q, colour, learnt in discs:
        if learnt:
            out.append(Mark("prayer", f"{colour} has learnt it", "good", q))
        else:
            out.append(Mark("plain-circle", f"{colour} at Galahad", "", q))
    out += [Mark("check-mark" if met else "cross-mark", word, "good" if met else "bad") for word, met in terms]
    face = Face(look.name, look.icon, "virtue", look.tincture, look.pattern, str(low), str(high), look.text)
    return Piece(f"virtue-{name}", f"{look.name}, {low} or {high} VP: {look.text}", face, marks=tuple(out))


@lru_cache(1024)
def marker(i: int, q: int, track: str, spot: str, icon: str, at: int) -> Piece:
    name = COLOURS[i].capitalize()
    face = Face(name, icon, "marker", TINTS[i], PATTERNS[i], COLOURS[i][0].upper())
    return Piece(f"{track}-{q}", f"{name} at {at}", face, spot=spot, owner=q, shape="figure")


@lru_cache(1024)
def heap(good: str, left: int) -> Piece:
    shape: Shape = "card" if good in CARDS else "token"
    face = good_face(good, "card" if good in CARDS else "counter")
    return Piece(f"reserve-{good}", f"{words.count(left, good)} left", face, shape=shape, count=left)


def good_face(good: str, kind: str, value: str = "") -> Face:
    look = GOOD_LOOKS[good]
    return Face(look.name, look.icon, kind, look.tincture, look.pattern, value, text=look.text)
