"""Scene: how a table looks to one viewer, in drawing terms that every client understands.

A game makes a scene from a view, never from the truth.  One renderer per medium (terminal, browser, print) draws every
scene; no game needs drawing code of its own.  Ids of pieces live as long as the viewer may follow the piece, so that a
card can glide from place to place; a face-down piece is only a place in its pile.

Nothing in a scene is ever changed, so parts are shared between scenes; the same part is the same object (`drawn`), and
whoever sends or draws scenes need not look at it twice.  (Frozen dataclasses would take four times as long to make.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from operator import attrgetter
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeVar, cast

Layout = Literal["fan", "row", "stack", "grid", "hexes", "track", "ring"]
Shape = Literal["card", "token", "figure", "gem"]
Shore = Literal["field", "water", "round"]  # the ground of a region; a round one is a table with seats at its edge
Ground = Literal["", "wall"]
Motion = Literal["clash", "break", "unfurl", "rise", "gleam"]


@dataclass(slots=True, eq=False)
class Mark:
    """A small sign on a piece, spot or panel: an icon, its meaning in a word, a tone (good, bad, lit, faint)."""

    icon: str
    text: str
    tone: str = ""
    owner: int | None = None  # whose it is: drawn with the arms of that seat


@dataclass(slots=True, eq=False)
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


@dataclass(slots=True, eq=False)
class Piece:
    """Something that lies on the table.  Without a face it lies face down.

    `shape` is card, token (round), figure (round too, but it stands for somebody: a knight on a map, a marker on a
    track) or gem.
    """

    id: str
    label: str  # what it is, in words
    face: Face | None = None
    back: str = ""
    spot: str = ""  # on which spot of its area
    owner: int | None = None
    marks: tuple[Mark, ...] = ()
    shape: Shape = "card"
    count: int | None = None  # a heap: so many alike lie here


@dataclass(slots=True, eq=False)
class Spot:
    """A place in an area that has places: a hex, a space of a track, a site of a ring."""

    id: str
    label: str
    x: float = 0.0  # in units of one spot, y downwards
    y: float = 0.0
    tone: str = ""
    marks: tuple[Mark, ...] = ()
    short: str = ""  # what is written on it, where there is no room for the label, or in a grid with heads
    count: int | None = None  # in a grid with heads: so many of the row's go with the column
    tincture: str = ""  # whose ground it is, as a pigment or colour
    reach: bool = False  # what is being chosen could reach it
    wide: float = 1.0  # how broad it is drawn, in units; a broad one also says what its marks mean


@dataclass(slots=True, eq=False)
class Region:
    """A part of a map that has a name: all its spots of one tone, on one ground."""

    tone: str
    title: str
    icon: str = ""
    note: str = ""  # what it is good for, in a word or two
    tincture: str = "slate"
    shape: Shore = "field"


@dataclass(slots=True, eq=False)
class Heads:
    """The names of the columns and rows of a grid in which every spot counts something; x and y are places in them."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    above: tuple[int | None, ...] = ()  # the seat of each column: its arms stand in the head
    beside: tuple[int | None, ...] = ()  # the seat of each row


@dataclass(slots=True, eq=False)
class Area:
    """A zone as drawn: its pieces, and its spots if it has any.

    `layout` is fan (a hand), row, stack (a pile, top last), grid, hexes, track or ring.
    """

    id: str
    title: str
    layout: Layout
    pieces: tuple[Piece, ...] = ()
    spots: tuple[Spot, ...] = ()
    note: str = ""
    heads: Heads | None = None
    present: bool = False  # of several areas alike, such as stages, the one that is being played
    way: int | None = None  # of several areas on one way, such as stages, which one it is: 0 comes first
    who: tuple[int, ...] = ()  # seats that stand there: drawn with their arms
    facing: int | None = None  # who stands behind it: two such areas are drawn face to face
    total: str = ""  # what its pieces come to, written large, such as a strength
    held: bool = False  # one plays from it: it is drawn large and in its place, whatever is asked
    ground: Ground = ""  # on what its pieces stand
    regions: tuple[Region, ...] = ()  # of a map


@dataclass(slots=True, eq=False)
class Stat:
    """A number or word about a player that everybody may see."""

    name: str
    value: str
    icon: str = ""
    detail: str = ""  # what the value is made of, where there is room for it
    speaks: bool = False  # the value needs no name beside it, such as "Full Heart"
    share: float | None = None  # how much of the way to a goal, 0 to 1: drawn as a bar


@dataclass(slots=True, eq=False)
class Arms:
    """What tells a seat apart everywhere: colour, pattern, charge and a letter."""

    letter: str
    colour: str
    pattern: str = "plain"
    charge: str = ""
    blank: bool = False  # none have been chosen yet: those of the person serve meanwhile


@dataclass(slots=True, eq=False)
class Emblem:
    """What tells a game apart: a sign on a field, on its pages, in menus and in print."""

    icon: str
    tincture: str
    pattern: str = "plain"


@dataclass(slots=True, eq=False)
class Meaning:
    """What a stat or a sign means: a part of a game's legend."""

    name: str  # of a stat, or what a sign stands for
    icon: str  # by which marks are found; a stat has none if it is only a word
    text: str  # one sentence for somebody who has never played
    rule: str  # the paragraph that tells more


@dataclass(slots=True, eq=False)
class Panel:
    """A player at the table."""

    seat: int
    name: str  # how the player is called in this match, in the log too
    arms: Arms
    stats: tuple[Stat, ...] = ()
    marks: tuple[Mark, ...] = ()
    areas: tuple[Area, ...] = ()
    active: bool = False  # the table waits for this player
    you: bool = False
    out: bool = False
    place: int = 0  # once it is known
    person: str = ""  # who sits there, where the name does not say it
    ready: bool = False  # has given a sealed answer, while the table waits for others


@dataclass(slots=True, eq=False)
class Pick:
    """An atom that can be chosen now, and where: on a piece, spot, area or panel (its id), or as a button ("")."""

    atom: str
    label: str
    on: str = ""
    hint: str = ""
    tone: str = ""
    completes: bool = False  # with it the answer is full, and nothing can be added
    warning: str = ""  # asked once before it is chosen: it harms oneself, or is easily chosen by mistake


@dataclass(slots=True, eq=False)
class Prompt:
    """The question to this viewer, how far the answer has come, and what can be chosen next."""

    question: str
    sentence: str
    rule: str
    picks: tuple[Pick, ...] = ()
    chosen: tuple[str, ...] = ()  # labels of what was chosen so far
    progress: str = ""
    complete: bool = False  # what was chosen is a full answer
    why: str = ""  # where there is but one answer: why there is no other, such as "you hold no highwayman"


@dataclass(slots=True, eq=False)
class Moment:
    """Something that happened and deserves to be seen: a sign, and how it moves.

    Swords clash, a heart breaks, a banner unfurls, a sword rises, a gem gleams.
    """

    icon: str  # its sign
    motion: Motion  # how the sign moves
    weight: int = 1  # of all moments of a match those of the greatest weight are worth seeing again


@dataclass(slots=True, eq=False)
class Party:
    """One who took part in an outcome: with what, and what came of it."""

    name: str  # who
    seat: int | None = None  # whose arms are shown
    faces: tuple[Face, ...] = ()  # the cards that were shown
    says: str = ""  # what was done with them, such as "face down", "strength 4"
    end: str = ""  # what came of it, such as "+6 worship"
    tone: str = ""  # good or bad for whom it befell


@dataclass(slots=True, eq=False)
class Outcome:
    """How something ended, as a picture: who took part, with what, and what each got.  Two stand face to face."""

    title: str  # what it was about
    parties: tuple[Party, ...]  # who took part
    verdict: str = ""  # how it ended, in a few words
    icon: str = ""  # between two who stand face to face


@dataclass(slots=True, eq=False)
class Sentence:
    """What happened, as it stands in the log."""

    text: str
    heading: bool = False  # a turn, round or stage begins with it
    moment: Moment | None = None
    at: tuple[str, ...] = ()  # where on the table: ids of panels, pieces, spots or areas
    outcome: Outcome | None = None  # it is shown as a picture and held until it could be read


@dataclass(slots=True, eq=False)
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

    def data(self) -> dict[str, object]:
        """Plain data for JSON."""
        data: dict[str, object] = _plain(self)
        return data


def _plain(thing: Any) -> Any:
    """Like `asdict`, but several times as fast: nothing needs to be copied."""
    if isinstance(thing, (str, int, float)) or thing is None:
        return thing
    if isinstance(thing, tuple):
        return tuple([_plain(item) for item in thing])
    return {name: _plain(getattr(thing, name)) for name in thing.__dataclass_fields__}


V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")
KEPT: Final = 2048  # drawings of each kind


def drawn(
    *facts: str, own: tuple[str, ...] = ()
) -> Callable[[Callable[Concatenate[V, P], R]], Callable[Concatenate[V, P], R]]:
    """A part of the table that is drawn once for the same facts: these fields of the view, and the other arguments.

    Of the fields in `own`, which have an entry for every seat, only that of the first argument's seat counts.  The
    function is given a view that has these facts and no others, so nothing else can slip into the drawing: neither
    what was true a moment ago nor what only another viewer may know.

    >>> class View:
    ...     goal, gems, hand = 12, (3, 4), (10_007,)
    >>> @drawn("goal", own=("gems",))
    ... def hoard(view, seat):
    ...     return Stat("Gems", f"{view.gems[seat]} of {view.goal}")
    >>> hoard(View(), 1).value, hoard(View(), 1) is hoard(View(), 1)
    ('4 of 12', True)
    """
    fetch = attrgetter("__class__", *facts)
    theirs = attrgetter("__class__", *own)

    def keeping(draw: Callable[Concatenate[V, P], R]) -> Callable[Concatenate[V, P], R]:
        def make(shared: tuple[Any, ...], single: tuple[Any, ...], *args: P.args, **kwargs: P.kwargs) -> R:
            kind = shared[0]
            view = kind.__new__(kind)
            for name, fact in zip(facts, shared[1:]):
                setattr(view, name, fact)
            for name, fact in zip(own, single):
                setattr(view, name, (None,) * cast(int, args[0]) + (fact,))
            try:
                return draw(view, *args, **kwargs)
            except AttributeError as error:
                words = f"{draw.__name__} is drawn from the facts that its @drawn names, and no others"
                raise AttributeError(f"{error}: {words}") from error

        made: Any = lru_cache(KEPT)(make)

        def part(view: V, /, *args: P.args, **kwargs: P.kwargs) -> R:
            single = tuple([fact[args[0]] for fact in theirs(view)[1:]]) if own else ()
            shared = fetch(view) if facts else (type(view),)
            found: R = made(shared, single, *args, **kwargs)
            return found

        return wraps(draw)(part)

    return keeping


seated: Final = lru_cache(KEPT)(Panel)  # a panel; the same one for the same parts


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
