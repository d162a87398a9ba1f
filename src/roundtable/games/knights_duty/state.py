"""Knight's Duty: the state of a match, and the table of who sees what (section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Fields, Piles, Seats, State, Zone, everybody, owner
from roundtable.engine.naming import Naming

from .cards import CLANS, Board, board, tokens_of
from .options import SIDES, DutyOptions

FULL: Final = 2
BROKEN: Final = 1
DEFEATED: Final = 0
NOWHERE: Final = -1
NOBODY: Final = -1


class DutyState(State):
    """Everything about a match.  Tuples hold one entry per seat."""

    options: DutyOptions
    clans: tuple[int, ...]  # -1 until chosen
    at: tuple[int, ...]  # space, or NOWHERE
    standing: Seats  # knights on the board in clan order, in which events of one moment are told (4.1)
    hearts: tuple[int, ...]
    weapon: tuple[str, ...]  # "" is unarmed
    inspired: tuple[bool, ...]
    allowed: tuple[int, ...]  # actions this turn (4.3)
    supply: Piles  # tokens not placed
    tracker: Piles  # tokens lying face down, next slot first
    shown: Piles  # tokens revealed this turn
    programmed: tuple[tuple[int, ...], ...]  # per seat, the slots that still hold a face-down token
    turn: int
    slot: int
    calm: int  # turns in a row without an effective hit
    hit: bool  # an effective hit happened this turn
    lead: int  # clan that leads the attack order under `rotating`
    acts: tuple[str, ...]  # action of this slot: move, swap, shield, parry, attack or ""
    goals: tuple[int, ...]  # revealed destinations of movers, NOWHERE if not moving
    targets: tuple[int, ...]  # declared targets, NOBODY if none
    waits: tuple[bool, ...]  # answered `wait` in agree_strike
    order: Seats  # attackers still to strike in this slot
    struck: Seats  # knights already attacked in this slot (R21)
    pile: tuple[int, int]  # Hearts and Shields of the combat going on
    used: tuple[bool, bool]  # Inspiration used in it by attacker and by target
    fell: tuple[int, ...]  # turn * 10 + slot of removal, 0 while on the board
    result: str  # how the bout ended: "", "winner", "nobody" or "limit"
    teams: tuple[int, ...]  # each seat's team; without teams everybody is one (6.1)
    bout: int  # of the series (6.2), the first is 1
    points: tuple[int, ...]  # of the bouts that are over
    earlier: int  # turns of the bouts that are over
    field: Board

    def __init__(self, players: int, options: DutyOptions) -> None:
        super().__init__(players, options, tuple(p for seat in range(players) for p in tokens_of(seat)))
        self.clans = (-1,) * players
        self.teams = tuple(seat % (SIDES[options.teams] or players) for seat in range(players))
        self.bout, self.points, self.earlier = 1, (0,) * players, 0
        self.field = board(options.board_radius)
        self.begin()

    def begin(self) -> None:
        """Everything as it is before the first turn of a bout; clans stay."""
        players = self.players
        self.at = (NOWHERE,) * players
        self.standing = ()
        self.hearts = (FULL,) * players
        self.weapon = ("",) * players
        self.inspired = (self.options.start_inspired,) * players  # R5
        self.allowed = (3,) * players
        self.supply = tuple(tokens_of(seat) for seat in range(players))
        self.tracker = ((),) * players
        self.shown = ((),) * players
        self.programmed = ((),) * players
        self.turn = self.slot = self.calm = 0
        self.hit = False
        self.lead = -1
        self.acts = ("",) * players
        self.goals = (NOWHERE,) * players
        self.targets = (NOBODY,) * players
        self.waits = (False,) * players
        self.order = self.struck = ()
        self.pile = (0, 0)
        self.used = (False, False)
        self.fell = (0,) * players
        self.result = ""

    def foes(self, seat: int) -> Seats:
        """The knights on the board that are not of this seat's team."""
        own = self.teams[seat]
        return tuple([q for q in self.standing if self.teams[q] != own])

    def acting(self, act: str) -> Seats:
        """The standing knights whose action of this slot is `act`."""
        if act not in self.acts:  # most often nobody: worth a look first
            return ()
        return tuple([seat for seat in self.standing if self.acts[seat] == act])

    def distance(self, a: int, b: int) -> int:
        return self.field.distance[self.at[a]][self.at[b]]


def own_tokens(s: DutyState, seat: int) -> int:
    return seat


def spaces(s: DutyState) -> Sequence[str]:
    return s.field.labels


FIELDS: Final = Fields(
    zones={
        "supply": Zone(owner, pool=own_tokens),  # R8
        "tracker": Zone(owner, ordered=True, pool=own_tokens),
        "shown": Zone(everybody, pool=own_tokens),
    },
    public=(
        *("clans", "at", "standing", "hearts", "weapon", "inspired", "allowed", "field"),
        *("programmed",),  # in which slots a token lies, not which token
        *("turn", "slot", "calm", "hit", "lead"),
        *("acts", "goals", "targets", "waits", "order", "struck", "pile"),  # laid open together, once all have answered
        *("used",),  # R23: where Inspiration is used in order, the first answer is given openly
        *("fell", "result", "teams", "bout", "points", "earlier"),
    ),
    names={
        "clans": Naming(CLANS),
        "lead": Naming(CLANS),
        "at": Naming(spaces),
        "goals": Naming(spaces),
        "hearts": Naming(("defeated", "broken", "full")),
        "pile": Naming(keys=("hearts", "shields")),
        "used": Naming(keys=("attacker", "target")),
    },
)
