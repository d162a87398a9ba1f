"""What our apps share: the style sheet, the two lights, and Ctrl-C."""

from __future__ import annotations

from textual.app import App
from textual.binding import Binding

from .palette import PALETTES


class RoundTableApp(App[None]):
    """Candle and vellum, one key apart."""

    CSS_PATH = "style.tcss"
    TITLE = "Round Table"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+c", "quit", show=False, priority=True)]  # from any page, as everywhere; nothing is lost

    def __init__(self) -> None:
        super().__init__()
        for palette in PALETTES.values():
            self.register_theme(palette.theme())
        self.theme = next(iter(PALETTES))

    def action_next_theme(self) -> None:
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
