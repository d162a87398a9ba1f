"""Bad input is refused with a reason; every question, scene and atom has its words."""

from __future__ import annotations

from typing import cast

from ..choice import STOP, Answer, Refusal
from . import legend
from .trial import Trial, as_json, who


def refusals(trial: Trial, seat: int) -> None:
    """Malformed answers are refused with a reason and change nothing."""
    match = trial.match
    before = match.text()
    state = match.state.data()
    legal = match.choice(seat).sample(trial.rng)
    outsider = next((q for q in range(trial.players) if q not in match.asked), trial.players)
    wrong: list[tuple[object, object]] = [
        (seat, ("no such word",)),
        (seat, (*legal, "no such word")),
        (seat, (*legal, *legal, *legal, *legal)),
        (seat, ("",)),
        (seat, None),
        (seat, 7),
        (seat, [7]),
        (seat, {"a": 1}),
        (outsider, legal),
        (-1, legal),
        ("0", legal),
        (None, legal),
    ]
    for giver, answer in wrong:
        trial.count("refusals")
        if giver == seat and isinstance(answer, tuple) and match.choice(seat).accepts(answer):
            continue  # by chance a legal answer
        try:
            match.answer(cast(int, giver), cast(Answer, answer))  # what does not fit the types is refused too
        except Refusal as refusal:
            if not refusal.reason:
                trial.fault("refusals", f"{answer!r} by {giver!r} was refused without a reason")
        except Exception as error:
            trial.fault("refusals", f"{answer!r} by {giver!r} at '{match.question}' raised {error!r}")
        else:
            trial.fault("refusals", f"{answer!r} by {giver!r} at '{match.question}' was taken")
            return
    for atom in sorted(trial.vocabulary):
        reason = match.choice(seat).refusal((atom, "no such word"))
        if reason is None or not reason.reason:
            trial.fault("refusals", f"{atom!r} was refused without a reason")
    if match.text() != before or match.state.data() != state:
        trial.fault("refusals", "a refused answer changed the match")


def words(trial: Trial, seat: int) -> None:
    """Every scene can be drawn, every question has its prompt, every atom offered its pick."""
    match = trial.match
    trial.count("words")
    for viewer in trial.viewers:
        scene = match.scene(viewer)
        as_json(scene.data())
        legend.explained(trial, scene)
        view = match.view(viewer)
        for name, seats in (("active", view.waiting), ("ready", view.ready)):
            shown = {panel.seat for panel in scene.panels if getattr(panel, name)}
            if shown != set(seats):
                trial.fault("words", f"the scene of {who(viewer)} has {shown} {name}, the view {set(seats)}")
        awaited = () if view.quiet else view.waiting
        for panel in scene.panels:
            if (panel.name in scene.waiting) != (panel.seat in awaited and panel.seat != viewer):
                told = f"the scene of {who(viewer)} says '{scene.waiting}' where seats {awaited} are awaited"
                trial.fault("words", f"{told}: `prompting.waiting` makes the sentence")
        match.sentences(viewer, max(0, len(match.events) - 40))
    view = match.view(seat)
    if not trial.game.prompt(view, seat):
        trial.fault("words", f"'{match.question}' has no prompt")
    prompt = match.scene(seat).prompt
    offers = [atom for atom in match.choice(seat).offers(()) if atom != STOP]
    if prompt is None or sorted(pick.atom for pick in prompt.picks) != sorted(offers):
        trial.fault("words", f"'{match.question}': the scene does not show what can be chosen")
    for atom in offers:
        if not trial.game.label(view, atom):
            trial.fault("vocabulary", f"{atom!r} has no label")
