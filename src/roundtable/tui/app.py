"""The terminal app: menu, table and replay, in two lights."""

from __future__ import annotations

from pathlib import Path

from roundtable.engine import Refusal

from .lights import RoundTableApp
from .sitting import Sitting
from .table import TableScreen


class RoundTable(RoundTableApp):
    """Begins with a match, or with the menu."""

    def __init__(self, saves: Path, first: Sitting | None = None, pace: float = 0.6) -> None:
        super().__init__()
        self.saves = saves
        self.first = first
        self.pace = pace
        self.sitting: Sitting | None = None

    def on_mount(self) -> None:
        if self.first is not None:
            self.sit(self.first)

    def sit(self, sitting: Sitting) -> None:
        """Play at this table from now on."""
        self.sitting = sitting
        if isinstance(self.screen, TableScreen):
            self.pop_screen()
        self.push_screen(TableScreen(sitting, self.pace))

    def action_rematch(self) -> None:
        if self.sitting is not None:
            try:
                self.sit(self.sitting.setup.start(self.saves))
            except (Refusal, OSError) as error:
                self.notify(str(error), severity="error")
