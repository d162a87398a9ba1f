"""A table's document: described in the words of the protocol, and people and bots for its seats."""

from __future__ import annotations

from typing import Any

import roundtable as rt
from roundtable.bots import NAMES, strength, usual
from roundtable.engine.chance import commitment

from .model import BOT, OPEN, PERSON, Doc, Person, Seat, bot_title


class Refused(Exception):
    """Something a person may not do at a table: one sentence, and the status of the page that says it."""

    def __init__(self, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


def describe(doc: Doc, person: str) -> dict[str, Any]:
    """A table in the words of the protocol, as far as the document knows."""
    game = rt.game(doc.game)
    return {
        "id": doc.id,
        "game": doc.game,
        "title": game.title,
        "state": doc.state,
        "you": doc.seats_of(person),
        "host": bool(person) and doc.host == person,
        "pass": doc.passing,
        "seats": [
            {
                "seat": i,
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot if seat.kind == BOT else "",
                "botTitle": bot_title(game, seat.bot) if seat.kind == BOT else "",
                "arms": seat.arms,
                "here": seat.kind == BOT,
                "ready": seat.ready,
                "held": seat.held,
            }
            for i, seat in enumerate(doc.seats)
        ],
        "players": doc.players,
        "options": doc.options,
        "preset": doc.preset,
        "clock": doc.clock,
        "public": doc.public,
        "hints": doc.hints,
        "spectators": 0,
        "created": round(doc.created),
        "commitment": commitment(doc.seed),
        "ranking": doc.ranking,
        "rematch": doc.rematch,
    }


def seat_of(person: Person, ready: bool = False) -> Seat:
    return Seat(PERSON, person.name, person.id, arms=person.arms, ready=ready)


def bot_seat(doc: Doc, i: int, name: str) -> Seat:
    """A bot for seat i, with a name that nobody at the table has."""
    game = rt.game(doc.game)
    known = strength(game, name) if name else usual(game)
    if known is None:
        raise Refused(f"there is no bot {name!r}", 400)
    taken = {seat.name for k, seat in enumerate(doc.seats) if k != i}
    free = [f"{known.title} {given}" for given in NAMES]
    return Seat(BOT, next(one for one in free if one not in taken), bot=known.name, ready=True)


def fill(doc: Doc, bot: str) -> None:
    """Bots on all open seats."""
    for i, seat in enumerate(doc.seats):
        if seat.kind == OPEN:
            doc.seats[i] = bot_seat(doc, i, bot)
