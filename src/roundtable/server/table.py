"""A table: one match with those who play it, watch it and talk over it.

Everything that changes a table, or must not see it half changed, takes its lock; so answers are applied one after the
other.  An answer is applied in memory, written to the store, and only then shown to anybody.

The table keeps the log and lets everybody know of it.  Its parts: the `Course` of the match and its `Showing`, the
`Presence` of people, `Frames` and what they want, `Inquiries` that change nothing, the `Steward` who sees to it that
everybody answers, the `Chat`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import structlog

import roundtable as rt
from roundtable.engine import Refusal

from . import metrics, wire
from .chat import Chat
from .course import Course
from .documents import Refused, describe
from .frames import Frames
from .inquiries import Inquiries
from .links import Link
from .model import BOT, OVER, RUNNING, SETUP, Doc, Record, doc_of, pack
from .presence import Note, Presence
from .showing import Showing
from .steward import Steward
from .store import Conflict, Kept, StoreFailure

if TYPE_CHECKING:
    from .hall import Hall

log = structlog.get_logger()

SOON: Final = 0.02  # seconds within which sealed answers share a scene
NOT_WRITTEN: Final = "this could not be written down; look again"


class Move(NamedTuple):
    """A record that somebody wants to see in the log."""

    record: Callable[[], Record]  # makes it when its turn comes, or refuses
    done: Callable[[Refusal | None], None]  # is told how it ended


class Table:
    """A table in memory."""

    def __init__(self, hall: Hall, kept: Kept) -> None:
        self.hall = hall
        self.loop = asyncio.get_running_loop()
        self.lock = asyncio.Lock()
        self.presence = Presence()
        self.steward = Steward(self)
        self.frames = Frames(self)
        self.inquiries = Inquiries(self)
        self.chat = Chat(self)
        self.inbox: list[Move] = []
        self.working = False  # somebody sees to the inbox
        self.soon: asyncio.TimerHandle | None = None
        self.known_held: set[int] = set()  # seats that a bot holds for somebody, as everybody may know
        self.broken = False
        self._load(kept)

    def _load(self, kept: Kept) -> None:
        self.doc = kept.doc
        self.game = rt.game(kept.doc.game)
        self.counts = [metrics.answers.labels(kept.doc.game, by) for by in ("person", "bot")]
        self.chat.hear(kept.chat)
        self.course: Course | None = None
        self.showing: Showing | None = None
        self.unseen = False  # something was written that nobody was shown yet
        if self.doc.state != SETUP:
            course = self._begin()
            for record in kept.log:
                course.play(record)

    def _begin(self) -> Course:
        self.course = Course(self.game, self.doc)
        self.showing = Showing(self.course)
        self.steward.begin()
        return self.course

    @property
    def running(self) -> Course | None:
        """The match, while it can go on."""
        return self.course if self.doc.state == RUNNING and not self.broken else None

    @property
    def quiet(self) -> bool:
        """Whether only those who are asked may know that they are."""
        return self.course is not None and self.course.match.state.quiet

    def idle(self) -> float:
        """For how many seconds nobody has looked and nothing has gone on."""
        if self.presence.links or self.steward.thinking or self.lock.locked():
            return 0.0
        return self.loop.time() - self.presence.idle_since

    def close(self) -> None:
        """Leave the memory."""
        self.steward.close()

    # -- coming and going --------------------------------------------------------------------------------------------

    async def attach(self, link: Link) -> None:
        async with self.lock:
            link.seat = self._own_seat(link)
            self.presence.come(link)
            await self._tell_others(asks=len(self.presence.links) == 1)
            self.tell()
            if self.chat.lines:
                link.post({"is": "chat", "lines": self.chat.lines})
            if self.course is not None:
                self.look(link, link.seat)
                self.steward.drive()
                self.steward.tell_clocks()

    async def detach(self, link: Link) -> None:
        async with self.lock:
            self.presence.leave(link)
            await self._tell_others()
            self.tell()
            self.steward.drive()

    def _own_seat(self, link: Link) -> int | None:
        """Through which seat a link looks at first; in pass and play nobody has said yet who looks."""
        mine = self.doc.seats_of(link.person)
        return mine[0] if mine and not self.doc.passing else None

    async def _tell_others(self, asks: bool = False) -> None:
        if self.hall.bus.shared:
            await self.hall.bus.tell(self.doc.id, wire.encode(self.presence.note(self.doc, asks)).decode())

    async def others(self, process: str, text: str) -> None:
        """Another process has said who is there."""
        note = msgspec.json.decode(text, type=Note)
        async with self.lock:
            news = self.presence.heard(process, note)
            if note.asks and self.presence.links:
                await self._tell_others()
            if news:
                self._noticed()

    async def beat(self) -> None:
        """Say again who is here; whoever has not said so for long has gone."""
        async with self.lock:
            if self.presence.links:
                await self._tell_others()
            if self.presence.forget_silent(3 * self.hall.settings.beat):
                self._noticed()

    def _noticed(self) -> None:
        """Somebody has come or gone elsewhere."""
        self.presence.noticed(self.doc.people())
        self.tell()
        self.steward.drive()

    # -- telling -----------------------------------------------------------------------------------------------------

    def data(self, person: str) -> dict[str, Any]:
        """The table as anybody may know it, with what of it is this person's."""
        doc = self.doc
        mine = doc.seats_of(person)
        here = self.presence.here()
        data = describe(doc, person)
        for i, seat in enumerate(data["seats"]):
            seat["here"] = doc.seats[i].kind == BOT or doc.seats[i].person in here
            if self.quiet and i not in mine:  # that time ran out tells who was asked
                seat["held"] = i in self.known_held
        data["spectators"] = self.presence.spectators(doc)
        return data

    def tell(self) -> None:
        """Let everybody know what has changed in the table.  Who may not know of it must not notice either."""
        if not self.quiet:
            self.known_held = self.doc.held()
        for link in self.presence.links:
            text = wire.encode({"is": "table", "table": self.data(link.person)})
            if hash(text) != link.table:
                link.table = hash(text)
                link.post(text)

    def broadcast(self, frame: dict[str, Any]) -> None:
        text = wire.encode(frame)
        for link in self.presence.links:
            link.post(text)

    def _publish(self) -> None:
        """Everything is durable: let everybody see it."""
        self.unseen = False
        if self.soon is not None:
            self.soon.cancel()
            self.soon = None
        if self.showing is None:
            return
        self.showing.renew()
        for link in self.presence.links:
            self.showing.show(link, self.doc)
        if not self.quiet and self.known_held != self.doc.held():
            self.tell()

    def _publish_soon(self) -> None:
        self.soon = None
        self.hall.run(self._publish_unseen())

    async def _publish_unseen(self) -> None:
        async with self.lock:
            if self.unseen:
                self._publish()

    def look(self, link: Link, seat: int | None) -> None:
        """Let a link look through the eyes of a seat, or the public's."""
        assert self.showing is not None
        link.forget(seat)
        if self.unseen:
            self._publish()
        else:
            self.showing.show(link, self.doc)

    def message(self, link: Link) -> bytes:
        """The scene that is due to a link; b"" if there is none or nothing is new."""
        return self.showing.message(link, self.doc) if self.showing is not None else b""

    # -- the log -----------------------------------------------------------------------------------------------------

    def submit(self, record: Callable[[], Record], done: Callable[[Refusal | None], None]) -> None:
        """See to a move; moves that come together are done together."""
        self.inbox.append(Move(record, done))
        if not self.working:
            self.working = True
            self.hall.run(self._work())

    async def _work(self) -> None:
        """Apply, write, show all that has come in.

        Moves that arrive while others are being written wait in the inbox and then share one write and one scene: on a
        busy server a round of sealed answers costs little more than one answer.
        """
        async with self.lock:
            try:
                while self.inbox:
                    batch, self.inbox = self.inbox, []
                    await self._take(batch)
            finally:
                self.working = False
            if self.unseen:
                if self.course is not None and self.course.match.state.answers:
                    # A sealed answer changes little on the table, and the others' are about to come.
                    if self.soon is None:
                        self.soon = self.loop.call_later(SOON, self._publish_soon)
                else:
                    self._publish()
                self.steward.drive()

    async def _take(self, batch: list[Move]) -> None:
        course, showing = self.course, self.showing
        taken: list[tuple[Move, Record]] = []
        lasting: list[int] = []  # after each, how many of the events told before it still hold
        for move in batch:
            record: Record | None = None
            try:
                record = move.record()
                assert course is not None
                lasting.append(course.play(record))
                taken.append((move, record))
            except Refusal as refusal:
                move.done(refusal)
            except Exception:  # a fault in a game's rules: the match has gone back, nothing is written
                metrics.faults.labels("rules").inc()
                log.exception("the rules failed", table=self.doc.id, game=self.doc.game, record=repr(record))
                move.done(Refusal("", "the rules stumbled over this; choose something else"))
        if not taken:
            return
        assert course is not None and showing is not None
        try:
            await self.hall.store.append(self.doc.id, course.size - len(taken), [record for _, record in taken])
        except Exception as error:
            await self._again(error)
            for move, _ in taken:
                move.done(Refusal("", NOT_WRITTEN))
            return
        self.unseen = True
        showing.forget_from(min(lasting), self.presence.links)
        if course.match.over:
            await self._finish()
        for move, record in taken:
            self.counts[record.bot].inc()
            move.done(None)
        await self.hall.bus.tell(self.doc.id)

    async def settle(self) -> None:
        """After loading: note an end that a crash kept from being noted."""
        async with self.lock:
            if self.running is not None and self.running.match.over:
                await self._finish()

    async def _finish(self) -> None:
        assert self.course is not None
        draft = self.draft()
        draft.state, draft.ranking = OVER, self.course.match.ranking
        try:
            await self.hall.store.save_table(draft)
            self.doc = draft
            self.tell()
            log.info("match over", table=draft.id, game=draft.game, answers=self.course.size)
        except (Conflict, StoreFailure) as error:  # the log is safe; whoever loads the table next notes the end
            log.error("the end was not noted", table=draft.id, error=repr(error))

    async def _again(self, error: Exception) -> None:
        """Our picture of the table is wrong: make it anew from the store."""
        log.warning("table made anew", table=self.doc.id, error=repr(error))
        try:
            kept = await self.hall.store.table(self.doc.id)
            assert kept is not None
            self._reload(kept)
        except Exception as worse:
            self.broken = True
            log.error("table given up", table=self.doc.id, error=repr(worse))
            for link in self.presence.links:
                link.close("the table cannot be kept at the moment; come back soon")
            self.hall.drop(self)

    async def news(self) -> None:
        """Another process has changed the table."""
        async with self.lock:
            kept = await self.hall.store.table(self.doc.id)
            if kept is None:
                return
            self.chat.hear(kept.chat)
            if self.course is None or self.showing is None:
                self._reload(kept)
                return
            self.doc = kept.doc
            if fresh := kept.log[self.course.size :]:
                lasting = min([self.course.play(record) for record in fresh])
                self.showing.forget_from(lasting, self.presence.links)
            self.tell()
            self._publish()
            self.steward.drive()

    def _reload(self, kept: Kept) -> None:
        """Make everything anew; to those who look at it everything is new."""
        begun = self.course is not None
        self._load(kept)
        for link in self.presence.links:
            link.forget(link.seat if begun else self._own_seat(link))
        self.tell()
        self._publish()
        self.steward.drive()

    # -- the document ------------------------------------------------------------------------------------------------

    def draft(self) -> Doc:
        """A copy of the document to change and save."""
        return doc_of(pack(self.doc))

    async def save(self, draft: Doc) -> None:
        """Write a changed document; refused if that cannot be, and the table is made anew."""
        try:
            await self.hall.store.save_table(draft)
        except (Conflict, StoreFailure) as error:
            await self._again(error)
            raise Refusal("", NOT_WRITTEN) from error
        self.doc = draft

    async def change(self, change: Callable[[Doc], None]) -> None:
        """Change the document and tell everybody; what `change` refuses, nobody hears of."""
        async with self.lock:
            draft = self.draft()
            change(draft)
            try:
                await self.hall.store.save_table(draft)
            except Conflict as error:
                await self._again(error)
                raise Refused("somebody else was faster; look again") from error
            self.doc = draft
            if draft.state == RUNNING and self.course is None:
                self._begin()
                for link in self.presence.links:
                    link.forget(self._own_seat(link))
            self.tell()
            self._publish()
            self.steward.drive()
            await self.hall.bus.tell(self.doc.id)
