"""Golden matches: files of every version of every game's rules, played to the end by bots and kept for good.

A file of the present version must lead to the very same positions.  If a change of the rules is meant, raise
`rules_version` of the game and make the files of the new version (`python -m tests.golden.make GAME`).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import roundtable as rt
from roundtable.engine import matchfile
from roundtable.engine.matchfile import BadMatchFile

from .trace import digest

FOLDER = Path(__file__).parent
GAMES = sorted(folder.name for folder in FOLDER.iterdir() if folder.name in rt.slugs())
PRESENT = [FOLDER / slug / str(rt.game(slug).rules_version) for slug in GAMES]
FILES = sorted(file for folder in PRESENT for file in folder.glob("*.jsonl"))
EARLIER = sorted(file for file in FOLDER.glob("*/*/*.jsonl") if file not in FILES)


def named(file: Path) -> str:
    return "/".join(file.parts[-3:])


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_golden_match_leads_to_the_same_positions(file: Path) -> None:
    make = f"python3 x.py run python -m tests.golden.make {file.parts[-3]}"
    meant = f"is a change of the rules meant? Then raise rules_version and run {make}"
    try:
        match = rt.verify(file).match
    except BadMatchFile as bad:
        raise AssertionError(meant) from bad
    marks = json.loads(file.with_name("digests.json").read_text(encoding="utf-8"))
    assert match.over and digest(match) == marks[file.name], meant


@pytest.mark.parametrize("file", EARLIER, ids=named)
def test_a_match_of_earlier_rules_can_be_read(file: Path) -> None:
    reading = matchfile.reading(file, rt.of_match)
    assert reading.broken or reading.match.over


@pytest.mark.parametrize("folder", PRESENT, ids=lambda folder: folder.parent.name)
def test_golden_matches_use_every_option(folder: Path) -> None:
    game = rt.game(folder.parent.name)
    heads = [json.loads(file.read_text(encoding="utf-8").split("\n")[0]) for file in folder.glob("*.jsonl")]
    assert len(heads) >= 10, "make them: python -m tests.golden.make"
    assert {head["players"] for head in heads} == set(range(game.seats[0], game.seats[1] + 1))
    for option in game.options.listed():
        if option.kind == "choice" and len(option.values) == 1:
            continue
        used = {json.dumps(head["options"].get(option.name, option.default)) for head in heads}
        assert len(used) > 1, f"{option.name}: python -m tests.golden.make {game.slug}"
