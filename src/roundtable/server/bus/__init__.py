"""Bus: how the processes that serve the same tables tell each other that one has changed, and who is there.

What has changed is in the store, so only the name of the table goes over it; who looks at a table is nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str, str, str], None]
Again = Callable[[], None]


class Bus(Protocol):
    shared: bool  # whether there may be other processes
    deaf: bool  # whether what they tell is missed at the moment

    async def open(self, hear: Hear, again: Again) -> None:
        """Call `hear` with what other processes tell: the name of the process, the table, the note.

        Call `again` whenever something may have been missed and will be heard from now on.
        """

    async def tell(self, table: str, note: str = "") -> None:
        """This process has changed a table; or, with a note, this is who looks at it here."""

    async def close(self) -> None: ...


class LocalBus:
    """One process: there is nobody to tell."""

    shared = False
    deaf = False

    async def open(self, hear: Hear, again: Again) -> None:
        pass

    async def tell(self, table: str, note: str = "") -> None:
        pass

    async def close(self) -> None:
        pass
