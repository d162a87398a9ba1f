"""Lancelot: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundtable.engine import FIRST_PIECE, BadPosition, Seats, put
from roundtable.engine.flow import Flow, table

from .board import TABLE
from .cards import ADVANTAGES, CHAIR, CHAIRS, COLOURS, DEEDS, FACE_UP, GOOD, MORGANA_SIDES, TILES, TURNS, VIRTUE
from .rules.goods import gain, score, use_disc
from .rules.scoring import Scoring
from .rules.turn import Movement, Quest, Turn, next_place, round_order
from .state import NOBODY, NOWHERE, LancelotState

_TOP: Final = ("knights", "turn", "round", "order", "dragon", "stack", "visitors", "lake", "excalibur", "morgana_used")
_KNIGHT: Final = (
    *("at", "seat", "tour", "pass", "sent_home", "vp", "deeds", "galahad", "percival", "crowns", "advantages"),
    *("morgana", "grail", "sword_of_excalibur", "counter", *GOOD),
)


def arrange(s: LancelotState, asks: str, lies: Mapping[str, Any]) -> None:
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

    A match can be arranged for ``choose_move`` (or, by playing on, for what follows it), ``use_magic``, which begins
    with the use of magic at the end of a turn, and ``choose_tied_category``, which begins with the final scoring.
    """
    knights: Mapping[str, Mapping[str, Any]] = lies.get("knights", {})
    if len(knights) != s.players:
        raise BadPosition(f"name a knight for each of the {s.players} seats")
    _known(lies, _TOP, "a position")
    s.colours = tuple(_one(COLOURS, colour, "colour") for colour in knights)
    s.turn, s.round = int(lies.get("turn", TURNS if asks == "choose_tied_category" else 1)), int(lies.get("round", 2))
    for seat, (colour, knight) in enumerate(knights.items()):
        _known(knight, _KNIGHT, f"the {colour} knight")
        _place(s, seat, colour, knight)
        _own(s, seat, knight)
        _discs(s, seat, knight)
    _tiles(s, lies, knights)
    s.visitors = tuple(_seat(s, colour) for colour in lies.get("visitors", ()))
    s.lake = _seat(s, lies["lake"]) if "lake" in lies else s.fetched
    s.declared = bool(lies.get("morgana_used", False))
    s.excalibur = int(lies.get("excalibur", s.board.excalibur_space(s.dragon)))
    _enter(s, asks, lies)


def _enter(s: LancelotState, asks: str, lies: Mapping[str, Any]) -> None:
    again: tuple[type[Flow], str] = (Quest, "again")
    entries: tuple[tuple[type[Flow], str], ...]
    if asks == "choose_move":
        s.order = _order(s, lies)
        for seat in range(s.players):
            s.home |= (s.at[seat] == TABLE and seat not in s.order) << seat
            s.night |= (s.round - (seat in s.order)) % 2 << seat
        entries = (again, (Turn, "refill"), (Movement, "next_knight"))
    elif NOWHERE in s.chairs:
        raise BadPosition("every knight sits at the Round Table after the movement")
    elif asks == "use_magic":
        entries = (again, (Turn, "magic"))
    elif asks == "choose_tied_category":
        s.round = 0
        entries = ((Scoring, "majorities"),)
    else:
        raise BadPosition(f"arrange choose_move, use_magic or choose_tied_category and play on to {asks!r}")
    s.stack = tuple(flow() for flow, _ in entries)
    s.steps = tuple(table(flow).index[step] for flow, step in entries)


def _order(s: LancelotState, lies: Mapping[str, Any]) -> Seats:
    """Who is still to move: as named, or in round 1 all who sit, later all who are on the road."""
    if "order" in lies:
        return tuple(_seat(s, colour) for colour in lies["order"])
    if s.round == 1:
        return tuple(seat for seat in s.table_order() if s.at[seat] == TABLE)
    s.home = sum(1 << seat for seat in range(s.players) if s.at[seat] == TABLE)
    return round_order(s)


def _known(given: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    for name in given:
        if name not in known:
            raise BadPosition(f"{what} has no {name!r}")


def _one(names: Sequence[str], name: Any, what: str) -> int:
    if name not in names:
        raise BadPosition(f"there is no {what} {name!r}")
    return names.index(name)


def _seat(s: LancelotState, colour: Any) -> int:
    i = _one(COLOURS, colour, "colour")
    if i not in s.colours:
        raise BadPosition(f"no {colour} knight takes part")
    return s.colours.index(i)


def _place(s: LancelotState, seat: int, colour: str, knight: Mapping[str, Any]) -> None:
    if ("at" in knight) == ("seat" in knight):
        raise BadPosition(f"{colour}: name either the space ('at') or the seat of the knight")
    if "seat" in knight:
        s.chairs = put(s.chairs, seat, _one(CHAIRS, knight["seat"], "seat"))
    else:
        space = _one(s.board.spaces, knight["at"], "space")
        s.places = put(s.places, seat, next_place(s, space))
        s.at = put(s.at, seat, space)
    bit = 1 << seat
    s.second |= bit * (knight.get("tour", 1) == 2)
    s.passes |= bit * bool(knight.get("pass", False))
    s.sent |= bit * bool(knight.get("sent_home", False))


def _own(s: LancelotState, seat: int, knight: Mapping[str, Any]) -> None:
    for name, good in GOOD.items():
        gain(s, seat, good, int(knight.get(name, 0)))
    score(s, seat, "virtues", int(knight.get("vp", 0)))
    s.morgana = put(s.morgana, seat, _one(MORGANA_SIDES, knight.get("morgana", "off"), "side of a Morgana counter"))
    s.grail = put(s.grail, seat, int(knight.get("grail", 0)))
    if knight.get("sword_of_excalibur"):
        s.bearer = seat
    if knight.get("counter"):
        s.fetched = seat


def _discs(s: LancelotState, seat: int, knight: Mapping[str, Any]) -> None:
    masks = {name: sum(1 << VIRTUE[_virtue(v)] for v in knight.get(name, ())) for name in ("galahad", "percival")}
    s.galahad = put(s.galahad, seat, masks["galahad"])
    s.percival = put(s.percival, seat, masks["percival"])
    use_disc(s, seat, masks["galahad"].bit_count() + masks["percival"].bit_count())
    for virtue in knight.get("crowns", ()):
        if s.crowns[VIRTUE[_virtue(virtue)]] != NOBODY:
            raise BadPosition(f"the crown of {virtue} has one disc at most")
        s.crowns = put(s.crowns, VIRTUE[virtue], seat)
        use_disc(s, seat)
    for chair in knight.get("advantages", ()):
        if CHAIR.get(chair) not in ADVANTAGES or s.advantages[CHAIR[chair]] != NOBODY:
            raise BadPosition(f"{chair!r} is no advantage, or somebody else's")
        s.advantages = put(s.advantages, CHAIR[chair], seat)
        use_disc(s, seat)


def _virtue(name: Any) -> str:
    if name not in VIRTUE:
        raise BadPosition(f"there is no Virtue {name!r}")
    return str(name)


def _tiles(s: LancelotState, lies: Mapping[str, Any], knights: Mapping[str, Mapping[str, Any]]) -> None:
    """Named tiles where they are named, the others below in the stack; without a name, three of them face up."""
    used: list[int] = []

    def tiles(names: Sequence[str]) -> tuple[int, ...]:
        found = tuple(FIRST_PIECE + _one(DEEDS, name, "deed tile") for name in names)
        for tile in found:
            if tile in used:
                raise BadPosition(f"{DEEDS[tile - FIRST_PIECE]} cannot lie in two places")
            used.append(tile)
        return found

    s.deeds = tuple(tiles(knight.get("deeds", ())) for knight in knights.values())
    s.dragon = tiles(lies.get("dragon", ()))
    next_ones = tiles(lies.get("stack", ()))
    s.deed_stack = (*next_ones, *(tile for tile in TILES if tile not in used))
    if "dragon" not in lies:
        s.dragon, s.deed_stack = s.deed_stack[:FACE_UP], s.deed_stack[FACE_UP:]
