"""Settings: every limit, delay and address of a server in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from roundtable.engine import Game
from roundtable.games.edition import Edition
from roundtable.table.limits import Limit, Rate

from .limits import COUNTS, FRAMES, RATES, Count
from .pictures import Painter
from .workshop import Simulator


@dataclass(frozen=True)
class Settings:
    """What an operator can choose; the defaults suit a table among friends and a small public server alike."""

    data: Path = Path("data")
    printer: Callable[[Game], bytes] | None = None  # makes a game's PDF; whoever starts the server brings it
    painter: Painter | None = None  # draws moments of finished matches
    offline: Callable[[Path], object] | None = None  # makes a site without a server, for when the network goes
    database: str = ""  # the address of a PostgreSQL database; "" for SQLite in the data folder
    metrics_token: str = ""  # whoever shows it is shown `/metrics`; "": nobody is
    editions: tuple[Edition, ...] = ()  # of games, that people may choose by name
    simulator: Simulator | None = None  # tries editions out; with it people may make their own in the workshop
    workers: int = 1  # processes in which bots think that take their time; quick ones have one of their own
    spare: int = 0  # more of them for a Champion while nobody else thinks; they take what no other process wants
    pace: tuple[float, float] = (0.5, 1.1)  # seconds a bot takes beside its thought: a person wants to see it
    grace: float = 60.0  # seconds until a bot answers for somebody who has gone, if others wait
    beat: float = 10.0  # seconds between words to other processes about who is here; after three they count as gone
    idle: float = 120.0  # seconds until a table that nobody looks at leaves the memory
    hurry: float = 1.0  # how much faster clocks run than they say; for tests and demonstrations
    patience: float = 5.0  # seconds of thought until a bot that does not answer is given up
    advice: float = 1.0  # seconds of thought for a hint

    frame: int = 8 * 1024  # bytes of a socket frame
    body: int = 32 * 1024  # bytes of a form
    chat_length: int = 300
    chat_kept: int = 200
    name_length: int = 24
    strikes: int = 50  # senseless frames until the socket is closed
    listed: float = 15 * 60.0  # seconds until a public table at which nobody looks is no longer in the list
    forgotten: float = 14 * 24 * 3600.0  # until a table that was never begun, and at which nobody looks, is deleted

    frames: Rate = FRAMES  # of one socket
    rates: Mapping[str, Limit] = field(default_factory=RATES.copy)
    counts: Mapping[str, Count] = field(default_factory=COUNTS.copy)

    def at(self, rate: float) -> Settings:
        """The same with all limits in proportion to so many frames per second; numbers are never less than usual."""
        factor = rate / self.frames.per_second
        return replace(
            self,
            frames=self.frames.times(factor),
            rates={kind: limit.times(factor) for kind, limit in self.rates.items()},
            counts={kind: count.times(factor) for kind, count in self.counts.items()},
        )
