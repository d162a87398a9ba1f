"""Quests of the Round Table: what the worked examples do not test of the rulings, as given / when / then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.engine import BadOption
from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.cards import CARDS, KIND, RANK_NEEDS
from roundtable.games.quests_of_the_round_table.questions.building import SetUp

from .table import Table
from .test_examples import NEXT, YORK, quest


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


def over_the_limit(hand: list[str], court: list[str] | None = None, **options: Any) -> Table:
    return Table(
        [{"hand": hand, "cards": 12}, {"court": court or []}, {}],
        "hand_limit",
        options=options,
        story="queens_favor",
        story_deck=YORK,
        deck=["thieves", "thieves"],
    )


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


def test_r31_only_committed_allies_count_but_all_are_in_play() -> None:
    t = Table(
        [{"court": ["queen_iseult"], "hand": ["sir_tristan"]}, {"hand": ["sir_gawain"], "cards": 12}],
        "mordred_window",
        story="tournament_at_york",
        story_deck=["tournament_at_orkney"],
    )
    t.windows()
    t.do("P1", "join")
    t.do("P2", "join")
    t.do("P2", "play_sir_gawain")  # at the hand limit: on the table, not committed
    t.do("P1", "sir_tristan")
    t.do("P2")
    t.windows()
    assert t.points("jousted") == [("P1", 25), ("P2", 5)]


def test_r31_an_ally_struck_by_mordred_counts_no_more() -> None:
    t = Table(
        [{"hand": ["sir_galahad"]}, {"hand": ["mordred", "sword"]}],
        "play_tournament",
        story="tournament_at_york",
        story_deck=["tournament_at_orkney"],
        participants=[0, 1],
    )
    t.do("P1", "sir_galahad")
    t.do("P2", "sword")
    t.do("P2", "strike_sir_galahad")
    assert t.points("jousted") == [("P1", 5), ("P2", 15)]


def tie(**options: Any) -> Table:
    return Table(
        [{}, {}, {"hand": ["sword"]}],
        "play_tournament",
        story="tournament_at_orkney",
        story_deck=YORK,
        participants=[0, 1],
        options=options,
    )


def test_r32_fight_until_one_wins_at_most_five_rounds() -> None:
    t = tie(tournament_tie_rule="replay_until_single")
    for n in range(1, 6):
        assert t.state.round == n
        t.do("P1")
        t.do("P2")
    assert t.all_shields() == [4, 4, 0]


def test_r32_a_card_before_the_second_round_and_no_bonus_for_sharing() -> None:
    t = tie(tiebreak_draw=True, second_tie_bonus=False)
    t.do("P1")
    t.do("P2")
    assert len(t.hand("P1")) == len(t.hand("P2")) == 1
    t.do("P1")
    t.do("P2")
    assert t.all_shields() == [2, 2, 0]


def test_r33_a_single_entrant_may_draw_nothing() -> None:
    t = Table([{}, {}], "join_tournament", story="tournament_at_york", options={"sole_entrant_draws": False})
    t.do("P1", "join")
    t.do("P2", "decline")
    assert not t.happened("drawn") and t.shields("P1") == 1


def test_r35_a_weapon_or_else_two_foes() -> None:
    t = Table(
        [{"hand": ["thieves", "boar", "giant", "amour"]}, {"hand": ["amour"]}, {"hand": ["sword", "sword", "boar"]}],
        "call_to_arms",
        story="kings_call_to_arms",
        story_deck=YORK,
    )
    assert t.asked == {"P1", "P2", "P3"}  # at the start everybody is of the highest rank
    assert (
        not t.accepts("P1", "thieves") and t.accepts("P1", "thieves", "boar") and not t.accepts("P1", "amour", "boar")
    )
    assert t.accepts("P2") and t.legal("P3") == {"sword"}


def test_r36_prosperity_may_be_declined_by_option() -> None:
    t = Table(
        [{}, {}, {}],
        "prosperity_draw",
        story="prosperity_throughout_the_realm",
        story_deck=YORK,
        options={"prosperity_optional": True},
    )
    t.do("P1", "draw")
    t.do("P2", "decline")
    t.do("P3", "draw")
    assert [len(t.hand(who)) for who in ("P1", "P2", "P3")] == [2, 0, 2]


def test_r37_excess_shields_may_be_lost() -> None:
    t = Table(
        [{"shields": 4}, {"rank": "knight"}],
        "join_tournament",
        story="chivalrous_deed",
        story_deck=YORK,
        options={"keep_excess_shields": False},
    )
    assert t.rank("P1") == "knight" and t.shields("P1") == 0


def finalists(**options: Any) -> Table:
    champion = {"rank": "champion_knight", "shields": 8}
    t = quest("boar_hunt", "P2", [["thieves"], ["boar"]], [champion, {}, champion], ["P3", "P1"], options=options)
    for _ in range(2):
        t.do("P3")
        t.do("P1")
    return t


def test_r38_a_tied_final_is_shared() -> None:
    t = finalists()
    for _ in range(2):
        t.do("P1")
        t.do("P3")
    assert t.match.over and t.match.ranking == [[0, 2], [1]]


def test_r38_without_a_final_all_win() -> None:
    assert finalists(final_tournament=False).match.ranking == [[0, 2], [1]]


def test_r38_shorter_games_use_the_points_of_their_goal() -> None:
    t = quest(
        "boar_hunt",
        "P2",
        [["thieves"], ["boar"]],
        [{"shields": 4, "court": ["sir_galahad"]}, {}, {"shields": 4, "court": ["sir_lancelot"]}],
        ["P3", "P1"],
        options={"victory_rank": "knight"},
    )
    for _ in range(2):
        t.do("P3")
        t.do("P1")
    t.windows()
    assert t.question == "play_tournament" and t.state.tournament_bp(0) == 10


def test_r39_stage_cards_are_not_in_the_reshuffle_for_the_sponsor() -> None:
    t = quest(
        "boar_hunt",
        "P1",
        [["thieves"], ["giant"]],
        [{}, {"hand": ["sword"]}],
        ["P2"],
        deck=["lance"],
        discard=["horse"] * 5,
        rest="box",
    )
    t.do("P2", "sword")
    t.do("P2")
    # P1 draws 4: the Lance, then from five Horses and the Sword played before
    assert t.happened("adventure_reshuffled") == [{"cards": 6}]
    assert set(t.hand("P1")) <= {"lance", "horse", "sword"} and len(t.hand("P1")) == 4
    assert {"thieves", "giant"} <= set(t.discarded())


def test_r40_discards_are_seen_by_all() -> None:
    t = over_the_limit(["sir_gawain"])
    t.do("P1", "sir_gawain", "thieves")
    for viewer in (0, 1, 2, None):
        names = {KIND[piece] for piece in t.match.view(viewer).adventure_discard}
        assert names == {"sir_gawain", "thieves"}


def test_r41_without_any_card_nobody_draws() -> None:
    t = Table([{}, {}], "join_tournament", story="queens_favor", story_deck=YORK, deck=["sword"], rest="box")
    assert t.hand("P1") == ["sword"] and t.hand("P2") == []


def test_r42_the_last_turn() -> None:
    t = Table(
        [{"shields": 2}, {"shields": 2}, {"shields": 1}],
        "join_tournament",
        story="tournament_at_york",
        turn=1,
        options={"max_turns": 1},
    )
    t.idle("join_tournament")
    assert t.match.over and t.match.ranking == [[0, 1], [2]]


def test_r43_names_of_the_printed_cards() -> None:
    names = {card.name for card in CARDS.values()}
    assert {"King Pellinore", "Test of Morgan Le Fey", "Queen's Favor", "Repel the Saxon Raiders"} <= names
    assert CARDS["slay_the_dragon"].count == 1 and CARDS["vanquish_king_arthurs_enemies"].count == 2


def test_r44_nobody_holds_more_than_nine_shields() -> None:
    assert max(RANK_NEEDS) - 1 == 9
    rng = Random(1)
    match = GAME.match(players=4, seed=1)
    while match.asked:
        s: Any = match.state
        assert max(s.shields) <= 9
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))


def test_r45_a_preview_is_not_undone_by_mordred() -> None:
    t = quest(
        "slay_the_dragon",
        "P1",
        [["thieves"], ["saxons"], ["giant"]],
        [{"hand": ["mordred"]}, {"court": ["merlin"], "cards": 3}],
        ["P2"],
    )
    t.do("P2", "preview_3")
    t.do("P2")
    t.do("P1", "strike_merlin")
    t.windows()
    assert t.court("P2") == [] and KIND[t.match.view(1).stages[2][0]] == "giant"


def test_r45_nobody_is_asked_once_merlin_is_seen_elsewhere() -> None:
    stages = [["thieves"], ["saxons"], ["giant"]]
    gone = Table(
        [{}, {}],
        "play_foe_stage",
        story="slay_the_dragon",
        sponsor=0,
        stages=stages,
        participants=[1],
        discard=["merlin"],
    )
    assert gone.asked == {"P2"}
    simple = quest(
        "slay_the_dragon", "P1", stages, [{}, {}], ["P2"], asks="play_foe_stage", options={"merlin_power": False}
    )
    assert simple.asked == {"P2"}


def test_r47_anybody_may_strike_any_ally() -> None:
    t = quest(
        "boar_hunt",
        "P1",
        [["thieves"], ["giant"]],
        [{"hand": ["mordred"]}, {"hand": ["mordred"], "court": ["merlin", "sir_galahad"]}, {"hand": ["mordred"]}],
        ["P2"],
    )
    t.windows()
    t.do("P2")
    for who, seat in (("P1", 0), ("P2", 1), ("P3", 2)):
        assert t.asked == {who}
        assert t.legal(who) == {"pass", "strike_merlin", "strike_sir_galahad"}
        t.match.answer(seat, "pass")


def test_options_are_checked() -> None:
    with pytest.raises(BadOption, match="starting_hand"):
        GAME.settle(2, {"max_hand": 8})
    assert GAME.settle(2, {"max_hand": 8, "starting_hand": 8}).max_hand == 8
