"""The host of a table at this keyboard: runs it, writes its match file, lets its bots think.

The table itself does no input or output (`roundtable.table`); here is all of it, except that whoever shows the table
has its thoughts thought in the background and wakes it in time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, sleep
from typing import Final

from roundtable.bots import Guarded, make
from roundtable.engine import Answer, Game, Match
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
from roundtable.table.inquiries import words
from roundtable.table.log_codes import LogCode
from roundtable.table.matchfiles import document
from roundtable.table.session import STATES
from roundtable.table.thoughts import advise, think
from roundtable.table.todo import NEVER

from .progress import NO_TIPS, TIPS, keep, kept
from .setup import Recorded

ME: Final = "keyboard"  # to whom all people at this keyboard belong
PATIENCE: Final = 30.0  # seconds; nobody at the keyboard waits longer for a bot of their own that hangs
ADVICE: Final = 1.0  # seconds for a hint
FAULTS: Final = (
    *(LogCode.RULES_FAULT, LogCode.FRAME_FAULT, LogCode.BACKGROUND_FAULT),
    *(LogCode.TABLE_EVICTED, LogCode.TABLE_UNREADABLE),
)


def _nothing() -> None:
    """Nobody wants to be told."""


class Host:
    """What stands behind a keyboard: a table in this process, or one on a server.

    `trouble` is what the person should hear of, in words, `fault` is in the game itself; nobody has begun to think
    about the `thoughts`, and at `wake` there is something to do.
    """

    def __init__(self, game: Game, place: str) -> None:
        self.game = game
        self.place = place  # the file or the address where the match is
        self.trouble = ""
        self.fault: BaseException | None = None
        self.thoughts: list[Thought] = []
        self.wake = NEVER
        self.news: Callable[[], None] = _nothing  # what to call, from any thread, when there is something to run

    @property
    def names(self) -> Sequence[str]:
        """Who sits on each seat."""
        raise NotImplementedError

    @property
    def people(self) -> list[int]:
        """The seats of whoever is at this keyboard."""
        raise NotImplementedError

    def hear(self, frame: ClientFrame) -> list[ServerFrame]:
        """A frame from the keyboard, and all that it is told then."""
        raise NotImplementedError

    def run(self) -> list[ServerFrame]:
        """Let everything happen that can happen now; what the keyboard is told."""
        raise NotImplementedError

    def wait(self) -> None:
        """Come back when there may be something to run; for whoever has nothing else to do."""
        raise NotImplementedError

    def words(self, seat: int) -> dict[str, str]:
        """Every word of the game, with its label for that seat."""
        raise NotImplementedError

    def think(self, thought: Thought) -> Callable[[], None]:
        """Think; in any thread.  What is returned tells the table, which must be run then."""
        raise NotImplementedError

    def finished(self) -> Match | None:
        """The match with everything in it, once it is over and if it is here."""
        return None

    def first_time(self, question: str) -> bool:
        """Whether this is asked for the first time at this keyboard, and a tip is wanted; from now on it is not."""
        return False

    def no_more_tips(self) -> None:
        """The coach goes for good."""

    def note_solved(self) -> None:
        """The puzzle of this table was solved."""

    def goodbye(self, over: bool) -> str:
        """How to come back."""
        raise NotImplementedError


class TableHost(Host):
    """A table, its file, and one link for the whole keyboard."""

    def __init__(self, recorded: Recorded, pace: float = 0.0) -> None:
        match = recorded.match
        super().__init__(match.game, str(recorded.path))
        self.recorded = recorded
        self.doc = document(match, ME, recorded.lesson)
        self.written = [Record(entry.seat, entry.question, list(entry.answer)) for entry in match.entries]
        self.torn = False  # the file may end in the middle of a line
        self.bots: dict[int, Guarded] = {}
        settings = TableSettings(pace=(pace, pace), together=0.0)
        self.table = Table(match.game, self._kept(), settings, beginning=partial(match.fork, 0, STATES))
        self.link = Link(ME)
        self.table.join(self.link)

    @property
    def match(self) -> Match:
        assert self.table.session is not None
        return self.table.session.match

    @property
    def names(self) -> Sequence[str]:
        return self.match.names

    @property
    def people(self) -> list[int]:
        return self.doc.seats_of(ME)

    def words(self, seat: int) -> dict[str, str]:
        return words(self.match, seat)

    def finished(self) -> Match | None:
        return self.match.fork(len(self.match.entries)) if self.match.over else None

    def note_solved(self) -> None:
        keep(self.recorded.path.parent, self.game.slug, str(self.match.seed))

    def first_time(self, question: str) -> bool:
        folder, key = self.recorded.path.parent, f"{self.game.slug}{TIPS}"
        if question in kept(folder, key) or kept(folder, TIPS):
            return False
        keep(folder, key, question)
        return True

    def no_more_tips(self) -> None:
        keep(self.recorded.path.parent, TIPS, NO_TIPS)

    def goodbye(self, over: bool) -> str:
        if over:
            return f"The match is over; see it again with: roundtable replay {self.place}"
        return f"The match is saved; go on with: roundtable play --resume {self.place}"

    def hear(self, frame: ClientFrame) -> list[ServerFrame]:
        self.table.hear(self.link, frame)
        return self.run()

    def wait(self) -> None:
        thoughts, self.thoughts = self.thoughts, []
        for thought in thoughts:
            self.think(thought)()
        if not thoughts:
            sleep(max(0.0, min(self.wake - monotonic(), PATIENCE)))

    def run(self) -> list[ServerFrame]:
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
