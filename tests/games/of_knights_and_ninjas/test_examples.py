"""Of Knights and Ninjas: every worked example, as given / when / then."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import BadPosition
from roundtable.games.of_knights_and_ninjas import GAME

from .table import Table

HIGHWAY = {"B": ["knight"], "D": ["highwayman"], "A": ["jester"], "C": ["peasant"]}


def test_e1_setup_four_players() -> None:
    # Given a new game
    match = GAME.match(players=4, seed=5)
    s: Any = match.state
    # Then five gems and four cards each; the first player has already drawn two
    assert s.gems == (5, 5, 5, 5) and s.goal == 10
    assert sorted(len(hand) for hand in s.hands) == [4, 4, 4, 6]
    assert len(s.hands[s.turn]) == 6 and len(s.draw) == 82 and s.discard == ()
    assert match.question == "choose_action" and match.asked == (s.turn,)


def test_e2_a_long_attack() -> None:
    # Given
    t = Table(
        {"A": ["soldier", "knight", "queen"], "C": ["soldier", "king", "peasant", "peasant", "peasant"]},
        gems=(6, 5, 5, 4),
    )
    # When soldier meets soldier
    t.do("A", "attack", "C", "soldier").do("C", "soldier")
    assert t.discards == ["soldier", "soldier"] and t.gems == (6, 5, 5, 4)
    assert (t.question, t.asked) == ("continue_attack", "A")
    # and knight meets king
    t.do("A", "knight").do("C", "king")
    assert t.gems == (6, 5, 5, 4) and t.question == "continue_attack"
    # and the queen meets three peasants
    t.do("A", "queen").do("C", "peasant", "peasant", "peasant").nobody_robs()
    # Then two gems have moved and the turn is over
    assert t.gems == (8, 5, 3, 4) and len(t.discards) == 8
    assert t.asked == "B"


def test_e3_the_neighbour_strikes_back() -> None:
    t = Table({"B": ["king"]}, gems=(8, 5, 3, 4), turn="B")
    t.do("B", "attack", "A", "king").nobody_robs()  # A holds no card and is not even asked
    assert t.gems == (4, 9, 3, 4) and t.asked == "C" and not t.match.over


def test_e4_excess_strength() -> None:
    t = Table({"A": ["knight"], "B": ["peasant"]}, gems=(5, 1, 7, 7))
    t.do("A", "attack", "B", "knight").do("B", "accept")
    assert t.gems == (6, 0, 7, 7) and t.asked == "B" and t.question == "choose_action"


def test_e5_revolt() -> None:
    t = Table({"A": ["peasant"] * 7, "B": ["castle"]}, gems=(2, 8, 5, 5))
    t.do("A", "attack", "B", *["peasant"] * 7).do("B", "accept").nobody_robs()
    assert t.gems == (9, 1, 5, 5)


def test_e6_catapult_king_executioner() -> None:
    t = Table({"A": ["catapult", "king"], "B": ["executioner"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "catapult").do("B", "accept")
    t.do("A", "king").do("B", "executioner")
    assert t.discards == ["castle", "catapult", "executioner", "king"]
    assert t.gems == (5, 5, 5, 5) and t.asked == "B" and t.question == "choose_action"


def test_e7_dragon_and_executioner() -> None:
    """R20: a dragon that was stopped burns nothing."""
    t = Table({"A": ["dragon", "soldier"], "B": ["executioner"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "dragon").do("B", "executioner")
    assert t.discards == ["dragon", "executioner"] and t.fort("B") == ["castle"]
    assert t.gems[1] == 5 and t.asked == "B" and t.question == "choose_action"


def test_e8_merchant() -> None:
    t = Table({"A": ["merchant"], "B": ["peasant"] * 9})
    t.do("A", "special", "merchant", "B")
    assert t.gems == (4, 6, 5, 5)
    assert t.hand("A") == ["peasant"] * 4 and t.happened("merchant")[0]["gems"] == 1
    assert t.asked == "B" and len(t.hand("B")) == 5 + 2  # B has drawn two since


def jester_as_highwayman() -> Table:
    t = Table(HIGHWAY, gems=(8, 5, 5, 2), turn="B")
    t.do("B", "attack", "C", "knight").do("C", "accept")
    assert t.question == "highwayman" and t.eligible == "DA" and t.asked == "D"
    t.do("D", "decline")
    assert t.asked == "A"
    return t.do("A", "jester:highwayman")


def test_e9_jester_as_highwayman() -> None:
    """R2, R4: a bystander robs the road; all others are asked anew, clockwise from the robber."""
    t = jester_as_highwayman()
    assert t.eligible == "CD"  # holder A, robbed B
    t.do("C", "decline").do("D", "decline")
    assert t.gems == (11, 5, 2, 2) and t.match.over
    assert t.match.ranking == [[0], [1], [2, 3]]


def test_e10_unless() -> None:
    """R2: a highwayman may be robbed by the next one."""
    t = jester_as_highwayman()
    t.do("C", "decline").do("D", "highwayman")
    assert t.eligible == "C"
    t.do("C", "decline")
    assert t.gems == (8, 5, 2, 5) and not t.match.over and t.asked == "C"


def test_e11_shrinking_goal() -> None:
    # Given the pile is about to run out and B owns nine gems
    t = Table(
        {"D": ["peasant", "peasant"], "A": ["peasant"]}, gems=(4, 9, 5, 2), turn="D", draw=1, discard=12, rest="C"
    )
    # When A draws, the deck is reshuffled
    t.do("D", "discard", "peasant")
    # Then nine gems win, but B has not gained any
    assert t.state.goal == 9 and t.state.reshuffles == 1 and not t.match.over
    # A second reshuffle makes it eight
    t = Table({"D": ["peasant"]}, turn="D", reshuffles=1, draw=1, discard=12, rest="C")
    assert t.state.goal == 9
    t.do("D", "discard", "peasant")
    assert t.state.goal == 8
    # B wins by taking a gem
    t = Table({"B": ["peasant"]}, gems=(4, 9, 5, 2), turn="B", reshuffles=1)
    t.do("B", "attack", "A", "peasant").nobody_robs()
    assert t.match.over and t.match.ranking[0] == [1]
    # or by losing one and gaining one back
    t = Table({"B": ["peasant"]}, gems=(5, 8, 5, 2), turn="B", reshuffles=1)
    t.do("B", "attack", "A", "peasant").nobody_robs()
    assert t.match.over and t.gems[1] == 9


def test_e12_double_agent() -> None:
    """R12: an attack that was turned round can be turned again."""
    t = Table({"A": ["knight", "traitor"], "B": ["traitor"]})
    t.do("A", "attack", "B", "knight").do("B", "traitor")
    assert t.asked == "A" and t.can("A", "traitor")


def test_w1_archer_ladder_knight() -> None:
    t = Table({"A": ["ladder", "knight"]}, {"A": ["archer"], "B": ["castle", "archer"]})
    t.do("A", "attack", "B", "wall:archer").do("A", "ladder").do("A", "knight")
    assert t.gems == (8, 2, 5, 5) and t.fort("B") == ["castle"] and t.fort("A") == []
    assert t.discards == ["archer", "archer", "knight", "ladder"]


def test_w2_no_way_in() -> None:
    t = Table({"A": ["dragon", "soldier", "peasant"]}, {q: ["archer"] for q in "BCD"})
    assert sorted(t.answers("A")) == [("discard", "dragon"), ("discard", "peasant"), ("discard", "soldier")]


def test_w3_princess_against_dragon() -> None:
    """R20, R48: the dragon changes hands before it burns anything, and the turn goes on."""
    hands = {"A": ["dragon", "ladder", "soldier"], "B": ["princess"]}
    t = Table(hands, {"B": ["castle"]})
    t.do("A", "attack", "B", "ladder").do("B", "accept")
    t.do("A", "dragon").do("B", "princess")
    assert t.hand("B") == ["dragon"] and t.discards == ["princess"] and t.fort("B") == ["castle"]
    t.do("A", "soldier").do("B", "accept")
    assert t.gems == (7, 3, 5, 5)
    # Had A begun with the dragon, the ladder would come too late
    t = Table(hands, {"B": ["castle"]})
    t.do("A", "attack", "B", "dragon").do("B", "princess")
    assert t.answers("A") == [("end_turn",)]


def test_w4_traitor_on_traitor() -> None:
    """R12: after two traitors the attack goes on as it began."""
    t = Table({"A": ["knight", "traitor"], "B": ["traitor", "soldier"]})
    t.do("A", "attack", "B", "knight").do("B", "traitor").do("A", "traitor").do("B", "soldier")
    assert t.gems == (6, 4, 5, 5) and t.discards == ["knight", "soldier", "traitor", "traitor"]


def test_w5_a_revolt_backfires() -> None:
    """R14: the gems of a turned attack go to whoever turned it."""
    t = Table({"A": ["peasant"] * 8, "B": ["traitor"], "C": ["castle"], "D": ["castle"]}, gems=(2, 8, 5, 5))
    t.do("A", "attack", "B", *["peasant"] * 7).do("B", "traitor").do("A", "accept")
    assert t.eligible == "CD"
    t.nobody_robs()
    assert t.gems == (0, 10, 5, 5) and t.match.over and t.match.ranking[0] == [1]


def test_w6_stopping_ones_own_traitored_attack() -> None:
    """R13: whoever stops the own attack is still on turn."""
    t = Table({"A": ["king", "executioner", "peasant"], "B": ["traitor"]})
    t.do("A", "attack", "B", "king").do("B", "traitor").do("A", "executioner")
    assert t.discards == ["executioner", "king", "traitor"] and t.gems == (5, 5, 5, 5)
    assert (t.question, t.asked) == ("continue_attack", "A")


def test_w7_minstrel_as_response() -> None:
    # Given: D is attacked, so that B and C have their turns before the minstrel leaves
    t = Table({"A": ["peasant"] * 4, "B": ["king"], "C": ["ninja"], "D": ["minstrel"]})
    t.do("A", "attack", "D", *["peasant"] * 4).do("D", "minstrel")
    # Then the peasants are back and the minstrel lies before D
    assert t.hand("A") == ["peasant"] * 4 and t.fort("D") == ["minstrel"] and t.asked == "B"
    for letter, card in (("B", "king"), ("C", "ninja")):
        assert not any(answer[:2] == ("attack", "D") for answer in t.answers(letter))
        assert t.why(letter, "attack", "D") == "the minstrel there keeps everybody from attacking"
        t.do(letter, "discard", card)
    # and in D's turn it leaves before two cards are drawn
    assert t.asked == "D" and t.fort("D") == [] and len(t.hand("D")) == 2 and "minstrel" in t.discards
    assert [event.name for event in t.match.events][-3:] == ["turn_started", "minstrel_left", "drew"]


def test_w8_minstrel_does_not_stop_trade() -> None:
    """R33: a minstrel keeps attacks away, not special actions."""
    t = Table({"C": ["merchant"], "B": ["peasant"] * 5}, {"B": ["minstrel"]}, turn="C")
    t.do("C", "special", "merchant", "B")
    assert t.gems == (5, 6, 4, 5) and t.hand("C") == ["peasant"] * 2


def test_w9_the_attacked_player_gets_it_back() -> None:
    """R4, R6: the road opens anew, and the turn is over although nothing was won."""
    t = Table({"A": ["knight"], "B": ["highwayman"], "C": ["highwayman"], "D": ["peasant"]})
    t.do("A", "attack", "B", "knight").do("B", "accept")
    assert t.eligible == "CD"
    t.do("C", "highwayman")
    assert t.eligible == "DB"
    t.do("D", "decline").do("B", "highwayman")
    assert t.eligible == "D"
    t.do("D", "decline")
    assert t.gems == (5, 5, 5, 5) and t.asked == "B" and not t.match.over


def test_w10_nothing_to_take() -> None:
    """R23: a rival without gems may be attacked, and the turn goes on."""
    t = Table({"A": ["dragon", "soldier"], "B": ["peasant"]}, {"B": ["castle"]}, gems=(8, 0, 6, 6))
    t.do("A", "attack", "B", "dragon").do("B", "accept").do("A", "destroy")
    assert t.gems == (8, 0, 6, 6) and t.question == "continue_attack" and t.fort("B") == []
    assert t.can("A", "soldier")
    t.do("A", "soldier").do("B", "accept")
    assert t.gems == (8, 0, 6, 6)


def test_w11_reshuffle_in_the_middle_of_a_draw() -> None:
    """R27: between two cards of one draw."""
    t = Table({"A": ["peasant"]}, draw=1, discard=29, rest="C")
    t.do("A", "discard", "peasant")  # 30 discards; B draws one, reshuffles, draws another
    assert t.state.goal == 9 and len(t.state.draw) == 29 and t.state.discard == ()
    assert len(t.hand("B")) == 2


def test_w12_passive_holder() -> None:
    """R29: a lower goal alone crowns nobody."""
    t = Table({"A": ["peasant"], "D": ["peasant"]}, gems=(9, 4, 4, 3), turn="D", draw=0, discard=20, rest="C")
    t.do("D", "discard", "peasant")
    assert t.state.goal == 9 and not t.match.over and t.asked == "A"
    t.do("A", "attack", "B", "peasant").nobody_robs()
    assert t.gems == (10, 3, 4, 3) and t.match.over and t.match.ranking[0] == [0]


def test_w13_monk() -> None:
    t = Table(
        {"A": ["monk"], "B": ["king"], "C": ["peasant", "ladder", "king", "ninja", "knight"], "D": ["king"]},
        {"B": ["castle"], "C": ["castle"]},
        gems=(5, 3, 0, 12),
    )
    t.do("A", "special", "monk")
    assert (t.question, t.asked) == ("monk_pay", "C") and not t.can("C", "gems")
    t.do("C", "cards", "peasant", "ladder")
    assert t.gems == (6, 2, 0, 12) and t.hand("A") == ["ladder", "peasant"]
    assert t.hand("C") == ["king", "knight", "ninja"] and t.fort("C") == ["castle"]
    assert not t.happened("gems_leave")


def test_w14_herald() -> None:
    t = Table({"A": ["herald"], "B": ["soldier", "king", "ninja"], "D": ["castle"]})
    t.do("A", "special", "herald")
    assert (t.question, t.asked) == ("herald_offer", "B")
    assert not any(t.state.shown)  # nothing is shown before all have chosen
    t.do("B", "soldier")
    assert t.question == "herald_pick" and sorted(t.answers("A")) == [("B",), ("D",)]
    t.do("A", "D")
    assert t.hand("A") == ["castle"] and t.hand("D") == []
    assert t.asked == "B" and set(t.hand("B")) >= {"soldier", "king", "ninja"}


def test_w15_one_of_each_kind() -> None:
    t = Table({"A": ["archer", "castle"]}, {"A": ["jester:archer"]})
    assert [answer for answer in t.answers("A") if answer[0] == "fortify"] == [("fortify", "castle")]


def test_w16_ninja_against_everything() -> None:
    t = Table({"A": ["ninja", "peasant"], "B": ["peasant"]}, {"B": ["castle", "archer"]}, gems=(5, 4, 5, 6))
    t.do("A", "attack", "B", "ninja").do("B", "accept").do("A", "destroy")
    assert t.fort("B") == ["castle"] and t.gems == (7, 2, 5, 6) and t.asked == "B"
    assert t.discards == ["archer", "ninja"]


@pytest.mark.parametrize(("gems", "kept"), [(4, 2), (1, 0)])
def test_w17_subtract_then_cap(gems: int, kept: int) -> None:
    """R46: first the strengths, then the gems that are there."""
    t = Table({"A": ["queen"], "B": ["knight"]}, gems=(5, gems, 5, 10 - gems))
    t.do("A", "attack", "B", "queen").do("B", "knight")
    assert t.gems[1] == kept


def test_w18_minstrel_against_a_catapult() -> None:
    """R9: a minstrel answers a thing too, unless pre-attacks go unanswered."""
    t = Table({"A": ["catapult"], "B": ["minstrel"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "catapult").do("B", "minstrel")
    assert t.hand("A") == ["catapult"] and t.fort("B") == ["castle"]  # B's turn has begun, the minstrel has left
    t = Table({"A": ["catapult"], "B": ["minstrel"]}, {"B": ["castle"]}, options={"respond_to_pre_attacks": False})
    t.do("A", "attack", "B", "catapult")
    assert t.discards == ["castle", "catapult"] and t.fort("B") == []


def test_w19_ladder_lost() -> None:
    t = Table({"A": ["ladder", "knight"], "B": ["executioner"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "ladder").do("B", "accept").do("A", "knight").do("B", "executioner")
    assert t.discards == ["executioner", "knight", "ladder"] and t.fort("B") == ["castle"] and t.asked == "B"


def test_w20_executed_archer() -> None:
    """R9: an archer has a head."""
    t = Table({"A": ["archer", "king"], "B": ["executioner"]}, {"B": ["archer"]})
    t.do("A", "attack", "B", "archer").do("B", "executioner")
    assert t.discards == ["archer", "executioner"] and t.fort("B") == ["archer"]
    assert t.asked == "B" and t.question == "choose_action"


def test_w21_empty_piles() -> None:
    """R27: nothing to draw is no reshuffle."""
    t = Table({"A": ["castle"], "B": ["soldier"]}, draw=0, discard=0, rest="D")
    t.do("A", "fortify", "castle")
    assert t.asked == "B" and t.hand("B") == ["soldier"] and t.state.goal == 10 and t.state.reshuffles == 0
    assert t.can("B", "discard", "soldier")


def test_w22_tenth_reshuffle() -> None:
    """R28: instead of the tenth reshuffle the most gems win."""
    t = Table({"D": ["peasant"]}, gems=(3, 7, 7, 3), turn="D", reshuffles=9, draw=0, discard=20, rest="C")
    assert t.state.goal == 1
    t.do("D", "discard", "peasant")
    assert t.match.over and t.match.ranking == [[1, 2], [0, 3]]


def test_w23_duel_draft() -> None:
    match = GAME.match(players=2, seed=1, options={"youngest_seat": 0})
    s: Any = match.state
    assert s.gems == (6, 6) and s.hands == ((), ()) and match.asked == (0,) and match.question == "draft"
    match.answer(0, "give")
    match.answer(0, "keep")
    s = match.state
    assert [len(hand) for hand in s.hands] == [1, 1] and len(s.draft) == 13 and match.asked == (1,)
    while match.question == "draft":
        match.answer(match.asked[0], "keep")
    s = match.state
    assert [len(hand) for hand in s.hands] == [7, 8] and len(s.draw) == 85
    assert match.question == "choose_action" and match.asked == (1,)


def test_w24_duel_minstrel_as_response() -> None:
    """R43: it still stops the attack, and the returned card may be discarded."""
    t = Table({"A": ["king", "peasant", "soldier", "ladder"], "B": ["minstrel", "knight"]}, players=2)
    t.do("A", "attack", "B", "king")
    assert len(t.hand("A")) == 3
    t.do("B", "minstrel")
    assert (t.question, t.asked) == ("minstrel_discard", "A") and len(t.hand("A")) == 4
    t.do("A", "king", "peasant")
    assert t.hand("A") == ["ladder", "soldier"] and t.discards == ["king", "minstrel", "peasant"]
    assert t.fort("B") == [] and t.asked == "B" and t.question == "choose_action"


def test_w25_duel_redeal() -> None:
    """R41: with three cards or fewer one calls for a re-deal, with more one discards."""
    few = Table({"A": ["king", "queen", "ninja"], "B": ["king"]}, {"A": ["archer"], "B": ["castle"]}, 2)
    assert few.can("A", "redeal") and not any(answer[0] == "discard" for answer in few.answers("A"))
    many = Table({"A": ["king", "queen", "ninja", "ninja"]}, players=2)
    assert many.can("A", "discard", "king") and not many.can("A", "redeal")
    few.do("A", "redeal")
    assert few.discards == ["archer", "castle"] and few.hand("A") == ["king", "ninja", "queen"]
    assert few.question == "draft" and len(few.state.draft) == 15


def test_w26_duel_fatal_bargain() -> None:
    t = Table({"A": ["merchant"], "B": ["king", "king", "queen", "ninja"]}, players=2, gems=(2, 10))
    t.do("A", "special", "merchant", "B")
    assert t.gems == (0, 12) and len(t.hand("A")) == 2 and t.match.over and t.match.ranking == [[1], [0]]


def test_w27_duel_highwayman() -> None:
    """R45: in the duel the robbed player robs back."""
    t = Table({"A": ["knight", "jester"], "B": ["highwayman", "peasant"]}, players=2)
    t.do("A", "attack", "B", "knight").do("B", "accept")
    assert t.eligible == "B"
    t.do("B", "highwayman")
    assert t.eligible == "A" and t.can("A", "jester:highwayman")
    t.do("A", "decline")
    assert t.gems == (6, 6) and t.asked == "B" and t.question == "choose_action"


def test_positions_in_the_middle_of_an_attack() -> None:
    """Positions may begin with the answer to an attack or with its continuation; impossible ones are refused."""
    t = Table({"B": ["king"]}, asks="respond", target="B", attack=["peasant", "jester:peasant"])
    assert t.asked == "B" and t.state.strength == 2
    t = Table(
        {"B": ["king"]},
        {"A": ["archer"], "B": ["archer"]},
        asks="respond_pre_attack",
        target="B",
        attack=["wall:archer"],
    )
    assert t.asked == "B" and t.state.kind == "archer" and t.fort("A") == []
    t = Table(
        {"A": ["king", "catapult"]}, {"B": ["castle"]}, asks="continue_attack", target="B", ladder=True, struck=False
    )
    assert sorted(t.answers("A")) == [("catapult",), ("end_turn",), ("king",)]
    impossible: list[dict[str, Any]] = [
        {"asks": "respond", "target": "B", "attack": ["castle"]},
        {"asks": "respond", "target": "B", "attack": ["king"], "forts": {"B": ["archer"]}},
        {"asks": "herald_pick"},
        {"gems": (1, 1, 1, 1)},
        {"hands": {"A": ["queen", "queen"]}},
        {"hands": {"A": ["wizard"]}},
        {"forts": {"A": ["king"]}},
        {"weather": "rain"},
    ]
    for lies in impossible:
        with pytest.raises(BadPosition):
            Table(**{"hands": {"A": ["knight"]}, **lies})
