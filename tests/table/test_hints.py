"""A hint says why: the best answer against the second best, in the same few worlds."""

from random import Random

import roundtable as rt
from roundtable.table.thoughts import WORLDS, advise


def test_the_best_answer_has_a_reason_and_it_speaks_of_the_second():
    """Given a question with a choice, when a bot has thought about it, then only its best answer says why."""
    match = rt.game("knights-duty").match(players=2, seed=7)
    best, second, *others = advise(match.game, match.view(0), 0, "seed", seconds=60, simulations=80)
    assert best.why.startswith(f"Rather than {', '.join(second.words)}: In {WORLDS} worlds")
    assert not any(each.why for each in (second, *others))


def test_where_there_is_one_answer_there_is_nothing_to_argue():
    match, rng = rt.game("of-knights-and-ninjas").match(players=3, seed=5), Random(5)
    while match.choice(match.asked[0]).forced() is None:
        seat = match.asked[0]
        match.answer(seat, match.choice(seat).sample(rng))
    seat = match.asked[0]
    (only,) = advise(match.game, match.view(seat), seat, "seed", seconds=1)
    assert only.why == "" and not only.visits
