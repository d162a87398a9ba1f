"""A match file as a table: who sits where by the names in it.  So a match goes on wherever there is a host for it.

A bot's seat says so by its name: "Enid (squire)", "Tor (knight@200)", "Nimue (module:Class)".
"""

from __future__ import annotations

import re
from typing import Final

from roundtable import bots
from roundtable.engine import Match

from .model import BOT, PERSON, RUNNING, Doc, Kept, Record, Seat
from .setup import bot_title

_BOT: Final = re.compile(rf" \(((?:{'|'.join(bots.names())})(?:@\d+)?|[\w.]+:\w+)\)$")


def bot_of(name: str) -> str:
    """The bot that sits on a seat of this name; "" if it is a person's.

    >>> bot_of("Enid (squire)"), bot_of("Anna")
    ('squire', '')
    """
    words = _BOT.search(name)
    return words[1] if words is not None else ""


def document(match: Match, person: str, lesson: str = "", id: str = "", created: float = 0.0) -> Doc:
    """The table of a match file, where all people belong to one person; the match itself is begun from the file."""
    seats = [Seat(BOT, name, bot=bot) if (bot := bot_of(name)) else Seat(PERSON, name, person) for name in match.names]
    people = sum(seat.kind == PERSON for seat in seats)
    return Doc(
        *(id, match.game.slug, person, match.players, match.options.data(), seats, str(match.seed), created),
        passing=people > 1,
        hints=True,
        state=RUNNING,
        rules=match.game.rules_version,
        edition=match.game.edition,
        lesson=lesson,
    )


def kept(match: Match, doc: Doc) -> Kept:
    """The table as it would lie in a store."""
    bots = {i for i, seat in enumerate(doc.seats) if seat.kind == BOT}
    log = [Record(entry.seat, entry.question, list(entry.answer), bot=entry.seat in bots) for entry in match.entries]
    return Kept(doc, log, [])


def file_of(match: Match, doc: Doc) -> str:
    """The match file of a table: the names in it say where bots sit."""
    twin = match.fork(len(match.entries), keep=1)
    twin.names = tuple(_named(match, seat, name) for seat, name in zip(doc.seats, match.names))
    return twin.text()


def _named(match: Match, seat: Seat, name: str) -> str:
    if seat.kind != BOT or bot_of(name):
        return name
    return f"{name.removeprefix(f'{bot_title(match.game, seat.bot)} ')} ({seat.bot})"
