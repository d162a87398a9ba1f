"""Nothing is shown before it was kept; what is refused is not kept; what comes together is written together."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

import roundtable as rt
from roundtable.table import Append, Kept, Load, Reason, Record, Save, Table
from roundtable.table.frames import Back, Chat, Compose, Undo
from roundtable.table.inquiries import words
from roundtable.table.log_codes import LogCode

from .host import Host, a_doc, kinds, refusal, scene, taken

SPREAD = {"clan_selection": "spread"}  # nothing to choose before the first tokens, which are sealed


@pytest.fixture
def host():
    return Host(a_doc("knights-duty", 2, 2))


def test_an_answer_is_acknowledged_and_shown_only_when_it_is_kept(host):
    anna, ben = host.join("p0"), host.join("p1")
    host.wait(1)
    host.told(anna), host.told(ben)
    host.slow = True
    assert host.answer(anna, "purple") == []
    host.wait(1)
    assert host.told(anna) == host.told(ben) == [] and anna.busy
    assert isinstance(host.waiting, Append) and host.waiting.records == [Record(0, "choose_clan", ["purple"])]
    host.finish()
    assert kinds(host.told(anna)) == ["taken", "scene"] and not anna.busy
    assert scene(host.told(ben)).seq == 1


def test_what_asks_about_the_table_waits_while_something_is_written(host):
    anna, ben = host.join("p0"), host.join("p1")
    host.wait(1)
    host.told(anna), host.told(ben)
    host.slow = True
    host.answer(anna, "purple")
    assert host.hear(ben, Compose(seq=1, seat=1, chosen=["red"])) == []
    host.finish()
    assert kinds(host.told(ben)) == ["prompt", "scene"]


def test_answers_that_come_during_a_write_share_the_next_one():
    host = Host(a_doc("knights-duty", 4, 4))
    links = [host.join(f"p{seat}") for seat in range(4)]
    rng = Random(2)
    while len(host.session.match.asked) < 3:
        seat = host.session.match.asked[0]
        host.answer(links[seat], *host.session.match.choice(seat).sample(rng))
    asked = host.session.match.asked
    host.slow, host.writes = True, []
    for seat in asked:
        host.answer(links[seat], *host.session.match.choice(seat).sample(rng))
    host.finish()
    host.finish()
    assert [len(write.records) for write in host.writes if isinstance(write, Append)] == [1, len(asked) - 1]


def test_sealed_answers_share_a_scene_within_20_ms():
    host = Host(a_doc("knights-duty", 4, 4))
    links = [host.join(f"p{seat}") for seat in range(4)]
    rng = Random(2)
    while len(host.session.match.asked) < 3:
        seat = host.session.match.asked[0]
        host.answer(links[seat], *host.session.match.choice(seat).sample(rng))
    host.wait(1)
    for link in links:
        host.told(link)
    first = host.session.match.asked[0]
    frames = host.answer(links[first], *host.session.match.choice(first).sample(rng))
    assert kinds(frames) == ["taken"] and host.last.wake == pytest.approx(host.now + 0.02)
    host.wait(0.02)
    assert scene(host.told(links[first])).ready == [first]


def test_a_host_with_one_keyboard_shows_sealed_answers_at_once():
    host = Host(a_doc("knights-duty", 2, 2, options=rt.game("knights-duty").settle(2, SPREAD).data()), together=0.0)
    anna = host.join("p0")
    host.told(anna)
    assert kinds(host.answer(anna, "move", "move", "move")) == ["taken", "scene"]


def test_a_match_that_no_document_describes_begins_as_its_host_says():
    given = rt.game("knights-duty").match(2, 11, SPREAD, names=("Anna (the elder)", "Ben"))
    doc = a_doc("knights-duty", 2, 2)
    table = Table(
        given.game, Kept(doc, [Record(0, "program_actions", ["move"] * 3)], []), beginning=partial(given.fork, 0)
    )
    assert table.session is not None
    match = table.session.match
    assert (match.seed, match.names, match.ready) == (11, given.names, (0,)) and match is not given


def test_every_word_can_be_asked_about():
    match = rt.game("knights-duty").match(2, 11, SPREAD)
    found = words(match, 0)
    assert found["sword"] == "Sword" and found.keys() == set(match.game.vocabulary(2, match.options))


def test_a_refused_write_takes_nothing_and_shows_the_table_as_it_is_kept(host):
    anna, ben = host.join("p0"), host.join("p1")
    host.told(ben)
    host.log.append(Record(0, "choose_clan", ["red"]))  # another process was faster
    host.fails = Reason("taken", conflict=True)
    frames = host.answer(anna, "purple")
    assert refusal(frames) == "this could not be written down; look again"
    assert host.session.match.entries[0].answer == ("red",)
    assert scene(host.told(ben)).seq == 1
    assert [entry.code for entry in host.noted] == [LogCode.TABLE_RELOADED]


def test_a_store_that_has_gone_evicts_the_table(host):
    anna = host.join("p0")
    host.slow = True
    host.answer(anna, "purple")
    host.fails = Reason("no disk")
    host.finish()
    assert isinstance(host.waiting, Load)
    host.fails = Reason("no disk")
    host.finish()
    assert "not certain" in refusal(host.told(anna)) and anna.closing and host.last.evicted
    assert [entry.code for entry in host.noted] == [LogCode.TABLE_RELOADED, LogCode.TABLE_EVICTED]
    host.slow = False
    assert host.join("p1").closing


def test_a_fault_in_the_rules_changes_nothing(host, monkeypatch):
    anna = host.join("p0")
    monkeypatch.setattr(host.session.match, "answer", lambda seat, atoms: 1 / 0)
    assert "stumbled" in refusal(host.answer(anna, "purple"))
    assert not host.log and [entry.code for entry in host.noted] == [LogCode.RULES_FAULT]


def test_undo_takes_back_the_log_as_well(host):
    anna = host.join("p0")
    host.wait(1)
    first = scene(host.told(anna))
    after = scene(host.answer(anna, "purple"))
    assert after.undo and after.log
    frames = host.hear(anna, Undo(seat=0, seq=after.seq))
    assert taken(frames)
    back = scene(frames)
    assert back.kept <= len(first.log) and not back.log and not back.undo
    assert refusal(host.hear(anna, Undo(seat=0))) == "nothing has been answered yet"
    assert [record.undo for record in host.log] == [False, True]


def test_a_table_that_is_made_again_from_its_records_is_the_same(host):
    links = [host.join("p0"), host.join("p1")]
    rng = Random(3)
    for _ in range(12):
        seat = host.session.match.asked[0]
        assert taken(host.answer(links[seat], *host.session.match.choice(seat).sample(rng)))
    again = Host(host.doc, log=host.log)
    for seat in (0, 1, None):
        assert again.session.seq(seat) == host.session.seq(seat)
    assert again.session.match.text() == host.session.match.text()


def test_the_end_is_noted_also_by_whoever_loads_the_table_next():
    host = Host(a_doc("knights-duty", 2, 2))
    links = [host.join("p0"), host.join("p1")]
    rng = Random(4)
    while not host.session.match.over:
        seat = host.session.match.asked[0]
        host.answer(links[seat], *host.session.match.choice(seat).sample(rng))
    assert host.doc.state == "over" and host.doc.ranking == host.session.match.ranking
    host.doc.state, host.doc.ranking = "running", []  # as if the process had died just before
    again = Host(host.doc, log=host.log)
    assert isinstance(again.writes[-1], Save) and again.doc.ranking == host.session.match.ranking


def test_chat_is_kept_before_it_is_heard(host):
    anna, ben, nobody = host.join("p0"), host.join("p1"), host.join()
    host.wait(1)
    host.told(ben)
    host.slow = True
    host.hear(anna, Chat(text=" Well\nstruck! "))
    assert host.told(ben) == []
    host.finish()
    (frame,) = host.told(ben)
    assert [(message.seat, message.text) for message in frame.messages] == [(0, "Well struck!")]
    host.slow = False
    host.fails = Reason("no disk")
    assert "say it again" in refusal(host.hear(anna, Chat(text="again")))
    assert refusal(host.hear(nobody, Chat(text="who am I?"))) == "say who you are first"
    assert [message.text for message in host.chat] == ["Well struck!"]


def test_a_seat_that_nobody_holds_cannot_be_taken_back(host):
    assert refusal(host.hear(host.join("p0"), Back(seat=0))) == "the seat is yours already"
