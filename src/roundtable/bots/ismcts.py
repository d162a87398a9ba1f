"""The searching bot: information-set Monte Carlo tree search, the same for every game.

Every simulation plays one world that agrees with the view.  Each seat has its own statistics, kept for what that seat
has seen and answered since the question at hand, so nobody in the tree decides by what they cannot know; seats that are
asked at once answer without seeing one another.  An answer is found atom by atom: at every prefix few atoms are
tried at first and more with every visit, the game's own advice before all others, so that a choice with thousands of
answers costs no more than one with ten.

A game's `bot.py` may help with `choose` (who plays on after the tree), `quick` (who does so instead, from the whole
world), `value(state, seat) -> float` (what a position is worth, if playing to the end takes too long), `quiet(state) ->
bool` (where `value` can be trusted: at the end of a turn, say, and not in the middle of a fight), `likely(world, seat)
-> float` (how well the hidden things of a world explain what the other seats did; infinity if none could do better),
`worlds(game, view, seat, foreseen)` (what makes worlds, if any that agrees with the view is not good enough),
`alternatives(view, choice, seat)` (answers worth a thought beside the advised one) and `SEARCH` (fields of `Search`,
found by measuring).  Where more thought alone finds little more, a Champion may know more than a Knight: `judge` is its
`value`, and `CHAMPION` tells in which fields its `Search` differs.

With `empathy` the thinker first puts itself into the place of everybody who is asked at the same time, briefly and many
times over, and thinks there as a Knight would.  What it finds are guesses at their answers: in its simulations they
give these, and as long as the true answers stay hidden `worlds` may go by what was `foreseen`.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from math import exp, inf, log, sqrt
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from roundtable.engine import STOP, Answer, Choice, Game, Quick, State
from roundtable.engine.flow import answer as give
from roundtable.engine.state import ALL, Secret, Sink, fields

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.synchronize import Barrier

Advice = Callable[[Game, Any, Choice, int, Random], Answer]
Value = Callable[[Any, int], float]
Alternatives = Callable[[Any, Choice, int], Sequence[Answer]]
Guesses = dict[int, list[Answer]]  # seat -> what it might answer, as often as it is likely
Foreseen = dict[str, tuple[Any, Guesses]]  # question -> the view when it was last asked, and the guesses
Worlds = Callable[[Game, Any, int, Foreseen], Callable[[Random], Any]]
Clock = Callable[[], float]

DOUBT: Final = 0.3  # how far the mean of a single try may be off
ENOUGH: Final = 0.85  # no simulation begins after this share of the time
BRIEF: Final = 25  # simulations of a thought in somebody else's place
GUESSES: Final = 40  # such thoughts in one place, at most
SURE: Final = 0.88  # share of answers that were guessed; nobody is sure of anybody
STARTING: Final = 60.0  # seconds that processes may take to start


@dataclass
class Search:
    """How a game is searched best."""

    explore: float = 0.4  # weight of what was tried little
    width: float = 0.5  # beside the advised atoms one more for every visit ** widen, times this
    widen: float = 0.5
    advice: int = 5  # worlds in which the game is asked what one would do if one knew
    depth: int = 12  # questions decided by the tree
    model: int = 0  # visits in which the others follow the game's advice, which may vary, before their own counts do
    advised: float = 1.0  # share of answers after the tree that follow the game's advice; the others are random
    horizon: int = 0  # answers after the tree before `value` is asked, at the next quiet moment; 0: all, -1: none
    party: int = 0  # the same where more than two play, if that is another number
    insight: bool = False  # after the tree, where more than two play, the thinker answers as if it knew the world
    guesses: int = 1  # worlds that are made for each that is played: the most likely one
    scale: float = 1.0  # a lead of so much value makes it e to 1
    first: float = 0.5  # the worth of the first place; the rest is that of the seats beaten
    empathy: float = 0.0  # share of a thought that goes into the places of the others who are asked at once
    plain: tuple[str, ...] = ()  # questions answered as advised, because thinking about them does not pay


class Candidate(NamedTuple):
    """An answer that was thought about: how often, and the share of the match it promises (0 to 1)."""

    answer: Answer
    visits: int
    value: float


def rank(one: Candidate) -> tuple[float, Answer]:
    """Candidates in this order: what is promised, less the doubt about what was tried little."""
    return DOUBT / sqrt(one.visits) - one.value if one.visits else 1.0, one.answer


class Late(Exception):
    """The time is up in the middle of a simulation."""


class Knowledge:
    """What a game's `bot.py` tells a search; a game without one is played at random to its end."""

    def __init__(self, game: Game, champion: bool = False) -> None:
        name = f"{type(game).__module__}.bot"
        try:
            known = find_spec(name) is not None
        except (ModuleNotFoundError, ValueError):  # the game is a single file, not a folder
            known = False
        module: Any = importlib.import_module(name) if known else None
        self.choose: Advice | None = getattr(module, "choose", None)
        self.quick: Advice | None = getattr(module, "quick", None)
        self.value: Value | None = getattr(module, "value", None)
        self.quiet: Callable[[Any], bool] = getattr(module, "quiet", lambda state: True)
        self.alternatives: Alternatives | None = getattr(module, "alternatives", None)
        self.likely: Value | None = getattr(module, "likely", None)
        self.worlds: Worlds = getattr(module, "worlds", any_worlds)
        self.search = Search(**getattr(module, "SEARCH", {}))
        if champion:
            self.value = getattr(module, "judge", self.value)
            self.search = replace(self.search, **getattr(module, "CHAMPION", {}))


def any_worlds(game: Game, view: Any, seat: int, foreseen: Foreseen) -> Callable[[Random], Any]:
    return partial(game.world, view)


# -- what a match is worth ---------------------------------------------------------------------------------------------


def shares(ranking: Sequence[Sequence[int]], players: int, first: float) -> list[float]:
    """What each seat has of a finished match: something for the first place, the rest for the seats it has beaten.

    >>> shares([[1], [0, 2]], 3, 0.5)
    [0.125, 1.0, 0.125]
    """
    out = [0.0] * players
    below = players
    for group in ranking:
        below -= len(group)
        beaten = (below + (len(group) - 1) / 2) / (players - 1)
        for seat in group:
            out[seat] = (1 - first) * beaten + (first / len(group) if group is ranking[0] else 0.0)
    return out


def prospects(values: Sequence[float], scale: float, first: float) -> list[float]:
    """The same for a match that goes on, guessed from the worth of everybody's position.

    >>> prospects([1.0, 1.0], 2.0, 0.5)
    [0.5, 0.5]
    """
    best = max(values)
    weights = [exp(max(-50.0, (value - best) / scale)) for value in values]
    total = sum(weights)
    out = []
    for mine in weights:
        beaten = sum(mine / (mine + other) for other in weights) - 0.5
        out.append(first * mine / total + (1 - first) * beaten / (len(weights) - 1))
    return out


# -- the tree ----------------------------------------------------------------------------------------------------------


class Node:
    """A prefix of an answer: the atoms that may follow, in the order in which they are tried."""

    __slots__ = ("advised", "atoms", "children", "sums", "tries", "visits")

    def __init__(self, atoms: list[str], advised: int = 1) -> None:
        self.atoms = atoms
        self.advised = advised  # so many may be tried at once
        self.visits = 0
        self.tries = [0] * len(atoms)
        self.sums = [0.0] * len(atoms)
        self.children: dict[int, Node] = {}

    def pick(self, search: Search) -> int:
        """The place of the atom to try now."""
        size = len(self.atoms)
        if size == 1:
            return 0
        tries = self.tries
        width = min(size, self.advised + int(search.width * self.visits**search.widen))
        for i in range(width):
            if not tries[i]:
                return i
        sums = self.sums
        far = search.explore * sqrt(log(self.visits))
        best, at = -1.0, 0
        for i in range(width):
            bound = sums[i] / tries[i] + far / sqrt(tries[i])
            if bound > best:
                best, at = bound, i
        return at

    def admit(self, atom: str) -> int:
        """The place of an atom that is advised, moved forward to the others of that kind."""
        i, to = self.atoms.index(atom), self.advised
        if i < to:
            return i
        self.advised += 1
        if i == to:
            return i
        self.atoms[i], self.atoms[to] = self.atoms[to], self.atoms[i]
        self.tries[i], self.tries[to] = self.tries[to], self.tries[i]
        self.sums[i], self.sums[to] = self.sums[to], self.sums[i]
        moved = {i: self.children.pop(to, None), to: self.children.pop(i, None)}
        self.children.update({at: child for at, child in moved.items() if child is not None})
        return to


Path = list[tuple[Node, int]]
Paths = list[tuple[int, Path]]  # with whose path it is


class Point:
    """A seat that knows something decides: the tree over the atoms of its answers."""

    __slots__ = ("advice", "choice", "root", "view")

    def __init__(self, choice: Choice, advice: Sequence[Answer], rng: Random, view: Any = None) -> None:
        self.choice = choice
        self.advice = advice
        self.view = view  # what the seat sees there
        self.root = self._node((), rng)

    def _node(self, prefix: Answer, rng: Random) -> Node:
        """The atoms after a prefix: first the advised ones, then in any order."""
        atoms = list(self.choice.atoms(prefix))
        if len(atoms) < 2:
            return Node(atoms)
        rng.shuffle(atoms)
        size = len(prefix)
        first: list[str] = []
        for advised in self.advice:
            if advised[:size] == prefix:
                first.append(advised[size] if len(advised) > size else STOP)
        if not first:  # off the advised path: come back to it, if that can be
            first += [atom for advised in self.advice[:1] for atom in advised[size:] if atom in atoms][:1]
        first = list(dict.fromkeys(first))
        return Node(first + [atom for atom in atoms if atom not in first], max(1, len(first)))

    def select(self, search: Search, rng: Random, path: Path) -> Answer:
        """The answer to try now; the way to it is added to the path."""
        node = self.root
        prefix: Answer = ()
        while True:
            i = node.pick(search)
            path.append((node, i))
            atom = node.atoms[i]
            if atom == STOP:
                return prefix
            prefix = (*prefix, atom)
            child = node.children.get(i)
            if child is None:
                child = node.children[i] = self._node(prefix, rng)
            node = child

    def follow(self, answer: Answer, rng: Random, path: Path) -> None:
        """Go the way of an advised answer, which from now on counts among the first to be tried."""
        node = self.root
        for size in range(len(answer) + 1):
            i = node.admit(answer[size] if size < len(answer) else STOP)
            path.append((node, i))
            if size < len(answer):
                child = node.children.get(i)
                if child is None:
                    child = node.children[i] = self._node(answer[: size + 1], rng)
                node = child

    def leaves(self) -> list[Candidate]:
        """Every full answer that was tried, best first: by the least that can be expected of it."""
        out: list[Candidate] = []
        stack: list[tuple[Node, Answer]] = [(self.root, ())]
        while stack:
            node, prefix = stack.pop()
            for i, n in enumerate(node.tries):
                if not n:
                    continue
                if node.atoms[i] == STOP:
                    out.append(Candidate(prefix, n, node.sums[i] / n))
                elif i in node.children:
                    stack.append((node.children[i], (*prefix, node.atoms[i])))
        return sorted(out, key=rank)


class Thought:
    """One search: a tree on the worlds of one view, and the simulations that grow it."""

    def __init__(
        self,
        game: Game,
        view: Any,
        seat: int,
        rng: Random,
        knowledge: Knowledge,
        search: Search,
        seconds: float = 0.0,
        clock: Clock = perf_counter,
        foreseen: Foreseen | None = None,
    ) -> None:
        began = clock()
        self.clock = clock
        self.enough = began + ENOUGH * seconds if seconds else inf
        self.end = began + seconds if seconds else inf
        self.game = game
        self.view = view
        self.seat = seat
        self.rng = rng
        self.known = knowledge
        self.search = search
        foreseen = foreseen or {}
        self.imagine = knowledge.worlds(game, view, seat, foreseen)
        then, guesses = foreseen.get(view.question, (None, {}))
        self.guesses: Guesses = guesses if then is view else {}
        self.worlds: list[tuple[State, int]] = []
        self.points: dict[tuple[int, int], Point] = {}
        self.simulations = 0
        choice = game.choice(view, seat)
        self.root = Point(choice, self._counsel(choice), rng)

    def take_up(self, before: Thought) -> None:
        """Go on with what an earlier thought of the same seat found out about the question that came true."""
        view = self.view
        names = [name for name in fields(view) if name not in ("stack", "out", "mindful")]
        for point in before.points.values():
            if all(getattr(point.view, name) == getattr(view, name) for name in names):
                if point.view.data() != view.data():  # the same table in another chapter of the rules
                    continue
                for answer in self.root.advice:
                    point.follow(answer, self.rng, [])
                point.advice = self.root.advice
                self.root = point
                return

    def run(self, iterations: int) -> None:
        """Simulate so many times (0: any number), or until the time is up, which began with the thought."""
        while not iterations or self.simulations < iterations:
            if self.clock() >= self.enough:
                break
            try:
                self.simulate()
            except Late:
                break
            self.simulations += 1

    def forget(self) -> None:
        """Let go of what no later thought takes up: the collector, back after a thought, would look at all of it."""
        self.worlds.clear()
        self.points = {at: point for at, point in self.points.items() if at[0] == self.seat and point.root.visits > 1}

    def compare(self, answers: Sequence[Answer], worlds: int) -> list[list[float]]:
        """What each of the answers comes to in the same so many worlds."""
        return [[self._simulate(answer, i, []) for i in range(worlds)] for answer in answers]

    def simulate(self) -> None:
        """One more try of the answer that deserves it most."""
        path: Path = []
        answer = self.root.select(self.search, self.rng, path)
        # The n-th try of every answer meets the same world, so that answers are compared on equal cards.
        node, i = path[-1]
        self._simulate(answer, node.tries[i], path)

    def _simulate(self, mine: Answer, number: int, path: Path) -> float:
        """Play one world: the tree decides while it has been there before, then the game's advice or chance."""
        paths = [(self.seat, path)]
        world, seed = self._world(number)
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
        for _ in range(self.search.depth):
            if self.clock() > self.end:
                raise Late
            fresh = False
            for seat in s.waiting:
                if seat not in given:
                    given[seat], new = self._decide(s, seat, seen[seat], rng, paths)
                    fresh = fresh or new
            self._apply(s, given, seen, chance)
            if fresh or not s.waiting:
                break
            given = {}
        worth = self._play_on(s, rng, chance)
        for seat, path in paths:
            gain = worth[seat]
            for node, i in path:
                node.visits += 1
                node.tries[i] += 1
                node.sums[i] += gain
        return worth[self.seat]

    def _world(self, i: int) -> tuple[State, int]:
        while i >= len(self.worlds):
            world = self._guess()
            world.mindful = False
            self.worlds.append((world, self.rng.getrandbits(32)))
        return self.worlds[i]

    def _guess(self) -> State:
        """A world, the most likely of some."""
        world: State = self.imagine(self.rng)
        likely = self.known.likely
        if likely is None or self.search.guesses < 2:
            return world
        best = likely(world, self.seat)
        for _ in range(self.search.guesses - 1):
            if best == inf:
                break
            other: State = self.imagine(self.rng)
            found = likely(other, self.seat)
            if found > best:
                world, best = other, found
        return world

    def _decide(
        self, s: State, seat: int, seen: int, rng: Random, paths: list[tuple[int, Path]]
    ) -> tuple[Answer, bool]:
        """What a seat answers by its own statistics, and whether it stands there for the first time."""
        choice = self.game.choice(s, seat)
        forced = choice.forced()
        if forced is not None:
            return forced, False
        point = self.points.get((seat, seen))
        path: Path = []
        if point is not None and point.root.visits < self.search.model and self.known.choose is not None:
            answer = self.known.choose(self.game, self.game.view(s, seat), choice, seat, rng)
            if point.choice.accepts(answer):
                point.follow(answer, rng, path)
                paths.append((seat, path))
                return answer, False
        elif point is not None:
            answer = point.select(self.search, rng, path)
            if choice.accepts(answer):
                paths.append((seat, path))
                return answer, False
        # The log tells a seat nearly everything; where it does not, the point found is another one: begin anew.
        view = self.game.view(s, seat)
        point = self.points[seat, seen] = Point(choice, self._advice(view, choice, seat, rng), rng, view)
        path = []
        answer = point.select(self.search, rng, path)
        paths.append((seat, path))
        return answer, True

    def _apply(self, s: State, given: dict[int, Answer], seen: list[int], chance: Quick) -> None:
        """Give all answers, then let every seat hear what it may hear."""
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

    def _advice(self, view: Any, choice: Choice, seat: int, rng: Random) -> list[Answer]:
        return [] if self.known.choose is None else [self.known.choose(self.game, view, choice, seat, rng)]

    def _counsel(self, choice: Choice) -> list[Answer]:
        """What is worth a thought: the advice, what one would do if one knew, and the game's alternatives."""
        found = self._advice(self.view, choice, self.seat, self.rng)
        if found:
            for i in range(self.search.advice):
                if self.clock() > self.enough:
                    break
                found += self._advice(self._world(i)[0], choice, self.seat, self.rng)
        if self.known.alternatives is not None:
            found += self.known.alternatives(self.view, choice, self.seat)
        return list(dict.fromkeys(found))

    def _play_on(self, s: State, rng: Random, chance: Quick) -> list[float]:
        """What the match is worth to every seat when it is played on from here."""
        game, known, search = self.game, self.known, self.search
        choose, quick, value = known.choose, known.quick, known.value
        advised = search.advised if choose is not None else 0.0
        horizon = search.party if search.party and s.players > 2 else search.horizon
        left = horizon if horizon and value is not None else game.limit
        wise = self.seat if search.insight and s.players > 2 else -1
        questions = game.questions
        end, clock = self.end, self.clock
        quiet = known.quiet
        while s.waiting and (left > 0 or not quiet(s)):
            if clock() > end:
                raise Late
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
            return shares(game.ranking(s), s.players, search.first)
        assert value is not None
        return prospects([value(s, seat) for seat in range(s.players)], search.scale, search.first)


# -- the bot -----------------------------------------------------------------------------------------------------------


class SearchBot:
    """Thinks for `seconds` or for so many `iterations`; with a seed and iterations alone it always answers alike."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str,
        seconds: float = 0.1,
        iterations: int = 0,
        jobs: int = 1,
        search: Search | None = None,
        clock: Clock = perf_counter,
        champion: bool = False,
    ) -> None:
        self.game = game
        self.seat = seat
        self.champion = champion
        self.rng = Random(f"{seed}/{seat}")
        self.seconds = seconds
        self.iterations = iterations
        self.jobs = jobs
        self.clock = clock
        self.known = Knowledge(game, champion)
        self.search = search or self.known.search
        self.pool = _processes(jobs, game.slug) if jobs > 1 else None
        self.before: Thought | None = None
        self.knight = Knowledge(game) if champion else self.known  # as whom it thinks in the places of others
        self.foreseen: Foreseen = {}

    def choose(self, view: Any, choice: Choice) -> Answer:
        forced = choice.forced()
        if forced is not None:
            return forced
        if view.question in self.search.plain and self.known.choose is not None:
            return self.known.choose(self.game, view, choice, self.seat, self.rng)
        return self.candidates(view)[0].answer

    def candidates(self, view: Any) -> list[Candidate]:
        """The answers thought about, best first."""
        if self.pool is not None:
            return self._together(self.pool, view)
        collecting = gc.isenabled()
        gc.disable()  # a collection may take longer than a thought may be late; there is time for it afterwards
        try:
            return self._alone(view)
        finally:
            if collecting:
                gc.enable()

    def _alone(self, view: Any) -> list[Candidate]:
        seconds, iterations = self._foresee(view)
        thought = Thought(
            self.game, view, self.seat, self.rng, self.known, self.search, seconds, self.clock, self.foreseen
        )
        if self.before is not None:
            thought.take_up(self.before)
        self.before = thought
        thought.run(iterations)
        thought.forget()
        found = thought.root.leaves()
        if not found:  # not even one simulation was finished in time
            advice = thought.root.advice or [thought.root.choice.sample(self.rng)]
            found = [Candidate(advice[0], 0, 0.5)]
        return found

    def _foresee(self, view: Any) -> tuple[float, int]:
        """Guess what the others who are asked at once answer; tells the time and the simulations that are left."""
        empathy, seconds, iterations = self.search.empathy, self.seconds, self.iterations
        others = [seat for seat in view.waiting if seat != self.seat]
        then, _ = self.foreseen.get(view.question, (None, {}))
        if not empathy or not others or then is view:
            return seconds, iterations
        began = self.clock()
        times = min(GUESSES, int(empathy * iterations) // (BRIEF * len(others))) if iterations else GUESSES
        end = began + ENOUGH * empathy * seconds if seconds else inf
        guesses: Guesses = {seat: [] for seat in others}
        imagine = self.knight.worlds(self.game, view, self.seat, {})
        for _ in range(times):
            world = imagine(self.rng)
            for seat in others:
                guess = self._in_place_of(seat, self.game.view(world, seat), end)
                if guess is not None:
                    guesses[seat].append(guess)
        self.foreseen[view.question] = view, {seat: found for seat, found in guesses.items() if found}
        if iterations:
            iterations = max(1, iterations - times * BRIEF * len(others))
        if seconds:
            seconds = max(0.001, seconds - (self.clock() - began))
        return seconds, iterations

    def _in_place_of(self, seat: int, view: Any, end: float) -> Answer | None:
        """What a Knight who thinks briefly answers there; None if there is no time."""
        forced = self.game.choice(view, seat).forced()
        left = end - self.clock()
        if forced is not None or left <= 0:
            return forced
        seconds = left if left < inf else 0.0
        thought = Thought(self.game, view, seat, self.rng, self.knight, self.knight.search, seconds, self.clock)
        thought.run(BRIEF)
        return thought.root.leaves()[0].answer if thought.simulations == BRIEF else None

    def _together(self, pool: ProcessPoolExecutor, view: Any) -> list[Candidate]:
        """Several processes search on their own; their counts are added up."""
        seconds, iterations = self._foresee(view)
        work = [
            (
                self.game.slug,
                view,
                self.seat,
                self.rng.getrandbits(62),
                seconds,
                iterations,
                self.search,
                self.clock,
                self.champion,
                self.foreseen,
            )
            for _ in range(self.jobs)
        ]
        visits: dict[Answer, int] = {}
        sums: dict[Answer, float] = {}
        for found in pool.map(_think, work):
            for one in found:
                visits[one.answer] = visits.get(one.answer, 0) + one.visits
                sums[one.answer] = sums.get(one.answer, 0.0) + one.visits * one.value
        merged = [Candidate(answer, n, sums[answer] / n if n else 0.5) for answer, n in visits.items()]
        return sorted(merged, key=rank)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None


def _processes(jobs: int, slug: str) -> ProcessPoolExecutor:
    """So many processes that know the game; all are ready before the first thought begins, whose time is short."""
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and seldom needed
    from multiprocessing import get_context

    context = get_context("spawn")
    ready = context.Barrier(jobs + 1)
    pool = ProcessPoolExecutor(jobs, context, _make_ready, (slug, ready))
    for _ in range(jobs):  # as long as nobody is ready, each gets a process of its own
        pool.submit(int)
    ready.wait(STARTING)
    return pool


def _make_ready(slug: str, ready: Barrier) -> None:
    from roundtable.games import game

    from .workers import leave_with_parent

    leave_with_parent()
    Knowledge(game(slug))
    ready.wait(STARTING)


def _think(work: tuple[str, Any, int, int, float, int, Search, Clock, bool, Foreseen]) -> list[Candidate]:
    from roundtable.games import game

    slug, view, seat, seed, seconds, iterations, search, clock, champion, foreseen = work
    bot = SearchBot(game(slug), seat, seed, seconds, iterations, search=search, clock=clock, champion=champion)
    bot.foreseen = foreseen  # with this very view, so nobody is guessed at twice
    return bot.candidates(view)
