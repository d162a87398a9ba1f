"""What somebody is asked quietly, nobody else can notice: not by a scene, a number, a clock, a held seat."""

from __future__ import annotations

from random import Random

import pytest

import roundtable as rt
from roundtable.table.frames import Back, HeldFrame

from .host import Host, a_doc, kinds


def everybody(host: Host, players: int):
    links = {seat: host.join(f"p{seat}") for seat in range(players)}
    return {**links, None: host.join()}


@pytest.mark.parametrize("slug", ["of-knights-and-ninjas", "quests-of-the-round-table"])
def test_a_quiet_question_that_is_passed_on_is_noticed_by_nobody_else(slug):
    players, noticed = min(4, rt.game(slug).seats[1]), 0
    for seed in range(12):
        host = Host(a_doc(slug, players, players, seed=str(seed), clock="relaxed"))
        links, rng, match = everybody(host, players), Random(seed), host.session.match
        for _ in range(400):
            if match.over:
                break
            host.wait(0.1)
            for link in links.values():
                host.told(link)
            seat = match.asked[0]
            quiet, question, events = match.state.quiet, match.question, len(match.events)
            mine = host.answer(links[seat], *match.choice(seat).sample(rng))
            assert "taken" in kinds(mine)
            host.wait(0.1)
            if quiet and match.state.quiet and match.question == question and len(match.events) == events:
                noticed += 1
                for viewer, link in links.items():
                    if viewer not in (seat, match.asked[0]):
                        assert host.told(link) == [], (viewer, seat)
        if noticed > 5:
            return
    raise AssertionError("no quiet question was passed on")


def test_that_time_ran_out_quietly_is_told_to_nobody_else():
    host = Host(a_doc("of-knights-and-ninjas", 4, 4, clock="quick"), pace=(1000.0, 1000.0))
    links, rng, match = everybody(host, 4), Random(3), host.session.match
    while not match.state.quiet:
        seat = match.asked[0]
        host.answer(links[seat], *match.choice(seat).sample(rng))
    host.wait(1)
    for link in links.values():
        host.told(link)
    seat = match.asked[0]
    others = [link for viewer, link in links.items() if viewer != seat]
    host.wait(30)
    assert host.doc.seats[seat].held
    assert HeldFrame(seat, "Squire") in host.told(links[seat])
    host.table.refresh()  # nor does what another process writes tell it
    host.run()
    assert [host.told(link) for link in others] == [[]] * 4
    assert not any(host.table.view(link.person).seats[seat].held for link in others)
    host.hear(links[seat], Back(seat=seat))
    assert [host.told(link) for link in others] == [[]] * 4
