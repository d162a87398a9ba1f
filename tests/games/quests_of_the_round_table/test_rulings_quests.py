"""Quests of the Round Table: what the worked examples do not test of the rulings on quests, as given / when / then."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.cards import KIND
from roundtable.games.quests_of_the_round_table.questions.building import SetUp

from .table import NEXT, YORK, Table, over_the_limit, quest


def test_r1_first_player_by_chance_then_clockwise() -> None:
    states: list[Any] = [GAME.match(players=4, seed=seed).state for seed in range(40)]
    first = {s.current for s in states}
    assert first == {0, 1, 2, 3}
    t = Table([{}, {}], "join_tournament", story="pox", story_deck=YORK, current=1)
    assert t.current() == "P1"
    order = {"turn_order": "random_each_turn"}
    again = Table([{}, {}], "join_tournament", story="pox", story_deck=YORK, current=1, options=order, chance=[1])
    assert again.current() == "P2"


def test_r3_sponsors_are_asked_clockwise_from_the_drawer() -> None:
    t = Table([{"hand": ["boar", "giant"]}, {}, {}], "sponsor_quest", story="boar_hunt", story_deck=YORK, current=2)
    assert t.asked == {"P3"}
    t.do("P3", "decline")
    assert t.asked == {"P1"}
    t.do("P1", "accept")
    assert t.question == "setup_quest" and t.asked == {"P1"}


def test_r5_an_unable_hand_is_asked_and_declines_like_any_other() -> None:
    able = Table([{"hand": ["boar", "giant"]}, {}], "sponsor_quest", story="boar_hunt")
    unable = Table([{"hand": ["boar", "boar"]}, {}], "sponsor_quest", story="boar_hunt")
    assert able.legal("P1") == {"accept", "decline"} and unable.legal("P1") == {"decline"}
    for t in (able, unable):
        t.do("P1", "decline")
    assert able.match.sentences(1) == unable.match.sentences(1)
    assert able.match.scene(1).data() == unable.match.scene(1).data()


def test_r6_equal_totals_are_not_allowed_and_the_test_may_be_anywhere() -> None:
    hand = ["boar", "saxon_knight", "robber_knight", "test_of_valor"]
    choice = SetUp(hand, "boar_hunt")
    assert not choice.accepts(("robber_knight", NEXT, "saxon_knight")) and not choice.accepts(
        ("boar", NEXT, "saxon_knight")
    )
    assert choice.accepts(("test_of_valor", "boar")) and choice.accepts(("boar", NEXT, "test_of_valor"))


def test_r7_weapons_need_a_foe() -> None:
    hand = ["thieves", "giant", "sword", "test_of_valor"]
    choice = SetUp(hand, "boar_hunt")
    assert "sword" not in choice.atoms(()) and "sword" not in choice.atoms(("test_of_valor",))
    t = quest("boar_hunt", "P1", [["thieves"], ["giant"]], [{}, {"hand": ["sword"]}], ["P2"])
    t.windows()
    assert t.accepts("P2", "sword")  # a participant fights with weapons alone


def test_r8_take_back() -> None:
    t = Table(
        [{"hand": ["boar", "giant", "sword"], "cards": 12}, {}],
        "setup_quest",
        options={"no_participants": "take_back"},
        story="boar_hunt",
        sponsor=0,
        story_deck=YORK,
    )
    t.do("P1", "boar", NEXT, "giant", "sword")
    assert len(t.hand("P1")) == 9
    t.do("P2", "decline")
    assert len(t.hand("P1")) == 12 and {"boar", "giant", "sword"} <= set(t.hand("P1"))
    assert t.current() == "P2" and not t.discarded()


@pytest.mark.parametrize("draws", ["on_join_only", "each_stage"])
def test_r9_no_card_after_the_last_stage(draws: str) -> None:
    t = Table(
        [{"hand": ["thieves", "boar"]}, {"court": ["sir_galahad"]}],
        "setup_quest",
        options={"stage_draw": draws},
        story="boar_hunt",
        sponsor=0,
        story_deck=YORK,
    )
    t.do("P1", "thieves", NEXT, "boar")
    t.do("P2", "join")
    t.do("P2")
    t.do("P2")
    t.windows()
    assert t.shields("P2") == 2
    assert len(t.hand("P2")) == (1 if draws == "on_join_only" else 2)


def test_r10_a_foe_stage_may_stay_face_down_until_all_have_chosen() -> None:
    stages = [["saxons", "sword"], ["giant"]]
    shown = quest("boar_hunt", "P1", stages, [{}, {"hand": ["sword"]}], ["P2"])
    shown.windows()
    assert shown.state.turned == 1 and KIND[shown.match.view(1).stages[0][0]] == "saxons"
    hidden = quest("boar_hunt", "P1", stages, [{}, {"hand": ["sword"]}], ["P2"], options={"stage_reveal": "after_play"})
    assert hidden.legal("P2") == {"pass"}  # Merlin could look at this very stage
    hidden.windows()
    assert hidden.match.view(1).stages[0] == (-1, -1) and hidden.happened("foe_announced")
    hidden.do("P2", "sword")
    assert hidden.happened("stage_shown")[0]["cards"] == ("saxons", "sword")
    test = quest(
        "boar_hunt",
        "P1",
        [["test_of_valor"], ["giant"]],
        [{}, {"cards": 4}],
        ["P2"],
        options={"stage_reveal": "after_play"},
    )
    assert test.state.turned == 1  # a Test is always shown


def test_r13_ways_to_get_down_to_the_limit() -> None:
    t = over_the_limit(["sir_gawain", "mordred", "amour"], ["sir_galahad"])
    assert t.accepts("P1", "sir_gawain", "thieves") and t.accepts("P1", "play_sir_gawain", "strike_sir_galahad")
    assert not t.accepts("P1", "play_amour", "thieves")
    assert not t.accepts("P1", "sir_gawain", "play_sir_gawain")  # one card, one use
    t.do("P1", "play_sir_gawain", "strike_sir_galahad")
    assert t.court("P1") == ["sir_gawain"] and t.court("P2") == [] and len(t.hand("P1")) == 12
    without = over_the_limit(["mordred"])
    assert not without.accepts("P1", "strike_sir_galahad", "thieves")
    off = over_the_limit(["mordred"], ["sir_galahad"], mordred_power="off")
    assert not off.accepts("P1", "strike_sir_galahad", "thieves")


def test_r13_amours_only_by_option_and_for_participants() -> None:
    def stage(**options: Any) -> Table:
        players = [{}, {"hand": ["amour", "amour"], "cards": 12}]
        return quest("boar_hunt", "P1", [["boar"], ["giant"]], players, ["P2"], asks="hand_limit", options=options)

    assert not stage().accepts("P2", "play_amour")
    t = stage(hand_limit_plays="ally_and_amour")
    t.do("P2", "play_amour")
    assert t.amour("P2")
    bystander = over_the_limit(["amour"], hand_limit_plays="ally_and_amour")
    assert not bystander.accepts("P1", "play_amour", "thieves")


def test_r13_two_mordreds_on_one_ally_by_two_players() -> None:
    t = Table(
        [{"hand": ["mordred"], "cards": 12}, {"hand": ["mordred"], "cards": 12}, {"court": ["merlin"]}],
        "mordred_window",
        story="prosperity_throughout_the_realm",
        story_deck=YORK,
    )
    t.windows()
    t.do("P1", "strike_merlin", t.hand("P1")[1])
    t.do("P2", "strike_merlin", t.hand("P2")[1])
    assert t.discarded()["mordred"] == 2 and t.discarded()["merlin"] == 1  # the second for nothing


def test_r15_the_sponsor_plays_allies_only_at_the_hand_limit() -> None:
    t = quest("boar_hunt", "P1", [["thieves"], ["giant"]], [{"hand": ["sir_galahad"], "cards": 10}, {}], ["P2"])
    t.windows()
    assert t.asked == {"P2"}
    t.do("P2")
    t.do("P2")
    assert t.question == "hand_limit" and t.asked == {"P1"}
    t.do("P1", "play_sir_galahad", t.hand("P1")[1])
    assert t.court("P1") == ["sir_galahad"]


def test_r19_nobody_leaves_but_nobody_must_play() -> None:
    t = quest("boar_hunt", "P1", [["thieves"], ["giant"]], [{}, {"hand": ["sword"]}], ["P2"])
    t.windows()
    assert t.accepts("P2") and not t.accepts("P2", "decline") and not t.accepts("P2", "drop")


def test_r20_a_bid_must_exceed_the_last_one_by_any_amount() -> None:
    t = quest("boar_hunt", "P1", [["test_of_valor"], ["giant"]], [{}, {"cards": 6}, {"cards": 6}], ["P2", "P3"])
    t.do("P2", "bid_2")
    assert t.legal("P3") == {"bid_3", "bid_4", "bid_5", "bid_6", "drop"}


def test_r21_three_for_every_test_by_option() -> None:
    players = [{}, {"cards": 6}, {"cards": 6}]
    t = quest(
        "boar_hunt", "P1", [["test_of_valor"], ["giant"]], players, ["P2", "P3"], options={"test_base_minimum": 3}
    )
    t.windows()
    assert t.state.minimum == 3
    t = quest("boar_hunt", "P1", [["test_of_the_questing_beast"], ["giant"]], players, ["P2", "P3"])
    t.windows()
    assert t.state.minimum == 1  # the printed number holds on its own quest only


def test_r22_whoever_is_left_alone_bids_the_ordinary_minimum() -> None:
    t = quest("boar_hunt", "P1", [["test_of_valor"], ["giant"]], [{}, {"cards": 2}, {"cards": 2}], ["P2", "P3"])
    t.do("P2", "drop")
    t.windows()
    assert t.legal("P3") == {"bid_1", "bid_2", "drop"}  # not 3 as for somebody who starts alone


def test_r26_mordred_strikes_in_every_window() -> None:
    # before the story is resolved
    t = Table(
        [{"hand": ["mordred", "mordred"]}, {"court": ["merlin", "sir_galahad"]}],
        "mordred_window",
        story="court_called_to_camelot",
        story_deck=YORK,
    )
    t.do("P1", "strike_merlin")
    assert t.question == "mordred_window" and t.asked == {"P1"}  # asked again
    t.do("P1", "strike_sir_galahad")
    assert t.court("P2") == [] and t.question == "join_tournament"
    # before a bid: that removes free bids
    t = quest(
        "boar_hunt",
        "P1",
        [["test_of_valor"], ["giant"]],
        [{"hand": ["mordred"]}, {"cards": 3, "court": ["queen_guinevere"]}, {"cards": 6}],
        ["P2", "P3"],
    )
    while t.question == "merlin_preview":
        t.match.answer(t.match.asked[0], "pass")
    assert t.question == "mordred_window"
    t.do("P1", "strike_queen_guinevere")
    assert t.question == "bid_test" and t.state.bid_capacity(1) == 3


def test_r26_the_asking_goes_round_until_nobody_strikes() -> None:
    t = Table(
        [{"hand": ["mordred"]}, {"hand": ["mordred"]}, {"court": ["merlin", "sir_galahad", "king_arthur"]}],
        "mordred_window",
        story="pox",
        story_deck=YORK,
    )
    t.do("P1", "pass")
    t.do("P2", "strike_merlin")
    assert t.asked == {"P2"}
    t.do("P2", "pass")
    t.do("P3", "pass")
    assert t.asked == {"P1"}  # another round
    t.do("P1", "strike_king_arthur")
    for who in ("P1", "P2", "P3", "P1", "P2", "P3"):
        assert t.asked == {who}
        t.do(who, "pass")
    assert t.happened("shields_lost")


def test_r27_lovers_side_by_side_only() -> None:
    t = quest(
        "boar_hunt",
        "P1",
        [["saxons"], ["giant"]],
        [{}, {"court": ["queen_iseult"]}, {"court": ["sir_tristan"]}],
        ["P2", "P3"],
        options={"lovers_scope": "same_player"},
    )
    assert t.state.quest_bp(2) == 15 and t.state.free_bids(1) == 2
    both = Table(
        [{"court": ["queen_iseult", "sir_tristan"]}, {}],
        "mordred_window",
        story="pox",
        options={"lovers_scope": "same_player"},
    )
    assert both.state.quest_bp(0) == 25 and both.state.free_bids(0) == 4


def test_r29_other_readings_of_recognition() -> None:
    expiring = quest(
        "boar_hunt",
        "P1",
        [["thieves"], ["giant"]],
        [{}, {}],
        ["P2"],
        pending=1,
        options={"recognition_expiry": "next_sponsored_quest"},
    )
    expiring.do("P2")
    expiring.do("P2")
    assert not expiring.state.pending
    flat = quest(
        "boar_hunt",
        "P1",
        [["thieves"], ["boar"]],
        [{}, {"court": ["sir_galahad"]}],
        ["P2"],
        pending=2,
        options={"recognition_stacks": False},
    )
    flat.do("P2")
    flat.do("P2")
    flat.windows()
    assert flat.shields("P2") == 4 and not flat.state.pending


@pytest.mark.parametrize(("how", "passed", "word"), [("passes", True, "reach"), ("fails", False, "exceed")])
def test_r11_equal_strength(how: str, passed: bool, word: str) -> None:
    """Given a Saxon Knight of 15 in an open stage, when a Squire of 5 plays a horse of 10, the option decides."""
    match = GAME.position(
        3,
        "play_foe_stage",
        {
            "players": [{}, {"hand": ["horse"]}, {}],
            "story": "boar_hunt",
            "sponsor": 0,
            "stages": ["saxon_knight", "next_stage", "giant"],
            "participants": [1],
        },
        {"equal_strength": how},
    )
    assert f"Stage 1 of 2: {word} 15; you have 5" in GAME.prompt(match.view(1), 1)
    match.answer(1, "horse")
    assert [e["passed"] for e in match.events if e.name == "fought"] == [passed]
