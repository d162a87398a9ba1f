"""What a person wants to see of Lancelot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.bot.advice import choose
from roundtable.games.lancelot.cards import CHAIRS

from .table import Table, moving, tiles


def area(scene: Any, name: str) -> Any:
    return next(area for area in scene.areas if area.id == name)


def words(thing: Any) -> list[str]:
    return [mark.text for mark in thing.marks]


@pytest.fixture
def t() -> Table:
    return moving(
        {
            "red": {"at": "percival", "enemies": 4, "squire": 1, "sword": 3, "galahad": ["strength"], "lance": 2},
            "blue": {"at": "percival", "advantages": ["gawain"], "sword_of_excalibur": True, "sword": 1},
            "green": {"seat": "merlin", "grail": 2, "morgana": "eye"},
        },
        dragon=tiles(5, 2, 4),
    )


def test_the_ring_goes_round_clockwise(t: Table) -> None:
    ring = area(t.match.scene(0), "ring")
    at = {spot.id: (spot.x, spot.y) for spot in ring.spots}
    assert [spot.label for spot in ring.spots[:8]] == [
        f"{i + 1} {chair.capitalize()}" for i, chair in enumerate(CHAIRS)
    ]
    assert max(y for _, y in at.values()) == at["lake.1"][1] == -min(y for _, y in at.values())
    assert at["joust.1"][0] > 0 > at["percival"][0] and at["lake.1"][0] > at["lake.7"][0]
    assert at["joust.1"][1] < at["stronghold.sword.1"][1] and at["percival"][1] > at["grail"][1]
    assert len(set(at.values())) == len(at)


def test_a_stack_shows_who_moves_first_and_which_side(t: Table) -> None:
    knights = {p.owner: p for p in area(t.match.scene(0), "ring").pieces if p.id.startswith("knight")}
    assert words(knights[0]) == ["night side", "moves first"]
    assert words(knights[1]) == ["night side"]
    assert knights[2].spot == "table.merlin"


def test_the_strip_of_the_move_order(t: Table) -> None:
    scene = t.match.scene(1)
    strip = area(scene, "order")
    assert [piece.owner for piece in strip.pieces] == [0, 1]
    assert scene.status.endswith("Red moves next: it came to Percival before Blue")
    assert words(strip.pieces[0])[-1] == "moves now"


def test_badges_of_the_sites(t: Table) -> None:
    ring = area(t.match.scene(None), "ring")
    spots = {spot.id: words(spot) for spot in ring.spots}
    assert "Gawain: Blue" in spots["stronghold.sword.1"]
    assert "open to 1 player" in spots["lake.1"]
    assert "Green eye" in spots["morgana"]
    assert ring.note == "Excalibur on Lake 2, from whirlpools 0+1+1"


def test_deeds_that_can_be_paid_glow(t: Table) -> None:
    dragon = area(t.match.scene(0), "dragon")
    assert {piece.id for piece in dragon.pieces if "you can complete it" in words(piece)} == {"deed_04"}


def test_virtues_tick_the_terms_of_the_viewer(t: Table) -> None:
    row = next(piece for piece in area(t.match.scene(0), "virtues").pieces if piece.id == "virtue-strength")
    assert [(mark.text, mark.tone) for mark in row.marks[1:]] == [("Enemies 4/5", "bad"), ("squires 1/1", "good")]
    assert (row.face.value, row.face.corner) == ("4", "6")


def test_panels_mark_the_leaders(t: Table) -> None:
    red, blue, green = t.match.scene(None).panels
    assert "most swords +2" in words(red) and "most lances +2" in words(red)
    assert "Excalibur Sword +3" in words(blue)
    assert "home" in words(green)


def test_hints_tell_what_one_would_get(t: Table) -> None:
    prompt = t.match.scene(0).prompt
    assert prompt is not None
    hints = {pick.atom: pick.hint for pick in prompt.picks}
    assert hints["grail"] == "Grail marker 0 → 2"
    assert hints["dragon"] == "You can complete deed 04."
    assert hints["table.gawain"].endswith("Taken from Blue.")
    assert {pick.on for pick in prompt.picks} == set(hints)  # every move is chosen on the board


def test_the_last_page_says_where_the_points_came_from() -> None:
    rng = Random(1)
    match = GAME.match(players=3, seed=1)
    while match.asked:
        (seat,) = match.asked
        match.answer(seat, choose(GAME, match.view(seat), match.choice(seat), seat, rng))
    scene = match.scene(None)
    assert scene.over.endswith("VP") or "seat of" in scene.over
    for panel in scene.panels:
        stats = {stat.name: stat.value for stat in panel.stats}
        assert sum(int(n) for name, n in stats.items() if name not in ("VP", "Seat")) == int(stats["VP"])
    assert sorted(panel.place for panel in scene.panels) == [1, 2, 3]
