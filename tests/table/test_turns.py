"""Bots answer, clocks run, seats are held and taken back: by a clock that is set by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import roundtable as rt
from roundtable.table import BOT, PERSON, Kept, Link, Reason, Seat, Table, TableSettings
from roundtable.table.driver import REST
from roundtable.table.frames import Back, ClocksFrame, HeldFrame, Hint, HintFrame, Look, TableFrame, Undo
from roundtable.table.limits import Limit, Limiter, Rate
from roundtable.table.log_codes import LogCode
from roundtable.table.thoughts import think

from .host import Host, a_doc, kinds, refusal, scene, taken


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_whole_match_of_people_and_bots(slug):
    players = min(4, rt.game(slug).seats[1])
    host = Host(a_doc(slug, players, 2))
    links = {seat: host.join(f"p{seat}") for seat in (0, 1)}
    watching, rng = host.join(), Random(slug)
    logs: dict[int | None, dict[int, str]] = {0: {}, 1: {}, None: {}}

    def note(link, frames):
        for frame in frames:
            if frame.is_ == "scene":
                log = {n: text for n, text in logs[link.seat].items() if n < frame.kept}
                logs[link.seat] = log | {sentence.n: sentence.text for sentence in frame.log}

    for _ in range(3000):
        for link in (*links.values(), watching):
            note(link, host.told(link))
        if host.session.match.over:
            break
        asked = [seat for seat in host.session.match.asked if seat in links]
        assert asked, "only people are waited for"
        link = links[asked[0]]
        frames = host.answer(link, *host.session.match.choice(asked[0]).sample(rng))
        assert taken(frames)
        note(link, frames)
        host.wait(0.1)
    match = host.session.match
    assert match.over and host.doc.ranking == match.ranking
    for seat, log in logs.items():  # what was told bit by bit is the log that the match tells
        assert len(log) == len(match.sentences(seat))
    assert not [entry for entry in host.noted if entry.code != LogCode.MATCH_OVER]


def bot_first(**settings):
    """A table whose bot, on seat 0, is asked first."""
    doc = a_doc("knights-duty", 2, 1, seats=a_doc("knights-duty", 2, 1).seats[::-1])
    return Host(doc, thinks=False, **settings)


def test_a_bot_thinks_at_once_answers_at_its_moment_and_is_dropped_when_nobody_waits():
    host = bot_first(pace=(2.0, 2.0))
    (thought,) = host.thoughts
    assert (thought.seat, thought.bot, thought.hint, thought.by) == (0, "page", False, host.now + 2.0)
    host.wait(0.5)
    host.think(thought)
    host.run()
    host.wait(1.4)
    assert not host.log
    host.wait(0.1)
    assert host.log[0].bot and host.log[0].seat == 0
    other = bot_first(pace=(2.0, 2.0))
    assert other.table.close().dropped == other.thoughts


def test_a_bot_that_fails_is_asked_again_and_one_that_is_refused_answers_at_random():
    host = bot_first()
    host.table.thought_failed(host.thoughts.pop())
    host.run()
    assert not host.thoughts
    host.wait(1.0)
    host.table.thought(host.thoughts.pop(), ("no such clan",))
    host.run()
    assert [entry.code for entry in host.noted] == [LogCode.BOT_REFUSED]
    assert host.log[0].bot and host.log[0].seat == 0


def test_when_time_runs_out_a_bot_holds_the_seat_until_it_is_taken_back():
    host = Host(a_doc("knights-duty", 2, 2, clock="quick"))
    anna, ben = host.join("p0"), host.join("p1")
    host.thinks = False
    assert [(c.seat, c.left, c.of) for f in host.told(anna) if isinstance(f, ClocksFrame) for c in f.clocks] == [
        (0, 30_000, 30_000)
    ]
    host.wait(29.9)
    assert not host.doc.seats[0].held
    host.wait(0.1)
    assert host.doc.seats[0].held and HeldFrame(0, "Squire") in host.told(ben)
    assert "take it back" in refusal(host.answer(anna, "purple"))
    frames = host.hear(anna, Back(seat=0))
    assert "table" in kinds(frames) and not host.doc.seats[0].held
    assert taken(host.answer(anna, "purple"))


def undo(host, link):
    return host.hear(link, Undo(id="u", seq=host.session.seq(link.seat), seat=link.seat))


def test_whoever_takes_answers_back_does_not_win_time():
    host = Host(a_doc("quests-of-the-round-table", 3, 3, clock="quick"), thinks=False)
    links, match, rng = [host.join(f"p{seat}") for seat in range(3)], host.session.match, Random(1)
    while len(match.asked) < 2 or match.state.final or match.state.quiet:  # until some are asked at once
        seat = match.asked[0]
        host.answer(links[seat], *match.choice(seat).sample(rng))
    first, *_, last = match.asked
    for _ in range(2):
        host.wait(10)
        assert taken(host.answer(links[first], *match.choice(first).sample(rng)))
        assert taken(undo(host, links[first]))
    host.wait(9.9)
    assert not host.doc.seats[first].held
    host.wait(0.2)
    assert host.doc.seats[first].held and host.doc.seats[last].held
    # Who takes the seat back has a little time, once.
    host.hear(links[first], Back(seat=first))
    host.wait(9.9)
    assert not host.doc.seats[first].held
    host.wait(0.2)
    assert host.doc.seats[first].held
    host.hear(links[first], Back(seat=first))
    host.wait(0.1)
    assert host.doc.seats[first].held


def test_time_spent_on_a_question_that_is_left_again_is_spent():
    for seed in range(20):
        host = Host(a_doc("lancelot", 2, 2, clock="quick", seed=str(seed)), thinks=False)
        links, match, rng = [host.join("p0"), host.join("p1")], host.session.match, Random(seed)
        for _ in range(40):
            seat = match.asked[0]
            host.wait(14)
            assert taken(host.answer(links[seat], *match.choice(seat).sample(rng)))
            if match.asked == (seat,) and not host.session.no_undo(seat):
                # Given somebody who is asked twice in a row, when the second question is left again and again
                for _ in range(2):
                    host.wait(14)
                    assert taken(undo(host, links[seat]))
                    assert not host.doc.seats[seat].held
                    host.answer(links[seat], *match.choice(seat).sample(rng))
                host.wait(3)
                assert host.doc.seats[seat].held
                return
    raise AssertionError("nobody was asked twice in a row")


def test_a_bot_answers_for_somebody_who_has_gone_if_others_wait():
    host = Host(a_doc("knights-duty", 2, 2), grace=60.0)
    anna = host.join("p0")
    host.join("p1")
    host.wait(100)
    assert not host.log
    host.leave(anna)
    host.wait(59)
    assert not host.log
    host.wait(1.1)
    assert host.log and host.log[0].bot and host.doc.seats[0].held
    alone = Host(a_doc("knights-duty", 2, 1), grace=60.0)
    alone.leave(alone.join("p0"))
    alone.wait(1000)
    assert not alone.log


def test_a_hold_that_cannot_be_written_is_not_there():
    host = Host(a_doc("knights-duty", 2, 2, clock="quick"))
    anna = host.join("p0")
    host.told(anna)
    host.now += 30
    host.fails = Reason("faster", conflict=True)
    host.run()
    assert not host.table.doc.seats[0].held and "held" not in kinds(host.told(anna))


def test_hints_are_thought_out_beside_the_table():
    host = Host(a_doc("knights-duty", 2, 1, hints=True), limiter=Limiter({"hints": Limit("hints", Rate(0.1, 2.0))}))
    anna = host.join("p0")
    host.thinks = False
    host.told(anna)
    host.hear(anna, Hint(id=1, seq=0, seat=0))
    assert refusal(host.hear(anna, Hint(id=2, seq=0, seat=0))) == "a hint is being thought out already"
    host.think(host.thoughts.pop())
    host.run()
    (frame,) = host.told(anna)
    assert isinstance(frame, HintFrame) and 1 <= len(frame.candidates) <= 5
    host.hear(anna, Hint(id=3, seq=0, seat=0))
    thought = host.thoughts.pop()
    host.hear(anna, Look(seat=None))
    host.think(thought)
    host.run()
    assert refusal(host.told(anna)) == "the table has moved on"
    host.hear(anna, Look(seat=0))
    assert refusal(host.hear(anna, Hint(id=4, seq=0, seat=0))) == "not so fast, please"
    without = Host(a_doc("knights-duty", 2, 1))
    assert "nobody gets hints" in refusal(without.hear(without.join("p0"), Hint(seq=0, seat=0)))


def test_pass_and_play():
    host = Host(a_doc("knights-duty", 2, 2, passing=True, seats=_two_of_one_person()))
    device = host.join("p0")
    first = scene(host.told(device))
    assert first.seat is None and first.asked == [0] and first.scene.prompt is None
    anna = scene(host.hear(device, Look(seat=0)))
    assert anna.scene.prompt is not None and anna.scene.prompt.question == "choose_clan"
    assert taken(host.answer(device, "purple", seat=0))
    ben = scene(host.hear(device, Look(seat=1)))
    assert ben.seat == 1 and ben.scene.prompt is not None
    stranger = host.join("somebody else")
    assert refusal(host.hear(stranger, Look(seat=1))) == "seat 1 is not yours"


def _two_of_one_person():
    seats = a_doc("knights-duty", 2, 2).seats
    for seat in seats:
        seat.person = "p0"
    return seats


def champions(slug: str, players: int, people: int = 1, **settings) -> Host:
    doc = a_doc(slug, players, people)
    doc.seats = [replace(seat, bot="champion") if seat.kind == BOT else seat for seat in doc.seats]
    return Host(doc, thinks=False, pace=(0.5, 0.5), **settings)


def hurry(host, hurried=True):
    """The bot is asked, and there is no time for its thought; at its moment a quick one answers."""
    (thought,) = host.thoughts
    host.thoughts.clear()
    squire = think(host.table.game, "squire", thought.view, thought.seat, "x")
    host.table.thought(thought, squire, hurried)
    host.run()
    return thought


def test_a_table_says_that_there_was_no_time_for_a_thought_and_gives_the_next_answers_soon():
    host = champions("lancelot", 2)
    anna, watching, rng = host.join("p0"), host.join(), Random(1)
    match = host.session.match

    def until_asked():
        while not host.thoughts:
            host.answer(anna, *match.choice(0).sample(rng))
            host.told(watching)
        return host.thoughts[0]

    def words(link):
        return [frame.table.hurried for frame in host.told(link) if isinstance(frame, TableFrame)]

    host.wait(0.1)
    assert set(words(anna) + words(watching)) == {""}
    # Given a Champion, when there is no time for it, nothing is said before its moment
    assert until_asked().by == 101.75
    hurry(host)
    host.wait(1.6)
    assert words(anna) == words(watching) == []
    # then everybody hears of it, and is answered
    size = len(host.log)
    host.wait(0.2)
    assert len(host.log) > size and host.log[size].bot
    assert words(anna) == words(watching) == ["The server is busy. A quick bot answers for Champion."]
    # For a while quick bots are asked, and answer within a second
    assert until_asked().bot == "squire" and until_asked().by <= host.now + 0.9
    until = host.now + REST
    while until_asked().bot == "squire":
        assert host.now < until + 1.0
        hurry(host, hurried=False)
        host.wait(1.0)
    # Later there is time again, and nothing more is said
    assert until_asked().bot == "champion" and not words(watching)
    hurry(host, hurried=False)
    host.wait(2.0)
    assert words(watching) == [""]


def test_of_a_quiet_question_nobody_hears_whether_there_was_time_for_it():
    """Whether a bot is asked is a secret, so whether it was hurried is one too."""
    lies = {
        "hands": [[], ["king"], ["highwayman"], ["king"]],
        "forts": [[]] * 4,
        "target": 1,
        "attack": ["peasant"] * 2,
    }
    match = rt.game("of-knights-and-ninjas").position(4, "respond", lies)
    match.answer(1, "accept")
    assert match.question == "highwayman"
    doc = a_doc("of-knights-and-ninjas", 4, 4)
    doc.seats = [Seat(PERSON, f"P{i}", f"p{i}") if i != 2 else Seat(BOT, "B", bot="champion") for i in range(4)]
    kept = Kept(doc, [], [])
    table = Table(match.game, kept, TableSettings(), Random(1), beginning=lambda: match)
    link = Link("p0")
    table.join(link)
    todo, now = table.run(0.0), 0.0
    thoughts = list(todo.thoughts)
    assert table.quiet and [thought.seat for thought in thoughts] == [2]
    link.take()
    table.thought(thoughts[0], think(match.game, "squire", thoughts[0].view, 2, "x"), True)
    for _ in range(10):
        now += 0.5
        if table.run(now).write is not None:
            table.written()
    assert 2 not in match.asked
    assert not table.hurried and not [
        frame for frame in link.take() if isinstance(frame, TableFrame) and frame.table.hurried
    ]
