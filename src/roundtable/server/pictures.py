"""Pictures of finished matches, for links that are shared: made when somebody asks, one at a time, the latest kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.engine import Match
from roundtable.scene import Scene
from roundtable.table.replay import moment_of, public_scene
from roundtable.table.review import moments_of

KEPT: Final = 100  # pictures in memory
FRAMES: Final = 20  # of a match that moves
SECONDS: Final = 1.2  # for each of them


@dataclass(frozen=True)
class Painter:
    """What draws; whoever starts the server brings it."""

    paint: Callable[[Scene, str, str], bytes]  # a scene, a title and a sentence as a PNG
    animate: Callable[[Sequence[bytes], float], bytes]  # pictures, and for how many seconds each is seen


class Pictures:
    """Drawn from what everybody saw."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.made: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self.lock = asyncio.Lock()

    async def moment(self, table: str, match: Match, at: int) -> bytes:
        async with self.lock:  # one at a time: the others have their turn meanwhile
            return await self._kept((table, at), lambda: self._paint(match, at))

    async def whole(self, table: str, match: Match) -> bytes:
        """The match from beginning to end, moving."""
        async with self.lock:
            return await self._kept((table, -1), lambda: self._animate(match))

    async def _kept(self, key: tuple[str, int], make: Callable[[], bytes]) -> bytes:
        if key not in self.made:
            self.made[key] = await asyncio.to_thread(make)
            if len(self.made) > KEPT:
                self.made.popitem(last=False)
        self.made.move_to_end(key)
        return self.made[key]

    def _paint(self, match: Match, at: int) -> bytes:
        told = moment_of(match, str(at))
        return self.painter.paint(public_scene(match, at), told.title, told.text)

    def _animate(self, match: Match) -> bytes:
        frames = [self._paint(match, at) for at in moments_of(match, FRAMES)]
        return self.painter.animate(frames, SECONDS)
