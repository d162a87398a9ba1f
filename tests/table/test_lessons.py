"""Lessons: every one can be followed to its end, other answers are not taken, and a broken one says what is wrong."""

from __future__ import annotations

import re

import pytest

import roundtable as rt
from roundtable.engine import Game
from roundtable.table import Kept, Link, Table
from roundtable.table.frames import LessonFrame, RefusalFrame, TakeStep
from roundtable.table.lessons import BadLesson, read, read_all
from roundtable.table.pupil import Desk, follow
from roundtable.table.setup import Refused, open_lesson

LESSONS = [(slug, name) for slug in rt.slugs() for name in rt.game(slug).lessons()]

SMALL = """
rules = 1
title = "A blow"
about = "One blow."
minutes = 1
players = 2
names = ["You", "Bors"]
chance = ["heart"]

[position]
asks = "declare_target"

[position.lies]
turn = 4
knights.purple = { at = "E4", weapon = "sword", program = ["sword", "move", "move"] }
knights.red = { at = "E6", program = ["shield", "move", "move"] }

[[step]]
say = "Red is near."
point = "piece:knight-1"

[[step]]
say = "Strike."
answer = ["red"]
other = "You may hold back. Let us strike."
others = [[1, "keep"]]

[[step]]
say = "Keep your Inspiration."
answers = [{ take = ["keep"] }, { take = ["use"], go = "used" }]

[[step]]
say = "You have kept it."
go = "end"

[[step]]
name = "used"
say = "You have used it."

[[step]]
name = "end"
say = "That is all."
"""


def duty() -> Game:
    return rt.game("knights-duty")


def desk(text: str = SMALL) -> Desk:
    return Desk(duty(), text, read(text, "small.toml", duty()))


def next_step(at: Desk, guess: int | None = None) -> str:
    assert at.link.lesson is not None
    return at.say(TakeStep(step=at.link.lesson.step, guess=guess))


@pytest.mark.parametrize(("slug", "name"), LESSONS)
def test_every_lesson_can_be_followed_on_every_way(slug: str, name: str) -> None:
    game = rt.game(slug)
    assert follow(game.lessons()[name], f"{name}.toml", game).faults == []


@pytest.mark.parametrize("slug", dict.fromkeys(slug for slug, _ in LESSONS))
def test_the_first_lesson_is_a_guided_match_that_can_be_played_on(slug: str) -> None:
    game = rt.game(slug)
    first = next(iter(read_all(game).values()))
    assert 3 <= first.minutes <= 8
    found = follow(game.lessons()["first-match"], first.file, game)
    assert found.answers >= 5


def test_another_legal_answer_is_met_kindly_and_not_taken() -> None:
    given = desk()
    next_step(given)
    before = len(given.log)
    assert given.answer(("none",)) == "You may hold back. Let us strike."
    assert len(given.log) == before
    assert given.answer(("red",)) == ""


def test_what_is_not_legal_is_refused_as_everywhere() -> None:
    given = desk()
    next_step(given)
    said = given.answer(("E9",))
    assert said and said != "You may hold back. Let us strike."


def test_who_knows_what_to_do_need_not_read_on() -> None:
    given = desk()
    assert given.answer(("red",)) == ""
    assert given.link.lesson is not None and given.link.lesson.say == "Keep your Inspiration."


def test_an_answer_can_lead_elsewhere() -> None:
    given = desk()
    given.answer(("red",))
    given.answer(("use",))
    assert given.link.lesson is not None and given.link.lesson.say == "You have used it."


def test_the_others_wait_while_something_is_said() -> None:
    """Given a step that only speaks; when time passes, then nobody acts before the pupil goes on."""
    text = re.sub(r", program = \[[^]]*\]", "", SMALL.replace('asks = "declare_target"', 'asks = "program_actions"'))
    text = (
        text.split("[[step]]")[0]
        + '[[step]]\nsay = "Wait."\n\n[[step]]\nsay = "Lay."\nany = true\n\n[[step]]\nsay = "End."\n'
    )
    given = desk(text)
    assert given.log == []
    next_step(given)
    assert [record.seat for record in given.log] == [1]


def test_a_lesson_survives_a_reload() -> None:
    """Given a lesson after an answer; when the table is made anew from what is kept, then it stands where it stood."""
    given = desk()
    given.answer(("red",))
    table = Table(duty(), Kept(given.doc.draft(), list(given.log), []))
    link = Link(given.link.person)
    table.join(link)
    table.run(0.0)
    frames = [frame for frame in link.take() if isinstance(frame, LessonFrame)]
    assert [frame.say for frame in frames] == ["Keep your Inspiration."]


def test_after_its_end_the_match_goes_on_from_there() -> None:
    given = desk()
    given.answer(("red",))
    given.answer(("keep",))
    next_step(given)
    assert given.link.lesson is not None and given.link.lesson.waits == "end"
    assert given.doc.state == "over", "a lesson that is left is no unfinished match"
    assert next_step(given) == ""
    assert given.doc.state == "running" and given.doc.taught
    assert given.table.teacher is None
    assert given.session.match.asked == (0,), "the others have laid their tokens"


def test_a_spectator_is_told_nothing_of_a_lesson() -> None:
    given = desk()
    link = Link("somebody")
    given.table.join(link)
    given.run()
    assert not [frame for frame in link.take() if isinstance(frame, LessonFrame)]
    given.table.hear(link, TakeStep(step=1))
    given.run()
    assert [frame.reason for frame in link.take() if isinstance(frame, RefusalFrame)] == ["seat 0 is not yours"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rules = 1", "", "rules is missing"),
        ("title =", "titel =", "a lesson has no 'titel'"),
        ("players = 2", "players = 9", "is for 2 to 6 players"),
        ('say = "Red is near."', 'say = "One. Two. Three."', "step 1: say: at most 2 sentences"),
        ('point = "piece:knight-1"', 'point = "thing:x"', "step 1: point: 'thing:x'"),
        ('point = "piece:knight-1"', 'rule = "99.1"', "step 1: rule: Knight's Duty has no paragraph '99.1'"),
        ('go = "used"', 'go = "nowhere"', "step 3: there is no step 'nowhere'"),
        ('at = "E6"', 'at = "Z9"', "small.toml: its position: red: at: there is no space 'Z9'"),
        ("minutes = 1", "minutes = ", "Invalid value"),
    ],
)
def test_a_broken_lesson_names_file_step_and_reason(old: str, new: str, reason: str) -> None:
    assert old in SMALL
    with pytest.raises(BadLesson, match=r"^small\.toml: ") as error:
        read(SMALL.replace(old, new, 1), "small.toml", duty())
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"piece:knight-1"', '"piece:Dragon"', "step 1: 'piece:Dragon' is not on the scene"),
        ('answer = ["red"]', 'answer = ["blue"]', "step 2: blue is not a legal answer"),
        ('go = "used"', 'go = "end"', "step 5: no way leads to it"),
        ('[[1, "keep"]]', '[[1, "fly"]]', "step 3: fly is no answer here"),
        ('[[1, "keep"]]', '[[1, "keep"], [1, "keep"], [1, "keep"]]', "seat 1 was never asked"),
    ],
)
def test_the_pupil_says_what_it_stumbles_over(old: str, new: str, fault: str) -> None:
    assert old in SMALL
    faults = follow(SMALL.replace(old, new, 1), "small.toml", duty()).faults
    assert any(fault in each for each in faults), faults


def test_a_lesson_for_older_rules_says_so() -> None:
    text = SMALL.replace("rules = 1", "rules = 0")
    with pytest.raises(BadLesson, match="written for older rules of Knight's Duty"):
        follow(text, "small.toml", duty())


def test_there_is_no_table_for_a_lesson_that_is_not_there() -> None:
    given = desk()
    with pytest.raises(Refused, match="no such lesson"):
        open_lesson(given.doc, None, duty(), "nothing")  # type: ignore[arg-type]


def test_a_table_without_a_lesson_refuses_its_steps() -> None:
    given = desk()
    given.doc.taught = True
    table = Table(duty(), Kept(given.doc.draft(), [], []))
    link = Link(given.link.person)
    table.join(link)
    table.hear(link, TakeStep(step=1))
    table.run(0.0)
    assert [frame.reason for frame in link.take() if isinstance(frame, RefusalFrame)] == [
        "there is no lesson at this table"
    ]
