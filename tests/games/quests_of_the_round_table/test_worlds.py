"""Worlds: a quest of given sizes is found wherever there is one, around whatever is known of it."""

from __future__ import annotations

from random import Random

import pytest

from roundtable.games.quests_of_the_round_table.cards import ADVENTURE, FOE_BP, KIND, QUESTS, TESTS, WEAPON_BP
from roundtable.games.quests_of_the_round_table.questions.answers import kinds, picked
from roundtable.games.quests_of_the_round_table.questions.building import SetUp, can_sponsor, layout
from roundtable.games.quests_of_the_round_table.worlds import Masonry


def check(stages: list[tuple[int, ...]], sizes: list[int], story: str) -> None:
    """The stages have their sizes and form a legal quest."""
    assert [len(stage) for stage in stages] == sizes
    last = tests = 0
    for stage in stages:
        head, *arms = kinds(stage)
        assert len(set(arms)) == len(arms) and all(arm in WEAPON_BP for arm in arms)
        if head in TESTS:
            tests += 1
            assert not arms
            continue
        points = FOE_BP[story][head] + sum(WEAPON_BP[arm] for arm in arms)
        assert points > last
        last = points
    assert tests <= 1
    used = [piece for stage in stages for piece in stage]
    assert len(set(used)) == len(used)


@pytest.mark.parametrize("thorough", [False, True])
def test_a_quest_is_found_in_the_very_cards_it_was_built_from(thorough: bool) -> None:
    rng = Random(1)
    for _ in range(150):
        hand = rng.sample(ADVENTURE, 12)
        story = rng.choice(QUESTS)
        if not can_sponsor(kinds(hand), story):
            continue
        true = [picked(hand, stage) for stage in layout(SetUp(kinds(hand), story).sample(rng))]
        used: list[int] = []
        laid = []
        for stage in true:  # copies are alike, but each lies in one stage
            laid.append(picked([piece for piece in hand if piece not in used], [KIND[piece] for piece in stage]))
            used += laid[-1]
        sizes = [len(stage) for stage in laid]
        known = [stage if rng.random() < 0.3 else () for stage in laid]
        cards = [piece for piece in hand if not any(piece in stage for stage in known)]
        masonry = Masonry(story, sizes, known, 0, cards, rng)
        if thorough:
            left = {kind: len(pieces) for kind, pieces in masonry.cards.items()}
            cuts: list[tuple[str, ...]] = []
            assert masonry._search(cuts, 0, masonry.tested, left)
            found = masonry._pieces(cuts)
        else:
            built = masonry.build()
            assert built is not None
            found = built
        check(found, sizes, story)
        assert all(stage in ((), found[i]) for i, stage in enumerate(known))


def test_a_stage_announced_as_a_foe_is_never_a_test() -> None:
    rng = Random(2)
    for _ in range(200):
        built = Masonry("boar_hunt", [1, 1], [(), ()], 1, list(ADVENTURE), rng).build()
        assert built is not None and KIND[built[0][0]] not in TESTS
        check(built, [1, 1], "boar_hunt")


def test_nothing_is_found_where_there_is_nothing() -> None:
    thieves = [piece for piece in ADVENTURE if KIND[piece] == "thieves"]
    assert Masonry("boar_hunt", [1, 1], [(), ()], 0, thieves, Random(3)).build() is None
