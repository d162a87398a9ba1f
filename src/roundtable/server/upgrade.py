"""Before and after an upgrade: which matches in play do the present rules play on, and which are closed."""

from __future__ import annotations

from dataclasses import dataclass

import roundtable as rt
from roundtable.table import Kept, Table
from roundtable.table.model import CLOSED

from .store import Store


@dataclass(frozen=True)
class Verdict:
    """What becomes of a match in play."""

    table: str
    game: str
    answers: int
    rules: int  # the version it was begun under
    closed: str  # why it cannot be played on; "" if it can


async def examine(store: Store, close: bool = False) -> list[Verdict]:
    """Replay every match in play; with `close`, those that cannot be played on are closed now."""
    verdicts = []
    for id in await store.running():
        kept = await store.table(id)
        if kept is None:
            continue
        doc = kept.doc
        try:
            table = _loaded(kept)
            closed = table.closed
        except Exception as error:  # the game is gone, or it does not know an option of the table any more
            closed = f"This match cannot be shown: {error}."
        verdicts.append(Verdict(id, doc.game, len(kept.log), doc.rules, closed))
        if closed and close:
            draft = doc.draft()
            draft.state, draft.closed = CLOSED, closed
            await store.save_table(draft)
    return verdicts


def _loaded(kept: Kept) -> Table:
    return Table(rt.of_match(kept.doc.game, kept.doc.edition), kept)
