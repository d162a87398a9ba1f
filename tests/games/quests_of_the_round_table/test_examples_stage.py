"""Quests of the Round Table: worked examples of building, of stages and of Tests, as given / when / then."""

from __future__ import annotations

import pytest

from roundtable.engine import Refusal
from roundtable.games.quests_of_the_round_table.cards import KIND
from roundtable.games.quests_of_the_round_table.questions.building import SetUp, can_sponsor

from .table import NEXT, YORK, Table, offers, quest


def test_e15_eligibility() -> None:
    """R4."""
    story = "vanquish_king_arthurs_enemies"
    assert not can_sponsor(["thieves", "thieves", "test_of_valor"], story)
    assert can_sponsor(["thieves", "thieves", "test_of_valor", "dagger"], story)
    t = Table([{"hand": ["thieves", "thieves", "test_of_valor"]}, {}], "sponsor_quest", story=story)
    assert t.legal("P1") == {"decline"}


def test_e16_forced_order() -> None:
    """Stages grow (R6)."""
    assert offers(["boar", "thieves"], "boar_hunt") == {"thieves"}
    armed = ["boar", "thieves", "lance"]
    assert offers(armed, "boar_hunt") == {"boar", "thieves"}
    assert offers(armed, "boar_hunt", "boar") == {NEXT}
    assert SetUp(armed, "boar_hunt").accepts(("boar", NEXT, "thieves", "lance"))


def test_e17_ascending_foes_are_not_enough() -> None:
    """R4."""
    hand = ["saxon_knight", "mordred", "evil_knight", "black_knight", "giant", "excalibur"]
    grail = "search_for_the_holy_grail"
    assert can_sponsor(hand, grail)
    assert offers(hand, grail) == {"saxon_knight"}
    assert offers(hand, grail, "saxon_knight") == {NEXT}
    assert offers(hand, grail, "saxon_knight", NEXT) == {"mordred", "evil_knight"}
    assert offers(hand, grail, "saxon_knight", NEXT, "mordred") == {NEXT}


def test_e18_setup_choices() -> None:
    hand, story = ["thieves", "thieves", "robber_knight", "dagger"], "vanquish_king_arthurs_enemies"
    steps = [
        ((), {"thieves"}),
        (("thieves",), {NEXT}),
        (("thieves", NEXT), {"thieves"}),
        (("thieves", NEXT, "thieves"), {"dagger"}),
        (("thieves", NEXT, "thieves", "dagger"), {NEXT}),
        (("thieves", NEXT, "thieves", "dagger", NEXT), {"robber_knight"}),
        (("thieves", NEXT, "thieves", "dagger", NEXT, "robber_knight"), {"."}),
    ]
    for prefix, expected in steps:
        assert offers(hand, story, *prefix) == expected


def test_e19_setup_with_a_test() -> None:
    hand = ["black_knight", "thieves", "saxons", "dagger", "sword", "test_of_valor"]
    story = "rescue_the_fair_maiden"
    assert offers(hand, story) == {"thieves", "saxons", "test_of_valor"}
    assert offers(hand, story, "test_of_valor") == {"thieves", "saxons"}
    assert offers(hand, story, "saxons") == {NEXT, "dagger", "sword"}


def test_e20_two_tests() -> None:
    """R6."""
    tests = ["test_of_valor", "test_of_morgan_le_fey"]
    assert not can_sponsor(tests, "boar_hunt")
    assert can_sponsor([*tests, "thieves"], "boar_hunt")
    every = set(SetUp([*tests, "thieves"], "boar_hunt").every())
    assert every == {("thieves", NEXT, test) for test in tests} | {(test, "thieves") for test in tests}


def test_e21_hand_limit_before_a_stage() -> None:
    """First down to the limit (R14); an ally played there counts (R16)."""
    t = quest(
        "boar_hunt",
        "P1",
        [["saxon_knight"], ["giant"]],
        [{}, {"hand": ["sir_galahad"], "cards": 12}],
        ["P2"],
        asks="hand_limit",
        deck=["sword"],
    )
    assert len(t.hand("P2")) == 13
    t.do("P2", "play_sir_galahad")
    assert t.court("P2") == ["sir_galahad"] and len(t.hand("P2")) == 12
    t.do("P2")
    t.windows()
    assert t.points() == [("P2", 20)]


def test_e22_duplicate_weapons() -> None:
    """Same names, not same numbers (R17)."""
    hand = ["sword", "sword", "horse", "dagger"]
    t = quest("boar_hunt", "P1", [["boar"], ["giant"]], [{}, {"hand": hand}], ["P2"])
    t.windows()
    assert not t.accepts("P2", "sword", "sword")
    with pytest.raises(Refusal, match="counts once"):
        t.do("P2", "sword", "sword")
    t.do("P2", "sword", "horse", "dagger")
    assert t.points() == [("P2", 30)]


def test_e23_amour() -> None:
    """One in play (R18), until the quest is over (R12)."""
    stages = [["thieves"], ["boar"]]
    t = quest("boar_hunt", "P1", stages, [{}, {"hand": ["amour", "amour"]}], ["P2"])
    t.do("P2", "amour")
    assert t.points() == [("P2", 15)] and t.amour("P2")
    assert not t.accepts("P2", "amour")
    t.do("P2")
    assert t.points()[1:] == [("P2", 15)]
    assert not t.amour("P2") and t.discarded()["amour"] == 1


def test_e24_solo_test() -> None:
    """R21."""
    t = quest("boar_hunt", "P1", [["test_of_valor"], ["boar"]], [{}, {"cards": 5}], ["P2"])
    t.windows()
    assert t.legal("P2") == {"bid_3", "bid_4", "bid_5", "drop"}
    t.do("P2", "bid_3")
    assert t.question == "test_discard"
    t.do("P2", *t.hand("P2")[:3])
    assert len(t.hand("P2")) == 2 and t.state.stage == 2
    beast = [["test_of_the_questing_beast"], ["thieves"], ["saxons"], ["giant"]]
    t = quest("search_for_the_questing_beast", "P1", beast, [{}, {"cards": 5}], ["P2"])
    t.windows()
    assert t.state.minimum == 4


def test_e25_solo_test_too_poor() -> None:
    t = quest(
        "boar_hunt",
        "P1",
        [["test_of_valor"], ["boar"]],
        [{}, {"hand": ["sword"], "amour": True}],
        ["P2"],
    )
    t.windows()
    assert t.legal("P2") == {"drop"}
    t.do("P2", "drop")
    assert not t.amour("P2") and len(t.hand("P1")) == 4 and t.all_shields() == [0, 0]


def test_e26_last_one_without_a_bid() -> None:
    """A bid is still needed (R22)."""
    t = quest(
        "boar_hunt",
        "P1",
        [["test_of_morgan_le_fey"], ["boar"]],
        [{}, {"cards": 4}, {"cards": 2, "court": ["queen_guinevere"]}],
        ["P2", "P3"],
    )
    t.do("P2", "drop")
    t.windows()
    assert t.legal("P3") == {"bid_3", "bid_4", "bid_5", "drop"}
    t.do("P3", "bid_3")
    t.windows()
    assert len(t.hand("P3")) == 2 and t.active() == ["P3"]


def test_e27_bids_lost_to_mordred() -> None:
    """The bid stands (R24)."""
    t = Table(
        [{}, {"hand": ["queen_guinevere", "thieves", "saxons"]}, {"cards": 6}, {"hand": ["mordred"]}],
        "merlin_preview",
        story="boar_hunt",
        sponsor=0,
        stages=[["test_of_temptation"], ["boar"]],
        participants=[1, 2],
        story_deck=YORK,
    )
    t.do("P2", "play_queen_guinevere")
    assert t.state.bid_capacity(1) == 5
    t.do("P2", "bid_5")
    t.do("P4", "strike_queen_guinevere")
    t.do("P3", "drop")
    assert t.happened("paid") == [{"seat": "P2", "cards": ("thieves", "saxons")}]
    assert t.active() == ["P2"] and t.state.stage == 2


def test_e28_merlin() -> None:
    stages = [["thieves"], ["saxons"], ["giant", "sword"]]
    t = quest("slay_the_dragon", "P1", stages, [{}, {"cards": 2}, {"hand": ["merlin", "sword", "sword"]}], ["P2", "P3"])
    t.do("P2", "pass")
    assert t.legal("P3") == {"pass", "preview_2", "preview_3"}
    t.do("P3", "preview_3")
    assert t.court("P3") == ["merlin"]
    assert [KIND[piece] for piece in t.match.view(2).stages[2]] == ["giant", "sword"]
    assert t.match.view(1).stages[2] == (-1, -1) and t.match.view(2).stages[1] == (-1,)
    assert "Player 3 looks at stage 3 with Merlin." in t.match.sentences(1)
    assert not any("Giant" in line for line in t.match.sentences(1))
    t.do("P2")
    t.do("P3", "sword")
    while t.question == "mordred_window":
        t.match.answer(t.match.asked[0], "pass")
    assert t.state.stage == 2 and t.question == "play_foe_stage"  # not asked again
    # In a later quest he may preview again
    t = quest("slay_the_dragon", "P1", stages, [{}, {}, {"court": ["merlin"]}], ["P2", "P3"])
    assert t.asked == {"P3"}
