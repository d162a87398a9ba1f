"""Quests of the Round Table: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundtable.engine import BadPosition, Pile, put
from roundtable.engine.flow import Flow, table

from .cards import ADVENTURE, KIND, QUESTS, RANKS, STAGES, STORY, TOURNAMENTS
from .questions import QUESTIONS
from .questions.building import layout
from .rules.quest import Quest
from .rules.stage import Stage
from .rules.tournament import Rounds, Tournament
from .rules.turn import Reign, Turn
from .state import MOST_STAGES, QuestsState

_PARTS: Final = (
    "players",
    "current",
    "turn",
    "story",
    "pending",
    "deck",
    "discard",
    "rest",
    "story_deck",
    "story_discard",
    "sponsor",
    "stages",
    "participants",
    "stage",
)
_OF_A_PLAYER: Final = ("rank", "shields", "hand", "court", "amour")


def arrange(s: QuestsState, asks: str, lies: Mapping[str, Any]) -> None:
    """Lay out a position by the names of cards.

    `lies` may name: ``players``, one per seat: {"rank": a rank's id, "shields": number, "hand": [cards], "court":
    [allies], "amour": bool}; ``current``, the seat whose turn it is (0); ``turn`` (1); ``pending``, how many cards of
    King's Recognition; ``deck`` and ``story_deck``, their topmost cards, first the top; ``discard`` and
    ``story_discard``; ``rest``: "deck" if adventure cards not named lie under the deck (so it is by default), "box" if
    they are left out of the match.

    ``story`` names the card being resolved; without it the match begins by turning up the top of the story deck.  A
    quest may have a ``sponsor`` (a seat; next he builds), ``stages`` (a set-up answer or one list of cards per stage;
    next the others are asked to join), ``participants`` (seats) and the ``stage`` they are about to play (1), after the
    cards for it were drawn; or before, if `asks` is ``hand_limit``.  A tournament may have ``participants``, who are
    about to commit cards.
    """
    for name in lies:
        if name not in _PARTS:
            raise BadPosition(f"unknown part of a position: {name!r}")
    if asks not in QUESTIONS:
        raise BadPosition(f"there is no question {asks!r}")
    players: Sequence[Mapping[str, Any]] = lies.get("players", ({},) * s.players)
    if len(players) != s.players:
        raise BadPosition(f"describe each of the {s.players} players")
    s.turn = int(lies.get("turn", 1))
    s.current = _seat(s, lies.get("current", 0))
    _adventure(s, players, lies)
    _story(s, lies)
    if not s.story:
        s.turn -= 1  # the turn begins with the draw
        _enter(s, (Reign, "again"), (Turn, "draw_story"))
    elif asks == "mordred_window":
        _enter(s, (Reign, "again"), (Turn, "before_story"))
    elif "sponsor" in lies and s.card() in QUESTS:
        _quest(s, asks, lies)
    elif "participants" in lies and s.card() in TOURNAMENTS:
        s.joined = s.active = tuple(_seat(s, seat) for seat in lies["participants"])
        _enter(s, (Reign, "again"), (Turn, "discard_story"), (Tournament, "shields"), (Rounds, "start"))
    else:
        _enter(s, (Reign, "again"), (Turn, "resolve"))


def _adventure(s: QuestsState, players: Sequence[Mapping[str, Any]], lies: Mapping[str, Any]) -> None:
    box = Box(ADVENTURE)
    for seat, player in enumerate(players):
        for name in player:
            if name not in _OF_A_PLAYER:
                raise BadPosition(f"seat {seat}: a player has no {name!r}")
        rank = player.get("rank", RANKS[0])
        if rank not in RANKS[:3]:
            raise BadPosition(f"seat {seat}: there is no rank {rank!r}")
        s.rank = put(s.rank, seat, RANKS.index(rank))
        s.shields = put(s.shields, seat, int(player.get("shields", 0)))
        s.hand = put(s.hand, seat, box.take(player.get("hand", ())))
        s.court = put(s.court, seat, box.take(player.get("court", ())))
        s.amour = put(s.amour, seat, box.take(("amour",) if player.get("amour") else ()))
    given: Any = lies.get("stages", ())
    stages = layout(tuple(given)) if given and isinstance(given[0], str) else given
    for i, stage in enumerate(stages[:MOST_STAGES]):
        s.stages = put(s.stages, i, box.take(stage))
    s.adventure_discard = box.take(lies.get("discard", ()))
    s.adventure_deck = box.take(lies.get("deck", ()))
    if lies.get("rest", "deck") == "deck":
        s.adventure_deck += box.rest()
    else:
        left = set(box.rest())
        s.pieces = tuple(piece for piece in s.pieces if piece not in left)


def _story(s: QuestsState, lies: Mapping[str, Any]) -> None:
    box = Box(STORY)
    s.story = box.take((lies["story"],) if "story" in lies else ())
    s.pending = box.take(("kings_recognition",) * int(lies.get("pending", 0)))
    s.story_discard = box.take(lies.get("story_discard", ()))
    s.story_deck = box.take(lies.get("story_deck", ())) + box.rest()


def _quest(s: QuestsState, asks: str, lies: Mapping[str, Any]) -> None:
    s.sponsor = _seat(s, lies["sponsor"])
    frame: tuple[tuple[type[Flow], str], ...] = ((Reign, "again"), (Turn, "discard_story"))
    if "stages" not in lies:
        _enter(s, *frame, (Quest, "set_up"))
        return
    if s.built() != STAGES[s.card()]:
        raise BadPosition(f"this quest has {STAGES[s.card()]} stages")
    if "participants" not in lies:
        s.queue = s.clockwise(s.sponsor)[1:]
        _enter(s, *frame, (Quest, "next_participant"))
        return
    seats = tuple(_seat(s, seat) for seat in lies["participants"])
    s.joined = s.active = tuple(seat for seat in s.clockwise(s.sponsor)[1:] if seat in seats)
    s.stage = int(lies.get("stage", 1))
    if not 1 <= s.stage <= s.built():
        raise BadPosition(f"there is no stage {s.stage}")
    s.turned = s.stage - 1
    _enter(s, *frame, (Quest, "after_stage"), (Stage, "draw" if asks == "hand_limit" else "show"))


def _enter(s: QuestsState, *entries: tuple[type[Flow], str]) -> None:
    s.stack = tuple(flow() for flow, _ in entries)
    s.steps = tuple(table(flow).index[step] for flow, step in entries)


def _seat(s: QuestsState, seat: Any) -> int:
    if not isinstance(seat, int) or not 0 <= seat < s.players:
        raise BadPosition(f"there is no seat {seat!r}")
    return seat


class Box:
    """The cards not laid anywhere yet."""

    def __init__(self, pieces: Pile) -> None:
        self.left = list(pieces)

    def take(self, names: Sequence[str]) -> Pile:
        return tuple(self._one(name) for name in names)

    def _one(self, name: str) -> int:
        for piece in self.left:
            if KIND[piece] == name:
                self.left.remove(piece)
                return piece
        raise BadPosition(f"there is no {name!r} left to lay")

    def rest(self) -> Pile:
        taken, self.left = tuple(self.left), []
        return taken
