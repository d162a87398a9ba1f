"""Lancelot: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from roundtable.engine import FIRST_PIECE, BadPosition, Seats, put
from roundtable.engine.flow import Flow, table
from roundtable.engine.grammar import listed
from roundtable.engine.parts import Parts

from .board import TABLE
from .cards import (
    ADVANTAGES,
    BLANK,
    CATEGORIES,
    CHAIR,
    CHAIRS,
    COLOURS,
    COUNTERS,
    DEEDS,
    DISTANT,
    DRAGON,
    FACE_UP,
    GALAHAD,
    GOOD,
    JOUST,
    MORGANA,
    MORGANA_SIDES,
    PERCIVAL,
    PRINTED,
    STRONGHOLD,
    TILES,
    TURNS,
    VIRTUE,
    VIRTUES,
)
from .questions import QUESTIONS
from .rules.goods import gain, score, use_disc
from .rules.scoring import Scoring, at_the_top
from .rules.sites import FLOWS, offered
from .rules.table import ROUND_TABLE
from .rules.turn import Movement, Quest, Turn, next_place, round_order
from .state import NOBODY, NOWHERE, LancelotState

# Questions that a site puts to the knight that has just come there: the step that asks, and the sites.
ARRIVED: Final = {
    "choose_counters": ("offer", (JOUST, STRONGHOLD)),
    "choose_cards": ("offer", (DISTANT,)),
    "choose_virtue": ("virtue", (PERCIVAL,)),
    "choose_galahad_virtue": ("virtue", (GALAHAD,)),
    "choose_deed": ("deed", (DRAGON,)),
    "use_morgana": ("power", (MORGANA,)),
}
SEATED: Final = {"take_gift": "gift", "place_crown": "crown"}  # and those of the Round Table
_ROUNDS: Final = 200
_MOST_VP: Final = 500

Frames = tuple[tuple[Flow, str], ...]


def arrange(s: LancelotState, asks: str, lies: Mapping[str, object]) -> None:
    """Lay out knights, possessions, discs and tiles, and enter the turn.

    `lies` may name: ``knights``, one per seat in seat order, colour -> a table (below); ``turn`` (1) and ``round`` (2);
    ``order``: the colours still to move in this round, next one first (as the rules order them); ``dragon``: the tiles
    face up, ``stack``: those face down, next one first; a tile named nowhere lies face down under the named ones;
    ``visitors``: colours that were at the Dragon this turn; ``lake``: the colour that entered the Lake this turn;
    ``excalibur``: the Lake space of the counter (as the whirlpools say); ``morgana_used``: whether her power was used
    this turn.

    A knight: ``at``, a space such as "joust.2", or ``seat``, its seat at the Round Table (in round 1 it has yet to
    leave, later it is back); knights on one space are named from the bottom up, and so are Grail markers; ``tour``: 2,
    ``pass``, ``sent_home``; numbers of "sword", "mace", "lance", "magic", "squire", "ladies", "allied", "enemies",
    "plots"; ``vp``; ``deeds``; ``galahad``, ``percival``, ``crowns``: Virtues with its disc; ``advantages``: seats;
    ``morgana``: "off", "eye" or "blank"; ``grail``: its marker; ``sword_of_excalibur``; ``counter``: it fetched the
    Excalibur counter.

    Besides: ``choose_colour`` has tiles and, instead of knights, ``chosen``, the colours taken so far.
    ``choose_start_seat`` is set-up: knights without a seat have yet to choose, in the ``order`` named.  Questions of
    a site or a seat are put to ``active``, the knight that has just come there (the only one there, unless named);
    ``choose_counters`` has an ``offer`` (what the space shows).  ``use_magic`` begins with the use of magic at
    the end of a turn, or with those of ``order``; ``choose_tied_category`` with the final scoring, or with the
    categories that are still ``open``.
    """
    if asks not in QUESTIONS:
        raise BadPosition(f"there is no question {asks!r}; there are {listed(QUESTIONS)}")
    parts = Parts(lies)
    if asks == "choose_colour":
        _colours_chosen(s, parts)
        return
    knights = parts.named("knights")
    if len(knights.lies) != s.players:
        raise BadPosition(f"knights: a knight for each of the {s.players} seats is wanted, not {len(knights.lies)}")
    for colour in knights.lies:
        if colour not in COLOURS:
            raise knights.refuse(colour, f"there is no such colour; there are {listed(COLOURS)}")
    s.colours = tuple(COLOURS.index(colour) for colour in knights.lies)
    setting_up = asks == "choose_start_seat"
    scoring = asks == "choose_tied_category"
    s.turn = 0 if setting_up else TURNS if scoring else parts.number("turn", 1, 1, TURNS)
    s.round = 0 if setting_up or scoring else parts.number("round", 2, 1, _ROUNDS)
    each = [Parts(knights.get(colour), colour) for colour in knights.lies]
    for seat, knight in enumerate(each):
        _place(s, seat, knight, setting_up)
        _own(s, seat, knight)
        _discs(s, seat, knight)
    _tiles(s, parts, each)
    _turn(s, parts, each, asks)
    for knight in each:
        knight.done("a knight")
    frames = _enter(s, asks, parts)
    parts.done(asks)
    s.stack = tuple(flow for flow, _ in frames)
    s.steps = tuple(table(type(flow)).index[step] for flow, step in frames)


def _colours_chosen(s: LancelotState, parts: Parts) -> None:
    if s.options.colours != "chosen":
        raise BadPosition("choose_colour: at this table the seats have their colours")
    chosen = parts.words("chosen", COLOURS)
    if len(set(chosen)) != len(chosen) or len(chosen) >= s.players:
        raise parts.refuse("chosen", f"different colours are wanted, fewer than {s.players}")
    s.colours = tuple(COLOURS.index(colour) for colour in chosen) + s.colours[len(chosen) :]
    nothing = [Parts({}, colour) for colour in COLOURS[: s.players]]
    _tiles(s, parts, nothing)
    _turn(s, parts, nothing, "choose_colour")
    parts.done("choose_colour")
    s.stack, s.steps = (Quest(),), (table(Quest).index["colours"],)


# -- where the match goes on -------------------------------------------------------------------------------------------


def _enter(s: LancelotState, asks: str, parts: Parts) -> Frames:
    again: tuple[Flow, str] = (Quest(), "again")
    if asks == "choose_start_seat":
        s.order = _colours(s, parts, "order") or tuple(q for q in range(s.players) if s.chairs[q] == NOWHERE)
        if sorted(s.order) != [q for q in range(s.players) if s.chairs[q] == NOWHERE]:
            raise parts.refuse("order", "all knights without a seat are wanted, and no others")
        return ((Quest(), "choose_seat"),)
    if asks == "choose_move":
        s.order = _order(s, parts)
        _sides(s)
        return again, (Turn(), "refill"), (Movement(), "next_knight")
    if asks in ARRIVED or asks in SEATED:
        return again, (Turn(), "refill"), (Movement(), "resolved"), _arrived(s, asks, parts)
    if NOWHERE in s.chairs:
        raise BadPosition("knights: every knight sits at the Round Table after the movement")
    if asks == "use_magic":
        if "order" not in parts:
            return again, (Turn(), "magic")
        s.order = _colours(s, parts, "order")
        return again, (Turn(), "next_use")
    if "open" not in parts:
        return ((Scoring(), "majorities"),)
    s.open = parts.words("open", CATEGORIES)
    s.order = _colours(s, parts, "order") or s.table_order()
    for category in s.open:
        if len(at_the_top(s, category)) < 2:
            raise parts.refuse("open", f"nobody shares the lead in {category}")
    return ((Scoring(), "ties"),)


def _arrived(s: LancelotState, asks: str, parts: Parts) -> tuple[Flow, str]:
    """A knight has just come to a site or to the Round Table."""
    step, sites = ARRIVED.get(asks, (SEATED.get(asks, ""), ()))
    if sites:
        there = [q for q in range(s.players) if s.at[q] != TABLE and s.board.site[s.at[q]] in sites]
    else:
        there = [q for q in range(s.players) if s.at[q] == TABLE]
    active = _colours(s, parts, "active") if "active" in parts else tuple(there)
    if len(active) != 1 or active[0] not in there:
        raise parts.refuse("active", f"one knight that stands where {asks} is asked is wanted")
    seat = s.active = active[0]
    s.order = _colours(s, parts, "order")
    if seat in s.order:
        raise parts.refuse("order", f"the {COLOURS[s.colours[seat]]} knight has moved")
    _sides(s)
    if not sites:
        return ROUND_TABLE, step
    if asks == "choose_counters":
        shown = offered(s, TABLE, s.at[seat])[-len(s.board.icons[s.at[seat]]) :]
        s.offer = parts.words("offer", COUNTERS) if "offer" in parts else shown
    return FLOWS[s.board.site[s.at[seat]]], step


def _sides(s: LancelotState) -> None:
    """Who is home, and which side every knight shows: that tells whether it has moved in this round."""
    for seat in range(s.players):
        s.home |= (s.at[seat] == TABLE and seat not in s.order) << seat
        s.night |= (s.round - (seat in s.order)) % 2 << seat


def _order(s: LancelotState, parts: Parts) -> Seats:
    """Who is still to move: as named, or in round 1 all who sit, later all who are on the road."""
    if "order" in parts:
        return _colours(s, parts, "order")
    if s.round == 1:
        return tuple(seat for seat in s.table_order() if s.at[seat] == TABLE)
    s.home = sum(1 << seat for seat in range(s.players) if s.at[seat] == TABLE)
    return round_order(s)


def _colours(s: LancelotState, parts: Parts, name: str, once: bool = True) -> Seats:
    """Seats by the colours of their knights: one colour, or a list of them."""
    given = parts.get(name, ())
    items = Parts({name: [given] if isinstance(given, str) else given}, parts.where)
    riding = tuple(COLOURS[i] for i in s.colours)
    seats = tuple(riding.index(colour) for colour in items.words(name, riding))
    if once and len(set(seats)) != len(seats):
        raise parts.refuse(name, "a knight is named twice")
    return seats


# -- what lies where ---------------------------------------------------------------------------------------------------


def _place(s: LancelotState, seat: int, knight: Parts, setting_up: bool) -> None:
    if ("at" in knight) + ("seat" in knight) != 1 and not (setting_up and "at" not in knight):
        raise BadPosition(f"{knight.where}: name either the space ('at') or the seat of the knight")
    bit = 1 << seat
    if "seat" in knight:
        s.chairs = put(s.chairs, seat, CHAIR[knight.word("seat", CHAIRS)])
    elif "at" in knight:
        space = s.board.named[knight.word("at", s.board.spaces)]
        s.places = put(s.places, seat, next_place(s, space))
        s.at = put(s.at, seat, space)
        s.second |= bit * (knight.number("tour", 1, 1, 2) == 2)
        s.passes |= bit * knight.flag("pass")
        s.sent |= bit * knight.flag("sent_home")
        if s.sent & bit and space != s.board.grail:
            raise knight.refuse("sent_home", "only from the Grail a knight is sent home")
        if s.passes & s.second & bit:
            raise knight.refuse("pass", "the second tour has begun already")


def _own(s: LancelotState, seat: int, knight: Parts) -> None:
    for name, good in GOOD.items():
        n = knight.number(name, 0, 0, PRINTED[good])
        if n > s.reserve[good]:
            raise knight.refuse(name, f"there are only {PRINTED[good]} of them in all")
        gain(s, seat, good, n)
    score(s, seat, "virtues", knight.number("vp", 0, 0, _MOST_VP))
    s.morgana = put(s.morgana, seat, MORGANA_SIDES.index(knight.word("morgana", MORGANA_SIDES, "off")))
    if s.passes >> seat & 1 and s.morgana[seat] != BLANK:
        raise knight.refuse("pass", "a second tour is Morgana's: name her counter ('morgana': 'blank')")
    s.grail = put(s.grail, seat, knight.number("grail", 0, 0, s.board.grail_last))
    if knight.flag("sword_of_excalibur"):
        if s.bearer != NOBODY:
            raise knight.refuse("sword_of_excalibur", f"{COLOURS[s.colours[s.bearer]]} has it")
        s.bearer = seat
    if knight.flag("counter"):
        if s.fetched != NOBODY:
            raise knight.refuse("counter", f"{COLOURS[s.colours[s.fetched]]} has it")
        s.fetched = seat


def _discs(s: LancelotState, seat: int, knight: Parts) -> None:
    for name in ("galahad", "percival"):
        virtues = knight.words(name, VIRTUES)
        if len(set(virtues)) != len(virtues):
            raise knight.refuse(name, "a Virtue is named twice")
        mask = sum(1 << VIRTUE[virtue] for virtue in virtues)
        if name == "percival" and mask & s.galahad[seat]:
            raise knight.refuse(name, "a Virtue has one disc of a knight, at Galahad or at Percival")
        setattr(s, name, put(getattr(s, name), seat, mask))
        use_disc(s, seat, len(virtues))
    for virtue in knight.words("crowns", VIRTUES):
        if s.crowns[VIRTUE[virtue]] != NOBODY:
            raise knight.refuse("crowns", f"the crown of {virtue} has one disc at most")
        s.crowns = put(s.crowns, VIRTUE[virtue], seat)
        use_disc(s, seat)
    for chair in knight.words("advantages", tuple(CHAIRS[chair] for chair in ADVANTAGES)):
        if s.advantages[CHAIR[chair]] != NOBODY:
            raise knight.refuse("advantages", f"{chair} has one disc at most")
        s.advantages = put(s.advantages, CHAIR[chair], seat)
        use_disc(s, seat)
    if s.discs[seat] < 0:
        raise BadPosition(f"{knight.where}: more discs are named than a knight has")


def _tiles(s: LancelotState, parts: Parts, knights: Sequence[Parts]) -> None:
    """Named tiles where they are named, the others below in the stack; without a name, three of them face up."""
    used: list[int] = []

    def tiles(where: Parts, name: str) -> tuple[int, ...]:
        found = tuple(FIRST_PIECE + DEEDS.index(deed) for deed in where.words(name, DEEDS))
        for tile in found:
            if tile in used:
                raise where.refuse(name, f"{DEEDS[tile - FIRST_PIECE]} cannot lie in two places")
            used.append(tile)
        return found

    s.deeds = tuple(tiles(knight, "deeds") for knight in knights)
    s.dragon = tiles(parts, "dragon")
    if len(s.dragon) > FACE_UP:
        raise parts.refuse("dragon", f"{FACE_UP} tiles lie face up at most")
    next_ones = tiles(parts, "stack")
    s.deed_stack = (*next_ones, *(tile for tile in TILES if tile not in used))
    if "dragon" not in parts:
        s.dragon, s.deed_stack = s.deed_stack[:FACE_UP], s.deed_stack[FACE_UP:]


def _turn(s: LancelotState, parts: Parts, knights: Sequence[Parts], asks: str) -> None:
    """What has happened in this turn."""
    if not s.round:
        s.excalibur = s.board.excalibur_space(s.dragon)
        return
    standing = tuple(seat for seat in range(s.players) if s.at[seat] == s.board.dragon)
    s.visitors = _colours(s, parts, "visitors", once=False) if "visitors" in parts else standing
    if asks == "choose_deed":  # the visit is counted when the deed is done
        s.visitors = tuple(seat for seat in s.visitors if seat not in standing)
    elif not set(standing) <= set(s.visitors):
        raise parts.refuse("visitors", "whoever stands at the Dragon has visited it")
    bathing = [seat for seat in range(s.players) if s.at[seat] != TABLE and s.board.spaces[s.at[seat]][:5] == "lake."]
    entered = _colours(s, parts, "lake") if "lake" in parts else tuple(bathing[:1])
    if len(entered) > 1 or len(bathing) > 1:
        raise parts.refuse("lake", "the Lake is for one player in a turn")
    s.lake = entered[0] if entered else s.fetched
    if s.fetched not in (NOBODY, s.lake):
        raise knights[s.fetched].refuse("counter", "whoever entered the Lake has the counter")
    s.declared = parts.flag("morgana_used", bool(s.passes))
    lowest = s.board.excalibur_space(s.dragon)
    s.excalibur = parts.number("excalibur", lowest, 1, s.board.lake_length)
