"""Who comes and goes is told to all, together and in linear time."""

from __future__ import annotations

from dataclasses import replace

from roundtable.table import SETUP, Link, Reason
from roundtable.table.frames import ServerFrame, TableFrame
from roundtable.table.presence import Note
from roundtable.table.setup import Change, Refused

from .host import Host, a_doc, kinds, scene


def tables(frames):
    return [frame.table for frame in frames if isinstance(frame, TableFrame)]


def test_a_thousand_spectators_are_told_of_at_once():
    host = Host(a_doc("knights-duty", 2, 2))
    anna = host.join("p0")
    host.told(anna)
    crowd = [Link() for _ in range(1000)]
    for link in crowd:
        host.table.join(link)
        host.run()
    frames: dict[int, ServerFrame] = {}
    scenes: dict[int, ServerFrame] = {}
    for link in crowd:
        for frame in host.told(link):
            if frame.is_ == "scene":
                scenes[id(frame)] = frame
    assert len(scenes) == 1  # one frame for all who know the same
    host.wait(0.05)
    for link in crowd:
        for frame in host.told(link):
            frames[id(frame)] = frame
    assert len(frames) == 1
    assert [table.spectators for table in tables(host.told(anna))] == [1000]


def test_people_are_here_or_not_and_other_processes_know():
    host = Host(a_doc("knights-duty", 2, 2), shared=True)
    anna = host.join("p0")
    assert host.last.note == Note(["p0"], 0, asks=True)
    assert [seat.here for seat in tables(host.told(anna))[0].seats] == [True, False]
    host.table.hear_note("other", Note(["p1"], 3))
    host.wait(0.1)
    (table,) = tables(host.told(anna))
    assert [seat.here for seat in table.seats] == [True, True] and table.spectators == 3
    host.wait(29)
    host.table.beat(30.0)
    host.run()
    assert tables(host.told(anna)) == []
    host.wait(5)
    host.table.beat(30.0)
    host.wait(0.1)
    assert [seat.here for seat in tables(host.told(anna))[0].seats] == [True, False]


def test_a_change_is_told_when_it_is_saved_and_starts_the_match():
    host = Host(a_doc("knights-duty", 2, 2, state=SETUP))
    anna = host.join("p0")
    assert kinds(host.told(anna)) == ["table"]

    def start(doc):
        doc.state = "running"

    def refuse(doc):
        doc.state = "over"
        raise Refused("not now")

    refused = Change(refuse)
    host.table.change(refused)
    host.run()
    assert str(refused.error) == "not now" and host.told(anna) == [] and host.doc.state == SETUP
    begun = Change(start)
    host.table.change(begun)
    host.run()
    assert begun.error is None and host.last.changes == [begun]
    frames = host.told(anna)
    assert kinds(frames) == ["table", "scene"] and scene(frames).seat == 0


def test_a_change_is_made_after_that_of_a_process_that_was_faster():
    """Given two processes, when both change the set-up at once, then both changes hold and nobody is refused."""
    host = Host(a_doc("knights-duty", 2, 2, state=SETUP))

    def elsewhere():
        host.doc = replace(host.doc, clock="quick", version=host.doc.version + 1)
        host.fails = Reason("faster", conflict=True)

    def make_public(doc):
        doc.public = True

    elsewhere()
    change = Change(make_public)
    host.table.change(change)
    host.run()
    assert change.error is None and (host.doc.clock, host.doc.public) == ("quick", True)


def test_a_change_is_refused_only_by_what_holds_now():
    """Given a process that was not told yet that somebody sits down elsewhere, then what needs that is done."""
    host = Host(a_doc("knights-duty", 2, 2, state=SETUP), shared=True)
    host.doc = replace(host.doc, clock="quick", version=host.doc.version + 1)

    def need_the_clock(doc):
        if doc.clock != "quick":
            raise Refused("there is no clock")
        doc.public = True

    change = Change(need_the_clock)
    host.table.change(change)
    host.run()
    assert change.error is None and host.doc.public


def test_who_is_too_far_behind_is_sent_away():
    host = Host(a_doc("knights-duty", 2, 2))
    anna = host.join("p0")
    for n in range(500):
        host.table.hear_note("other", Note([], n))
        host.wait(0.1)
    assert "behind" in anna.closing and len(anna.outbox) == 200
