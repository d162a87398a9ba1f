"""Quests of the Round Table, 2.5: questions, plays and windows tell nothing about a hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.engine import HIDDEN
from roundtable.games.quests_of_the_round_table import GAME

from .table import Table, quest


def same_to(viewer: int | None, a: Table, b: Table) -> bool:
    """Whether a viewer gets the same from two matches."""
    one, two = a.match, b.match
    return (
        one.view(viewer).data() == two.view(viewer).data()
        and one.scene(viewer).data() == two.scene(viewer).data()
        and one.sentences(viewer) == two.sentences(viewer)
        and [(e.name, e.facts) for e in one.log(viewer)] == [(e.name, e.facts) for e in two.log(viewer)]
    )


def twins(hands: tuple[list[str], list[str]], make: Any) -> tuple[Table, Table]:
    """Two tables that differ only in which of two hands P2 holds; the other hand is held by P4, unseen too."""
    return make(hands[0], hands[1]), make(hands[1], hands[0])


WITH_MORDRED = (["mordred", "thieves"], ["boar", "saxons"])


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_decline_to_sponsor_does_not_tell_whether_the_hand_could(viewer: int | None) -> None:
    def make(mine: list[str], other: list[str]) -> Table:
        return Table([{}, {"hand": mine}, {}, {"hand": other}], "sponsor_quest", story="boar_hunt")

    able, unable = twins((["boar", "giant"], ["thieves", "thieves"]), make)
    for t in (able, unable):
        t.do("P1", "decline")
        t.do("P2", "decline")
    assert same_to(viewer, able, unable)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_windows_do_not_tell_who_holds_mordred(viewer: int | None) -> None:
    def make(mine: list[str], other: list[str]) -> Table:
        players = [{"court": ["merlin"]}, {"hand": mine}, {}, {"hand": other}]
        return Table(players, "mordred_window", story="pox", story_deck=["tournament_at_york"])

    a, b = twins(WITH_MORDRED, make)
    for _ in range(4):
        assert same_to(viewer, a, b)
        assert a.match.view(viewer).waiting == ((viewer,) if viewer in a.match.asked else ())
        for t in (a, b):
            t.match.answer(t.match.asked[0], "pass")
    assert same_to(viewer, a, b)
    assert not any("pass" in line.lower() for line in a.match.sentences(viewer))


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_windows_do_not_tell_who_holds_merlin(viewer: int | None) -> None:
    def make(mine: list[str], other: list[str]) -> Table:
        return quest(
            "slay_the_dragon",
            "P1",
            [["thieves"], ["saxons"], ["giant"]],
            [{}, {"hand": mine}, {}, {"hand": other}],
            ["P2", "P4"],
        )

    a, b = twins((["merlin"], ["amour"]), make)
    for _ in range(2):
        assert same_to(viewer, a, b)
        for t in (a, b):
            t.match.answer(t.match.asked[0], "pass")
    assert same_to(viewer, a, b)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_an_empty_play_looks_the_same_with_and_without_playable_cards(viewer: int | None) -> None:
    def make(mine: list[str], other: list[str]) -> Table:
        return quest(
            "boar_hunt", "P1", [["thieves"], ["giant"]], [{}, {"hand": mine}, {}, {"hand": other}], ["P2", "P4"]
        )

    a, b = twins((["sword", "horse"], ["boar", "saxons"]), make)
    for t in (a, b):
        t.windows()
        t.match.answer(1, ())
    assert same_to(viewer, a, b)
    assert a.match.ready == (1,)  # that he is ready is public, what he plays is not
    for t in (a, b):
        t.match.answer(3, ())
    assert same_to(viewer, a, b)


def test_committed_cards_are_sealed_until_all_are_ready() -> None:
    t = quest("boar_hunt", "P1", [["boar"], ["giant"]], [{}, {"hand": ["sword"]}, {"hand": ["lance"]}], ["P2", "P3"])
    t.windows()
    told = len(t.match.events)
    t.match.answer(1, ("sword",))
    assert len(t.match.events) == told
    assert not any(t.state.field) and len(t.match.view(2).hand[1]) == 1


def test_stages_are_seen_by_the_sponsor_only() -> None:
    t = quest("slay_the_dragon", "P1", [["thieves"], ["saxons"], ["giant", "sword"]], [{}, {}, {}], ["P2"])
    assert HIDDEN not in t.match.view(0).stages[2]
    for viewer in (1, 2, None):
        assert t.match.view(viewer).stages[1:3] == ((HIDDEN,), (HIDDEN, HIDDEN))
    areas = {area.id: area for area in t.match.scene(1).areas}
    assert areas["stage-3"].note == "2 cards" and all(piece.face is None for piece in areas["stage-3"].pieces)


def test_stages_put_away_unseen_stay_unseen() -> None:
    t = quest("boar_hunt", "P1", [["saxons"], ["giant"]], [{}, {}], ["P2"], options={"reveal_unplayed_stages": False})
    t.do("P2")
    assert t.match.view(1).buried == (HIDDEN,) and HIDDEN not in t.match.view(0).buried
    assert "giant" not in t.discarded()
    assert "Giant" not in " ".join(t.match.sentences(1))


def test_drawn_cards_are_named_to_the_drawer_only() -> None:
    t = Table([{}, {}], "join_tournament", story="queens_favor", story_deck=["tournament_at_york"], deck=["excalibur"])
    assert any("Excalibur" in line for line in t.match.sentences(0))
    for viewer in (1, None):
        assert not any("Excalibur" in line for line in t.match.sentences(viewer))
        assert "Player 1 draws 2 cards." in t.match.sentences(viewer)


def test_worlds_keep_what_everybody_can_infer() -> None:
    """Whoever agreed to sponsor can; the stages of every world form a legal quest around what is known of it."""
    rng = Random(1)
    t = Table(
        [{}, {"hand": ["boar", "saxon_knight", "giant", "thieves", "thieves", "dragon"]}],
        "setup_quest",
        story="slay_the_dragon",
        sponsor=1,
    )
    for _ in range(30):
        world = GAME.world(t.match.view(0), rng)
        assert not list(GAME.invariants(world))
    stages = [["boar"], ["robber_knight", "dagger"], ["saxon_knight", "sword"], ["giant"], ["dragon"]]
    t = quest("search_for_the_holy_grail", "P1", stages, [{}, {"hand": ["merlin"]}, {}], ["P2", "P3"])
    t.do("P2", "preview_4")
    for viewer in (1, 2, None):
        for _ in range(30):
            world = GAME.world(t.match.view(viewer), rng)
            assert not list(GAME.invariants(world))
            assert [len(stage) for stage in world.stages] == [1, 2, 2, 1, 1]


def test_a_rivals_hand_is_only_a_pile() -> None:
    t = Table([{"hand": ["boar"]}, {"hand": ["sword"]}, {}], "sponsor_quest", story="boar_hunt")
    hands = [next(area for area in panel.areas if area.id.startswith("hand")) for panel in t.match.scene(0).panels]
    assert [area.layout for area in hands] == ["fan", "stack", "stack"]
    assert [area.note for area in hands] == ["1 card", "1 card", "no cards"]
    assert [piece.id for piece in hands[1].pieces] == ["hand-1-0"] and hands[1].pieces[0].face is None
