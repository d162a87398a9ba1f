"""Settings: every limit, delay and address of a server in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from roundtable.engine import Game
from roundtable.games.edition import Edition


@dataclass(frozen=True)
class Settings:
    """What an operator can choose; the defaults suit a table among friends and a small public server alike."""

    data: Path = Path("data")
    printer: Callable[[Game], bytes] | None = None  # makes a game's PDF; whoever starts the server brings it
    database: str = ""  # the address of a PostgreSQL database; "" for SQLite in the data folder
    metrics_token: str = ""  # whoever shows it is shown `/metrics`; "": nobody is
    editions: tuple[Edition, ...] = ()  # of games, that people may choose by name
    workers: int = 1  # processes in which bots think that take their time; quick ones have one of their own
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
    tables: int = 30  # unfinished tables of one person
    sockets: int = 40  # open sockets of one person or address that has no seat
    strikes: int = 50  # senseless frames until the socket is closed

    # Token buckets: how many per second, and how many at once.
    frames: tuple[float, float] = (30.0, 120.0)
    chats: tuple[float, float] = (0.5, 6.0)
    hints: tuple[float, float] = (0.25, 3.0)
    posts: tuple[float, float] = (4.0, 40.0)
    opened: tuple[float, float] = (0.5, 20.0)  # new tables
    tokens: tuple[float, float] = (0.5, 30.0)  # new persons

    prints: tuple[float, float] = (0.2, 10.0)  # PDFs

    def at(self, rate: float) -> Settings:
        """The same with all limits on rates in proportion to so many frames per second."""
        times = rate / self.frames[0]
        limits: dict[str, Any] = {
            name: (per_second * times, max(1.0, at_once * times))
            for name in ("frames", "chats", "hints", "posts", "opened", "tokens", "prints")
            for per_second, at_once in (getattr(self, name),)
        }
        return replace(self, **limits)
