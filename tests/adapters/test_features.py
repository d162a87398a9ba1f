"""Steps, features and texts: they fit the rules, and they tell no secret."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import roundtable as rt
from roundtable.adapters.features import BOUNDS, Features
from roundtable.adapters.stepper import Stepper, Table, returns
from roundtable.adapters.words import describe
from roundtable.engine import STOP, BadOption, Keyed, Quick
from roundtable.engine.match import seats_of

TABLES = [(slug, n) for slug in rt.slugs() for n in seats_of(rt.game(slug).seats)]
OWN = "docs/examples/lots.py"


def moments(table: Table, seed: int, every: int = 1):
    """A random match, step by step."""
    rng = Random(seed)
    match = Stepper(table, Keyed(seed))
    steps = 0
    while not match.over:
        if steps % every == 0:
            yield match
        match.step(rng.choice(match.legal()))
        steps += 1
    yield match


@pytest.mark.parametrize("slug,players", TABLES)
def test_two_truths_that_look_the_same_give_the_same_numbers_and_words(slug, players):
    """The secrecy property: a world agrees with a view and is made without the truth."""
    table = Table(rt.game(slug), players)
    features, rng = Features(table), Random(1)
    different = 0
    for match in moments(table, seed=players, every=17):
        for seat in range(players):
            view = match.view(seat)
            world = table.game.world(view, rng) if view.question else match.state
            again = table.game.view(world, seat)
            prefix = match.own(seat)
            assert features.row(again, seat, prefix) == features.row(view, seat, prefix)
            assert describe(table.game, again, prefix) == describe(table.game, view, prefix)
            different += describe(table.game, world) != describe(table.game, match.state)
    assert different


@pytest.mark.parametrize("slug,players", TABLES)
def test_rows_have_one_length_and_stay_within_bounds(slug, players):
    table = Table(rt.game(slug), players)
    features = Features(table)
    assert len(set(features.names)) == len(features.names) == features.size
    used = set()
    for match in moments(table, seed=1, every=7):
        for seat in range(players):
            row = features.row(match.view(seat), seat, match.own(seat))
            assert len(row) == features.size
            assert BOUNDS[0] <= min(row) and max(row) <= BOUNDS[1]
            used |= {name.split("/")[0] for name, value in zip(features.names, row) if value}
    assert {"seat", "question", "asked"} <= used and set(table.game.fields.zones) & used
    assert not any("(another)" in name and name.startswith("question") and name in used for name in features.names)


@pytest.mark.parametrize("slug", rt.slugs())
def test_the_view_from_another_seat_is_counted_from_there(slug):
    table = Table(rt.game(slug))
    features = Features(table)
    match = Stepper(table, Keyed(3))
    asked = features.names.index("asked/you")
    assert features.row(match.view(match.seat), match.seat)[asked] == 1
    other = (match.seat + 1) % table.players
    if match.state.asked == (match.seat,):
        assert features.row(match.view(other), other)[asked] == 0
        assert features.row(match.view(other), other)[features.names.index(f"asked/+{table.players - 1}")] == 1


@pytest.mark.parametrize("slug,players", TABLES)
def test_steps_are_the_rules(slug, players):
    """What a stepper offers is what the rules offer to that seat, from its view."""
    table = Table(rt.game(slug), players)
    for match in moments(table, seed=2, every=5):
        if match.over:
            assert abs(sum(match.returns())) < 1e-9 and match.legal() == []
            continue
        choice = table.game.choice(match.view(match.seat), match.seat)
        offered = sorted(table.number[atom] for atom in set(choice.atoms(match.prefix)))
        assert match.legal() == offered
        assert not match.prefix or offered != [table.number[STOP]], "what is complete gives itself"


def test_a_game_of_ones_own_needs_nothing_more():
    table = Table(rt.game(OWN), 3)
    features = Features(table)
    for match in moments(table, seed=1):
        for seat in range(3):
            assert len(features.row(match.view(seat), seat, match.own(seat))) == features.size


def test_options_of_the_board_change_the_numbers():
    sizes = [Features(Table(rt.game("knights-duty"), 2, {"board_radius": r})).size for r in (2, 3, 4)]
    assert sizes == sorted(set(sizes))


def test_an_illegal_step_changes_nothing():
    match = Stepper(Table(rt.game("knights-duty"), 2), Quick(Random(1)))
    with pytest.raises(ValueError, match="'STOP' is not legal at 'choose_clan'"):
        match.step(match.table.stop)
    assert match.seat == 0 and match.prefix == ()


def test_returns():
    assert returns([[0], [1], [2]]) == [1, 0, -1]
    assert returns([[1, 0]]) == [0, 0]
    assert returns([[3], [0, 1], [2]]) == [0, 0, -1, 1]


def test_unknown_endgames():
    with pytest.raises(BadOption, match="no small version 'x'; known: last-blow"):
        Table(rt.game("knights-duty"), small="x")


def test_the_page_of_features_is_complete():
    page = (Path(__file__).parents[2] / "docs" / "research" / "features.md").read_text(encoding="utf-8")
    described = [game for game in map(rt.game, rt.slugs()) if f"\n## {game.title}\n" in page]
    assert len(described) >= 5
    for game in described:
        features = Features(Table(game))
        section = page.partition(f"\n## {game.title}\n")[2].partition("\n## ")[0]
        assert f"{features.size} numbers with {game.seats[0]} players, {len(Table(game).atoms)} actions" in section
        for fact, names in list(features.groups().items())[7:]:
            assert f"\n| {fact} | {len(names)} | " in section, (game.slug, fact)
