"""The host of a table at this keyboard: runs it, writes its match file, lets its bots think.

The table itself does no input or output (`roundtable.table`); here is all of it, except that whoever shows the table
has its thoughts thought in the background and wakes it in time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Final

from roundtable.bots import Guarded, make
from roundtable.engine import Answer, Match
from roundtable.table import (
    Append,
    Kept,
    Link,
    Load,
    Reason,
    Record,
    Save,
    Table,
    TableSettings,
    Thought,
    Write,
)
from roundtable.table.frames import ClientFrame, ServerFrame
from roundtable.table.log_codes import LogCode
from roundtable.table.matchfiles import document
from roundtable.table.session import STATES
from roundtable.table.thoughts import advise, think
from roundtable.table.todo import NEVER

from .setup import Recorded

ME: Final = "keyboard"  # to whom all people at this keyboard belong
PATIENCE: Final = 30.0  # seconds; nobody at the keyboard waits longer for a bot of their own that hangs
ADVICE: Final = 1.0  # seconds for a hint
FAULTS: Final = (
    *(LogCode.RULES_FAULT, LogCode.FRAME_FAULT, LogCode.BACKGROUND_FAULT),
    *(LogCode.TABLE_EVICTED, LogCode.TABLE_UNREADABLE),
)


class TableHost:
    """A table, its file, and one link for the whole keyboard."""

    def __init__(self, recorded: Recorded, pace: float = 0.0) -> None:
        match = recorded.match
        self.recorded = recorded
        self.doc = document(match, ME, recorded.lesson)
        self.written = [Record(entry.seat, entry.question, list(entry.answer)) for entry in match.entries]
        self.torn = False  # the file may end in the middle of a line
        self.bots: dict[int, Guarded] = {}
        self.trouble = ""  # what the person at the keyboard should hear of, in words
        self.fault: BaseException | None = None  # in the game itself
        self.thoughts: list[Thought] = []  # nobody has begun to think about these
        self.wake = NEVER  # when to run the table again
        settings = TableSettings(pace=(pace, pace), together=0.0)
        self.table = Table(match.game, self._kept(), settings, beginning=partial(match.fork, 0, STATES))
        self.link = Link(ME)
        self.table.join(self.link)

    @property
    def match(self) -> Match:
        assert self.table.session is not None
        return self.table.session.match

    @property
    def people(self) -> list[int]:
        return self.doc.seats_of(ME)

    def hear(self, frame: ClientFrame) -> list[ServerFrame]:
        """A frame from the keyboard, and all that it is told then."""
        self.table.hear(self.link, frame)
        return self.run()

    def run(self) -> list[ServerFrame]:
        """Let everything happen that can happen now; what the keyboard is told."""
        while True:
            todo = self.table.run(monotonic())
            self.thoughts += todo.thoughts
            self.wake = todo.wake
            for entry in todo.log:
                if entry.code in FAULTS and entry.error is not None:
                    self.fault = entry.error
            if todo.write is None:
                break
            self.table.written(self._outcome(todo.write))
        frames = self.link.take()
        scene = self.table.scene(self.link) if self.link.due else None
        return [*frames, scene] if scene is not None else frames

    # -- the file ----------------------------------------------------------------------------------------------------

    def _kept(self) -> Kept:
        return Kept(self.doc.draft(), list(self.written), [])

    def _outcome(self, write: Write) -> Kept | Reason | None:
        if isinstance(write, Append):
            try:
                self._append(write.records)
            except OSError as error:
                self.torn = True
                self.trouble = f"Not saved: {error}."
                return Reason(str(error), conflict=True)  # what was not acknowledged is not counted, whatever is left
            self.written += write.records
        elif isinstance(write, Save):
            self.doc = write.doc
        elif isinstance(write, Load):
            return self._kept()
        return None

    def _append(self, records: Sequence[Record]) -> None:
        path = self.recorded.path
        if self.torn or any(record.undo for record in records):  # match files know of no undo
            self.match.save(path)
            self.torn = False
        else:
            self.match.append(path, len(records))

    # -- bots --------------------------------------------------------------------------------------------------------

    def think(self, thought: Thought) -> Callable[[], None]:
        """Think; in any thread.  What is returned tells the table, which must be run then."""
        game, seat = self.table.game, thought.seat
        if thought.hint:
            try:
                return partial(self.table.advised, thought, advise(game, thought.view, seat, thought.seed, ADVICE))
            except Exception:
                return partial(self.table.thought_failed, thought)
        if self.table.teacher is not None:  # as in every other lesson, so that it comes as it was written
            return partial(self.table.thought, thought, think(game, thought.bot, thought.view, seat, thought.seed))
        if seat not in self.bots:  # one for the whole match: somebody's own bot may remember things
            self.bots[seat] = Guarded(make(thought.bot, game, seat, thought.seed), PATIENCE, thought.seed)
        answer = self.bots[seat].choose(thought.view, game.choice(thought.view, seat))
        return partial(self._answered, thought, answer)

    def _answered(self, thought: Thought, answer: Answer) -> None:
        faults = self.bots[thought.seat].faults
        if faults:
            name = self.match.names[thought.seat]
            self.trouble = f"{name} failed, a random answer is given: {faults.pop()}."
        self.table.thought(thought, answer)
