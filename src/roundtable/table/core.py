"""What a table knows, and how it lets everybody know: the state of a table, its views, its scenes, its turns.

`Table` has three layers, each in a file: this one, `keeping` (what must be written), `table` (what a host calls).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random
from typing import Final

from roundtable.bots import strengths
from roundtable.engine import Answer, Game, Match, Refusal

from .chat import Chat
from .driver import REST, TurnDriver
from .frames import ChatFrame, Move, TableFrame, TableView
from .inquiries import Hints
from .limits import Limiter
from .links import Link, Mailbox
from .log_codes import LogCode
from .model import BOT, RUNNING, SETUP, Kept, Message, Record
from .presence import Presence
from .puzzles import read_taught
from .scenes import SceneCache
from .session import Session, begin
from .setup import describe
from .teacher import Teacher
from .thoughts import seconds_of
from .todo import NEVER, LogEntry, Reason, Thought, Todo, Write

EVICTED: Final = "the table cannot be kept at the moment; come back soon"
TOLD: Final = 0.05  # seconds within which all who come and go are told of at once

Outcome = Kept | Reason | None
Steps = Generator[Write, Outcome, None]
Beginning = Callable[[], Match]


@dataclass(frozen=True)
class TableSettings:
    """What a host chooses for its tables."""

    pace: tuple[float, float] = (0.0, 0.0)  # seconds that a bot takes beside its thought
    abreast: int = 1  # how many bots can think at the same time
    grace: float = NEVER  # seconds until a bot answers for somebody who has gone, if others wait
    hurry: float = 1.0  # how much faster clocks run than they say
    together: float = 0.02  # seconds within which sealed answers share a scene
    chat_length: int = 300
    chat_kept: int = 200
    limiter: Limiter | None = None  # how often somebody may speak, or ask for a hint
    shared: bool = False  # other processes serve the same tables
    epoch: float = 0.0  # what to add to the host's `now` for the time of day


class Wish:
    """A record that somebody wants to see in the log: a person by a frame, or a bot by a thought."""

    def __init__(self, link: Link | None, frame: Move | None, thought: Thought | None, atoms: Answer | None) -> None:
        self.link = link
        self.frame = frame
        self.thought = thought
        self.atoms = atoms  # of a bot; None: any answer will do


class TableCore:
    """The state of a table."""

    def __init__(
        self, game: Game, kept: Kept, settings: TableSettings, rng: Random, beginning: Beginning | None
    ) -> None:
        self.game = game
        self.beginning = beginning
        self.settings = settings
        self.rng = rng
        self.now = 0.0
        self.todo = Todo()
        self.mail = Mailbox()
        self.presence = Presence()
        self.driver = TurnDriver(
            settings.pace, settings.abreast, settings.grace, settings.hurry, Random(rng.getrandbits(64))
        )
        self.chat = Chat(self.settings.chat_length, self.settings.chat_kept)
        self.hints = Hints()
        self.inbox: list[Wish] = []
        self.queue: deque[Callable[[], Steps | None]] = deque()
        self.steps: Steps | None = None  # what waits for a write
        self.writing = False
        self.outcome: Outcome = None
        self.soon = NEVER  # when what nobody was shown yet is shown
        self.tell_at = NEVER  # when everybody is told who has come and gone
        self.hurried = False  # there was no time for the last thought of a bot
        self.known_held: set[int] = set()  # seats that a bot holds for somebody, as everybody may know
        self.views: dict[str, TableFrame] = {}  # the table as each person who sits there knows it, and "" others
        self.broken = False
        self._load(kept)

    def _load(self, kept: Kept) -> None:
        self.doc = kept.doc
        self.session: Session | None = None
        self.scenes: SceneCache | None = None
        self.teacher: Teacher | None = None
        self.unseen = False  # something was written that nobody was shown yet
        self.closed = self.doc.closed  # why the match cannot be played on
        self._hear_chat(kept.chat)
        if self.doc.state != SETUP:
            session, scenes = self._begin()
            try:
                for record in kept.log:
                    self._play(session, record)
            except Exception as error:  # the rules have changed, or the log was changed by hand
                self._log(LogCode.TABLE_UNREADABLE, error, record=session.size, rules=self.doc.rules)
                self.closed = self.doc.closed or self._why_closed(session, len(kept.log))
            scenes.closed = self.closed

    def _why_closed(self, session: Session, records: int) -> str:
        game, rules = self.game, self.doc.rules
        lost = f"{session.size} of its {records} answers can be shown"
        if rules == game.rules_version:
            return f"This match cannot be read further and rests here: {lost}."
        was = f"It was begun under version {rules} of the rules of {game.title}; these are version {game.rules_version}"
        return f"This match is closed. {was}, and {lost}."

    def _begin(self) -> tuple[Session, SceneCache]:
        session = Session(self.beginning() if self.beginning is not None else begin(self.game, self.doc))
        scenes = SceneCache(session)
        self.session, self.scenes = session, scenes
        self.driver.begin(self.doc)
        taught = self.doc.taught or not self.doc.lesson
        self.teacher = None if taught else Teacher(read_taught(self.doc.lesson, "lesson", self.game))
        return session, scenes

    def _play(self, session: Session, record: Record) -> int:
        """Play a record; how many of the events told before it still hold.  A lesson goes along."""
        lasting = session.play(record)
        if self.teacher is not None:
            self.teacher.follow(record, () if record.undo else session.match.entries[-1].answer)
        return lasting

    @property
    def quiet(self) -> bool:
        """Whether only those who are asked may know that they are."""
        return self.session is not None and self.session.quiet

    @property
    def running(self) -> Session | None:
        """The match, while it can go on."""
        playable = self.doc.state == RUNNING and not self.broken and not self.closed
        return self.session if playable else None

    def _log(self, code: LogCode, error: BaseException | None = None, **facts: object) -> None:
        self.todo.log.append(LogEntry(code, error, table=self.doc.id, game=self.doc.game, **facts))

    def _begun(self) -> Session:
        if self.broken:
            raise Refusal("", "the table is being set up again; try once more")
        if self.session is None:
            raise Refusal("", "the match has not begun")
        return self.session

    def _check_rate(self, kind: str, link: Link) -> None:
        limiter = self.settings.limiter
        if limiter is not None and not limiter.take(kind, link.person, link.place, self.now):
            raise Refusal("", "not so fast, please")

    def _check_seat(self, link: Link, seat: int) -> None:
        doc = self.doc
        if not link.person or not 0 <= seat < doc.players or doc.seats[seat].person != link.person:
            raise Refusal("", f"seat {seat} is not yours")

    # -- telling -------------------------------------------------------------------------------------------------------

    def view(self, person: str) -> TableView:
        """The table as anybody may know it, with what of it is this person's."""
        doc = self.doc
        view = describe(doc, self.game, person)
        quiet = self.quiet
        for seat, sitting in zip(view.seats, doc.seats):
            seat.here = sitting.kind == BOT or self.presence.is_here(sitting.person)
            if quiet and seat.seat not in view.you:  # that time ran out tells who was asked
                seat.held = seat.seat in self.known_held
        view.closed = self.closed
        view.hurried = self._hurry_in_words() if self.hurried and doc.state == RUNNING else ""
        view.spectators = self.presence.spectators(doc.people())
        return view

    def _hurry_in_words(self) -> str:
        slow = {seat.bot for seat in self.doc.seats if seat.kind == BOT and seconds_of(seat.bot)}
        names = " and ".join(known.title for known in strengths(self.game) if known.name in slow)
        return f"The server is busy. A quick bot answers for {names}." if names else ""

    def _note_hurry(self, thought: Thought, hurried: bool) -> None:
        """At the moment of an answer: whether there was time for the thought, if everybody may know of the question."""
        if not seconds_of(thought.bot) or self.quiet:
            return
        if hurried:
            self.driver.rests = self.now + REST
        if hurried != self.hurried:
            self.hurried = hurried
            self._tell_soon()

    def _table_frame(self, person: str) -> TableFrame:
        """The table as a person knows it: the same frame as long as it is the same, and for all who know no more."""
        person = person if person == self.doc.host or self.doc.seats_of(person) else ""
        frame, before = TableFrame(self.view(person)), self.views.get(person)
        if before is None or before != frame:
            before = self.views[person] = frame
        return before

    def _tell(self) -> None:
        """Let everybody know what has changed in the table.  Who may not know of it must not notice either."""
        self.tell_at = NEVER
        if not self.quiet:
            self.known_held = self.doc.held()
        frames: dict[str, TableFrame] = {}
        for link in self.presence.links:
            frame = frames.get(link.person)
            if frame is None:
                frame = frames[link.person] = self._table_frame(link.person)
            if frame is not link.table:
                link.table = frame
                link.post(frame)

    def _tell_soon(self) -> None:
        self.tell_at = min(self.tell_at, self.now + TOLD)

    def _hear_chat(self, messages: list[Message]) -> None:
        new = self.chat.hear(messages)
        if new:
            frame = ChatFrame(new)
            for link in self.presence.links:
                link.post(frame)

    def _publish(self) -> None:
        """Everything is durable: let everybody see it."""
        self.unseen = False
        self.soon = NEVER
        if self.scenes is None:
            return
        self.scenes.renew()
        for link in self.presence.links:
            self.scenes.show(link, self.doc)
        self._teach()
        if not self.quiet and self.known_held != self.doc.held():
            self._tell()

    def _look(self, link: Link, seat: int | None) -> None:
        """Let a link look through the eyes of a seat, or the public's."""
        assert self.scenes is not None
        link.look_through(seat)
        if self.unseen:
            self._publish()
        else:
            self.scenes.show(link, self.doc)
            self._teach()

    def _teach(self) -> None:
        """Let the pupil know where the lesson stands, if it stands elsewhere than before."""
        teacher, session, scenes = self.teacher, self.session, self.scenes
        if teacher is None or session is None or scenes is None:
            return
        pupil = teacher.lesson.seat
        shown = scenes.shown.get(pupil)
        if shown is None or not teacher.settled(session.match):
            return
        log = [each.said for each in scenes.sentences[pupil]]
        frame = teacher.frame(session.match, shown.scene, log, shown.seq)
        for link in self.presence.links:
            if link.seat == pupil and link.lesson != frame:
                link.lesson = frame
                link.post(frame)

    def _drive(self) -> None:
        if self.driver.drive(self.running, self.doc, self.presence, self.now, self.todo, self.teacher):
            self.driver.tell_clocks(self.presence.links, self.doc, self.quiet, self.now)

    def _own_seat(self, link: Link) -> int | None:
        """Through which seat a link looks at first; in pass and play nobody has said yet who looks."""
        mine = self.doc.seats_of(link.person)
        return mine[0] if mine and not self.doc.passing else None

    def _note(self, asks: bool = False) -> None:
        if self.settings.shared:
            self.todo.note = self.presence.note(self.doc, asks)
