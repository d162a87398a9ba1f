"""The arena: deals on equal terms, a test that stops when it knows, a file that can be taken up, ratings."""

import json
from math import log
from random import Random
from statistics import stdev

import pytest

from roundtable.lab import arena
from roundtable.lab.arena import Bout, Cell, Standing, contest, evidence, interval, ratings, results_in
from roundtable.lab.batches import Place
from roundtable.lab.results import BadResults

DUEL = Cell("knights-duty", 2, "squire", "random", {"quiet_turn_limit": 3})


class Stubborn:
    """A bot of somebody's own, as the arena takes it."""

    def __init__(self, game, seat, seed):
        pass

    def choose(self, view, choice):
        return next(choice.every())


class Broken(Stubborn):
    def choose(self, view, choice):
        raise RuntimeError("lost")


def test_every_deal_is_played_from_every_seat():
    standing = contest(DUEL, results_in(None), matches=8)
    bouts = standing.bouts()
    for seed, deal in standing.deals.items():
        assert [bout.seed for bout in deal.values()] == [seed] * len(deal)
    assert {tuple(bout.bots) for bout in bouts} == {("squire", "random"), ("random", "squire")}


def test_results_are_taken_up_again(tmp_path):
    path = tmp_path / "new" / "results.jsonl"
    first = contest(DUEL, results_in(path), matches=6)
    with path.open("a") as file:
        file.write('{"game": "knights-du')  # killed in the middle of a line
    played: list[int] = []
    again = contest(DUEL, results_in(path), matches=6, progress=lambda now: played.append(len(now.bouts())))
    assert again.bouts() == first.bouts() and played[0] == len(first.bouts())
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == {"format": arena.FORMAT}
    path.write_text("[]\n")
    with pytest.raises(BadResults, match="not a results file"):
        results_in(path)


def test_several_processes_play_the_same_matches():
    one, two = (contest(DUEL, results_in(None), matches=4, place=Place(jobs)) for jobs in (1, 2))

    def played(standing):
        return [(bout.bots, bout.seed, bout.ranking) for bout in standing.bouts()]

    assert played(one) == played(two)


@pytest.mark.parametrize(("goal", "players", "alike"), [(0.5, 2, 0.0), (0.25, 4, 0.0), (2 / 3, 2, 0.3), (0.2, 5, 1.0)])
def test_a_fair_cell_is_seldom_called_unfair_however_often_one_looks(goal, players, alike):
    """Whether the matches of a deal have nothing in common or all end alike; the challenger is worth just its goal."""
    rng = Random(1)
    planned = arena.MATCHES // players
    wrong = 0
    for _ in range(100):
        scores: list[float] = []
        while len(scores) < planned:
            luck = [rng.random() for _ in range(players)]
            if rng.random() < alike:
                luck = luck[:1] * players
            scores.append(sum(one < goal for one in luck) / players)
            if len(scores) % 5 == 0 and max(evidence(scores, goal, planned)) >= arena.REFUTED:
                wrong += 1
                break
    assert wrong <= 9  # 5 % at most, and some luck


def test_a_clear_lead_is_called_long_before_the_end():
    scores = [1.0, 1.0, 0.5, 1.0] * 25
    called = next(n for n in range(1, 101) if evidence(scores[:n], 0.5, 100)[0] >= arena.REFUTED)
    assert 8 < called < 20


def test_intervals_shrink_around_the_mean():
    few, many = (interval([1.0, 0.5, 1.0, 0.5] * n, 100) for n in (5, 25))
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    assert interval([], 100) == (0.0, 1.0)


def test_the_goal_decides_where_a_cell_stops():
    standing = Standing(Cell("knights-duty", 2, "squire", "random", goal=0.95))
    for seed in range(40):
        for seat in (0, 1):
            won = [[seat], [1 - seat]] if seed % 3 else [[1 - seat], [seat]]
            standing.add(Bout("knights-duty", 2, {}, arena.seating(standing.cell, seat), seed, won, 1, 0.0))
    assert standing.verdict() == "below"
    assert standing.data()["score"] == pytest.approx(26 / 40, abs=1e-4)


def test_own_bots_play_and_broken_ones_are_answered_for():
    here = __name__
    standing = contest(Cell("knights-duty", 2, f"{here}:Stubborn", "random"), results_in(None), matches=2)
    assert not standing.data()["faults"]
    standing = contest(Cell("knights-duty", 2, f"{here}:Broken", "random"), results_in(None), matches=2)
    assert standing.data()["faults"] and "RuntimeError: lost" in standing.bouts()[0].faults[0]


def test_ratings_order_the_bots():
    bouts = []
    for seed in range(100):
        for better, worse in (("a", "b"), ("b", "c")):
            ranking = [[0], [1]] if seed % 4 else [[1], [0]]
            bouts.append(Bout("g", 2, {}, [better, worse], seed, ranking, 1, 0.0))
    found = ratings(bouts)
    assert [one.bot for one in found] == ["a", "b", "c"]
    assert all(one.low < one.mu < one.high and one.sigma < 3 for one in found)
    # three to one: the odds are as e to the difference over the root of two betas of 25/6
    assert found[0].mu - found[1].mu == pytest.approx(log(3) * 2**0.5 * 25 / 6, abs=2.5)
    assert ratings(bouts) == found and ratings(bouts[:40])[0].sigma > found[0].sigma
    # and the order of the matches, which says nothing, hardly matters
    others = [ratings(Random(order).sample(bouts, len(bouts)))[0].mu for order in range(8)]
    assert stdev(others) < found[0].sigma / 4


def test_ratings_of_larger_tables():
    """With one against three equal ones, whoever wins one of four is rated as they are."""
    four = ["a", "b", "b", "b"]
    equal = [Bout("g", 4, {}, four, seed, [[q] for q in rotated(seed % 4)], 1, 0.0) for seed in range(80)]
    one, other = ratings(equal)
    assert one.low < other.mu < one.high
    better = [Bout("g", 4, {}, four, seed, [[0], [1, 2, 3]], 1, 0.0) for seed in range(20)]
    one, other = ratings(better)
    assert one.bot == "a" and one.low > other.high


def rotated(first):
    return [(first + q) % 4 for q in range(4)]


def test_the_same_seeds_give_the_same_rows_on_any_number_of_processes(tmp_path):
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    for jobs, file in zip((1, 2), files, strict=True):
        cell = Cell("knights-duty", 2, "squire", "random").settled()
        contest(cell, results_in(file), 12, 3, Place(jobs=jobs))
    one, two = (sorted(file.read_bytes().splitlines()) for file in files)
    assert one == two and len(one) >= 12
