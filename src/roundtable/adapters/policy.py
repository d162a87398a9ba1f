"""A trained policy as a bot: whatever maps a row of features and the legal numbers to a number can sit at a table."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from roundtable.engine import STOP, Answer, Choice, Game, State

from .features import Features
from .stepper import Table

Act = Callable[["array[float]", list[int]], int]  # a row and the legal numbers -> one of these


class PolicyBot:
    """Composes its answers atom by atom, as `act` tells.

    >>> import roundtable as rt
    >>> match = rt.game("knights-duty").match(players=2, seed=7)
    >>> bot = PolicyBot(match.game, 0, lambda row, legal: legal[0])
    >>> bot.choose(match.view(0), match.choice(0))
    ('purple',)
    """

    def __init__(self, game: Game, seat: int, act: Act) -> None:
        self.game = game
        self.seat = seat
        self.act = act
        self.features: Features | None = None
        self.table: Table | None = None

    def choose(self, view: State, choice: Choice) -> Answer:
        if self.table is None or self.features is None:  # a view tells what table it is
            self.table = Table(self.game, view.players, view.options.data())
            self.features = Features(self.table)
        prefix: Answer = ()
        while True:
            atoms = choice.atoms(prefix)
            if len(atoms) > 1:
                legal = sorted({self.table.number[atom] for atom in atoms})
                atom = self.table.atoms[self.act(self.features.row(view, self.seat, prefix), legal)]
            else:
                atom = atoms[0]
            if atom == STOP:
                return prefix
            prefix = (*prefix, atom)
