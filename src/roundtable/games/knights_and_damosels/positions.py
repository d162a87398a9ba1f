"""Knights & Damosels: arranging positions for tests, puzzles and bug reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundtable.engine import ALL, BadPosition, Flow, peek, put
from roundtable.engine.flow import table

from .cards import BIT, CHIVALRY, DAMOSEL_IDS, DISASTER, EVENT_PIECES, EVENT_TYPE, KNIGHT_IDS, NAMED, PIECE, SERVICE
from .rules import QUESTIONS
from .rules.camlann import SIDES, Camlann, immunity
from .rules.knight import KnightPhase
from .rules.rounds import Camelot, Round, recognise, seat_damosels
from .rules.service import Disaster, Service, Worship
from .state import ARTHUR, NOBODY, DamoselsState

KEYS: Final = (
    "players", "absent", "merlin", "round", "phase", "event", "deck", "passed", "display", "held", "refused", "jousted",
    "turn", "offered", "service_card", "order", "sides", "battle", "calm",
)  # fmt: skip
PHASES: Final = {  # question -> where a match arranged for it begins, unless `phase` says otherwise
    "arthur_discard_event": "event",
    "merlin_choose_event": "event",
    "damosel_give": "damosel",
    "knight_select": "knight",
    "merlin_take": "knight",
    "joust_reselect": "knight",
    "joust_thrust": "knight",
    "service_offer": "service",
    "joust_reoffer": "service",
    "disaster_faces": "service",
    "worship_faces": "worship",
    "camlann_draw": "end",
    "camlann_side": "end",
    "camlann_fight": "camlann",
    "": "end",
}


def arrange(s: DamoselsState, asks: str, lies: Mapping[str, Any]) -> None:
    """Lay out a court in the middle of a round.

    `lies` may name: ``players``, one per seat: {"knight", "damosel", "worship", "row": [cards], "wounded": [cards]}, by
    default the knights and damosels in the order of the tables, 1 worship and no cards; ``absent``, the order of the
    unused damosels; ``merlin``, a seat (by default the last); ``round``; ``event``; ``deck``, the events on top of the
    pile; ``passed``, the two events that Merlin has; ``display``, the gifts slot by slot; ``held`` and ``refused``,
    slot number -> seat; ``jousted``, slot numbers or chivalries; ``turn``, the seat that comes next in the Knight or
    Service phase; ``offered``, chivalry -> seat; ``service_card``, 1 to 3; ``order``, the ranking before Camlann;
    ``sides``, "arthur" or "mordred" per seat; ``battle`` and ``calm``, rounds fought, and those without a defeat.

    Cards are named as in "isoud:honor".  ``phase`` says where the match begins: event, damosel, knight, service,
    worship, end or camlann; by default where the question belongs ("" is for a game that ends with this round).
    """
    for name in lies:
        if name not in KEYS:
            raise BadPosition(f"unknown part of a position: {name!r}")
    if asks not in PHASES:
        raise BadPosition(f"there is no question {asks!r}")
    assert set(PHASES) == {*QUESTIONS, ""}
    s.phase = lies.get("phase", PHASES[asks])
    if s.phase not in _ENTER:
        raise BadPosition(f"there is no phase {s.phase!r}")
    _seat(s, lies)
    _events(s, {"event": "round_table", **lies} if s.phase in ("damosel", "knight", "service", "worship") else lies)
    _ENTER[s.phase](s, lies)


def _seat(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    players: Sequence[Mapping[str, Any]] = lies.get("players", ({},) * s.players)
    if len(players) != s.players:
        raise BadPosition(f"name {s.players} players")
    for player in players:
        for name in player:
            if name not in ("knight", "damosel", "worship", "row", "wounded"):
                raise BadPosition(f"a player has no {name!r}")
    s.knights = tuple(_index(KNIGHT_IDS, player.get("knight", KNIGHT_IDS[q])) for q, player in enumerate(players))
    damosels = tuple(_index(DAMOSEL_IDS, player.get("damosel", DAMOSEL_IDS[q])) for q, player in enumerate(players))
    if len(set(damosels)) != s.players or len(set(s.knights)) != s.players:
        raise BadPosition("every player has a knight and a damosel of the own")
    unused = tuple(d for d in range(6) if d not in damosels)
    absent = tuple(_index(DAMOSEL_IDS, name) for name in lies.get("absent", ())) or unused
    if sorted(absent) != list(unused):
        raise BadPosition(f"the absent damosels are {[DAMOSEL_IDS[d] for d in unused]}")
    seat_damosels(s, damosels, absent)
    s.worship = tuple(int(player.get("worship", 1)) for player in players)
    if s.options.worship_bank:
        s.bank = s.options.worship_bank - sum(s.worship)
    s.merlin = int(lies.get("merlin", s.players - 1))
    s.round = int(lies.get("round", 1))
    for seat, player in enumerate(players):
        s.rows = put(s.rows, seat, _take(s, player.get("row", ())))
        s.wounded = put(s.wounded, seat, _take(s, player.get("wounded", ())))
        s.has = put(s.has, seat, _mask(s.rows[seat]))


def _events(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    """The events that are not named lie in the pile, as many as it holds in this round, and in the discards."""
    s.event = (_event(lies["event"]),) if "event" in lies else ()
    top = tuple(_event(name) for name in lies.get("deck", ()))
    s.passed = tuple(_event(name) for name in lies.get("passed", ()))
    left = tuple(card for card in EVENT_PIECES if card not in (*s.event, *top, *s.passed))
    events = len(EVENT_PIECES)
    size = events - 3 * ((s.round - 1) % (events // 3) + 1)
    s.deck, s.discards = (*top, *left)[:size], (*top, *left)[size:]


def _event_phase(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    if s.passed:
        s.drawn = (*s.passed, s.discards[0])
        s.discards, s.passed = s.discards[1:], ()
        s.answers = {s.arthur: (next(name for name, piece in PIECE.items() if piece == s.drawn[2]),)}
        _enter(s, (Round, "pass_on"))
        return
    events = len(EVENT_PIECES)
    before = (s.round - 1) % (events // 3)
    size = events - 3 * before if before or s.round == 1 else events % 3
    cards = (*s.deck, *s.discards)
    s.deck, s.discards = cards[:size], cards[size:]
    s.round -= 1
    _enter(s, (Round, "draw"))


def _damosel_phase(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    _enter(s, (Round, "give"))


def _knight_phase(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    gifts = _take(s, lies.get("display", ()))
    slots = len(gifts)
    if not slots:
        raise BadPosition("the Knight phase needs a display")
    s.veiled = True
    s.display = tuple((card,) for card in gifts)
    s.faces = tuple(CHIVALRY[card] for card in gifts)
    held, refused = ({int(slot) - 1: seat for slot, seat in lies.get(key, {}).items()} for key in ("held", "refused"))
    s.holder = tuple(held.get(slot, NOBODY) for slot in range(slots))
    s.refused = tuple(refused.get(slot, NOBODY) for slot in range(slots))
    s.legal = tuple(1 << held[slot] if slot in held else 0 for slot in range(slots))
    recognise(s)
    for slot in refused:
        peek(s, s.display[slot], ALL)
    for slot, seat in held.items():
        s.has = put(s.has, seat, s.has[seat] | 1 << s.faces[slot])
    s.jousted = sum(1 << int(slot) - 1 for slot in lies.get("jousted", ()))
    s.turn = (int(lies.get("turn", s.arthur)) - s.arthur) % s.players
    _enter(s, (Round, "service"), (KnightPhase, "next_knight"))


def _service_phase(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    if EVENT_TYPE[s.event[0]] == DISASTER:
        _enter(s, (Round, "worship"), (Disaster, "faces"))
        return
    if "offered" not in lies and "turn" not in lies:
        _enter(s, (Round, "worship"), (Service, "begin"))
        return
    _offer(s, lies)
    s.jousted = sum(1 << NAMED[name] for name in lies.get("jousted", ()))
    s.turn = (s.merlin - int(lies.get("turn", s.merlin))) % s.players
    _enter(s, (Round, "worship"), (Service, "next_player"))


def _worship_phase(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    _offer(s, lies)
    _enter(s, (Round, "end"), (Worship, "faces"))


def _offer(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    for name, seat in lies.get("offered", {}).items():
        s.offered = put(s.offered, NAMED[name], seat)
        s.filled |= 1 << NAMED[name]
    if "service_card" in lies:
        s.favoured = NAMED[SERVICE[lies["service_card"] - 1][EVENT_TYPE[s.event[0]]]]


def _end(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    _enter(s, (Round, "end"))


def _camlann(s: DamoselsState, lies: Mapping[str, Any]) -> None:
    s.order = tuple(lies.get("order", range(s.players)))
    s.figures = ((0, 0, 0, 0),) * s.players
    s.round = s.options.round_limit
    _events(s, {})
    s.sides = tuple(_index(SIDES, side) for side in lies["sides"])
    if s.sides[s.order[0]] != ARTHUR:
        raise BadPosition("the player ranked first leads Arthur's side")
    s.immune = immunity(s.sides)
    s.battle, s.calm = int(lies.get("battle", 0)), int(lies.get("calm", 0))
    _enter(s, (Round, "after_camlann"), (Camlann, "fight"))


_ENTER: Final = {
    "event": _event_phase,
    "damosel": _damosel_phase,
    "knight": _knight_phase,
    "service": _service_phase,
    "worship": _worship_phase,
    "end": _end,
    "camlann": _camlann,
}


def _enter(s: DamoselsState, *entries: tuple[type[Flow], str]) -> None:
    places = ((Camelot, "again"), *entries)
    s.stack = tuple(flow() for flow, _ in places)
    s.steps = tuple(table(flow).index[step] for flow, step in places)


def _index(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise BadPosition(f"{name!r} is none of {', '.join(names)}")
    return names.index(name)


def _event(name: str) -> int:
    if PIECE.get(name) not in EVENT_PIECES:
        raise BadPosition(f"there is no event {name!r}")
    return PIECE[name]


def _take(s: DamoselsState, names: Sequence[str]) -> tuple[int, ...]:
    """Take cards out of the piles."""
    cards = []
    for name in names:
        card = PIECE.get(name, -1)
        home = next((d for d, pile in enumerate(s.piles) if card in pile), -1)
        if home < 0:
            raise BadPosition(f"the card {name!r} does not exist or lies elsewhere already")
        s.piles = put(s.piles, home, tuple(other for other in s.piles[home] if other != card))
        cards.append(card)
    return tuple(cards)


def _mask(row: tuple[int, ...]) -> int:
    mask = 0
    for card in row:
        mask |= BIT[card]
    return mask
