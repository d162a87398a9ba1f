"""Chance: reproducible, fair, committed, scripted."""

from __future__ import annotations

from collections import Counter

import pytest

import roundtable as rt
from roundtable.engine.chance import BadChance, Keyed, OutOfScript, Scripted, commitment


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
    with pytest.raises(ValueError, match="one of a, b is drawn here"):
        Scripted(["c"]).pick(("a", "b"))
    with pytest.raises(ValueError, match="'x' is too many, of x, y are left y"):
        Scripted([("x", "x")]).shuffled(("x", "y"))
    with pytest.raises(ValueError, match="a number from 0 to 2 is drawn here"):
        Scripted([3]).below(3)
    with pytest.raises(OutOfScript) as end:
        Scripted([]).pick(("a", "b", "c"))
    assert end.value.outcomes == 3


def test_pieces_go_by_their_names() -> None:
    name = {10_001: "king", 10_002: "queen", 10_003: "queen"}.__getitem__
    chance = Scripted(["queen", ("queen", "king", "queen"), ("king", "king", "queen")], name=name)
    assert chance.pick((10_001, 10_002)) == 10_002
    assert chance.shuffled((10_001, 10_002, 10_003)) == (10_002, 10_001, 10_003)
    with pytest.raises(BadChance, match=r"scripted chance 3, .*: 'king' is too many, of king, queen are left queen"):
        chance.shuffled((10_001, 10_002, 10_003))


def test_a_match_checks_the_names_of_its_script_at_once_and_tells_what_is_left_over() -> None:
    game = rt.game("knights-and-damosels")
    with pytest.raises(BadChance, match=r"scripted chance 1: there is no 'morgan:armour' in .*; did you mean 'morgan"):
        game.match(players=3, chance=["morgan:armour"])
    with pytest.raises(BadChance, match="scripted chance 1, 'launcelot': a number from 0 to 2 is drawn here"):
        game.match(players=3, chance=["launcelot"])
    clans, options = ("red", "aqua", "green", "blue", "yellow", "purple"), {"clan_selection": "random"}
    match = rt.game("knights-duty").match(players=3, options=options, chance=[clans, "heart"])
    assert match.describe()["clans"] == ["red", "aqua", "green"]
    assert match.left_over == ("heart",)


def test_one_outcome_takes_no_entry_of_the_script() -> None:
    chance = Scripted([])
    assert chance.pick(("only",)) == "only" and chance.shuffled(("only",)) == ("only",)
