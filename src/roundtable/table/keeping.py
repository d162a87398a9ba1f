"""What a table must have written: the log, the end of a match, its document.

What takes several steps because something must be written in between is a generator that yields the `Write` and is
sent its outcome.  An answer is applied in memory, written by the host, and only then shown to anybody.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Final

from roundtable.bots import Strength, usual
from roundtable.engine import Answer, Refusal

from .core import EVICTED, Outcome, Steps, TableCore, Wish
from .frames import HeldFrame, TakenFrame, TakeStep, Undo
from .inquiries import check_not_held
from .links import Link
from .log_codes import LogCode
from .model import BOT, CLOSED, OVER, RUNNING, SETUP, Doc, Kept, Record
from .session import MOVED_ON, Session
from .setup import Change, Refused
from .todo import Append, Load, Reason, Save, Thought, Write

CONFLICTS: Final = 3  # times that a change is made anew because somebody else was faster
NOT_WRITTEN: Final = "this could not be written down; look again"
UNSURE: Final = "it is not certain that this was written down; look again"


def not_written(reason: Reason) -> Refusal:
    return Refusal("", NOT_WRITTEN if reason.conflict else UNSURE)


class TableKeeping(TableCore):
    """The steps that end in the store."""

    # -- the log -------------------------------------------------------------------------------------------------------

    def _work(self) -> Steps:
        """Apply, have written, show all that has come in.

        Wishes that arrive while others are being written wait in the inbox and then share one write and one scene: on a
        busy server a round of sealed answers costs little more than one answer.
        """
        while self.inbox:
            batch, self.inbox = self.inbox, []
            yield from self._take(batch)
        if self.unseen:
            if self.session is not None and self.session.match.state.answers:
                # A sealed answer changes little on the table, and the others' are about to come.
                self.soon = min(self.soon, self.now + self.settings.together)
            else:
                self._publish()
            self._drive()

    def _take(self, batch: list[Wish]) -> Steps:
        session, scenes = self.session, self.scenes
        taken: list[tuple[Wish, Record]] = []
        lasting: list[int] = []  # after each, how many of the events told before it still hold
        for wish in batch:
            record: Record | None = None
            try:
                record = self._record(wish)
                assert session is not None
                lasting.append(self._play(session, record))
                taken.append((wish, record))
            except Refusal as refusal:
                self._refuse(wish, refusal)
            except Exception as error:  # a fault in a game's rules: the match has gone back, nothing is written
                self._log(LogCode.RULES_FAULT, error, record=repr(record))
                self._refuse(wish, Refusal("", "the rules stumbled over this; choose something else"))
        if not taken:
            return
        assert session is not None and scenes is not None
        reason = yield Append(session.size - len(taken), [record for _, record in taken])
        if isinstance(reason, Reason):
            yield from self._again(reason)
            for wish, _ in taken:
                self._refuse(wish, not_written(reason))
            return
        self.unseen = True
        scenes.forget_from(min(lasting), self.presence.links)
        if session.match.over:
            yield from self._finish(session)
        yield from self._rest(session)
        for wish, record in taken:
            if wish.link is not None and wish.frame is not None:
                wish.link.post(TakenFrame(wish.frame.id, session.seq(record.seat)))
                wish.link.heard()
            elif wish.thought is not None:
                self.driver.done(wish.thought)
        self.todo.announce = True

    def _record(self, wish: Wish) -> Record:
        """What a wish adds to the log, now that its turn has come; or why not."""
        if self.closed:
            raise Refusal("", self.closed)
        if wish.thought is not None:
            return self._record_of_bot(wish.thought, wish.atoms)
        session, link, frame = self._begun(), wish.link, wish.frame
        assert link is not None and frame is not None
        seat = frame.seat
        self._check_seat(link, seat)
        if isinstance(frame, Undo):
            if frame.seq is not None and frame.seq != session.seq(seat):
                raise Refusal("", MOVED_ON)
            if self.doc.state != RUNNING:
                raise Refusal("", "the match is over")
            return Record(seat, undo=True)
        session.check_fresh(seat, frame.seq)
        check_not_held(self.doc, seat)
        if self.teacher is not None and seat in session.match.asked:
            choice = session.match.choice(seat)
            answer = choice.canonical(tuple(frame.atoms))
            if choice.accepts(answer):
                self.teacher.judge(seat, answer)
        return Record(seat, session.match.question, frame.atoms)

    def _record_of_bot(self, thought: Thought, atoms: Answer | None) -> Record:
        session = self.running
        if session is None or not self._still_asked(thought):
            raise Refusal("", MOVED_ON)
        match = session.match
        given = match.choice(thought.seat).sample(self.rng) if atoms is None else atoms
        return Record(thought.seat, match.question, list(given), bot=True)

    def _still_asked(self, thought: Thought) -> bool:
        """Whether the bot that thought about this question is still to answer it."""
        session, sitting = self.running, self.doc.seats[thought.seat]
        if session is None or thought.seat not in session.match.asked:
            return False
        scripted = self.teacher is not None and self.teacher.scripted(thought.seat, session.match) is not None
        return session.number(thought.seat) == thought.number and (sitting.kind == BOT or sitting.held or scripted)

    def _refuse(self, wish: Wish, refusal: Refusal) -> None:
        if wish.link is not None and wish.frame is not None:
            wish.link.refuse(wish.frame, refusal)
            wish.link.heard()
        elif wish.thought is not None:
            self._refuse_bot(wish.thought, wish.atoms, refusal)

    def _refuse_bot(self, thought: Thought, atoms: Answer | None, refusal: Refusal) -> None:
        """A bot that is refused gives any answer; if that is refused too, it thinks again."""
        if not self._still_asked(thought):
            self.driver.done(thought)
            return
        if atoms is None or refusal.reason in (NOT_WRITTEN, UNSURE):
            self._log(LogCode.BOT_GAVE_UP, bot=thought.bot, seat=thought.seat, reason=refusal.reason)
            self.driver.again(thought, self.now)
        else:
            self._log(LogCode.BOT_REFUSED, bot=thought.bot, seat=thought.seat, reason=refusal.reason)
            self.inbox.append(Wish(None, None, thought, None))

    def _settle(self) -> Steps:
        """After loading: note an end that a crash kept from being noted, or that later rules have brought."""
        if self.closed and self.doc.state == RUNNING and self.doc.rules != self.game.rules_version:
            yield from self._close()
        if self.running is not None and self.running.match.over:
            yield from self._finish(self.running)
        self._drive()

    def _close(self) -> Steps:
        """The match cannot be played on under the present rules; all that was played stays readable."""
        draft = self.doc.draft()
        draft.state, draft.closed = CLOSED, self.closed
        reason = yield Save(draft)
        if not isinstance(reason, Reason):
            self.doc = draft
            self._tell()
            self._log(LogCode.MATCH_CLOSED, rules=draft.rules)

    def _finish(self, session: Session) -> Steps:
        draft = self.doc.draft()
        draft.state, draft.ranking = OVER, session.match.ranking
        reason = yield Save(draft)
        if isinstance(reason, Reason):  # the log is safe; whoever loads the table next notes the end
            self._log(LogCode.END_NOT_SAVED, reason)
            return
        self.doc = draft
        self._tell()
        self._log(LogCode.MATCH_OVER, answers=session.size)

    # -- lessons -------------------------------------------------------------------------------------------------------

    def _rest(self, session: Session) -> Steps:
        """At the end of a lesson the match rests: it is no unfinished one unless the pupil plays on."""
        teacher, match = self.teacher, session.match
        if teacher is not None and teacher.last and self.doc.state == RUNNING:
            if all(teacher.scripted(seat, match) is None for seat in match.asked):
                draft = self.doc.draft()
                draft.state = OVER
                yield from self._saved(draft)

    def _take_step(self, link: Link, frame: TakeStep) -> Steps:
        """The pupil goes on in a lesson, or from its end into the match."""
        try:
            session, teacher = self._begun(), self.teacher
            if self.closed:
                raise Refusal("", self.closed)
            if teacher is None:
                raise Refusal("", "there is no lesson at this table")
            self._check_seat(link, teacher.lesson.seat)
            if teacher.last and frame.step == teacher.shown:
                draft = self.doc.draft()
                draft.state, draft.taught = OVER if session.match.over else RUNNING, True
                draft.hints = True
                yield from self._saved(draft)
                self.teacher = None
                for each in self.presence.links:
                    if each.lesson is not None:
                        each.post(replace(each.lesson, waits="done"))
                        each.lesson = None
            else:
                teacher.take(frame, session.match)
                yield from self._rest(session)
                self._teach()
            self._drive()
        except Refusal as refusal:
            link.refuse(frame, refusal)
        link.heard()

    def _saved(self, draft: Doc) -> Steps:
        """Save a document and tell everybody; `Refusal` if it could not be written."""
        reason = yield Save(draft)
        if isinstance(reason, Reason):
            yield from self._again(reason)
            raise not_written(reason)
        self.doc = draft
        self._tell()

    # -- the store has another picture ---------------------------------------------------------------------------------

    def _again(self, reason: Exception) -> Steps:
        """Our picture of the table is wrong: make it anew from the store."""
        self._log(LogCode.TABLE_RELOADED, reason=str(reason))
        kept = yield Load()
        try:
            if not isinstance(kept, Kept):
                raise kept or Reason("there is no such table")
            self._reload(kept)
        except Exception as error:
            self.broken = True
            self._log(LogCode.TABLE_EVICTED, error)
            for link in self.presence.links:
                link.close(EVICTED)
            self.driver.close(self.todo)
            self.todo.evicted = True

    def _refresh(self) -> Steps:
        """Another process has changed the table, or may have."""
        if self.broken:
            return
        kept = yield Load()
        try:
            if isinstance(kept, Reason):
                raise kept
            if kept is not None:
                self._catch_up(kept)
        except Exception as error:
            yield from self._again(error)

    def _catch_up(self, kept: Kept) -> None:
        self._hear_chat(kept.chat)
        if self.session is None or self.scenes is None:
            self._reload(kept)
            return
        self.doc = kept.doc
        if fresh := kept.log[self.session.size :]:
            lasting = min([self._play(self.session, record) for record in fresh])
            self.scenes.forget_from(lasting, self.presence.links)
        self._tell()
        self._publish()
        self._drive()

    def _reload(self, kept: Kept) -> None:
        """Make everything anew; to those who look at it everything is new."""
        begun = self.session is not None
        self._load(kept)
        for link in self.presence.links:
            link.look_through(link.seat if begun else self._own_seat(link))
        self._tell()
        self._publish()
        self._drive()

    # -- the document --------------------------------------------------------------------------------------------------

    def _change(self, change: Change) -> Steps:
        try:
            draft = yield from self._applied(change)
        except Exception as error:
            change.error = error
        else:
            self.doc = draft
            if draft.state != SETUP and self.session is None:
                self._begin()
            if self.scenes is not None and draft.closed:
                self.closed = self.scenes.closed = draft.closed
            for link in self.presence.links:
                if draft.state != SETUP and (link.seat is None or link.seat not in draft.seats_of(link.person)):
                    link.look_through(self._own_seat(link))
            self._tell()
            self._publish()
            self._drive()
            self.todo.announce = True
        self.todo.changes.append(change)

    def _applied(self, change: Change) -> Generator[Write, Outcome, Doc]:
        """The document as changed.  If another process was faster, its change is read and this one made after it."""
        for time in range(CONFLICTS):
            if self.broken:
                raise Refused("the table is being set up again; try once more", 503)
            draft = self.doc.draft()
            try:
                change.apply(draft)
            except Refused:
                if not self.settings.shared or time:
                    raise
                yield from self._refresh()  # nobody may have told us yet what would allow it
                continue
            if draft.state == RUNNING and self.doc.state == SETUP:
                draft.rules = self.game.rules_version
            reason = yield Save(draft)
            if not isinstance(reason, Reason):
                return draft
            yield from self._again(reason)
            if not reason.conflict:
                raise reason
        raise Refused("somebody else was faster; look again")

    def _hold(self, seats: list[int], bot: Strength | None) -> Steps:
        """Let a bot answer for these persons; None: they answer themselves again."""
        draft = self.doc.draft()
        for seat in seats:
            draft.seats[seat].held = bot is not None
            draft.seats[seat].bot = bot.name if bot is not None else ""
        yield from self._saved(draft)
        if bot is not None:
            quiet = self.quiet
            for link in self.presence.links:
                mine = draft.seats_of(link.person)
                for seat in seats:
                    if seat in mine or not quiet:
                        link.post(HeldFrame(seat, bot.title))

    def _time_is_up(self) -> Steps:
        """Bots begin to think, give their answers, and answer for those who are late."""
        for thought, answer, hurried in self.driver.take_due(self.now):
            self.inbox.append(Wish(None, None, thought, answer))
            self._note_hurry(thought, hurried)
        session = self.running
        if session is not None:
            late = self.driver.late(session, self.doc, self.presence, self.now)
            if late:
                try:
                    yield from self._hold(late, usual(self.game))
                    self.todo.held += len(late)
                except Refusal:  # the table was made anew, and its clocks with it
                    pass
        self._drive()
