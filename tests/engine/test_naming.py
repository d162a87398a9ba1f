"""A moment by names: `match.describe()` reads it, `match.position()` takes it up again; what cannot be is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.engine import BadPosition, Match


def played(slug: str, players: int, answers: int, seed: int = 1, **options: object) -> Match:
    rng, match = Random(seed), rt.game(slug).match(players, seed, options)
    for _ in range(answers):
        if match.asked:
            seat = match.asked[-1]
            match.answer(seat, match.choice(seat).sample(rng))
    return match


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_moment_arranged_again_is_played_on_and_saved_like_any_match(slug: str, tmp_path: Path) -> None:
    game = rt.game(slug)
    for answers in (0, 7, 23, 60):
        match = played(slug, game.usual_players(), answers)
        again = game.position(match.players, **match.position(), options=match.options.data(), seed=4)
        assert (again.question, again.asked, again.ready) == (match.question, match.asked, match.ready)
        for seat in (*range(match.players), None):
            assert game.describe(again.view(seat)) == game.describe(match.view(seat))
        rng = Random(2)
        while again.asked:
            again.answer(again.asked[0], again.choice(again.asked[0]).sample(rng))
        again.save(tmp_path / "m.jsonl")
        assert rt.load(tmp_path / "m.jsonl").describe() == again.describe()


def test_an_ended_match_is_a_position_too() -> None:
    match = played("knights-duty", 2, 100_000, max_turns=2)
    assert match.over
    again = rt.game("knights-duty").position(2, **match.position(), options=match.options.data())
    assert again.over and again.ranking == match.ranking


def test_a_state_is_read_by_names() -> None:
    told = played("of-knights-and-ninjas", 3, 4).describe()
    hands: Any = told["hands"]
    assert all(isinstance(card, str) for hand in hands for card in hand) and told["deck"] == "listed_100"
    view = rt.game("of-knights-and-ninjas").describe(played("of-knights-and-ninjas", 3, 4).view(0))
    seen: Any = view["hands"]
    assert seen[0] == hands[0] and set(seen[1]) <= {"?"}
    knights: Any = played("lancelot", 2, 9).describe()
    assert knights["colours"] == ["red", "green"] and set(knights["owned"][0]) >= {"sword", "magic"}


BROKEN: list[tuple[str, object, str]] = [
    ("hands", [["king"] * 9, [], [], []], "hands: there is no 'king' left to lay"),
    ("hands", [[], []], "hands: 4 piles are wanted, not 2"),
    ("hands", 7, "hands: a list is wanted, not 7"),
    ("deck", "tarot", "deck: 'tarot' is none of"),
    ("gems", "many", "gems: a list is wanted"),
    ("gems", [5, 5, 5, "five"], "gems: 'five' is no number"),
    ("turn", True, "turn: True is no number"),
    ("waiting", [0, 1, 2, 3], "waiting: whoever is asked has answered or is waited for"),
    ("asked", [9], "asked: a number from 0 to 3, not 9"),
    ("question", "tea", "question: 'tea' is none of"),
    ("procedure", [["Tea", "drink"]], "procedure: a chapter and its next step are wanted"),
    ("procedure", [["Reign", "drink"]], "procedure: Reign has no step 'drink'"),
    ("hat", "red", "hat: no part of a position for a described moment"),
    ("goal", None, "goal: a described moment names every part, and this one is missing"),
]


@pytest.mark.parametrize(("part", "value", "reason"), BROKEN)
def test_what_does_not_fit_is_refused_with_one_line_that_names_the_part(part: str, value: object, reason: str) -> None:
    match = played("of-knights-and-ninjas", 4, 6)
    lies = {**match.describe(), part: value}
    if value is None:
        del lies[part]
    with pytest.raises(BadPosition) as refused:
        rt.game("of-knights-and-ninjas").position(4, match.question, lies)
    assert str(refused.value).startswith(reason) and "\n" not in str(refused.value)


def test_another_question_than_the_open_one_is_refused() -> None:
    match = played("of-knights-and-ninjas", 4, 6)
    with pytest.raises(BadPosition, match="does not lead to 'draft'"):
        rt.game("of-knights-and-ninjas").position(4, "draft", match.describe())
