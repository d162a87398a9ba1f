"""Every game there is can be drawn at every moment, and what can be chosen can be clicked."""

from random import Random

import pytest

import roundtable as rt
from roundtable.tui import draw, pieces
from roundtable.tui.palette import CANDLE


def ids(lines) -> set[object]:
    """What a click on these lines can mean."""
    return {span.style.meta.get("on") for text in lines for span in text.spans}


@pytest.mark.parametrize("slug", rt.slugs())
def test_every_game_can_be_drawn_and_clicked(slug):
    game = rt.game(slug)
    players = game.seats[1]
    match = game.match(players, 3)
    rng = Random(3)
    while match.asked and len(match.entries) < 400:
        seat = match.asked[0]
        choice = match.choice(seat)
        answer = choice.sample(rng)
        if len(match.entries) % 20 == 0:
            for at, width, height in ((0, 38, 12), (min(1, len(answer)), 70, 26)):
                scene = match.scene(seat, answer[:at] if choice.canonical(answer) == answer else ())
                look = pieces.Look.of(scene, CANDLE)
                shown = [draw.board(scene, look, width, height), draw.panels(scene, look, 36, 12)]
                assert scene.prompt is not None
                lines = [*shown[0], *shown[1], *draw.picks(scene.prompt, look, 70, 4, 0)]
                assert max(text.cell_length for text in lines) <= 70
                found = ids((*shown[0], *shown[1]))
                lost = {pick.on for pick in scene.prompt.picks if pick.on} - found
                assert not lost, f"{scene.prompt.question}: nothing on the table is called {lost}"
        match.answer(seat, answer)
