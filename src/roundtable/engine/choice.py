"""Choices: the grammar of legal answers to a question, for one seat.

An answer is a tuple of atoms (words such as ``"sword"`` or ``"E6"``).  A choice tells, for any prefix, which atoms
may come next; `STOP` is among them exactly when the prefix is itself a full answer.  A prefix that was offered can
always be completed.  Sampling, validation, lazy enumeration and what a screen lights up all derive from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, Generic

from .generics import S_co

Answer = tuple[str, ...]

STOP: Final = ""  # the end of an answer; no atom is ever the empty word
_END: Final = (STOP,)


class Refusal(Exception):
    """Why an answer was not taken: the refused atom, a reason in words, and the paragraph of the rules."""

    def __init__(self, atom: str, reason: str, rule: str = "") -> None:
        super().__init__(reason + (f" (rules {rule})" if rule else ""))
        self.atom = atom
        self.reason = reason
        self.rule = rule


class Choice:
    """The legal answers to one question for one seat.

    >>> choice = Subset(("axe", "bow", "bow"), 1, 2)
    >>> choice.atoms(())
    ['axe', 'bow']
    >>> sorted(choice.every())
    [('axe',), ('axe', 'bow'), ('bow',), ('bow', 'bow')]
    >>> choice.accepts(("bow", "axe"))
    False
    >>> choice.canonical(("bow", "axe"))
    ('axe', 'bow')
    """

    question: str = ""
    rule: str = ""
    why: Callable[[Answer, str], tuple[str, str]] | None = None

    def atoms(self, prefix: Answer) -> Sequence[str]:
        """The atoms that may follow `prefix`; nothing if the prefix itself is not legal."""
        raise NotImplementedError

    def offers(self, chosen: Answer) -> Sequence[str]:
        """What a person composing an answer may add next, in any order they like."""
        return self.atoms(chosen)

    def canonical(self, answer: Answer) -> Answer:
        """The same answer with its atoms in the order in which the grammar spells them."""
        return answer

    def completes(self, chosen: Answer, atom: str) -> bool:
        """Whether with this atom, which is offered, the answer is full and nothing can be added to it.

        >>> Subset(("axe", "bow"), 1, 2).completes(("axe",), "bow"), Number(1, 3).completes((), "2")
        (True, True)
        """
        offers = self.offers((*chosen, atom))
        return len(offers) == 1 and offers[0] == STOP

    def sample(self, rng: Random) -> Answer:
        """A random full answer: a uniform step at every atom."""
        return self.complete((), rng)

    def complete(self, prefix: Answer, rng: Random) -> Answer:
        """A random full answer that begins with `prefix`."""
        while True:
            atoms = self.atoms(prefix)
            atom = atoms[int(rng.random() * len(atoms))]
            if atom == STOP:
                return prefix
            prefix = (*prefix, atom)

    def first_refused(self, answer: Answer) -> int:
        """Index of the first atom that is not legal, `len(answer)` if the answer is incomplete, -1 if it is legal."""
        for i, atom in enumerate(answer):
            if atom == STOP or atom not in self.atoms(answer[:i]):
                return i
        return -1 if STOP in self.atoms(answer) else len(answer)

    def accepts(self, answer: Answer) -> bool:
        return self.first_refused(answer) < 0

    def refusal(self, answer: Answer) -> Refusal | None:
        """Why this answer is not legal, or None if it is."""
        i = self.first_refused(answer)
        if i < 0:
            return None
        if i == len(answer):
            return Refusal("", "the answer is not complete", self.rule)
        if self.why is not None:
            reason, rule = self.why(answer[:i], answer[i])
            return Refusal(answer[i], reason, rule or self.rule)
        return Refusal(answer[i], f"'{answer[i]}' cannot be chosen here", self.rule)

    def forced(self) -> Answer | None:
        """The only legal answer, or None if there is a real choice."""
        prefix: Answer = ()
        while True:
            atoms = self.atoms(prefix)
            if len(atoms) != 1:
                return None
            if atoms[0] == STOP:
                return prefix
            prefix = (*prefix, atoms[0])

    def every(self, prefix: Answer = ()) -> Iterator[Answer]:
        """All full answers that begin with `prefix`, lazily."""
        for atom in self.atoms(prefix):
            if atom == STOP:
                yield prefix
            else:
                yield from self.every((*prefix, atom))


class Question(Generic[S_co]):
    """A named question: the paragraph that puts it and the grammar of its answers for a seat."""

    def __init__(self, rule: str, choice: Callable[[S_co, int], Choice]) -> None:
        self.rule = rule
        self.choice = choice


class OneOf(Choice):
    """Exactly one of the items."""

    def __init__(self, items: Sequence[str]) -> None:
        self.items = items

    def atoms(self, prefix: Answer) -> Sequence[str]:
        if not prefix:
            return self.items
        return _END if len(prefix) == 1 and prefix[0] in self.items else ()

    def completes(self, chosen: Answer, atom: str) -> bool:
        return True

    def sample(self, rng: Random) -> Answer:
        return (self.items[int(rng.random() * len(self.items))],)

    def forced(self) -> Answer | None:
        return (self.items[0],) if len(self.items) == 1 else None


class Number(OneOf):
    """A whole number from `lo` to `hi`."""

    def __init__(self, lo: int, hi: int) -> None:
        super().__init__(tuple(str(n) for n in range(lo, hi + 1)))


class Subset(Choice):
    """`lo` to `hi` of the items (copies allowed), spelled in the order of the items."""

    def __init__(self, items: Sequence[str], lo: int, hi: int) -> None:
        order = {item: i for i, item in reversed(list(enumerate(items)))}
        self.items = tuple(sorted(items, key=order.__getitem__))  # copies side by side
        self.lo = lo
        self.hi = min(hi, len(items))

    def atoms(self, prefix: Answer) -> Sequence[str]:
        items, size = self.items, len(prefix)
        if size > self.hi:
            return ()
        at = 0
        for atom in prefix:
            if atom not in items[at:]:
                return ()
            at = items.index(atom, at) + 1
        out = [STOP] if size >= self.lo else []
        if size < self.hi:
            last = ""
            for i in range(at, len(items) - max(0, self.lo - size - 1)):  # enough must stay for `lo`
                if items[i] != last:
                    last = items[i]
                    out.append(last)
        return out

    def offers(self, chosen: Answer) -> Sequence[str]:
        left = list(self.items)
        for atom in chosen:
            if atom not in left:
                return ()
            left.remove(atom)
        out = [STOP] if self.lo <= len(chosen) <= self.hi else []
        return out + list(dict.fromkeys(left)) if len(chosen) < self.hi else out

    def completes(self, chosen: Answer, atom: str) -> bool:
        return len(chosen) + 1 == self.hi

    def canonical(self, answer: Answer) -> Answer:
        order = {item: i for i, item in enumerate(self.items)}
        return tuple(sorted(answer, key=lambda atom: order.get(atom, -1)))


class Arrange(Choice):
    """Exactly `length` items in an order that matters, each at most as often as the supply has it."""

    def __init__(self, supply: Mapping[str, int], length: int) -> None:
        self.supply = supply
        self.items = tuple(supply)
        self.length = length

    def atoms(self, prefix: Answer) -> Sequence[str]:
        for atom in prefix:
            if prefix.count(atom) > self.supply.get(atom, 0):
                return ()
        if len(prefix) >= self.length:
            return _END if len(prefix) == self.length else ()
        return [item for item, n in self.supply.items() if prefix.count(item) < n]

    def completes(self, chosen: Answer, atom: str) -> bool:
        return len(chosen) + 1 == self.length

    def sample(self, rng: Random) -> Answer:
        items, chosen = self.items, list[str]()
        while len(chosen) < self.length:  # trying until one is left is as fair as listing those that are, and faster
            item = items[int(rng.random() * len(items))]
            if chosen.count(item) < self.supply[item]:
                chosen.append(item)
        return tuple(chosen)


class Each(Choice):
    """One atom for every slot, slot by slot (for example a face for each of several cards)."""

    def __init__(self, slots: Sequence[Sequence[str]]) -> None:
        self.slots = slots

    def atoms(self, prefix: Answer) -> Sequence[str]:
        size = len(prefix)
        if size > len(self.slots):
            return ()
        for i in range(size):
            if prefix[i] not in self.slots[i]:
                return ()
        return self.slots[size] if size < len(self.slots) else _END


class Branch(Choice):
    """A first atom, then whatever that atom leads to (None: nothing more)."""

    def __init__(self, branches: Mapping[str, Choice | None]) -> None:
        self.branches = branches

    def atoms(self, prefix: Answer) -> Sequence[str]:
        if not prefix:
            return tuple(self.branches)
        if prefix[0] not in self.branches:
            return ()
        rest = self.branches[prefix[0]]
        if rest is None:
            return _END if len(prefix) == 1 else ()
        return rest.atoms(prefix[1:])

    def sample(self, rng: Random) -> Answer:
        first = tuple(self.branches)[int(rng.random() * len(self.branches))]
        rest = self.branches[first]
        return (first,) if rest is None else (first, *rest.sample(rng))

    def offers(self, chosen: Answer) -> Sequence[str]:
        rest = self.branches.get(chosen[0]) if chosen else None
        return rest.offers(chosen[1:]) if rest is not None else self.atoms(chosen)

    def canonical(self, answer: Answer) -> Answer:
        rest = self.branches.get(answer[0]) if answer else None
        return (answer[0], *rest.canonical(answer[1:])) if rest is not None else answer
