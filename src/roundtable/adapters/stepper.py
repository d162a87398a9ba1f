"""A match one atom at a time: whose turn it is, which numbers are legal, what a number does.

Agents of the research frameworks choose one number per step.  So the atoms of a game are numbered, an answer of several
atoms is several steps of one seat, and the last number, STOP, ends an answer that could go on; an answer that cannot go
on ends by itself.  Seats that answer at once do so one after the other, and none sees what another has sealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from roundtable.engine import STOP, Answer, BadOption, Chance, Choice, Game
from roundtable.engine.flow import answer, run
from roundtable.engine.state import State

NOBODY: Final = -1


class Table:
    """A game with its players and options, and the numbers of its atoms.

    `small` names an endgame of the game that is small enough to be searched to the last leaf.

    >>> import roundtable as rt
    >>> table = Table(rt.game("knights-duty"), 2)
    >>> table.atoms[:3], table.number["sword"], table.atoms[table.stop]
    (('purple', 'red', 'yellow'), 6, '')
    """

    def __init__(
        self,
        game: Game,
        players: int = 0,
        options: Mapping[str, object] | None = None,
        preset: str = "",
        small: str = "",
    ) -> None:
        self.game = game
        endgames = game.research.endgames
        self.small = endgames.get(small)
        if small and self.small is None:
            known = ", ".join(endgames) or "none"
            raise BadOption(f"{game.title} has no small version {small!r}; known: {known}")
        if self.small is not None:
            players, options = self.small.players, {**self.small.options, **(options or {})}
        self.players = players or game.seats[0]
        self.options = game.settle(self.players, options, preset)
        self.atoms = (*dict.fromkeys(game.vocabulary(self.players, self.options)), STOP)
        self.number = {atom: i for i, atom in enumerate(self.atoms)}
        self.stop = len(self.atoms) - 1

    def fresh(self) -> State:
        """The state before anything was drawn or asked."""
        s = self.game.start(self.players, self.options)
        if self.small is not None:
            assert self.game.arrange is not None
            self.game.arrange(s, self.small.asks, self.small.lies)
        return s


def returns(ranking: Sequence[Sequence[int]]) -> list[float]:
    """What each seat gets for its place: 1 for the first, -1 for the last, evenly between; ties share.

    >>> returns([[2], [0, 1]])
    [-0.5, -0.5, 1.0]
    """
    players = sum(len(group) for group in ranking)
    out = [0.0] * players
    place = 0
    for group in ranking:
        shared = place + (len(group) - 1) / 2
        for seat in group:
            out[seat] = 1 - 2 * shared / (players - 1)
        place += len(group)
    return out


class Stepper:
    """A match in play, step by step.

    >>> import roundtable as rt
    >>> from roundtable.engine import Keyed
    >>> match = Stepper(Table(rt.game("knights-duty"), 2), Keyed(7))
    >>> match.seat, [match.table.atoms[n] for n in match.legal()][:2]
    (0, ['purple', 'red'])
    >>> match.step(match.table.number["purple"])
    >>> match.seat
    1
    """

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.chance = chance
        self.state = table.fresh()
        run(self.state, chance)
        self.ask()

    def ask(self, seat: int = NOBODY) -> None:
        """Turn to the next seat that must answer, or to the given one."""
        waiting = self.state.waiting
        self.seat = seat if seat in waiting else waiting[0] if waiting else NOBODY
        self.prefix: Answer = ()
        self.choice: Choice | None = None
        self.offered: Sequence[str] = ()

    @property
    def over(self) -> bool:
        return not self.state.question

    def returns(self) -> list[float]:
        """By rank at the end, zeros before."""
        return returns(self.table.game.ranking(self.state)) if self.over else [0.0] * self.table.players

    def offers(self) -> Sequence[str]:
        """The atoms with which the seat's answer may go on."""
        if self.choice is None and self.seat != NOBODY:
            state = self.state
            self.choice = self.table.game.questions[state.question].choice(state, self.seat)
            self.offered = self.choice.atoms(self.prefix)
        return self.offered

    def legal(self) -> list[int]:
        """The legal numbers, in order."""
        number = self.table.number
        return sorted({number[atom] for atom in self.offers()})

    def step(self, action: int) -> None:
        """Take a number for the seat whose turn it is; `ValueError` if it is not legal."""
        atom = self.table.atoms[action]
        if atom not in self.offers():
            raise ValueError(f"{atom or 'STOP'!r} is not legal at '{self.state.question}'")
        given = self.prefix
        if atom != STOP:
            assert self.choice is not None
            given = (*given, atom)
            offered = self.choice.atoms(given)
            if len(offered) != 1 or offered[0] != STOP:
                self.prefix, self.offered = given, offered
                return
        self.give(given)

    def give(self, given: Answer) -> None:
        """Give a whole answer for the seat whose turn it is."""
        answer(self.state, self.seat, given, self.chance)
        self.ask()

    def view(self, seat: int | None) -> State:
        """What a seat may know."""
        view: State = self.table.game.view(self.state, seat)
        return view

    def own(self, seat: int) -> Answer:
        """The answer that the seat is composing; nobody else may see it."""
        return self.prefix if seat == self.seat else ()
