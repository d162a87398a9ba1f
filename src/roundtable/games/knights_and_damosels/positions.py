"""Knights & Damosels: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine import ALL, BadPosition, Flow, peek, put
from roundtable.engine.flow import table
from roundtable.engine.parts import Parts

from .cards import (
    BIT,
    CHIVALRIES,
    CHIVALRY,
    DAMOSEL_IDS,
    DISASTER,
    EVENT,
    EVENT_PIECES,
    EVENT_TYPE,
    KNIGHT_IDS,
    LISTED,
    NAMED,
    PIECE,
    PIECE_NAME,
    SERVICE,
)
from .questions import SIDES
from .rules.camlann import Camlann, immunity
from .rules.ending import goals
from .rules.joust import Joust
from .rules.knight import KnightPhase, Reselection, Selection
from .rules.rounds import DRAWN, Camelot, Round, recognise, seat_damosels
from .rules.service import Disaster, Service, Worship
from .state import ARTHUR, MORDRED, NOBODY, NONE, DamoselsState

EVENT_IDS: Final = tuple(EVENT[piece] for piece in EVENT_PIECES)
CARDS: Final = tuple(name for name in PIECE_NAME if ":" in name)
SLOTS: Final = tuple(str(slot) for slot in range(1, 7))
PHASES: Final = {  # question -> where a match arranged for it begins, unless `phase` says otherwise
    "arthur_discard_event": "event",
    "merlin_choose_event": "event",
    "damosel_give": "damosel",
    "knight_select": "knight",
    "merlin_take": "knight",
    "joust_thrust": "knight",
    "joust_reselect": "knight",
    "service_offer": "service",
    "joust_reoffer": "service",
    "disaster_faces": "service",
    "worship_faces": "worship",
    "camlann_draw": "end",
    "camlann_side": "end",
    "camlann_fight": "camlann",
    "": "end",  # a game that ends with this round
}
ROUNDS: Final = 10_000


def arrange(s: DamoselsState, asks: str, lies: Mapping[str, object]) -> None:
    """Lay out a court in the middle of a round.

    `lies` may name: ``players``, one per seat: {"knight", "damosel", "worship", "row": [cards]}, by default the knights
    and damosels in the order of the tables, 1 worship and no cards; ``absent``, the order of the unused damosels;
    ``merlin``, a seat (by default the last); ``round``; and, where the question needs it:

    - ``deck``, the events on top of the pile; ``passed``, the two events that Merlin has; ``event``, the one revealed;
    - in the Knight phase: ``display``, the gifts slot by slot; ``held`` and ``refused``, slot number -> seat;
      ``jousted``, slot numbers; ``turn``, the seat that comes next (by default Arthur);
    - in the Service phase: ``offered``, chivalry -> seat; ``jousted``, chivalries; ``service_card``, 1 to 3;
      ``withdrawn``, the seats that hold back; ``idle``, turns without an offer; ``turn``, as above (Merlin);
    - for ``joust_thrust``: ``jousters``, challenger and holder; ``prize``, the slot number or the chivalry; ``right``,
      the seat that has it (the holder); ``passes`` ridden so far; for ``joust_reselect`` and ``joust_reoffer``:
      ``jousters`` and ``prize`` of the joust that the challenger has won;
    - at Camlann: ``order``, the ranking; ``sides``, "arthur" or "mordred" per seat; ``battle`` and ``calm``, rounds
      fought, and those without a defeat; each player's ``wounded`` cards.

    Cards are named as in "isoud:honor".  ``phase`` says where the match begins: event, damosel, knight, service,
    worship, end or camlann; by default where the question belongs ("" is for a game that ends with this round).
    """
    if asks not in PHASES:
        raise BadPosition(f"there is no question {asks!r}; there are {', '.join(name for name in PHASES if name)}")
    parts = Parts(lies)
    s.phase = parts.word("phase", tuple(dict.fromkeys(PHASES.values())), PHASES[asks])
    if (s.phase == "camlann" or asks.startswith("camlann")) and not s.options.camlann:
        raise parts.refuse("phase", "this table plays without the Battle of Camlann")
    _seat(s, parts)
    if s.phase in ("damosel", "knight", "service", "worship"):
        s.event = (PIECE[parts.word("event", EVENT_IDS, "round_table")],)
    if s.phase == "event":
        _event_phase(s, parts, asks)
    elif s.phase == "damosel":
        _lay_events(s)
        _enter(s, (Round(), "give"))
    elif s.phase == "knight":
        _knight_phase(s, parts, asks)
    elif s.phase == "service":
        _service_phase(s, parts, asks)
    elif s.phase == "worship":
        _lay_events(s)
        _offer(s, parts)
        _enter(s, (Round(), "end"), (Worship(), "faces"))
    elif s.phase == "end":
        _lay_events(s)
        _enter(s, (Round(), "end"))
    else:
        _camlann(s, parts, asks)
    parts.done(asks or "the end")


def _seat(s: DamoselsState, parts: Parts) -> None:
    players = parts.rows("players", s.players, "players")
    s.knights = tuple(KNIGHT_IDS.index(p.word("knight", KNIGHT_IDS, KNIGHT_IDS[q])) for q, p in enumerate(players))
    damosels = tuple(DAMOSEL_IDS.index(p.word("damosel", DAMOSEL_IDS, DAMOSEL_IDS[q])) for q, p in enumerate(players))
    if len(set(damosels)) != s.players or len(set(s.knights)) != s.players:
        raise parts.refuse("players", "every player has a knight and a damosel of the own")
    unused = tuple(d for d in range(6) if d not in damosels)
    absent = tuple(DAMOSEL_IDS.index(name) for name in parts.words("absent", DAMOSEL_IDS)) or unused
    if sorted(absent) != list(unused):
        raise parts.refuse("absent", f"the absent damosels are {', '.join(DAMOSEL_IDS[d] for d in unused) or 'none'}")
    seat_damosels(s, damosels, absent)
    s.merlin = parts.seat("merlin", s.players - 1, s.players)
    s.round = parts.number("round", 1, 1, s.options.round_limit)
    s.worship = tuple(player.number("worship", 1, 0, s.options.worship_bank or ROUNDS) for player in players)
    if s.options.worship_bank:
        s.bank = s.options.worship_bank - sum(s.worship)
        if s.bank < 0:
            raise parts.refuse("players", f"they have more worship than the {s.options.worship_bank} of the bank")
    for seat, player in enumerate(players):
        s.rows = put(s.rows, seat, _take(s, player, "row"))
        s.has = put(s.has, seat, _mask(s.rows[seat]))
        if s.phase == "camlann":
            s.wounded = put(s.wounded, seat, _take(s, player, "wounded"))
        player.done("a player")
    reached = [seat for seat, (tier, *_) in enumerate(goals(s)) if tier]
    if reached and s.phase in ("event", "damosel"):
        raise BadPosition(f"players {reached[0]}: has reached a goal, so the last round was the end of the game")


# -- 4.1 events --------------------------------------------------------------------------------------------------------


def _lay_events(s: DamoselsState, top: tuple[int, ...] = ()) -> None:
    """The events that are not named lie in the pile, as many as it holds in this round, and in the discards."""
    left = tuple(card for card in EVENT_PIECES if card not in (*s.event, *s.passed, *s.drawn, *top))
    size = _pile_size(s.round)
    s.deck, s.discards = (*top, *left)[:size], (*top, *left)[size:]


def _pile_size(round_: int) -> int:
    """Events left in the pile once Arthur has drawn."""
    events = len(EVENT_PIECES)
    return events - DRAWN * ((round_ - 1) % (events // DRAWN) + 1)


def _event_phase(s: DamoselsState, parts: Parts, asks: str) -> None:
    if asks == "merlin_choose_event":
        passed = tuple(PIECE[name] for name in parts.words("passed", EVENT_IDS))
        if len(passed) != DRAWN - 1 or len(set(passed)) != len(passed):
            raise parts.refuse("passed", f"Merlin has {DRAWN - 1} different events")
        gone = next(card for card in EVENT_PIECES if card not in passed)  # what Arthur throws away
        s.drawn = (*passed, gone)
        s.answers = {s.arthur: (EVENT[gone],)}
        _lay_events(s)
        _enter(s, (Round(), "pass_on"))
        return
    before = (s.round - 1) % (len(EVENT_PIECES) // DRAWN)
    size = len(EVENT_PIECES) - DRAWN * before if before or s.round == 1 else len(EVENT_PIECES) % DRAWN
    top = tuple(PIECE[name] for name in parts.words("deck", EVENT_IDS))
    if len(top) > size or len(set(top)) != len(top):
        raise parts.refuse("deck", f"different events are wanted, at most the {size} of round {s.round}")
    cards = (*top, *(card for card in EVENT_PIECES if card not in top))
    s.deck, s.discards = cards[:size], cards[size:]
    s.round -= 1
    _enter(s, (Round(), "draw"))


# -- 4.3 knights -------------------------------------------------------------------------------------------------------


def _knight_phase(s: DamoselsState, parts: Parts, asks: str) -> None:
    _lay_events(s)
    gifts = _take(s, parts, "display")
    if not gifts:
        raise parts.refuse("display", "the Knight phase needs the gifts")
    s.veiled = True
    s.display = tuple((card,) for card in gifts)
    s.faces = tuple(CHIVALRY[card] for card in gifts)
    slots = SLOTS[: len(gifts)]
    held, refused = (parts.seats(name, slots, s.players) for name in ("held", "refused"))
    s.holder = tuple(held.get(slot, NOBODY) for slot in slots)
    s.refused = tuple(refused.get(slot, NOBODY) for slot in slots)
    s.legal = tuple(1 << held[slot] if slot in held else 0 for slot in slots)
    recognise(s)
    for slot in refused:
        peek(s, s.display[int(slot) - 1], ALL)
    for slot, seat in held.items():
        s.has = put(s.has, seat, s.has[seat] | 1 << s.faces[int(slot) - 1])
    s.jousted = sum(1 << slot - 1 for slot in set(parts.numbers("jousted", (), 1, len(slots))))
    if asks not in ("joust_thrust", "joust_reselect"):
        s.turn = (parts.seat("turn", s.arthur, s.players) - s.arthur) % s.players
        _enter(s, (Round(), "service"), (KnightPhase(), "next_knight"))
        return
    s.prize = parts.number("prize", 0, 1, len(slots)) - 1
    challenger, holder = _jousters(s, parts)
    s.turn = (challenger - s.arthur) % s.players + 1
    s.jousted |= 1 << s.prize
    s.legal = put(s.legal, s.prize, s.legal[s.prize] | 1 << challenger | 1 << holder)
    owner = holder if asks == "joust_thrust" else challenger
    if s.holder[s.prize] != owner:
        raise parts.refuse("prize", f"slot {s.prize + 1} must be held by seat {owner}")
    phase = (Round(), "service"), (KnightPhase(), "after_selection")
    if asks == "joust_thrust":
        _joust(s, parts)
        _enter(s, *phase, (Selection(challenger), "after_joust"), (Joust(), "thrust"))
    else:
        s.right = challenger
        _enter(s, *phase, (Reselection(holder), "choose"))


def _jousters(s: DamoselsState, parts: Parts) -> tuple[int, int]:
    if not s.options.joust:
        raise parts.refuse("jousters", "this table plays without jousts")
    seats = parts.numbers("jousters", (), 0, s.players - 1)
    if len(seats) != 2 or seats[0] == seats[1]:
        raise parts.refuse("jousters", "two different seats, the challenger first")
    s.jousters = seats
    return seats[0], seats[1]


def _joust(s: DamoselsState, parts: Parts) -> None:
    s.right = parts.seat("right", s.jousters[1], s.players)
    if s.right not in s.jousters:
        raise parts.refuse("right", "one of the two jousters has it")
    s.passes = parts.number("passes", 0, 0, s.options.joust_round_limit - 1)


# -- 4.4, 4.5 service and worship --------------------------------------------------------------------------------------


def _service_phase(s: DamoselsState, parts: Parts, asks: str) -> None:
    _lay_events(s)
    if EVENT_TYPE[s.event[0]] == DISASTER:
        _enter(s, (Round(), "worship"), (Disaster(), "faces"))
        return
    fortune = s.options.service_variant == "fortune" and "service_card" not in parts
    if fortune and not {"offered", "turn", "jousted", "withdrawn", "idle", "jousters"} & set(parts.lies):
        _enter(s, (Round(), "worship"), (Service(), "begin"))  # chance draws the Service card
        return
    _offer(s, parts)
    s.jousted = _mask_of(parts.words("jousted", CHIVALRIES))
    s.withdrawn = sum(1 << seat for seat in set(parts.numbers("withdrawn", (), 0, s.players - 1)))
    if s.withdrawn and not s.options.service_pass:
        raise parts.refuse("withdrawn", "nobody may hold back at this table")
    s.idle = parts.number("idle", 0, 0, ROUNDS)
    if asks not in ("joust_thrust", "joust_reoffer"):
        s.turn = (s.merlin - parts.seat("turn", s.merlin, s.players)) % s.players
        _enter(s, (Round(), "worship"), (Service(), "next_player"))
        return
    s.prize = NAMED[parts.word("prize", CHIVALRIES, "")] if "prize" in parts else NONE
    challenger, holder = _jousters(s, parts)
    s.turn = (s.merlin - challenger) % s.players + 1
    owner = holder if asks == "joust_thrust" else challenger
    if s.prize == NONE or s.offered[s.prize] != owner:
        raise parts.refuse("prize", f"a chivalry that seat {owner} has offered")
    if any(not s.has[q] >> s.prize & 1 for q in s.jousters):
        raise parts.refuse("prize", "both jousters must have such a card")
    s.jousted |= 1 << s.prize
    if asks == "joust_thrust":
        _joust(s, parts)
        _enter(s, (Round(), "worship"), (Service(), "after_joust"), (Joust(), "thrust"))
    else:
        s.right = challenger
        _enter(s, (Round(), "worship"), (Service(), "after_joust"))


def _offer(s: DamoselsState, parts: Parts) -> None:
    for name, seat in parts.seats("offered", CHIVALRIES, s.players).items():
        if not s.has[seat] & LISTED[s.event[0]] & 1 << NAMED[name]:
            raise parts.refuse("offered", f"seat {seat} has no {name} that {EVENT[s.event[0]]} asks for")
        s.offered = put(s.offered, NAMED[name], seat)
        s.filled |= 1 << NAMED[name]
    if "service_card" in parts or s.options.service_variant == "fortune":
        if s.options.service_variant != "fortune":
            raise parts.refuse("service_card", "this table plays without Service cards")
        card = parts.number("service_card", 0, 1, len(SERVICE))
        s.favoured = NAMED[SERVICE[card - 1][EVENT_TYPE[s.event[0]]]]


# -- 4.8 Camlann -------------------------------------------------------------------------------------------------------


def _camlann(s: DamoselsState, parts: Parts, asks: str) -> None:
    s.round = s.options.round_limit
    _lay_events(s)
    s.order = parts.numbers("order", range(s.players), 0, s.players - 1)
    if sorted(s.order) != list(range(s.players)):
        raise parts.refuse("order", f"each of the {s.players} seats once")
    s.figures = ((0, 0, 0, 0),) * s.players
    sides = parts.words("sides", SIDES)
    if len(sides) != s.players:
        raise parts.refuse("sides", f"arthur or mordred for each of the {s.players} seats")
    s.sides = tuple(SIDES.index(side) for side in sides)
    if (s.sides[s.order[0]], s.sides[s.order[1]]) != (ARTHUR, MORDRED):
        raise parts.refuse("sides", "the first in the order leads Arthur's side, the second Mordred's")
    s.immune = immunity(s.sides)
    s.battle, s.calm = parts.number("battle", 0, 0, ROUNDS), parts.number("calm", 0, 0, ROUNDS)
    _enter(s, (Round(), "after_camlann"), (Camlann(), "fight"))


# -- pieces ------------------------------------------------------------------------------------------------------------


def _enter(s: DamoselsState, *entries: tuple[Flow, str]) -> None:
    places = ((Camelot(), "again"), *entries)
    s.stack = tuple(flow for flow, _ in places)
    s.steps = tuple(table(type(flow)).index[step] for flow, step in places)


def _take(s: DamoselsState, parts: Parts, name: str) -> tuple[int, ...]:
    """Take cards out of the piles."""
    cards = []
    for word in parts.words(name, CARDS):
        card = PIECE[word]
        home = next((d for d, pile in enumerate(s.piles) if card in pile), NONE)
        if home == NONE:
            raise parts.refuse(name, f"the card {word} lies elsewhere already")
        s.piles = put(s.piles, home, tuple(other for other in s.piles[home] if other != card))
        cards.append(card)
    return tuple(cards)


def _mask(row: tuple[int, ...]) -> int:
    mask = 0
    for card in row:
        mask |= BIT[card]
    return mask


def _mask_of(chivalries: tuple[str, ...]) -> int:
    return sum(1 << NAMED[name] for name in set(chivalries))
