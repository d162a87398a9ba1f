"""Gymnasium's own checker, the learner's seat among bots, and the training example."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.engine import BadOption, matchfile

pytest.importorskip("gymnasium", reason="needs the extra 'rl'")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from roundtable.adapters.gymnasium import SeatEnv, id_of

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "train_linear.py"


@pytest.mark.parametrize("slug", rt.slugs())
def test_checker(slug, capsys):
    check_env(SeatEnv(slug, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_match_among_bots(slug):
    table = SeatEnv(slug, rt.game(slug).seats[1], seat=1, opponents="squire")
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
    with pytest.raises(BadOption, match="name 2 opponents"):
        SeatEnv("lancelot", 3, opponents=("random",))
    with pytest.raises(ValueError, match="no bot 'oracle'"):
        SeatEnv("lancelot", 2, opponents="oracle")


def played(table: gymnasium.Env[Any, Any], seed: int) -> tuple[float, dict[str, Any]]:
    """A match by the first legal number."""
    _, info = table.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        _, paid, over, _, info = table.step(int(np.flatnonzero(info["action_mask"])[0]))
        reward = float(paid)
    return reward, info


@pytest.mark.parametrize("slug", rt.slugs())
def test_every_game_has_an_id(slug):
    table = gymnasium.make(id_of(slug), opponents="random", disable_env_checker=True)
    assert isinstance(table.unwrapped, SeatEnv) and table.unwrapped.table.game.slug == slug
    reward, info = played(table, 3)
    assert -1 <= reward <= 1 and sorted(seat for group in info["ranking"] for seat in group) == list(
        range(table.unwrapped.table.players)
    )


def test_a_vector_of_them():
    tables = gymnasium.make_vec(id_of("lancelot"), num_envs=3, vectorization_mode="sync", players=2)
    rows, infos = tables.reset(seed=1)
    assert rows.shape[0] == 3 and infos["action_mask"].shape[0] == 3
    tables.close()


def test_opponents_are_names_bots_or_policies():
    class First:
        def choose(self, view, choice):
            return choice.sample(Random(1))

    calls = []

    def policy(row, mask):
        calls.append(row.shape)
        return int(np.flatnonzero(mask)[-1])

    table = SeatEnv("knights-duty", 4, seat=0, opponents=("squire", First(), policy))
    played(table, 1)
    assert calls and set(calls) == {table.observation_space.shape}


def test_winning_pays_one_and_is_shared():
    paid = {played(SeatEnv("knights-duty", 3, seat=0, reward="win"), seed)[0] for seed in range(8)}
    assert 0.0 in paid and paid <= {0.0, 1.0, 0.5, 1 / 3}
    with pytest.raises(BadOption, match="there is no reward 'points'"):
        SeatEnv("lancelot", 2, reward="points")  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", rt.slugs())
def test_matches_can_be_watched(slug, tmp_path):
    def policy(row, mask):
        return int(np.flatnonzero(mask)[0])

    table = SeatEnv(slug, seat=0, opponents=policy, record=tmp_path)
    _, info = played(table, 5)
    reading = matchfile.verify(Path(info["file"]), rt.of_match)
    assert reading.match.over and reading.match.ranking == info["ranking"]


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
