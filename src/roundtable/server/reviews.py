"""Reviews of finished matches: worked out in the background, part by part, and kept.

One lane of the bots' workers does nothing else and takes what no other process wants.  Whoever asks waits behind those
who have asked for less, and one person has one review under way.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from time import time
from typing import Any, Final

import msgspec
import structlog

from roundtable.engine import Answer, Game, Match, State
from roundtable.table import Refused, review
from roundtable.table.log_codes import LogCode

from .lanes import Key, Lane
from .store import Paper, Store, StoreFailure

log = structlog.get_logger()

KIND: Final = "review"
QUEUE: Final = 20  # reviews under way in this process
KEPT: Final = 200  # finished ones that are remembered


def _judge(
    game: Game, view: State, seat: int, move: int, given: Answer, simulations: int, seed: str, seconds: float
) -> dict[str, object]:
    return review.judge(game, view, seat, move, given, simulations, seed).data()


def _chances(game: Game, state: State, at: int, samples: int, seed: str, seconds: float) -> review.Point:
    return review.chances(game, state, at, samples, seed)


class Working:
    """A review under way: what there is of it so far."""

    def __init__(self, person: str, total: int) -> None:
        self.person = person
        self.total = total
        self.curve: list[review.Point] = []
        self.answers: list[dict[str, object]] = []

    def data(self, match: Match) -> dict[str, object]:
        return {
            "done": len(self.curve) + len(self.answers),
            "total": self.total,
            "curve": [point.data() for point in self.curve],
            "turns": [turn.data(review.called(match)) for turn in review.turning_points(match, self.curve)],
            "answers": self.answers,
        }


class Reviews:
    """All reviews of a process."""

    def __init__(self, lane: Lane, store: Store, background: Callable[[Coroutine[None, None, None]], None]) -> None:
        self.lane = lane
        self.store = store
        self.background = background
        self.working: dict[str, Working] = {}
        self.known: dict[str, Mapping[str, Any]] = {}

    async def told(self, table: str, match: Match, seat: int) -> Mapping[str, object] | None:
        """What there is of a review; None if nobody has asked for it."""
        id = f"{table}.{seat}"
        if id in self.working:
            return self.working[id].data(match)
        if id not in self.known:
            paper = await self.store.paper(KIND, id)
            if paper is None:
                return None
            self._remember(id, msgspec.json.decode(paper.data))
        return self.known[id]

    async def begin(self, table: str, match: Match, seat: int, key: Key) -> None:
        """Work a review out, unless it is there; `Refused` if it is too much."""
        id = f"{table}.{seat}"
        if await self.told(table, match, seat) is not None:
            return
        if any(one.person == key[1] for one in self.working.values()):
            raise Refused("one review at a time; yours is under way", 429)
        if len(self.working) >= QUEUE:
            raise Refused("too many reviews are under way; try again later", 429)
        moments, moves = review.moments_of(match), review.choices_of(match, seat)
        self.working[id] = Working(key[1], len(moments) + len(moves))
        if self.lane.workers is None:  # not before somebody wants one: a worker takes memory
            self.lane.open()
        self.background(self._work(id, table, match, seat, moments, moves, key))

    async def _work(
        self, id: str, table: str, match: Match, seat: int, moments: list[int], moves: list[int], key: Key
    ) -> None:
        working, game, do = self.working[id], match.game, self.lane.do
        try:
            for at in moments:
                state = match.before(at)[0]
                working.curve.append(await do(key, _chances, game, state, at, review.SAMPLES, "0"))
            for move in moves:
                view, given = game.view(match.before(move - 1)[0], seat), match.entries[move - 1].answer
                work = do(key, _judge, game, view, seat, move, given, review.SIMULATIONS, "0")
                working.answers.append(await work)
            data = working.data(match)
            await self.store.keep_paper(Paper(KIND, id, "", time(), msgspec.json.encode(data)))
            self._remember(id, data)
        except (StoreFailure, RuntimeError, ValueError) as error:  # whoever wants it may ask again
            log.warning(LogCode.BACKGROUND_FAULT, table=table, error=repr(error))
        finally:
            del self.working[id]

    def _remember(self, id: str, data: Mapping[str, Any]) -> None:
        self.known[id] = data
        if len(self.known) > KEPT:
            del self.known[next(iter(self.known))]
