"""The conformance kit: what must be true of every game, shown by playing it at random.

`check(game)` plays random matches with every number of players and every option value, and tests each property after
every answer or at random moments.  No game is exempt.  A fault comes with the match file that reproduces it.
"""

from __future__ import annotations

import json
import re
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from . import flow, matchfile
from .chance import Quick
from .choice import STOP, Answer, Choice, Refusal
from .game import Game
from .match import seats_of
from .options import BadOption
from .state import FIRST_PIECE, SPECTATOR, Pile, Sink, State, fields
from .zones import NoWorld, piles

PROPERTIES: Final = {
    "declared": "everything is declared: zones for all piles, questions with paragraphs, sentences for options",
    "plays": "no answer that is legal makes the rules fail",
    "ends": "random matches end within the game's limit, with a ranking of all seats",
    "choices": "whoever is asked has a legal answer, no offered prefix is a dead end, answers have one spelling",
    "vocabulary": "every atom offered is in the declared vocabulary and has a label",
    "pieces": "every piece lies in exactly one place",
    "invariants": "the invariants of the rules hold after every answer",
    "clones": "an old clone never changes, and a state holds nothing that could be shared",
    "replay": "the same answers lead to the same states, in whatever order sealed answers arrive",
    "files": "a match saved and loaded in the middle of a question is the same match",
    "undo": "an answer taken back and given again leads to the same state",
    "views": "no number of a piece that is hidden from a viewer is in its view, scene or log",
    "secrecy": "two truths that differ only in what a viewer cannot see give it the same view, scene, choices and log",
    "worlds": "a world can be made from every view, agrees with it, and can be played on",
    "refusals": "malformed answers are refused with a reason and change nothing",
    "words": "every question has a prompt and every scene can be drawn for every viewer",
}


ENOUGH: Final = 3  # faults of one property; more of the same would tell nothing new


class Fault:
    """A property that did not hold, in words, with the match file that shows it."""

    def __init__(self, name: str, message: str, match_text: str) -> None:
        self.property = name
        self.message = message
        self.match_text = match_text


class Property:
    """How often a property was checked, and the faults found."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.checks = 0
        self.faults: list[Fault] = []


class Report:
    """What the kit found."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.matches = 0
        self.answers = 0
        self.properties = {name: Property(text) for name, text in PROPERTIES.items()}
        self.steps: set[tuple[str, str]] = set()  # for the rule-coverage report

    @property
    def faults(self) -> list[Fault]:
        return [fault for prop in self.properties.values() for fault in prop.faults]

    def data(self) -> dict[str, Any]:
        """For `roundtable check --json`."""
        return {
            "game": self.game,
            "matches": self.matches,
            "answers": self.answers,
            "faults": len(self.faults),
            "properties": {
                name: {
                    "text": prop.text,
                    "checks": prop.checks,
                    "faults": [{"message": fault.message, "match": fault.match_text} for fault in prop.faults],
                }
                for name, prop in self.properties.items()
            },
        }


def settings(game: Game, players: int) -> Iterator[dict[str, Any]]:
    """The default, every preset, and every sample value of every option by itself, as far as they fit this table."""
    yield {}
    for preset in game.presets.values():
        if preset:
            yield dict(preset)
    for option in game.options.listed():
        for value in option.samples():
            if value != option.default:
                try:
                    game.settle(players, {option.name: value})
                except BadOption:
                    continue
                yield {option.name: value}


def check(
    game: Game,
    players: Sequence[int] | None = None,
    matches: int = 1,
    seed: int = 0,
    options: Sequence[Mapping[str, Any]] | None = None,
    progress: Callable[[str], None] | None = None,
    depth: float = 0.05,
) -> Report:
    """Play `matches` random matches of each setting and check every property.

    `depth` is the share of answers after which the costly properties are checked too.
    """
    report = Report(game.slug)
    if not _declared(game, report):
        return report
    for n in players or seats_of(game.seats):
        for setting in list(options) if options is not None else list(settings(game, n)):
            for i in range(matches):
                if progress is not None:
                    progress(f"{n} players {dict(setting) or ''} match {i + 1}")
                _Run(game, report, n, setting, seed + i, depth).play()
                if any(len(prop.faults) >= ENOUGH for prop in report.properties.values()):
                    return report
    return report


def _declared(game: Game, report: Report) -> bool:
    """What the game says about itself; False if it cannot be played at all."""

    def fault(message: str) -> None:
        report.properties["declared"].faults.append(Fault("declared", message, ""))

    report.properties["declared"].checks += 1
    s = game.start(game.seats[0], game.settle(game.seats[0]))
    undeclared = game.fields.faults(s)
    for wrong in undeclared:
        fault(wrong)
    for piece in s.pieces:
        if piece < FIRST_PIECE:
            fault(f"piece {piece}: pieces are numbered from {FIRST_PIECE} on, to tell them from other numbers")
            break
    for option in game.options.listed():
        if not option.text.endswith((".", "?")):
            fault(f"option {option.name} has no sentence for people")
    paragraphs = game.paragraphs()
    cited = {ref for refs in game.cited().values() for ref in refs} | {q.rule for q in game.questions.values()}
    for ref in sorted(cited - set(paragraphs)):
        fault(f"paragraph {ref} is cited but is not in the rules page")
    return not undeclared


class _Run:
    """One random match under test."""

    def __init__(
        self, game: Game, report: Report, players: int, options: Mapping[str, Any], seed: int, depth: float
    ) -> None:
        self.game = game
        self.report = report
        self.players = players
        self.rng = Random(f"{seed}-{players}-{sorted(options.items())}")
        self.depth = depth
        self.vocabulary = set(game.vocabulary(players, game.settle(players, options)))
        self.match = game.match(players, seed, options)
        self.old: list[tuple[State, str]] = []
        self.heard = ("", "")  # what the viewer of the last twin heard in either truth
        self.saw: list[list[Pile]] = []  # and which pieces it saw
        self.viewers: tuple[int | None, ...] = (*range(players), None)

    def fault(self, name: str, message: str) -> None:
        faults = self.report.properties[name].faults
        if len(faults) < ENOUGH:
            faults.append(Fault(name, message, self.match.text()))

    def count(self, name: str) -> None:
        self.report.properties[name].checks += 1

    def expect(self, name: str, holds: bool, message: str) -> None:
        self.count(name)
        if not holds:
            self.fault(name, message)

    def play(self) -> None:
        """The whole match; a crash of the rules is a fault, not the end of the kit."""
        match = self.match
        self.report.matches += 1
        try:
            while match.asked:
                if len(match.entries) >= self.game.limit:
                    self.expect("ends", False, f"the match has not ended after {self.game.limit} answers")
                    return
                seat = match.asked[int(self.rng.random() * len(match.asked))]
                self.moment(seat)
                answer = self.walk(match.choice(seat))
                if answer is None:
                    return
                self.given(seat, answer)
            self.at_the_end()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.fault("plays", f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})")
        finally:
            self.report.steps |= match.steps

    def given(self, seat: int, answer: Answer) -> None:
        """Give the answer and check what must hold after every one."""
        match, deep = self.match, self.rng.random() < self.depth
        old = match.state.clone()
        twin = self.twin(seat, answer) if deep else None
        match.answer(seat, answer)
        self.report.answers += 1
        self.count("plays")
        self.keep(old)
        astray = self.game.astray(match.state)
        self.expect("pieces", not astray, astray)
        self.count("invariants")
        for broken in self.game.invariants(match.state):
            self.fault("invariants", broken)
        if deep and twin is not None:
            viewer, other, told = twin
            self.compare(viewer, other, told)
        if deep:
            self.undo(seat, answer)

    def moment(self, seat: int) -> None:
        """Check what must hold while a question is open; the costly part only now and then."""
        match = self.match
        deep = self.rng.random() < self.depth
        if deep or len(match.entries) < 3:
            for viewer in self.viewers:
                self.views(viewer)
                self.worlds(viewer)
            self.words(seat)
            self.same_choice(seat)
            self.refusals(seat)
            self.files()
            self.sealed()

    # -- choices -----------------------------------------------------------------------------------------------------

    def walk(self, choice: Choice) -> Answer | None:
        """A random full answer, atom by atom, looking at everything that is offered on the way."""
        prefix: Answer = ()
        self.count("choices")
        while True:
            atoms = choice.atoms(prefix)
            if not atoms:
                self.fault("choices", f"{choice.question}: dead end after {list(prefix)}")
                return None
            if len(set(atoms)) != len(atoms):
                self.fault("choices", f"{choice.question}: an atom is offered twice after {list(prefix)}")
            self.count("vocabulary")
            strange = [atom for atom in atoms if atom != STOP and atom not in self.vocabulary]
            if strange:
                self.fault("vocabulary", f"{choice.question}: {strange} not in the vocabulary")
            atom = atoms[int(self.rng.random() * len(atoms))]
            if atom == STOP:
                break
            prefix = (*prefix, atom)
        if not choice.accepts(prefix) or choice.canonical(prefix) != prefix:
            self.fault("choices", f"{choice.question}: {list(prefix)} was offered but is not accepted as it stands")
        sample = choice.sample(self.rng)
        if not choice.accepts(sample):
            self.fault("choices", f"{choice.question}: sampled {list(sample)}, which is not legal")
        return prefix

    def same_choice(self, seat: int) -> None:
        """The truth and the seat's view give the same choice."""
        match = self.match
        self.count("secrecy")
        truth, seen = self.game.choice(match.state, seat), match.choice(seat)
        if not self.alike(truth, seen):
            self.fault("secrecy", f"the choice of seat {seat} at '{match.question}' depends on what it cannot see")

    def alike(self, a: Choice, b: Choice) -> bool:
        """Whether two grammars agree along a few random walks."""
        for _ in range(3):
            prefix: Answer = ()
            while True:
                atoms = list(a.atoms(prefix))
                if sorted(atoms) != sorted(b.atoms(prefix)):
                    return False
                if not atoms:
                    return True
                atom = atoms[int(self.rng.random() * len(atoms))]
                if atom == STOP:
                    break
                prefix = (*prefix, atom)
        return True

    # -- states ------------------------------------------------------------------------------------------------------

    def keep(self, old: State) -> None:
        """Remember an old clone and look whether the ones kept so far have changed."""
        self.count("clones")
        for name in fields(old):
            value = getattr(old, name)
            if isinstance(value, (list, set, bytearray)):
                self.fault("clones", f"the field '{name}' is a {type(value).__name__}, which clones would share")
        if len(self.old) < 12 or self.rng.random() < 0.1:
            self.old.append((old, repr(old.data())))
            if len(self.old) > 24:
                self.old.pop(int(self.rng.random() * len(self.old)))
        state, then = self.old[int(self.rng.random() * len(self.old))]
        if repr(state.data()) != then:
            self.fault("clones", "an old clone has changed")

    def sealed(self) -> None:
        """Sealed answers may arrive in any order."""
        state = self.match.state
        if len(state.waiting) < 2 or state.quiet:
            return
        self.count("replay")
        answers = {seat: self.game.choice(state, seat).sample(self.rng) for seat in state.waiting}
        ends = []
        for order in (state.waiting, tuple(reversed(state.waiting))):
            s = state.clone()
            chance = Quick(Random(1))
            for seat in order:
                flow.answer(s, seat, answers[seat], chance)
            ends.append(s.data())
        if ends[0] != ends[1]:
            self.fault("replay", f"the order in which answers to '{state.question}' arrive makes a difference")

    def files(self) -> None:
        """Save and load in the middle of the question."""
        match = self.match
        if len(match.entries) > 400 and self.rng.random() < 0.9:  # replaying long matches again and again is slow
            return
        self.count("files")
        text = match.text()
        with tempfile.TemporaryDirectory() as folder:
            match.save(Path(folder) / "match.jsonl")
            loaded = matchfile.load(Path(folder) / "match.jsonl", self.found)
        if loaded.state.data() != match.state.data() or loaded.text() != text:
            self.fault("files", "the loaded match is not the match that was saved")

    def found(self, slug: str, edition: str) -> Game:
        return self.game

    def undo(self, seat: int, answer: Answer) -> None:
        match = self.match
        if match.no_undo(seat):
            return
        self.count("undo")
        after, told = match.state.data(), len(match.events)
        match.undo(seat)
        match.answer(seat, answer)
        if match.state.data() != after or len(match.events) != told:
            self.fault("undo", f"undoing and repeating {list(answer)} leads elsewhere")

    def at_the_end(self) -> None:
        match = self.match
        self.count("ends")
        seats = [seat for group in match.ranking for seat in group]
        if sorted(seats) != list(range(self.players)):
            self.fault("ends", f"the ranking {match.ranking} does not hold every seat once")
        self.count("replay")
        again = match.fork(len(match.entries))
        if again.state.data() != match.state.data() or again.ranking != match.ranking:
            self.fault("replay", "the same answers lead to another end")
        for viewer in self.viewers:
            self.views(viewer)
            self.game.scene(match.view(viewer), viewer, match.names)
            match.sentences(viewer)

    # -- what each may know ------------------------------------------------------------------------------------------

    def views(self, viewer: int | None) -> None:
        """No number of a piece that is hidden from the viewer occurs anywhere in what the viewer gets."""
        self.count("views")
        match = self.match
        view = match.view(viewer)
        shown = {p for name, zone in self.game.fields.zones.items() for pile in piles(view, name, zone) for p in pile}
        hidden = set(match.state.pieces) - shown
        if not hidden:
            return
        data = view.data()
        del data["pieces"]  # what exists is public
        log = [(event.name, event.facts) for event in match.log(viewer, max(0, len(match.events) - 40))]
        scene = self.game.scene(view, viewer, match.names)
        for what, text in (("view", repr(data)), ("scene", _json(scene.data()))):
            numbers = {int(number) for number in re.findall(r"\d{5,}", text)}
            leaked = numbers & hidden
            if leaked:
                names = [self.game.piece_name(piece) for piece in leaked]
                self.fault("views", f"the {what} of {_who(viewer)} holds the numbers of hidden pieces: {names}")
        if "Secret" in repr(log):
            self.fault("views", f"the log of {_who(viewer)} holds secrets")

    def worlds(self, viewer: int | None) -> None:
        """A world can be made, gives the viewer the same view and choice, and can be played on."""
        self.count("worlds")
        game, match = self.game, self.match
        view = match.view(viewer)
        try:
            world = game.world(view, self.rng)
        except NoWorld as error:
            self.fault("worlds", str(error))
            return
        if _comparable(game.view(world, viewer)) != _comparable(view):
            differ = _differ(game.view(world, viewer), view)
            self.fault("worlds", f"the world made for {_who(viewer)} does not give the same view: {differ}")
        astray = game.astray(world)
        if astray:
            self.fault("worlds", f"a world made for {_who(viewer)}: {astray}")
        if viewer is not None and viewer in world.waiting:
            self.count("secrecy")
            if not self.alike(game.choice(world, viewer), match.choice(viewer)):
                self.fault("secrecy", f"{_who(viewer)}: the choice at '{match.question}' depends on what it cannot see")
        try:
            self.play_on(world)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            at = f"{Path(where.filename).name}:{where.lineno}"
            self.fault("worlds", f"a world made for {_who(viewer)} at '{match.question}' fails: {error!r} ({at})")

    def play_on(self, world: State, answers: int = 12) -> None:
        chance = Quick(Random(self.rng.random()))
        for _ in range(answers):
            if not world.waiting:
                return
            seat = world.waiting[0]
            flow.answer(world, seat, self.game.choice(world, seat).sample(self.rng), chance)

    def twin(self, seat: int, answer: Answer) -> tuple[int | None, State, State] | None:
        """Another truth that looks the same to some other viewer, before and after the same answer and chance.

        The answer is given in the twin truth and in a clone of the real one; `compare` looks at both.
        """
        others = [viewer for viewer in self.viewers if viewer != seat]
        viewer = others[int(self.rng.random() * len(others))]
        game, match = self.game, self.match
        try:
            world = game.world(match.view(viewer), self.rng)
        except NoWorld:
            return None
        if seat not in world.waiting or not game.choice(world, seat).accepts(answer):
            return None
        if not match.state.quiet:  # sealed answers of others, if they are legal there
            for other, given in match.state.answers.items():
                if not game.choice(world, other).accepts(given):
                    return None
            world.answers = match.state.answers
        real, other_truth = match.state.clone(), world
        if real.waiting != other_truth.waiting:
            return None
        sinks = []
        for s in (real, other_truth):
            s.out = Sink()
            flow.answer(s, seat, answer, Quick(Random(7)))
            sinks.append(s.out)
            s.out = None
        me = SPECTATOR if viewer is None else viewer
        heard = [[(e.name, e.facts) for e in (event.seen_by(me) for event in sink.events) if e] for sink in sinks]
        self.heard = (repr(heard[0]), repr(heard[1]))
        self.saw = [[move.pieces for move in sink.moves if move.mask >> me & 1] for sink in sinks]
        return viewer, real, other_truth

    def compare(self, viewer: int | None, real: State, other: State) -> None:
        """Unless the zones themselves have shown the viewer a difference, everything it gets is the same."""
        game = self.game
        a, b = game.view(real, viewer), game.view(other, viewer)
        if self.saw[0] != self.saw[1] or any(getattr(a, name) != getattr(b, name) for name in game.fields.zones):
            return  # pieces that differ were openly shown
        self.count("secrecy")
        if _comparable(a) != _comparable(b):
            self.fault("secrecy", f"the view of {_who(viewer)} tells two truths apart: {_differ(a, b)}")
        elif self.heard[0] != self.heard[1]:
            one, two = self.heard
            self.fault("secrecy", f"the log of {_who(viewer)} tells two truths apart: {one} or {two}")
        else:
            scenes = [_json(game.scene(v, viewer, self.match.names).data()) for v in (a, b)]
            if scenes[0] != scenes[1]:
                self.fault("secrecy", f"the scene of {_who(viewer)} tells two truths apart")

    # -- bad input, words --------------------------------------------------------------------------------------------

    def refusals(self, seat: int) -> None:
        """Malformed answers are refused with a reason and change nothing."""
        match = self.match
        before = match.text()
        state = match.state.data()
        legal = match.choice(seat).sample(self.rng)
        outsider = next((q for q in range(self.players) if q not in match.asked), self.players)
        wrong: list[tuple[Any, Any]] = [
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
        for who, answer in wrong:
            self.count("refusals")
            if who == seat and isinstance(answer, tuple) and match.choice(seat).accepts(answer):
                continue  # by chance a legal answer
            try:
                match.answer(who, answer)
            except Refusal as refusal:
                if not refusal.reason:
                    self.fault("refusals", f"{answer!r} by {who!r} was refused without a reason")
            except Exception as error:
                self.fault("refusals", f"{answer!r} by {who!r} at '{match.question}' raised {error!r}")
            else:
                self.fault("refusals", f"{answer!r} by {who!r} at '{match.question}' was taken")
                return
        for atom in sorted(self.vocabulary):
            reason = match.choice(seat).refusal((atom, "no such word"))
            if reason is None or not reason.reason:
                self.fault("refusals", f"{atom!r} was refused without a reason")
        if match.text() != before or match.state.data() != state:
            self.fault("refusals", "a refused answer changed the match")

    def words(self, seat: int) -> None:
        """Every scene can be drawn, every question has its prompt, every atom offered its pick."""
        match = self.match
        self.count("words")
        for viewer in self.viewers:
            _json(match.scene(viewer).data())
            match.sentences(viewer, max(0, len(match.events) - 40))
        view = match.view(seat)
        if not self.game.prompt(view, seat):
            self.fault("words", f"'{match.question}' has no prompt")
        prompt = match.scene(seat).prompt
        offers = [atom for atom in match.choice(seat).offers(()) if atom != STOP]
        if prompt is None or sorted(pick.atom for pick in prompt.picks) != sorted(offers):
            self.fault("words", f"'{match.question}': the scene does not show what can be chosen")
        for atom in offers:
            if not self.game.label(view, atom):
                self.fault("vocabulary", f"{atom!r} has no label")


def _json(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def _comparable(view: State) -> str:
    return repr(sorted(view.data().items()))


def _differ(a: State, b: State) -> str:
    one, two = a.data(), b.data()
    return "; ".join(f"{name}: {one[name]!r} or {two[name]!r}" for name in one if one[name] != two.get(name))[:400]


def _who(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
