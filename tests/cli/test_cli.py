"""The command line: every command is documented, JSON has the documented fields, errors are one line."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import roundtable as rt
from roundtable.cli import roundtable as group
from roundtable.cli import run
from roundtable.tui.lights import RoundTableApp

DOCS = Path(__file__).resolve().parents[2] / "docs" / "play" / "cli.md"
COMMANDS = re.findall(r"^roundtable (.+)$", DOCS.read_text(encoding="utf-8"), re.M)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder with a finished match in it."""
    monkeypatch.chdir(tmp_path)
    match = rt.game("knights-duty").match(3, 7, {"quiet_turn_limit": 2}, names=("Anna", "Ben", "Cid"))
    rng = Random(7)
    while match.asked:
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    match.save(tmp_path / "match.jsonl")
    return tmp_path


def fields(section: str) -> set[str]:
    """The fields that the docs name in the first column of a section's tables."""
    text = DOCS.read_text(encoding="utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", text, re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def ask(capsys, *args: str):
    code = run(args)
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_every_command_has_help_with_an_example():
    for name, command in group.commands.items():
        result = CliRunner().invoke(group, [name, "--help"])
        assert result.exit_code == 0 and f"Example: roundtable {name}" in " ".join(result.output.split()), name
        assert any(line.startswith(name) for line in COMMANDS), f"{name} is not in the docs"
        assert command.help


def test_games_json_is_documented(capsys):
    _, out, _ = ask(capsys, "games", "--json")
    game = next(game for game in json.loads(out) if game["slug"] == "knights-duty")
    assert set(game) == fields("games") and game["players"] == [2, 3, 4, 5, 6]
    assert {"name", "type", "default", "text"} <= set(game["options"][0])
    assert game["presets"]["quick"]["board_radius"] == 3
    for game in json.loads(out):  # whoever chooses a preset is told in a sentence what it changes
        assert list(game["preset_taglines"]) == [name for name, values in game["presets"].items() if values]


def test_simulate_json_is_documented(capsys):
    _, out, _ = ask(capsys, "simulate", "knights-duty", "--matches", "3", "--option", "max_turns=5", "--json")
    data = json.loads(out)
    assert set(data) == fields("simulate") and set(data["length"]) == {"mean", "min", "max"}
    assert data["matches"] == 3 and data["faults"] == 0 and len(data["wins"]) == data["players"] == 2
    assert data["options"]["max_turns"] == 5


def test_tables_are_readable_in_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    game = ("of-knights-and-ninjas", "--players", "3", "--matches", "3")
    _, fought, _ = ask(capsys, "arena", *game, "--bot", "random", "--bot", "champion@1")
    _, played, _ = ask(capsys, "simulate", *game)
    for out, words in ((fought, "of-knights-and-ninjas, 3 players"), (played, "Of Knights and Ninjas, 3 players")):
        assert words in out and "…" not in out and max(map(len, out.splitlines())) <= 80
    assert "champion@1" in fought and "95 % interval" in fought


def test_bench_json_is_documented(capsys):
    _, out, _ = ask(capsys, "bench", "engine", "knights-duty", "--seconds", "0.01", "--json")
    data = json.loads(out)
    assert set(data) == {"calibration", "games", "peers"}
    assert [row["players"] for row in data["games"]] == [2, 3, 4, 5, 6]
    assert set(data["games"][0]) == {"game", "players", "pure", "compiled"}
    assert set(data["games"][0]["pure"]) == {"decisions", "clones", "views", "worlds"}


def test_check_json_is_documented(capsys):
    _, out, _ = ask(capsys, "check", "knights-duty", "--players", "2", "--seconds", "2", "--json")
    data = json.loads(out)
    assert set(data) == {"game", "matches", "answers", "settings", "reached", "faults", "properties"}
    assert all(set(prop) == {"text", "checks", "faults"} for prop in data["properties"].values())


def test_verify_tells_a_changed_match(folder, capsys):
    code, out, _ = ask(capsys, "verify", "match.jsonl", "--json")
    assert code == 0 and json.loads(out)["over"] and json.loads(out)["seats"] == ["Anna", "Ben", "Cid"]
    file = folder / "match.jsonl"
    file.write_text(file.read_text().replace('"seed": 7', '"seed": 8'))
    code, _, err = ask(capsys, "verify", "match.jsonl")
    assert code == 2 and err.startswith("roundtable: line ") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rules camelot", "there is no game 'camelot'"),
        ("rules knights-duty 99", "no paragraph 99"),
        ("play knights-duty --players 9", "2 to 6 players"),
        ("play knights-duty --option storm_start", "write it as name=value"),
        ("play knights-duty --option moon=1", "unknown option 'moon'"),
        ("play knights-duty --preset moon", "unknown preset 'moon'"),
        ("play knights-duty --bot moon", "no bot 'moon'"),
        ("play knights-duty --players 2 --people A --people B --people C", "3 people do not fit"),
        ("play knights-duty --people 'Anna (random)'", "a name for bots"),
        ("play --resume missing.jsonl", "missing.jsonl"),
        ("play knights-duty --saves match.jsonl/saves", "match.jsonl"),
        ("replay match.jsonl --seat 9", "no seat 9"),
        ("verify broken.jsonl", "line 1"),
        ("simulate knights-duty --out match.jsonl", "not a results file"),
        ("simulate knights-duty --matches none", "not a valid integer"),
        ("simulate broken.py", "broken.py: ZeroDivisionError"),
        ("check knights-duty --players 7", "2 to 6 players"),
        ("check empty.py", "has no GAME"),
        ("bench engine camelot", "there is no game 'camelot'"),
        ("simulate", "Missing argument 'GAME'"),
        ("joust", "No such command 'joust'"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(folder, capsys, monkeypatch, line, words):
    monkeypatch.setattr(RoundTableApp, "run", lambda app: pytest.fail("it opened a screen"))
    monkeypatch.setenv("ROUNDTABLE_SAVES", str(folder / "saves"))
    (folder / "broken.jsonl").write_text("{}\n")
    (folder / "broken.py").write_text("1 / 0\n")
    (folder / "empty.py").write_text("")
    code, out, err = ask(capsys, *shlex.split(line))
    assert code == 2 and not out
    assert err.startswith("roundtable: ") and err.count("\n") == 1 and words in err
    assert not list(folder.glob("saves/*"))


def test_a_game_of_ones_own(folder, capsys):
    own = folder / "own.py"
    own.write_text(
        "from dataclasses import replace\n"
        "from roundtable.games import knights_duty\n"
        "GAME = replace(knights_duty.GAME, slug='own', title='My Own')\n"
    )
    code, out, err = ask(capsys, "simulate", "own.py", "--matches", "2", "--jobs", "2", "--json")
    assert code == 0 and json.loads(out)["game"] == "own", err
    file = folder / "own.jsonl"
    rt.game(str(own)).match(2, 1).save(file)
    assert ask(capsys, "verify", "own.jsonl", "--game", "own.py")[0] == 0
    assert "no game 'own'" in ask(capsys, "verify", "own.jsonl")[2]


def test_replay_as_text(folder, capsys):
    _, everybody, _ = ask(capsys, "replay", "match.jsonl", "--text")
    assert everybody.startswith("Purple is") or "Turn 1." in everybody
    _, seat, _ = ask(capsys, "replay", "match.jsonl", "--text", "--seat", "1")
    assert "Turn 1." in seat


def test_light_commands_load_nothing_heavy():
    code = (
        "import sys; from roundtable.cli import run; run(['rules', 'knights-duty', '4.6']);"
        "heavy = {'textual', 'rich', 'numpy', 'asyncio', 'multiprocessing'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    began = os.times().children_user
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert os.times().children_user - began < 2  # seconds of the processor; 0.2 on an idle machine
