"""Helpers for the terminal table: the real app, driven by keys and mouse."""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.widgets import Static

import roundtable as rt
from roundtable.tui import pieces
from roundtable.tui.app import RoundTable
from roundtable.tui.host import Host, TableHost
from roundtable.tui.keyboard import Keyboard
from roundtable.tui.modals import Curtain, End
from roundtable.tui.plain import PlainTable
from roundtable.tui.setup import Recorded, Setup
from roundtable.tui.table import TableScreen


class Player:
    """Somebody at the keyboard of a running app."""

    def __init__(self, app: Any, pilot: Any) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    @property
    def keyboard(self) -> Keyboard:
        return self.table.keyboard

    @property
    def match(self) -> Any:
        assert isinstance(self.table.host, TableHost)
        return self.table.host.match

    @property
    def file(self) -> Path:
        return Path(self.table.host.place)

    def text(self) -> str:
        """What is on the screen, as text."""
        svg = self.app.export_screenshot(simplify=True)
        rows = re.findall(r'<text class="[^"]*-r\d+"[^>]*>(.*?)</text>', svg, re.S)
        return html.unescape(" ".join(rows)).replace("\xa0", " ")

    def hint(self) -> str:
        return str(self.table.query_one("#hint", Static).visual)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, condition: Callable[[], object], seconds: float = 20) -> None:
        for _ in range(int(seconds / 0.01)):
            if condition():
                await self.pilot.pause()
                return
            await self.pilot.pause(0.01)
        raise AssertionError("it did not come to that")

    async def asked(self) -> None:
        """Wait until the person at the keyboard is asked something."""
        await self.until(lambda: self.keyboard.asked and self.app.screen is self.table)

    async def step(self, rng: Random) -> None:
        """One key that brings the match on, whatever it asks."""
        screen = self.app.screen
        if isinstance(screen, Curtain):
            await self.press("enter")
        elif isinstance(screen, TableScreen) and self.keyboard.asked:
            picks = len(screen.prompt.picks)
            await self.press("enter" if screen.prompt.complete else pieces.key_of(rng.randrange(picks)))
        else:
            await self.pilot.pause(0.01)

    async def play_to_the_end(self, seed: int = 1) -> None:
        rng = Random(seed)
        while not isinstance(self.app.screen, End):
            await self.step(rng)


@pytest.fixture
def at_table(tmp_path: Path) -> Callable[..., None]:
    """Run a scene at the table: `at_table(scene, people=("Anna",), players=2)`."""

    def run(
        scene: Callable[[Player], Awaitable[None]],
        first: Recorded | None = None,
        size: tuple[int, int] = (120, 40),
        game: str = "knights-duty",
        **how: Any,
    ) -> None:
        how = {"people": ("Anna",), "seed": 5, **how}
        recorded = first or Setup(rt.game(game), **how).start(tmp_path)

        async def go() -> None:
            app = RoundTable(tmp_path, recorded, pace=0)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await scene(Player(app, pilot))

        asyncio.run(go())

    return run


def seated(host: Host, seed: int) -> tuple[PlainTable, list[str]]:
    """Somebody who answers anything in plain lines, and what is written."""
    rng, written = Random(seed), list[str]()
    table: PlainTable

    def line() -> str:
        prompt = table.keyboard.scene.prompt
        return "" if prompt is None or prompt.complete else str(1 + rng.randrange(len(prompt.picks)))

    table = PlainTable(host, line, written.append)
    return table, written
