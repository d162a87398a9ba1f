"""An upgrade that changes the rules while matches run: told before, and afterwards nothing that was played is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

from .house import Served, Visitor

LOTS = (Path(__file__).parents[2] / "docs" / "examples" / "lots.py").read_text(encoding="utf-8")
# A planted change: only the lowest lot may be laid.
LOWEST = ("in sorted(s.hands[seat])", "in sorted(s.hands[seat])[:1]")


def game(folder: Path, name: str, version: int, old: str = "", new: str = "") -> str:
    """The example game as a file of its own, with a version of its rules."""
    assert old in LOTS
    path = folder / f"{name}.py"
    path.write_text(f"{LOTS.replace(old, new)}\nGAME.rules_version = {version}\n", encoding="utf-8")
    return str(path)


def upgrade(data: Path, own: str, *options: str) -> tuple[int, str]:
    code = "import sys; from roundtable.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "upgrade", "--data", str(data), "--game", own, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def stored(data: Path) -> bytes:
    return (data / "roundtable.sqlite3").read_bytes()


def test_a_match_that_the_new_rules_cannot_play_on_is_closed_and_stays_readable(tmp_path: Path) -> None:
    """Given a match in play, when the rules change under it, then it is told before, closed, and can be read."""
    data = tmp_path / "data"
    served = Served(data, "--game", game(tmp_path, "first", 1))
    visitor = Visitor(served)
    table = visitor.play("lots", players=2, bot="knight")
    with visitor.socket(table) as socket:
        scene = socket.wait("scene")
        prompt = scene["scene"]["prompt"]
        highest = max((pick["atom"] for pick in prompt["picks"]), key=int)
        assert socket.ask(do="answer", seat=0, seq=scene["seq"], with_=[highest])["is"] == "taken"
    assert served.stop() == 0

    same, changed = game(tmp_path, "same", 2), game(tmp_path, "changed", 2, *LOWEST)
    before = stored(data)
    assert upgrade(data, same, "--check") == (0, "Matches in play: 1; would be closed: 0.\n")
    code, told = upgrade(data, changed, "--check")
    assert code == 1 and told.startswith(f"{table}: lots: This match is closed. It was begun under version 1")
    assert stored(data) == before

    served.options = [changed if option.endswith("first.py") else option for option in served.options]
    served.begin()
    page = visitor.get(f"/table/{table}")
    assert page.status == 200
    with visitor.socket(table) as socket:
        view = socket.wait("table")["table"]
        scene = socket.wait("scene")
        assert view["state"] == "closed" and "begun under version 1 of the rules of Lots" in view["closed"]
        assert scene["scene"]["prompt"] is None and scene["scene"]["waiting"] == view["closed"] and not scene["asked"]
        assert "is closed" in socket.ask(do="answer", seat=0, seq=scene["seq"], with_=["1"])["reason"]
    assert visitor.get(f"/replay/{table}").status == 200
    assert ">closed<" in visitor.get("/").text
    assert served.stop() == 0
    assert any(line["event"] == "match_closed" for line in served.logged())
    assert json.loads(upgrade(data, changed, "--check", "--json")[1]) == []


def test_an_upgrade_that_is_not_only_checked_closes_them_at_once(tmp_path: Path) -> None:
    data = tmp_path / "data"
    served = Served(data, "--game", game(tmp_path, "first", 1))
    visitor = Visitor(served)
    for slug in ("lots", "knights-duty"):
        with visitor.socket(visitor.play(slug, players=2, bot="knight")) as socket:
            scene = socket.wait("scene")
            atoms = [pick["atom"] for pick in scene["scene"]["prompt"]["picks"]]
            highest = max(atoms, key=lambda atom: (len(atom), atom))  # of lots, as numbers
            assert socket.ask(do="answer", seat=0, seq=scene["seq"], with_=[highest])["is"] == "taken"
    assert served.stop() == 0
    code, told = upgrade(data, game(tmp_path, "changed", 2, *LOWEST))
    assert code == 0 and told.endswith("Matches in play: 2; closed: 1.\n")
    assert upgrade(data, game(tmp_path, "again", 2, *LOWEST)) == (0, "Matches in play: 1; closed: 0.\n")


def test_two_editions_of_a_game_are_played_at_one_server(tmp_path: Path) -> None:
    """Given an edition that the operator allows, when it is chosen by name, then bots and people play it."""
    edition = tmp_path / "long_bows.toml"
    edition.write_text('game = "knights-duty"\n[tokens.bow]\nname = "Longbow"\n', encoding="utf-8")
    served = Served(tmp_path / "data", "--edition", str(edition))
    visitor = Visitor(served)
    assert "Long bows" in visitor.get("/games/knights-duty").text
    assert visitor.post("/games/knights-duty/play", players=2, edition="short swords").status == 400
    for named, word in (("Long bows", True), ("", False)):
        table = visitor.play("knights-duty", players=2, bot="knight", preset="quick", edition=named)
        with visitor.socket(table) as socket:
            socket.play(Random(3))
            assert any("Longbow" in json.dumps(frame) for frame in socket.frames) == word
    assert served.stop() == 0
    assert not [line for line in served.logged() if line["level"] == "error"]
