"""Where the points came from: the lines of the account add up to what decided, told from public facts."""

from random import Random
from typing import Any, cast

import pytest

import roundtable as rt
from roundtable.engine import Match

START = {"of-knights-and-ninjas": 5, "knights-and-damosels": 1}  # what everybody has before the first turn
TABLES = [
    ("knights-duty", 4, {"storm_start": 4}),
    ("knights-duty", 2, {"max_turns": 12, "limit_result": "hearts"}),
    ("lancelot", 4, {}),
    ("quests-of-the-round-table", 4, {}),
    ("quests-of-the-round-table", 3, {"keep_excess_shields": False, "victory_rank": "champion_knight"}),
    ("of-knights-and-ninjas", 4, {}),
    ("knights-and-damosels", 5, {"joust": True}),
    ("knights-and-damosels", 4, {"joust": True, "camlann": True}),
]


def finished(slug: str, players: int, options: dict[str, Any], seed: int) -> Match:
    match = rt.game(slug).match(players=players, seed=seed, options=options)
    rng = Random(seed)
    while match.asked:
        assert match.tally == ()
        seat = match.asked[0]
        match.answer(seat, match.choice(seat).sample(rng))
    return match


def by_label(match: Match) -> dict[str, tuple[int, ...]]:
    return {line.label: line.points for line in match.tally}


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_the_lines_add_up(slug, players, options):
    for seed in range(4):
        match = finished(slug, players, options, seed)
        lines = list(match.tally)
        assert lines and all(len(line.points) == players for line in lines)
        totals = [i for i, line in enumerate(lines) if line.total]
        assert len(totals) == (0 if slug == "knights-duty" else 1)
        for i in totals:
            assert lines[i].points == tuple(map(sum, zip(*(line.points for line in lines[:i]), strict=True)))
        # whatever the parts leave unexplained is what everybody began with
        begun = by_label(match).get("At the start")
        assert begun == ((START[slug],) * players if slug in START else None)


def test_lancelot_ranks_by_the_total():
    match = finished("lancelot", 3, {}, 5)
    points = by_label(match)["Virtue Points"]
    assert [points[group[0]] for group in match.ranking] == sorted(points, reverse=True)


def test_quests_total_is_what_ranks_cost_and_what_is_left():
    match = finished("quests-of-the-round-table", 4, {}, 1)
    lines = by_label(match)
    spent, left = lines["Spent on ranks"], lines.get("On the way to the next rank", (0,) * 4)
    assert lines["Shields in all"] == tuple(a + b for a, b in zip(spent, left, strict=True))
    assert spent[match.ranking[0][0]] == 22  # 5, 7 and 10: a Knight of the Round Table


def test_shields_beyond_a_promotion_are_given_up():
    options = {"keep_excess_shields": False, "victory_rank": "champion_knight"}
    given_up = [
        by_label(finished("quests-of-the-round-table", 3, options, seed)).get("Given up at promotions")
        for seed in range(4)
    ]
    assert any(given_up) and all(n <= 0 for points in given_up if points for n in points)


def test_knights_duty_tells_who_stood_and_who_struck():
    match = finished("knights-duty", 4, {"storm_start": 4}, 2)
    lines, state = by_label(match), cast(Any, match.state)
    stood = lines["Turns on the field"]
    order = [stood[q] for group in match.ranking for q in group]
    assert order == sorted(stood, reverse=True)
    assert sum(lines["Hits that told"]) + sum(lines["Struck by the storm"]) == sum(2 - h for h in state.hearts)


def test_gems_change_hands_and_none_is_lost():
    match = finished("of-knights-and-ninjas", 4, {}, 3)
    lines = by_label(match)
    moved = [points for label, points in lines.items() if label not in ("At the start", "Gems")]
    assert sum(map(sum, moved)) == 0
    assert max(lines["Gems"]) == lines["Gems"][match.ranking[0][0]]


def test_damosels_name_the_three_goals():
    match = finished("knights-and-damosels", 5, {"joust": True}, 0)
    lines = by_label(match)
    figures = cast(Any, match.state).figures
    assert list(lines)[-3:] == ["Worship (18 win)", "Cards given to one knight (4 win)", "Cards earned (7 win)"]
    assert [lines[label] for label in list(lines)[-3:]] == [tuple(f[i] for f in figures) for i in (3, 1, 2)]
    assert sum(lines["Jousts won"]) + sum(lines["Jousts lost"]) == 0
