"""The smallest host there can be: its store is a list, its clock is set by hand, its bots think at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import roundtable as rt
from roundtable.table import (
    BOT,
    PERSON,
    RUNNING,
    Append,
    Doc,
    Kept,
    Link,
    Load,
    LogEntry,
    Message,
    Reason,
    Record,
    Save,
    Seat,
    Table,
    TableSettings,
    Thought,
    Todo,
    Write,
)
from roundtable.table.frames import Answer, ClientFrame, RefusalFrame, SceneFrame, ServerFrame, TakenFrame
from roundtable.table.session import Session
from roundtable.table.thoughts import advise, think


def a_doc(slug: str, players: int, people: int, **changes: Any) -> Doc:
    seats = [Seat(PERSON, f"P{i}", f"p{i}") if i < people else Seat(BOT, f"B{i}", bot="page") for i in range(players)]
    doc = Doc("table", slug, "p0", players, rt.game(slug).settle(players).data(), seats, "7", 0.0, state=RUNNING)
    return replace(doc, **changes)


class Host:
    """Does what a table wants at once, unless `slow`: then a write waits for `finish`."""

    def __init__(
        self, doc: Doc, log: Sequence[Record] = (), thinks: bool = True, lot: int = 1, **settings: Any
    ) -> None:
        self.doc, self.log, self.chat = doc, list(log), list[Message]()
        self.now = 100.0
        self.slow = False
        self.thinks = thinks
        self.waiting: Write | None = None
        self.fails: Reason | None = None  # how the next write ends
        self.thoughts: list[Thought] = []
        self.dropped: list[Thought] = []
        self.noted: list[LogEntry] = []
        self.writes: list[Write] = []
        self.last = Todo()
        self.table = Table(rt.game(doc.game), self.kept(), TableSettings(**settings), Random(lot))
        self.run()

    @property
    def session(self) -> Session:
        assert self.table.session is not None
        return self.table.session

    def kept(self) -> Kept:
        return Kept(self.doc.draft(), list(self.log), list(self.chat))

    def run(self) -> None:
        """Let everything happen that can happen now."""
        while True:
            todo = self.last = self.table.run(self.now)
            self.noted += todo.log
            self.dropped += todo.dropped
            self.thoughts += todo.thoughts
            if todo.write is not None:
                self.writes.append(todo.write)
                if self.slow:
                    self.waiting = todo.write
                    return
                self.table.written(self.outcome(todo.write))
            elif self.thinks and self.thoughts:
                self.think(self.thoughts.pop(0))
            else:
                return

    def finish(self) -> None:
        """The write that waits is done."""
        assert self.waiting is not None
        write, self.waiting = self.waiting, None
        self.table.written(self.outcome(write))
        self.run()

    def outcome(self, write: Write) -> Kept | Reason | None:
        if self.fails is not None:
            reason, self.fails = self.fails, None
            return reason
        if isinstance(write, Append):
            assert write.seq == len(self.log)
            self.log += write.records
        elif isinstance(write, Save):
            write.doc.version += 1
            self.doc = write.doc.draft()
        elif isinstance(write, Load):
            return self.kept()
        else:
            self.chat.append(write.message)
        return None

    def think(self, thought: Thought) -> None:
        game = self.table.game
        if thought.hint:
            self.table.advised(thought, advise(game, thought.view, thought.seat, thought.seed, 0.02))
        else:
            self.table.thought(thought, think(game, thought.bot, thought.view, thought.seat, thought.seed))

    def wait(self, seconds: float) -> None:
        """Time passes; the table is woken when it wants to be."""
        until = self.now + seconds
        while self.last.wake <= until:
            self.now = max(self.now, self.last.wake)
            self.run()
        self.now = until
        self.run()

    def join(self, person: str = "") -> Link:
        link = Link(person, person)
        self.table.join(link)
        self.run()
        return link

    def leave(self, link: Link) -> None:
        self.table.leave(link)
        self.run()

    def hear(self, link: Link, frame: ClientFrame) -> list[ServerFrame]:
        """A frame, and all that the link is told about it."""
        self.table.hear(link, frame)
        self.run()
        return self.told(link)

    def told(self, link: Link) -> list[ServerFrame]:
        frames = link.take()
        scene = self.table.scene(link) if link.due else None
        return [*frames, scene] if scene is not None else frames

    def answer(self, link: Link, *atoms: str, seat: int | None = None) -> list[ServerFrame]:
        seat = link.seat if seat is None else seat
        assert seat is not None
        return self.hear(link, Answer(id="a", seq=self.session.seq(seat), seat=seat, atoms=list(atoms)))


def scene(frames: list[ServerFrame]) -> SceneFrame:
    """The scene among frames."""
    found = [frame for frame in frames if isinstance(frame, SceneFrame)]
    assert len(found) == 1
    return found[0]


def refusal(frames: list[ServerFrame]) -> str:
    found = [frame.reason for frame in frames if isinstance(frame, RefusalFrame)]
    assert len(found) == 1
    return found[0]


def kinds(frames: list[ServerFrame]) -> list[str]:
    return [frame.is_ for frame in frames]


def taken(frames: list[ServerFrame]) -> bool:
    return any(isinstance(frame, TakenFrame) for frame in frames)
