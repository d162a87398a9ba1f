"""The order of the deed stack is the only secret, and nobody learns it before a tile is turned up."""

from __future__ import annotations

from random import Random

from roundtable.engine import HIDDEN
from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.cards import TILES


def test_nobody_sees_the_stack() -> None:
    rng = Random(4)
    match = GAME.match(players=3, seed=4)
    while match.asked:
        for viewer in (0, 1, 2, None):
            view = match.view(viewer)
            assert set(view.deed_stack) <= {HIDDEN}
            truth = match.state
            assert (view.dragon, view.deeds, view.owned) == (truth.dragon, truth.deeds, truth.owned)
        (seat,) = match.asked
        match.answer(seat, match.choice(seat).sample(rng))


def test_which_tiles_are_left_is_known_by_elimination() -> None:
    match = GAME.match(players=2, seed=9)
    view = match.view(0)
    unseen = sorted(set(TILES) - set(view.dragon))
    worlds = [GAME.world(view, Random(i)) for i in range(20)]
    assert all(sorted(world.deed_stack) == unseen for world in worlds)
    assert len({world.deed_stack for world in worlds}) > 10  # a bot reshuffles them itself


def test_the_scene_shows_backs_only() -> None:
    match = GAME.match(players=2, seed=9)
    scene = match.scene(0)
    (dragon,) = [area for area in scene.areas if area.id == "dragon"]
    down = [piece for piece in dragon.pieces if piece.face is None]
    assert [piece.id for piece in down] == ["deed-stack-0"]
    assert "13 in the stack" in dragon.note
