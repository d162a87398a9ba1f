"""Knights & Damosels: the state of a match, and the table of who sees what (section 7).

A chivalry card on display or freshly granted shows its chivalry to all and its damosel to Merlin alone.  So the card
itself lies in `display`, which only Merlin sees, and its public side is in `faces`; who holds it, to whom it was
refused and for whom it was found legal are public facts beside it.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import ALL, Fields, Pile, Piles, Seats, State, Zone, everybody, nobody
from roundtable.engine.naming import Naming

from .cards import CHIVALRIES, CHIVALRY, DAMOSEL_IDS, DECK, EVENT_PIECES, KNIGHT_IDS, PIECES
from .options import DamoselsOptions

NOBODY: Final = -1
NONE: Final = -1

ARTHUR: Final = 0  # the sides at Camlann
MORDRED: Final = 1


class DamoselsState(State):
    """Everything about a match.  Tuples hold one entry per seat unless said otherwise."""

    options: DamoselsOptions
    # section 3
    knights: tuple[int, ...]
    damosels: tuple[int, ...]
    seat_of: tuple[int, ...]  # damosel -> the seat of her player, or NOBODY
    absent: tuple[int, ...]  # unused damosels in the absent order
    home: tuple[int, ...]  # damosel -> the pile to which her cards return
    worship: tuple[int, ...]
    bank: int  # worship left in it, NONE if it has no bottom (R5)
    round: int
    phase: str
    merlin: int  # his seat; Arthur sits to his left

    # 4.1 the events
    deck: Pile
    drawn: Pile  # what Arthur has drawn
    passed: Pile  # the two that went on to Merlin
    event: Pile  # the event of the round, once revealed
    discards: Pile

    # 4.2, 4.3 the chivalry cards
    piles: Piles  # per damosel
    rows: Piles
    has: tuple[int, ...]  # mask of the chivalries that a knight has, freshly granted ones included
    veiled: bool  # gifts are out: nobody but the owner and Merlin may look at a pile
    display: Piles  # per slot; a granted card stays in its slot until the phase closes
    faces: tuple[int, ...]  # per slot: the chivalry
    holder: tuple[int, ...]  # per slot: the seat it was granted to, or NOBODY
    refused: tuple[int, ...]  # per slot: the seat it was refused to, or NOBODY; it bears that player's damosel's name
    legal: tuple[int, ...]  # per slot: mask of the seats for which it was found legal
    jousted: int  # mask of the slots (4.3) or chivalries (4.4) that were jousted for in this phase
    turn: int  # how many turns of the phase have begun
    beaten: bool  # whoever is in turn has lost a joust in this turn

    # 4.4, 4.5 service and worship
    offered: tuple[int, ...]  # per chivalry: the seat whose card fills the slot, or NOBODY
    filled: int  # mask of the filled slots
    withdrawn: int  # mask of the seats that hold back
    idle: int  # turns gone by without an offer or a joust
    favoured: int  # chivalry named by the Service card, or NONE

    # 4.6 the joust
    jousters: Seats  # challenger and holder
    prize: int  # the slot (4.3) or chivalry (4.4) jousted for
    right: int  # the seat that has the right to it
    passes: int

    # 5 the end, 4.8 Camlann
    figures: tuple[tuple[int, int, int, int], ...]  # tier, Given, Earned, Worship at the end of the game
    order: Seats  # the ranking, best first
    lots: tuple[Seats, ...]  # groups whose order was drawn by lot
    sides: tuple[int, ...]
    immune: tuple[int, int]  # the smaller side, and the last round in which its cards are immune
    battle: int  # round of the battle
    calm: int  # rounds of the battle without a defeat
    wounded: Piles
    fallen: Pile
    victor: int  # of the battle, or NOBODY

    def __init__(self, players: int, options: DamoselsOptions) -> None:
        super().__init__(players, options, PIECES)
        self.knights = self.damosels = self.absent = ()
        self.seat_of = (NOBODY,) * 6
        self.home = (0, 1, 2, 3, 4, 5)
        self.worship = (0,) * players
        self.bank = options.worship_bank or NONE
        self.round = 0
        self.phase = "event"
        self.merlin = 0
        self.deck = EVENT_PIECES
        self.drawn = self.passed = self.event = self.discards = ()
        self.piles = DECK
        self.rows = ((),) * players
        self.has = (0,) * players
        self.veiled = False
        self.display = ()
        self.faces = self.holder = self.refused = self.legal = ()
        self.jousted = self.turn = 0
        self.beaten = False
        self.offered = (NOBODY,) * 9
        self.filled = self.withdrawn = self.idle = 0
        self.favoured = NONE
        self.jousters = ()
        self.prize = NONE
        self.right = NOBODY
        self.passes = 0
        self.figures = ()
        self.order = ()
        self.lots = ()
        self.sides = ()
        self.immune = (NONE, 0)
        self.battle = self.calm = 0
        self.wounded = ((),) * players
        self.fallen = ()
        self.victor = NOBODY

    @property
    def arthur(self) -> int:
        return (self.merlin + 1) % self.players

    def turn_order(self) -> Seats:
        """4 Clockwise from Arthur to Merlin."""
        return self.clockwise(self.arthur)


def arthur(s: DamoselsState, i: int) -> int:
    return 1 << (s.merlin + 1) % s.players


def merlin(s: DamoselsState, i: int) -> int:
    return 1 << s.merlin


def arthur_and_merlin(s: DamoselsState, i: int) -> int:
    return 1 << s.merlin | 1 << (s.merlin + 1) % s.players


def unless_veiled(s: DamoselsState, damosel: int) -> int:
    """Piles are open by deduction; while gifts are out only the owner may look, and Merlin who has seen the gifts."""
    if not s.veiled:
        return ALL
    seat = s.seat_of[damosel]
    return 1 << s.merlin if seat == NOBODY else 1 << s.merlin | 1 << seat


def if_open(s: DamoselsState, i: int) -> int:
    """R11: discarded events are hidden, unless the table plays them open."""
    return ALL if s.options.event_discards == "open" else 0


FIELDS: Final = Fields(
    zones={
        "deck": Zone(nobody, single=True, ordered=True),
        "drawn": Zone(arthur, single=True),
        "passed": Zone(arthur_and_merlin, single=True),
        "event": Zone(everybody, single=True),
        "discards": Zone(if_open, single=True),
        "piles": Zone(unless_veiled),
        "rows": Zone(everybody, ordered=True),
        "display": Zone(merlin, shows=CHIVALRY.__getitem__),  # R13, R18: granted cards too
        "wounded": Zone(everybody, ordered=True),
        "fallen": Zone(everybody, single=True),
    },
    public=(
        *("knights", "damosels", "seat_of", "absent", "home", "worship", "bank", "round", "phase", "merlin"),
        *("has", "veiled", "faces", "holder"),  # chivalries are open; whose gifts they are is in `display`
        *("refused", "legal"),  # R14: Merlin judges aloud
        *("jousted", "turn", "beaten", "offered", "filled", "withdrawn", "idle", "favoured"),
        *("jousters", "prize", "right", "passes"),
        *("figures", "order", "lots", "sides", "immune", "battle", "calm", "victor"),  # sides: once all have chosen
    ),
    names={
        "knights": Naming(KNIGHT_IDS),
        "damosels": Naming(DAMOSEL_IDS),
        "seat_of": Naming(keys=DAMOSEL_IDS),
        "absent": Naming(DAMOSEL_IDS),
        "home": Naming(DAMOSEL_IDS, keys=DAMOSEL_IDS),
        "has": Naming(CHIVALRIES, bits=True),
        "faces": Naming(CHIVALRIES),
        "legal": Naming(bits=True),
        "offered": Naming(keys=CHIVALRIES),
        "filled": Naming(CHIVALRIES, bits=True),
        "withdrawn": Naming(bits=True),
        "favoured": Naming(CHIVALRIES),
        "sides": Naming(("arthur", "mordred")),
    },
)
