"""OpenSpiel's own tests for every game, and its searches and solvers on them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.engine.match import seats_of

pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")

import numpy as np
import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy

import roundtable.adapters.openspiel  # registers the games


def name(slug: str) -> str:
    return f"roundtable_{slug.replace('-', '_')}"


def small(slug: str, which: str) -> str:
    return f"{name(slug)}(players={rt.game(slug).research.endgames[which].players},small={which})"


TABLES = [(slug, n) for slug in rt.slugs() for n in seats_of(rt.game(slug).seats)]
ENDGAMES = [(slug, which) for slug in rt.slugs() for which in rt.game(slug).research.endgames]
DUELS = [(slug, which) for slug, which in ENDGAMES if rt.game(slug).research.endgames[which].players == 2]


def play(state, rng: Random, steps: int):
    """Go on at random, so many decisions far."""
    while not state.is_terminal() and steps:
        if state.is_chance_node():
            state.apply_action(rng.randrange(len(state.chance_outcomes())))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps -= 1
    while state.is_chance_node():
        state.apply_action(rng.randrange(len(state.chance_outcomes())))
    return state


@pytest.mark.parametrize("slug,players", TABLES)
def test_random_simulation(slug, players):
    long = slug == "knights-duty" and players > 3  # random knights seldom hit
    game = pyspiel.load_game(f"{name(slug)}(players={players}{',options=max_turns:6' if long else ''})")
    pyspiel.random_sim_test(game, 1, True, False, True)


@pytest.mark.parametrize("slug,which", ENDGAMES)
def test_endgames_are_sound(slug, which):
    one = rt.game(slug).research.endgames[which]
    assert rt.game(slug).position(one.players, one.asks, one.lies, one.options).question == one.asks


@pytest.mark.parametrize("slug,which", ENDGAMES)
def test_random_simulation_of_endgames(slug, which):
    pyspiel.random_sim_test(pyspiel.load_game(small(slug, which)), 3, True, False, True)


def cases(base, game_name: str, game_string: str) -> list[str]:
    """Run a class of OpenSpiel's tests on a game; the names of the tests that ran."""
    made: Any = type(
        f"{base.__name__}_{game_name}", (base,), {"game_name": game_name, "game": pyspiel.load_game(game_string)}
    )
    made.setUpClass()
    names = [method for method in dir(made) if method.startswith("test_")]
    for method in names:
        getattr(made(method), method)()
    return names


@pytest.mark.parametrize("slug", rt.slugs())
def test_api_on_some_states(slug, monkeypatch):
    some = api_test.sample_some_states.sample_some_states
    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", lambda game, max_states: some(game, 40))
    assert "test_sequence_lengths" in cases(api_test.EnforceAPIOnPartialTreeBase, name(slug), name(slug))


# Chance nodes, decisions and ends of the whole tree, and how many decisions the players can tell apart.
TREES = {
    "last-blow": ((122, 80, 541), 28),
    "last-magic": ((0, 322, 366), 322),
    "last-raid": ((0, 34, 36), 34),
    "last-quest": ((0, 27, 26), 27),
    "last-battle": ((5, 28, 34), 24),
}


@pytest.mark.parametrize("slug,which", ENDGAMES)
def test_api_on_the_full_tree(slug, which, monkeypatch):
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, which, TREES[which][0])
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, which, TREES[which][1])
    assert "test_game_is_perfect_recall" in cases(api_test.EnforceAPIOnFullTreeBase, which, small(slug, which))


@pytest.mark.parametrize("slug,which", ENDGAMES)
def test_how_far_random_play_is_from_equilibrium(slug, which):
    game = pyspiel.load_game(small(slug, which))
    assert exploitability.nash_conv(game, UniformRandomPolicy(game)) > 0.01


@pytest.mark.parametrize("slug,which", DUELS)
def test_cfr_finds_an_equilibrium(slug, which):
    game = pyspiel.load_game(small(slug, which))
    before = exploitability.exploitability(game, UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 2


@pytest.mark.parametrize("slug", rt.slugs())
def test_searches_run(slug):
    game = pyspiel.load_game(name(slug))
    rng = Random(4)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    state = play(game.new_initial_state(), rng, 5)
    bot = mcts.MCTSBot(game, 1.4, 2, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 2, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("slug", rt.slugs())
def test_resampled_states_look_the_same(slug):
    game = pyspiel.load_game(name(slug))
    rng = Random(7)
    different = 0
    for steps in range(0, 60, 6):
        state = play(game.new_initial_state(), rng, steps)
        if state.is_terminal():
            break
        player = state.current_player()
        twin = state.resample_from_infostate(player, rng.random)
        assert twin.current_player() == player
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.information_state_tensor(player) == state.information_state_tensor(player)
        assert twin.observation_string(player) == state.observation_string(player)
        different += str(twin) != str(state)
        play(twin, rng, -1)
    assert different


def test_chance_is_explicit_and_fair():
    state = pyspiel.load_game(name("of-knights-and-ninjas")).new_initial_state()
    assert state.is_chance_node() and [p for _, p in state.chance_outcomes()] == [1 / 100] * 100
    draws = 0
    while state.is_chance_node():
        state.apply_action(0)
        draws += 1
    assert draws >= 99 and state.current_player() >= 0


def test_parameters():
    game = pyspiel.load_game("roundtable_knights_duty(players=4,options=board_radius:2;agreements:none)")
    assert game.num_players() == 4 and game.get_parameters()["options"] == "board_radius:2;agreements:none"
    assert game.num_distinct_actions() < pyspiel.load_game("roundtable_knights_duty").num_distinct_actions()
    for wrong in ("players=9", "options=storm", "options=storm:1", "small=tiny"):
        with pytest.raises(ValueError):
            pyspiel.load_game(f"roundtable_knights_duty({wrong})")


def test_what_others_see_of_a_sealed_answer():
    """Two programs, one observer: neither text nor numbers nor recollection tell them apart."""
    seen = []
    for token in ("sword", "bow"):
        state = pyspiel.load_game("roundtable_knights_duty").new_initial_state()
        for atom in ("purple", "red", token, "move", "move"):
            state.apply_action(state.node.table.number[atom])
        assert state.current_player() == 1
        spectator = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
        public = make_observation(state.get_game(), spectator).string_from(state, 0)
        seen.append((state.information_state_string(1), state.information_state_tensor(1), public))
    assert seen[0] == seen[1]


def test_old_states_never_change():
    state = play(pyspiel.load_game(name("lancelot")).new_initial_state(), Random(1), 10)
    kept, text = state.clone(), str(state)
    play(state, Random(2), -1)
    assert str(kept) == text and state.is_terminal() and not kept.is_terminal()


def test_a_quiet_question_is_not_to_be_noticed():
    """While seats are asked one after the other out of sight, nothing that the others are given changes."""
    rng, passed = Random(3), 0
    for players in (3, 4, 5, 6):
        state = pyspiel.load_game(f"{name('of-knights-and-ninjas')}(players={players})").new_initial_state()
        while not state.is_terminal():
            state = play(state, rng, 0)
            now, seat = state.node.state, state.current_player()
            before = [(state.information_state_string(p), state.information_state_tensor(p)) for p in range(players)]
            state.apply_action(rng.choice(state.legal_actions()))
            if now.quiet and len(state.node.state.answers) > len(now.answers):  # the seat has passed it on
                for p in set(range(players)) - {seat, state.current_player()}:
                    assert (state.information_state_string(p), state.information_state_tensor(p)) == before[p]
                    passed += 1
    assert passed
