"""The moment tells nothing: two tables that differ only in hidden cards are answered at the same moments."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import pytest

import roundtable as rt
from roundtable.bots import STRENGTHS
from roundtable.engine import Match
from roundtable.table import BOT, Seat
from roundtable.table.rehearsal import moment

from .host import Host, a_doc

NINJAS: Final = rt.game("of-knights-and-ninjas")
QUESTS: Final = rt.game("quests-of-the-round-table")


def attacked(hand: list[str]) -> Match:
    """Seat 1 is attacked and holds this card."""
    lies = {"hands": [[], hand, [], []], "forts": [[]] * 4, "target": 1, "attack": ["peasant", "peasant"]}
    return NINJAS.position(4, "respond", lies)


def on_the_road(hand: list[str]) -> Match:
    """Gems are on the road, and seat 2, who holds this card, is asked quietly whether to rob them."""
    lies = {"hands": [[], ["king"], hand, ["king"]], "forts": [[]] * 4, "target": 1, "attack": ["peasant", "peasant"]}
    match = NINJAS.position(4, "respond", lies)
    match.answer(1, "accept")
    assert match.question == "highwayman"
    return match


def offered(hand: list[str]) -> Match:
    """Seat 0 is asked to sponsor a quest."""
    lies = {"players": [{"hand": hand}, {}, {}], "story": "boar_hunt"}
    return QUESTS.position(3, "sponsor_quest", lies)


# Each with a hand that leaves no choice and one that does.
TRUTHS: Final[dict[str, tuple[Callable[[list[str]], Match], list[str], list[str]]]] = {
    "respond": (attacked, ["ladder"], ["knight"]),
    "highwayman": (on_the_road, ["king"], ["highwayman"]),
    "sponsor_quest": (offered, ["horse", "horse"], ["boar", "thieves"]),
}


@pytest.mark.parametrize("strength", STRENGTHS, ids=lambda strength: strength.name)
@pytest.mark.parametrize("question", TRUTHS)
def test_a_forced_answer_takes_as_long_as_one_with_a_choice(question, strength):
    arranged, forced, free = TRUTHS[question]
    matches = [arranged(hand) for hand in (forced, free)]
    seat = matches[0].asked[0]
    assert [match.choice(seat).forced() is None for match in matches] == [False, True]
    moments = [[moment(arranged(hand), lot, strength.name) for lot in range(20)] for hand in (forced, free)]
    assert moments[0] == moments[1]
    assert len(set(moments[0])) > 15  # they are drawn
    assert min(moments[0]) >= 0.5 + strength.seconds


@pytest.mark.parametrize(("abreast", "seconds"), [(1, [1.25, 0.0, 2.25, 3.25]), (2, [1.25, 0.0, 1.25, 2.25])])
def test_bots_that_are_asked_at_once_are_given_the_time_to_think_one_after_the_other(abreast, seconds):
    host = Host(a_doc("knights-duty", 4, 4), thinks=False, pace=(0.5, 0.5), abreast=abreast)
    links, match, rng = [host.join(f"p{seat}") for seat in range(4)], host.session.match, Random(1)
    while len(match.asked) < 4:
        host.answer(links[match.asked[0]], *match.choice(match.asked[0]).sample(rng))
    host.doc.seats = [Seat(BOT, f"B{i}", bot="squire" if i == 1 else "champion") for i in range(4)]
    host.table.refresh()
    host.run()
    asked = sorted(host.thoughts, key=lambda thought: thought.seat)
    assert [round(thought.by - host.now - 0.5, 3) for thought in asked] == seconds
