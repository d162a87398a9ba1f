"""Quests of the Round Table, 4.4.2 and 4.4.3: what a legal quest is, whether a hand can build one, and the grammar of
building it card by card without ever running into a dead end.

An answer is spelled stage by stage: a foe, its weapons in the order of the card table, `next_stage`, and so on; a Test
stands alone and closes its stage by itself (R7).  Equal quests are spelled in one way only.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from roundtable.engine import STOP, Answer, Choice, Refusal
from roundtable.engine.grammar import count

from ..cards import FOE_BP, ORDER, STAGES, TESTS, WEAPON_BP, WEAPONS

NEXT_STAGE: Final = "next_stage"

WEAPON_AT: Final = {weapon: i for i, weapon in enumerate(WEAPONS)}
EVERY: Final = (1 << len(WEAPONS)) - 1  # a set of weapon names is a number with one bit per name
_BITS: Final = 5  # a stock of weapons is a number with five bits per name: no hand holds more than 31 of one

Values = tuple[int, ...]  # battle points of foes in hand, ascending
Failed = set[tuple[Values, int, int, int]]  # foes, stock of weapons, stages needed, points to exceed


def _subsets(names: int) -> tuple[tuple[int, int, int, int], ...]:
    """The sets of these weapon names, the weakest first: total, weakest weapon, names, and their place in a stock."""
    found = []
    for subset in range(1, EVERY + 1):
        if not subset & ~names:
            points = [WEAPON_BP[weapon] for i, weapon in enumerate(WEAPONS) if subset >> i & 1]
            stock = sum(1 << _BITS * i for i in range(len(WEAPONS)) if subset >> i & 1)
            found.append((sum(points), min(points), subset, stock))
    return tuple(sorted(found))


SUBSETS: Final = tuple(_subsets(names) for names in range(EVERY + 1))


def names_of(stock: int) -> int:
    """Which weapons a stock holds at least one of."""
    names = 0
    bit = 1
    while stock:
        if stock & 31:
            names |= bit
        bit <<= 1
        stock >>= _BITS
    return names


def buildable(foes: Values, stock: int, needed: int, last: int, failed: Failed | None = None) -> bool:
    """Whether so many foe stages, each stronger than the one before and the first than `last`, can be built (R4, R6).

    `failed` remembers, between calls, what was found impossible.

    >>> buildable((5, 5), 0, 2, 0)
    False
    >>> buildable((5, 5), 1 << 5 * WEAPON_AT["dagger"], 2, 0)
    True
    """
    if needed <= 0:
        return True
    if len(foes) < needed:
        return False
    different, before = 0, last
    for value in foes:
        if value > before:
            different += 1
            before = value
    if different >= needed:
        return True
    if different + stock % 31 < needed:  # the sum of its digits in base 32: every other stage takes a weapon at least
        return False
    return _search(foes, stock, needed, last, set() if failed is None else failed)


def _search(foes: Values, stock: int, needed: int, last: int, failed: Failed) -> bool:
    """The exact search behind `buildable`, which has settled the easy cases.

    It is enough to try two kinds of next stage.  (1) The weakest foe above `last`, bare: a quest that opens with a
    stronger one, or arms a foe beyond it, can be rebuilt to use this one first.  (2) A foe not above `last`, armed with
    no weapon more than it needs, and not beyond that weakest bare foe.
    """
    key = (foes, stock, needed, last)
    if key in failed:
        return False
    bare = 0
    for i, value in enumerate(foes):
        if value > last:
            bare = value
            if buildable(foes[:i] + foes[i + 1 :], stock, needed - 1, value, failed):
                return True
            break
    before = 0
    arms = SUBSETS[names_of(stock)]
    for i, value in enumerate(foes):
        if value > last:
            break
        if value == before:
            continue
        before = value
        rest = foes[:i] + foes[i + 1 :]
        lack = last - value
        for total, weakest, _names, cost in arms:
            if bare and value + total > bare:
                break
            if (
                total > lack
                and total - weakest <= lack
                and buildable(rest, stock - cost, needed - 1, value + total, failed)
            ):
                return True
    failed.add(key)
    return False


class Plan:
    """A quest in the making: what is left in hand, and the stage that is open."""

    def __init__(self, hand: Sequence[str], quest: str) -> None:
        self.worth = FOE_BP[quest]
        self.left = STAGES[quest]  # stages not closed yet
        self.last = 0  # battle points of the foe stage before
        self.tested = False
        self.foe = ""  # of the open stage
        self.bp = 0
        self.arms = 0  # names of the weapons in the open stage
        self.latest = -1  # place of the last of them
        self.held: dict[str, int] = {}  # foes and Tests
        self.stock = 0
        self.testing = 0  # Tests in hand
        self.failed: Failed = set()
        foes = []
        for kind in hand:
            if kind in self.worth:
                foes.append(self.worth[kind])
                self.held[kind] = self.held.get(kind, 0) + 1
            elif kind in WEAPON_AT:
                self.stock += 1 << _BITS * WEAPON_AT[kind]
            elif kind in TESTS:
                self.testing += 1
                self.held[kind] = self.held.get(kind, 0) + 1
        foes.sort()
        self.foes: Values = tuple(foes)

    def needed(self, left: int) -> int:
        """Foe stages needed for so many stages: a Test in hand saves one, once."""
        return left - 1 if left and self.testing and not self.tested else left

    def possible(self) -> bool:
        """Whether a legal quest can be built at all."""
        return buildable(self.foes, self.stock, self.needed(self.left), 0, self.failed)

    def options(self, free: bool = False) -> list[str]:
        """What might come next by the shape of the answer alone; `free`: weapons of a stage in any order."""
        if not self.foe:
            if not self.left:
                return [STOP]
            return [kind for kind, n in self.held.items() if n and not (self.tested and kind in TESTS)]
        out = [NEXT_STAGE if self.left > 1 else STOP]
        for i in range(0 if free else self.latest + 1, len(WEAPONS)):
            if self.stock >> _BITS * i & 31 and not self.arms >> i & 1:
                out.append(WEAPONS[i])
        return out

    def takes(self, atom: str, free: bool = False) -> bool:
        """Whether the atom may come next and the quest can still be completed after it."""
        if atom in WEAPON_AT:
            return self._takes_weapon(WEAPON_AT[atom], free)
        if atom in (NEXT_STAGE, STOP):
            if not self.foe:
                return atom == STOP and not self.left
            if (atom == STOP) != (self.left == 1) or self.bp <= self.last:
                return False
            return buildable(self.foes, self.stock, self.needed(self.left - 1), self.bp, self.failed)
        if self.foe or not self.left or not self.held.get(atom, 0):
            return False
        if atom in TESTS:
            return not self.tested and buildable(self.foes, self.stock, self.left - 1, self.last, self.failed)
        value = self.worth[atom]
        i = self.foes.index(value)
        return self._closable(self.foes[:i] + self.foes[i + 1 :], self.stock, value, EVERY)

    def _takes_weapon(self, i: int, free: bool) -> bool:
        """R17: never the same name twice in one stage."""
        if not self.foe or not self.stock >> _BITS * i & 31 or self.arms >> i & 1:
            return False
        if i < self.latest and not free:
            return False
        later = EVERY & ~(self.arms | 1 << i) if free else EVERY >> i + 1 << i + 1
        return self._closable(self.foes, self.stock - (1 << _BITS * i), self.bp + WEAPON_BP[WEAPONS[i]], later)

    def _closable(self, foes: Values, stock: int, bp: int, names: int) -> bool:
        """Whether a stage of so many points can be closed, with more weapons of these names if it must be."""
        needed = self.needed(self.left - 1)
        if bp > self.last:
            return buildable(foes, stock, needed, bp, self.failed)
        lack = self.last - bp
        for total, weakest, _names, cost in SUBSETS[names & names_of(stock)]:
            if (
                total > lack
                and total - weakest <= lack
                and buildable(foes, stock - cost, needed, bp + total, self.failed)
            ):
                return True
        return False

    def put(self, atom: str) -> None:
        """Add an atom that `takes` allows."""
        if atom in WEAPON_AT:
            i = WEAPON_AT[atom]
            self.arms |= 1 << i
            self.latest = i
            self.stock -= 1 << _BITS * i
            self.bp += WEAPON_BP[atom]
        elif atom == NEXT_STAGE:
            self.left -= 1
            self.last = self.bp
            self.foe = ""
            self.bp = self.arms = 0
            self.latest = -1
        elif atom in TESTS:
            self.held[atom] -= 1
            self.tested = True
            self.left -= 1
        else:
            self.held[atom] -= 1
            self.foe = atom
            self.bp = self.worth[atom]
            i = self.foes.index(self.bp)
            self.foes = self.foes[:i] + self.foes[i + 1 :]


def can_sponsor(hand: Sequence[str], quest: str) -> bool:
    """Whether a legal quest can be built from this hand (R4).

    >>> can_sponsor(("thieves", "thieves", "test_of_valor"), "vanquish_king_arthurs_enemies")
    False
    >>> can_sponsor(("thieves", "thieves", "test_of_valor", "dagger"), "vanquish_king_arthurs_enemies")
    True
    """
    return Plan(hand, quest).possible()


class SetUp(Choice):
    """The grammar of 4.4.3.

    >>> choice = SetUp(("thieves", "thieves", "robber_knight", "dagger"), "vanquish_king_arthurs_enemies")
    >>> list(choice.every())
    [('thieves', 'next_stage', 'thieves', 'dagger', 'next_stage', 'robber_knight')]
    """

    def __init__(self, hand: Sequence[str], quest: str) -> None:
        self.hand = hand
        self.quest = quest

    def plan(self, answer: Answer, free: bool = False) -> tuple[Plan, int]:
        """The plan after as many atoms as are legal, and how many those are."""
        plan = Plan(self.hand, self.quest)
        for i, atom in enumerate(answer):
            if atom == STOP or not plan.takes(atom, free):
                return plan, i
            plan.put(atom)
        return plan, len(answer)

    def atoms(self, prefix: Answer) -> Sequence[str]:
        plan, legal = self.plan(prefix)
        return [atom for atom in plan.options() if plan.takes(atom)] if legal == len(prefix) else ()

    def offers(self, chosen: Answer) -> Sequence[str]:
        plan, legal = self.plan(chosen, True)
        if legal < len(chosen):
            return ()
        return sorted((atom for atom in plan.options(True) if plan.takes(atom, True)), key=_place)

    def completes(self, chosen: Answer, atom: str) -> bool:
        # A quest has at least two stages; to see what could be added after the first card of one costs much.
        return bool(chosen) and super().completes(chosen, atom)

    def canonical(self, answer: Answer) -> Answer:
        out: list[str] = []
        first = 0  # where the weapons of the present stage begin
        for atom in answer:
            out.append(atom)
            if atom in WEAPON_AT:
                out[first:] = sorted(out[first:], key=WEAPON_AT.__getitem__)
            else:
                first = len(out)
        return tuple(out)

    def first_refused(self, answer: Answer) -> int:
        """A stage that lacks a weapon spelled before those it has is incomplete, not wrong."""
        plan, legal = self.plan(answer, True)
        for i in range(1, legal):
            here, before = WEAPON_AT.get(answer[i], -1), WEAPON_AT.get(answer[i - 1], -1)
            if 0 <= here < before:
                return i
        if legal < len(answer):
            return legal
        return -1 if plan.takes(STOP) else len(answer)

    def refusal(self, answer: Answer) -> Refusal | None:
        """What the open stage, or the quest, still lacks."""
        plan, legal = self.plan(answer, True)
        if legal < len(answer) or self.first_refused(answer) != len(answer):
            return super().refusal(answer)
        if plan.left == 1 and plan.foe:
            why = f"the last stage has {plan.bp} points and must exceed {plan.last}: add weapons"
        else:
            why = f"the quest has {STAGES[self.quest]} stages: build {count(plan.left - bool(plan.foe), 'more stage')}"
        return Refusal("", why, "4.4.2")

    def sample(self, rng: Random) -> Answer:
        plan = Plan(self.hand, self.quest)
        out: list[str] = []
        while True:
            options = plan.options()
            atom = options[0]
            while len(options) > 1:  # the last one left is always legal: there are no dead ends
                i = int(rng.random() * len(options))
                atom = options[i]
                if plan.takes(atom):
                    break
                options[i] = options[-1]
                options.pop()
                atom = options[0]
            if atom == STOP:
                return tuple(out)
            out.append(atom)
            plan.put(atom)


def _place(atom: str) -> int:
    """Closing a stage comes first, then the cards in the order of their table."""
    return ORDER.get(atom, -1)


def layout(answer: Answer) -> list[list[str]]:
    """The stages that an answer spells, also of one that is only begun.

    >>> layout(("test_of_valor", "boar", "sword", "next_stage", "giant"))
    [['test_of_valor'], ['boar', 'sword'], ['giant']]
    """
    stages: list[list[str]] = []
    closed = True
    for atom in answer:
        if atom == NEXT_STAGE:
            closed = True
            continue
        if closed:
            stages.append([])
        stages[-1].append(atom)
        closed = atom in TESTS
    return stages
