"""A table: one match with those who play it, watch it and talk over it.

A host gives it what has happened (`join`, `hear`, `thought`, `written` ...) and then runs it: `run(now)` does all that
has come in and returns what is to be done.  Nothing happens between two runs, and while the host writes something,
everything else waits: so answers are applied one after the other.
"""

from __future__ import annotations

from functools import partial
from random import Random

from roundtable.engine import Answer, Game, Refusal

from . import inquiries
from .core import EVICTED, Beginning, Outcome, Steps, TableSettings, Wish
from .driver import EARLY
from .frames import Answer as AnswerFrame
from .frames import (
    Back,
    Candidate,
    ChatFrame,
    ClientFrame,
    Compose,
    Hint,
    HintFrame,
    Look,
    Ping,
    PongFrame,
    SceneFrame,
    TakeStep,
    Undo,
    Why,
)
from .frames import Chat as ChatRequest
from .keeping import TableKeeping
from .links import Link
from .log_codes import LogCode
from .model import Kept
from .presence import Note
from .setup import Change
from .todo import NEVER, Say, Thought, Todo


class Table(TableKeeping):
    """A table in memory.  See the module for how a host runs it.

    `beginning` makes its match as it is before the first answer, where a document cannot say it all: a match that was
    set up in the middle, or whose names and seed are kept elsewhere.
    """

    def __init__(
        self,
        game: Game,
        kept: Kept,
        settings: TableSettings | None = None,
        rng: Random | None = None,
        beginning: Beginning | None = None,
    ) -> None:
        super().__init__(game, kept, settings or TableSettings(), rng or Random(), beginning)
        self.queue.append(self._settle)

    # -- for the host --------------------------------------------------------------------------------------------------

    def run(self, now: float) -> Todo:
        """Do all that has come in and all that is due; what the host is to do about it."""
        self.now = now
        while not self.writing:
            if self.steps is not None:
                self._resume()
            elif self.inbox:
                self._start(self._work())
            elif self.queue:
                self._start(self.queue.popleft()())
            elif not self._see_to_the_time():
                break
        todo, self.todo = self.todo, Todo()
        todo.links = self.mail.take()
        todo.wake = NEVER if self.writing or self.broken else min(self.soon, self.tell_at, self.driver.wake())
        return todo

    def _start(self, steps: Steps | None) -> None:
        if steps is not None:
            self.steps = steps
            self.outcome = None
            self._resume()

    def _resume(self) -> None:
        assert self.steps is not None
        try:
            self.todo.write = self.steps.send(self.outcome)
            self.writing = True
        except StopIteration:
            self.steps = None
        except Exception as error:
            self.steps = None
            self._log(LogCode.BACKGROUND_FAULT, error)

    def _see_to_the_time(self) -> bool:
        """Do one thing whose time has come, if there is one."""
        now = self.now + EARLY
        if self.soon <= now:
            self.soon = NEVER
            if self.unseen:
                self._publish()
            return True
        if self.tell_at <= now:
            self._tell()
            return True
        if self.driver.wake() <= now:
            self._start(self._time_is_up())
            return True
        return False

    def written(self, outcome: Outcome = None) -> None:
        """How the last write ended: nothing for a success, a `Reason` for a failure, for `Load` what was found."""
        self.writing = False
        self.outcome = outcome

    def join(self, link: Link) -> None:
        link.mail = self.mail
        self.queue.append(partial(self._join, link))

    def leave(self, link: Link) -> None:
        self.queue.append(partial(self._leave, link))

    def hear(self, link: Link, frame: ClientFrame) -> None:
        """A frame of a link; the next one of this link when it is no longer busy."""
        link.busy = True
        if isinstance(frame, (AnswerFrame, Undo)):
            self.inbox.append(Wish(link, frame, None, None))
        else:
            self.queue.append(partial(self._hear, link, frame))

    def thought(self, thought: Thought, answer: Answer, hurried: bool = False) -> None:
        """A bot has thought of an answer; it is given when its moment has come.

        `hurried`: nobody had time for the thought, and a quick bot has answered instead.  Everybody at the table is
        told, so what a host says here must not depend on the cards.
        """
        self.driver.ready(thought, answer, hurried)

    def advised(self, thought: Thought, candidates: list[Candidate]) -> None:
        """A hint has been thought out."""
        self.queue.append(partial(self._advised, thought, candidates))

    def thought_failed(self, thought: Thought) -> None:
        """A bot could not think of anything."""
        self.queue.append(partial(self._thought_failed, thought))

    def change(self, change: Change) -> None:
        """Change the document and tell everybody; what it refuses, nobody hears of."""
        self.queue.append(partial(self._change, change))

    def refresh(self) -> None:
        """Another process has changed the table."""
        self.queue.append(self._refresh)

    def hear_note(self, process: str, note: Note) -> None:
        """Another process has said who is there."""
        self.queue.append(partial(self._hear_note, process, note))

    def beat(self, silence: float) -> None:
        """Say again who is here; whoever has not said so for so many seconds has gone."""
        self.queue.append(partial(self._beat, silence))

    def close(self) -> Todo:
        """Leave the memory; whoever comes now is sent to the table that is made from the store."""
        self.broken = True
        self.driver.close(self.todo)
        todo, self.todo = self.todo, Todo()
        return todo

    def idle(self, now: float) -> float:
        """For how many seconds nobody has looked and nothing has gone on."""
        if self.presence.links or self.driver.thinking or self.busy:
            return 0.0
        if self.presence.idle_since is None:
            self.presence.idle_since = now
        return now - self.presence.idle_since

    @property
    def busy(self) -> bool:
        """Whether it waits for a write or to be run."""
        return self.writing or bool(self.queue) or bool(self.inbox)

    def scene(self, link: Link) -> SceneFrame | None:
        """The scene that is due to a link; None if there is none or nothing is new."""
        link.due = False
        return self.scenes.frame(link, self.doc) if self.scenes is not None else None

    # -- coming and going ----------------------------------------------------------------------------------------------

    def _join(self, link: Link) -> None:
        if self.broken:
            link.close(EVICTED)
            return
        link.seat = self._own_seat(link)
        self.presence.come(link)
        self._note(asks=len(self.presence.links) == 1)
        link.table = self._table_frame(link.person)
        link.post(link.table)
        self._tell_soon()
        if self.chat.messages:
            link.post(ChatFrame(self.chat.messages))
        if self.session is not None:
            self._look(link, link.seat)
            self._drive()
            self.driver.tell_clocks([link], self.doc, self.quiet, self.now)

    def _leave(self, link: Link) -> None:
        self.presence.leave(link, self.now)
        self._note()
        self._tell_soon()
        self._drive()

    def _hear_note(self, process: str, note: Note) -> None:
        news = self.presence.heard(process, note, self.now)
        if note.asks and self.presence.links:
            self._note()
        if news:
            self._noticed()

    def _beat(self, silence: float) -> None:
        if self.presence.links:
            self._note()
        if self.presence.forget_silent(self.now - silence):
            self._noticed()
            self.refresh()  # it may have died before it could tell what it had written

    def _noticed(self) -> None:
        """Somebody has come or gone elsewhere."""
        self.presence.noticed(self.doc.people(), self.now)
        self._tell_soon()
        self._drive()

    # -- frames --------------------------------------------------------------------------------------------------------

    def _hear(self, link: Link, frame: ClientFrame) -> Steps | None:
        """Do what a frame asks for, or refuse it with a reason that only this link is told."""
        try:
            if isinstance(frame, ChatRequest):
                return self._say(link, frame)
            if isinstance(frame, Back):
                return self._back(link, frame)
            if isinstance(frame, TakeStep):
                return self._take_step(link, frame)
            self._reply(link, frame)
        except Refusal as refusal:
            link.refuse(frame, refusal)
        except Exception as error:  # a fault in a game's words: nothing has changed
            self._log(LogCode.FRAME_FAULT, error, frame=repr(frame))
            link.refuse(frame, Refusal("", "this went wrong on our side; it has been noted"))
        link.heard()
        return None

    def _reply(self, link: Link, frame: ClientFrame) -> None:
        if isinstance(frame, Ping):
            link.post(PongFrame())
            return
        session = self._begun()
        if isinstance(frame, Look):
            if frame.seat is not None:
                self._check_seat(link, frame.seat)
            self._look(link, frame.seat)
        elif isinstance(frame, Compose):
            self._check_seat(link, frame.seat)
            link.post(inquiries.compose(frame, session))
        elif isinstance(frame, Why):
            self._check_seat(link, frame.seat)
            link.post(inquiries.why(frame, session.match))
        elif isinstance(frame, Hint):
            self._check_seat(link, frame.seat)
            self.hints.check(link, frame, session, self.doc)
            self._check_rate("hints", link)
            self.todo.thoughts.append(self.hints.begin(link, frame, session, self.doc.seed))

    def _say(self, link: Link, frame: ChatRequest) -> Steps:
        try:
            message = self.chat.message(link, frame.text, self.doc, self.now + self.settings.epoch)
            self._check_rate("chat" if message.seat is not None else "visitor_chat", link)
            if (yield Say(message, self.chat.kept)) is not None:
                raise Refusal("", "this could not be written down; say it again")
            self._hear_chat([*self.chat.messages[1 - self.chat.kept :], message])
            self.todo.announce = True
        except Refusal as refusal:
            link.refuse(frame, refusal)
        link.heard()

    def _back(self, link: Link, frame: Back) -> Steps:
        """A person takes a seat back."""
        try:
            self._begun()
            self._check_seat(link, frame.seat)
            if not self.doc.seats[frame.seat].held:
                raise Refusal("", "the seat is yours already")
            yield from self._hold([frame.seat], None)
            self._drive()
        except Refusal as refusal:
            link.refuse(frame, refusal)
        link.heard()

    def _advised(self, thought: Thought, candidates: list[Candidate]) -> None:
        waiting = self.hints.end(thought)
        if waiting is None:
            return
        link, frame = waiting
        try:
            inquiries.check_hint_wanted(thought, link, self.session)
            link.post(HintFrame(frame.id, frame.seq, frame.seat, candidates))
        except Refusal as refusal:
            link.refuse(frame, refusal)

    def _thought_failed(self, thought: Thought) -> None:
        if thought.hint:
            waiting = self.hints.end(thought)
            if waiting is not None:
                refusal = Refusal("", "nobody can think of anything at the moment; try again")
                waiting[0].refuse(waiting[1], refusal)
        else:
            self.driver.again(thought, self.now)
