"""Setting a table for the tests of Lancelot: knights by colour, and questions about what they may do."""

from collections.abc import Mapping
from typing import Any

from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.cards import COLOURS, DEEDS
from roundtable.games.lancelot.state import LancelotState

ENTRIES = {"joust.1", "stronghold.sword.1", "stronghold.mace.1", "stronghold.lance.1"}
WHARVES = {"distant.1", "distant.2", "distant.3"}


class Table:
    """A match in which the seats go by the colours of their knights."""

    def __init__(self, asks: str, knights: Mapping[str, Any], options: Any = None, **lies: Any) -> None:
        self.colours = tuple(knights)
        self.match = GAME.position(len(knights), asks, {"knights": knights, **lies}, options)

    @property
    def s(self) -> LancelotState:
        state = self.match.state
        assert isinstance(state, LancelotState)
        return state

    @property
    def lies(self) -> dict[str, Any]:
        """What lies where, by names, as the match describes itself."""
        return self.match.describe()

    def seat(self, colour: str) -> int:
        return self.colours.index(colour)

    @property
    def question(self) -> str:
        return self.match.question

    @property
    def asked(self) -> str:
        """The colour that is asked now."""
        (seat,) = self.match.asked
        return self.colours[seat]

    def does(self, colour: str, *answer: str) -> None:
        assert self.asked == colour, f"{self.asked} is asked '{self.question}'"
        self.match.answer(self.seat(colour), answer)

    def moves(self) -> set[str]:
        """What the asked player may choose first."""
        return set(self.match.choice(self.seat(self.asked)).atoms(()))

    def answers(self) -> set[tuple[str, ...]]:
        return set(self.match.choice(self.seat(self.asked)).every())

    def has(self, colour: str, good: str) -> int:
        return int(self.lies["owned"][self.seat(colour)][good])

    def reserve(self, good: str) -> int:
        return int(self.lies["reserve"][good])

    def vp(self, colour: str) -> int:
        return self.s.points(self.seat(colour))

    def grail(self) -> dict[str, int]:
        return dict(zip(self.colours, self.s.grail, strict=True))

    def order(self) -> list[str]:
        return [self.colours[seat] for seat in self.s.order]

    def told(self, name: str) -> list[Any]:
        return [event for event in self.match.events if event.name == name]

    def ranking(self) -> list[str]:
        return [self.colours[group[0]] for group in self.match.ranking]


def moving(knights: Mapping[str, Any], options: Any = None, **lies: Any) -> Table:
    """A table in the middle of the movement; knights are on the road (`at`) or on a `seat`."""
    assert set(knights) <= set(COLOURS)
    return Table("choose_move", knights, options, **lies)


def returns(moves: set[str]) -> set[str]:
    return {move for move in moves if move.startswith("table.")}


def tiles(*numbers: int) -> list[str]:
    return [DEEDS[number - 1] for number in numbers]
