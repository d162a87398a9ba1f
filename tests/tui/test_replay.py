"""Replay: forward and back, from any seat, and all once the match is over."""

import asyncio
from random import Random

import pytest

import roundtable as rt
from roundtable.table import review
from roundtable.tui.replay import ALL, ReplayApp
from roundtable.tui.reviewing import Review


def played(answers: int | None = None):
    match = rt.game("knights-duty").match(
        2, 3, {"clan_selection": "spread", "quiet_turn_limit": 2}, names=("Anna", "Ben")
    )
    rng = Random(3)
    for seat in range(2 if answers is None else 0):
        match.answer(seat, ("move", "sword", "parry"))
    while match.asked and (answers is None or len(match.entries) < answers):
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    return match


def replaying(match, scene, seat=None) -> None:
    async def go() -> None:
        app = ReplayApp(match, seat)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await scene(app.screen, pilot)

    asyncio.run(go())


def test_forward_and_back_through_a_finished_match():
    match = played()

    async def scene(screen, pilot):
        assert screen.viewer == ALL and screen.at == 0
        await pilot.press("right", "right")
        headings = [sentence.text for sentence in screen.moment()[1] if sentence.heading]
        assert screen.at == 2 and headings[0] == "Turn 1."
        tokens = [piece for panel in screen.scene.panels for area in panel.areas for piece in area.pieces]
        assert len(tokens) == 6 and all(piece.face is not None for piece in tokens)  # all is open
        await pilot.press("left")
        assert screen.at == 1
        await pilot.press("end")
        assert screen.at == len(match.entries) and screen.scene.over
        await pilot.press("home", "left")
        assert screen.at == 0

    replaying(match, scene)


def test_a_seat_sees_what_it_saw():
    match = played()

    async def scene(screen, pilot):
        assert screen.viewer == 1
        await pilot.press("right", "right")
        trackers = {panel.seat: panel.areas[0].pieces for panel in screen.scene.panels}
        assert any(piece.face is None for piece in trackers[0]) and all(piece.face for piece in trackers[1])
        await pilot.press("home")
        assert "a secret answer" in str(screen.query_one("#sentence").visual)  # of Anna
        await pilot.press("right")
        assert " ".join(match.entries[1].answer) in str(screen.query_one("#sentence").visual)
        await pilot.press("s")
        assert screen.viewer == ALL

    replaying(match, scene, seat=1)


@pytest.mark.parametrize("answers", [0, 3])
def test_an_unfinished_match_keeps_its_secrets(answers):
    async def scene(screen, pilot):
        assert ALL not in screen.viewers and screen.viewer is None
        await pilot.press("end")
        assert screen.at == answers

    replaying(played(answers), scene)


def test_the_review_of_a_finished_match_comes_in_while_one_reads(monkeypatch):
    match = played()
    monkeypatch.setattr(review, "SIMULATIONS", 10)

    async def scene(screen, pilot):
        await pilot.press("v")
        page = pilot.app.screen
        assert isinstance(page, Review)
        for _ in range(3000):
            if page.lines and page.lines[-1].startswith(("That is all", "Nothing to improve")):
                break
            await pilot.pause(0.02)
        names = review.called(match)
        assert all(any(line.startswith(name) for line in page.lines) for name in names)
        await pilot.press("escape")
        assert pilot.app.screen is screen

    replaying(match, scene, seat=0)

    async def too_early(screen, pilot):
        await pilot.press("v")
        assert pilot.app.screen is screen

    replaying(played(4), too_early, seat=0)
