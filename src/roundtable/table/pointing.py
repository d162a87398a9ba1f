"""Pointing: what a lesson's `kind:name` means on a scene.

Names are those that people read: a piece by its title, a stat by its name, a sentence of the log by a few of its words.
`you` is the pupil's seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roundtable.scene import Area, Panel, Scene, Sentence

from .frames import PointView


def find(scene: Scene, log: Sequence[Sentence | None], point: str) -> PointView | None:
    """What is pointed at; None if it is not there."""
    kind, _, name = point.partition(":")
    found = next(_FINDERS[kind](scene, log, name), None)
    return PointView(kind, *found) if found is not None else None


Found = Iterator[tuple[str, str]]  # the id by which a client finds it, and what it is in words


def _areas(scene: Scene) -> Iterator[Area]:
    yield from scene.areas
    for panel in scene.panels:
        yield from panel.areas


def _panel(scene: Scene, name: str) -> Panel | None:
    return next((panel for panel in scene.panels if name == str(panel.seat) or (name == "you" and panel.you)), None)


def _find_panel(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    panel = _panel(scene, name)
    if panel is not None:
        yield str(panel.seat), panel.name


def _find_stat(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    seat, _, called = name.partition(":")
    panel = _panel(scene, seat)
    for stat in panel.stats if panel is not None else ():
        if stat.name == called and panel is not None:
            yield f"{panel.seat}:{stat.name}", f"{stat.name} of {panel.name}: {stat.value}"


def _find_area(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    for area in _areas(scene):
        if name in (area.id, area.title):
            yield area.id, area.title


def _find_piece(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    """A piece by id, title or label; `area/title` if there are several.  Of a pile only the top can be seen."""
    within, _, called = name.rpartition("/")
    for area in _areas(scene):
        if not within or within in (area.id, area.title):
            for piece in area.pieces[-1:] if area.layout == "stack" else area.pieces:
                if called in (piece.id, piece.label, piece.face.title if piece.face is not None else piece.id):
                    yield piece.id, piece.label


def _find_spot(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    for area in _areas(scene):
        for spot in area.spots:
            if name in (spot.id, spot.label, spot.short):
                yield spot.id, spot.label


def _find_pick(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    for pick in scene.prompt.picks if scene.prompt is not None else ():
        if pick.atom == name:
            yield pick.atom, pick.label


def _find_prompt(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    if scene.prompt is not None:
        yield "", "the question"


def _find_phase(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    for phase in scene.phases:
        if phase.text == name:
            yield phase.text, phase.text


def _find_log(scene: Scene, log: Sequence[Sentence | None], name: str) -> Found:
    for n in reversed(range(len(log))):
        said = log[n]
        if said is not None and name in said.text:
            yield str(n), said.text


_FINDERS = {
    "area": _find_area,
    "log": _find_log,
    "panel": _find_panel,
    "phase": _find_phase,
    "pick": _find_pick,
    "piece": _find_piece,
    "prompt": _find_prompt,
    "spot": _find_spot,
    "stat": _find_stat,
}
