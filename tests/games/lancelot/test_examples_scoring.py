"""Worked examples of Lancelot: Virtues, the Grail and the final scoring, given / when / then."""

import pytest

from roundtable.games.lancelot.cards import VIRTUE
from roundtable.games.lancelot.rules.scoring import grail_award
from roundtable.games.lancelot.rules.virtues import meets

from .table import Table, moving, tiles


@pytest.mark.parametrize(("crowns", "vp"), [([], 4), (["strength"], 6)])
def test_x2_strength(crowns, vp):
    """Nothing is spent (R15)."""
    yellow = {"at": "distant.1", "galahad": ["strength"], "enemies": 5, "squire": 1, "crowns": crowns}
    t = moving({"yellow": yellow, "red": {"at": "joust.1"}})
    t.does("yellow", "percival")
    t.does("yellow", "strength")
    assert t.vp("yellow") == vp
    assert t.s.percival[0] == 1 << VIRTUE["strength"]
    assert t.s.galahad[0] == 0
    assert (t.has("yellow", "enemies"), t.has("yellow", "squire")) == (5, 1)


def test_x6_final_scoring():
    """Ties are given out in table order (R36)."""
    t = Table(
        "choose_tied_category",
        {
            "green": {"seat": "arthur", "sword": 1, "lance": 2, "mace": 1, "deeds": tiles(2, 3, 4), "grail": 4},
            "red": {
                "seat": "bedivere",
                "sword": 2,
                "magic": 1,
                "lance": 2,
                "mace": 1,
                "deeds": tiles(5, 6, 7),
                "grail": 7,
                "sword_of_excalibur": True,
            },
            "blue": {"seat": "guinevere", "sword": 4, "magic": 3, "deeds": tiles(8), "grail": 12},
        },
        dragon=tiles(1, 9, 10),
    )
    assert t.vp("blue") == 4
    assert t.moves() == {"lance", "mace", "deed"}
    t.does("green", "lance")
    assert t.moves() == {"mace", "deed"}
    t.does("red", "deed")
    assert t.match.over  # maces fall to Green
    assert (t.vp("blue"), t.vp("red"), t.vp("green")) == (8, 5, 4)
    assert t.ranking() == ["blue", "red", "green"]


def test_w13_virtues():
    t = moving(
        {
            "red": {"at": "joust.1", "ladies": 2},
            "blue": {"at": "joust.2", "ladies": 2},
            "green": {"at": "joust.3", "sword": 3},
        }
    )

    def who(virtue):
        return {colour for colour in t.colours if meets(t.s, t.seat(colour), VIRTUE[virtue])}

    assert (who("benevolence"), who("dexterity"), who("kindness")) == ({"red", "blue"}, {"green"}, set())


def test_w14_crown_too_late():
    """A crown after learning adds nothing (R41)."""
    t = moving({"red": {"at": "grail", "percival": ["heroism"], "vp": 3}, "blue": {"at": "joust.1"}}, turn=4)
    t.does("red", "table.arthur")
    t.does("red", "heroism")
    assert t.vp("red") == 3
    assert t.s.crowns[VIRTUE["heroism"]] == t.seat("red")
    t.does("blue", "table.mordred")
    t.does("red", "table.bedivere")  # turn 5, straight home
    t.does("blue", "table.arthur")
    assert "heroism" not in t.moves()


def test_w18_grail_steps():
    knights = {
        "red": {"at": "grail", "grail": 5},
        "blue": {"at": "galahad", "grail": 4},
        "green": {"at": "percival", "grail": 2},
    }
    t = moving(knights, order=["blue", "green"])
    t.does("blue", "grail")
    assert t.grail()["blue"] == 5
    t.does("green", "grail")
    assert t.grail()["green"] == 4
    t.does("red", "grail.stay")
    assert t.grail()["red"] == 6  # tied in the lead: one
    t.does("blue", "grail.stay")
    assert t.grail()["blue"] == 6
    assert [t.colours[seat] for seat in t.s.grail_order][-2:] == ["red", "blue"]  # Red is below


def test_w18_the_leader_is_the_bottom_marker():
    knights = {
        "red": {"seat": "tristan", "grail": 6, "magic": 1, "squire": 1},
        "blue": {"seat": "arthur", "grail": 6},
        "green": {"seat": "merlin", "grail": 4},
    }
    t = Table("use_magic", knights, turn=8)
    t.does("red", "pass")
    assert t.match.over
    (award,) = t.told("grail_scored")
    assert (award["seat"], award["vp"], award["distance"]) == (t.seat("red"), 2, 2)


def test_w24_grail_award():
    """Half the distance, rounded up (R38)."""
    wanted = {0: 2, 1: 2, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 15: 8}
    assert {distance: grail_award(distance) for distance in wanted} == wanted


@pytest.mark.parametrize(("pick", "winners"), [("sword", "bc"), ("magic", "ba")])
def test_w25_ties_over_different_groups(pick, winners):
    """A player may lose a tie to one who comes later (R36)."""
    colour = {"b": "blue", "a": "red", "c": "green"}
    t = Table(
        "choose_tied_category",
        {
            "red": {"seat": "mordred", "sword": 1},
            "blue": {"seat": "arthur", "sword": 1, "magic": 1},
            "green": {"seat": "gawain", "magic": 1},
        },
    )
    t.does("blue", pick)
    assert t.match.over
    assert {c for c in t.colours if t.vp(c) == 2} == {colour[w] for w in winners}


def test_w26_final_tie():
    knights = {"red": {"seat": "tristan", "vp": 24, "magic": 1, "squire": 1}, "blue": {"seat": "gawain", "vp": 26}}
    t = Table("use_magic", knights, turn=8)
    t.does("red", "pass")
    assert (t.vp("red"), t.vp("blue")) == (26, 26)
    assert t.ranking() == ["blue", "red"]


def test_w27_nothing_to_win():
    """R35."""
    t = Table("use_magic", {"red": {"seat": "arthur", "magic": 1, "squire": 1}, "blue": {"seat": "merlin"}}, turn=8)
    t.does("red", "pass")
    assert t.match.over
    assert {event["category"] for event in t.told("no_majority")} == {"sword", "mace", "lance", "deed"}
    assert (t.vp("red"), t.vp("blue")) == (2, 0)  # magic alone
