"""Of Knights and Ninjas: the rulings, as far as no worked example tests them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.engine import BadOption
from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.cards import CARD, CARDS, KIND, PIECES, jester_kinds

from . import test_examples as examples
from .table import Table


def test_r1_r21_the_list() -> None:
    assert sum(card.count for card in CARDS) == 100 and len(CARDS) == 20
    assert [len(pieces) for pieces in PIECES.values()] == [100, 99, 95]
    assert CARD["dragon"].strength == 2


@pytest.mark.parametrize(
    ("who", "first", "second"),
    [("auto", "CD", "DB"), ("out_of_turn", "CD", "DB"), ("bystanders_only", "CD", "D"), ("anyone", "BCD", "DAB")],
)
def test_r3_who_may_rob(who: str, first: str, second: str) -> None:
    hands = {"A": ["knight", "peasant"], "B": ["peasant"], "C": ["highwayman", "peasant"], "D": ["peasant"]}
    t = Table(hands, options={"highwayman_eligibility": who})
    t.do("A", "attack", "B", "knight").do("B", "accept")
    assert t.eligible == first
    while t.asked != "C":
        t.do(t.asked, "decline")
    assert t.do("C", "highwayman").eligible == second


def test_r5_the_win_waits_for_the_road() -> None:
    t = Table({"A": ["knight"], "C": ["highwayman"]}, gems=(8, 5, 1, 6))
    t.do("A", "attack", "B", "knight")
    assert t.question == "highwayman" and not t.match.over
    t.do("C", "highwayman")
    assert t.gems == (8, 2, 4, 6) and not t.match.over


def test_r7_special_actions_do_not_use_the_road() -> None:
    robbers = {q: ["highwayman", "highwayman", "jester"][: 3 - i] for i, q in enumerate("B")}
    t = Table({"A": ["merchant"], **robbers, "C": ["highwayman"]})
    t.do("A", "special", "merchant", "B")
    assert t.question == "choose_action" and t.asked == "B"
    t = Table({"A": ["monk"], "C": ["highwayman"]}, {"B": ["castle"]})
    t.do("A", "special", "monk")
    assert t.gems == (6, 4, 5, 5) and t.question == "choose_action"


def test_r8_one_card_or_peasants() -> None:
    t = Table({"A": ["king"], "B": ["soldier", "soldier", "peasant", "peasant", "jester"]})
    t.do("A", "attack", "B", "king")
    assert t.why("B", "soldier", "soldier") == "one card, or peasants together"
    assert t.can("B", "peasant", "peasant", "jester:peasant")
    assert not t.can("B", "peasant", "soldier")


@pytest.mark.parametrize("kind", ["ladder", "catapult"])
def test_r9_things_have_no_head(kind: str) -> None:
    t = Table({"A": [kind], "B": ["executioner", "king", "traitor"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", kind)
    assert t.answers("B") == [("accept",)]
    assert t.why("B", "executioner") == f"a {kind} has no head to cut off"


def test_r10_only_the_cards_now_played_return() -> None:
    hands = {"A": ["ladder", "peasant", "jester"], "B": ["minstrel"]}
    t = Table(hands, {"B": ["castle"]})
    t.do("A", "attack", "B", "ladder").do("B", "accept")
    t.do("A", "peasant", "jester:peasant").do("B", "minstrel")
    assert t.hand("A") == ["jester", "peasant"] and "ladder" in t.discards


def test_r11_a_fortifying_archer_goes_to_the_hand() -> None:
    t = Table({"B": ["minstrel"]}, {"A": ["archer"], "B": ["archer"]})
    assert sorted(t.answers("A")) == [("attack", "B", "wall:archer"), ("end_turn",)]
    t.do("A", "attack", "B", "wall:archer").do("B", "minstrel")
    assert t.hand("A") == ["archer"] and t.fort("A") == [] and t.fort("B") == ["archer"]


def test_r13_r50_minstrel_against_the_own_attack() -> None:
    t = Table({"A": ["knight", "minstrel", "minstrel", "peasant"], "B": ["traitor", "traitor"]})
    t.do("A", "attack", "B", "knight").do("B", "traitor").do("A", "minstrel")
    assert t.question == "continue_attack" and "knight" in t.hand("A") and t.fort("A") == ["minstrel"]
    # A second minstrel cannot join the first; the attack itself still meets A past all walls
    t.do("A", "knight").do("B", "traitor")
    assert t.asked == "A" and not t.can("A", "minstrel")
    assert t.why("A", "minstrel") == "a minstrel already stands before you"


def test_r13_princess_takes_the_own_knight_back() -> None:
    t = Table({"A": ["knight", "princess"], "B": ["traitor"]})
    t.do("A", "attack", "B", "knight").do("B", "traitor").do("A", "princess")
    assert t.hand("A") == ["knight"] and t.question == "continue_attack" and t.asked == "A"


def test_r15_a_turned_attack_ignores_all_walls() -> None:
    t = Table({"A": ["knight", "peasant"], "B": ["traitor", "king"]}, {"A": ["castle", "archer"]})
    t.do("A", "attack", "B", "knight").do("B", "traitor").do("A", "accept").nobody_robs()
    assert t.gems == (2, 8, 5, 5) and t.fort("A") == ["castle", "archer"]


def test_r16_pre_attacks_in_any_order() -> None:
    hands = {"A": ["archer", "catapult", "ladder", "king", "dragon"]}
    t = Table(hands, {"B": ["castle", "archer"]})
    played = {answer[2:] for answer in t.answers("A") if answer[:2] == ("attack", "B")}
    assert played == {("archer",), ("catapult",), ("ladder",)}
    t.do("A", "attack", "B", "ladder")
    assert {answer[0] for answer in t.answers("A")} == {"archer", "catapult", "end_turn"}
    t.do("A", "archer")
    assert {answer[0] for answer in t.answers("A")} == {"catapult", "king", "dragon", "end_turn"}
    t = Table(hands, {"B": ["castle", "minstrel"], "C": ["archer"], "D": ["archer"]})
    assert not any(answer[:2] == ("attack", "B") for answer in t.answers("A"))


def test_r17_pre_attacks_between_attacks_by_option() -> None:
    hands = {"A": ["dragon", "ladder", "soldier"], "B": ["princess", "peasant"]}
    t = Table(hands, {"B": ["castle"]}, options={"pre_attack_first_only": False})
    t.do("A", "attack", "B", "dragon").do("B", "princess")
    assert t.can("A", "ladder")
    t = Table(hands, {"B": ["castle"]})
    t.do("A", "attack", "B", "dragon").do("B", "princess")
    assert t.why("A", "ladder") == "pre-attacks come before the first attack card of the turn"


def test_r18_ladder() -> None:
    t = Table({"A": ["ladder", "ladder", "peasant", "peasant"], "B": ["soldier", "king"]}, {"B": ["castle"]})
    assert not t.can("A", "attack", "C", "ladder")
    t.do("A", "attack", "B", "ladder").do("B", "accept")
    assert t.why("A", "ladder") == "one ladder is enough"
    t.do("A", "peasant").do("B", "soldier")
    assert t.can("A", "peasant")  # the ladder still stands
    t.do("A", "end_turn")
    assert "ladder" in t.discards and t.fort("B") == ["castle"]


def test_r19_spare_or_always_destroy() -> None:
    t = Table({"A": ["dragon"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "dragon").do("A", "spare")
    assert t.fort("B") == ["castle"] and t.gems == (7, 3, 5, 5)
    t = Table({"A": ["ninja"]}, {"B": ["castle", "archer"]}, options={"unique_side_effects": "automatic"})
    t.do("A", "attack", "B", "ninja")
    assert t.fort("B") == ["castle"] and t.gems == (7, 3, 5, 5)


def test_r22_jester() -> None:
    # Taken by a princess, a jester-knight is a plain jester
    t = Table({"A": ["jester"], "B": ["princess"]})
    assert not any("castle" in answer or "ladder" in answer for answer in t.answers("A"))
    t.do("A", "attack", "B", "jester:knight").do("B", "princess")
    assert t.hand("B")[:1] == ["jester"] or "jester" in t.hand("B")
    # A jester-archer on the wall can be used as a pre-attack and executed
    t = Table({"B": ["executioner"]}, {"A": ["jester:archer"], "B": ["archer"]})
    t.do("A", "attack", "B", "wall:archer").do("B", "executioner")
    assert t.discards == ["executioner", "jester"] and t.fort("B") == ["archer"]
    # Only kinds of the deck in use
    assert "queen" not in jester_kinds("no_queen_99") and "monk" not in jester_kinds("core_95")
    t = Table({"A": ["jester"]}, options={"deck_preset": "core_95"})
    assert not any(atom in answer for answer in t.answers("A") for atom in ("jester:queen", "jester:minstrel"))
    # Discarding needs no declaration
    assert t.can("A", "discard", "jester")


def test_r24_discard_only_if_nothing_was_played() -> None:
    t = Table({"A": ["catapult", "king"]}, {"B": ["castle"]})
    assert t.why("A", "end_turn") == "there is no free pass: attack a rival or discard a card"
    t.do("A", "attack", "B", "catapult").do("A", "end_turn")
    assert t.hand("A") == ["king"] and t.asked == "B"
    # With an empty hand nothing is discarded
    t = Table({"D": ["castle"]}, turn="D", draw=0, discard=0, rest="C")
    t.do("D", "fortify", "castle")
    assert t.asked == "C" and [e["seat"] for e in t.happened("no_cards")] == [0, 1]


@pytest.mark.parametrize(("option", "cards"), [(1, 5), (2, 6)])
def test_r25_first_turn(option: int, cards: int) -> None:
    match = GAME.match(players=3, seed=2, options={"first_turn_draw": option, "first_player": 1})
    s: Any = match.state
    assert match.asked == (1,) and len(s.hands[1]) == cards


def test_r26_starting_hand() -> None:
    match = GAME.match(players=3, seed=2, preset="first_edition")
    s: Any = match.state
    assert sorted(len(hand) for hand in s.hands) == [2, 2, 3] and len(s.pieces) == 95


def test_r28_random_matches_end() -> None:
    rng = Random(28)
    for players in range(2, 7):
        match = GAME.match(players=players, seed=players)
        while match.asked:
            seat = match.asked[0]
            match.answer(seat, match.choice(seat).sample(rng))
        assert match.ranking


@pytest.mark.parametrize("wins", [True, False])
def test_r29_no_passive_win(wins: bool) -> None:
    # A lower goal alone crowns nobody
    examples.test_w12_passive_holder()
    # A merchant's payment does, unless the table plays otherwise
    t = Table({"A": ["merchant"], "B": ["king", "king"]}, gems=(2, 9, 5, 4), options={"merchant_payment_can_win": wins})
    t.do("A", "special", "merchant", "B")
    assert t.match.over is wins and t.gems == (1, 10, 5, 4)


def test_r30_herald_needs_a_card() -> None:
    t = Table({"A": ["herald"]})
    assert t.answers("A") == [("discard", "herald")]
    assert t.why("A", "special") == "no rival has a card to show"


def test_r31_merchant_needs_price_and_half() -> None:
    t = Table({"A": ["merchant"], "B": ["king"]})
    assert not any(answer[0] == "special" for answer in t.answers("A"))
    t = Table({"A": ["merchant", "herald"], "B": ["king", "king"]}, gems=(0, 8, 6, 6))
    assert t.why("A", "special", "merchant") == "a merchant costs 1 gem, and you have no gems"
    # Half of the cards, blind: which ones is left to chance
    t = Table({"A": ["merchant"], "B": ["king", "queen", "ninja"]})
    t.do("A", "special", "merchant", "B")
    assert len(t.hand("A")) == 1


@pytest.mark.parametrize(
    ("cards", "gems", "asked", "forms"),
    [
        (3, 2, True, {"gems", "cards"}),
        (2, 1, True, {"gems", "cards"}),
        (1, 1, False, {"gems"}),
        (0, 1, False, {"gems"}),
        (3, 0, True, {"cards"}),
        (2, 0, False, {"cards"}),
        (1, 0, False, {"cards"}),
    ],
)
def test_r32_monk_with_shortage(cards: int, gems: int, asked: bool, forms: set[str]) -> None:
    hand = ["king", "queen", "ninja"][:cards]
    t = Table({"A": ["monk"], "B": hand}, {"B": ["castle"]}, gems=(5, gems, 5, 10 - gems))
    t.do("A", "special", "monk")
    assert (t.question == "monk_pay") is asked
    if asked:
        assert {answer[0] for answer in t.answers("B")} == forms
        t.do("B", "cards", *hand[:2])
        assert sorted(hand[:2]) == t.hand("A")
    elif forms == {"gems"}:
        assert t.gems[:2] == (6, 0)
    else:
        assert t.hand("A") == sorted(hand)


def test_r34_fortifying() -> None:
    t = Table({"A": ["castle", "archer", "minstrel", "jester"]}, {"A": ["castle"]})
    walls = {answer[1:] for answer in t.answers("A") if answer[0] == "fortify"}
    assert walls == {
        ("archer",),
        ("minstrel",),
        ("jester:archer",),
        ("jester:minstrel",),
        ("archer", "minstrel"),
        ("archer", "jester:minstrel"),
        ("jester:archer", "minstrel"),
    }
    t.do("A", "fortify", "minstrel", "archer")  # in any order
    assert t.fort("A") == ["castle", "archer", "minstrel"]


def test_r35_the_minstrel_is_discarded_before_drawing() -> None:
    t = Table({"D": ["castle"]}, {"A": ["minstrel"]}, turn="D", draw=0, discard=0, rest="C")
    t.do("D", "fortify", "castle")
    assert t.asked == "A" and t.hand("A") == ["minstrel"] and t.state.reshuffles == 1


def test_r36_duel_without_expansions() -> None:
    match = GAME.match(players=2, options={"duel_remove_expansions": True})
    kinds = {KIND[piece] for piece in match.state.pieces}
    assert len(match.state.pieces) == 95 and not kinds & {"queen", "monk", "minstrel"}
    assert len(GAME.match(players=3, options={"duel_remove_expansions": True}).state.pieces) == 100


@pytest.mark.parametrize("seat", [0, 1])
def test_r37_the_youngest_drafts_first(seat: int) -> None:
    assert GAME.match(players=2, seed=9, options={"youngest_seat": seat}).asked == (seat,)


def test_r38_the_last_card_is_kept() -> None:
    t = Table(players=2, asks="draft", draft=["king", "queen"], turn="A")
    t.do("A", "give")  # the queen is the last card: A keeps it without being asked, and begins
    assert t.hand("A") == ["queen"] and t.hand("B") == ["king"]
    assert t.asked == "A" and t.question == "choose_action"


def test_r39_later_drafts_come_from_the_rest_of_the_pile() -> None:
    t = Table({"A": ["king"], "B": ["queen"]}, players=2, draw=20, discard=78)
    t.do("A", "redeal")
    assert len(t.state.draw) == 5 and len(t.state.discard) == 78 and t.state.reshuffles == 0


@pytest.mark.parametrize(("shrinks", "goal"), [(False, 12), (True, 11)])
def test_r40_duel_goal(shrinks: bool, goal: int) -> None:
    t = Table({"A": ["king"], "B": ["queen"]}, players=2, draw=3, discard=95, options={"duel_goal_shrinks": shrinks})
    t.do("A", "redeal")
    assert t.state.reshuffles == 1 and t.state.goal == goal


def test_r41_redeal() -> None:
    # Nothing could be dealt: discard instead, and with no cards pass
    t = Table({"A": ["ladder", "ladder"]}, players=2, draw=0, discard=0, rest="B")
    assert sorted(t.answers("A")) == [("discard", "ladder")]
    t.do("A", "discard", "ladder")
    assert t.asked == "B"
    # With no cards the re-deal comes by itself
    t = Table({"A": ["king"], "B": []}, players=2)
    t.do("A", "attack", "B", "king")
    assert [e["seat"] for e in t.happened("redeal")] == [1] and t.question == "draft"
    # unless the archer on the wall can be used
    t = Table({"B": ["castle"]}, {"A": ["archer"], "B": ["archer"]}, players=2)
    assert sorted(t.answers("A")) == [("attack", "B", "wall:archer"), ("redeal",)]


def test_r41_a_single_card_can_be_dealt() -> None:
    t = Table({"B": ["peasant"]}, players=2, turn="B", draw=0, discard=0, rest="B")
    t.do("B", "attack", "A", "peasant")  # the peasant is all there is to deal, and A, poorer now, takes it
    assert t.happened("redeal") and t.happened("draft_dealt")[0]["cards"] == 1
    assert t.hand("A") == ["peasant"] and t.asked == "A"


def test_r43_duel_minstrel_against_the_own_attack() -> None:
    t = Table({"A": ["knight", "minstrel"], "B": ["traitor", "king", "queen", "ninja"]}, players=2)
    t.do("A", "attack", "B", "knight").do("B", "traitor").do("A", "minstrel")
    assert (t.question, t.asked) == ("minstrel_discard", "B")
    t.do("B", "king", "ninja")
    assert t.hand("A") == ["knight"] and t.hand("B") == ["queen"]
    assert t.question == "continue_attack" and t.asked == "A"


def test_r43_duel_minstrel_as_fortification() -> None:
    t = Table({"A": ["castle", "minstrel"], "B": ["king", "queen", "ninja"]}, players=2)
    t.do("A", "fortify", "castle", "minstrel").do("B", "king", "queen")
    assert t.fort("A") == ["castle"] and t.discards == ["king", "minstrel", "queen"] and t.asked == "B"
    # With two cards or fewer all go, without a question
    t = Table({"A": ["minstrel"], "B": ["king", "queen"]}, players=2)
    t.do("A", "fortify", "minstrel")
    assert [sorted(e["cards"]) for e in t.happened("discarded")] == [["king", "queen"]]


def test_r44_duel_specials() -> None:
    t = Table({"A": ["herald"], "B": ["king", "queen", "ninja"]}, players=2)
    t.do("A", "special", "herald").do("B", "king", "queen")
    assert sorted(t.answers("A")) == [("king",), ("queen",)]
    t.do("A", "queen")
    assert t.hand("A") == ["queen"] and t.hand("B") == ["king", "ninja"]
    # A rival with one card shows that one, and it is taken
    t = Table({"A": ["herald", "peasant"], "B": ["king"]}, players=2)
    t.do("A", "special", "herald")
    assert t.hand("A") == ["king", "peasant"]
    # One gem and two cards: the gem or both cards
    t = Table({"A": ["monk"], "B": ["king", "queen"]}, {"B": ["castle"]}, players=2, gems=(11, 1))
    t.do("A", "special", "monk")
    assert sorted(t.answers("B")) == [("cards", "king", "queen"), ("gems",)]
    t.do("B", "cards", "king", "queen")
    assert t.gems == (11, 1)


def test_r47_one_rival_per_turn() -> None:
    t = Table({"A": ["catapult", "king"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "catapult")
    assert t.why("A", "C", "king") == "the target stays the same for the whole turn"
    assert sorted(t.answers("A")) == [("end_turn",), ("king",)]


def test_r49_executioner_against_a_revolt() -> None:
    t = Table({"A": ["peasant"] * 5, "B": ["executioner"]})
    t.do("A", "attack", "B", *["peasant"] * 4).do("B", "executioner")
    assert t.discards == ["executioner", *["peasant"] * 4] and t.hand("A") == ["peasant"]


def test_6_options_are_checked() -> None:
    for options in ({"goal": 5}, {"goal": 16}, {"first_player": 3}, {"deck_preset": "tiny"}, {"starting_hand": 9}):
        with pytest.raises(BadOption):
            GAME.match(players=3, options=options)
    assert GAME.match(players=3, options={"goal": 8, "goal_shrinks": False}).state.goal == 8


def test_6_the_goal_need_not_shrink() -> None:
    t = Table({"D": ["peasant"]}, turn="D", draw=0, discard=12, rest="C", options={"goal_shrinks": False})
    t.do("D", "discard", "peasant")
    assert t.state.reshuffles == 1 and t.state.goal == 10


def test_the_winner_begins_the_next_match() -> None:
    """3.1: the seat of the winner is an option of the next match; after a shared win, and in the duel, it is not."""
    rng = Random(3)
    match = GAME.match(players=3, seed=3)
    while match.asked:
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    (winner,) = match.ranking[0]
    again = GAME.match(players=3, seed=4, options=match.again())
    assert again.state.first == winner
    shared = Table({"A": ["king"]}, players=3, gems=(5, 5, 5), draw=0, rest="discard", options={"max_reshuffles": 1})
    shared.do("A", "discard", "king")
    assert shared.match.over and shared.match.again()["first_player"] == "random"
    duel = Table({"A": ["king"]}, players=2, gems=(6, 6))
    assert duel.match.again() == duel.match.options.data()
