"""The print shop: each game's PDF is made once, in a process that then ends with all the memory it took."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from roundtable.bots.workers import Workers
from roundtable.engine import Game

PATIENCE: Final = 300.0  # seconds for one PDF

Printer = Callable[[Game], bytes]


@dataclass(frozen=True)
class Printed:
    path: Path
    tag: str  # changes with the content


def _print(printer: Printer, game: Game, path: Path) -> str:
    """In a process of its own."""
    pdf = printer(game)
    draft = path.with_suffix(".part")
    draft.write_bytes(pdf)
    draft.replace(path)
    return hashlib.blake2b(pdf, digest_size=12).hexdigest()


class PrintShop:
    """Keeps the PDFs in a folder; each server makes them anew, so that none is older than the program."""

    def __init__(self, folder: Path, printer: Printer) -> None:
        self.folder = folder
        self.printer = printer
        self.made: dict[str, Printed] = {}
        self.lock = asyncio.Lock()

    async def pdf(self, game: Game) -> Printed:
        async with self.lock:  # one at a time: whoever comes second finds it done
            known = self.made.get(game.slug)
            if known is None or not known.path.exists():
                known = self.made[game.slug] = await self._make(game)
            return known

    async def _make(self, game: Game) -> Printed:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.folder / f"{game.slug}.pdf"
        workers = await asyncio.to_thread(Workers, 1, seconds=PATIENCE)
        try:
            return Printed(path, await asyncio.wrap_future(workers.submit(_print, self.printer, game, path)))
        finally:
            await asyncio.to_thread(workers.close)
