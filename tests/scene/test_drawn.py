"""Parts that are drawn once: never from more than their facts, never stale, never somebody else's."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import roundtable as rt
from roundtable.engine.match import Match
from roundtable.scene import Stat, drawn


@dataclass(frozen=True)
class Rules:
    open: bool = True


class View:
    def __init__(self, goal: int, gems: tuple[int, ...], hand: tuple[int, ...] = ()) -> None:
        self.goal = goal
        self.gems = gems
        self.hand = hand
        self.options = Rules()


@drawn("goal", own=("gems",))
def hoard(v: View, seat: int, word: str = "of") -> Stat:
    return Stat("Gems", f"{v.gems[seat]} {word} {v.goal}")


def test_the_same_facts_are_the_same_part():
    part = hoard(View(12, (3, 4)), 1)
    assert part is hoard(View(12, (9, 4)), 1)  # the gems of others do not count
    assert hoard(View(13, (3, 4)), 1).value == "4 of 13"
    assert hoard(View(12, (3, 4)), 0).value == "3 of 12"
    assert hoard(View(12, (3, 4)), 0, word="out of").value == "3 out of 12"


def test_what_is_not_named_cannot_be_read():
    @drawn("goal")
    def cheat(v: View) -> Stat:
        return Stat("Hand", str(v.hand))

    @drawn("goal", own=("gems",))
    def envy(v: View, seat: int) -> Stat:
        return Stat("Theirs", str(v.gems[seat + 1]))

    with pytest.raises(AttributeError, match=r"hand.*: cheat is drawn from the facts that its @drawn names"):
        cheat(View(12, (), (10_007,)))
    with pytest.raises(IndexError):
        envy(View(12, (3, 4)), 0)


def test_options_are_told_apart_by_their_values():
    @drawn("options")
    def rule(v: View) -> Stat:
        return Stat("Open", str(v.options.open))

    one, two = View(12, ()), View(12, ())
    two.options = Rules(open=False)
    assert [rule(v).value for v in (one, two, one)] == ["True", "False", "True"]


COLD = """
import json, sys
import roundtable as rt
match = rt.load(sys.argv[1])
for at, viewer in json.loads(sys.argv[2]):
    view = match.game.view(match.before(at)[0], viewer)
    print(json.dumps(match.game.scene(view, viewer, match.names).data()))
"""


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_scene_does_not_depend_on_what_was_drawn_before(slug: str, tmp_path: Path):
    """Scenes of a process that has drawn everything for everybody are those of one that draws nothing else."""
    game, rng = rt.game(slug), Random(5)
    played: Match | None = None
    warm: dict[tuple[int, int | None], str] = {}
    for seed in range(3):
        played = game.match(players=min(4, game.seats[1]), seed=seed)
        warm.clear()
        while played.asked and len(played.entries) < 150:
            for seat in played.asked:
                played.answer(seat, played.choice(seat).sample(rng))
            for viewer in (*range(played.players), None):
                warm[len(played.entries), viewer] = json.dumps(played.scene(viewer).data())
    assert played is not None
    played.save(tmp_path / "match.jsonl")
    some = rng.sample(sorted(warm, key=str), min(25, len(warm)))
    command = [sys.executable, "-c", COLD, str(tmp_path / "match.jsonl"), json.dumps(some)]
    cold = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert cold == [warm[key] for key in some]
