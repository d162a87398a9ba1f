"""Every command on every page exists with the options it is given, and the quick ones run."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from itertools import pairwise
from random import Random

import click
import pytest
import x

import roundtable as rt
from roundtable.cli import roundtable as group
from roundtable.cli import run
from roundtable.tui.lights import RoundTableApp
from roundtable.tui.table import TableScreen

from .pages import PAGES, ROOT, blocks, lines, mentions, name, words

TEXTS = {name(page): page.read_text(encoding="utf-8") for page in PAGES}
WRITTEN = {line: page for page, text in TEXTS.items() for line in lines(text)}
NO_COMMANDS = ("roundtable store", "roundtable bus")  # how connections are called in PostgreSQL
MENTIONED = {line: page for page, text in TEXTS.items() for line in mentions(text) if line not in NO_COMMANDS}

# Commands that are done in a moment -> the number that must be given to make them so.  A hint needs a match that waits
# for an answer; it, servers, clusters and PDFs have tests of their own.
QUICK = {"about": "", "games": "", "rules": "", "verify": "", "check": "--seconds", "simulate": "--matches"}
QUICK |= {"arena": "--matches", "bench": "--seconds", "review": "--simulations", "print": "--list"}
FEW = {"--matches": 2, "--seconds": 0.01, "--jobs": 1, "--simulations": 10}
STANDS_FOR = {"GAME": "knights-duty", "FILE": "match.jsonl"}


def resolved(args: list[str]) -> tuple[click.Command, list[str]]:
    """The command that the arguments name, and what is left for it."""
    command: click.Command = group
    while isinstance(command, click.Group) and args:
        assert args[0] in command.commands, f"no such command: {args[0]}"
        command, args = command.commands[args[0]], args[1:]
    return command, args


def options(command: click.Command) -> set[str]:
    return {option for param in command.params for option in (*param.opts, *param.secondary_opts)} | {"--help"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the pages speak of: a finished match, the examples, an edition."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDTABLE_SAVES", str(tmp_path / "saves"))
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    shutil.copy(ROOT / "docs" / "examples" / "lots.py", tmp_path)
    editions = [block for text in TEXTS.values() for language, block in blocks(text) if language == "toml"]
    (tmp_path / "my_cards.toml").write_text(next(block for block in editions if block.startswith("game = ")))
    (tmp_path / "my_pictures").mkdir()
    match = rt.game("knights-duty").match(3, 7, {"quiet_turn_limit": 2}, names=("Anna", "Ben", "Cid"))
    rng = Random(7)
    while match.asked:
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    match.save(tmp_path / "match.jsonl")
    return tmp_path


@pytest.mark.parametrize("line", WRITTEN)
def test_commands_are_understood(folder, line):
    if args := words(line):
        command, rest = resolved(args)
        command.make_context(" ".join(args), rest)  # parses, and calls nothing
    elif line != "roundtable":
        assert line.split()[2] in x.COMMANDS, WRITTEN[line]


@pytest.mark.parametrize("line", MENTIONED)
def test_commands_in_sentences_exist(line):
    if args := words(line):
        command, rest = resolved(args) if args[0].islower() else (group, args)  # COMMAND stands for any
        assert {word for word in rest if word.startswith("--")} <= options(command), MENTIONED[line]
    else:
        assert line.split()[2] in x.COMMANDS, MENTIONED[line]


def quickly(args: list[str]) -> list[str]:
    """The same with small numbers: what is tested is that it works.

    >>> quickly(["simulate", "GAME", "--matches", "1000"])
    ['simulate', 'knights-duty', '--matches', '2']
    """
    few = {word: min(FEW[before], float(word)) for before, word in pairwise(args) if before in FEW}
    return [f"{few[word]:g}" if word in few else STANDS_FOR.get(word, word) for word in args]


def runs(line: str) -> bool:
    args = words(line)
    thinks = args[:1] == ["arena"] and re.search("knight|champion", line.partition("--")[2])
    if not args or args[0] not in QUICK or args[:2] == ["bench", "server"] or thinks or "--on" in args:
        return False
    return QUICK[args[0]] in ["", *args]


@pytest.mark.parametrize("line", [line for line in WRITTEN if runs(line)])
def test_quick_commands_run(folder, line, capsys):
    args = quickly(words(line))
    code = run(args)
    out, err = capsys.readouterr()
    assert code == 0 and out, err
    if "--json" in args:
        json.loads(out)


SCREENS = [line for line in WRITTEN if words(line)[:1] in (["play"], ["replay"]) and "://" not in line]


@pytest.mark.parametrize("line", SCREENS)
def test_screens_open(folder, monkeypatch, line):
    opened = []
    monkeypatch.setattr(RoundTableApp, "run", lambda app: opened.append(app))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))  # plain lines end with it
    assert run(words(line)) == 0
    assert len(opened) == (0 if "--text" in line or "--plain" in line else 1)


def test_the_keys_of_the_terminal_are_bound():
    rows = re.findall(r"^\| ((?:`.`(?:, )?)+) \|", TEXTS["docs/play/terminal.md"], re.M)
    keys = {key for row in rows for key in re.findall("`(.)`", row)}
    bound = {
        key for cls in TableScreen.__mro__ for bind in vars(cls).get("BINDINGS", ()) for key in bind.key.split(",")
    }
    names = {"?": "question_mark", "!": "exclamation_mark", ".": "full_stop"}
    assert len(keys) > 7 and {names.get(key, key) for key in keys} <= bound
