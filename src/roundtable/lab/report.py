"""Report: plays as many matches as are asked for and says what they show, as one HTML file with its figures as JSON.

Every match is kept in a file beside the page, so that a run that was cut goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from roundtable.engine import Game
from roundtable.games import game as find_game

from . import plates, studies
from .arena import results_in
from .batches import HERE, Place, Tell, silent
from .chapter import Chapter, Told
from .page import Part, page
from .results import Results
from .runs import Seeds, loading, play_seeds, undisturbed
from .simulate import Plan
from .story import Story, tell

FORMAT: Final = "roundtable-stories/1"

Progress = Callable[[int, str], None]


def no_progress(done: int, words: str) -> None:
    pass


@dataclass(frozen=True)
class Extent:
    """How much is played beside the matches; nothing of what is 0."""

    ladder: int = 0  # matches a rung
    deals: int = 0  # played twice
    weighed: int = 0  # matches of which choices are searched
    options: int = 0  # matches for each value of an option

    @classmethod
    def of(cls, matches: int) -> Extent:
        """So many matches for each; a search takes longer."""
        return cls(matches, 4 * matches, -(-matches // 4), matches)


@dataclass(frozen=True)
class Setting:
    """A table to report on."""

    plan: Plan  # settled
    preset: str = ""

    def title(self) -> str:
        bots = ", ".join(dict.fromkeys(name.capitalize() for name in self.plan.bots))
        return f"{self.plan.players} players{f', {self.preset}' if self.preset else ''}, {bots}"

    def file(self, out: Path) -> Path:
        name = "-".join(filter(None, (out.stem, str(self.plan.players), self.preset, *dict.fromkeys(self.plan.bots))))
        return out.with_name(f"{name.replace(':', '-')}.jsonl")


def stories(
    setting: Setting, out: Path | None, place: Place, progress: Progress = no_progress, say: Tell = silent
) -> Chapter:
    """Play a table's matches, or those that are missing, and tell what they show."""
    plan = setting.plan
    chapter = Chapter(plan, setting.preset)
    results = Results(setting.file(out) if out is not None else None, {**plan.head(), "format": FORMAT}, Story)
    seeds = Seeds(plan.seed, plan.matches)
    for story in results:
        if seeds.take(story.seed):
            chapter.add(story)
    progress(plan.matches - seeds.left, setting.title())
    done = plan.matches - seeds.left
    for new in play_seeds(partial(tell, plan), seeds, place, loading(plan.game, plan.bots), say):
        with undisturbed():
            results.add(new)
            for story in new:
                chapter.add(story)
        done += len(new)
        progress(done, setting.title())
    return chapter


def report(
    settings: Sequence[Setting],
    extent: Extent,
    out: Path,
    how: str = "",
    place: Place = HERE,
    progress: Progress = no_progress,
    say: Tell = silent,
) -> list[Told]:
    """Play and write the page, and its figures beside it."""
    game = find_game(settings[0].plan.game)
    told = []
    parts = []
    for setting in settings:
        found = stories(setting, out, place, progress, say).told()
        told.append(found)
        parts.append(Part(setting.title(), _played(found), list(plates.of_chapter(game, found))))
    deeper, extras = studied(settings[0], extent, out, place, progress, say)
    if deeper:
        parts.append(Part("Skill, luck, choices, options", settings[0].title(), deeper))
    text = page(f"{game.title}: how it plays", _subtitle(game, settings), parts, how)
    write(out, text, {"game": game.slug, "tables": [one.data() for one in told], **extras})
    return told


def _played(found: Told) -> str:
    faults = f", and {found.faults} that failed" if found.faults else ""
    return f"{found.matches:,} matches{faults}."


def _subtitle(game: Game, settings: Sequence[Setting]) -> str:
    edition = " An edition of its own." if game.edition else ""
    matches = sum(setting.plan.matches for setting in settings)
    return f"{game.tagline} {matches:,} matches between bots; people play otherwise.{edition}"


def studied(
    setting: Setting, extent: Extent, out: Path, place: Place, progress: Progress, say: Tell
) -> tuple[list[plates.Plate], dict[str, object]]:
    """What is asked beside the matches, as plates and as figures."""
    plan = setting.plan
    found: list[plates.Plate] = []
    extras: dict[str, object] = {}
    rows = studies.kept(plan, out.with_name(f"{out.stem}-studies.jsonl"))
    if extent.ladder:
        progress(0, "ladder")
        results = results_in(out.with_name(f"{out.stem}-ladder.jsonl"))
        ladder = studies.ladder(plan, extent.ladder, results, place, say)
        if ladder is not None:
            found.append(plates.skill(ladder))
            extras["ladder"] = asdict(ladder)
    if extent.deals:
        progress(0, "the same deals again")
        luck = studies.luck(plan, extent.deals, place, rows, say)
        found.append(plates.fortune(luck))
        extras["luck"] = asdict(luck)
    if extent.weighed:
        progress(0, "choices")
        weight = studies.weigh(plan, extent.weighed, place, rows, say)
        found.append(plates.weight(weight))
        extras["choices"] = asdict(weight)
    if extent.options:
        changed = studies.options(plan, extent.options, place, rows, say, progress)
        if changed:
            found.append(plates.changed(changed, extent.options))
            extras["options"] = [asdict(one) for one in changed]
    return found, extras


def write(out: Path, text: str, figures: Mapping[str, object]) -> None:
    """The page and its figures; what was there before stays until the new ones are complete."""
    out.parent.mkdir(parents=True, exist_ok=True)
    for path, words in ((out.with_suffix(".json"), json.dumps(figures, ensure_ascii=False) + "\n"), (out, text)):
        fresh = path.with_name(f"{path.name}.part")
        fresh.write_text(words, encoding="utf-8")
        fresh.replace(path)


def tables(
    game: Game, players: Sequence[int], presets: Sequence[str], given: Mapping[str, object], plan: Plan
) -> list[Setting]:
    """Every number of players with every preset."""
    return [
        Setting(replace(plan, players=n, options=game.settle(n, given, preset).data()).settled(), preset)
        for preset in presets or ("",)
        for n in players or (game.usual_players(),)
    ]
