"""Chance: reproducible, fair, committed, scripted."""

from __future__ import annotations

from collections import Counter

import pytest

from roundtable.engine.chance import Keyed, OutOfScript, Scripted, commitment


def test_the_stream_is_fixed_for_all_time() -> None:
    """Match files depend on these numbers: if this test must change, old files can no longer be replayed."""
    chance = Keyed("excalibur")
    assert [chance.below(100) for _ in range(8)] == [7, 96, 13, 52, 20, 76, 67, 82]
    assert Keyed(7).shuffled(tuple("abcdef")) == Keyed("7").shuffled(tuple("abcdef"))


def test_every_outcome_is_as_likely() -> None:
    chance = Keyed(1)
    counts = Counter(chance.below(6) for _ in range(60_000))
    expected = 10_000
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(6))
    assert chi_square < 20.5, "0.1 % level with 5 degrees of freedom"


def test_rewinding_repeats_the_stream() -> None:
    chance = Keyed(3)
    first = [chance.below(10) for _ in range(40)]
    chance.rewind(17)
    assert [chance.below(10) for _ in range(23)] == first[17:]


def test_the_commitment_hides_and_binds() -> None:
    assert commitment("secret") != commitment("secret2")
    assert len(commitment(1)) == 64 and "secret" not in commitment("secret")


def test_a_script_then_the_seed() -> None:
    chance = Scripted(["b", ("y", "x"), 2], Keyed(5))
    assert (chance.pick(("a", "b")), chance.shuffled(("x", "y")), chance.below(3)) == ("b", ("y", "x"), 2)
    after = [chance.below(6) for _ in range(3)]
    assert after == [Keyed(5).below(6), *after[1:]]
    chance.rewind(1)
    assert chance.shuffled(("x", "y")) == ("y", "x") and chance.below(3) == 2
    assert [chance.below(6) for _ in range(3)] == after


def test_bad_scripts_are_refused() -> None:
    with pytest.raises(ValueError, match="not one of"):
        Scripted(["c"]).pick(("a", "b"))
    with pytest.raises(ValueError, match="not an order"):
        Scripted([("x", "x")]).shuffled(("x", "y"))
    with pytest.raises(ValueError, match="not a number from 0 to 2"):
        Scripted([3]).below(3)
    with pytest.raises(OutOfScript) as end:
        Scripted([]).pick(("a", "b", "c"))
    assert end.value.outcomes == 3


def test_one_outcome_takes_no_entry_of_the_script() -> None:
    chance = Scripted([])
    assert chance.pick(("only",)) == "only" and chance.shuffled(("only",)) == ("only",)
