"""Twins: two truths that one viewer must not be able to tell apart.

They differ in what lies hidden (`same_answer`), in what somebody chose in secret (`other_answer`), or in what was drawn
unseen (`other_chance`, `other_start`).  What the zones themselves show openly may differ, and then all may.  Where they
show no difference, nothing else may tell one: no view, log, scene or choice, and not who is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from .. import flow
from ..chance import Chance, Quick
from ..choice import Answer, Choice
from ..state import SPECTATOR, Pile, Sink, State
from ..zones import NoWorld, Place, piles
from .secrets import shown
from .trial import Trial, as_json, comparable, differ, who

T = TypeVar("T")


class Outcome:
    """What came of something that was done: the state after it, and what was told and shown meanwhile."""

    def __init__(self, trial: Trial, state: State, do: Callable[[State], None]) -> None:
        self.state = state
        self.sink = state.out = Sink()
        do(state)
        state.out = None
        # Drawn at once: a scene that remembers something beside its view would show the other twin's later.
        self.scenes = {viewer: _scene(trial, state, viewer) for viewer in trial.viewers}

    def heard(self, me: int) -> str:
        """The events as that viewer hears them."""
        heard = (event.seen_by(me) for event in self.sink.events)
        return repr([(event.name, event.facts) for event in heard if event is not None])

    def saw(self, me: int) -> list[Pile]:
        """The pieces that viewer saw moved or shown."""
        return [move.pieces for move in self.sink.moves if move.mask >> me & 1]

    def steps(self) -> list[tuple[int, int]]:
        """How many pieces were moved or shown at a time, and to whom."""
        return [(len(move.pieces), move.mask) for move in self.sink.moves]


def _scene(trial: Trial, s: State, viewer: int | None) -> str:
    game = trial.game
    return as_json(game.scene(game.view(s, viewer), viewer, trial.match.names).data())


class OtherChance(Quick):
    """The draws of a seed, but with hidden pieces in each other's place, or with one number or pick drawn anew."""

    def __init__(self, seed: int, rng: Random, hidden: frozenset[int] = frozenset(), anew: int = -1) -> None:
        super().__init__(Random(seed))
        self.other = rng
        self.hidden = hidden
        self.anew = anew
        self.numbers = 0  # drawn so far, without those of shuffles

    def below(self, n: int) -> int:
        number = super().below(n)
        self.numbers += 1
        return (number + 1 + self.other.randrange(n - 1)) % n if self.numbers - 1 == self.anew and n > 1 else number

    def pick(self, items: Sequence[T]) -> T:
        found = super().pick(items)
        return self.other.choice([item for item in items if item in self.hidden]) if found in self.hidden else found

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        out = list(items)
        self.rng.shuffle(out)
        places = [i for i, item in enumerate(out) if item in self.hidden]
        pieces = [out[i] for i in places]
        self.other.shuffle(pieces)
        for i, piece in zip(places, pieces, strict=True):
            out[i] = piece
        return tuple(out)


def same_answer(trial: Trial, seat: int, answer: Answer) -> None:
    """Another truth that looks the same to some other viewer, before and after the same answer and chance."""
    game, s = trial.game, trial.match.state
    viewer = trial.rng.choice([viewer for viewer in trial.viewers if viewer != seat])
    try:
        world = game.world(game.view(s, viewer), trial.rng)
    except NoWorld:
        return
    if s.waiting != world.waiting or not game.choice(world, seat).accepts(answer):
        return
    if not s.quiet:  # sealed answers of others, if they are legal there
        if not all(game.choice(world, other).accepts(given) for other, given in s.answers.items()):
            return
        world.answers = s.answers
    one, two = (
        Outcome(trial, truth, partial(_answer, {seat: answer}, Quick(Random(7)))) for truth in (s.clone(), world)
    )
    if not _openly(trial, viewer, one, two):
        _compare(trial, "secrecy", viewer, one, two)


def other_answer(trial: Trial) -> None:
    """The same truth, where one of those who are asked chooses something else that only they can know."""
    s, rng = trial.match.state, trial.rng
    seat = rng.choice(s.waiting)
    asked = (seat,) if s.quiet else s.waiting
    answers = {q: trial.game.choice(s, q).sample(rng) for q in asked}
    other = _another(trial.game.choice(s, seat), answers[seat], rng)
    if other is None:
        return
    one = Outcome(trial, s.clone(), partial(_answer, answers, Quick(Random(7))))
    two = Outcome(trial, s.clone(), partial(_answer, {**answers, seat: other}, Quick(Random(7))))
    _secret(trial, s, one, two, seat)


def other_chance(trial: Trial, seat: int, answer: Answer) -> None:
    """The same truth and answer, where a secret fact is drawn differently."""
    s = trial.match.state
    if trial.game.fields.known:
        _drawn_anew(trial, s, partial(_answer, {seat: answer}))


def other_start(trial: Trial) -> None:
    """A match that begins with the same draws, but with the pieces that a viewer cannot see in each other's place."""
    game, match = trial.game, trial.match
    seed = trial.rng.randrange(1000)
    before = game.start(match.players, game.settle(match.players, match.options.data()))
    one = Outcome(trial, before.clone(), partial(_run, OtherChance(seed, trial.rng)))
    for viewer in trial.viewers:
        hidden = frozenset(before.pieces) - shown(trial, game.view(one.state, viewer))
        two = Outcome(trial, before.clone(), partial(_run, OtherChance(seed, trial.rng, hidden)))
        if _hidden(trial, viewer, before, one, two):
            _compare(trial, "discretion", viewer, one, two)
    if game.fields.known:
        _drawn_anew(trial, before, _run)


def _drawn_anew(trial: Trial, before: State, do: Callable[[Chance, State], None]) -> None:
    first = OtherChance(7, trial.rng)
    one = Outcome(trial, before.clone(), partial(do, first))
    for anew in range(min(first.numbers, 8)):
        two = Outcome(trial, before.clone(), partial(do, OtherChance(7, trial.rng, anew=anew)))
        if _zones(trial, one.state) == _zones(trial, two.state):
            _secret(trial, before, one, two)


def _run(chance: Chance, s: State) -> None:
    flow.run(s, chance)


def _answer(answers: dict[int, Answer], chance: Chance, s: State) -> None:
    for seat, answer in answers.items():
        flow.answer(s, seat, answer, chance)


def _another(choice: Choice, answer: Answer, rng: Random) -> Answer | None:
    """An answer that differs in one word, if there is one."""
    found = []
    for i in range(len(answer)):
        for atom in choice.atoms(answer[:i]):
            if atom and atom != answer[i]:
                other = choice.canonical((*answer[:i], atom, *answer[i + 1 :]))
                if other != answer and choice.accepts(other):
                    found.append(other)
    return rng.choice(found) if found else None


# -- what may differ ---------------------------------------------------------------------------------------------------


def _me(viewer: int | None) -> int:
    return SPECTATOR if viewer is None else viewer


def _openly(trial: Trial, viewer: int | None, one: Outcome, two: Outcome) -> bool:
    """Whether the zones themselves have shown the viewer a difference."""
    game, me = trial.game, _me(viewer)
    a, b = game.view(one.state, viewer), game.view(two.state, viewer)
    if one.saw(me) != two.saw(me) or _zones(trial, a) != _zones(trial, b):
        return True
    return _sides(trial, one.state) != _sides(trial, two.state)


def _hidden(trial: Trial, viewer: int | None, before: State, one: Outcome, two: Outcome) -> bool:
    """Whether all that differs is which of the pieces that the viewer cannot see went where, or a fact it cannot see.

    If pieces went from other places or to others, or in another order, the difference need not be a secret: whom to
    give a card may be said aloud.
    """
    if _openly(trial, viewer, one, two):
        return False
    if _zones(trial, one.state) != _zones(trial, two.state):
        return one.steps() == two.steps() and _journeys(trial, before, one.state) == _journeys(trial, before, two.state)
    return any(
        getattr(one.state, name) != getattr(two.state, name)
        and fact.seen_by(_me(viewer), one.state, getattr(one.state, name))
        == fact.seen_by(_me(viewer), two.state, getattr(two.state, name))
        for name, fact in trial.game.fields.known.items()
    )


def _zones(trial: Trial, s: State) -> list[tuple[Pile, ...]]:
    return [piles(s, name, zone) for name, zone in trial.game.fields.zones.items()]


def _sides(trial: Trial, s: State) -> list[list[object]]:
    """What everybody sees of pieces that lie hidden, pile by pile."""
    out: list[list[object]] = []
    for name, zone in trial.game.fields.zones.items():
        if zone.shows is not None:
            out += [sorted(map(zone.shows, pile), key=repr) for pile in piles(s, name, zone)]
    return out


def _journeys(trial: Trial, before: State, after: State) -> Counter[tuple[Place, Place]]:
    """How many pieces went from where to where."""
    was, now = ({p: place for place, lying in _places(trial, s) for p in lying} for s in (before, after))
    return Counter((place, now[piece]) for piece, place in was.items() if piece in now and now[piece] != place)


def _places(trial: Trial, s: State) -> list[tuple[Place, Pile]]:
    zones = trial.game.fields.zones.items()
    return [((name, i), pile) for name, zone in zones for i, pile in enumerate(piles(s, name, zone))]


# -- comparing ---------------------------------------------------------------------------------------------------------


def _secret(trial: Trial, before: State, one: Outcome, two: Outcome, seat: int | None = -1) -> None:
    """What a seat chose, or nobody, is the same to everybody else, unless it was openly shown."""
    for viewer in trial.viewers:
        if viewer != seat and _hidden(trial, viewer, before, one, two):
            _compare(trial, "discretion", viewer, one, two)


def _compare(trial: Trial, name: str, viewer: int | None, one: Outcome, two: Outcome) -> None:
    """Everything that the viewer gets is the same."""
    trial.count(name)
    game, me = trial.game, _me(viewer)
    a, b = game.view(one.state, viewer), game.view(two.state, viewer)

    def told_apart(what: str, how: str = "") -> None:
        trial.fault(name, f"the {what} of {who(viewer)} tells two truths apart{how}")

    if comparable(a) != comparable(b):
        told_apart("view", f": {differ(a, b)}")
    elif one.heard(me) != two.heard(me):
        told_apart("log", f": {one.heard(me)} or {two.heard(me)}")
    elif game.callings(one.state, trial.match.names) != game.callings(two.state, trial.match.names):
        told_apart("log", ": the players are called differently")
    elif viewer in a.waiting and not trial.alike(game.choice(one.state, me), game.choice(two.state, me)):
        told_apart("choice", f" at '{a.question}'")
    elif one.scenes[viewer] != two.scenes[viewer]:
        told_apart("scene")
