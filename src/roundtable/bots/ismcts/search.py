"""One search: a tree on the determinizations of one view, and the simulations that grow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import perf_counter
from typing import Final

from roundtable.engine import Answer, Choice, Game, Quick, State
from roundtable.engine.flow import answer as give
from roundtable.engine.knowledge import Foreseen, Guesses, Knowledge, Parameters
from roundtable.engine.state import ALL, Secret, Sink, fields
from roundtable.engine.zones import reopened

from .reward import prospects, shares
from .tree import InformationSet, Path, Paths, backpropagate

Clock = Callable[[], float]

ENOUGH: Final = 0.85  # no simulation begins after this share of the time
SURE: Final = 0.88  # share of answers that were guessed; nobody is sure of anybody


class OutOfTime(Exception):
    """The time is up in the middle of a simulation."""


class Search:
    """A search for the best answer of one seat to the question of one view."""

    def __init__(
        self,
        game: Game,
        view: State,
        seat: int,
        rng: Random,
        knowledge: Knowledge,
        parameters: Parameters,
        seconds: float = 0.0,
        clock: Clock = perf_counter,
        foreseen: Foreseen | None = None,
    ) -> None:
        began = clock()
        self.clock = clock
        self.enough = began + ENOUGH * seconds if seconds else inf
        self.end = began + seconds if seconds else inf
        self.game = game
        self.view = view = reopened(view)
        self.seat = seat
        self.rng = rng
        self.known = knowledge
        self.parameters = parameters
        foreseen = foreseen or {}
        self.determinize = knowledge.worlds(game, view, seat, foreseen)
        then, guesses = foreseen.get(view.question, (None, {}))
        self.guesses: Guesses = guesses if then is view else {}
        self.worlds: list[tuple[State, int]] = []
        self.information_sets: dict[tuple[int, int], InformationSet] = {}
        self.simulations = 0
        choice = game.choice(view, seat)
        self.root = InformationSet(choice, self._root_advice(choice), rng)

    def reuse(self, before: Search) -> None:
        """Go on with what an earlier search of the same seat found out about the question that came true."""
        view = self.view
        names = [name for name in fields(view) if name not in ("stack", "out", "mindful")]
        for infoset in before.information_sets.values():
            then = infoset.view
            if then is not None and all(getattr(then, name) == getattr(view, name) for name in names):
                if then.data() != view.data():  # the same table in another chapter of the rules
                    continue
                for answer in self.root.advice:
                    infoset.follow(answer, self.rng, [])
                infoset.advice = self.root.advice
                self.root = infoset
                return

    def run(self, iterations: int) -> None:
        """Simulate so many times (0: any number), or until the time is up, which began with the search."""
        while not iterations or self.simulations < iterations:
            if self.clock() >= self.enough:
                break
            try:
                self.simulate()
            except OutOfTime:
                break
            self.simulations += 1

    def forget(self) -> None:
        """Let go of what no later search can reuse: the garbage collector would look at all of it."""
        self.worlds.clear()
        mine = {at: infoset for at, infoset in self.information_sets.items() if at[0] == self.seat}
        self.information_sets = {at: infoset for at, infoset in mine.items() if infoset.root.visits > 1}

    def compare(self, answers: Sequence[Answer], worlds: int) -> list[list[float]]:
        """What each of the answers comes to in the same so many worlds."""
        return [[self._simulate(answer, i, []) for i in range(worlds)] for answer in answers]

    def play_on(self, world: State, seed: int) -> list[float]:
        """What every seat comes to if the game's advice plays on from a world."""
        s = world.clone()
        s.mindful = False
        rng = Random(seed)
        return self._rollout(s, rng, Quick(rng))

    def simulate(self) -> None:
        """One more try of the answer that UCB1 selects."""
        path: Path = []
        answer = self.root.select(self.parameters, self.rng, path)
        # The n-th try of every answer meets the same world, so that answers are compared on equal cards.
        node, i = path[-1]
        self._simulate(answer, node.tries[i], path)

    def _simulate(self, mine: Answer, number: int, path: Path) -> float:
        """Play one determinization: the tree decides while it has been there before, then a rollout does."""
        paths = [(self.seat, path)]
        world, seed = self._determinization(number)
        s = world.clone()
        rng = Random(seed)
        chance = Quick(rng)
        seen = [0] * s.players
        given: dict[int, Answer] = {self.seat: mine}
        for seat, answers in self.guesses.items():
            choice = self.game.choice(s, seat)
            answer = rng.choice(answers) if rng.random() < SURE else choice.sample(rng)
            if choice.accepts(answer):  # in this world too
                given[seat] = answer
        for _ in range(self.parameters.depth):
            if self.clock() > self.end:
                raise OutOfTime
            fresh = False
            for seat in s.waiting:
                if seat not in given:
                    given[seat], new = self._decide(s, seat, seen[seat], rng, paths)
                    fresh = fresh or new
            self._apply(s, given, seen, chance)
            if fresh or not s.waiting:
                break
            given = {}
        rewards = self._rollout(s, rng, chance)
        for seat, path in paths:
            backpropagate(path, rewards[seat])
        return rewards[self.seat]

    def _determinization(self, i: int) -> tuple[State, int]:
        while i >= len(self.worlds):
            world = self._likely_world()
            world.mindful = False
            self.worlds.append((world, self.rng.getrandbits(32)))
        return self.worlds[i]

    def _likely_world(self) -> State:
        """A world, the most likely of some."""
        world = self.determinize(self.rng)
        likely = self.known.likely
        if likely is None or self.parameters.guesses < 2:
            return world
        best = likely(world, self.seat)
        for _ in range(self.parameters.guesses - 1):
            if best == inf:
                break
            other = self.determinize(self.rng)
            found = likely(other, self.seat)
            if found > best:
                world, best = other, found
        return world

    def _decide(self, s: State, seat: int, seen: int, rng: Random, paths: Paths) -> tuple[Answer, bool]:
        """What a seat answers by its own statistics, and whether it stands there for the first time."""
        choice = self.game.choice(s, seat)
        forced = choice.forced()
        if forced is not None:
            return forced, False
        infoset = self.information_sets.get((seat, seen))
        path: Path = []
        if infoset is not None and infoset.root.visits < self.parameters.model and self.known.choose is not None:
            answer = self.known.choose(self.game, self.game.view(s, seat), choice, seat, rng)
            if infoset.choice.accepts(answer):
                infoset.follow(answer, rng, path)
                paths.append((seat, path))
                return answer, False
        elif infoset is not None:
            answer = infoset.select(self.parameters, rng, path)
            if choice.accepts(answer):
                paths.append((seat, path))
                return answer, False
        # The log tells a seat nearly everything; where it does not, the set found is another one: begin anew.
        view = self.game.view(s, seat)
        infoset = InformationSet(choice, self._advice(view, choice, seat, rng), rng, view)
        self.information_sets[seat, seen] = infoset
        path = []
        answer = infoset.select(self.parameters, rng, path)
        paths.append((seat, path))
        return answer, True

    def _apply(self, s: State, given: dict[int, Answer], seen: list[int], chance: Quick) -> None:
        """Give all answers, then let every seat hear what it may hear: that makes its next information set."""
        question = s.question
        out = s.out = Sink()
        for seat in s.waiting:
            give(s, seat, given[seat], chance)
            seen[seat] = hash((seen[seat], question, given[seat]))
        s.out = None
        for event in out.events:
            secret = event.mask != ALL or any(isinstance(fact, Secret) for fact in event.facts.values())
            heard = 0 if secret else hash((event.name, repr(event.facts)))
            for seat in range(s.players):
                if secret:
                    told = event.seen_by(seat)
                    if told is None:
                        continue
                    heard = hash((told.name, repr(told.facts)))
                seen[seat] = hash((seen[seat], heard))

    def _advice(self, view: State, choice: Choice, seat: int, rng: Random) -> list[Answer]:
        return [] if self.known.choose is None else [self.known.choose(self.game, view, choice, seat, rng)]

    def _root_advice(self, choice: Choice) -> list[Answer]:
        """What is worth a thought: the advice, what one would do if one knew, and the game's alternatives."""
        found = self._advice(self.view, choice, self.seat, self.rng)
        if found:
            for i in range(self.parameters.advice):
                if self.clock() > self.enough:
                    break
                found += self._advice(self._determinization(i)[0], choice, self.seat, self.rng)
        if self.known.alternatives is not None:
            found += self.known.alternatives(self.view, choice, self.seat)
        return list(dict.fromkeys(found))

    def _rollout(self, s: State, rng: Random, chance: Quick) -> list[float]:
        """Play on from here by the game's advice, to the end or the horizon; the reward of every seat."""
        game, known, parameters = self.game, self.known, self.parameters
        choose, quick, value = known.choose, known.quick, known.value
        advised = parameters.advised if choose is not None else 0.0
        horizon = parameters.party if parameters.party and s.players > 2 else parameters.horizon
        left = horizon if horizon and value is not None else game.limit
        wise = self.seat if parameters.insight and s.players > 2 else -1
        questions = game.questions
        end, clock = self.end, self.clock
        quiet = known.quiet
        while s.waiting and (left > 0 or not quiet(s)):
            if clock() > end:
                raise OutOfTime
            answers = []
            for seat in s.waiting:
                choice = questions[s.question].choice(s, seat)
                if advised and (advised == 1.0 or rng.random() < advised):
                    answer = choice.forced()
                    if answer is None and quick is not None:
                        answer = quick(game, s, choice, seat, rng)
                    elif answer is None:
                        assert choose is not None
                        view = s if seat == wise else game.view(s, seat)
                        answer = choose(game, view, game.choice(view, seat), seat, rng)
                else:
                    answer = choice.sample(rng)
                answers.append((seat, answer))
                left -= 1
            for seat, answer in answers:
                give(s, seat, answer, chance)
        if not s.waiting:
            return shares(game.ranking(s), s.players, parameters.first)
        assert value is not None
        return prospects([value(s, seat) for seat in range(s.players)], parameters.scale, parameters.first)
