"""Quests of the Round Table: the state of a match, the formulas of 2.4, and the table of who sees what (2.5)."""

from __future__ import annotations

from random import Random
from typing import Final

from roundtable.engine import ALL, Fields, Known, Pile, Piles, Seats, State, Zone, everybody, nobody, owner
from roundtable.engine.naming import Naming

from .cards import (
    ADVENTURE,
    ALLIES,
    AMOUR_BIDS,
    AMOUR_BP,
    CARDS,
    FOE_BP,
    KIND,
    RANK_BP,
    RANKS,
    STAGES,
    STORY,
    WEAPON_BP,
)
from .options import QuestsOptions

NOBODY: Final = -1
MOST_STAGES: Final = max(STAGES.values())


class QuestsState(State):
    """Everything about a match.  Tuples hold one entry per seat."""

    options: QuestsOptions
    rank: tuple[int, ...]
    shields: tuple[int, ...]  # on the way to the next rank
    hand: Piles
    court: Piles  # allies in play
    amour: Piles  # the Amour in play, if any
    field: Piles  # weapons of the running stage or round
    adventure_deck: Pile  # top first
    adventure_discard: Pile  # top last
    buried: Pile  # discarded face down (only with reveal_unplayed_stages=false)
    story_deck: Pile  # top first
    story_discard: Pile
    story: Pile  # the story card being resolved
    pending: Pile  # King's Recognition waiting for a completed quest
    stages: Piles  # one pile per stage of the quest: the foe or Test first
    turn: int
    current: int  # who drew the story card
    queue: Seats  # still to be asked, in order; in a Test: the bidders, the next one first
    sponsor: int
    joined: Seats  # who took up the quest or entered the tournament
    active: Seats  # who of them is still in it
    stage: int  # the stage being played, from 1
    turned: int  # how many stages lie face up
    previewed: Seats  # who has used Merlin in this quest
    content: tuple[bool, ...]  # who wants to keep Mordred back for the rest of this Test
    minimum: int  # the least first bid of the Test
    bid: int  # the highest bid
    bidder: int
    round: int  # of the tournament
    counted: tuple[tuple[str, ...], ...]  # allies committed in this tournament (R31)
    finalists: Seats
    winners: Seats

    def __init__(self, players: int, options: QuestsOptions) -> None:
        super().__init__(players, options, ADVENTURE + STORY)
        self.rank = (0,) * players
        self.shields = (0,) * players
        self.hand = self.court = self.amour = self.field = ((),) * players
        self.adventure_deck = ADVENTURE
        self.story_deck = STORY
        self.adventure_discard = self.buried = self.story_discard = self.story = self.pending = ()
        self.stages = ((),) * MOST_STAGES
        self.turn = 0
        self.current = 0
        self.queue = self.joined = self.active = self.previewed = ()
        self.content = (False,) * players
        self.sponsor = NOBODY
        self.stage = self.turned = self.minimum = self.bid = self.round = 0
        self.bidder = NOBODY
        self.counted = ((),) * players
        self.finalists = self.winners = ()

    # -- the table ---------------------------------------------------------------------------------------------------

    def card(self) -> str:
        """The kind of the story card being resolved ("" between stories)."""
        return KIND[self.story[0]] if self.story else ""

    def built(self) -> int:
        """How many stages the quest on the table has (0 without one)."""
        return sum(1 for stage in self.stages if stage)

    def allies(self) -> tuple[str, ...]:
        """All allies in play, in the order of the card table."""
        found = [KIND[piece] for court in self.court for piece in court]
        return tuple(ally for ally in ALLIES if ally in found) if found else ()

    def master(self, ally: str) -> int:
        """The seat in whose court the ally is, or NOBODY."""
        for seat, court in enumerate(self.court):
            for piece in court:
                if KIND[piece] == ally:
                    return seat
        return NOBODY

    # -- 2.4 formulas ------------------------------------------------------------------------------------------------

    def special(self, seat: int, ally: str) -> bool:
        """Whether the ally's special number holds now: on its quest, or while its partner is in play (R27)."""
        reason = CARDS[ally].special
        if not reason:
            return False
        if reason in STAGES:
            return reason == self.card()
        found = self.master(reason)
        return found == seat if self.options.lovers_scope == "same_player" else found != NOBODY

    def ally_bp(self, seat: int, ally: str) -> int:
        card = CARDS[ally]
        return card.special_bp if card.special_bp and self.special(seat, ally) else card.bp

    def ally_bids(self, seat: int, ally: str) -> int:
        card = CARDS[ally]
        return card.special_bids if card.special_bids and self.special(seat, ally) else card.bids

    def weapon_bp(self, seat: int) -> int:
        total = 0
        for piece in self.field[seat]:
            total += WEAPON_BP[KIND[piece]]
        return total

    def quest_bp(self, seat: int) -> int:
        """Battle points in a foe stage: rank, weapons, Amour and every ally in play, however it came there (R16)."""
        total = RANK_BP[self.rank[seat]] + self.weapon_bp(seat) + (AMOUR_BP if self.amour[seat] else 0)
        for piece in self.court[seat]:
            total += self.ally_bp(seat, KIND[piece])
        return total

    def tournament_rank_bp(self, seat: int) -> int:
        """R38: in the final everybody has the points of the victory rank."""
        return RANK_BP[RANKS.index(self.options.victory_rank)] if self.finalists else RANK_BP[self.rank[seat]]

    def counts(self, seat: int, ally: str) -> bool:
        """R31: whether an ally in play counts in a tournament: only if committed to it, unless all are included."""
        return self.options.tournament_table_allies == "included" or ally in self.counted[seat]

    def tournament_bp(self, seat: int) -> int:
        total = self.tournament_rank_bp(seat) + self.weapon_bp(seat) + (AMOUR_BP if self.amour[seat] else 0)
        for piece in self.court[seat]:
            if self.counts(seat, KIND[piece]):
                total += self.ally_bp(seat, KIND[piece])
        return total

    def free_bids(self, seat: int) -> int:
        total = AMOUR_BIDS if self.amour[seat] else 0
        for piece in self.court[seat]:
            total += self.ally_bids(seat, KIND[piece])
        return total

    def bid_capacity(self, seat: int) -> int:
        return len(self.hand[seat]) + self.free_bids(seat)

    def stage_bp(self, i: int) -> int:
        """Battle points of a foe stage that the viewer may see, 0 for a Test; stages count from 1."""
        values = FOE_BP[self.card()]
        return sum(values.get(kind, 0) + WEAPON_BP.get(kind, 0) for kind in (KIND[p] for p in self.stages[i - 1]))

    def stage_need(self, stage: int) -> int:
        """R11: the battle points that pass a stage."""
        return self.stage_bp(stage) + (self.options.equal_strength == "fails")


def stage_seen(s: QuestsState, i: int) -> int:
    """A stage lies face up once it was turned; until then only the sponsor knows it."""
    if i < s.turned:
        return ALL
    return 1 << s.sponsor if s.sponsor != NOBODY else 0


def wants_to_be_asked(s: QuestsState, seat: int, rng: Random) -> bool:
    return False


def adventure_pool(s: QuestsState, i: int) -> int:
    return 0


def story_pool(s: QuestsState, i: int) -> int:
    return 1


FIELDS: Final = Fields(
    zones={
        "hand": Zone(owner, pool=adventure_pool),
        "court": Zone(everybody, pool=adventure_pool),
        "amour": Zone(everybody, pool=adventure_pool),
        "field": Zone(everybody, pool=adventure_pool),
        "stages": Zone(stage_seen, ordered=True, pool=adventure_pool),
        "adventure_deck": Zone(nobody, single=True, ordered=True, pool=adventure_pool),
        "adventure_discard": Zone(everybody, single=True, ordered=True, pool=adventure_pool),  # R40
        "buried": Zone(nobody, single=True, pool=adventure_pool),
        "story_deck": Zone(nobody, single=True, ordered=True, pool=story_pool),
        "story_discard": Zone(everybody, single=True, ordered=True, pool=story_pool),
        "story": Zone(everybody, single=True, pool=story_pool),
        "pending": Zone(everybody, single=True, pool=story_pool),
    },
    public=(
        *("rank", "shields", "turn", "current", "queue", "sponsor", "joined", "active", "stage", "turned"),
        *("previewed", "minimum", "bid", "bidder", "round"),  # that somebody looked ahead is open, what he saw is not
        *("counted",),  # committed allies, once they were turned up
        *("finalists", "winners"),
    ),
    known={"content": Known(owner, blank=False, guess=wants_to_be_asked)},
    names={"rank": Naming(RANKS)},
)
