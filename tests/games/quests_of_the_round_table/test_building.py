"""The sponsor's grammar: exact, without dead ends, one spelling for one quest, quick."""

from __future__ import annotations

from itertools import permutations
from random import Random
from time import perf_counter

import pytest

from roundtable.engine import STOP
from roundtable.games.quests_of_the_round_table.cards import (
    ADVENTURE,
    FOE_BP,
    FOES,
    KIND,
    QUESTS,
    STAGES,
    TESTS,
    WEAPON_BP,
    WEAPONS,
)
from roundtable.games.quests_of_the_round_table.questions.building import (
    SUBSETS,
    Plan,
    SetUp,
    Values,
    buildable,
    can_sponsor,
    layout,
    names_of,
)

DECK = [KIND[piece] for piece in ADVENTURE]


def by_enumeration(foes: Values, stock: int, needed: int, last: int) -> bool:
    """Every foe with every set of weapons: slow and plainly right."""
    if not needed:
        return True
    for i, value in enumerate(foes):
        rest = foes[:i] + foes[i + 1 :]
        for total, _, _, cost in ((0, 0, 0, 0), *SUBSETS[names_of(stock)]):
            if value + total > last and by_enumeration(rest, stock - cost, needed - 1, value + total):
                return True
    return False


def is_legal(answer: tuple[str, ...], hand: list[str], story: str) -> bool:
    """4.4.2, word for word."""
    stages = layout(answer)
    used = [card for stage in stages for card in stage]
    if len(stages) != STAGES[story] or any(used.count(card) > hand.count(card) for card in used):
        return False
    if sum(1 for stage in stages if stage[0] in TESTS) > 1:
        return False
    last = 0
    for head, *arms in stages:
        if head in TESTS:
            if arms:
                return False
            continue
        if head not in FOES or any(arm not in WEAPONS for arm in arms) or len(set(arms)) < len(arms):
            return False
        points = FOE_BP[story][head] + sum(WEAPON_BP[arm] for arm in arms)
        if points <= last:
            return False
        last = points
    return True


def test_can_this_hand_sponsor_is_exact() -> None:
    rng = Random(1)
    for _ in range(3000):
        story = rng.choice(QUESTS)
        plan = Plan(rng.sample(DECK, rng.randint(3, 8)), story)
        needed, last = rng.randint(1, STAGES[story]), rng.choice((0, 0, 5, 15, 30))
        assert buildable(plan.foes, plan.stock, needed, last) == by_enumeration(plan.foes, plan.stock, needed, last)


def test_the_grammar_spells_exactly_the_legal_quests() -> None:
    """On small hands: everything offered is legal, everything legal is offered, each quest once."""
    rng = Random(2)
    compared = 0
    while compared < 30:
        hand = rng.sample(DECK, 5)
        story = rng.choice(("boar_hunt", "repel_the_saxon_raiders", "slay_the_dragon"))
        every = list(SetUp(hand, story).every())
        assert len(set(every)) == len(every)
        assert all(is_legal(answer, hand, story) for answer in every)
        spelled = {tuple(tuple(sorted(stage)) for stage in layout(answer)) for answer in every}
        assert len(spelled) == len(every)
        found = set()
        words = [card for card in hand if card in FOES or card in WEAPONS or card in TESTS]
        for n in range(1, len(words) + 1):
            for order in set(permutations(words, n)):
                for stages in cuts(order):
                    answer = SetUp(hand, story).canonical(spell(stages))
                    if is_legal(answer, hand, story) and layout(answer) == [list(stage) for stage in layout(answer)]:
                        found.add(tuple(tuple(sorted(stage)) for stage in layout(answer)))
        assert spelled == found
        assert bool(every) == can_sponsor(hand, story)
        compared += bool(every)


def cuts(order: tuple[str, ...]) -> list[list[tuple[str, ...]]]:
    """The one way to cut a row of cards into stages, each beginning with a foe or a Test."""
    stages: list[tuple[str, ...]] = []
    for card in order:
        if card in WEAPONS:
            if not stages or stages[-1][0] in TESTS:
                return []
            stages[-1] = (*stages[-1], card)
        else:
            stages.append((card,))
    return [stages]


def spell(stages: list[tuple[str, ...]]) -> tuple[str, ...]:
    out: list[str] = []
    for i, stage in enumerate(stages):
        out += stage
        if stage[0] not in TESTS and i < len(stages) - 1:
            out.append("next_stage")
    return tuple(out)


def test_no_dead_ends_in_any_order() -> None:
    """A person adds weapons in any order: whatever is offered can be completed."""
    rng = Random(3)
    for _ in range(150):
        story = rng.choice(QUESTS)
        hand = rng.sample(DECK, 12)
        if not can_sponsor(hand, story):
            continue
        choice = SetUp(hand, story)
        chosen: tuple[str, ...] = ()
        while True:
            offers = choice.offers(chosen)
            assert offers, (hand, story, chosen)
            atom = rng.choice(offers)
            if atom == STOP:
                break
            chosen = (*chosen, atom)
        assert choice.accepts(choice.canonical(chosen)) and is_legal(chosen, hand, story)


def test_atoms_are_offered_only_if_legal_and_refused_where_they_are_not() -> None:
    hand = ["saxon_knight", "mordred", "evil_knight", "black_knight", "giant", "excalibur"]
    choice = SetUp(hand, "search_for_the_holy_grail")
    assert choice.first_refused(("giant",)) == 0
    assert choice.first_refused(("saxon_knight", "next_stage", "giant")) == 2
    assert choice.first_refused(("saxon_knight",)) == 1  # not complete
    assert choice.first_refused(("saxon_knight", "excalibur")) == 1


@pytest.mark.parametrize("story", ["search_for_the_holy_grail", "boar_hunt"])
def test_sampling_and_validating_are_quick(story: str) -> None:
    """Under 100 us each on an idle machine; the bound here leaves room for a busy one."""
    rng = Random(4)
    hands = [hand for hand in (rng.sample(DECK, 12) for _ in range(300)) if can_sponsor(hand, story)]
    best = 1.0
    for _ in range(3):
        start = perf_counter()
        answers = [SetUp(hand, story).sample(rng) for hand in hands]
        middle = perf_counter()
        assert all(SetUp(hand, story).accepts(answer) for hand, answer in zip(hands, answers, strict=True))
        best = min(best, (middle - start) / len(hands) + (perf_counter() - middle) / len(hands))
    assert best < 0.002
