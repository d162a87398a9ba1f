"""A story: one match of bots, told as the reports need it.

Everything derives from what every game has: its questions and answers, the zones of its state, its events and tally,
and what its bots say a position is worth.  Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

from roundtable import bots
from roundtable.engine import Game, Keyed, State, flow
from roundtable.engine.choice import STOP
from roundtable.engine.state import SPECTATOR, Event, Sink
from roundtable.engine.zones import piles
from roundtable.games import game as find_game

from .playing import Move, moves
from .simulate import Plan, fault_words

REAL: Final = 12.0  # seconds that people take for a real choice, as an estimate
PLAIN: Final = 3.0  # and where there is none
SAMPLES: Final = 64  # moments of a match at which one looks who leads, at most
TENTHS: Final = 10


@dataclass(frozen=True)
class Story:
    """One match.  Masks have a bit for each seat."""

    seed: int
    ranking: list[list[int]]
    answers: int
    turns: int
    minutes: float  # estimated, of people
    asked: list[int]  # answers of each seat
    real: list[int]  # of which it had a choice
    open: float  # answers to choose from at first sight, on average, where there was a choice
    waiting: list[float]  # share of the time in which others are asked
    longest: list[float]  # minutes of the longest wait
    ending: str
    tally: dict[str, list[int]]
    score: str  # the label of the line that counts
    leads: list[int]  # who led alone at each tenth of the match; -1: nobody
    changes: int  # of the lead
    since: float  # the share of the match after which the winner led for good
    used: dict[str, int]  # question and word of an answer -> who gave it
    offered: list[str]  # those that were offered first and that nobody gave
    held: dict[str, int]  # kind of a piece -> who had one
    came: list[str]  # kinds that lay open, or in somebody's hands
    fault: str = ""

    def shares(self) -> list[float]:
        """What each seat won of the match."""
        best = self.ranking[0]
        return [1 / len(best) if seat in best else 0.0 for seat in range(len(self.asked))]


@cache
def seat_zones(game: Game) -> tuple[str, ...]:
    """Zones with a pile for each seat, at every table."""
    found = []
    tables = [game.start(n, game.settle(n)) for n in game.seats]
    for name, zone in game.fields.zones.items():
        if not zone.single and all(len(getattr(s, name)) == s.players for s in tables):
            found.append(name)
    return tuple(found)


class _Pieces:
    """Who has had which piece, and which have come at all, told from how the piles change."""

    def __init__(self, game: Game, s: State) -> None:
        self.game = game
        self.seats = seat_zones(game)
        self.held: dict[int, int] = {}
        self.came: set[int] = set()
        self.before: dict[str, object] = {}
        self.look(s)

    def look(self, s: State) -> None:
        for name, zone in self.game.fields.zones.items():
            value: object = getattr(s, name)
            if value is self.before.get(name):
                continue
            self.before[name] = value
            if name in self.seats:
                for seat, pile in enumerate(piles(s, name, zone)):
                    for piece in pile:
                        self.held[piece] = self.held.get(piece, 0) | 1 << seat
            else:
                for i, pile in enumerate(piles(s, name, zone)):
                    if pile and (zone.masks[i] if zone.masks else zone.sees(s, i)) >> SPECTATOR & 1:
                        self.came.update(pile)

    def kinds(self) -> tuple[dict[str, int], list[str]]:
        """The same by the name of the kind."""
        held: dict[str, int] = {}
        for piece, mask in self.held.items():
            kind = self.game.piece_name(piece)
            held[kind] = held.get(kind, 0) | mask
        return dict(sorted(held.items())), sorted({*held, *(self.game.piece_name(piece) for piece in self.came)})


class _Lead:
    """Who leads by what the game's bots say, at moments spread evenly over a match of any length."""

    def __init__(self, game: Game) -> None:
        self.value = game.bot.value
        self.every, self.seen = 1, 0
        self.leaders: list[int] = []

    def look(self, s: State) -> None:
        if self.value is None:
            return
        if self.seen % self.every == 0:
            worth = [self.value(s, seat) for seat in range(s.players)]
            best = max(worth)
            self.leaders.append(worth.index(best) if worth.count(best) == 1 else -1)
            if len(self.leaders) == SAMPLES:
                self.leaders = self.leaders[::2]
                self.every *= 2
        self.seen += 1

    def told(self, best: Sequence[int]) -> tuple[list[int], int, float]:
        """The leader at each tenth, changes of the lead, and since when one of the winners led for good."""
        known = self.leaders
        if not known:
            return [], 0, 1.0
        tenths = [known[i * len(known) // TENTHS] for i in range(TENTHS)]
        alone = [seat for seat in known if seat >= 0]
        changes = sum(a != b for a, b in pairwise(alone))
        last = next((i for i in range(len(known), 0, -1) if known[i - 1] not in best), 0)
        return tenths, changes, round(last / len(known), 3)


@dataclass
class _Clock:
    """How long people would take, and how long each of them would wait."""

    players: int
    total: float = 0.0
    mine: list[float] = field(default_factory=list)
    wait: list[float] = field(default_factory=list)
    longest: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.mine, self.wait, self.longest = ([0.0] * self.players for _ in range(3))

    def asked(self, seats: Sequence[int], real: bool) -> None:
        """Some are asked at once: it takes as long as the slowest."""
        took = (REAL if real else PLAIN) / 60
        self.total += took
        for seat in range(self.players):
            if seat in seats:
                self.mine[seat] += took
                self.wait[seat] = 0.0
            else:
                self.wait[seat] += took
                self.longest[seat] = max(self.longest[seat], self.wait[seat])


def tell(plan: Plan, seed: int) -> Story:
    """Play one match and tell it.

    >>> story = tell(Plan("knights-duty", 2, 1).settled(), 7)
    >>> sum(story.shares()), len(story.leads), story.fault
    (1.0, 10, '')
    """
    try:
        return _told(plan, seed)
    except Exception as error:
        blank: list[float] = []
        none: list[int] = []
        words = fault_words(error)
        return Story(seed, [], 0, 0, 0, none, none, 0, blank, blank, "", {}, "", none, 0, 1, {}, [], {}, [], words)


def _told(plan: Plan, seed: int) -> Story:
    game = find_game(plan.game)
    players = plan.players
    seated = [bots.make(name, game, seat, seed) for seat, name in enumerate(plan.bots)]
    chance = Keyed(seed)
    s = game.start(players, game.settle(players, plan.options))
    sink = s.out = Sink()
    flow.run(s, chance)
    pieces, lead, clock = _Pieces(game, s), _Lead(game), _Clock(players)
    asked, real = [0] * players, [0] * players
    used: dict[str, int] = {}
    offered: set[str] = set()
    first_atoms = 0
    round_of: tuple[int, ...] = ()
    any_real = False
    for move in moves(game, s, seated, chance):
        if sum(asked) > game.limit:
            raise RuntimeError(f"more than {game.limit} answers")
        if len(s.answers) == 0:
            if round_of:
                clock.asked(round_of, any_real)
            round_of, any_real = s.asked, False
        pieces.look(s)
        lead.look(s)
        atoms = [atom for atom in move.choice.atoms(()) if atom != STOP]
        choice = move.choice.forced() is None
        asked[move.seat] += 1
        if choice:
            any_real = True
            real[move.seat] += 1
            first_atoms += len(atoms)
            offered.update(f"{move.question}/{atom}" for atom in atoms)
            for word in _words(move):
                used[word] = used.get(word, 0) | 1 << move.seat
    clock.asked(round_of, any_real)
    pieces.look(s)
    broken = [words for words in (game.astray(s), *game.invariants(s)) if words]
    if broken:
        raise RuntimeError("; ".join(broken))
    ranking = game.ranking(s)
    tally, score = _tally(game, s, sink.events)
    held, came = pieces.kinds()
    tenths, changes, since = lead.told(ranking[0])
    return Story(
        seed=seed,
        ranking=ranking,
        answers=sum(asked),
        turns=game.turns(s),
        minutes=round(clock.total, 2),
        asked=asked,
        real=real,
        open=round(first_atoms / max(1, sum(real)), 2),
        waiting=[round(1 - mine / clock.total, 3) for mine in clock.mine],
        longest=[round(one, 2) for one in clock.longest],
        ending=_ending(sink.events),
        tally=tally,
        score=score,
        leads=tenths,
        changes=changes,
        since=since,
        used=dict(sorted(used.items())),
        offered=sorted(offered - used.keys()),
        held=held,
        came=came,
    )


def _words(move: Move) -> Iterator[str]:
    return (f"{move.question}/{atom}" for atom in dict.fromkeys(move.answer))


def _tally(game: Game, s: State, events: Sequence[Event]) -> tuple[dict[str, list[int]], str]:
    """The account at the end, as everybody sees it, and which line of it counts: the total, or else the first."""
    heard = [told for event in events if (told := event.seen_by(SPECTATOR)) is not None]
    lines = list(game.tally(game.view(s, None), heard))
    score = next((line.label for line in lines if line.total), lines[0].label if lines else "")
    return {line.label: list(line.points) for line in lines}, score


def _ending(events: Sequence[Event]) -> str:
    """How the match ended: the last event, with its words and with what is true of it."""
    if not events:
        return ""
    last = events[-1]
    said = [value if isinstance(value, str) else key for key, value in last.facts.items() if _says(value)]
    return " ".join([last.name.replace("_", " "), *said])


def _says(value: object) -> bool:
    return value is True or (isinstance(value, str) and value != "")
