"""Lancelot, 2.4-2.9: the board and the tiles as the data table has them.

The table is a TOML file, `reconstructed_v1.toml` beside this module.  An edition lays its own values over it, down to
a whole board of somebody who owns the printed game; they are checked completely when the game is loaded.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from roundtable.engine import FIRST_PIECE
from roundtable.games.edition import fault, laid_over

from .cards import (
    CHAIRS,
    COUNTERS,
    DEEDS,
    DISTANT,
    DRAGON,
    GOOD,
    GRAIL,
    ISLE,
    JOUST,
    LAKE,
    SITES,
    SLUG,
    STRONGHOLD,
    VIRTUES,
    WEAPONS,
)

BUILT_IN: Final = ("reconstructed_v1",)
STAY: Final = "grail.stay"
RETURNS: Final = tuple(f"table.{chair}" for chair in CHAIRS)
TABLE: Final = -1  # where a knight is that sits at the Round Table

LONGEST: Final = 30  # of a track of spaces; keeps a match within its limit (R45)


class Deed:
    """2.7 A tile: what it costs (swords, maces, lances, magic; Excalibur is only shown), and what it is worth."""

    def __init__(self, name: str, cost: tuple[int, ...], excalibur: bool, vp: int, whirlpools: int) -> None:
        self.name = name
        self.cost = cost
        self.excalibur = excalibur
        self.vp = vp
        self.whirlpools = whirlpools
        # R23: what is left to pay with Maleagant, for each kind of weapon the tile asks for.
        self.waived = tuple(
            (weapon, tuple(n - (j == i) for j, n in enumerate(cost))) for i, weapon in enumerate(WEAPONS) if cost[i]
        )


class Board:
    """2.3-2.8 Spaces are numbered along the path, so that a higher number is farther ahead (4.3).

    Within the Stronghold the tracks follow each other from left to right (R11), and no way leads from one to another
    (R7).
    """

    def __init__(
        self,
        joust: Sequence[tuple[int, ...]],
        stronghold: Sequence[tuple[str, Sequence[tuple[int, ...]]]],
        lake: int,
        vp_track: int,
        grail_track: int,
        values: Sequence[tuple[int, int]],
        deeds: Sequence[Deed],
    ) -> None:
        self.lake_length = lake
        self.vp_track = vp_track
        self.grail_last = grail_track
        self.values = tuple(values)  # of the Virtues: low, high
        self.deeds = tuple(deeds)
        self.tracks = tuple(track for track, _ in stronghold)  # from left to right
        spaces: list[tuple[str, int, int, tuple[int, ...]]] = []  # name, site, number on its track, icons
        spaces += [(f"joust.{k}", JOUST, k, icons) for k, icons in enumerate(joust, 1)]
        for track, steps in stronghold:
            spaces += [(f"stronghold.{track}.{k}", STRONGHOLD, k, icons) for k, icons in enumerate(steps, 1)]
        spaces += [(f"distant.{k}", DISTANT, k, ()) for k in (1, 2, 3)]
        spaces += [(f"merlin.{k}", ISLE, k, ()) for k in (1, 2)]
        spaces += [(f"lake.{k}", LAKE, k, ()) for k in range(1, lake + 1)]
        spaces += [(SITES[site], site, 1, ()) for site in range(LAKE + 1, GRAIL + 1)]
        self.spaces = tuple(name for name, _, _, _ in spaces)
        self.site = tuple(site for _, site, _, _ in spaces)
        self.number = tuple(number for _, _, number, _ in spaces)
        self.icons = tuple(icons for _, _, _, icons in spaces)
        self.named = {name: i for i, name in enumerate(self.spaces)}
        self.lake = self.named["lake.1"]
        self.dragon = self.named["dragon"]
        self.morgana = self.named["morgana"]
        self.grail = self.named["grail"]
        self.entries = tuple(self._entries(site, False) for site in range(GRAIL + 1))
        self.fast_entries = tuple(self._entries(site, True) for site in range(GRAIL + 1))
        self._ways: dict[int, tuple[str, ...]] = {}

    def __reduce__(self) -> tuple[Callable[[str], Board], tuple[str]]:
        """A state sent to another process finds the board there."""
        return board, (next(name for name, known in BOARDS.items() if known is self),)

    def _entries(self, site: int, fast: bool) -> tuple[str, ...]:
        """R2: where a site can be entered; `fast` with the second spaces of the tracks (`advance_on_entry`)."""
        last = 3 if site == DISTANT else 2 if fast and site in (JOUST, STRONGHOLD) else 1
        return tuple(self.spaces[i] for i in range(len(self.spaces)) if self.site[i] == site and self.number[i] <= last)

    def further(self, at: int, fast: bool) -> tuple[int, ...]:
        """4.4 Spaces further along the track one stands on; never along the Lake (R4) or beyond the end."""
        site = self.site[at]
        reach = {JOUST: 1 + fast, STRONGHOLD: 1 + fast, DISTANT: 2, ISLE: 1}.get(site, 0)
        ahead = range(at + 1, min(at + reach + 1, len(self.spaces)))
        return tuple(j for j in ahead if self.site[j] == site and self.number[j] == self.number[at] + j - at)

    def ways(
        self, at: int, joust: bool, stronghold: bool, on_entry: bool, lake: bool, dragon: bool, again: bool
    ) -> tuple[str, ...]:
        """4.4 The destinations of a knight apart from the Round Table and remaining at the Grail; computed once each.

        `joust`, `stronghold`: two spaces per move there; `on_entry`: on entering as well; `lake`, `dragon`: whether
        they are open; `again`: whether a second tour may begin.
        """
        key = at << 6 | joust << 5 | stronghold << 4 | on_entry << 3 | lake << 2 | dragon << 1 | again
        found = self._ways.get(key)
        if found is None:
            site = self.site[at] if at != TABLE else 0
            fast = {JOUST: joust, STRONGHOLD: stronghold}
            names = [self.spaces[j] for j in self.further(at, fast.get(site, False))] if at != TABLE else []
            sites = [*range(site + 1, GRAIL + 1), *range(1, site if again else 1)]
            for other in sites:
                if (other != LAKE or lake) and (other != DRAGON or dragon):
                    names += (self.fast_entries if on_entry and fast.get(other, False) else self.entries)[other]
            found = self._ways[key] = tuple(names)
        return found

    def deed(self, tile: int) -> Deed:
        return self.deeds[tile - FIRST_PIECE]

    def excalibur_space(self, face_up: tuple[int, ...]) -> int:
        """2.8 Which space of the Lake the whirlpools point to (R39)."""
        return min(self.lake_length, max(1, sum(self.deed(tile).whirlpools for tile in face_up)))


# -- reading and checking the table ------------------------------------------------------------------------------------


def board(data_set: str) -> Board:
    """The board of a data set, as the edition of this process has it.

    >>> b = board("reconstructed_v1")
    >>> b.spaces[0], b.spaces[-1], b.values[5], b.deed(10_000).cost
    ('joust.1', 'grail', (4, 6), (3, 0, 0, 0))
    """
    return BOARDS[data_set]


def printed(table: Mapping[str, object]) -> Board:
    """The board that a data table spells; a wrong value is refused by the name of its field."""
    return Board(
        _spaces(table["joust"], "joust"),
        _stronghold(table["stronghold"]),
        _whole(table["lake"], 1, LONGEST, "lake"),
        _whole(table["vp_track"], 10, 1000, "vp_track"),
        _whole(table["grail_track"], 1, 100, "grail_track"),
        _values(table["virtues"]),
        _deeds(table["deeds"]),
    )


def _read(name: str) -> Mapping[str, object]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def _keys(table: object, needed: Sequence[str], allowed: Sequence[str], *field: str | int) -> dict[str, object]:
    """The table, if it has these fields and no others."""
    if not isinstance(table, dict):
        raise fault(SLUG, "not a table", *field)
    for key in table:
        if key not in needed and key not in allowed:
            raise fault(SLUG, f"there is no such field; there are: {', '.join((*needed, *allowed))}", *field, key)
    for key in needed:
        if key not in table:
            raise fault(SLUG, "missing", *field, key)
    return table


def _whole(value: object, lo: int, hi: int, *field: str | int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not lo <= value <= hi:
        raise fault(SLUG, f"{value!r} is not a whole number from {lo} to {hi}", *field)
    return value


def _spaces(value: object, *field: str | int) -> list[tuple[int, ...]]:
    if not isinstance(value, list) or not 1 <= len(value) <= LONGEST:
        raise fault(SLUG, f"not a list of 1 to {LONGEST} spaces", *field)
    for k, icons in enumerate(value, 1):
        if not isinstance(icons, list) or not all(icon in COUNTERS for icon in icons) or len(icons) > 4:
            names = ", ".join(COUNTERS)
            raise fault(SLUG, f"space {k}: {icons!r} is not a list of up to four of {names}", *field)
    return [tuple(GOOD[icon] for icon in icons) for icons in value]


def _stronghold(value: object) -> list[tuple[str, list[tuple[int, ...]]]]:
    if not isinstance(value, list) or len(value) != 3:
        raise fault(SLUG, "not a list of three tracks", "stronghold")
    out: list[tuple[str, list[tuple[int, ...]]]] = []
    for i, given in enumerate(value, 1):
        entry = _keys(given, ("track", "spaces"), (), "stronghold", i)
        track = entry["track"]
        if not isinstance(track, str) or track not in WEAPONS or any(track == other for other, _ in out):
            raise fault(SLUG, f"{track!r} is not one of {', '.join(WEAPONS)}, each once", "stronghold", i, "track")
        out.append((track, _spaces(entry["spaces"], "stronghold", i, "spaces")))
    return out


def _values(value: object) -> list[tuple[int, int]]:
    table = _keys(value, VIRTUES, (), "virtues")
    out = []
    for virtue in VIRTUES:
        entry = _keys(table[virtue], ("low", "high"), ("name", "icon", "text"), "virtues", virtue)
        low = _whole(entry["low"], 0, 50, "virtues", virtue, "low")
        out.append((low, _whole(entry["high"], low, 50, "virtues", virtue, "high")))
    return out


def _deeds(value: object) -> list[Deed]:
    table = _keys(value, DEEDS, (), "deeds")
    out = []
    for name in DEEDS:
        entry = _keys(table[name], ("vp", "whirlpools"), (*WEAPONS, "magic", "excalibur"), "deeds", name)
        cost = tuple(_whole(entry.get(good, 0), 0, 12, "deeds", name, good) for good in (*WEAPONS, "magic"))
        excalibur = entry.get("excalibur", False)
        if not isinstance(excalibur, bool):
            raise fault(SLUG, f"{excalibur!r} is not true or false", "deeds", name, "excalibur")
        if not any(cost):
            raise fault(SLUG, "a deed costs at least one weapon or magic", "deeds", name)
        vp = _whole(entry["vp"], 0, 20, "deeds", name, "vp")
        out.append(Deed(name, cost, excalibur, vp, _whole(entry["whirlpools"], 0, 20, "deeds", name, "whirlpools")))
    return out


BOARDS: Final = {name: printed(laid_over(SLUG, _read(name))) for name in BUILT_IN}
