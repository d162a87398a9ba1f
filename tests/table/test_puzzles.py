"""Puzzles: read from lines, asked at a table as a lesson of one question, and whose answer nobody is told before."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

import roundtable as rt
from roundtable.engine import Game
from roundtable.engine.zones import reopened
from roundtable.table.frames import LessonFrame
from roundtable.table.lessons import BadLesson
from roundtable.table.model import Doc, Person
from roundtable.table.people import new_person
from roundtable.table.pupil import Desk
from roundtable.table.puzzles import (
    BadPuzzle,
    Check,
    Puzzle,
    check_puzzle,
    of_the_day,
    read_all_puzzles,
    read_puzzle,
    read_puzzles,
    write_puzzles,
)
from roundtable.table.setup import Refused, open_table
from tests.moments import at_a_real_choice

GAMES = [rt.game(slug) for slug in rt.slugs()]


def puzzle_of(game: Game, answers: int = 30, id: str = "7-30") -> Puzzle:
    """A puzzle somewhere in a match; which answer is best is made up."""
    rng = Random(5)
    players = max(3, game.seats[0])
    match = at_a_real_choice(game.match(players, seed=5), answers, lambda m, seat: m.choice(seat).sample(rng))
    seat = match.asked[0]
    some = list(dict.fromkeys(match.choice(seat).sample(rng) for _ in range(60)))[:3]
    world = game.world(reopened(match.view(seat)), rng)
    return Puzzle(
        *("", id, game.rules_version, players, {}, ("Enid", "Tor", "Nimue"), seat),
        position={"asks": match.question, "lies": game.describe(world)},
        values=tuple(zip(some, (0.75, 0.5, 0.25), strict=False)),
        found={"page": 0.5, "squire": 0.0, "knight": 1.0},
        check=Check(10.0, 1000, 200, 0.25, 0.01),
    )


def desk(game: Game, puzzle: Puzzle) -> Desk:
    return Desk(game, puzzle.line(), puzzle.lesson(game))


def frame(at: Desk) -> LessonFrame:
    assert at.link.lesson is not None
    return at.link.lesson


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_puzzle_is_asked_at_a_table_and_explained_after_the_answer(game: Game) -> None:
    puzzle = puzzle_of(game)
    check_puzzle(read_puzzle(puzzle.line(), "puzzles.jsonl", game), game)
    for n, (answer, _) in enumerate(puzzle.values):
        at = desk(game, puzzle)
        asked = frame(at)
        assert asked.waits == "answer" and not asked.way and not asked.values  # nothing tells the answer
        assert at.answer(answer) == ""
        told = frame(at)
        assert told.waits == "end" and told.right == (n == 0)
        assert [tuple(each.atoms) for each in told.values] == [each for each, _ in puzzle.values]
        assert "75 %" in told.say


def test_any_other_legal_answer_is_taken_too() -> None:
    game = rt.game("of-knights-and-ninjas")
    puzzle = puzzle_of(game)
    few = replace(puzzle, values=puzzle.values[:2])
    at = desk(game, few)
    assert at.answer(puzzle.values[2][0]) == ""
    assert frame(at).say.startswith("That is not among the best answers") and not frame(at).right


def test_the_position_is_a_world_of_what_the_seat_sees_and_nobody_gets_hints() -> None:
    game = rt.game("quests-of-the-round-table")
    puzzle = puzzle_of(game)
    assert desk(game, puzzle).session.match.names.count("Pupil") == 1
    person = new_person("Ann", Random(1))
    doc = Doc("t", game.slug, person.id, 0, {}, [], "", 0.0)
    with pytest.raises(Refused, match="no such puzzle"):
        open_table(doc, Person(person.id, "Ann", person.arms), game, {"puzzle": ["nothing"]}, "puzzle", 24, Random(1))


def test_hardness_orders_them_and_every_day_has_one() -> None:
    game = rt.game("knights-duty")
    easy = replace(puzzle_of(game, id="a"), found={"page": 0.7, "squire": 1.0, "knight": 1.0})
    hard = replace(puzzle_of(game, id="b"), found={"page": 0.0, "squire": 0.0, "knight": 0.3})
    medium = puzzle_of(game, id="c")
    found = read_puzzles(write_puzzles([hard, easy, medium], game), "puzzles.jsonl", game)
    assert [(each.id, each.level) for each in found.values()] == [("1", "easy"), ("2", "medium"), ("3", "hard")]
    today = date(2030, 1, 1)
    assert {of_the_day(found, today + timedelta(n)).id for n in range(3)} == {"1", "2", "3"}  # type: ignore[union-attr]
    assert of_the_day({}, today) is None


def test_what_is_broken_names_the_file_the_puzzle_and_the_reason() -> None:
    game = rt.game("knights-duty")
    whole = puzzle_of(game)
    data = json.loads(whole.line())
    head = json.dumps({"format": "roundtable-puzzles/1", "game": game.slug})

    def broken(**changes: object) -> str:
        return f"{head}\n{whole.line()}\n{json.dumps({**data, 'id': 'x', **changes})}\n"

    for text, reason in (
        ("", "p.jsonl: not a file of puzzles"),
        ("nonsense", "p.jsonl: not a file of puzzles"),
        (f"{head}\n{{", "p.jsonl: puzzle 1: no JSON"),
        (f"{head}\n7", "p.jsonl: puzzle 1: a puzzle is an object"),
        (broken(seat="two"), "p.jsonl: puzzle 2: seat is missing, or not what it should be: 'two'"),
        (broken(values=[]), "p.jsonl: puzzle 2: it has at least two answers"),
        (broken(found={"page": 1}), "p.jsonl: puzzle 2: 'squire' is missing"),
        (broken(id=whole.id), "p.jsonl: puzzle 2: another one is called '7-30'"),
    ):
        with pytest.raises(BadPuzzle) as error:
            read_puzzles(text, "p.jsonl", game)
        assert str(error.value).startswith(reason)
    old = read_puzzle(json.dumps({**data, "rules": 0}), "p.jsonl", game)
    with pytest.raises(BadLesson, match="puzzle 7-30: written for older rules of Knight's Duty"):
        check_puzzle(old, game)
    lies = {**data["position"]["lies"], "turn": "late"}
    torn = read_puzzle(json.dumps({**data, "position": {**data["position"], "lies": lies}}), "p.jsonl", game)
    with pytest.raises(BadPuzzle, match="puzzle 7-30: its position: turn"):
        check_puzzle(torn, game)
    strange = read_puzzle(json.dumps({**data, "values": [[["fly"], 0.9], [["swim"], 0.1]]}), "p.jsonl", game)
    with pytest.raises(BadPuzzle, match="puzzle 7-30: fly is not legal"):
        check_puzzle(strange, game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_puzzles_of_a_game_can_all_be_asked(game: Game) -> None:
    found = read_all_puzzles(game)
    for puzzle in found.values():
        check_puzzle(puzzle, game)
        best, second = puzzle.values[0][1], puzzle.values[1][1]
        assert best > second and puzzle.check.lead > 3 * puzzle.check.error
