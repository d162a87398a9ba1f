"""What must be true of states, logs and files: clones, replays, undo, sealed answers in any order, the end."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from .. import flow, matchfile
from ..chance import Quick
from ..choice import Answer
from ..game import Game
from ..state import State, fields
from .trial import Trial


def keep(trial: Trial, old: State) -> None:
    """Remember an old clone and look whether the ones kept so far have changed."""
    trial.count("clones")
    for name in fields(old):
        value: object = getattr(old, name)
        if isinstance(value, (list, set, bytearray)):
            trial.fault("clones", f"the field '{name}' is a {type(value).__name__}, which clones would share")
    if len(trial.old) < 12 or trial.rng.random() < 0.1:
        trial.old.append((old, repr(old.data())))
        if len(trial.old) > 24:
            trial.old.pop(trial.rng.randrange(len(trial.old)))
    state, then = trial.rng.choice(trial.old)
    if repr(state.data()) != then:
        trial.fault("clones", "an old clone has changed")


def sealed(trial: Trial) -> None:
    """Sealed answers may arrive in any order."""
    state = trial.match.state
    if len(state.waiting) < 2 or state.quiet:
        return
    trial.count("replay")
    answers = {seat: trial.game.choice(state, seat).sample(trial.rng) for seat in state.waiting}
    ends = []
    for order in (state.waiting, tuple(reversed(state.waiting))):
        s = state.clone()
        chance = Quick(Random(1))
        for seat in order:
            flow.answer(s, seat, answers[seat], chance)
        ends.append(s.data())
    if ends[0] != ends[1]:
        trial.fault("replay", f"the order in which answers to '{state.question}' arrive makes a difference")


def files(trial: Trial) -> None:
    """Save and load in the middle of the question."""
    match = trial.match
    if len(match.entries) > 400 and trial.rng.random() < 0.9:  # replaying long matches again and again is slow
        return
    trial.count("files")

    def found(slug: str, edition: str) -> Game:
        return trial.game

    text = match.text()
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "match.jsonl")
        loaded = matchfile.load(Path(folder) / "match.jsonl", found)
    if loaded.state.data() != match.state.data() or loaded.text() != text:
        trial.fault("files", "the loaded match is not the match that was saved")


def undo(trial: Trial, seat: int, answer: Answer) -> None:
    """An answer that may be taken back can be given again."""
    match = trial.match
    if match.no_undo(seat):
        return
    trial.count("undo")
    after, told = match.state.data(), len(match.events)
    match.undo(seat)
    match.answer(seat, answer)
    if match.state.data() != after or len(match.events) != told:
        trial.fault("undo", f"undoing and repeating {list(answer)} leads elsewhere")


def at_the_end(trial: Trial) -> None:
    """The ranking holds everybody, and the whole log leads here again."""
    match = trial.match
    trial.count("ends")
    seats = [seat for group in match.ranking for seat in group]
    if sorted(seats) != list(range(trial.players)):
        trial.fault("ends", f"the ranking {match.ranking} does not hold every seat once")
    trial.count("replay")
    again = match.fork(len(match.entries))
    if again.state.data() != match.state.data() or again.ranking != match.ranking:
        trial.fault("replay", "the same answers lead to another end")
