"""The kind of state, and of options, that a game, a match or a bot's knowledge is about.

`Match[DutyState]` is a match of Knight's Duty; a bare `Match` is one of whatever game.  A `Game[DutyState]` may stand
where any `Game` will do: whoever does not know which one it is can only give it states that came from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # type checkers bring it; in `typing` only Python 3.13 has defaults

    from .options import Options
    from .state import State

    S_co = TypeVar("S_co", bound=State, covariant=True, default=State)
    O_co = TypeVar("O_co", bound=Options, covariant=True, default=Options)
else:
    from typing import TypeVar

    S_co = TypeVar("S_co", covariant=True)
    O_co = TypeVar("O_co", covariant=True)
