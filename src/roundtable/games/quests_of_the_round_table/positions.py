"""Quests of the Round Table: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from roundtable.engine import BadPosition, Pile, Seats, put
from roundtable.engine.flow import Flow, table
from roundtable.engine.grammar import listed
from roundtable.engine.parts import Parts

from .cards import (
    ADVENTURE,
    ADVENTURE_CARDS,
    ALLIES,
    CARDS,
    KIND,
    QUESTS,
    RANK_NEEDS,
    RANKS,
    STAGES,
    STORY,
    STORY_CARDS,
    TESTS,
    TOURNAMENTS,
    WEAPONS,
)
from .questions import QUESTIONS
from .questions.building import NEXT_STAGE, layout
from .rules.events import Prosperity
from .rules.hand import HandLimit, MordredWindow
from .rules.quest import Quest
from .rules.stage import FoeStage, Stage, Trial, minimum_bid
from .rules.tournament import FinalTournament, Rounds, Tournament
from .rules.turn import Reign, Turn
from .state import MOST_STAGES, NOBODY, QuestsState

CARD_NAMES: Final = tuple(card.id for card in ADVENTURE_CARDS)
STORY_NAMES: Final = tuple(card.id for card in STORY_CARDS)
PROSPERITY: Final = "prosperity_throughout_the_realm"
_TURNS: Final = 100_000
_BIDS: Final = 99
Frames = tuple[tuple[Flow, str], ...]
TOLD: Final[Frames] = ((Reign(), "again"), (Turn(), "discard_story"))


def arrange(s: QuestsState, asks: str, lies: Mapping[str, object]) -> None:
    """Lay out a position by the names of cards.

    `lies` may name: ``players``, one per seat: {"rank": a rank's id, "shields": number, "hand": [cards], "court":
    [allies], "amour": bool, "field": [weapons laid in this stage or round], "counted": [allies of the court committed
    to this tournament]}; ``current``, the seat whose turn it is (0); ``turn`` (1); ``pending``, how many cards of
    King's Recognition; ``deck`` and ``story_deck``, their topmost cards, first the top; ``discard`` and
    ``story_discard``; ``rest``: "deck" if adventure cards not named lie mixed under the deck (so it is by default),
    "box" if they are left out of the match.

    ``story`` names the card being resolved; without it the match begins by turning up the top of the story deck.  Where
    one after the other is asked, ``next`` is the seat that is asked next (the first, unless named) and ``joined`` are
    those who have said yes.

    A quest may have a ``sponsor`` (a seat; next he builds), ``stages`` (a set-up answer or one list of cards per stage;
    next the others are asked to join), ``participants`` (seats) and the ``stage`` they play (1).  For ``hand_limit``
    the cards for that stage are drawn first, unless somebody holds too many already.  A Test may have a ``bid`` and its
    ``bidder``.  A tournament may have ``participants``, who commit cards in ``round`` (1); without a story these are
    the ``finalists``.  ``mordred_window`` is that after the story card, or with participants that of their stage, bid
    or round.
    """
    if asks not in QUESTIONS:
        raise BadPosition(f"there is no question {asks!r}; there are {listed(QUESTIONS)}")
    parts = Parts(lies)
    players = parts.rows("players", s.players, "players")
    s.turn = parts.number("turn", 1, 1, _TURNS)
    s.current = parts.seat("current", 0, s.players)
    box = Box(ADVENTURE)
    for seat, player in enumerate(players):
        _player(s, seat, player, box)
    _stages(s, parts, box)
    s.adventure_discard = box.take(parts, "discard", CARD_NAMES)
    s.adventure_deck = box.take(parts, "deck", CARD_NAMES)
    if parts.word("rest", ("deck", "box"), "deck") == "deck":
        s.adventure_deck += box.rest()
    else:
        left = set(box.rest())
        s.pieces = tuple(piece for piece in s.pieces if piece not in left)
    _story(s, parts)
    frames = _enter(s, asks, parts)
    if asks == "hand_limit" and any(len(hand) > s.options.max_hand for hand in s.hand):
        s.question = asks  # so many cards are held only while it is asked
        below = (*frames[:-1], (frames[-1][0], "show")) if s.stage else TOLD
        frames = (*below, (HandLimit(), "ask"))
    parts.done(asks)
    s.stack = tuple(flow for flow, _ in frames)
    s.steps = tuple(table(type(flow)).index[step] for flow, step in frames)


# -- where the match goes on -------------------------------------------------------------------------------------------


def _enter(s: QuestsState, asks: str, parts: Parts) -> Frames:
    card = s.card()
    if not card and "finalists" in parts:
        s.finalists = s.active = s.joined = _seats(s, parts, "finalists")
        if len(s.finalists) < 2:
            raise parts.refuse("finalists", "two at least are wanted")
        return _rounds(s, asks, parts, ((Reign(), "again"), (Turn(), "end"), (FinalTournament(), "crown")))
    if not card:
        s.turn -= 1  # the turn begins with the draw
        return (Reign(), "again"), (Turn(), "draw_story")
    if card in QUESTS and "sponsor" in parts:
        return _quest(s, asks, parts)
    if card in TOURNAMENTS and "participants" in parts:
        s.active = s.joined = _seats(s, parts, "participants")
        return _rounds(s, asks, parts, (*TOLD, (Tournament(), "shields")))
    if asks == "mordred_window":
        return (Reign(), "again"), (Turn(), "before_story")
    asked: dict[str, tuple[bool, Flow, str]] = {
        "sponsor_quest": (card in QUESTS, Quest(), "next_sponsor"),
        "join_tournament": (card in TOURNAMENTS, Tournament(), "next_entrant"),
        "prosperity_draw": (card == PROSPERITY, Prosperity(), "ask"),
    }
    fits, flow, step = asked.get(asks, (False, Reign(), ""))
    if fits:
        _queue(s, parts, s.clockwise(s.current), asks != "sponsor_quest")
        return (*TOLD, (flow, step))
    return (Reign(), "again"), (Turn(), "resolve")


def _quest(s: QuestsState, asks: str, parts: Parts) -> Frames:
    s.sponsor = parts.seat("sponsor", 0, s.players)
    if "stages" not in parts:
        return (*TOLD, (Quest(), "set_up"))
    if s.built() != STAGES[s.card()]:
        raise parts.refuse("stages", f"this quest has {STAGES[s.card()]} stages, not {s.built()}")
    others = s.clockwise(s.sponsor)[1:]
    if "participants" not in parts:
        _queue(s, parts, others, True)
        return (*TOLD, (Quest(), "next_participant"))
    seats = _seats(s, parts, "participants")
    if s.sponsor in seats:
        raise parts.refuse("participants", "the sponsor does not ride his own quest")
    s.active = tuple(seat for seat in others if seat in seats)
    s.joined = _seats(s, parts, "joined") if "joined" in parts else s.active
    s.stage = parts.number("stage", 1, 1, s.built())
    s.turned = s.stage - 1
    frames: Frames = (*TOLD, (Quest(), "after_stage"))
    test = KIND[s.stages[s.stage - 1][0]] in TESTS
    if asks in ("bid_test", "test_discard") or (asks == "mordred_window" and test):
        return (*frames, *_trial(s, asks, parts, test))
    if asks == "play_foe_stage" or asks == "mordred_window":
        if test:
            raise parts.refuse("stage", f"stage {s.stage} is a Test")
        if asks == "mordred_window" or s.options.stage_reveal == "before_play":
            s.turned = s.stage
        window: Frames = ((MordredWindow(), "ask"),) if asks == "mordred_window" else ()
        return (*frames, (FoeStage(), "compare" if window else "commit"), *window)
    return (*frames, (Stage(), "draw" if asks == "hand_limit" else "show"))


def _trial(s: QuestsState, asks: str, parts: Parts, test: bool) -> Frames:
    """The bidding of a Test, as far as it has come."""
    if not test:
        raise parts.refuse("stage", f"stage {s.stage} is no Test")
    s.turned = s.stage
    s.minimum = minimum_bid(s)
    s.bid = parts.number("bid", 0, 0, _BIDS)
    if bool(s.bid) != ("bidder" in parts) or 0 < s.bid < s.minimum:
        raise parts.refuse("bid", f"a bid of {s.minimum} at least and its bidder belong together")
    s.bidder = parts.seat("bidder", 0, s.players) if s.bid else NOBODY
    if s.bid and (s.bidder not in s.active or s.bid > s.bid_capacity(s.bidder)):
        raise parts.refuse("bidder", f"seat {s.bidder} cannot have bid {s.bid}")
    if asks == "test_discard":
        if not s.bid:
            raise parts.refuse("bid", "the winning bid is wanted")
        s.active = (s.bidder,)
        return ((Trial(), "close"),)
    after = (s.active.index(s.bidder) + 1) % len(s.active) if s.bid else 0
    first = parts.seat("next", s.active[after], s.players)
    if first not in s.active or first == s.bidder:
        raise parts.refuse("next", f"seat {first} has no bid to make")
    i = s.active.index(first)
    s.queue = (*s.active[i:], *s.active[:i])
    window: Frames = ((MordredWindow(), "ask"),) if asks == "mordred_window" else ()
    return ((Trial(), "ask_bid"), *window)


def _rounds(s: QuestsState, asks: str, parts: Parts, frames: Frames) -> Frames:
    if len(s.active) < 2:
        raise parts.refuse("participants", "two at least are wanted, for one alone has won")
    s.round = parts.number("round", 1, 1, 5)
    window: Frames = ((MordredWindow(), "ask"),) if asks == "mordred_window" else ()
    return (*frames, (Rounds(), "compare" if window else "commit"), *window)


def _queue(s: QuestsState, parts: Parts, seats: Seats, joining: bool) -> None:
    """Those who are still to be asked, from the next one on, and who of the others has said yes."""
    first = parts.seat("next", seats[0], s.players)
    if first not in seats:
        raise parts.refuse("next", f"seat {first} is not asked")
    s.queue = seats[seats.index(first) :]
    s.joined = _seats(s, parts, "joined") if joining else ()
    for seat in s.joined:
        if seat in s.queue or seat not in seats:
            raise parts.refuse("joined", f"seat {seat} has not been asked before seat {first}")


def _seats(s: QuestsState, parts: Parts, name: str) -> Seats:
    seats = parts.numbers(name, (), 0, s.players - 1)
    if len(set(seats)) != len(seats):
        raise parts.refuse(name, "a seat is named twice")
    return seats


# -- what lies where ---------------------------------------------------------------------------------------------------


def _player(s: QuestsState, seat: int, player: Parts, box: Box) -> None:
    rank = RANKS.index(player.word("rank", RANKS[:3], RANKS[0]))
    s.rank = put(s.rank, seat, rank)
    s.shields = put(s.shields, seat, player.number("shields", 0, 0, RANK_NEEDS[rank] - 1))
    s.hand = put(s.hand, seat, box.take(player, "hand", CARD_NAMES))
    s.court = put(s.court, seat, box.take(player, "court", ALLIES))
    s.field = put(s.field, seat, box.take(player, "field", WEAPONS))
    s.amour = put(s.amour, seat, box.pick(player, "amour", ("amour",) if player.flag("amour") else ()))
    s.counted = put(s.counted, seat, player.words("counted", tuple(KIND[piece] for piece in s.court[seat])))
    player.done("a player")


def _stages(s: QuestsState, parts: Parts, box: Box) -> None:
    given = parts.each("stages") if "stages" in parts else ()
    if "stages" in parts and "sponsor" not in parts:
        raise parts.refuse("stages", "they need a sponsor")
    if given and all(isinstance(item, str) for item in given):
        built: list[Sequence[str]] = list(layout(parts.words("stages", (*CARD_NAMES, NEXT_STAGE))))
    else:
        rows = Parts({str(i): row for i, row in enumerate(given, 1)}, "stages")
        built = [rows.words(name, CARD_NAMES) for name in rows.lies]
    if len(built) > MOST_STAGES or any(not stage for stage in built):
        raise parts.refuse("stages", f"one to {MOST_STAGES} stages are wanted, none of them empty")
    for i, stage in enumerate(built):
        if CARDS[stage[0]].kind not in ("foe", "test"):
            raise parts.refuse("stages", f"stage {i + 1} begins with a foe or a Test")
        s.stages = put(s.stages, i, box.pick(parts, "stages", stage))


def _story(s: QuestsState, parts: Parts) -> None:
    box = Box(STORY)
    s.story = box.pick(parts, "story", (parts.word("story", STORY_NAMES),) if "story" in parts else ())
    recognitions = parts.number("pending", 0, 0, CARDS["kings_recognition"].count)
    s.pending = box.pick(parts, "pending", ("kings_recognition",) * recognitions)
    s.story_discard = box.take(parts, "story_discard", STORY_NAMES)
    s.story_deck = box.take(parts, "story_deck", STORY_NAMES) + box.rest()


class Box:
    """The cards not laid anywhere yet, well mixed."""

    def __init__(self, pieces: Pile) -> None:
        self.left = sorted(pieces, key=_scatter)

    def take(self, parts: Parts, name: str, known: Sequence[str]) -> Pile:
        return self.pick(parts, name, parts.words(name, known))

    def pick(self, parts: Parts, name: str, cards: Sequence[str]) -> Pile:
        return tuple(self._one(parts, name, card) for card in cards)

    def _one(self, parts: Parts, name: str, card: str) -> int:
        for piece in self.left:
            if KIND[piece] == card:
                self.left.remove(piece)
                return piece
        raise parts.refuse(name, f"there is no {card} left to lay")

    def rest(self) -> Pile:
        taken, self.left = tuple(self.left), []
        return taken


def _scatter(piece: int) -> int:
    """An order in which the kinds are mixed, so that a pile nobody named is like a shuffled one."""
    return piece * 97 % 251
