"""Quests of the Round Table: the same for rulings on tournaments, events, turns and the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.engine import BadOption
from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.cards import CARDS, KIND, RANK_NEEDS

from .table import YORK, Table, over_the_limit, quest


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


def tie(*hand: str, **options: Any) -> Table:
    return Table(
        [{"hand": list(hand)}, {"hand": list(hand)}, {"hand": ["sword"]}],
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


def test_r48_weapons_of_a_tie_may_stay() -> None:
    swords = tie("sword", "horse")
    swords.do("P1", "sword")
    swords.do("P2", "sword")
    assert not any(swords.state.field) and swords.accepts("P1", "horse")
    t = tie("sword", "sword", "horse", tiebreak_weapons="stay")
    t.do("P1", "sword")
    t.do("P2", "sword")
    assert t.question == "play_tournament" and all(t.state.field[:2])
    assert not t.accepts("P1", "sword") and t.accepts("P1", "horse")
    t.do("P1", "horse")
    t.do("P2")
    assert t.points("jousted")[-2:] == [("P1", 25), ("P2", 15)]
    assert not any(t.state.field)
