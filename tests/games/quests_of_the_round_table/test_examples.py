"""Quests of the Round Table: worked examples, as given / when / then."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from roundtable.engine import Refusal
from roundtable.games.quests_of_the_round_table.cards import KIND, STORY
from roundtable.games.quests_of_the_round_table.questions.building import SetUp, can_sponsor

from .table import Table

NEXT = "next_stage"
YORK = ["tournament_at_york"]  # a quiet next story


def quest(
    story: str, sponsor: str, stages: list[list[str]], players: list[dict[str, Any]], joins: list[str], **more: Any
) -> Table:
    """A quest whose participants stand before its first stage, after the card for joining; Merlin is asked first."""
    return Table(
        players,
        more.pop("asks", "merlin_preview"),
        story=story,
        sponsor=int(sponsor[1]) - 1,
        stages=stages,
        participants=[int(who[1]) - 1 for who in joins],
        story_deck=YORK,
        **more,
    )


def offers(hand: list[str], story: str, *prefix: str) -> set[str]:
    return {atom or "." for atom in SetUp(hand, story).atoms(prefix)}


def test_e1_boar_hunt() -> None:
    """One card on joining (R9), the limit before the stage (R14), equal strength passes (R11)."""
    # Given P1 draws Boar Hunt, all hold 12 cards
    t = Table(
        [
            {"hand": ["boar", "robber_knight", "dagger"], "cards": 12},
            {"cards": 12},
            {"hand": ["horse", "horse"], "cards": 12},
            {"hand": ["horse", "battle_ax"], "cards": 12},
        ],
        "sponsor_quest",
        story="boar_hunt",
        story_deck=YORK,
    )
    # When P1 sponsors and all join
    t.do("P1", "accept")
    t.do("P1", "boar", NEXT, "robber_knight", "dagger")
    for who in ("P2", "P3", "P4"):
        t.do(who, "join")
    # Then each draws a card and must shed one
    assert t.question == "hand_limit" and t.asked == {"P2", "P3", "P4"}
    t.shed()
    assert t.happened("stage_shown")[0]["bp"] == 15
    t.do("P2")
    t.do("P3", "horse")
    t.do("P4", "horse")
    assert t.points() == [("P2", 5), ("P3", 15), ("P4", 15)]
    assert t.active() == ["P3", "P4"] and t.discarded()["horse"] == 2
    assert t.happened("stage_shown")[1]["bp"] == 20
    t.do("P3", "horse")
    t.do("P4", "battle_ax")
    assert t.points()[3:] == [("P3", 15), ("P4", 20)]
    assert t.all_shields() == [0, 0, 0, 2]
    # P1 draws 3 + 2 and sheds 2; the next turn is P2's
    assert t.question == "hand_limit" and t.asked == {"P1"} and len(t.hand("P1")) == 14
    t.shed()
    assert len(t.hand("P1")) == 12 and t.current() == "P2"


def test_e1_each_stage_draws_before_stage_2() -> None:
    """R9."""
    t = quest(
        "boar_hunt",
        "P1",
        [["boar"], ["robber_knight", "dagger"]],
        [{}, {"hand": ["horse", "horse"]}],
        ["P2"],
        options={"stage_draw": "each_stage"},
        deck=["sword"],
    )
    t.do("P2", "horse")
    assert t.hand("P2") == ["horse", "sword"]


def test_e2_chivalrous_deed() -> None:
    """The lowest rank, then the fewest shields (R34)."""
    t = Table([{}, {}, {}, {"shields": 2}], "join_tournament", story="chivalrous_deed", story_deck=YORK)
    assert t.all_shields() == [3, 3, 3, 2]


def test_e3_tournament_at_camelot() -> None:
    """Asked clockwise from the drawer (R30)."""
    t = Table(
        [
            {"shields": 3, "hand": ["lance"]},
            {"shields": 3, "hand": ["lance"]},
            {"shields": 3},
            {"shields": 2, "hand": ["excalibur"]},
        ],
        "join_tournament",
        story="tournament_at_camelot",
        story_deck=YORK,
        current=3,
    )
    for who, says in (("P4", "join"), ("P1", "join"), ("P2", "join"), ("P3", "decline")):
        assert t.asked == {who}
        t.do(who, says)
    t.do("P4", "excalibur")
    t.do("P1", "lance")
    t.do("P2", "lance")
    assert t.points("jousted") == [("P4", 35), ("P1", 25), ("P2", 25)]
    assert t.happened("tournament_won") == [{"seat": "P4", "entrants": 3, "bonus": 3}]
    assert t.rank("P4") == "knight" and t.shields("P4") == 3


def test_e4_defend_the_queens_honor() -> None:
    """A lover with another player (R27); what is bid is a number (R23); an Amour goes with its owner (R12)."""
    t = quest(
        "defend_the_queens_honor",
        "P1",
        [["boar"], ["test_of_morgan_le_fey"], ["mordred"], ["giant"]],
        [
            {"cards": 8},
            {"hand": ["queen_iseult", "sir_lancelot", "king_arthur"]},
            {"hand": ["amour", "sir_tristan"], "cards": 6},
            {},
        ],
        ["P2", "P3", "P4"],
    )
    t.do("P2", "queen_iseult", "sir_lancelot", "king_arthur")
    t.do("P3", "amour", "sir_tristan")
    t.do("P4")
    t.windows()
    assert t.points() == [("P2", 40), ("P3", 35), ("P4", 5)]
    # Stage 2: the Test
    assert t.state.minimum == 3
    assert t.state.free_bids(1) == 6 and t.state.free_bids(2) == 1
    t.do("P2", "bid_3")
    t.do("P3", "bid_4")
    t.do("P2", "bid_5")
    t.do("P3", "drop")
    assert not t.amour("P3") and t.court("P3") == ["sir_tristan"]
    t.windows()
    assert t.happened("test_won")[0] == {"seat": "P2", "bid": 5, "cards": 0}
    t.do("P2")
    t.do("P2")
    t.windows()
    assert t.points()[3:] == [("P2", 40), ("P2", 40)]
    assert t.shields("P2") == 4
    assert len(t.happened("drawn")[-1]["cards"].pieces) == 8


def test_e5_green_knight_alone() -> None:
    """Weapons last a stage, allies stay (R12)."""
    t = quest(
        "test_of_the_green_knight",
        "P1",
        [["boar"], ["robber_knight"], ["mordred"], ["giant"]],
        [{}, {}, {"hand": ["sir_gawain", "lance", "horse", "horse"]}],
        ["P3"],
    )
    t.do("P3", "sir_gawain")
    t.do("P3", "lance")
    t.do("P3", "horse")
    t.do("P3", "horse")
    t.windows()
    assert t.points() == [("P3", 25), ("P3", 45), ("P3", 35), ("P3", 35)]
    assert t.all_shields() == [0, 0, 0] and t.court("P3") == ["sir_gawain"]
    assert len(t.hand("P1")) == 8


def test_e6_questing_beast() -> None:
    """Free bids spare cards (R23)."""
    t = quest(
        "search_for_the_questing_beast",
        "P1",
        [["robber_knight"], ["test_of_the_questing_beast"], ["evil_knight"], ["evil_knight", "dagger"]],
        [
            {},
            {"hand": ["king_arthur"], "cards": 5},
            {"hand": ["sir_galahad"], "cards": 8},
            {"hand": ["king_pellinore", "horse", "battle_ax", "thieves", "boar"]},
        ],
        ["P2", "P3", "P4"],
    )
    t.do("P2", "king_arthur")
    t.do("P3", "sir_galahad")
    t.do("P4", "king_pellinore")
    t.windows()
    assert t.points() == [("P2", 15), ("P3", 20), ("P4", 15)]
    assert t.state.minimum == 4
    t.do("P2", "bid_4")
    t.do("P3", "bid_5")
    t.do("P4", "bid_6")
    t.do("P2", "drop")
    t.do("P3", "drop")
    t.do("P4", "thieves", "boar")
    t.do("P4", "horse")
    t.do("P4", "battle_ax")
    t.windows()
    assert t.points()[3:] == [("P4", 25), ("P4", 30)]
    assert t.shields("P4") == 4 and len(t.hand("P1")) == 9


def test_e7_holy_grail() -> None:
    """All foes are raised (R25)."""
    stages = [
        ["boar"],
        ["boar", "sword"],
        ["robber_knight", "battle_ax"],
        ["saxon_knight", "horse"],
        ["evil_knight", "excalibur"],
    ]
    cards = [card for stage in stages for card in stage]
    t = Table(
        [{"hand": ["sir_percival", "sword", "sword", "lance"]}, {}, {"hand": cards}],
        "setup_quest",
        story="search_for_the_holy_grail",
        sponsor=2,
        story_deck=YORK,
    )
    answer = [atom for stage in stages for atom in (*stage, NEXT)][:-1]
    assert t.accepts("P3", *answer)
    t.do("P3", *answer)
    t.do("P1", "join")
    t.do("P2", "decline")
    t.do("P1", "sir_percival")
    t.do("P1")
    t.do("P1", "sword")
    t.do("P1", "sword")
    t.do("P1", "lance")
    t.windows()
    assert [facts["bp"] for facts in t.happened("stage_shown")] == [15, 25, 30, 35, 60]
    assert t.points() == [("P1", 25), ("P1", 25), ("P1", 35), ("P1", 35), ("P1", 45)]
    assert t.shields("P1") == 0
    assert t.question == "hand_limit" and len(t.hand("P3")) == 14


def test_e8_test_first() -> None:
    """Bids clockwise from the sponsor's left (R20)."""
    t = Table(
        [
            {"cards": 7},
            {"hand": ["test_of_morgan_le_fey", "boar", "robber_knight"]},
            {"cards": 7},
            {"cards": 7},
        ],
        "sponsor_quest",
        story="slay_the_dragon",
        story_deck=YORK,
    )
    t.do("P1", "decline")
    t.do("P2", "accept")
    t.do("P2", "test_of_morgan_le_fey", "boar", NEXT, "robber_knight")
    assert t.happened("quest_laid")[0]["sizes"] == (1, 1, 1)
    for who in ("P3", "P4", "P1"):
        assert t.asked == {who}
        t.do(who, "join")
    t.windows()
    for who, bid in (
        ("P3", "bid_3"),
        ("P4", "bid_4"),
        ("P1", "bid_5"),
        ("P3", "bid_6"),
        ("P4", "drop"),
        ("P1", "drop"),
    ):
        assert t.asked == {who}
        t.do(who, bid)
    before = len(t.hand("P3"))
    t.do("P3", *t.hand("P3")[:6])
    assert len(t.hand("P3")) == before - 6
    t.windows()
    assert t.active() == ["P3"] and t.state.stage == 2 and t.question == "play_foe_stage"


def test_e9_mordred_at_the_reveal() -> None:
    """R25, R26."""
    t = quest(
        "repel_the_saxon_raiders",
        "P2",
        [["boar", "sword", "dagger"], ["saxon_knight", "horse"]],
        [{"hand": ["lance", "lance", "sir_galahad"]}, {}, {}, {"rank": "knight", "hand": ["mordred", "horse"]}],
        ["P1", "P4"],
    )
    t.do("P4", "horse")
    t.do("P1", "lance")
    assert sorted(t.points()) == [("P1", 25), ("P4", 20)]
    t.do("P4")
    t.do("P1", "sir_galahad", "lance")
    t.do("P4", "strike_sir_galahad")
    t.windows()
    assert sorted(t.points()[2:]) == [("P1", 25), ("P4", 10)]
    assert [facts["bp"] for facts in t.happened("stage_shown")] == [20, 35]
    assert not t.active() and len(t.hand("P2")) == 7
    assert t.discarded()["sir_galahad"] == 1 and t.discarded()["mordred"] == 1


def test_e10_deed_with_promotion() -> None:
    """R34."""
    t = Table(
        [{"shields": 4}, {"shields": 3}, {"rank": "knight", "shields": 1}],
        "join_tournament",
        story="chivalrous_deed",
        story_deck=YORK,
    )
    assert t.rank("P2") == "knight" and t.all_shields() == [4, 1, 1]
    assert t.rank("P1") == "squire" and t.rank("P3") == "knight"


def test_e11_prosperity() -> None:
    """Everybody draws (R36)."""
    t = Table(
        [{}, {"cards": 1}, {"cards": 2}],
        "join_tournament",
        story="prosperity_throughout_the_realm",
        story_deck=YORK,
    )
    assert [len(t.hand(who)) for who in ("P1", "P2", "P3")] == [2, 3, 4]
    assert not t.happened("shed")


def test_e12_four_stages_one_winner() -> None:
    stages = [
        ["thieves", "horse"],
        ["robber_knight", "sword"],
        ["saxon_knight", "battle_ax", "dagger"],
        ["giant", "battle_ax"],
    ]
    t = Table(
        [
            {"hand": ["dagger", "sword", "horse"]},
            {"hand": [card for stage in stages for card in stage], "cards": 12},
            {
                "hand": [
                    "dagger",
                    "sword",
                    "sword",
                    "sword",
                    "horse",
                    "horse",
                    "battle_ax",
                    "battle_ax",
                    "lance",
                    "lance",
                ]
            },
            {"hand": [*2 * ["dagger", "horse", "sword", "battle_ax", "lance"], "excalibur"]},
        ],
        "setup_quest",
        story="search_for_the_questing_beast",
        sponsor=1,
        story_deck=YORK,
    )
    t.do("P2", *[atom for stage in stages for atom in (*stage, NEXT)][:-1])
    for who in ("P3", "P4", "P1"):
        t.do(who, "join")
    rounds: list[dict[str, list[str]]] = [
        {"P3": ["sword", "dagger"], "P4": ["dagger", "horse"], "P1": ["dagger", "sword"]},
        {"P3": ["battle_ax", "sword"], "P4": ["horse", "battle_ax"], "P1": ["horse"]},
        {"P3": ["lance", "horse", "sword"], "P4": ["battle_ax", "sword", "lance"]},
        {"P3": ["battle_ax", "horse", "lance"], "P4": ["dagger", "sword", "lance", "excalibur"]},
    ]
    for plays in rounds:
        for who, cards in plays.items():
            t.do(who, *cards)
    t.windows()
    assert t.points() == [
        ("P3", 20), ("P4", 20), ("P1", 20), ("P3", 30), ("P4", 30), ("P1", 15),
        ("P3", 45), ("P4", 50), ("P3", 50), ("P4", 70),
    ]  # fmt: skip
    assert [facts["bp"] for facts in t.happened("stage_shown")] == [15, 25, 35, 55]
    assert t.all_shields() == [0, 0, 0, 4]
    assert t.question == "hand_limit" and len(t.hand("P2")) == 16
    t.shed()
    assert len(t.hand("P2")) == 12


def test_e13_no_winner() -> None:
    """The sponsor draws for stages never reached, too (R46)."""
    t = quest(
        "boar_hunt",
        "P1",
        [["robber_knight", "battle_ax"], ["giant", "lance", "sword", "horse"]],
        [{}, {"hand": ["sword"]}, {"hand": ["battle_ax"]}, {"hand": ["lance"]}],
        ["P2", "P3", "P4"],
    )
    t.do("P2", "sword")
    t.do("P3", "battle_ax")
    t.do("P4", "lance")
    assert t.points() == [("P2", 15), ("P3", 20), ("P4", 25)]
    assert len(t.hand("P1")) == 8 and t.all_shields() == [0, 0, 0, 0]
    assert t.happened("never_played")[0]["stages"] == (("giant", "lance", "sword", "horse"),)
    assert t.discarded()["giant"] == 1 and t.state.stages == ((),) * 5


def test_e14_two_winners_twice() -> None:
    four = [["thieves"], ["saxons"], ["saxon_knight"], ["evil_knight"]]
    players: list[dict[str, Any]] = [{}, {"court": ["sir_galahad"]}, {}, {"court": ["sir_lancelot"]}]
    t = quest("search_for_the_questing_beast", "P1", four, players, ["P2", "P4"])
    for _ in range(4):
        t.do("P2")
        t.do("P4")
    t.windows()
    assert t.all_shields() == [0, 4, 0, 4]
    three = [["thieves"], ["saxons"], ["saxon_knight"]]
    for who in (1, 3):
        players[who]["shields"] = 4
    t = quest("slay_the_dragon", "P1", three, players, ["P2", "P4"])
    for _ in range(3):
        t.do("P2")
        t.do("P4")
    t.windows()
    assert (t.rank("P2"), t.shields("P2")) == (t.rank("P4"), t.shields("P4")) == ("knight", 2)


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


def test_e29_allies_on_the_table() -> None:
    """R31."""

    def york(**options: str) -> Table:
        t = Table(
            [{"court": ["sir_galahad"], "hand": ["sword"]}, {"hand": ["sir_lancelot"]}],
            "play_tournament",
            story="tournament_at_york",
            participants=[0, 1],
            story_deck=["tournament_at_orkney"],
            options=options,
        )
        t.do("P1", "sword")
        t.do("P2", "sir_lancelot")
        t.windows()
        return t

    t = york()
    assert t.points("jousted") == [("P1", 15), ("P2", 20)] and t.all_shields() == [0, 2]
    t = york(tournament_table_allies="included")
    assert t.points("jousted") == [("P1", 30), ("P2", 20)] and t.all_shields() == [2, 0]


def test_e30_tie_break() -> None:
    """Once more, then shared (R32)."""
    t = Table(
        [{"hand": ["amour", "sword", "dagger"]}, {"hand": ["sir_gawain", "horse", "dagger"]}, {"hand": ["dagger"]}],
        "play_tournament",
        story="tournament_at_orkney",
        participants=[0, 1, 2],
        story_deck=YORK,
    )
    t.do("P1", "amour", "sword")
    t.do("P2", "sir_gawain", "horse")
    t.do("P3", "dagger")
    t.windows()
    assert t.points("jousted") == [("P1", 25), ("P2", 25), ("P3", 10)]
    assert t.asked == {"P1", "P2"} and t.state.round == 2
    assert t.discarded() == Counter(["sword", "horse", "dagger"])
    t.do("P1", "dagger")
    t.do("P2", "dagger")
    t.windows()
    assert t.points("jousted")[3:] == [("P1", 20), ("P2", 20)]
    assert [facts["entrants"] + facts["bonus"] for facts in t.happened("tournament_won")] == [5, 5]
    assert t.rank("P1") == t.rank("P2") == "knight" and t.all_shields() == [0, 0, 0]


def test_e31_single_entrant_no_entrant() -> None:
    """R33."""
    t = Table([{}, {}, {}], "join_tournament", story="tournament_at_tintagel", story_deck=YORK)
    t.do("P1", "decline")
    t.do("P2", "decline")
    t.do("P3", "join")
    assert len(t.hand("P3")) == 1 and t.all_shields() == [0, 0, 2]
    t = Table([{}, {}, {}], "join_tournament", story="tournament_at_tintagel", story_deck=["tournament_at_york"])
    for who in ("P1", "P2", "P3"):
        t.do(who, "decline")
    assert t.current() == "P2" and not t.happened("drawn") and t.all_shields() == [0, 0, 0]


def test_e32_double_promotion() -> None:
    """Two cards of Recognition (R29), two ranks at once (R37)."""
    stages = [["thieves"], ["boar"], ["saxons"], ["saxon_knight"], ["evil_knight"]]
    t = quest(
        "search_for_the_holy_grail",
        "P1",
        stages,
        [{}, {"shields": 4, "court": ["sir_galahad", "sir_percival"]}],
        ["P2"],
        pending=2,
    )
    for _ in range(5):
        t.do("P2")
    t.windows()
    assert t.happened("completed") == [{"seat": "P2", "stages": 5, "bonus": 4}]
    assert t.rank("P2") == "champion_knight" and t.shields("P2") == 1
    assert not t.state.pending
    told = [KIND[piece] for piece in t.state.story_discard]
    assert told.count("kings_recognition") == 2


def test_e33_recognition_survives_a_failure() -> None:
    """R29."""
    stages = [["thieves"], ["giant"]]
    t = quest("boar_hunt", "P2", stages, [{}, {}, {}], ["P1", "P3"], pending=1)
    for _ in range(2):
        t.do("P3")
        t.do("P1")
    assert len(t.state.pending) == 1
    t = quest(
        "boar_hunt",
        "P2",
        [["thieves"], ["boar"]],
        [{"hand": ["sword"]}, {}, {"hand": ["sword"]}],
        ["P1", "P3"],
        pending=1,
    )
    t.do("P3")
    t.do("P1")
    t.do("P3", "sword")
    t.do("P1", "sword")
    assert t.all_shields() == [4, 0, 4] and not t.state.pending


def test_e34_pox_and_plague() -> None:
    """No rank is lost (R37)."""
    t = Table(
        [{"shields": 3}, {"shields": 0}, {"shields": 1}, {"shields": 4}],
        "join_tournament",
        story="pox",
        story_deck=["plague", "tournament_at_york"],
    )
    assert t.all_shields() == [3, 0, 0, 3] and t.current() == "P3"
    t = Table([{"rank": "knight", "shields": 1}, {}], "join_tournament", story="plague", story_deck=YORK)
    assert t.rank("P1") == "knight" and t.shields("P1") == 0


def test_e35_queens_favor() -> None:
    t = Table(
        [{"rank": "knight"}, {"shields": 4}, {}, {"rank": "champion_knight"}],
        "join_tournament",
        story="queens_favor",
        story_deck=YORK,
    )
    assert [len(t.hand(who)) for who in ("P1", "P2", "P3", "P4")] == [0, 2, 2, 0]


def test_e36_call_to_arms() -> None:
    """R35."""
    t = Table(
        [
            {"rank": "knight", "hand": ["dagger", "excalibur", "thieves"]},
            {"rank": "knight", "hand": ["thieves", "amour"]},
            {"hand": ["sword"]},
            {},
        ],
        "call_to_arms",
        story="kings_call_to_arms",
        story_deck=YORK,
    )
    assert t.asked == {"P1", "P2"}
    assert t.legal("P1") == {"dagger", "excalibur"} and t.legal("P2") == {"thieves"}
    t.do("P1", "dagger")
    t.do("P2", "thieves")
    assert t.hand("P1") == ["excalibur", "thieves"] and t.hand("P2") == ["amour"] and t.hand("P3") == ["sword"]


def test_e37_court() -> None:
    """R12."""
    t = Table(
        [{"court": ["merlin"], "hand": ["sir_gawain"]}, {}, {"court": ["sir_galahad", "king_arthur"]}],
        "mordred_window",
        story="court_called_to_camelot",
        story_deck=YORK,
    )
    t.windows()
    assert t.court("P1") == t.court("P3") == [] and t.hand("P1") == ["sir_gawain"]
    assert t.discarded() == Counter(["merlin", "sir_galahad", "king_arthur"])


def test_e38_nobody_joins() -> None:
    """The sponsor draws all the same (R8)."""
    t = Table(
        [{"hand": ["boar", "giant", "sword"], "cards": 12}, {}, {}],
        "setup_quest",
        story="boar_hunt",
        sponsor=0,
        story_deck=YORK,
    )
    t.do("P1", "boar", NEXT, "giant", "sword")
    t.do("P2", "decline")
    t.do("P3", "decline")
    assert len(t.hand("P1")) == 14
    t.shed()
    assert len(t.hand("P1")) == 12
    assert t.happened("never_played")[0]["stages"] == (("boar",), ("giant", "sword"))
    assert t.discarded()["giant"] == 1


def test_e39_story_reshuffle() -> None:
    told = [KIND[piece] for piece in STORY]
    told.remove("kings_recognition")
    first = ["tournament_at_york", *[kind for kind in told if kind != "tournament_at_york"]]
    t = Table([{}, {}], "join_tournament", story_discard=told, pending=1, chance=[_story_order(first)])
    assert t.happened("story_reshuffled") == [{"cards": 27}]
    assert len(t.state.story_deck) == 26 and len(t.state.pending) == 1


def _story_order(names: list[str]) -> tuple[int, ...]:
    """The pieces of all story cards but the first King's Recognition, in the order of the names."""
    left = [piece for piece in STORY if piece != next(p for p in STORY if KIND[p] == "kings_recognition")]
    order = []
    for name in names:
        piece = next(p for p in left if KIND[p] == name)
        left.remove(piece)
        order.append(piece)
    return tuple(order)


def test_e40_adventure_reshuffle() -> None:
    t = Table(
        [{}, {}],
        "join_tournament",
        story="prosperity_throughout_the_realm",
        story_deck=YORK,
        deck=["excalibur"],
        discard=["sword"] * 16 + ["horse"] * 11 + ["thieves"] * 8 + ["lance"] * 5,
        rest="box",
    )
    assert t.hand("P1")[0] == "excalibur" and len(t.hand("P1")) == len(t.hand("P2")) == 2
    assert t.happened("adventure_reshuffled") == [{"cards": 40}]
    assert len(t.state.adventure_deck) == 37 and not t.state.adventure_discard


def test_e41_final_tournament() -> None:
    """R38."""
    champion = {"rank": "champion_knight", "shields": 8, "court": []}
    t = quest(
        "slay_the_dragon",
        "P2",
        [["thieves"], ["boar", "dagger"], ["saxons", "dagger"]],
        [{**champion, "hand": ["lance"]}, {}, {**champion, "hand": ["excalibur"]}, {"rank": "knight"}],
        ["P3", "P1"],
    )
    for _ in range(3):
        t.do("P3")
        t.do("P1")
    assert t.rank("P1") == t.rank("P3") == "knight_of_the_round_table"
    assert t.shields("P1") == t.shields("P3") == 1
    assert t.question == "play_tournament" and t.asked == {"P1", "P3"}
    assert len(t.hand("P1")) == len(t.hand("P3")) == 2
    t.do("P1", "lance")
    t.do("P3", "excalibur")
    assert t.points("jousted") == [("P1", 40), ("P3", 50)]
    assert t.match.over and t.match.ranking == [[2], [0], [3], [1]]


def test_e42_turn_order() -> None:
    t = Table([{}, {}, {}, {"hand": ["boar", "giant"]}], "sponsor_quest", story="boar_hunt", story_deck=YORK, current=1)
    t.do("P2", "decline")
    t.do("P3", "decline")
    t.do("P4", "accept")
    t.do("P4", "boar", NEXT, "giant")
    t.idle("join_quest")
    assert t.current() == "P3"


def test_e43_two_players() -> None:
    def table() -> Table:
        return Table([{}, {"hand": ["boar", "giant"]}], "sponsor_quest", story="boar_hunt", story_deck=YORK)

    t = table()
    t.do("P1", "decline")
    t.do("P2", "accept")
    t.do("P2", "boar", NEXT, "giant")
    assert t.question == "join_quest" and t.asked == {"P1"}
    t = table()
    t.do("P1", "decline")
    t.do("P2", "decline")
    assert t.current() == "P2"


def test_e44_iseult_and_tristan_together() -> None:
    """R28."""

    def table() -> Table:
        t = quest(
            "boar_hunt",
            "P1",
            [["saxons"], ["giant"]],
            [{}, {"hand": ["queen_iseult"]}, {"hand": ["sir_tristan"]}, {"hand": ["mordred"]}],
            ["P2", "P3"],
        )
        t.do("P2", "queen_iseult")
        t.do("P3", "sir_tristan")
        return t

    t = table()
    t.windows()
    assert ("P3", 25) in t.points()
    t = table()
    t.do("P4", "strike_queen_iseult")
    t.windows()
    assert ("P3", 15) in t.points()
