"""Worked examples of Lancelot, given / when / then: X from the rulebook, W our own."""

import pytest

from roundtable.engine import FIRST_PIECE, Refusal
from roundtable.games.lancelot.board import board
from roundtable.games.lancelot.cards import CHAIR

from .table import ENTRIES, WHARVES, Table, moving, returns, tiles


def test_x1_movement():
    t = moving({"blue": {"seat": "arthur"}, "green": {"seat": "bedivere"}}, round=1)
    assert t.s.night == 0
    t.does("blue", "stronghold.sword.1")
    t.does("blue", "sword")
    t.does("green", "merlin.1")
    assert t.s.night == 0b11
    assert t.has("blue", "sword") == 1
    assert t.reserve("sword") == 19
    assert not any(t.s.owned[t.seat("green")])
    assert t.s.round == 2
    assert t.order() == ["green", "blue"]


def test_x3_deed():
    t = moving(
        {
            "red": {"at": "galahad", "sword": 3, "sword_of_excalibur": True},
            "blue": {"at": "percival", "lance": 2},
            "green": {"at": "lake.1", "lance": 2, "counter": True},
        },
        dragon=tiles(1, 4, 6),
    )
    t.does("red", "dragon")  # the only combination: no question
    assert t.question == "choose_move"
    assert (t.has("red", "sword"), t.reserve("sword"), t.vp("red")) == (0, 20, 1)
    assert t.s.bearer == t.seat("red")
    assert t.s.deeds[t.seat("red")] == (FIRST_PIECE,)
    assert "dragon" in t.moves()  # one other player may still come
    t.does("blue", "dragon")
    assert "dragon" not in t.moves()  # and no third one


def test_x4_magic():
    t = Table(
        "use_magic", {"red": {"seat": "arthur", "magic": 2, "enemies": 1, "plots": 1}, "blue": {"seat": "merlin"}}
    )
    t.does("red", "exchange", "enemies", "ladies")
    t.does("red", "exchange", "plots", "ladies")
    assert (t.has("red", "magic"), t.has("red", "ladies"), t.has("red", "enemies"), t.has("red", "plots")) == (
        0,
        2,
        0,
        0,
    )
    assert (t.reserve("enemies"), t.reserve("plots"), t.reserve("ladies"), t.reserve("magic")) == (20, 25, 18, 20)


def test_x5_two_advantages():
    t = moving({"red": {"seat": "tristan", "advantages": ["tristan"]}, "blue": {"seat": "arthur"}}, turn=2, round=1)
    t.does("blue", "joust.1")
    t.does("blue")
    t.does("red", "table.gawain")
    assert t.s.advantages[CHAIR["tristan"]] == t.s.advantages[CHAIR["gawain"]] == t.seat("red")
    assert t.s.discs[t.seat("red")] == 9


def test_w1_stack():
    knights = {"red": {"at": "percival"}, "blue": {"at": "percival"}, "green": {"at": "galahad"}}
    assert moving(knights).order() == ["green", "red", "blue"]


def test_w2_stronghold_order():
    """The track comes before the space (R11)."""
    t = moving(
        {
            "red": {"at": "stronghold.sword.4"},
            "blue": {"at": "stronghold.lance.1"},
            "green": {"at": "stronghold.lance.2"},
            "yellow": {"at": "distant.1"},
        }
    )
    assert t.order() == ["yellow", "green", "blue", "red"]


def test_w3_bedivere():
    """Counters of both spaces, and one space is enough (R9)."""
    t = moving({"red": {"at": "joust.1", "advantages": ["bedivere"]}, "blue": {"seat": "merlin"}})
    assert {"joust.2", "joust.3"} <= t.moves()
    t.does("red", "joust.3")
    assert t.answers() == {(), ("sword",), ("squire",), ("sword", "squire")}
    t.does("red", "sword")
    assert (t.has("red", "sword"), t.has("red", "squire")) == (1, 0)
    t.does("red", "joust.5")
    assert t.s.offer == ("sword", "squire")
    t = moving({"red": {"at": "joust.4", "advantages": ["bedivere"]}, "blue": {"seat": "merlin"}})
    assert {move for move in t.moves() if move.startswith("joust")} == {"joust.5"}


def test_w4_entering():
    t = moving({"red": {"seat": "arthur", "advantages": ["bedivere", "gawain"]}, "blue": {"seat": "merlin"}}, round=1)
    assert {move for move in t.moves() if move.startswith(("joust", "stronghold"))} == ENTRIES


@pytest.mark.parametrize(
    ("cards", "tristan", "pairs"),
    [
        (5, True, {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)}),
        (7, True, set()),
        (6, False, {(0, 0), (0, 1), (1, 0)}),
    ],
)
def test_w5_tristan_and_the_card_limit(cards, tristan, pairs):
    green = {"at": "joust.1", "allied": cards, "advantages": ["tristan"] if tristan else []}
    t = moving({"green": green, "blue": {"seat": "merlin"}})
    t.does("green", "distant.3")
    if not pairs:
        assert t.question == "choose_move"
        return
    assert t.question == "choose_cards"
    assert {(answer.count("enemies"), answer.count("plots")) for answer in t.answers()} == pairs


def test_w6_lake():
    """Space by space (R3) as far as the counter (R4)."""
    t = moving(
        {
            "red": {"at": "galahad", "mace": 4, "sword_of_excalibur": True},
            "blue": {"at": "merlin.2", "mace": 4},
            "green": {"at": "merlin.1"},
        },
        dragon=tiles(5, 2, 3),
        order=["blue", "green"],
    )
    assert t.s.excalibur == 2
    t.does("blue", "lake.1")
    assert t.s.lake == t.seat("blue")
    assert "lake.1" not in t.moves()  # Green, in the same turn
    t.does("green", "merlin.2")
    t.does("red", "morgana")
    assert t.asked == "green"  # Blue's step to lake.2 needs no answer
    assert t.s.fetched == t.seat("blue")
    t.does("green", "table.arthur")
    t.does("green", "kindness")
    t.does("red", "table.merlin")
    assert t.asked == "blue"
    assert "lake.3" not in t.moves()
    assert {"percival", "galahad", "morgana", "grail", "table.mordred"} <= t.moves()
    assert t.s.bearer == t.seat("red")
    t.does("blue", "table.guinevere")
    assert t.s.turn == 2 or t.question == "use_magic"
    assert t.s.bearer == t.seat("blue")
    assert t.s.fetched == -1


def test_w6_a_deed_with_excalibur_is_for_the_sword_not_the_counter():
    """R22."""
    knights = {
        "red": {"at": "galahad", "mace": 4, "sword_of_excalibur": True},
        "blue": {"at": "lake.2", "mace": 2, "counter": True},
    }
    t = moving(knights, dragon=tiles(9, 2, 4))
    assert "dragon" in t.moves()
    t.does("red", "grail")
    assert t.asked == "blue"
    assert "dragon" not in t.moves()


def test_w7_excalibur_at_the_entrance():
    """No whirlpools: the first space (R39)."""
    t = moving({"red": {"at": "joust.1"}, "blue": {"at": "joust.2"}}, dragon=tiles(5, 14), order=["red", "blue"])
    assert t.s.excalibur == 1
    t.does("red", "lake.1")
    assert t.s.fetched == t.seat("red")


def test_w8_whirlpools():
    """Never off the Lake (R39)."""
    b = board("reconstructed_v1")

    def space(*numbers):
        return b.excalibur_space(tuple(FIRST_PIECE + n - 1 for n in numbers))

    assert (space(16, 12, 13), space(5, 14), space()) == (7, 1, 1)


def test_w9_maleagant():
    """Any kind the deed asks for, also one that is missing (R23)."""
    red = {"at": "galahad", "advantages": ["maleagant"], "sword": 2, "mace": 1, "lance": 1}
    t = moving({"red": red, "blue": {"at": "joust.1"}}, dragon=tiles(11, 1, 10))
    t.does("red", "dragon")
    assert t.question == "choose_move"
    assert [t.has("red", weapon) for weapon in ("sword", "mace", "lance")] == [0, 0, 0]
    assert t.vp("red") == 2
    assert t.told("deed_done")[0]["waived"] == "mace"
    t = moving({"red": {**red, "mace": 2}, "blue": {"at": "joust.1"}}, dragon=tiles(11, 1))
    t.does("red", "dragon")
    assert t.answers() == {("deed_11", waived) for waived in ("none", "sword", "mace", "lance")}


@pytest.mark.parametrize(("sword", "magic", "able"), [(1, 2, True), (2, 1, False)])
def test_w10_maleagant_and_magic(sword, magic, able):
    """Magic is never saved (R23)."""
    red = {"at": "galahad", "advantages": ["maleagant"], "sword": sword, "magic": magic}
    t = moving({"red": red, "blue": {"at": "joust.1"}}, dragon=tiles(15, 1, 3))
    assert ("dragon" in t.moves()) == able


def test_w11_dragon_full():
    knights = {
        "green": {"at": "galahad", "lance": 2},
        "blue": {"at": "percival", "tour": 2, "lance": 2, "deeds": tiles(3)},
        "red": {"at": "joust.1", "deeds": tiles(2)},
    }
    t = moving(knights, visitors=["red", "blue"], dragon=tiles(4))
    assert "dragon" not in t.moves()
    t.does("green", "grail")
    assert t.asked == "blue"
    assert "dragon" in t.moves()


def test_w12_dragon_barred():
    """Without a deed to complete there is no way to the Dragon (R21)."""
    t = moving({"red": {"at": "galahad"}, "blue": {"at": "joust.1"}})
    assert "dragon" not in t.moves()
    with pytest.raises(Refusal):
        t.does("red", "dragon")


def test_w15_taking_over():
    """Lost in the middle of a tour (R31)."""
    t = moving({"blue": {"at": "stronghold.sword.1", "advantages": ["gawain"]}, "red": {"at": "distant.1"}})
    discs = t.s.discs[t.seat("blue")]
    t.does("red", "table.gawain")
    assert t.s.discs[t.seat("blue")] == discs + 1
    assert t.s.advantages[CHAIR["gawain"]] == t.seat("red")
    assert {move for move in t.moves() if move.startswith("stronghold")} == {"stronghold.sword.2"}


def test_w16_second_tour():
    t = moving(
        {"red": {"at": "dragon", "morgana": "eye", "lance": 2}, "blue": {"at": "joust.1"}}, dragon=tiles(4, 1, 2)
    )
    t.does("red", "morgana")
    t.does("red", "yes")
    assert t.s.morgana[0] == 2 and t.s.passes == 1
    t.does("blue", "joust.2")
    t.does("blue")
    again = ENTRIES | WHARVES | {"merlin.1", "lake.1", "percival", "galahad", "dragon"}
    assert t.moves() - returns(t.moves()) == again | {"grail"}
    t.does("red", "distant.2")
    assert t.s.second == 1 and t.s.passes == 0


def test_w17_order_with_a_second_tour():
    knights = {"red": {"at": "distant.2", "tour": 2}, "blue": {"at": "galahad"}, "green": {"at": "joust.4"}}
    assert moving(knights).order() == ["blue", "red", "green"]


def test_w19_everyone_home():
    """The last one elsewhere comes home (R28)."""
    t = moving({"red": {"seat": "arthur"}, "blue": {"at": "grail", "grail": 1}, "green": {"at": "galahad"}})
    assert "grail.stay" in t.moves()
    t.does("blue", "grail.stay")
    t.does("green", "table.merlin")
    assert t.asked == "blue"
    assert t.moves() == returns(t.moves())
    t.does("blue", "table.guinevere")
    assert t.grail()["blue"] == 2


def test_w20_last_one():
    """All others are home (R28)."""
    t = moving({"blue": {"seat": "arthur"}, "red": {"at": "galahad"}})
    t.does("red", "grail")
    assert t.grail()["red"] == 1
    assert t.asked == "red"
    assert t.moves() == returns(t.moves())


@pytest.mark.parametrize("expels", ["present_only", "rest_of_turn"])
def test_w21_morgana_clears_the_grail(expels):
    """Those present, or everybody by option (R27)."""
    knights = {
        "red": {"at": "grail", "grail": 1},
        "blue": {"at": "galahad", "morgana": "eye"},
        "green": {"at": "merlin.1"},
    }
    t = moving(knights, {"morgana_expels_grail": expels}, order=["blue", "green"])
    t.does("blue", "morgana")
    t.does("blue", "yes")
    t.does("green", "galahad")
    t.does("green", "decline")
    assert t.asked == "red"
    assert t.moves() == returns(t.moves())
    t.does("red", "table.arthur")
    t.does("red", "honor")
    t.does("blue", "joust.1")
    t.does("blue")
    t.does("green", "grail")
    assert t.grail()["green"] == 1
    assert t.asked == "green"
    assert ("grail.stay" in t.moves()) == (expels == "present_only")


def test_w22_all_at_the_grail():
    """Nobody is home yet, then somebody is (R28)."""
    t = moving({"red": {"at": "grail", "grail": 3}, "blue": {"at": "grail", "grail": 3}})
    t.does("red", "grail.stay")
    assert t.grail() == {"red": 4, "blue": 3}
    t.does("blue", "grail.stay")
    assert t.grail() == {"red": 4, "blue": 4}
    assert t.s.grail_order == (0, 1)
    t.does("red", "table.guinevere")
    assert t.asked == "blue"
    assert t.moves() == returns(t.moves())


def test_w23_magic_uses():
    red = {"seat": "arthur", "magic": 1, "squire": 4, "plots": 3, "ladies": 2}
    t = Table("use_magic", {"red": red, "blue": {"seat": "merlin"}})
    assert t.moves() == {"pass", "discard_cards", "exchange", "discard_squires"}
    assert ("discard_cards", "plots", "plots", "plots") in t.answers()
    assert {len(answer) - 1 for answer in t.answers() if answer[0] == "discard_cards"} == {1, 2, 3, 4, 5}
    assert {answer[1] for answer in t.answers() if answer[0] == "discard_squires"} == {"1", "2", "3", "4"}
    t.does("red", "discard_cards", "plots", "plots", "plots")
    assert t.s.turn == 2  # one magic, one use
    assert (t.has("red", "plots"), t.has("red", "ladies"), t.has("red", "squire")) == (0, 2, 4)


def test_w28_straight_home():
    """To another seat, not to one's own or an occupied one (R5)."""
    knights = {"red": {"seat": "arthur"}, "blue": {"seat": "gawain"}, "green": {"seat": "merlin"}}
    t = moving(knights, turn=2, round=1)
    home = {"mordred", "bedivere", "maleagant", "tristan", "guinevere"}
    assert returns(t.moves()) == {f"table.{chair}" for chair in home}
    t.does("red", "table.guinevere")
    assert t.vp("red") == 1
    assert t.s.home == 1
    assert t.asked == "blue"
    assert "table.arthur" in t.moves()  # Red has left it


def test_w29_reserve():
    knights = {"red": {"at": "joust.3", "advantages": ["bedivere"]}, "blue": {"seat": "arthur", "squire": 23}}
    t = moving(knights)
    t.does("red", "joust.5")
    assert t.s.offer == ("sword", "squire")
    knights["blue"] = {"seat": "arthur", "squire": 23, "sword": 20}
    t = moving(knights)
    t.does("red", "joust.5")
    assert t.s.offer == ("squire",)


def test_w30_refill():
    deeds = tiles(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
    knights = {"red": {"at": "grail", "deeds": deeds[:7]}, "blue": {"seat": "arthur", "deeds": deeds[7:]}}
    t = moving(knights, dragon=tiles(15), stack=tiles(16))
    t.does("red", "table.guinevere")
    assert t.s.turn == 2
    assert t.s.dragon == (FIRST_PIECE + 14, FIRST_PIECE + 15)
    assert t.s.deed_stack == ()
    assert t.s.excalibur == 5  # 2 + 3
