"""Lancelot: the state of a match, and the table of who sees what (section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Fields, Pile, Piles, Seats, State, Zone, everybody, nobody
from roundtable.engine.naming import Naming

from .board import TABLE, Board, board
from .cards import (
    CHAIRS,
    COLOURS,
    DISCS,
    ENDLESS_DISCS,
    GOODS,
    MORGANA_SIDES,
    OFF,
    PRINTED,
    SOURCES,
    TILES,
    VIRTUES,
)
from .options import LancelotOptions

NOBODY: Final = -1
NOWHERE: Final = -1  # the chair of a knight on the road
NO_COLOUR: Final = -1  # not chosen yet

SEATS_OF: Final = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))


class LancelotState(State):
    """Everything about a match.  Tuples hold one entry per seat; masks hold one bit per seat."""

    options: LancelotOptions
    colours: tuple[int, ...]  # NO_COLOUR until chosen (R46)
    # Possessions (2.1)
    owned: tuple[tuple[int, ...], ...]  # per seat, how many of each of GOODS
    reserve: tuple[int, ...]  # what is left of each of GOODS
    discs: tuple[int, ...]  # free ones
    tally: tuple[tuple[int, ...], ...]  # per seat, points from each of SOURCES
    # The Virtues board (2.6)
    galahad: tuple[int, ...]  # per seat, mask of the Virtues with a disc on the Galahad space
    percival: tuple[int, ...]  # and of those learnt
    crowns: tuple[int, ...]  # per Virtue, whose disc lies on the crown
    # The board
    advantages: tuple[int, ...]  # per chair, whose disc lies on the symbol
    morgana: tuple[int, ...]  # OFF, EYE or BLANK
    grail: tuple[int, ...]  # Grail markers
    grail_order: Seats  # the marker moved last stands last, so it lies above the others on its space
    excalibur: int  # the Lake space of the counter (2.8)
    fetched: int  # who took the counter this turn
    bearer: int  # who owns the Excalibur Sword
    deed_stack: Pile  # deed tiles face down, next one first
    dragon: Pile  # face up
    deeds: Piles  # completed
    # Knights
    at: tuple[int, ...]  # space, or TABLE
    chairs: tuple[int, ...]  # at the Round Table, or NOWHERE
    places: tuple[int, ...]  # place in the stack or row on a space, the first to come lowest
    night: int  # mask: the knight shows its night side
    home: int  # mask: back at the Round Table this turn
    second: int  # mask: on its second tour
    passes: int  # mask: may begin a second tour
    sent: int  # mask: sent home from the Grail by Morgana
    # The turn
    turn: int
    round: int
    order: Seats  # who is still to move in this round (or to choose, use magic, share ties), next one first
    active: int  # who moves, or NOBODY
    lake: int  # who entered the Lake this turn
    visitors: Seats  # of the Dragon this turn, one entry per visit
    declared: bool  # Morgana's power was used this turn
    offer: tuple[str, ...]  # counters offered to the active knight (4.5)
    open: tuple[str, ...]  # tied categories not yet given away (5.2)
    board: Board

    def __init__(self, players: int, options: LancelotOptions) -> None:
        super().__init__(players, options, TILES)
        self.colours = tuple(range(players)) if options.colours == "seats" else (NO_COLOUR,) * players
        self.owned = ((0,) * len(PRINTED),) * players
        self.reserve = PRINTED
        self.discs = (DISCS if options.disc_limit == "strict" else ENDLESS_DISCS,) * players  # R33
        self.tally = ((0,) * len(SOURCES),) * players
        self.galahad = self.percival = (0,) * players
        self.crowns = (NOBODY,) * len(VIRTUES)
        self.advantages = (NOBODY,) * len(CHAIRS)
        self.morgana = (OFF,) * players
        self.grail = (0,) * players
        self.grail_order = tuple(range(players))
        self.excalibur = 1
        self.fetched = self.bearer = NOBODY
        self.deed_stack, self.dragon, self.deeds = TILES, (), ((),) * players
        self.at = (TABLE,) * players
        self.chairs = (NOWHERE,) * players
        self.places = (0,) * players
        self.night = self.home = self.second = self.passes = self.sent = 0
        self.turn = self.round = 0
        self.order = ()
        self.active = self.lake = NOBODY
        self.visitors = ()
        self.declared = False
        self.offer = self.open = ()
        self.board = board(options.data_set)

    def travelling(self) -> Seats:
        """The seats whose knight has not come back this turn."""
        return SEATS_OF[~self.home & (1 << self.players) - 1]

    def table_order(self) -> Seats:
        """Seats by their chairs, Arthur first; everybody must sit."""
        return tuple(sorted(range(self.players), key=self.chairs.__getitem__))

    def points(self, seat: int) -> int:
        return sum(self.tally[seat])


def spaces(s: LancelotState) -> Sequence[str]:
    return s.board.spaces


SEATS: Final = Naming(bits=True)

FIELDS: Final = Fields(
    zones={
        "deed_stack": Zone(nobody, single=True, ordered=True),
        "dragon": Zone(everybody, single=True),
        "deeds": Zone(everybody),
    },
    public=(
        *("colours", "owned", "reserve", "discs", "tally", "galahad", "percival", "crowns", "advantages", "morgana"),
        *("grail", "grail_order", "excalibur", "fetched", "bearer", "board"),
        *("at", "chairs", "places", "night", "home", "second", "passes", "sent"),
        *("turn", "round", "order", "active", "lake", "visitors", "declared", "offer", "open"),
    ),
    names={
        "colours": Naming(COLOURS),
        "owned": Naming(keys=GOODS),
        "reserve": Naming(keys=GOODS),
        "tally": Naming(keys=SOURCES),
        "galahad": Naming(VIRTUES, bits=True),
        "percival": Naming(VIRTUES, bits=True),
        "crowns": Naming(keys=VIRTUES),
        "advantages": Naming(keys=CHAIRS),
        "morgana": Naming(MORGANA_SIDES),
        "at": Naming(spaces),
        "chairs": Naming(CHAIRS),
        **dict.fromkeys(("night", "home", "second", "passes", "sent"), SEATS),
    },
)
