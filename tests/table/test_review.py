"""Reviews: the same wherever they are made, answers judged by what was known, chances that end as the match did."""

from random import Random

import pytest

import roundtable as rt
from roundtable.engine import Match, commitment
from roundtable.engine.chance import Keyed, forked_seed
from roundtable.table import Arms, Doc, Person, Refused, review
from roundtable.table.replay import played_on


def played(slug: str, seed: int = 1, **options: object) -> Match:
    match, rng = rt.game(slug).match(seed=seed, options=options), Random(4)
    while match.asked:
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    return match


@pytest.fixture(scope="module")
def duel() -> Match:
    return played("knights-duty", quiet_turn_limit=3)


def test_a_review_finds_what_was_thrown_away(duel: Match) -> None:
    judged = list(review.review(duel, 0, simulations=120))
    assert [one.move for one in judged] == review.choices_of(duel, 0)
    remarks = [one for one in judged if one.sure]
    assert remarks and all(one.seat == 0 and one.gain > 0 and "worlds" in one.why for one in remarks)
    assert duel.entries[remarks[0].move - 1].answer == remarks[0].given != remarks[0].better
    assert remarks[0].best == remarks[0].weighed[0].words
    same = [one for one in judged if one.better == one.given]
    assert all(one.why.startswith("A Champion") for one in same)
    assert list(review.review(duel, 0, simulations=120)) == judged  # wherever it is made


def test_an_answer_is_judged_without_what_the_seat_could_not_know(duel: Match) -> None:
    """Given two truths that look the same to a seat, when it is judged, then the judgement is the same."""
    game = duel.game
    move = review.choices_of(duel, 0)[1]
    state, entry = duel.before(move - 1)[0], duel.entries[move - 1]
    view = game.view(state, 0)
    other = game.world(view, Random(9))
    again = game.view(other, 0)
    args = (0, move, entry.answer, 40, 0)
    assert review.judge(game, view, *args) == review.judge(game, again, *args)


@pytest.mark.parametrize("slug", rt.slugs())
def test_chances_begin_open_and_end_as_the_match_did(slug: str) -> None:
    match = played(slug)
    points = list(review.curve(match, points=4, samples=3))
    assert [point.at for point in points] == review.moments_of(match, 4)
    for point in points:
        assert len(point.known) == len(point.open) == match.players
        assert all(0 <= chance <= 1 for chance in (*point.known, *point.open))
    best = max(points[-1].open)
    assert points[-1].open == points[-1].known and points[-1].open[match.ranking[0][0]] == best
    assert points == list(review.curve(match, points=4, samples=3))
    for turn in review.turning_points(match, points):
        assert match.names[turn.seat] in turn.words(match.names) and abs(turn.after - turn.before) >= review.TURN


def test_guesses_hold_what_was_given_once(duel: Match) -> None:
    for move in review.choices_of(duel, 1):
        said, right = review.guesses(duel, move)
        entry = duel.entries[move - 1]
        view = duel.game.view(duel.before(move - 1)[0], 1)
        assert said[right] == (", ".join(duel.game.label(view, atom) for atom in entry.answer) or "nothing")
        assert 1 < len(said) <= 4 and len(set(said)) == len(said)
        assert review.guesses(duel, move) == (said, right)


@pytest.mark.parametrize("slug", rt.slugs())
def test_whoever_plays_on_knows_what_each_seat_knew_and_nothing_of_what_came(slug: str) -> None:
    old = played(slug, seed=11)
    at = len(old.entries) // 2
    person = Person("p", "Anna", Arms("A", "red", "plain", "lion"))
    doc, new = (Doc(id, slug, "p", old.players, old.options.data(), [], "11", 0.0) for id in ("old", "new"))
    records = played_on(new, doc, old, at, 1, person, "squire", "another")
    again = old.game.match(old.players, new.seed, old.options.data())
    for record in records:
        again.answer(record.seat, record.atoms)
    state = old.before(at)[0]
    for seat in (*range(old.players), None):  # the same views: nobody knows more, or less
        assert again.view(seat).data() == old.game.view(state, seat).data()
    assert [seat.kind for seat in new.seats].count("person") == 1 and new.seats[1].person == "p"
    assert new.state == "running" and commitment(new.seed) != commitment(doc.seed)
    with pytest.raises(Refused):
        played_on(new, doc, old, len(old.entries), 1, person, "squire", "another")


def test_what_is_drawn_after_the_fork_is_new() -> None:
    drawn = [Keyed(seed) for seed in (5, forked_seed(5, 20, "a"), forked_seed(5, 20, "b"))]
    first, second, third = ([chance.below(1000) for _ in range(60)] for chance in drawn)
    assert first[:20] == second[:20] == third[:20]
    assert first[20:] != second[20:] != third[20:]
    drawn[1].rewind(10)  # undo goes back over the fork
    assert [drawn[1].below(1000) for _ in range(50)] == second[10:]
    nested = Keyed(forked_seed(forked_seed(5, 20, "a"), 40, "c"))
    assert [nested.below(1000) for _ in range(40)] == second[:40]
