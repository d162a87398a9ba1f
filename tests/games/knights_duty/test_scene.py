"""Knight's Duty: what trackers and targets show."""

from __future__ import annotations

from typing import Any

from .table import Table, duel

SWORD = {"at": "E4", "weapon": "sword", "program": ["sword", "move", "sword"], "inspired": False}


def tracker(t: Table, clan: str) -> tuple[str, list[str]]:
    """The note of a tracker, and the marks on its tokens."""
    panel = next(panel for panel in t.match.scene(None).panels if panel.seat == t.seat(clan))
    return panel.areas[0].note, [mark.text for piece in panel.areas[0].pieces for mark in piece.marks]


def test_the_third_action_is_crossed_out_in_the_turn_in_which_it_is_lost() -> None:
    """R27: hit in slot 1, so the third token of this very turn is lost; the next turn has two actions."""
    t = duel(SWORD, {"at": "E5", "inspired": False}, chance=["heart"])
    t.answer()
    assert tracker(t, "red") == ("", [])
    t.answer(purple="red")
    assert t.state.slot == 2 and tracker(t, "red") == ("third action lost", ["lost"])
    t.idle_until("program_actions")
    assert tracker(t, "red") == ("two actions", []) and tracker(t, "purple") == ("", [])


def test_a_third_action_that_is_being_played_is_not_crossed_out() -> None:
    """R27: whoever is hit in slot 3 has acted in it."""
    both: dict[str, Any] = {"weapon": "sword", "program": ["move", "move", "sword"]}
    t = duel({"at": "E4", **both}, {"at": "E5", **both}, "declare_target", slot=3, chance=[("purple", "red"), "heart"])
    t.answer(purple="red", red="purple")
    t.answer()
    assert t.match.question == "use_inspiration" and tracker(t, "red")[0] == ""


def test_nothing_is_lost_where_the_table_plays_third_actions() -> None:
    t = duel(SWORD, {"at": "E5", "inspired": False}, chance=["heart"], options={"third_action_when_hit": "played"})
    t.answer()
    t.answer(purple="red")
    assert t.state.hearts[1] == 1 and tracker(t, "red") == ("", [])


def test_an_empty_slot_can_be_laid_on_the_page() -> None:
    t = duel({"at": "E4"}, {"at": "E8"}, "program_actions", options={"allow_empty_slots": True})
    scene = t.match.game.scene(t.match.view(0), 0, t.match.names, ("move", "empty"))
    assert [piece.label for piece in scene.panels[0].areas[0].pieces] == ["Move"]
    assert scene.prompt is not None
    empty = next(pick for pick in scene.prompt.picks if pick.atom == "empty")
    assert (empty.on, empty.hint) == ("", "nothing happens in this slot")


def test_no_chance_is_told_against_a_knight_that_is_down() -> None:
    """R22: there is nothing to gain from it."""
    knights = {
        "purple": {"at": "E4", "weapon": "sword", "program": ["sword"], "target": "red", "inspired": False},
        "blue": {"at": "E6", "weapon": "sword", "program": ["sword"], "target": "red", "inspired": False},
        "red": {"at": "E5", "heart": "broken", "inspired": False},
    }
    t = Table(knights, "agree_strike", chance=[("purple", "blue"), "heart"])
    t.answer()
    assert t.match.question == "retarget"
    prompt = t.match.scene(t.seat("blue")).prompt
    assert prompt is not None
    hints = {pick.atom: pick.hint for pick in prompt.picks}
    assert hints["red"] == "defeated already: nothing to gain" and hints["purple"] == "75 % to hit"


def test_names_in_a_scene_are_plain_strings() -> None:
    """Whoever sends a scene knows strings, and not what else this game makes of them."""
    t = duel(SWORD, {"at": "E5", "inspired": False})
    assert {type(panel.name) for panel in t.match.scene(None).panels} == {str}
