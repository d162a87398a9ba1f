"""What each viewer may know: nothing hidden is in what it gets, and worlds made from it agree with it."""

from __future__ import annotations

import re
from random import Random

from .. import flow
from ..chance import Quick
from ..mistakes import in_a_line
from ..state import State
from ..zones import NoWorld, piles
from .trial import Trial, as_json, comparable, differ, who


def shown(trial: Trial, view: State) -> set[int]:
    """The pieces that lie open in a view."""
    return {p for name, zone in trial.game.fields.zones.items() for pile in piles(view, name, zone) for p in pile}


def views(trial: Trial, viewer: int | None) -> None:
    """No number of a piece that is hidden from the viewer occurs anywhere in what the viewer gets."""
    trial.count("views")
    match = trial.match
    view = match.view(viewer)
    hidden = set(match.state.pieces) - shown(trial, view)
    if not hidden:
        return
    data = view.data()
    del data["pieces"]  # what exists is public
    log = [(event.name, event.facts) for event in match.log(viewer, max(0, len(match.events) - 40))]
    scene = trial.game.scene(view, viewer, match.names)
    for what, text in (("view", repr(data)), ("scene", as_json(scene.data()))):
        numbers = {int(number) for number in re.findall(r"\d{5,}", text)}
        leaked = numbers & hidden
        if leaked:
            names = [trial.game.piece_name(piece) for piece in leaked]
            trial.fault("views", f"the {what} of {who(viewer)} holds the numbers of hidden pieces: {names}")
    if "Secret" in repr(log):
        trial.fault("views", f"the log of {who(viewer)} holds secrets")


def same_choice(trial: Trial, seat: int) -> None:
    """The truth and the seat's view give the same choice."""
    match = trial.match
    trial.count("secrecy")
    if not trial.alike(trial.game.choice(match.state, seat), match.choice(seat)):
        trial.fault("secrecy", f"the choice of seat {seat} at '{match.question}' depends on what it cannot see")


def worlds(trial: Trial, viewer: int | None) -> None:
    """A world can be made, gives the viewer the same view and choice, and can be played on."""
    trial.count("worlds")
    game, match = trial.game, trial.match
    view = match.view(viewer)
    try:
        world = game.world(view, trial.rng)
    except NoWorld as error:
        trial.fault("worlds", str(error))
        return
    again = game.view(world, viewer)
    if comparable(again) != comparable(view):
        trial.fault("worlds", f"the world made for {who(viewer)} does not give the same view: {differ(again, view)}")
    astray = game.astray(world)
    if astray:
        trial.fault("worlds", f"a world made for {who(viewer)}: {astray}")
    if viewer is not None and viewer in world.waiting:
        trial.count("secrecy")
        if not trial.alike(game.choice(world, viewer), match.choice(viewer)):
            trial.fault("secrecy", f"{who(viewer)}: the choice at '{match.question}' depends on what it cannot see")
    try:
        _play_on(trial, world)
    except Exception as error:
        trial.fault("worlds", f"a world made for {who(viewer)} at '{match.question}' fails: {in_a_line(error)}")


def _play_on(trial: Trial, world: State, answers: int = 12) -> None:
    chance = Quick(Random(trial.rng.random()))
    for _ in range(answers):
        if not world.waiting:
            return
        seat = world.waiting[0]
        flow.answer(world, seat, trial.game.choice(world, seat).sample(trial.rng), chance)
