"""Quests of the Round Table: worked examples of whole quests, as given / when / then."""

from __future__ import annotations

from .table import NEXT, YORK, Table, quest


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
