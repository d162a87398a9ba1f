"""The colours of the terminal table: an illuminated page by day (vellum) and by candlelight (candle)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from textual.color import Color
from textual.style import Style
from textual.theme import Theme


@dataclass(frozen=True)
class Palette:
    """One theme: page, raised surface, ink, faint ink, rules, and the accents in a strength that reads on the page."""

    name: str
    dark: bool
    page: str
    surface: str
    ink: str
    faint: str
    line: str
    edge: str  # lines that mean something: hexes, cards
    lit: str  # the ground of what can be chosen
    rubric: str
    woad: str
    verdigris: str
    gold: str
    murrey: str
    slate: str

    def theme(self) -> Theme:
        return Theme(
            name=self.name,
            dark=self.dark,
            primary=self.woad,
            secondary=self.murrey,
            accent=self.gold,
            foreground=self.ink,
            background=self.page,
            surface=self.surface,
            panel=self.surface,
            success=self.verdigris,
            warning=self.gold,
            error=self.rubric,
            variables={
                "faint": self.faint,
                "line": self.line,
                "lit": self.lit,
                "gold": self.gold,
                "rubric": self.rubric,
                "footer-background": self.page,
                "footer-foreground": self.faint,
                "footer-key-foreground": self.gold,
                "footer-description-foreground": self.faint,
                "border": self.gold,
                "border-blurred": self.line,
            },
        )

    def tincture(self, name: str) -> str:
        """The colour of a tincture; a game's own colours come as #rrggbb."""
        return name if name.startswith("#") else getattr(self, name, self.slate)


VELLUM: Final = Palette(
    "vellum",
    False,
    page="#f5ecd7",
    surface="#fbf5e6",
    ink="#2a2018",
    faint="#6d5d4b",
    line="#c9b894",
    edge="#9a8556",
    lit="#efd99a",
    rubric="#a32a22",
    woad="#2c4c86",
    verdigris="#23664b",
    gold="#8a6510",
    murrey="#7a2f5a",
    slate="#4b5563",
)
CANDLE: Final = Palette(
    "candle",
    True,
    page="#14110e",
    surface="#201a14",
    ink="#f0e6d2",
    faint="#a89780",
    line="#4a3d2e",
    edge="#7d6a50",
    lit="#4f3d12",
    rubric="#e8776c",
    woad="#8fb0ea",
    verdigris="#6fc29e",
    gold="#e0b64a",
    murrey="#d68bb5",
    slate="#a3adba",
)
PALETTES: Final = {palette.name: palette for palette in (CANDLE, VELLUM)}


@cache
def style(ink: str = "", ground: str = "", bold: bool | None = None, on: str | int = "") -> Style:
    """A style; `on` is what a click on the text means: the id of something on the table, or the index of a pick."""
    look = Style(Color.parse(ground) if ground else None, Color.parse(ink) if ink else None, bold)
    return look if on == "" else look + Style.from_meta({"on": on})


@cache
def badge(colour: str, on: str | int = "") -> Style:
    """Arms: a letter on its colour, dark or light, whichever reads better."""
    ground = Color.parse(colour)
    return style(ground.get_contrast_text(1.0).hex, ground.hex, True, on)
