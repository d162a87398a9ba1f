"""What a browser keeps of tables, in words: rows of its storage, entries of its list of matches, match files.

A row is read by later and by earlier versions of the site: what one does not know it leaves out.
"""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, fields
from functools import partial
from random import Random
from typing import Any, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import roundtable as rt
from roundtable.engine import BadMatchFile, BadOption, Game, Match, Refusal, matchfile
from roundtable.games import UnknownGame
from roundtable.table import (
    OVER,
    RUNNING,
    Arms,
    Doc,
    Kept,
    Message,
    Person,
    Record,
    Refused,
    Seat,
    Table,
    TableSettings,
    matchfiles,
)
from roundtable.table.lessons import BadLesson
from roundtable.table.people import changed, new_person
from roundtable.table.session import STATES
from roundtable.table.setup import Form, open_table

ME: Final = "me"  # to whom all people at this browser belong
NAME: Final = 24  # letters
LARGEST: Final = 50_000_000  # bytes of match files taken at once
TROUBLES: Final = (Refused, BadOption, BadMatchFile, BadLesson, Refusal, UnknownGame)


def text(data: object) -> str:
    """JSON as the server writes it, byte for byte."""
    return json.dumps(data, default=_plain, ensure_ascii=False, separators=(",", ":"))


def _plain(thing: Any) -> dict[str, object]:
    return {name: getattr(thing, name) for name in thing.__dataclass_fields__}


# -- what is kept ------------------------------------------------------------------------------------------------------


def record_data(record: Record) -> dict[str, object]:
    out: dict[str, object] = {"seat": record.seat, "do": record.do, "with": record.atoms}
    return out | {name: True for name in ("undo", "bot") if getattr(record, name)}


def _record(data: dict[str, Any]) -> Record:
    return Record(
        data["seat"], data.get("do", ""), data.get("with", []), data.get("undo", False), data.get("bot", False)
    )


def _known(kind: type, data: dict[str, Any]) -> dict[str, Any]:
    """What this version knows of it; a later one may have kept more."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in data.items() if name in names}


def _seat(data: dict[str, Any]) -> Seat:
    arms = data.get("arms")
    return Seat(**{**_known(Seat, data), "arms": Arms(**_known(Arms, arms)) if arms else None})


class Row:
    """A table as the browser keeps it.  `head` is the first line of the match file it came from, if it did."""

    def __init__(self, kept: Kept, head: str = "") -> None:
        self.kept = kept
        self.head = head

    @classmethod
    def read(cls, words: str) -> Row:
        """`Refused` if it makes no sense."""
        try:
            data = json.loads(words)
            doc = Doc(**{**_known(Doc, data["doc"]), "seats": [_seat(seat) for seat in data["doc"]["seats"]]})
            log = [_record(record) for record in data["log"]]
            chat = [Message(**_known(Message, message)) for message in data.get("chat", [])]
            return cls(Kept(doc, log, chat), str(data.get("head", "")))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Refused("what the browser has kept of this match cannot be read; nothing was changed") from error

    def text(self) -> str:
        kept = self.kept
        log = [record_data(record) for record in kept.log]
        return text({"doc": asdict(kept.doc), "log": log, "chat": kept.chat, "head": self.head})

    def game(self) -> Game:
        return rt.of_match(self.kept.doc.game, self.kept.doc.edition)

    def table(self, settings: TableSettings | None = None) -> Table:
        game, begun = self.game(), None
        if self.head:
            match = matchfile.read(self.head + "\n", rt.of_match).match
            begun = partial(match.fork, 0, STATES)
        return Table(game, self.kept, settings, beginning=begun)

    def match(self) -> tuple[Doc, Match]:
        """The match with all its states."""
        table = self.table()
        if table.session is None:
            raise Refused("this match has not begun")
        return table.doc, table.session.match.fork(len(table.session.match.entries))


def entry(doc: Doc, game: Game, match: Match | None) -> dict[str, object]:
    """How the list of matches shows a table."""
    stands = {RUNNING: "in play", OVER: "ended"}.get(doc.state, "closed")
    seats = set(doc.seats_of(ME))
    if doc.state == RUNNING and match is not None and seats & set(match.asked) and not doc.held() & seats:
        stands = "your turn"
    places = [1 + sum(map(len, doc.ranking[:k])) for k, group in enumerate(doc.ranking) if seats & set(group)]
    result = f"place {places[0]} of {doc.players}" if places else ""
    return {
        "id": doc.id,
        "game": doc.game,
        "title": game.title,
        "state": doc.state,
        "stands": stands,
        "result": result,
        "created": doc.created,
        "seats": [seat.name for seat in doc.seats],
        "arms": [asdict(seat.arms) for seat in doc.seats if seat.arms is not None],
    }


# -- new tables --------------------------------------------------------------------------------------------------------


def person_of(me: str) -> Person:
    """The person at this browser; what makes no sense in what it has kept is left out."""
    try:
        data = json.loads(me)
        name, colour, pattern, charge = (str(data.get(key, "")) for key in ("name", "colour", "pattern", "charge"))
    except (ValueError, AttributeError):
        name = colour = pattern = charge = ""
    return changed(new_person(ME, Random(secrets.randbits(64))), name, colour, pattern, charge, NAME)


def refusing(error: Exception) -> str:
    words = error.reason if isinstance(error, Refused) else str(error)
    return text({"refused": f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"})


def new_table(id: str, kind: str, slug: str, form: str, me: str, now: float) -> str:
    """A table as a form describes it: a row and its entry, or why not."""
    fields: Form = json.loads(form)
    try:
        game = rt.game(slug)
        doc = Doc(id, game.slug, ME, 0, {}, [], secrets.token_hex(16), round(now, 3))
        if kind == "friends":
            raise Refused("friends elsewhere need a server")
        open_table(doc, person_of(me), game, fields, kind, NAME, Random(secrets.randbits(64)))
    except TROUBLES as error:
        return refusing(error)
    return added(Row(Kept(doc, [], [])))


def new_id() -> str:
    return secrets.token_urlsafe(9)


def added(row: Row) -> str:
    table = row.table()
    match = table.session.match if table.session is not None else None
    return text({"row": row.text(), "entry": entry(row.kept.doc, table.game, match)})


def of_file(words: str, now: float) -> str:
    """A match file as a table: a row and its entry, or what is wrong with the file."""
    try:
        found = matchfile.read(words, rt.of_match)
        if found.broken:
            raise BadMatchFile(found.broken)
        match = found.match
        strange = [bot for name in match.names if ":" in (bot := matchfiles.bot_of(name))]
        if strange:
            raise BadMatchFile(f"the bot {strange[0]} is somebody's own and cannot play here")
        doc = matchfiles.document(match, ME, "", new_id(), round(now, 3))
        if not doc.people():
            raise BadMatchFile("only bots play this match")
        return added(Row(matchfiles.kept(match, doc), words.split("\n", 1)[0]))
    except TROUBLES as error:
        return refusing(error)


def plain_bytes(content: bytes) -> bytes:
    """The bytes in what a script hands over, which in Pyodide are not bytes yet."""
    convert = getattr(content, "to_bytes", None)
    found: bytes = content if convert is None else convert()
    return found


def texts_of(name: str, content: bytes) -> str:
    """The match files in a file: itself, or those in a zip of them."""
    content = plain_bytes(content)
    try:
        if content[:2] != b"PK":
            return text({"texts": [content.decode("utf-8")]})
        with ZipFile(io.BytesIO(content)) as zip:
            found = [info for info in zip.infolist() if info.filename.endswith(".jsonl")]
            if sum(info.file_size for info in found) > LARGEST:
                raise Refused(f"{name} is too large")
            return text({"texts": [zip.read(info).decode("utf-8") for info in found]})
    except (BadZipFile, UnicodeError, OSError):
        return refusing(Refused(f"{name} is neither a match file nor a zip of them"))
    except Refused as error:
        return refusing(error)


def all_files(rows: Iterable[str]) -> bytes:
    """The match files of these rows in a zip; a row of which there can be none is in it as it is."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as zip:
        for n, row in enumerate(rows):
            file = json.loads(file_of(row))
            if "text" in file:
                zip.writestr(file["name"], file["text"])
            else:
                zip.writestr(f"unreadable-{n}.json", row)
    return out.getvalue()


def file_of(row: str) -> str:
    """The match file of a table: name and text, or why there is none."""
    try:
        doc, match = Row.read(row).match()
        return text({"name": f"{doc.game}-{doc.id}.jsonl", "text": matchfiles.file_of(match, doc)})
    except TROUBLES as error:
        return refusing(error)
