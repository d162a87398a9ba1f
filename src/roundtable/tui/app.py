"""The terminal app: a match at this keyboard, or first the menu."""

from __future__ import annotations

from pathlib import Path

from roundtable.engine import Refusal

from .host import Host, TableHost
from .lights import RoundTableApp
from .menu import MenuScreen
from .setup import Recorded
from .table import TableScreen


class RoundTable(RoundTableApp):
    """Begins with a match, or with the menu."""

    def __init__(self, saves: Path, first: Recorded | Host | None = None, pace: float = 0.6) -> None:
        super().__init__()
        self.saves = saves
        self.first = first
        self.pace = pace

    def on_mount(self) -> None:
        if self.first is None:
            self.push_screen(MenuScreen())
        else:
            self.sit(self.first)

    def sit(self, where: Recorded | Host) -> None:
        """Play at this table from now on."""
        screen = TableScreen(where if isinstance(where, Host) else TableHost(where, self.pace))
        if isinstance(self.screen, TableScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    async def action_quit(self) -> None:
        """Whichever page lies on top, a table tells how to go on with its match."""
        table = next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)
        if table is None:
            self.exit()
        else:
            table.action_leave()

    def action_rematch(self) -> None:
        """The same people, bots and options once more."""
        host = self.screen.host if isinstance(self.screen, TableScreen) else None
        if isinstance(host, TableHost):
            try:
                recorded = host.recorded
                self.sit(recorded.setup.again(recorded.match).start(self.saves))
            except (Refusal, OSError) as error:
                self.notify(str(error), severity="error", markup=False)
