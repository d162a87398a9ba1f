"""Tables as the front page lists them: open ones, and one's own matches with result, date and whose turn it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import roundtable as rt
from roundtable.table import SETUP, Doc
from roundtable.table.frames import data as frame_data
from roundtable.table.model import OVER, RUNNING
from roundtable.table.setup import describe

from .registry import TableRegistry

RANK: Final = {"your turn": 0, "in play": 1, "waiting": 2, "ended": 3, "closed": 3}  # what waits for one comes first


def matched(doc: Doc, me: str, registry: TableRegistry) -> dict[str, object]:
    """One of somebody's own matches: how it stands, its result and date.

    Whose turn it is is known of tables in memory; elsewhere bots have answered, so that it waits for its only person.
    """
    stands = {SETUP: "waiting", RUNNING: "in play", OVER: "ended"}.get(doc.state, "closed")
    seats, host = set(doc.seats_of(me)), registry.tables.get(doc.id)
    session = host.table.session if host is not None else None
    asked = seats & set(session.match.asked) if session is not None else doc.people() == {me}
    if doc.state == RUNNING and asked and not doc.held() & seats:
        stands = "your turn"
    places = [1 + sum(map(len, doc.ranking[:k])) for k, group in enumerate(doc.ranking) if seats & set(group)]
    result = f"place {places[0]} of {doc.players}" if places else ""
    day = datetime.fromtimestamp(doc.created, UTC)
    return {**described(doc, me), "stands": stands, "result": result, "date": f"{day.day} {day:%B %Y}"}


def described(doc: Doc, person: str) -> dict[str, object]:
    return frame_data(describe(doc, rt.of_match(doc.game, doc.edition), person))
