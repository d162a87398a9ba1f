"""Moments of matches, for tests that need one in the middle, however short a game is."""

from __future__ import annotations

from collections.abc import Callable

from roundtable.engine import Answer, Match


def at_a_real_choice(match: Match, answers: int, choose: Callable[[Match, int], Answer]) -> Match:
    """The match at its first real choice after so many answers; if it is over before, at the last one there was."""
    real = list[int]()
    while match.asked and not (real and real[-1] >= answers):
        seat = match.asked[0]
        if match.choice(seat).forced() is None:
            real.append(len(match.entries))
        match.answer(seat, choose(match, seat))
    return match.fork(real[-1])
