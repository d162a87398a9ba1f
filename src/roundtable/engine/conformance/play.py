"""Playing one match at random, looking at everything on the way."""

from __future__ import annotations

from ..choice import STOP, Answer, Choice
from ..mistakes import in_a_line
from . import moments, secrets, states, twins, words
from .trial import Trial


def play(trial: Trial) -> None:
    """The whole match; a crash of the rules is a fault, not the end of the kit."""
    game, match = trial.game, trial.match
    trial.report.matches += 1
    try:
        if not match.asked and match.options == game.settle(match.players):  # an option may make it as short as that
            trial.fault("ends", "the match is over before anybody was asked")
        if not _seated(trial) or not all(_spoken(trial, match.choice(seat)) for seat in match.asked):
            return
        twins.other_start(trial)
        while match.asked and _seated(trial):
            if len(match.entries) >= game.limit:
                trial.expect("ends", False, f"the match has not ended after {game.limit} answers")
                return
            seat = trial.rng.choice(match.asked)
            answer = _walk(trial, match.choice(seat))
            if answer is None:  # told already; what is checked at a moment would stumble over it again
                return
            _moment(trial, seat)
            _give(trial, seat, answer)
        if match.asked:
            return
        states.at_the_end(trial)
        for viewer in trial.viewers:
            secrets.views(trial, viewer)
            game.scene(match.view(viewer), viewer, match.names)
            match.sentences(viewer)
    except Exception as error:
        trial.fault("plays", in_a_line(error))
    finally:
        trial.report.steps |= match.steps


def _seated(trial: Trial) -> bool:
    """Whether those who are asked sit at the table."""
    s = trial.match.state
    strange = [seat for seat in s.asked if seat not in range(s.players)]
    if strange:
        trial.fault("plays", f"'{s.question}' is put to {strange}, but the seats are {list(range(s.players))}")
    return not strange


def _spoken(trial: Trial, choice: Choice, prefix: Answer = ()) -> bool:
    """Whether words are offered; anything else would fail later, and elsewhere."""
    mute = [atom for atom in choice.atoms(prefix) if not isinstance(atom, str)]
    if mute:
        trial.fault("choices", f"{choice.question}: {mute} are offered, but answers are made of words")
    return not mute


def _moment(trial: Trial, seat: int) -> None:
    """Check what must hold while a question is open; the costly part only now and then."""
    if trial.now_and_then() or len(trial.match.entries) < 3:
        for viewer in trial.viewers:
            secrets.views(trial, viewer)
            secrets.worlds(trial, viewer)
        words.words(trial, seat)
        secrets.same_choice(trial, seat)
        words.refusals(trial, seat)
        states.files(trial)
        moments.arranged(trial)
        if trial.clock is not None:
            moments.timed(trial, trial.clock)
        states.sealed(trial)
        twins.other_answer(trial)


def _walk(trial: Trial, choice: Choice) -> Answer | None:
    """A random full answer, atom by atom, looking at everything that is offered on the way."""
    prefix: Answer = ()
    trial.count("choices")
    while True:
        atoms = choice.atoms(prefix)
        if not atoms:
            trial.fault("choices", f"{choice.question}: dead end after {list(prefix)}")
            return None
        if len(set(atoms)) != len(atoms):
            trial.fault("choices", f"{choice.question}: an atom is offered twice after {list(prefix)}")
        trial.count("vocabulary")
        if not _spoken(trial, choice, prefix):
            return None
        strange = [atom for atom in atoms if atom != STOP and atom not in trial.vocabulary]
        if strange:
            trial.fault("vocabulary", f"{choice.question}: {strange} not in the vocabulary")
        atom = trial.rng.choice(atoms)
        if atom == STOP:
            break
        prefix = (*prefix, atom)
    if not choice.accepts(prefix) or choice.canonical(prefix) != prefix:
        trial.fault("choices", f"{choice.question}: {list(prefix)} was offered but is not accepted as it stands")
    sample = choice.sample(trial.rng)
    if not choice.accepts(sample):
        trial.fault("choices", f"{choice.question}: sampled {list(sample)}, which is not legal")
    return prefix


def _give(trial: Trial, seat: int, answer: Answer) -> None:
    """Give the answer and check what must hold after every one."""
    match, deep = trial.match, trial.now_and_then()
    old = match.state.clone()
    if deep:
        twins.same_answer(trial, seat, answer)
        twins.other_chance(trial, seat, answer)
    match.answer(seat, answer)
    trial.report.answers += 1
    trial.count("plays")
    states.keep(trial, old)
    astray = trial.game.astray(match.state)
    trial.expect("pieces", not astray, astray)
    trial.count("invariants")
    for broken in trial.game.invariants(match.state):
        trial.fault("invariants", broken)
    if deep:
        states.undo(trial, seat, answer)
