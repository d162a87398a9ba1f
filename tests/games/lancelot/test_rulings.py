"""Lancelot: the rulings that no worked example tests, as given / when / then."""

from __future__ import annotations

from random import Random

import pytest

from roundtable.engine import Refusal
from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.cards import CHAIR, VIRTUE, VIRTUES
from roundtable.games.lancelot.rules.virtues import meets
from roundtable.games.lancelot.state import LancelotState

from .table import ENTRIES, WHARVES, Table, moving, returns, tiles

FAR = {"at": "joust.1"}  # a knight that does not matter


def test_r2_sites_are_entered_where_the_rules_say() -> None:
    t = moving({"red": {"seat": "arthur"}, "blue": {"seat": "merlin"}}, round=1)
    assert {"merlin.1", "lake.1", *WHARVES} <= t.moves()
    assert not {"merlin.2", "lake.2", "joust.2"} & t.moves()


def test_r5_going_home() -> None:
    t = moving({"red": {"seat": "arthur"}, "blue": {"seat": "merlin"}}, round=1)
    t.does("red", "percival")
    t.does("blue", "galahad")
    t.does("blue", "decline")
    t.does("blue", "grail")
    assert {"table.arthur", "table.merlin"} <= t.moves()  # one's own former seat, too
    t = moving({"red": {"seat": "arthur"}, "blue": {"seat": "merlin"}}, {"immediate_return": False}, round=1)
    assert not returns(t.moves())


def test_r6_the_same_seat_again() -> None:
    t = moving({"red": {"seat": "guinevere", "vp": 1}, "blue": {"seat": "arthur"}}, turn=2, round=1)
    t.does("blue", "grail")
    t.does("red", "grail")
    t.does("blue", "table.merlin")
    t.does("red", "table.guinevere")
    assert t.vp("red") == 2
    assert t.has("blue", "magic") == 1


def test_r7_one_stronghold_track_per_tour() -> None:
    t = moving({"red": {"at": "stronghold.sword.1"}, "blue": FAR})
    assert {move for move in t.moves() if move.startswith("stronghold")} == {"stronghold.sword.2"}
    t = moving({"red": {"at": "morgana", "pass": True, "morgana": "blank"}, "blue": FAR})
    assert {move for move in t.moves() if move.startswith("stronghold")} == ENTRIES - {"joust.1"}


def test_r8_two_spaces_on_entry_only_by_option() -> None:
    red = {"seat": "arthur", "advantages": ["bedivere", "gawain"]}
    t = moving({"red": red, "blue": {"seat": "merlin"}}, {"advance_on_entry": True}, round=1)
    assert {"joust.2", "stronghold.sword.2", "stronghold.mace.2", "stronghold.lance.2"} <= t.moves()
    t.does("red", "joust.2")
    assert t.s.offer == ("squire", "sword")
    t.does("red")
    assert "joust.2" not in t.moves()  # Blue has no advantage


def test_r10_actions_are_optional() -> None:
    t = moving({"red": {"at": "joust.1", "galahad": ["benevolence"]}, "blue": FAR}, order=["red", "blue"])
    t.does("red", "percival")
    assert "decline" in t.moves()
    t.does("red", "decline")
    assert t.vp("red") == 0
    assert t.s.galahad[0] == 1 << VIRTUE["benevolence"]


def test_r12_the_first_at_the_dragon_moves_first() -> None:
    knights = {"red": {"at": "galahad", "lance": 2}, "blue": {"at": "galahad", "mace": 3}, "green": {"at": "joust.1"}}
    t = moving(knights, dragon=tiles(4, 3, 1))
    t.does("red", "dragon")
    t.does("blue", "dragon")
    t.does("green", "joust.2")
    t.does("green")
    assert t.order() == ["red", "blue", "green"]


def test_r13_nothing_left_nothing_taken() -> None:
    knights = {
        "red": {"at": "merlin.1"},
        "blue": {"seat": "arthur", "magic": 20, "ladies": 7},
        "green": {"seat": "merlin", "ladies": 7},
        "yellow": {"at": "joust.5", "ladies": 6},
    }
    t = moving(knights)
    t.does("red", "merlin.2")
    assert t.has("red", "magic") == 0
    assert t.told("no_magic_left")
    t.does("yellow", "distant.1")  # 20 Ladies are out
    assert t.answers() == {(), ("plots",)}


def test_r14_magic_and_grail_steps_need_no_question() -> None:
    t = moving({"red": {"at": "merlin.1"}, "blue": FAR})
    t.does("red", "merlin.2")
    assert (t.has("red", "magic"), t.asked) == (1, "blue")
    t = moving({"red": {"at": "galahad"}, "blue": FAR})
    t.does("red", "grail")
    assert (t.grail()["red"], t.asked) == (1, "blue")


@pytest.mark.parametrize(("how", "who"), [("strict", set()), ("shared", {"red", "blue"})])
def test_r16_ties_in_virtues(how: str, who: set[str]) -> None:
    knights = {"red": {**FAR, "ladies": 2, "mace": 1}, "blue": {**FAR, "ladies": 2, "mace": 1}, "green": dict(FAR)}
    t = moving(knights, {"majority_virtues": how})
    for virtue in ("kindness", "dexterity"):
        assert {c for c in t.colours if meets(t.s, t.seat(c), VIRTUE[virtue])} == who
    nothing = moving({"red": FAR, "blue": FAR}, {"majority_virtues": how})
    assert not meets(nothing.s, 0, VIRTUE["kindness"])  # a shared lead still needs one


def test_r16_kindness_compares_with_each_other_player() -> None:
    knights = {"red": {**FAR, "ladies": 3}, "blue": {**FAR, "ladies": 2}, "green": {**FAR, "ladies": 2}}
    assert meets(moving(knights).s, 0, VIRTUE["kindness"])


@pytest.mark.parametrize("counts", [True, False])
def test_r17_a_lead_of_zero(counts: bool) -> None:
    t = moving({"red": {**FAR, "plots": 7}, "blue": {**FAR, "squire": 0}}, {"zero_leads_count": counts})
    assert meets(t.s, 0, VIRTUE["honor"]) == counts
    t = moving({"red": {**FAR, "squire": 7}, "blue": FAR}, {"zero_leads_count": counts})
    assert meets(t.s, 0, VIRTUE["charisma"]) == counts


@pytest.mark.parametrize(
    ("virtue", "red", "met"),
    [
        ("strength", {"enemies": 5, "squire": 1, "ladies": 2}, True),
        ("strength", {"enemies": 6, "squire": 1}, False),
        ("strength", {"enemies": 5, "squire": 2}, False),
        ("heroism", {"allied": 3, "plots": 4}, True),
        ("heroism", {"allied": 4}, False),
        ("heroism", {"allied": 3, "squire": 1}, False),
        ("honor", {"plots": 7, "squire": 2}, True),
        ("honor", {"plots": 7, "squire": 1}, False),
        ("charisma", {"squire": 7}, True),
        ("charisma", {"squire": 8}, False),
        ("initiative", {"ladies": 1, "allied": 1, "enemies": 1, "plots": 1}, True),
        ("initiative", {"ladies": 2, "allied": 1, "enemies": 1}, False),
    ],
)
def test_r18_exactly(virtue: str, red: dict[str, int], met: bool) -> None:
    t = moving({"red": {**FAR, **red}, "blue": {**FAR, "squire": 2}})
    assert meets(t.s, 0, VIRTUE[virtue]) == met


def test_r19_a_disc_is_used_on_a_later_tour() -> None:
    t = moving({"red": {"at": "percival", "morgana": "eye"}, "blue": FAR}, turn=2)
    t.does("red", "galahad")
    t.does("red", "benevolence")
    t.does("blue", "table.guinevere")
    assert "percival" not in t.moves()
    t.does("red", "morgana")
    t.does("red", "yes")
    t.does("red", "percival")  # the second tour of the same turn
    t.does("red", "benevolence")
    assert t.vp("red") == 2


def test_r20_visits_instead_of_players() -> None:
    knights = {
        "blue": {"at": "percival", "tour": 2, "lance": 2, "deeds": tiles(3)},
        "red": {"at": "joust.1", "deeds": tiles(2), "lance": 2},
    }
    t = moving(knights, {"site_limits_count": "visits"}, visitors=["red", "blue"], dragon=tiles(4))
    assert "dragon" not in t.moves()
    t = moving(knights, {"site_limits_count": "visits"}, visitors=["red"], dragon=tiles(4))
    assert "dragon" in t.moves()


def test_r20_the_lake_is_not_entered_twice() -> None:
    t = moving({"red": {"at": "morgana", "pass": True, "morgana": "blank"}, "blue": FAR}, lake="red")
    assert "lake.1" not in t.moves()


def test_r21_the_dragon_is_compulsory() -> None:
    t = moving({"red": {"at": "galahad", "lance": 2, "mace": 3}, "blue": FAR}, dragon=tiles(4, 3, 1))
    t.does("red", "dragon")
    assert t.moves() == {"deed_04", "deed_03"}


def test_r24_mordred_repeated() -> None:
    t = moving({"red": {"at": "grail", "morgana": "blank"}, "blue": FAR})
    t.does("red", "table.mordred")
    assert t.s.morgana[0] == 2
    assert t.told("no_gift")


def test_r25_morgana_is_declared_on_arrival_only() -> None:
    t = moving({"red": {"at": "dragon", "morgana": "eye"}, "blue": FAR})
    t.does("red", "morgana")
    t.does("red", "no")
    t.does("blue", "joust.2")
    t.does("blue")
    assert t.moves() == {"grail"} | returns(t.moves())
    assert t.s.morgana[0] == 1  # kept for a later turn


def test_r26_second_tour_by_way_of_the_grail_or_never() -> None:
    t = moving({"red": {"at": "morgana", "pass": True, "morgana": "blank"}, "blue": FAR})
    assert "morgana" not in t.moves()  # no full lap
    t.does("red", "grail")
    t.does("blue", "joust.2")
    t.does("blue")
    assert {"morgana", "joust.1", "grail.stay"} <= t.moves()
    t.does("red", "table.guinevere")
    assert t.s.passes == 0
    assert t.s.home == 1


def test_r26_whoever_holds_the_pass_is_not_forced_home() -> None:
    t = moving({"red": {"at": "grail", "pass": True, "morgana": "blank", "grail": 2}, "blue": {"seat": "arthur"}})
    assert "grail.stay" not in t.moves()
    assert "joust.1" in t.moves()


def test_r28_the_end_of_the_grail_track() -> None:
    t = moving({"red": {"at": "grail", "grail": 30}, "blue": FAR})
    assert t.moves() == returns(t.moves())


@pytest.mark.parametrize(("row", "order"), [("arrival_order", "green red"), ("rightmost_free", "red green")])
def test_r29_place_in_the_grail_row(row: str, order: str) -> None:
    knights = {
        "blue": {"at": "grail", "grail": 1},
        "green": {"at": "grail", "grail": 1},
        "red": {"at": "galahad"},
        "yellow": FAR,
    }
    t = moving(knights, {"grail_row": row})
    t.does("blue", "table.guinevere")
    t.does("green", "grail.stay")
    t.does("red", "grail")  # the first place of the row is empty
    t.does("yellow", "joust.2")
    t.does("yellow")
    assert t.order() == [*order.split(), "yellow"]


@pytest.mark.parametrize(("block", "new"), [("leader", 4), ("anyone_ahead", 3)])
def test_r30_whom_a_step_may_not_pass(block: str, new: int) -> None:
    knights = {"red": {"at": "galahad", "grail": 2}, "blue": {**FAR, "grail": 3}, "green": {**FAR, "grail": 9}}
    t = moving(knights, {"grail_block": block})
    t.does("red", "grail")
    assert t.grail()["red"] == new


def test_r32_seats_are_compulsory_unless_agreed_otherwise() -> None:
    t = moving({"red": {"at": "grail"}, "blue": FAR}, {"seat_gift_optional": True})
    t.does("red", "table.guinevere")
    assert t.question == "take_gift"
    t.does("red", "no")
    assert t.vp("red") == 0
    t.does("blue", "table.arthur")
    t.does("blue", "yes")
    assert t.question == "place_crown"
    with pytest.raises(Refusal):
        t.does("blue", "decline")


@pytest.mark.parametrize("limit", ["strict", "none"])
def test_r33_discs(limit: str) -> None:
    red = {"at": "percival", "percival": [*VIRTUES[:7]], "crowns": [*VIRTUES[:4]]}
    t = moving({"red": red, "blue": FAR}, {"disc_limit": limit})
    assert (t.s.discs[0] == 0) == (limit == "strict")
    t.does("red", "galahad")
    assert (t.question == "choose_galahad_virtue") == (limit == "none")
    if limit == "none":
        t.does("red", "decline")
    t.does("blue", "joust.2")
    t.does("blue")
    t.does("red", "table.tristan")
    assert t.s.advantages[CHAIR["tristan"]] == (t.seat("red") if limit == "none" else -1)


@pytest.mark.parametrize("magic", [True, False])
def test_r34_the_end_of_turn_8(magic: bool) -> None:
    knights = {
        "red": {"at": "grail", "magic": 2, "squire": 1, "counter": True},
        "blue": {"seat": "arthur", "sword_of_excalibur": True},
    }
    t = moving(knights, {"final_turn_magic": magic}, turn=8)
    t.does("red", "table.guinevere")
    assert t.s.bearer == t.seat("red")  # before the scoring
    assert t.match.over == (not magic)


def test_r35_majority_of_nothing_by_option() -> None:
    knights = {"red": {"seat": "arthur", "magic": 1, "squire": 1}, "blue": {"seat": "merlin"}}
    t = Table("use_magic", knights, {"zero_majority": True}, turn=8)
    t.does("red", "pass")
    assert t.question == "choose_tied_category"
    assert t.moves() == {"sword", "mace", "lance", "deed"}


def test_r37_nobody_sought_the_grail() -> None:
    t = Table("use_magic", {"red": {"seat": "arthur", "magic": 1, "squire": 1}, "blue": {"seat": "merlin"}}, turn=8)
    t.does("red", "pass")
    assert not t.told("grail_scored")


def test_r40_deeds_run_out() -> None:
    deeds = tiles(*range(1, 17))
    knights = {
        "red": {"at": "galahad", "deeds": deeds[:8], "sword": 9, "lance": 5},
        "blue": {"seat": "arthur", "deeds": deeds[8:]},
    }
    t = moving(knights, dragon=[])
    assert "dragon" not in t.moves()
    t.does("red", "table.guinevere")
    assert t.s.dragon == ()
    assert t.s.excalibur == 1


def test_r41_crowns() -> None:
    knights = {"red": {"at": "grail", "crowns": [*VIRTUES[:4]]}, "blue": {**FAR, "crowns": [*VIRTUES[4:]]}}
    t = moving(knights)
    t.does("red", "table.arthur")  # no crown is left: only the place in the order
    assert t.asked == "blue"
    assert t.told("no_gift")
    knights = {"red": {"at": "grail", "crowns": [*VIRTUES[:4]]}, "blue": {**FAR, "crowns": [*VIRTUES[4:7]]}}
    t = moving(knights)
    t.does("red", "table.arthur")  # the last crown is placed without a question
    assert t.s.crowns[VIRTUE["charisma"]] == t.seat("red")


def test_r42_the_defender_of_excalibur() -> None:
    knights = {"red": {"at": "grail", "counter": True, "sword_of_excalibur": True}, "blue": {"seat": "arthur"}}
    t = moving(knights)
    t.does("red", "table.guinevere")
    assert t.s.bearer == t.seat("red")
    assert t.s.fetched == -1


def test_r43_a_new_turn_begins_by_day() -> None:
    t = moving({"red": {"at": "grail"}, "blue": {"seat": "arthur"}})
    t.does("red", "table.guinevere")
    assert (t.s.turn, t.s.night, t.s.round) == (2, 0, 1)


def test_r44_exchange() -> None:
    knights = {
        "red": {"seat": "arthur", "magic": 2, "ladies": 6, "plots": 1},
        "blue": {"seat": "merlin", "ladies": 7},
        "green": {"seat": "tristan", "ladies": 7},
    }
    t = Table("use_magic", knights)
    assert ("exchange", "ladies", "ladies") not in t.answers()
    assert ("exchange", "plots", "ladies") not in t.answers()  # all 20 are out
    t.does("red", "exchange", "ladies", "enemies")
    assert ("exchange", "plots", "ladies") in t.answers()  # one has come back
    assert sum(t.s.owned[0][5:]) == 7


@pytest.mark.parametrize("players", (2, 3, 4))
def test_r45_a_turn_ends_even_if_nobody_wants_to_go_home(players: int) -> None:
    rng = Random(players)
    match = GAME.match(players=players, seed=players)
    turns = set()
    while match.asked:
        s, seat = match.state, match.asked[0]
        assert isinstance(s, LancelotState)
        turns.add(s.turn)
        choice, places = match.choice(seat), {"grail.stay": -1, **s.board.named}
        answer = choice.sample(rng)
        if match.question == "choose_move":  # remain, or else make the smallest move that is not the way home
            answer = (min(choice.atoms(()), key=lambda atom: places.get(atom, len(places))),)
            assert s.round <= 2 * (len(s.board.spaces) + 1) + s.board.grail_last
        elif match.question == "use_morgana":
            answer = ("yes",)
        match.answer(seat, answer)
    assert match.over and max(turns) == 8


# -- R46 ---------------------------------------------------------------------------------------------------------------


def test_r46_the_seats_have_their_colours() -> None:
    match = GAME.match(3, names=["Ann", "Bob", "Cid"])
    assert match.question == "choose_start_seat"
    assert match.sentences(None)[0] == "Ann rides as Red, Bob as Green and Cid as Yellow."


def test_r46_players_may_choose_their_colours() -> None:
    """Given four players, when three have chosen, then the last colour is the fourth's, and they are called so."""
    match = GAME.match(4, options={"colours": "chosen", "first_player": 3}, names=["Ann", "Bob", "Cid", "Dee"])
    assert (match.question, match.asked) == ("choose_colour", (0,))
    scene = match.scene(0)
    assert scene.status == "Choosing colours"
    assert all(panel.arms.blank and not panel.person for panel in scene.panels) and scene.panels[0].name == "Ann"
    match.answer(0, "blue")
    assert GAME.why_not(match.view(1), 1, (), "blue") == ("Blue is taken: choose Red, Green or Yellow", "3")
    match.answer(1, "yellow")
    match.answer(2, "red")
    assert (match.question, match.asked) == ("choose_start_seat", (3,))
    assert [panel.name for panel in match.scene(None).panels] == ["Blue", "Yellow", "Red", "Green"]
    assert match.sentences(None)[2:6] == [
        "Ann rides as Blue.",
        "Bob rides as Yellow.",
        "Cid rides as Red.",
        "Dee rides as Green.",
    ]
