"""Lancelot on the table: the deeds of the Dragon, the Virtues board, the tracks and the reserve."""

from __future__ import annotations

from functools import cache

from roundtable.engine.grammar import count, listed
from roundtable.scene import Area, Face, Piece, Spot, drawn

from .. import words
from ..cards import GOODS, TILE, VIRTUES
from ..faces import heap, marker, tile, virtue_row
from ..reasons import terms as terms_of
from ..rules.scoring import grail_leader
from ..rules.sites import dragon_has_room
from ..state import NO_COLOUR, NOBODY, LancelotState


@drawn("players", "options", "board", "colours", "visitors", "dragon", "deed_stack")
def dragon(v: LancelotState, payable: tuple[str, ...]) -> Area:
    """The tiles face up, those the viewer can pay aglow, and the stack."""
    up = [tile(v.board.deed(t), TILE[t] in payable) for t in v.dragon]
    down = (Piece("deed-stack-0", "a face-down deed", back="deed"),) if v.deed_stack else ()
    left = f"{len(v.deed_stack)} in the stack"
    return Area("dragon", "Deeds of the Dragon", "row", (*up, *down), note=f"{dragon_note(v)} · {left}")


def dragon_note(v: LancelotState) -> str:
    been = listed(
        (words.colour(v, q) + " twice" * (v.visitors.count(q) > 1) for q in dict.fromkeys(v.visitors)), "nobody"
    )
    open_to = (
        "" if any(dragon_has_room(v, q) for q in range(v.players) if q not in v.visitors) else ", closed to others"
    )
    return f"2 {v.options.site_limits_count} per turn: {been} so far{open_to}"


@drawn("players", "options", "board", "colours", "crowns", "galahad", "percival", "owned", "deeds")
def virtues(v: LancelotState, seat: int | None) -> Area:
    return Area("virtues", "Virtues", "grid", tuple([virtue(v, i, seat) for i in range(len(VIRTUES))]))


def virtue(v: LancelotState, i: int, seat: int | None) -> Piece:
    """A row of the Virtues board: crown, discs, and for the viewer how each term stands."""
    name = VIRTUES[i]
    crown = words.colour(v, v.crowns[i]) if v.crowns[i] != NOBODY else ""
    discs = tuple(
        (q, words.colour(v, q), learnt)
        for q in range(v.players)
        for learnt, mask in ((False, v.galahad[q]), (True, v.percival[q]))
        if mask >> i & 1
    )
    asks = seat is not None and not v.percival[seat] >> i & 1
    terms = tuple(terms_of(v, seat, name)) if seat is not None and asks else ()
    return virtue_row(name, *v.board.values[i], crown, discs, terms)


@cache
def track_spots(track: str, last: int) -> tuple[Spot, ...]:
    return tuple(Spot(f"{track}.{n}", str(n), float(n), 0.0) for n in range(last + 1))


@drawn("board", "colours", "grail", "grail_order")
def grail_track(v: LancelotState) -> Area:
    """Markers on one space lie in the order in which they came, the bottom one first."""
    pieces = tuple(
        marker(v.colours[q], q, "quest", f"quest.{v.grail[q]}", "holy-grail", v.grail[q])
        for q in v.grail_order
        if v.colours[q] != NO_COLOUR
    )
    lead = max(v.grail)
    ahead = count(lead - min(v.grail), "space")
    note = f"{words.colour(v, grail_leader(v))} leads, {ahead} ahead of the last" if lead else "nobody has set out"
    return Area("quest", "Quest for the Grail", "track", pieces, track_spots("quest", v.board.grail_last), note)


@drawn("players", "board", "colours", "tally")
def points_track(v: LancelotState) -> Area:
    """The score; beyond the end of the track it goes round again."""
    last = v.board.vp_track
    spots = [v.points(q) if v.points(q) <= last else (v.points(q) - 1) % last + 1 for q in range(v.players)]
    pieces = tuple(
        marker(v.colours[q], q, "vp", f"vp.{spots[q]}", "laurels", v.points(q))
        for q in range(v.players)
        if v.colours[q] != NO_COLOUR
    )
    return Area("vp", "Virtue Points", "track", pieces, track_spots("vp", last))


@drawn("reserve", "bearer")
def reserve(v: LancelotState) -> Area:
    pieces = [heap(good, left) for good, left in zip(GOODS, v.reserve)]
    if v.bearer == NOBODY:
        face = Face("Excalibur Sword", "shining-sword", "sword", "gold", text="3 VP at the end for its owner.")
        pieces.append(Piece("excalibur-sword", "the Excalibur Sword", face))
    return Area("reserve", "Reserve", "row", tuple(pieces))
