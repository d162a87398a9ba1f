"""Of Knights and Ninjas: the state of a match, and the table of who sees what (sections 2.3 and 7)."""

from __future__ import annotations

from typing import Final, NamedTuple

from roundtable.engine import Answer, Fields, Pile, Piles, State, Zone, everybody, nobody, owner
from roundtable.engine.naming import Naming

from .cards import DECKS, DUEL_GEMS, DUEL_GOAL, GEMS, GOAL, PIECES
from .options import NinjasOptions

NOBODY: Final = -1
MEMORY: Final = 24  # deeds that are remembered


class Deed(NamedTuple):
    """What somebody was seen to do, or to let pass, and how the table stood then."""

    question: str
    seat: int
    answer: Answer
    hands: tuple[int, ...]  # how many cards everybody held
    gems: tuple[int, ...]
    goal: int
    walls: tuple[int, ...]  # before everybody: 1 for a castle, 2 for an archer and 4 for a minstrel
    ladder: int
    target: int
    struck: bool
    kind: str
    strength: int
    aggressor: int
    road: int
    holder: int
    robbed: int


class NinjasState(State):
    """Everything about a match.  Tuples hold one entry per seat."""

    options: NinjasOptions
    deck: int  # which of DECKS
    hands: Piles
    castles: Piles  # 2.3 `fort`, place by place: what lies there counts as that kind, also a Jester
    archers: Piles
    minstrels: Piles
    draw: Pile  # top first; in the duel the pile of cards set aside
    discard: Pile  # top last
    ladder: Pile  # in play this turn
    lane: Pile  # the attack or pre-attack being resolved (duel: a minstrel while it plays)
    shown: Piles  # cards offered to a herald
    draft: Pile  # duel: top first
    gems: tuple[int, ...]
    start_goal: int
    goal: int
    reshuffles: int
    first: int  # who had the first turn
    turn: int  # whose turn it is
    turns: int
    target: int  # the one rival attacked this turn
    struck: bool  # an attack card was played this turn
    ends: bool  # the turn ends: gems moved, or the attack was stopped with it
    kind: str  # as what the cards in the lane were played
    strength: int  # of the attack, less what answered it
    aggressor: int
    defender: int
    turned: int  # traitors played on this attack
    road: int  # gems in transit
    holder: int
    robbed: int
    youngest: int
    drafter: int
    redeal: bool  # duel: a new draft was called for
    gained: int  # who got gems in the last movement
    result: str  # "", "ruler" or "exhausted"
    winner: int
    past: tuple[tuple[object, ...], ...]  # the facts of the last deeds; what they tell is for the players to find out

    def __init__(self, players: int, options: NinjasOptions) -> None:
        duel = players == 2
        preset = "core_95" if duel and options.duel_remove_expansions else options.deck_preset
        super().__init__(players, options, PIECES[preset])
        self.deck = DECKS.index(preset)
        self.hands = self.castles = self.archers = self.minstrels = self.shown = ((),) * players
        self.draw = self.pieces
        self.discard = self.ladder = self.lane = self.draft = ()
        self.gems = (DUEL_GEMS if duel else GEMS,) * players
        self.start_goal = self.goal = options.goal or (DUEL_GOAL if duel else GOAL)
        self.reshuffles = self.turns = self.strength = self.turned = self.road = 0
        self.first = self.turn = self.target = self.aggressor = self.defender = NOBODY
        self.holder = self.robbed = self.youngest = self.drafter = self.gained = self.winner = NOBODY
        self.struck = self.ends = self.redeal = False
        self.kind = self.result = ""
        self.past = ()

    def goal_shrinks(self) -> bool:
        """Whether a reshuffle lowers the goal (R40)."""
        return self.options.duel_goal_shrinks if self.players == 2 else self.options.goal_shrinks

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    def remember(self, question: str, seat: int, answer: Answer) -> None:
        """Everybody has seen this answer; it is not yet carried out.  In a duel no search asks for it."""
        if self.mindful and self.players > 2 and self.hands[seat]:
            hands = tuple([len(hand) for hand in self.hands])
            lying = zip(self.castles, self.archers, self.minstrels)
            walls = tuple([len(castle) + 2 * len(archer) + 4 * len(minstrel) for castle, archer, minstrel in lying])
            deed = (
                question,
                seat,
                answer,
                hands,
                self.gems,
                self.goal,
                walls,
                len(self.ladder),
                self.target,
                self.struck,
                self.kind,
                self.strength,
                self.aggressor,
                self.road,
                self.holder,
                self.robbed,
            )
            self.past = (*self.past[1 - MEMORY :], deed)

    def rivals(self, seat: int) -> tuple[int, ...]:
        """Everybody else, clockwise from the left."""
        return self.clockwise(seat)[1:]


FIELDS: Final = Fields(
    zones={
        "hands": Zone(owner),
        "castles": Zone(everybody),
        "archers": Zone(everybody),
        "minstrels": Zone(everybody),
        "draw": Zone(nobody, single=True, ordered=True),
        "discard": Zone(everybody, single=True, ordered=True),
        "ladder": Zone(everybody, single=True),
        "lane": Zone(everybody, single=True),
        "shown": Zone(everybody),
        "draft": Zone(nobody, single=True, ordered=True),  # the drafter's look at the top card is in `known`
    },
    public=(
        *("deck", "gems", "start_goal", "goal", "reshuffles", "first", "turn", "turns", "target", "struck", "ends"),
        *("kind", "strength", "aggressor", "defender", "turned", "road", "holder", "robbed", "youngest", "drafter"),
        *("redeal", "gained", "result", "winner"),
        *("past",),  # answers that everybody has seen, and numbers of cards
    ),
    names={"deck": Naming(DECKS)},
)
