"""The present moment: arranged again by names it is the same, and how long an answer takes tells nothing about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from ..game import BadPosition
from ..match import Match
from ..state import BadGame, State
from ..zones import NoWorld
from .trial import Trial, who

Clock = Callable[[Match, int], float]  # when a live table answers the open question, by the lot of that number

LOTS: Final = 2


def arranged(trial: Trial) -> None:
    """The moment as a position, written down and read again, gives every viewer the same view and choice."""
    game, match = trial.game, trial.match
    trial.count("positions")
    try:
        again = _at(trial, match.state)
    except (BadGame, BadPosition) as error:
        trial.fault("positions", f"'{match.question}' cannot be arranged again: {error}")
        return
    for viewer in trial.viewers:
        one, two = _lying(trial, match.view(viewer)), _lying(trial, again.view(viewer))
        apart = [name for name in one if one[name] != two.get(name)]
        if apart:
            trial.fault("positions", f"arranged again, {who(viewer)} sees another {', '.join(apart)}")
    for seat in match.asked:
        if not trial.alike(game.choice(match.state, seat), game.choice(again.state, seat)):
            trial.fault("positions", f"arranged again, seat {seat} has other answers to '{match.question}'")


def _at(trial: Trial, state: State) -> Match:
    """A match that begins with this state, by way of a match file."""
    told = json.loads(json.dumps(trial.game.describe(state)))
    return trial.game.position(trial.players, state.question, told, trial.match.options.data())


def _lying(trial: Trial, view: State) -> dict[str, object]:
    """A view by names; in piles without an order, in any."""
    told = trial.game.describe(view)
    told.pop("seen", None)  # shown by the piles themselves
    for name, zone in trial.game.fields.zones.items():
        pile = told[name]
        assert isinstance(pile, list)
        if not zone.ordered:
            told[name] = sorted(pile) if zone.single else [sorted(each) for each in pile]
    return told


def timed(trial: Trial, clock: Clock) -> None:
    """Two truths that only those who are asked can tell apart are answered after the same time."""
    game, match = trial.game, trial.match
    others = [seat for seat in range(trial.players) if seat not in match.asked]
    viewer = others[0] if others and match.state.quiet else None
    try:
        world = game.world(match.view(viewer), trial.rng)
    except NoWorld:
        return
    if world.waiting != match.asked:  # of a quiet question others do not even know who is asked
        return
    trial.count("time")
    for lot in range(LOTS):
        one, two = (clock(_at(trial, truth), lot) for truth in (match.state, world))
        if one != two:
            seconds = f"{one:.2f} or {two:.2f} seconds"
            trial.fault("time", f"'{match.question}' is answered after {seconds}, by what others cannot see")
