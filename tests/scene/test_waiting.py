"""Who is ready and who is awaited: match, views and scenes say the same, and quiet questions say nothing."""

from __future__ import annotations

from random import Random

import pytest

import roundtable as rt

NAMES = ("Anna", "Bors", "Clea", "Dina", "Emer", "Fand")


@pytest.mark.parametrize("slug", [slug for slug in rt.slugs() if slug != "lancelot"])  # which asks one at a time
def test_everybody_is_told_who_is_still_awaited(slug: str) -> None:
    game, rng = rt.game(slug), Random(3)
    sealed = quiet = 0
    for players in range(game.seats[0], game.seats[1] + 1):
        match = game.match(players, players, names=NAMES[:players])
        while match.asked and len(match.entries) < 150:
            seat = rng.choice(match.asked)
            match.answer(seat, match.choice(seat).sample(rng))
            sealed += bool(match.ready)
            quiet += match.state.quiet
            for viewer in (*range(players), None) if match.ready or match.state.quiet else ():
                view, scene = match.view(viewer), match.scene(viewer)
                called = game.callings(match.state, match.names)
                active = {panel.seat for panel in scene.panels if panel.active}
                assert {panel.seat for panel in scene.panels if panel.ready} == set(view.ready)
                if match.state.quiet:
                    assert view.waiting == ((viewer,) if viewer in match.asked else ()) and not view.ready
                    assert active == set(view.waiting) and not any(name in scene.waiting for name in called)
                else:
                    assert (view.waiting, view.ready) == (match.asked, match.ready)
                    assert active == set(match.asked)
                    named = {q for q in range(players) if called[q] in scene.waiting}
                    assert named == set(match.asked) - {viewer}
    assert sealed > 5 and (quiet > 5 or slug in ("knights-and-damosels", "knights-duty"))
