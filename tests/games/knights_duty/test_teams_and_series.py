"""Knight's Duty: teams (6.1) and series of bouts (6.2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.bots import make
from roundtable.engine import BadOption, BadPosition
from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.state import FULL, DutyState

from .table import Table

TWO = {"teams": "two"}
SWORD = {"weapon": "sword", "program": ["sword", "move", "move"], "inspired": False}
LAST = {**SWORD, "program": ["sword", "move"], "heart": "broken"}


def four(options: dict[str, Any] | None = None, chance: list[Any] | None = None, **knights: dict[str, Any]) -> Table:
    """Purple and yellow against red and blue, at the naming of targets."""
    there: dict[str, dict[str, Any]] = {
        "purple": {"at": "E4", **SWORD},
        "red": {"at": "E5", "inspired": False},
        "yellow": {"at": "D4", **SWORD},
        "blue": {"at": "I1", "inspired": False},
    }
    return Table({**there, **knights}, "declare_target", chance, TWO if options is None else options, turn=4)


# -- teams (6.1) -------------------------------------------------------------------------------------------------------


def test_seats_join_the_teams_in_turn() -> None:
    """R43."""
    assert GAME.match(4, options=TWO).state.teams == (0, 1, 0, 1)
    assert GAME.match(6, options=TWO).state.teams == (0, 1, 0, 1, 0, 1)
    assert GAME.match(6, options={"teams": "three"}).state.teams == (0, 1, 2, 0, 1, 2)
    assert GAME.match(3).state.teams == (0, 1, 2), "without teams everybody is one"


@pytest.mark.parametrize(("players", "teams"), [(2, "two"), (3, "three"), (5, "two"), (4, "three")])
def test_teams_are_equal_and_of_two_or_more(players: int, teams: str) -> None:
    with pytest.raises(BadOption, match=f"option teams: {players} players do not make {teams} equal teams"):
        GAME.match(players, options={"teams": teams})


def test_own_knights_cannot_be_attacked() -> None:
    """Given yellow of the same team in reach, then purple may name red or nobody, and is told why."""
    t = four()
    assert t.legal("purple") == ["none", "red"]
    why, rule = GAME.why_not(t.match.view(0), 0, (), "yellow")
    assert (why, rule) == ("Yellow is of your own team: choose a knight of another one", "6.1")


def test_nobody_is_asked_who_has_only_friends_in_reach() -> None:
    archer = {"weapon": "bow", "program": ["bow", "move", "move"], "inspired": False}
    t = four(red={"at": "E1", **archer}, purple={"at": "A1", **SWORD}, yellow={"at": "A2", **SWORD})
    assert t.asked == {"red"}


def test_a_team_wins_with_its_fallen() -> None:
    """Given blue fallen and red on a Broken Heart, when red is defeated, then purple wins and yellow, who fell, too."""
    t = four(
        chance=["heart"],
        red={"at": "E5", "heart": "broken", "inspired": False},
        yellow={"fell": [2, 1]},
        blue={"fell": [3, 1]},
    )
    t.answer(purple="red")
    assert t.match.over and t.match.ranking == [[0, 2], [1, 3]]
    assert t.match.sentences(None)[-2:] == [
        "The last of the Eagles has left the field.",
        "Only knights of the Lions are left: Purple and Yellow win.",
    ]
    assert t.match.scene(None).over == "The Lions (Purple and Yellow) win"


def test_one_fallen_knight_does_not_end_it() -> None:
    t = four(chance=["heart"], red={"at": "E5", "heart": "broken", "inspired": False})
    t.answer(purple="red")
    assert not t.match.over
    assert [panel.place for panel in t.match.scene(None).panels] == [0, 0, 0, 0], "no place while the team stands"


def test_teams_that_fall_together_draw() -> None:
    t = four(
        chance=[("purple", "red"), "heart", "heart"],
        purple={"at": "E4", **LAST},
        red={"at": "E5", **LAST},
        yellow={"fell": [2, 1]},
        blue={"fell": [3, 1]},
    )
    t.answer(purple="red", red="purple")
    while t.match.asked:
        t.answer()
    assert t.match.ranking == [[0, 1, 2, 3]]
    told = "Nobody is left standing: a draw between the Lions (Purple and Yellow) and the Eagles (Red and Blue)."
    assert t.match.sentences(None)[-1] == told


@pytest.mark.parametrize(("how", "ranking"), [("hearts", [[1, 3], [0, 2]]), ("draw", [[0, 1, 2, 3]])])
def test_hearts_of_a_team_are_added_up(how: str, ranking: list[list[int]]) -> None:
    """R44: one Full and one Broken Heart are more than a Full one."""
    t = Table(
        {
            "purple": {"at": "A1"},
            "red": {"at": "E9", "heart": "broken"},
            "yellow": {"fell": [2, 1]},
            "blue": {"at": "I1"},
        },
        "program_actions",
        options={**TWO, "max_turns": 4, "limit_result": how},
        turn=4,
    )
    while t.match.asked:
        t.answer()
    assert t.match.ranking == ranking


def test_a_position_in_which_one_team_stands_is_refused() -> None:
    with pytest.raises(BadPosition, match="no two opponents stand"):
        four(red={"fell": [2, 1]}, blue={"fell": [2, 2]})


# -- series (6.2) ------------------------------------------------------------------------------------------------------


def decisive(bout: int, points: dict[str, int] | None = None, **more: Any) -> Table:
    """Purple strikes red, who is on a Broken Heart, in a series of two bouts."""
    return Table(
        {"purple": {"at": "E4", **SWORD}, "red": {"at": "E5", "heart": "broken", "inspired": False}},
        "declare_target",
        ["heart"],
        {"series_length": 2, "clan_selection": "spread"},
        bout=bout,
        points=points or {},
        **more,
    )


def test_the_next_bout_begins_anew_with_the_same_clans() -> None:
    """R45: given a bout that purple wins in turn 4, then both start again with full hearts, unarmed, in turn 1."""
    t = decisive(1, turn=4)
    t.answer(purple="red")
    s = t.state
    assert (t.match.question, s.bout, s.turn, s.points) == ("program_actions", 2, 1, (3, 1))
    assert (s.clans, s.hearts, s.weapon, s.inspired) == ((0, 1), (FULL, FULL), ("", ""), (True, True))
    assert [t.at(clan) for clan in t.clans] == ["A3", "C7"]
    assert GAME.turns(s) == 5
    told = t.match.sentences(None)
    assert "Purple is the last knight standing. Points of bout 1: Purple 3 and Red 1." in told
    assert "Bout 2 of 2." in told
    scene = t.match.scene(None)
    assert scene.status.startswith("Bout 2 of 2 · Turn 1")
    assert [stat.value for panel in scene.panels for stat in panel.stats if stat.name == "Points"] == ["3", "1"]


def test_most_points_win_the_series() -> None:
    t = decisive(2, {"purple": 1, "red": 3})
    t.answer(purple="red")
    assert t.match.over and t.match.ranking == [[0, 1]], "four points each"
    assert t.match.sentences(None)[-1] == "The series is over: a draw between Purple and Red, with 4 points each."
    t = decisive(2, {"purple": 3, "red": 1})
    t.answer(purple="red")
    assert t.match.ranking == [[0], [1]]
    assert t.match.sentences(None)[-1] == "Purple wins the series with 6 points."
    rows = {row.label: row.points for row in t.match.tally}
    assert rows["Bout 2"] == (3, 1) and rows["Points"] == (6, 2)


def test_what_does_not_fit_a_series_is_refused() -> None:
    for bout, points, why in (
        (3, {}, "bout: a number from 1 to 2"),
        (2, {"purple": 0}, "points: purple: a number from 1 to 3"),
        (2, {"green": 2}, "points: green: there is no such knight"),
    ):
        with pytest.raises(BadPosition, match=why):
            decisive(bout, points)
    with pytest.raises(BadPosition, match="bout: no part of a position"):
        Table({"purple": {"at": "E4"}, "red": {"at": "E5"}}, "program_actions", bout=1)


@pytest.mark.parametrize("bot", ["page", "squire"])
def test_bots_play_a_series_in_teams_to_its_end(bot: str) -> None:
    """Every knight has the points of its team, and bots know friends from foes."""
    options = {"teams": "two", "series_length": 2, "clan_selection": "spread", "board_radius": 3, "storm_start": 4}
    match = GAME.match(4, seed=1, options=options)
    players = [make(bot, GAME, seat, 1) for seat in range(4)]
    while match.asked:
        for seat in match.asked:
            match.answer(seat, players[seat].choose(match.view(seat), match.choice(seat)))
    s = match.state
    assert isinstance(s, DutyState) and s.bout == 2
    assert s.points[0] == s.points[2] and s.points[1] == s.points[3]
    assert sum(event.name == "bout_over" for event in match.events) == 2


def test_three_teams_at_random() -> None:
    rng = Random(3)
    match = GAME.match(6, seed=3, options={"teams": "three", "board_radius": 2, "storm_start": 2})
    while match.asked:
        for seat in match.asked:
            match.answer(seat, match.choice(seat).sample(rng))
    assert all(len(group) % 2 == 0 for group in match.ranking)
