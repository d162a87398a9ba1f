"""The tree of a search: information sets, and in each the atoms of an answer, selected by UCB1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log, sqrt
from random import Random
from typing import Final, NamedTuple

from roundtable.engine import STOP, Answer, Choice, State
from roundtable.engine.knowledge import Parameters

DOUBT: Final = 0.3  # how far the mean of a single try may be off


class Candidate(NamedTuple):
    """An answer that was thought about: how often, and the share of the match it promises (0 to 1)."""

    answer: Answer
    visits: int
    value: float


def best_first(one: Candidate) -> tuple[float, Answer]:
    """The sort key of candidates: by a lower confidence bound of their value."""
    return DOUBT / sqrt(one.visits) - one.value if one.visits else 1.0, one.answer


def merged(searches: Iterable[Sequence[Candidate]]) -> list[Candidate]:
    """What several searches of the same question found together (root parallelization), best first.

    >>> merged([[Candidate(("a",), 3, 0.5)], [Candidate(("b",), 1, 0.2), Candidate(("a",), 1, 0.1)]])
    [Candidate(answer=('a',), visits=4, value=0.4), Candidate(answer=('b',), visits=1, value=0.2)]
    """
    visits: dict[Answer, int] = {}
    rewards: dict[Answer, float] = {}
    for found in searches:
        for one in found:
            visits[one.answer] = visits.get(one.answer, 0) + one.visits
            rewards[one.answer] = rewards.get(one.answer, 0.0) + one.visits * one.value
    together = [Candidate(answer, n, rewards[answer] / n if n else 0.5) for answer, n in visits.items()]
    return sorted(together, key=best_first)


class Node:
    """A prefix of an answer: the atoms that may follow, in the order in which they are tried."""

    __slots__ = ("advised", "atoms", "children", "rewards", "tries", "visits")

    def __init__(self, atoms: list[str], advised: int = 1) -> None:
        self.atoms = atoms
        self.advised = advised  # so many may be tried at once
        self.visits = 0
        self.tries = [0] * len(atoms)
        self.rewards = [0.0] * len(atoms)
        self.children: dict[int, Node] = {}

    def select(self, parameters: Parameters) -> int:
        """The place of the atom to try now: the first untried within the width, else the one with the highest UCB1."""
        size = len(self.atoms)
        if size == 1:
            return 0
        tries = self.tries
        width = min(size, self.advised + int(parameters.widening * self.visits**parameters.widening_exponent))
        for i in range(width):
            if not tries[i]:
                return i
        rewards = self.rewards
        scale = parameters.exploration * sqrt(log(self.visits))
        best, at = -1.0, 0
        for i in range(width):
            bound = rewards[i] / tries[i] + scale / sqrt(tries[i])
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
        self.rewards[i], self.rewards[to] = self.rewards[to], self.rewards[i]
        moved = {i: self.children.pop(to, None), to: self.children.pop(i, None)}
        self.children.update({at: child for at, child in moved.items() if child is not None})
        return to


Path = list[tuple[Node, int]]  # nodes, and the atom selected at each
Paths = list[tuple[int, Path]]  # with whose path it is


def backpropagate(path: Path, reward: float) -> None:
    for node, i in path:
        node.visits += 1
        node.tries[i] += 1
        node.rewards[i] += reward


class InformationSet:
    """All situations that look alike to the seat that decides: one tree over the atoms of its answers."""

    __slots__ = ("advice", "choice", "root", "view")

    def __init__(self, choice: Choice, advice: Sequence[Answer], rng: Random, view: State | None = None) -> None:
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

    def select(self, parameters: Parameters, rng: Random, path: Path) -> Answer:
        """The answer to try now; the way to it is added to the path."""
        node = self.root
        prefix: Answer = ()
        while True:
            i = node.select(parameters)
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
        """Every full answer that was tried, best first."""
        out: list[Candidate] = []
        stack: list[tuple[Node, Answer]] = [(self.root, ())]
        while stack:
            node, prefix = stack.pop()
            for i, n in enumerate(node.tries):
                if not n:
                    continue
                if node.atoms[i] == STOP:
                    out.append(Candidate(prefix, n, node.rewards[i] / n))
                elif i in node.children:
                    stack.append((node.children[i], (*prefix, node.atoms[i])))
        return sorted(out, key=best_first)
