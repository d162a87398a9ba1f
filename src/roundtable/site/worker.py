"""The host of a table in a browser, called by `static/site/worker.js`: texts in, texts out.

Python decides, the script carries: it sends frames to the page, writes to the browser's storage before anything is
acknowledged, and lets bots that search think in workers of their own.  The page is sent frames and nothing else.
"""

from __future__ import annotations

import json
import pickle
import secrets
from collections import deque
from dataclasses import asdict
from functools import partial
from typing import Final

from roundtable.engine import Game, State
from roundtable.table import (
    OVER,
    Append,
    Kept,
    Link,
    Reason,
    Refused,
    Save,
    Say,
    TableSettings,
    Thought,
    Todo,
    Write,
    replay,
)
from roundtable.table.frames import ByeFrame, Candidate, Nonsense, RefusalFrame, ServerFrame
from roundtable.table.frames import data as frame_data
from roundtable.table.frames import read as read_frame
from roundtable.table.model import CLOSED
from roundtable.table.setup import Change, Form, change_leave, note_rematch, rematch
from roundtable.table.thoughts import advise, seconds_of, think
from roundtable.table.todo import NEVER

from .rows import (
    ME,
    TROUBLES,
    Row,
    added,
    all_files,
    entry,
    file_of,
    new_id,
    new_table,
    of_file,
    person_of,
    plain_bytes,
    record_data,
    refusing,
    text,
    texts_of,
)

__all__ = [
    "LIMIT",
    "Replay",
    "SiteHost",
    "all_files",
    "file_of",
    "texts_of",
    "frame_text",
    "new_table",
    "of_file",
    "simulations",
    "think_apart",
]

LIMIT: Final = 10.0  # seconds after which a bot answers with what it has found, on the slowest device
NOT_OVER: Final = "the match is not over; what happened is for those who play"


def frame_text(frame: ServerFrame) -> str:
    return text(frame_data(frame))


# -- strengths ---------------------------------------------------------------------------------------------------------


def simulations(game: Game, bot: str) -> int:
    """How often a bot that searches tries out what may come of its answers; 0 for one that does not.

    >>> import roundtable as rt
    >>> simulations(rt.game("lancelot"), "champion"), simulations(rt.game("lancelot"), "squire")
    (150, 0)
    """
    return round(10 * seconds_of(bot)) * game.bot.parameters.tenth


def _apart(game: Game, bot: str) -> bool:
    return "@" in bot or bool(simulations(game, bot))


def think_apart(parcel: bytes) -> str:
    """What a bot answers, or advises, in a worker of its own."""
    game, bot, view, seat, seed, hint = pickle.loads(plain_bytes(parcel))
    count = simulations(game, "champion" if hint else bot)
    if hint:
        return text(advise(game, view, seat, seed, LIMIT, count))
    return text(think(game, f"{bot}@{count}" if count else bot, view, seat, seed, LIMIT))


# -- a table in play ---------------------------------------------------------------------------------------------------


class SiteHost:
    """A table, its page and its bots."""

    def __init__(self, row: str, me: str, cores: int = 1) -> None:
        read = Row.read(row)
        self.head = read.head
        self.table = read.table(TableSettings(abreast=cores, together=0.0, shared=True))
        self.person = person_of(me)
        self.link = Link(ME, self.person.name)
        self.unread: deque[str] = deque()
        self.thoughts: dict[int, Thought] = {}  # that are being thought elsewhere
        self.count = 0
        self.write: Write | None = None  # that is under way
        self.troubles: list[str] = []  # to be told after what the table says
        self.changed: list[Change] = []
        self.table.join(self.link)

    @property
    def searches(self) -> bool:
        """Whether a bot at this table needs a worker of its own."""
        return any(_apart(self.table.game, seat.bot) for seat in self.table.doc.seats)

    def hear(self, frame: str) -> None:
        self.unread.append(frame)

    def run(self, now: float) -> str:
        """Let everything happen that can happen now; what the script is to do."""
        frames: list[str] = []
        begun: list[int] = []
        dropped: list[int] = []
        while True:
            self._read()
            todo = self.table.run(now)
            self._drop(todo.dropped, dropped)
            quick = self._begin(todo, begun)
            frames += self._frames()
            if todo.write is not None or not (quick or (self.unread and not self.link.busy)):
                break
        self.write = todo.write
        return text(
            {
                "frames": frames,
                "write": self._writing(todo.write),
                "think": begun,
                "drop": dropped,
                "wake": todo.wake if todo.wake < NEVER else None,
                "done": [str(change.error or "") for change in todo.changes],
                "news": todo.announce,
            }
        )

    def _read(self) -> None:
        while self.unread and not self.link.busy:
            try:
                self.table.hear(self.link, read_frame(json.loads(self.unread.popleft())))
            except (Nonsense, ValueError) as nonsense:
                self.link.post(RefusalFrame(None, "", f"this makes no sense: {nonsense}", ""))

    def _frames(self) -> list[str]:
        link = self.link
        out: list[ServerFrame] = link.take()
        if link.closing:
            out.append(ByeFrame(link.closing))
        elif link.due and (scene := self.table.scene(link)) is not None:
            out.append(scene)
        if not self.table.writing:
            out += [RefusalFrame(None, "", words, "") for words in self.troubles]
            self.troubles.clear()
        return [frame_text(frame) for frame in out]

    # -- bots ----------------------------------------------------------------------------------------------------------

    def _begin(self, todo: Todo, begun: list[int]) -> bool:
        """Bots that do not search answer here and now; whether there were any."""
        quick = False
        for thought in todo.thoughts:
            if thought.hint or _apart(self.table.game, thought.bot):
                self.count += 1
                self.thoughts[self.count] = thought
                begun.append(self.count)
            else:
                quick = True
                self._think(thought)
        return quick

    def _think(self, thought: Thought) -> None:
        try:
            answer = think(self.table.game, thought.bot, thought.view, thought.seat, thought.seed)
        except Exception:  # a fault in a bot: it is asked again
            self.table.thought_failed(thought)
        else:
            self.table.thought(thought, answer)

    def _drop(self, thoughts: list[Thought], dropped: list[int]) -> None:
        for key, thought in list(self.thoughts.items()):
            if thought in thoughts:
                del self.thoughts[key]
                dropped.append(key)

    def parcel(self, key: int) -> bytes:
        """A thought for another worker: the view of one seat, and nothing else of the table."""
        thought = self.thoughts[key]
        view: State = thought.view
        return pickle.dumps((self.table.game, thought.bot, view, thought.seat, thought.seed, thought.hint))

    def thought(self, key: int, answer: str) -> None:
        """What came of a thought; "" if it failed."""
        thought = self.thoughts.pop(key, None)
        if thought is None:
            return
        if not answer:
            self.table.thought_failed(thought)
        elif thought.hint:
            self.table.advised(thought, [Candidate(**candidate) for candidate in json.loads(answer)])
        else:
            self.table.thought(thought, tuple(json.loads(answer)))

    # -- the store -----------------------------------------------------------------------------------------------------

    def _writing(self, write: Write | None) -> dict[str, object] | None:
        table = self.table
        match = table.session.match if table.session is not None else None
        if write is None:
            return None
        if isinstance(write, Append):
            records = [record_data(record) for record in write.records]
            listed = entry(table.doc, table.game, match)
            return {"do": "append", "seq": write.seq, "records": records, "entry": listed}
        if isinstance(write, Save):
            was, write.doc.version = write.doc.version, write.doc.version + 1
            listed = entry(write.doc, table.game, match)
            return {"do": "save", "version": was, "doc": asdict(write.doc), "entry": listed}
        if isinstance(write, Say):
            return {"do": "say", "message": write.message, "kept": write.kept}
        return {"do": "load"}

    def written(self, reason: str = "", row: str = "") -> None:
        """How it ended: nothing was written if there is a reason; what was loaded is a row."""
        write, self.write = self.write, None
        if not reason:
            self.table.written(Row.read(row).kept if row else None)
            return
        if isinstance(write, Save):
            write.doc.version -= 1
        self.troubles.append(reason)
        self.table.written(Reason(reason, conflict=True))

    def refresh(self) -> None:
        """Another page of this browser has written to the same table."""
        self.table.refresh()

    # -- forms ---------------------------------------------------------------------------------------------------------

    def leave(self, form: str) -> None:
        """The table tells how it went with the next run, under `done`."""
        fields: Form = json.loads(form)
        self.table.change(Change(lambda doc: change_leave(doc, self.table.game, self.person, fields)))

    def rematch(self, now: float) -> str:
        """The next table of the same company: a row to keep, or the id of one that is there."""
        table = self.table
        if table.doc.rematch:
            return text({"id": table.doc.rematch})
        options = table.session.match.again() if table.session is not None else table.doc.options
        try:
            doc = rematch(table.doc, self.person, new_id(), secrets.token_hex(16), round(now, 3), options)
        except TROUBLES as error:
            return refusing(error)
        return added(Row(Kept(doc, [], [])))

    def note_rematch(self, id: str) -> None:
        self.table.change(Change(partial(note_rematch, next_table=id)))


# -- replays -----------------------------------------------------------------------------------------------------------


class Replay:
    """A finished match, to be seen again from any seat."""

    def __init__(self, row: str) -> None:
        self.doc, self.match = Row.read(row).match()
        if not (self.match.over or self.doc.state in (OVER, CLOSED)):
            raise Refused(NOT_OVER)

    @property
    def answers(self) -> int:
        return len(self.match.entries)

    def frames(self, eyes: str, first: int, to: int) -> str:
        to = min(to, self.answers)
        return text({"frames": [frame_data(frame) for frame in replay.replayed(self.match, eyes, first, to)]})
