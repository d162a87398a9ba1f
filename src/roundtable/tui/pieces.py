"""Pieces and places drawn with characters: what any area of a scene is made of, and how it is to look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from textual.content import Content
from textual.style import Style

from roundtable.scene import Area, Mark, Piece, Scene, Spot

from .palette import Palette, badge, style
from .sheet import Part, fit, line

KEYS: Final = "123456789abcdefgijkmnpsvwxyABCDEFGHIJKLMNOPQSTUVWXYZ"  # the others are commands
SIGNS: Final = {"high": "★", "start": "∘"}
TONES: Final = {"good": "verdigris", "bad": "rubric", "lit": "gold", "faint": "faint"}
CARD: Final = 16  # width of a card


@dataclass
class Look:
    """How to draw: the colours, the viewer's arms, the keys of what can be chosen, whether spots show their names."""

    palette: Palette
    keys: dict[str, str] = field(default_factory=dict)  # id on the table -> key of its pick
    arms: dict[int, tuple[str, str]] = field(default_factory=dict)  # seat -> letter and colour
    labels: bool = False

    @classmethod
    def of(cls, scene: Scene, palette: Palette, labels: bool = False) -> Look:
        picks = scene.prompt.picks if scene.prompt else ()
        keys = {pick.on: key_of(i) for i, pick in reversed(list(enumerate(picks))) if pick.on}
        return cls(palette, keys, {p.seat: (p.arms.letter, p.arms.colour) for p in scene.panels}, labels)

    def faint(self, on: str = "") -> Style:
        return style(self.palette.faint, on=on)

    def lit(self, on: str | int = "") -> Style:
        return style(self.palette.gold, self.palette.lit, True, on)

    def tone(self, tone: str, on: str = "") -> Style:
        return style(getattr(self.palette, TONES.get(tone, "ink")), on=on)


def key_of(index: int) -> str:
    """The key of a pick; those beyond the last key are reached with the arrows or the mouse."""
    return KEYS[index] if index < len(KEYS) else "·"


def letters(pieces: Sequence[Piece], look: Look, room: int) -> list[Part]:
    """Pieces by one letter each, for narrow places."""
    parts: list[Part] = []
    for piece in pieces[: room if len(pieces) <= room else room - 1]:
        if piece.owner is not None and piece.owner in look.arms:
            letter, colour = look.arms[piece.owner]
            parts.append((letter, badge(colour, piece.id)))
        elif piece.face is not None:
            sign = (piece.face.value or piece.face.title)[:1]
            parts.append((sign, badge(look.palette.tincture(piece.face.tincture), piece.id)))
        else:
            parts.append(("▒", look.faint(piece.id)))
    return [*parts, ("+", look.faint())] if len(pieces) > room else parts


def chip(piece: Piece, look: Look, width: int = 30) -> Content:
    """A piece in one line: its name on its colour, or a back."""
    key = look.keys.get(piece.id, "")
    lead: list[Part] = [(key + "›", look.lit(piece.id))] if key else []
    if piece.face is None:
        return line(*lead, ("▒▒", look.faint(piece.id)), *mark_parts(piece.marks, look))
    owner = [letters((piece,), look, 1)[0]] if piece.owner is not None else []
    words = piece.face.title
    if piece.count is not None:
        words += f" ×{piece.count}"
    elif piece.face.value and piece.shape != "figure":
        words += f" {piece.face.value}"
    ground = badge(look.palette.tincture(piece.face.tincture), piece.id)
    padded = words if len(words) == 1 else f" {words} "
    return line(*lead, *owner, (padded, ground), *mark_parts(piece.marks, look))


def mark_parts(marks: Sequence[Mark], look: Look) -> list[Part]:
    return [(f" {mark.text}", look.tone(mark.tone)) for mark in marks]


def card(piece: Piece, look: Look, body: int) -> list[Content]:
    """A piece as a card with `body` lines of text."""
    key = look.keys.get(piece.id, "")
    frame = style(look.palette.gold, bold=True, on=piece.id) if key else style(look.palette.edge, on=piece.id)
    inner = CARD - 2
    if piece.face is None:
        rows = [("▒" * inner, look.faint(piece.id))] * (2 + body)
    else:
        face = piece.face
        value = face.value if piece.count is None else f"×{piece.count}"
        head = f"{value} {face.title}" if value else face.title
        rows = [
            (fit(head, inner - len(face.corner)) + face.corner, badge(look.palette.tincture(face.tincture), piece.id)),
            (fit(", ".join((face.kind, *(mark.text for mark in piece.marks))), inner), look.faint(piece.id)),
        ]
        text = wrap(face.text, inner)
        text = [*text[: body - 1], " ".join(text[body - 1 :])]
        rows += [(fit(words, inner), style(look.palette.ink, on=piece.id)) for words in (*text, *[""] * body)[:body]]
    top = [("╭", frame), (key, look.lit(piece.id)), (f"{'─' * (inner - len(key))}╮", frame)]
    return [line(*top), *(line(("│", frame), row, ("│", frame)) for row in rows), line((f"╰{'─' * inner}╯", frame))]


# -- places ----------------------------------------------------------------------------------------------------------


def heading(area: Area, look: Look) -> Content:
    key = look.keys.get(area.id, "")
    lead: list[Part] = [(f"{key}›", look.lit(area.id))] if key else []
    note = [(f"  {area.note}", look.faint(area.id))] if area.note else []
    title = f"{area.title} (now)" if area.present else area.title
    return line(*lead, (title, style(look.palette.faint, bold=True, on=area.id)), *note)


def lying(area: Area) -> dict[str, list[Piece]]:
    """The pieces on each spot."""
    found: dict[str, list[Piece]] = defaultdict(list)
    for piece in area.pieces:
        found[piece.spot].append(piece)
    return found


def site(spot: Spot, pieces: Sequence[Piece], look: Look, width: int, lines: int = 1) -> list[list[Part]]:
    """A spot with its name, on so many lines, over its pieces; `width` cells wide."""
    key = look.keys.get(spot.id, "")
    how = look.lit(spot.id) if key else style(look.palette.ink, look.palette.surface, on=spot.id)
    lead = f"{key}›" if key else " "
    words = wrap(spot_words(spot), width - len(lead))
    words = [*words[: lines - 1], " ".join(words[lines - 1 :])]
    head = [(fit((lead if i == 0 else " " * len(lead)) + text, width), how) for i, text in enumerate(words)]
    parts = letters(pieces, look, width - 1)
    ground = style(ground=look.palette.surface, on=spot.id)
    blank = [[(" " * width, ground)]] * (lines - len(head))
    return [*([part] for part in head), *blank, [(" ", ground), *parts, (" " * (width - 1 - len(parts)), ground)]]


def spot_words(spot: Spot) -> str:
    return " ".join((spot.label, *(mark.text for mark in spot.marks)))
