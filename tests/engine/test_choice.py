"""Grammars: no dead ends, one spelling, sampling and validation agree with enumeration."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.engine.choice import STOP, Answer, Arrange, Branch, Choice, Each, Number, OneOf, Subset

words = st.sampled_from(["axe", "bow", "cup", "die"])
multisets = st.lists(words, min_size=0, max_size=5)


@st.composite
def choices(draw: st.DrawFn, depth: int = 1) -> Choice:
    kind = draw(st.sampled_from(["one", "subset", "arrange", "each", "number", *(["branch"] if depth else [])]))
    items = draw(multisets.filter(bool))
    if kind == "one":
        return OneOf(tuple(dict.fromkeys(items)))
    if kind == "subset":
        lo = draw(st.integers(0, len(items)))
        return Subset(items, lo, draw(st.integers(lo, len(items))))
    if kind == "arrange":
        supply = {word: items.count(word) for word in items}
        return Arrange(supply, draw(st.integers(0, len(items))))
    if kind == "each":
        return Each([tuple(dict.fromkeys(items))] * draw(st.integers(0, 3)))
    if kind == "number":
        return Number(2, 5)
    return Branch({"go": draw(choices(depth=0)), "stop": None})


@settings(max_examples=300, deadline=None)
@given(choices(), st.integers(0, 10**6))
def test_enumeration_sampling_and_validation_agree(choice: Choice, seed: int) -> None:
    every = list(choice.every())
    assert every and len(set(every)) == len(every), "answers exist, each spelled once"
    assert all(choice.accepts(answer) and choice.canonical(answer) == answer for answer in every)
    assert choice.sample(Random(seed)) in every
    forced = choice.forced()
    assert (forced is not None) == (len(every) == 1) and (forced is None or forced == every[0])


@settings(max_examples=200, deadline=None)
@given(choices(), st.lists(words, max_size=4))
def test_what_is_not_enumerated_is_refused(choice: Choice, atoms: list[str]) -> None:
    answer = tuple(atoms)
    assert choice.accepts(answer) == (answer in set(choice.every()))
    refusal = choice.refusal(answer)
    assert (refusal is None) == choice.accepts(answer)


@settings(max_examples=200, deadline=None)
@given(multisets.filter(bool), st.data())
def test_people_may_compose_a_subset_in_any_order(items: list[str], data: st.DataObject) -> None:
    lo = data.draw(st.integers(0, len(items)))
    choice = Subset(items, lo, data.draw(st.integers(lo, len(items))))
    chosen: Answer = ()
    while True:
        offers: Sequence[str] = choice.offers(chosen)
        assert offers, "a composed answer can always be completed"
        atom = data.draw(st.sampled_from(list(offers)))
        if atom == STOP:
            break
        chosen = (*chosen, atom)
    assert choice.accepts(choice.canonical(chosen))


def test_a_refusal_names_the_first_wrong_atom() -> None:
    choice = Branch({"attack": OneOf(("red", "blue")), "wait": None})
    choice.rule = "4.9"
    refusal = choice.refusal(("attack", "green"))
    assert refusal is not None and (refusal.atom, refusal.rule) == ("green", "4.9")
    incomplete = choice.refusal(("attack",))
    assert incomplete is not None and incomplete.reason == "the answer is not complete"
    choice.why = lambda prefix, atom: (f"{atom} is far away", "2.3")
    assert str(choice.refusal(("attack", "green"))) == "green is far away (rules 2.3)"


@pytest.mark.parametrize("choice", [OneOf(("a",)), Subset(("a",), 1, 1), Arrange({"a": 1}, 1), Each([("a",)])])
def test_the_empty_word_is_never_an_atom(choice: Choice) -> None:
    assert not choice.accepts(("",)) and not choice.accepts(("a", ""))
