"""A trial: an edition beside the game as it is, on the same deals, in batches, for a page that tells how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from roundtable.games import edition
from roundtable.games import game as find_game

from . import plates
from .chapter import Chapter
from .simulate import Plan
from .story import Story, tell
from .studies import Pairs, figures_of


@dataclass(frozen=True)
class Deal:
    """A deal played in the edition, and as usual."""

    mine: Story
    usual: Story


def _plans(slug: str, text: str, players: int) -> tuple[Plan, Plan]:
    mine = find_game(slug, edition.parsed("edition", text))
    return Plan(mine, players, 1).settled(), Plan(slug, players, 1).settled()


def play(slug: str, text: str, players: int, seeds: Sequence[int]) -> list[object]:
    """Play these deals on both sides; bots of the usual strength sit on all seats."""
    mine, usual = _plans(slug, text, players)
    return [Deal(tell(mine, seed), tell(usual, seed)) for seed in seeds]


def show(slug: str, text: str, players: int, told: Sequence[object]) -> list[dict[str, object]]:
    """What they show: what the edition changes, then how it plays."""
    mine, _ = _plans(slug, text, players)
    chapter, pairs = Chapter(mine), Pairs()
    for deal in told:
        assert isinstance(deal, Deal)
        chapter.add(deal.mine)
        if not deal.mine.fault and not deal.usual.fault:
            pairs.add(figures_of(deal.mine), figures_of(deal.usual))
    found = chapter.told()
    if not found.matches:
        return [asdict(plates.Plate("Nothing to show", f"Every match failed: {chapter.fault_words[0]}."))]
    made = [plates.compared(pairs.differences(), pairs.count, ("your edition", "the box"))]
    made += [plates.wins(found), plates.length(chapter.game, found)]
    made += [plates.things(found.pieces, "Pieces and cards", "held it")] if found.pieces else []
    return [asdict(plate) for plate in made]
