"""Bus: how the processes that serve the same tables tell each other that one has changed.

Only the name of the table goes over it; what has changed is in the store.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str], None]


class Bus(Protocol):
    async def open(self, hear: Hear) -> None:
        """Call `hear` with the name of each table that another process has changed."""

    async def tell(self, table: str) -> None:
        """This process has changed a table."""

    async def close(self) -> None: ...


class LocalBus:
    """One process: there is nobody to tell."""

    async def open(self, hear: Hear) -> None:
        pass

    async def tell(self, table: str) -> None:
        pass

    async def close(self) -> None:
        pass
