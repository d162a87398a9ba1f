"""Gymnasium's own checker, the learner's seat among bots, and the training example."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

import roundtable as rt
from roundtable.engine import BadOption

pytest.importorskip("gymnasium", reason="needs the extra 'rl'")

import numpy as np
from gymnasium.utils.env_checker import check_env

from roundtable.adapters.gymnasium import SeatEnv

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "train_linear.py"


@pytest.mark.parametrize("slug", rt.slugs())
def test_checker(slug, capsys):
    check_env(SeatEnv(slug, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_match_among_bots(slug):
    table = SeatEnv(slug, rt.game(slug).seats[1], seat=1, bots="squire")
    row, info = table.reset(seed=5)
    over, steps, reward = False, 0, 0.0
    while not over:
        assert table.match.seat == 1 and (info["action_mask"] == table.action_masks()).all()
        row, reward, over, _, info = table.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert row in table.observation_space
        steps += 1
    assert steps and -1 <= reward <= 1 and not info["action_mask"].any()


def test_seats_change_and_seeds_repeat():
    table = SeatEnv("lancelot", 4)
    seats, rows = [], []
    for _ in range(2):
        rows.append(table.reset(seed=3)[0])
        seats.append([table.seat, *(table.reset()[1]["seat"] for _ in range(12))])
    assert seats[0] == seats[1] and set(seats[0]) == {0, 1, 2, 3} and (rows[0] == rows[1]).all()


def test_an_illegal_number_ends_the_match():
    table = SeatEnv("lancelot", 2, seat=0)
    _, info = table.reset(seed=1)
    _, reward, over, _, info = table.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert reward == -1 and over and "not legal" in info["illegal"]


def test_bots_must_fit():
    with pytest.raises(BadOption, match="name 2 bots"):
        SeatEnv("lancelot", 3, bots=("random",))
    with pytest.raises(ValueError, match="no bot 'oracle'"):
        SeatEnv("lancelot", 2, bots="oracle")


def test_the_example_learns(tmp_path, monkeypatch, capsys):
    spec = importlib.util.spec_from_file_location("train_linear", EXAMPLE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train_linear", example)
    spec.loader.exec_module(example)
    monkeypatch.setattr(example, "FILE", tmp_path / "policy.npy")
    monkeypatch.setattr(sys, "argv", ["train_linear", "--matches", "480", "--goal", "0.7"])
    monkeypatch.setattr(sys, "path", [*sys.path])  # it adds its own folder
    example.main()
    said = capsys.readouterr().out
    assert "480 matches" in said and said.endswith(": above 70 %\n")  # a bot that fails is answered for at random
