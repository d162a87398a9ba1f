"""Plain lines: a whole match through a pipe, the same rule of confirming, and what it says when something is amiss."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import roundtable as rt
from roundtable.tui.host import TableHost
from roundtable.tui.plain import PlainTable, in_lines
from roundtable.tui.setup import Setup

from .conftest import seated

QUICK = {"clan_selection": "spread", "board_radius": 2, "storm_start": 2, "storm_step": 1}


def played(tmp_path: Path, lines: Iterator[str], game: str = "knights-duty", **how) -> tuple[list[str], TableHost]:
    """What is written when these lines are read, and the table."""
    how = {"players": 2, "people": ("Anna",), "seed": 5, **how}
    host = TableHost(Setup(rt.game(game), **how).start(tmp_path))
    written: list[str] = []
    assert PlainTable(host, lambda: next(lines, None), written.append).play() == 0
    return written, host


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_whole_match_in_lines(tmp_path: Path, slug: str) -> None:
    options = QUICK if slug == "knights-duty" else {}
    host = TableHost(Setup(rt.game(slug), people=("Anna",), seed=5, bot="random", options=options).start(tmp_path))
    table, written = seated(host, 6)
    assert table.play() == 0
    assert host.match.over and rt.verify(Path(host.place)).claimed == host.match.ranking
    assert written[-1].startswith("The match is over; see it again with: roundtable replay ")
    assert any(line.startswith("1. ") for line in written)
    assert {told.text for told in table.keyboard.log} <= set(written)  # what happened was told


def test_a_number_chooses_an_empty_line_confirms(tmp_path: Path) -> None:
    written, host = played(tmp_path, iter(["", "6", "6 6", "2", "b", "6", ""]), options=QUICK)
    assert "Choose first: write a number." in written
    assert ("move", "move", "move") in [entry.answer for entry in host.match.entries if entry.seat == 0]
    assert written[-1].startswith("The match is saved; go on with: roundtable play --resume ")


def test_reading_asking_and_nonsense(tmp_path: Path) -> None:
    lines = ["t", "n", "h", "? castle", "? sword", "1 1", "? sword", "99", "fly", "u", "r", "!", "!", "q"]
    written, host = played(tmp_path, iter(lines), options={**QUICK, "board_radius": 3})
    text = "\n".join(written)
    assert "Purple (Anna), you, to answer, Full Heart" in text and "Arena: Purple knight" in text
    assert "A number chooses." in text and "no such word" in text
    assert "you have only 2 Sword tokens (rules 4.4)" in text
    assert "There is no choice 99" in text and "'fly' means nothing here" in text
    assert "A Champion thinks about it." in text and "promises" in text
    assert not any(entry.seat == 0 for entry in host.match.entries)


def test_several_people_need_a_screen(tmp_path: Path) -> None:
    code = "from roundtable.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "knights-duty", "--plain", "--people", "A", "--people", "B"]
    done = subprocess.run([*command, "--saves", str(tmp_path)], capture_output=True, text=True, input="")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "one person at the keyboard" in done.stderr


def test_a_pipe_is_played_through_and_left_at_its_end(tmp_path: Path) -> None:
    code = "from roundtable.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "lancelot", "--plain", "--seed", "3", "--pace", "0"]
    env = {**os.environ, "TERM": "dumb"}
    done = subprocess.run(
        [*command, "--saves", str(tmp_path)], capture_output=True, text=True, input="2\n\nt\n", env=env
    )
    assert done.returncode == 0 and not done.stderr
    assert "\x1b" not in done.stdout and "The journey" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("The match is saved; go on with: ")


def test_every_piece_of_a_scene_is_said_in_words() -> None:
    for slug in rt.slugs():
        scene = rt.game(slug).match(seed=3).scene(0)
        said = "\n".join(in_lines(scene))
        faces = [piece for area in scene.areas for piece in area.pieces if piece.face is not None]
        assert all(piece.label in said for piece in faces)
        assert all(panel.name in said for panel in scene.panels)
