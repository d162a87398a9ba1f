"""A pick says whether it completes the answer, so that one click is one round trip."""

from __future__ import annotations

from random import Random

import pytest

import roundtable as rt
from roundtable.engine import STOP


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_pick_completes_the_answer_when_nothing_can_be_added_to_it(slug):
    game, rng = rt.game(slug), Random(slug)
    match, seen = game.match(game.usual_players(), 5), set()
    for _ in range(120):
        if match.over:
            break
        seat = match.asked[0]
        choice = match.choice(seat)
        chosen: tuple[str, ...] = ()
        while True:
            prompt = match.scene(seat, chosen).prompt
            assert prompt is not None
            for pick in rng.sample(prompt.picks, min(5, len(prompt.picks))):
                assert pick.completes == (list(choice.offers((*chosen, pick.atom))) == [STOP]), (chosen, pick)
                seen.add(pick.completes)
            if not prompt.picks or (prompt.complete and rng.random() < 0.5):
                break
            chosen = (*chosen, rng.choice(prompt.picks).atom)
        match.answer(seat, chosen)
    assert True in seen
