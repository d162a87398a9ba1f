"""PettingZoo's own tests, for every game and every number of players."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy
from functools import partial
from types import SimpleNamespace

import pytest

import roundtable as rt
from roundtable.engine.match import seats_of

pytest.importorskip("pettingzoo", reason="needs the extra 'rl'")

with warnings.catch_warnings():  # its tests import its games, and they warn of the way in which they do so
    warnings.simplefilter("ignore")
    pytest.importorskip("pygame", reason="PettingZoo's own tests need pygame")
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.test.render_test import render_test

import numpy as np

from roundtable.adapters.pettingzoo import env, parallel_env, rounds_env

TABLES = [(slug, n) for slug in rt.slugs() for n in seats_of(rt.game(slug).seats)]
each_table = pytest.mark.parametrize("slug,players", TABLES)


# PettingZoo's own classic games have dictionaries too; they are on a list of exceptions inside the test.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@each_table
def test_api(slug, players):
    api_test(env(slug, players), num_cycles=60)


@each_table
def test_seed(slug, players):
    seed_test(partial(env, slug, players), num_cycles=20)


@each_table
def test_render(slug, players, capsys):
    render_test(lambda render_mode: env(slug, players, render_mode=render_mode))
    assert rt.game(slug).title in capsys.readouterr().out


@each_table
def test_parallel_api(slug, players):
    parallel_api_test(parallel_env(slug, players), num_cycles=60)


@each_table
def test_parallel_seed(slug, players):
    parallel_seed_test(partial(parallel_env, slug, players), num_cycles=20)


@each_table
def test_max_cycles(slug, players):
    max_cycles_test(
        SimpleNamespace(parallel_env=partial(parallel_env, slug, players), env=partial(rounds_env, slug, players))
    )


@pytest.mark.parametrize("make", [env, rounds_env])
def test_a_whole_match_pays_by_rank(make):
    table = make("knights-and-damosels", 4)
    table.reset(seed=3)
    paid = {}
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        if over or cut:
            paid[agent] = reward
            table.step(None)
        else:
            table.step(int(table.action_space(agent).sample(seen["action_mask"])))
    assert len(paid) == 4 and abs(sum(paid.values())) < 1e-9 and max(paid.values()) > 0


def test_an_illegal_number_ends_the_match():
    table = env("knights-duty", 2)
    table.reset(seed=1)
    first = table.agent_selection
    table.step(table.action_space(first).n - 1)  # STOP: no clan was named
    assert table.terminations == {"player_0": True, "player_1": True}
    assert table.rewards[first] == -1 and "illegal" in table.infos[first]


def test_an_illegal_number_changes_nothing_in_parallel():
    table = parallel_env("knights-duty", 2)
    before, _ = table.reset(seed=1)
    after, _, _, _, infos = table.step({"player_0": table.wait, "player_1": table.wait})
    assert (before["player_0"]["observation"] == after["player_0"]["observation"]).all()
    assert infos["player_0"] == {"illegal": True} and infos["player_1"] == {}


def test_sealed_answers_stay_sealed():
    """In Knight's Duty both program at once: what one has composed or sealed is in nobody else's numbers."""
    one, two = parallel_env("knights-duty", 2), parallel_env("knights-duty", 2)
    number = one.shared.table.number
    seen = []
    for table, token in ((one, "sword"), (two, "bow")):
        table.reset(seed=1)
        table.step({"player_0": number["purple"], "player_1": table.wait})
        table.step({"player_0": table.wait, "player_1": number["red"]})
        for word in (token, "move", "move"):
            now, *_ = table.step({"player_0": number[word], "player_1": table.wait})
        assert now["player_0"]["action_mask"][table.wait] == 1
        seen.append(now)
    assert (seen[0]["player_1"]["observation"] == seen[1]["player_1"]["observation"]).all()
    assert (seen[0]["player_0"]["observation"] != seen[1]["player_0"]["observation"]).any()


@pytest.mark.parametrize("copied", [deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["copy", "pickle"])
@pytest.mark.parametrize("slug", rt.slugs())
def test_a_copy_keeps_the_match(slug, copied):
    table = env(slug)
    table.reset(seed=4)
    for _ in range(9):
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    other = copied(table)
    for one in (table, other):
        one.step(int(np.flatnonzero(one.last()[0]["action_mask"])[-1]))
    assert table.agent_selection == other.agent_selection
    assert (table.last()[0]["observation"] == other.last()[0]["observation"]).all()
