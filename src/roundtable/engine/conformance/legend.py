"""The signs on the table: each exists, and what it means is told once in the game's legend."""

from __future__ import annotations

from collections.abc import Iterator

from roundtable.scene import Area, Mark, Scene, Stat

from ..game import Game
from .report import Report
from .trial import Trial


def marks(scene: Scene) -> Iterator[Mark]:
    """Every mark and phase of a scene."""
    yield from scene.phases
    for panel in scene.panels:
        yield from panel.marks
    for area in areas(scene):
        for piece in area.pieces:
            yield from piece.marks
        for spot in area.spots:
            yield from spot.marks


def areas(scene: Scene) -> Iterator[Area]:
    yield from scene.areas
    for panel in scene.panels:
        yield from panel.areas


def stats(scene: Scene) -> Iterator[Stat]:
    for panel in scene.panels:
        yield from panel.stats


def icons(scene: Scene) -> set[str]:
    """The names of all signs that are drawn."""
    faces = {piece.face.icon for area in areas(scene) for piece in area.pieces if piece.face is not None}
    charges = {panel.arms.charge for panel in scene.panels}
    return {mark.icon for mark in marks(scene)} | {stat.icon for stat in stats(scene)} | faces | charges


def declared(game: Game, report: Report) -> None:
    """What can be said of the legend without playing: unique names and icons, sentences, paragraphs."""

    def fault(message: str) -> None:
        report.fault("legend", message)

    paragraphs = game.paragraphs()
    names, used = set[str](), dict[str, str]()
    for meaning in game.legend:
        if meaning.name in names:
            fault(f"`{meaning.name}` is explained twice")
        names.add(meaning.name)
        if meaning.icon and used.setdefault(meaning.icon, meaning.name) != meaning.name:
            fault(f"the icon '{meaning.icon}' means both `{used[meaning.icon]}` and `{meaning.name}`")
        if not meaning.text.endswith("."):
            fault(f"`{meaning.name}` is not explained by a sentence")
        if meaning.rule not in paragraphs:
            fault(f"`{meaning.name}` cites paragraph {meaning.rule or 'none'}, which is not in the rules page")
    for question in game.questions if game.coach else ():
        if not game.coach.get(question, "").endswith("."):
            fault(f"the coach has no sentence for '{question}'")
    _exist(report, {game.emblem.icon, *used, *(moment.icon for moment in game.moments.values())})


def _exist(report: Report, signs: set[str]) -> None:
    for icon in sorted(signs - report.icons - {""}) if report.icons else ():
        report.fault("legend", f"there is no icon '{icon}': see game-icons.net for those there are")


def explained(trial: Trial, scene: Scene) -> None:
    """Every stat, mark and phase of the scene is in the legend, and every sign exists."""
    trial.count("legend")
    _exist(trial.report, icons(scene))
    names = {meaning.name for meaning in trial.game.legend}
    known = {meaning.icon for meaning in trial.game.legend} | {""}
    for stat in stats(scene):
        if stat.name not in names:
            trial.fault("legend", f"the stat `{stat.name}` is not in the legend")
    signs = {stat.icon: stat.name for stat in stats(scene)} | {mark.icon: mark.text for mark in marks(scene)}
    for icon, words in signs.items():
        if icon not in known:
            trial.fault("legend", f"the icon '{icon}' ({words}) is not in the legend")
