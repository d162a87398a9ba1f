"""The faces of a game's cards for its rules page: whatever lies face up on the table in some random matches."""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import Final

from roundtable.engine import Game
from roundtable.scene import Face, Scene

CARDS: Final = ("card", "token")  # the shapes of pieces that are read
STEPS: Final = 250  # answers of each match; most cards have been seen by then


def faces(game: Game, matches: int = 3) -> list[dict[str, object]]:
    """Every card once, by kind.

    >>> import roundtable as rt
    >>> [face["title"] for face in faces(rt.game("knights-duty"), 1)][:2]
    ['Bow', 'Move']
    """
    seen: dict[str, Face] = {}
    for seed in range(matches):
        rng = Random(seed)
        match = game.match(players=game.seats[1], seed=seed)
        for step in range(STEPS):
            if not match.asked:
                break
            seat = match.asked[0]
            if step % 3 == 0:
                collect(match.scene(seat), seen)
            match.answer(seat, match.choice(seat).sample(rng))
    return [asdict(face) for face in sorted(seen.values(), key=lambda face: (face.kind, face.title))]


def collect(scene: Scene, seen: dict[str, Face]) -> None:
    for area in (*scene.areas, *(area for panel in scene.panels for area in panel.areas)):
        for piece in area.pieces:
            face = piece.face
            if face is not None and piece.shape in CARDS and face.title not in seen:
                seen[face.title] = face
