"""Scene: how a table looks to one viewer, in drawing terms that every client understands.

A game makes a scene from a view, never from the truth.  One renderer per medium (terminal, browser, print) draws every
scene; no game needs drawing code of its own.  Ids of pieces live as long as the viewer may follow the piece, so that a
card can glide from place to place; a face-down piece is only a place in its pile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from roundtable.engine.choice import STOP, Answer, Choice


@dataclass(frozen=True)
class Mark:
    """A small sign on a piece, spot or panel: an icon, its meaning in a word, a tone (good, bad, lit, faint)."""

    icon: str
    text: str
    tone: str = ""


@dataclass(frozen=True)
class Face:
    """The face of a card, token or figure.  `tincture` and `pattern` together name the kind; colour is never alone."""

    title: str
    icon: str
    kind: str = ""
    tincture: str = ""  # rubric, woad, verdigris, gold, murrey, slate, or a colour of the game's own
    pattern: str = "plain"  # plain, barry, paly, lozengy, chevronny, vair
    value: str = ""  # the roundel at the top left
    corner: str = ""  # a second number, at the top right
    text: str = ""  # one or two lines of rules


@dataclass(frozen=True)
class Piece:
    """Something that lies on the table.  Without a face it lies face down."""

    id: str
    label: str  # what it is, in words
    face: Face | None = None
    back: str = ""
    spot: str = ""  # on which spot of its area
    owner: int | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Spot:
    """A place in an area that has places: a hex, a space of a track, a site of a ring."""

    id: str
    label: str
    x: float = 0.0  # in units of one spot, y downwards
    y: float = 0.0
    tone: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Area:
    """A zone as drawn: its pieces, and its spots if it has any.

    `layout` is fan (a hand), row, stack (a pile, top last), grid, hexes, track or ring.
    """

    id: str
    title: str
    layout: str
    pieces: tuple[Piece, ...] = ()
    spots: tuple[Spot, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Stat:
    """A number or word about a player that everybody may see."""

    name: str
    value: str
    icon: str = ""


@dataclass(frozen=True)
class Arms:
    """What tells a seat apart everywhere: colour, pattern, charge and a letter."""

    letter: str
    colour: str
    pattern: str = "plain"
    charge: str = ""


@dataclass(frozen=True)
class Panel:
    """A player at the table."""

    seat: int
    name: str
    arms: Arms
    stats: tuple[Stat, ...] = ()
    marks: tuple[Mark, ...] = ()
    areas: tuple[Area, ...] = ()
    active: bool = False  # the table waits for this player
    you: bool = False
    out: bool = False
    place: int = 0  # once it is known


@dataclass(frozen=True)
class Pick:
    """An atom that can be chosen now, and where: on a piece, spot, area or panel (its id), or as a button ("")."""

    atom: str
    label: str
    on: str = ""
    hint: str = ""
    tone: str = ""


@dataclass(frozen=True)
class Prompt:
    """The question to this viewer, how far the answer has come, and what can be chosen next."""

    question: str
    sentence: str
    rule: str
    picks: tuple[Pick, ...] = ()
    chosen: tuple[str, ...] = ()  # labels of what was chosen so far
    progress: str = ""
    complete: bool = False  # what was chosen is a full answer


@dataclass(frozen=True)
class Scene:
    """The whole table."""

    game: str
    title: str
    status: str  # one line: where the match stands
    panels: tuple[Panel, ...]
    areas: tuple[Area, ...] = ()
    prompt: Prompt | None = None
    phases: tuple[Mark, ...] = ()  # the steps of the round, the present one lit
    waiting: str = ""  # for whom the table waits, in words
    over: str = ""  # the result in words

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data: dict[str, Any] = _plain(self)
        return data


def _plain(thing: Any) -> Any:
    """Like `asdict`, but several times as fast: nothing in a scene is ever changed, so nothing needs to be copied."""
    if isinstance(thing, (str, int, float)) or thing is None:
        return thing
    if isinstance(thing, tuple):
        return tuple([_plain(item) for item in thing])
    return {name: _plain(value) for name, value in vars(thing).items()}


def together(public: Scene, own: Sequence[Scene]) -> Scene:
    """The table with nothing hidden, for after the end: each panel as its owner sees it, each area as who sees most.

    `own` are the scenes of all seats at the same moment.
    """
    panels = {panel.seat: replace(panel, you=False) for scene in own for panel in scene.panels if panel.you}
    areas = {area.id: area for area in public.areas}
    for scene in own:
        for area in scene.areas:
            if area.id not in areas or _open(area) > _open(areas[area.id]):
                areas[area.id] = area
    return replace(
        public, panels=tuple(panels[panel.seat] for panel in public.panels), areas=tuple(areas.values()), prompt=None
    )


def _open(area: Area) -> int:
    return sum(piece.face is not None for piece in area.pieces)


def no_place(atom: str) -> str:
    return ""


def ask(
    choice: Choice,
    sentence: str,
    chosen: Answer,
    label: Callable[[str], str],
    on: Callable[[str], str] = no_place,
    hint: Callable[[str], str] = no_place,
    progress: str = "",
) -> Prompt:
    """The prompt for a choice and a partly composed answer: every atom that may be added, and where it is shown."""
    offers = choice.offers(chosen)
    picks = tuple(Pick(atom, label(atom), on(atom), hint(atom)) for atom in offers if atom != STOP)
    return Prompt(
        choice.question, sentence, choice.rule, picks, tuple(label(atom) for atom in chosen), progress, STOP in offers
    )
