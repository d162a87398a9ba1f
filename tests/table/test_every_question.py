"""The moment of an answer is fixed before the hand is looked at: at every question of every game, for every bot.

Two truths that differ only in what the others cannot see give the same moments at a live table, drawn by the same lot:
so whoever watches the clock learns nothing, however the bot thinks.  Equal moments for equal lots make equal
distributions.  With ROUNDTABLE_LOTS=50 each question is answered a thousand times: by every strength, as a bot and for
a person who was late, with both truths.
"""

from __future__ import annotations

import os
from itertools import product
from random import Random
from typing import Final

import pytest

import roundtable as rt
from roundtable.bots import strengths
from roundtable.engine import Match, State
from roundtable.engine.conformance.checking import settings
from roundtable.table.rehearsal import moment

LOTS: Final = range(int(os.environ.get("ROUNDTABLE_LOTS", "4")))
MATCHES: Final = 40  # at random, for each number of players and every option, until every question was asked
TRUTHS: Final = 6  # hands that are tried, to find one that forces the answer and one that does not


def positions(slug: str) -> dict[str, Match]:
    """For each question of a game a match in which it is asked."""
    game, found, rng = rt.game(slug), dict[str, Match](), Random(slug)
    for seed, players in product(range(MATCHES), range(game.seats[0], game.seats[1] + 1)):
        for options in settings(game, players):
            match = game.match(players, seed, options, keep=2)
            while not match.over and len(match.entries) < 1500:
                if match.question not in found:
                    found[match.question] = twin(match, match.state)
                seat = match.asked[0]
                match.answer(seat, match.choice(seat).sample(rng))
            if found.keys() == game.questions.keys():
                return found
    return found


def twin(match: Match, state: State) -> Match:
    """A match that begins where this one stands, but with another truth."""
    return match.game.position(match.players, state.question, match.game.describe(state), match.options.data())


def truths(match: Match) -> list[State]:
    """The truth, and another that only those who are asked can tell from it; one that forces the answer, if any."""
    game, asked = match.game, match.asked
    others = [seat for seat in range(match.players) if seat not in asked]
    eyes = others[0] if match.state.quiet and others else None
    found: dict[bool, State] = {}
    second: State | None = None
    for n in range(TRUTHS):
        state = game.world(match.view(eyes), Random(n)) if n else match.state
        if state.waiting != asked:  # of a quiet question others do not even know who is asked
            continue
        found.setdefault(twin(match, state).choice(asked[0]).forced() is None, state)
        second = state
    assert second is not None
    return list(found.values()) if len(found) > 1 else [match.state, second]


@pytest.mark.parametrize("slug", rt.slugs())
def test_the_moment_of_an_answer_is_fixed_before_the_hand_is_looked_at(slug):
    game = rt.game(slug)
    found = positions(slug)
    assert set(found) == set(game.questions), "random matches did not come to every question"
    for question, match in found.items():
        told = truths(match)
        for strength in strengths(game):
            for held in (False, True):
                moments = [[moment(twin(match, truth), lot, strength.name, held) for lot in LOTS] for truth in told]
                assert moments[0] == moments[1], (question, strength.name, held)
                assert len(set(moments[0])) > 0.8 * len(LOTS)  # they are drawn
                assert min(moments[0]) >= 0.5 + strength.seconds
