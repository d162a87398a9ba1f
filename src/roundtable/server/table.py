"""A table: one match with those who play it, watch it and talk over it.

Everything that changes a table, or must not see it half changed, takes its lock; so answers are applied one after the
other.  An answer is applied in memory, written to the store, and only then shown to anybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random, uniform
from time import perf_counter, time
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog

import roundtable as rt
from roundtable.bots import usual
from roundtable.engine import Refusal
from roundtable.engine.match import Match
from roundtable.engine.state import ALL, SPECTATOR, Event, Secret

from . import metrics, wire
from .clocks import Timing, clock
from .documents import Refused, describe
from .drawing import Drawn
from .links import Heard, Link, Moment, Shown
from .model import BOT, OVER, PERSON, RUNNING, SETUP, Doc, Line, Record, bot_title, doc_of, pack
from .presence import Note, Presence
from .seats import clean, different
from .store import Conflict, Kept, StoreFailure
from .thinking import seed_of

if TYPE_CHECKING:
    from .hall import Hall

log = structlog.get_logger()

STATES: Final = 24  # answers back to which the state is remembered; it is what makes a match large
SOON: Final = 0.02  # seconds within which sealed answers share a scene
DEVICE: Final = -1  # the eyes of a device in pass and play while nobody looks: the public's, but it knows whom to call


class Move:
    """A record that somebody wants to see in the log.

    `record` makes it when its turn comes, or refuses; `done` is told how it ended.
    """

    def __init__(self, record: Callable[[], Record], done: Callable[[Refusal | None], None]) -> None:
        self.record = record
        self.done = done


class Table:
    """A table in memory."""

    def __init__(self, hall: Hall, kept: Kept) -> None:
        self.hall = hall
        self.loop = asyncio.get_running_loop()
        self.lock = asyncio.Lock()
        self.inbox: list[Move] = []
        self.working = False  # somebody sees to the inbox
        self.presence = Presence()
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self.advising: set[int] = set()  # seats for which a hint is being thought out
        self.timer: asyncio.TimerHandle | None = None
        self.soon: asyncio.TimerHandle | None = None
        self.broken = False
        self._load(kept)

    # -- the match, made from its log --------------------------------------------------------------------------------

    def _load(self, kept: Kept) -> None:
        self.doc = kept.doc
        self.game = rt.game(kept.doc.game)
        self.counts = [metrics.answers.labels(kept.doc.game, by) for by in ("person", "bot")]
        self.chat = kept.chat
        self.match: Match | None = None
        self.size = 0  # records in the log
        self.unseen = False  # something was written that nobody was shown yet
        self.timing = Timing(0)
        if self.doc.state != SETUP:
            self._begin()
            for record in kept.log:
                self._apply(record)

    def _begin(self) -> None:
        doc = self.doc
        names = different([seat.name for seat in doc.seats])
        self.match = self.game.match(doc.players, doc.seed, doc.options, names=names)
        self.thin = 0  # entries without their state
        self.position = 0  # grows with all that anybody can notice
        self.opened = 0  # the position in which the open question was put
        self.own = [0] * doc.players  # what only the seat itself can notice: its answers to quiet questions
        self.shown: dict[int | None, Shown] = {}
        self.heard: dict[int | None, list[Heard]] = {}
        self.listened: dict[int | None, int] = {}
        self._moment: Moment | None = None
        self.held_told = [seat.held for seat in doc.seats]
        mode = clock(doc.clock)
        self.timing = Timing((mode.seconds if mode is not None else 0) / self.hall.settings.hurry)

    def _apply(self, record: Record) -> None:
        """Play a record, old or new.  The numbers below must come out the same after a restart."""
        match = self.match
        assert match is not None
        was = match.state
        question, quiet, told = was.question, was.quiet, len(match.events)
        sealed = record.seat in was.answers
        if record.undo:
            if reason := self._no_undo(record.seat):
                raise Refusal("", reason)
            match.undo(record.seat)
        else:
            match.answer(record.seat, record.atoms)
        while self.thin < len(match.entries) - STATES:
            del match.entries[self.thin].before  # a cache: whoever wants it again replays the log
            self.thin += 1
        self.size += 1
        now = match.state
        others = ~(1 << record.seat)
        if quiet and now.quiet and now.question == question and not any(e.mask & others for e in match.events[told:]):
            self.own[record.seat] += 1
            return
        self.position += 1
        if record.undo:
            self.own[record.seat] += 1
        if not (now.question == question and not quiet and (now.answers or (record.undo and sealed))):
            self.opened = self.position

    def _no_undo(self, seat: int) -> str:
        """Why this seat may not take back its last answer; "" if it may."""
        match = self.match
        assert match is not None
        return "this is too long ago" if len(match.entries) <= self.thin else match.no_undo(seat)

    def _number(self, seat: int) -> int:
        """The number of the question put to a seat."""
        return self.opened + self.own[seat]

    def _seq(self, seat: int | None) -> int:
        """The number of the position, as that viewer knows it."""
        return self.position if seat is None else self.position + self.own[seat]

    # -- showing -----------------------------------------------------------------------------------------------------

    def _eyes(self, link: Link) -> int | None:
        """Through whose eyes a link looks: a seat's, the public's (None) or `DEVICE`."""
        passed_on = link.seat is None and self.doc.passing and self.doc.seats_of(link.person)
        return DEVICE if passed_on else link.seat

    @property
    def moment(self) -> Moment:
        if self._moment is None:
            assert self.match is not None
            self._moment = Moment(self.match)
        return self._moment

    def _show(self, eyes: int | None) -> None:
        """Make the present scene of a viewer ready to be sent."""
        match = self.match
        assert match is not None
        seat = None if eyes == DEVICE else eyes
        moment = self.moment
        self._listen(seat)
        undo = seat is not None and self.doc.state == RUNNING and not self._no_undo(seat)
        asked = [q for q in match.asked if self._shares(eyes, q)] if match.state.quiet else list(match.asked)
        # Numbers and lists of numbers look alike in Python and JSON; this is done for every seat after every answer.
        where = f'{{"is":"scene","seq":{self._seq(seat)},"seat":{"null" if seat is None else seat}'
        taken_back = "true" if undo else "false"
        body = f'"asked":{asked},"ready":{moment.ready},"undo":{taken_back},"over":{moment.over}}}'
        self.shown[eyes] = Shown(where.encode(), Drawn(match.scene(seat)), body.encode(), len(self.heard[seat]))

    def _listen(self, seat: int | None) -> None:
        """Put what happened into words, as far as that viewer may know it; what all may know is said once."""
        match = self.match
        assert match is not None
        heard = self.heard.setdefault(seat, [])
        since = self.listened.get(seat, 0)
        if since == len(match.events):
            return
        moment = self.moment
        viewer = SPECTATOR if seat is None else seat
        for at in range(since, len(match.events)):
            known = moment.said.get(at)
            if known is None:
                told = match.events[at]
                event = told.seen_by(viewer)
                if event is None:
                    continue
                who = event.get("seat")
                text = self.game.say(event, moment.callings)
                known = Heard(at, event.name, who if isinstance(who, int) else None, text)
                if _public(told):
                    moment.said[at] = known
            heard.append(known)
        self.listened[seat] = len(match.events)

    def _shares(self, eyes: int | None, other: int) -> bool:
        """Whether that seat is at the same device: in pass and play it must know whom to call next, also quietly."""
        if eyes is None or not self.doc.passing:
            return eyes == other
        return self.doc.seats[other].kind == PERSON

    def _publish(self) -> None:
        """Everything is durable: let everybody see it."""
        self.unseen = False
        if self.soon is not None:
            self.soon.cancel()
            self.soon = None
        if self.match is None:
            return
        self.shown.clear()
        self._moment = None
        for link in self.presence.links:
            eyes = self._eyes(link)
            if eyes not in self.shown:
                self._show(eyes)
            link.show()
        if not self.match.state.quiet and self.held_told != [seat.held for seat in self.doc.seats]:
            self.held_told = [seat.held for seat in self.doc.seats]
            self._tell_table()

    def message(self, link: Link) -> bytes:
        """The scene that is due to a link; b"" if there is none or nothing is new."""
        shown = self.shown.get(self._eyes(link)) if self.match is not None else None
        return link.message(shown, self.heard[link.seat], self.moment) if shown is not None else b""

    def data(self, person: str) -> dict[str, Any]:
        """The table as anybody may know it, with what of it is this person's."""
        doc = self.doc
        mine = doc.seats_of(person)
        here = self.presence.here()
        data = describe(doc, person)
        quiet = self.match is not None and self.match.state.quiet
        for i, seat in enumerate(data["seats"]):
            seat["here"] = doc.seats[i].kind == BOT or doc.seats[i].person in here
            if quiet and i not in mine:  # that time ran out tells who was asked
                seat["held"] = self.held_told[i]
        data["spectators"] = self.presence.spectators(doc)
        return data

    # -- who is here -------------------------------------------------------------------------------------------------

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
        self._tell_table()
        self._drive()

    def _tell_table(self) -> None:
        for link in self.presence.links:
            link.post({"is": "table", "table": self.data(link.person)})

    def _tell_clocks(self) -> None:
        if not self.timing.seconds or self.match is None:
            return
        clocks = self.timing.data(self.now())
        quiet = self.match.state.quiet
        for link in self.presence.links:
            mine = self.doc.seats_of(link.person)
            seen = [c for c in clocks if not quiet or c["seat"] in mine]
            asked = [(c["seat"], self.timing.due[c["seat"]]) for c in seen]
            if asked != link.clocks:  # nobody else may notice that a quiet question has been passed on
                link.clocks = asked
                link.post({"is": "clocks", "clocks": seen})

    # -- coming and going --------------------------------------------------------------------------------------------

    async def attach(self, link: Link) -> None:
        async with self.lock:
            mine = self.doc.seats_of(link.person)
            if mine and not self.doc.passing:
                link.seat = mine[0]
            self.presence.come(link)
            await self._tell_others(asks=len(self.presence.links) == 1)
            self._tell_table()
            if self.chat:
                link.post({"is": "chat", "lines": self.chat})
            if self.match is not None:
                self._look(link, link.seat)
                self._drive()
                self._tell_clocks()

    async def detach(self, link: Link) -> None:
        async with self.lock:
            self.presence.leave(link)
            await self._tell_others()
            self._tell_table()
            self._drive()

    def _look(self, link: Link, seat: int | None) -> None:
        link.forget(seat)
        if self.unseen:
            self._publish()
            return
        eyes = self._eyes(link)
        if eyes not in self.shown:
            self._show(eyes)
        link.show()

    # -- frames ------------------------------------------------------------------------------------------------------

    def hear(self, link: Link, frame: wire.Frame, then: Callable[[], None]) -> None:
        """Do what a frame asks for, or refuse it; `then` it is done."""
        if isinstance(frame, (wire.Answer, wire.Undo)):
            self._submit(self._move(link, frame, then))
        else:
            self.hall.run(self._hear(link, frame, then))

    async def _hear(self, link: Link, frame: wire.Frame, then: Callable[[], None]) -> None:
        try:
            if isinstance(frame, wire.Ping):
                link.post({"is": "pong"})
            elif isinstance(frame, wire.Chat):
                await self._say(link, frame.text)
            else:
                async with self.lock:
                    self._check_open()
                    await self._look_into(link, frame)
        except Refusal as refusal:
            link.refuse(frame, refusal)
        except Exception as error:  # a fault in a game's words: nothing has changed
            link.refuse(frame, self._fault(repr(frame), error))
        finally:
            then()

    def _fault(self, frame: str, error: Exception) -> Refusal:
        metrics.faults.labels("frame").inc()
        log.exception("a frame failed", table=self.doc.id, game=self.doc.game, frame=frame, error=repr(error))
        return Refusal("", "this went wrong on our side; it has been noted")

    def _check_open(self) -> None:
        if self.broken:
            raise Refusal("", "the table is being set up again; try once more")
        if self.match is None:
            raise Refusal("", "the match has not begun")

    def _check_seat(self, link: Link, seat: int) -> None:
        if not link.person or not 0 <= seat < self.doc.players or self.doc.seats[seat].person != link.person:
            raise Refusal("", f"seat {seat} is not yours")

    def _move(self, link: Link, frame: wire.Answer | wire.Undo, then: Callable[[], None]) -> Move:
        """What a frame wants to be done, to be checked when it is done."""
        began = perf_counter()

        def record() -> Record:
            self._check_open()
            self._check_seat(link, frame.seat)
            assert self.match is not None
            if isinstance(frame, wire.Undo):
                if frame.seq is not None and frame.seq != self._seq(frame.seat):
                    raise Refusal("", "the table has moved on")
                if self.doc.state != RUNNING:
                    raise Refusal("", "the match is over")
                return Record(frame.seat, undo=True)
            self._check_fresh(frame.seat, frame.seq)
            if self.doc.seats[frame.seat].held:
                raise Refusal("", "a bot holds your seat; take it back first")
            return Record(frame.seat, self.match.question, frame.atoms)

        def done(refusal: Refusal | None) -> None:
            if refusal is not None:
                link.refuse(frame, refusal)
            else:
                metrics.answer_seconds.observe(perf_counter() - began)
                link.post({"is": "taken", "of": frame.id, "seq": self._seq(frame.seat)})
            then()

        return Move(record, done)

    async def _look_into(self, link: Link, frame: wire.Frame) -> None:
        match = self.match
        assert match is not None
        if isinstance(frame, wire.Look):
            if frame.seat is not None:
                self._check_seat(link, frame.seat)
            self._look(link, frame.seat)
            return
        assert isinstance(frame, (wire.Back, wire.Compose, wire.Hint, wire.Why))
        seat = frame.seat
        self._check_seat(link, seat)
        if isinstance(frame, wire.Back):
            await self._back(seat)
        elif isinstance(frame, wire.Compose):
            self._check_fresh(seat, frame.seq)
            chosen = tuple(frame.chosen)
            self._check_prefix(seat, chosen)
            scene = link.drawn(Drawn(match.scene(seat, chosen)))
            seen = {"is": "prompt", "of": frame.id, "seq": self._seq(seat), "seat": seat, "chosen": chosen}
            link.post(b'%b,"scene":%b}' % (wire.encode(seen)[:-1], scene))
        elif isinstance(frame, wire.Why):
            atom, reason, rule = self._why(seat, frame)
            said = {"seat": seat, "atom": atom, "on": frame.on, "reason": reason, "rule": rule}
            link.post({"is": "why", "of": frame.id, **said})
        elif isinstance(frame, wire.Hint):
            self._check_hint(link, frame)
            self.advising.add(seat)
            self.hall.run(self._advise(link, frame, self._number(seat), match.view(seat)))

    def _why(self, seat: int, frame: wire.Why) -> tuple[str, str, str]:
        """Why something cannot be chosen now: what was meant, a reason, and the paragraph of the rules."""
        match = self.match
        assert match is not None
        guesses = [frame.atom] if isinstance(frame.atom, str) else frame.atom
        words = self.game.vocabulary(self.doc.players, match.options)
        atom = next((guess for guess in guesses if guess in words), "")
        if seat not in match.asked:
            return atom, "the match is over" if match.over else "it is not for you to answer now", ""
        self._check_prefix(seat, tuple(frame.chosen))
        choice = match.choice(seat)
        if not atom:
            return "", "this is not something to choose now", choice.rule
        if atom in choice.offers(tuple(frame.chosen)):
            return atom, "this can be chosen", choice.rule
        reason, rule = match.game.why_not(match.view(seat), seat, tuple(frame.chosen), atom)
        return atom, reason, rule or choice.rule

    def _check_hint(self, link: Link, frame: wire.Hint) -> None:
        assert self.match is not None
        if not self.doc.hints:
            raise Refusal("", "at this table nobody gets hints")
        if link.seat != frame.seat:
            raise Refusal("", "look through this seat first")
        if frame.seat not in self.match.asked:
            raise Refusal("", "the match is over" if self.match.over else "it is not for you to answer now")
        self._check_fresh(frame.seat, frame.seq)
        if self.doc.seats[frame.seat].held:
            raise Refusal("", "a bot holds your seat; take it back first")
        if frame.seat in self.advising:
            raise Refusal("", "a hint is being thought out already")
        if not self.hall.hints.take(link.person):
            raise Refusal("", "not so fast, please")

    async def _advise(self, link: Link, frame: wire.Hint, number: int, view: Any) -> None:
        """Think a hint out beside the table; who does not wait for it any more does not get it."""
        seat, seed = frame.seat, seed_of("hint", self.doc.seed, number)
        try:
            found = await self.hall.thinkers.advise(self.doc.game, view, seat, seed, self.hall.settings.advice)
        except Exception as error:
            metrics.faults.labels("hint").inc()
            log.error("no hint", table=self.doc.id, game=self.doc.game, seat=seat, error=repr(error))
            link.refuse(frame, Refusal("", "nobody can think of anything at the moment; try again"))
            return
        finally:
            self.advising.discard(seat)
        match = self.match
        if match is None or seat not in match.asked or self._number(seat) != number or link.seat != seat:
            link.refuse(frame, Refusal("", "the table has moved on"))
            return
        link.post({"is": "hint", "of": frame.id, "seq": frame.seq, "seat": seat, "candidates": found})

    def _check_fresh(self, seat: int, seq: int) -> None:
        if not self._number(seat) <= seq <= self._seq(seat):
            raise Refusal("", "the table has moved on")

    def _check_prefix(self, seat: int, chosen: tuple[str, ...]) -> None:
        """A person composes in any order, one offered atom after the other."""
        assert self.match is not None
        choice = self.match.choice(seat)
        for i, atom in enumerate(chosen):
            if not atom or atom not in choice.offers(chosen[:i]):
                reason, rule = choice.why(chosen[:i], atom) if choice.why else ("this cannot be chosen here", "")
                raise Refusal(atom, reason, rule or choice.rule)

    # -- answers -----------------------------------------------------------------------------------------------------

    def _submit(self, move: Move) -> None:
        """See to a move; moves that come together are done together."""
        self.inbox.append(move)
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
                if self.match is not None and self.match.state.answers:
                    # A sealed answer changes little on the table, and the others' are about to come.
                    if self.soon is None:
                        self.soon = self.loop.call_later(SOON, self._publish_soon)
                else:
                    self._publish()
                self._drive()

    async def _take(self, batch: list[Move]) -> None:
        size, cut = self.size, None
        taken: list[tuple[Move, Record]] = []
        for move in batch:
            try:
                record = move.record()
                self._try(record)
            except Refusal as refusal:
                move.done(refusal)
                continue
            except Exception as error:
                move.done(self._fault("answer", error))
                continue
            taken.append((move, record))
            if record.undo:
                assert self.match is not None
                cut = len(self.match.events) if cut is None else min(cut, len(self.match.events))
        if not taken:
            return
        try:
            await self.hall.store.append(self.doc.id, size, [record for _, record in taken])
        except Exception as error:
            await self._again(error)
            for move, _ in taken:
                move.done(Refusal("", "this could not be written down; look again"))
            return
        self.unseen = True
        if cut is not None:
            self._forget_from(cut)
        assert self.match is not None
        if self.match.over:
            await self._finish()
        for move, record in taken:
            self.counts[record.bot].inc()
            move.done(None)
        await self.hall.bus.tell(self.doc.id)

    def _publish_soon(self) -> None:
        self.soon = None
        self.hall.run(self._publish_unseen())

    async def _publish_unseen(self) -> None:
        async with self.lock:
            if self.unseen:
                self._publish()

    def _try(self, record: Record) -> None:
        """Apply a record, or refuse it and change nothing."""
        before = self.size, self.position, self.opened, list(self.own)
        try:
            self._apply(record)
        except Refusal:
            raise
        except Exception as error:  # a fault in a game's rules: the match has gone back, nothing is written
            self.size, self.position, self.opened, self.own = before
            metrics.faults.labels("rules").inc()
            log.exception("the rules failed", table=self.doc.id, game=self.doc.game, record=repr(record))
            raise Refusal("", "the rules stumbled over this; choose something else") from error

    def _forget_from(self, at: int) -> None:
        """Events that were taken back were never heard."""
        for seat, heard in self.heard.items():
            kept = [event for event in heard if event.at < at]
            self.heard[seat] = kept
            self.listened[seat] = min(self.listened.get(seat, 0), at)
            for link in self.presence.links:
                if link.seat == seat:
                    link.sent = min(link.sent, len(kept))

    async def _finish(self) -> None:
        assert self.match is not None
        draft = self.draft()
        draft.state, draft.ranking = OVER, self.match.ranking
        try:
            await self.hall.store.save_table(draft)
            self.doc = draft
            self._tell_table()
            log.info("match over", table=draft.id, game=draft.game, answers=self.size)
        except (Conflict, StoreFailure) as error:  # the log is safe; whoever loads the table next notes the end
            log.error("the end was not noted", table=draft.id, error=repr(error))

    async def _again(self, error: Exception) -> None:
        """Our picture of the table is wrong: make it anew from the store."""
        log.warning("table made anew", table=self.doc.id, error=repr(error))
        try:
            kept = await self.hall.store.table(self.doc.id)
            assert kept is not None
            self._load(kept)
        except Exception as worse:
            self.broken = True
            log.error("table given up", table=self.doc.id, error=repr(worse))
            for link in self.presence.links:
                link.close("the table cannot be kept at the moment; come back soon")
            self.hall.drop(self)
            return
        for link in self.presence.links:
            link.forget(link.seat)
        self._publish()
        self._drive()

    async def settle(self) -> None:
        """After loading: note an end that a crash kept from being noted."""
        async with self.lock:
            if self.match is not None and self.match.over and self.doc.state == RUNNING:
                await self._finish()

    async def news(self) -> None:
        """Another process has changed the table."""
        async with self.lock:
            kept = await self.hall.store.table(self.doc.id)
            if kept is None or (kept.doc.version == self.doc.version and len(kept.log) == self.size):
                if kept is not None and len(kept.chat) and (not self.chat or kept.chat[-1].n > self.chat[-1].n):
                    known = self.chat[-1].n if self.chat else -1
                    self.chat = kept.chat
                    self._broadcast({"is": "chat", "lines": [line for line in kept.chat if line.n > known]})
                return
            fresh = kept.log[self.size :]
            if self.match is not None and kept.doc.version == self.doc.version:
                for record in fresh:
                    told = len(self.match.events)
                    self._apply(record)
                    if record.undo:
                        self._forget_from(min(told, len(self.match.events)))
            else:
                self._load(kept)
                for link in self.presence.links:
                    link.forget(link.seat)
                self._tell_table()
            self._publish()
            self._drive()

    def _broadcast(self, frame: dict[str, Any]) -> None:
        text = wire.encode(frame)
        for link in self.presence.links:
            link.post(text)

    # -- bots and clocks ---------------------------------------------------------------------------------------------

    def now(self) -> float:
        return self.loop.time()

    def _drive(self) -> None:
        """See to it that everybody who is asked answers: bots think, people are timed."""
        match = self.match
        running = match is not None and self.doc.state == RUNNING and not self.broken
        asked = {seat: self._number(seat) for seat in match.asked} if match is not None and running else {}
        seats = self.doc.seats
        by_bot = {seat for seat in asked if seats[seat].kind == BOT or seats[seat].held}
        for seat, (number, task) in list(self.thinking.items()):
            if asked.get(seat) != number or seat not in by_bot:
                if task is not asyncio.current_task():
                    task.cancel()
                del self.thinking[seat]
        for seat in by_bot:
            if seat not in self.thinking:
                assert match is not None
                thought = self._think(seat, asked[seat], match.view(seat), seats[seat].bot)
                self.thinking[seat] = (asked[seat], asyncio.create_task(thought))
        before = self.timing.due
        self.timing.update({seat: number for seat, number in asked.items() if seat not in by_bot}, self.now())
        if self.timing.due != before:
            self._tell_clocks()
        self._set_timer([seat for seat in asked if seat not in by_bot])

    async def _think(self, seat: int, number: int, view: Any, bot: str) -> None:
        try:
            await asyncio.sleep(uniform(*self.hall.settings.pace))
            seed = seed_of("bot", self.doc.seed, number)
            answer = await self.hall.thinkers.choose(bot, self.doc.game, view, seat, seed)
            for atoms in (list(answer), None):  # should it be refused, any answer will do
                done: asyncio.Future[Refusal | None] = self.loop.create_future()
                self._submit(Move(partial(self._bot_record, seat, number, atoms), partial(_tell, done)))
                refusal = await done
                if refusal is None or self.match is None or self._gone_on(seat, number):
                    return
                log.error("a bot was refused", table=self.doc.id, bot=bot, seat=seat, reason=refusal.reason)
            raise RuntimeError("nothing was taken")
        except Exception as error:
            metrics.faults.labels("bot").inc()
            log.exception("a bot cannot answer", table=self.doc.id, bot=bot, seat=seat, error=repr(error))
            self.loop.call_later(1.0, self._ring)  # try again
        finally:
            if seat in self.thinking and self.thinking[seat][1] is asyncio.current_task():
                del self.thinking[seat]

    def _gone_on(self, seat: int, number: int) -> bool:
        """Whether the bot that thought about this question is no longer asked."""
        match = self.match
        if match is None or self.broken or seat not in match.asked or self._number(seat) != number:
            return True
        return self.doc.seats[seat].kind != BOT and not self.doc.seats[seat].held

    def _bot_record(self, seat: int, number: int, atoms: list[str] | None) -> Record:
        if self._gone_on(seat, number):
            raise Refusal("", "the table has moved on")
        assert self.match is not None
        if atoms is None:
            atoms = list(self.match.choice(seat).sample(Random()))
        return Record(seat, self.match.question, atoms, bot=True)

    def _set_timer(self, people: list[int]) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        due = [self._due(seat) for seat in people]
        if due and min(due) < float("inf"):
            self.timer = self.loop.call_at(min(due), self._ring)

    def _due(self, seat: int) -> float:
        """When a bot will answer for this person."""
        due = self.timing.due[seat][1] if seat in self.timing.due else float("inf")
        person = self.doc.seats[seat].person
        if len(self.doc.people()) > 1:
            due = min(due, self.presence.gone_since(person) + self.hall.settings.grace)
        return due

    def _ring(self) -> None:
        self.hall.run(self._time_is_up())

    async def _time_is_up(self) -> None:
        async with self.lock:
            match = self.match
            if match is None or self.doc.state != RUNNING or self.broken:
                return
            seats = [seat for seat in match.asked if self.doc.seats[seat].kind == PERSON]
            late = [s for s in seats if not self.doc.seats[s].held and self._due(s) <= self.now() + 0.001]
            if late:
                draft = self.draft()
                for seat in late:
                    draft.seats[seat].held = True
                    draft.seats[seat].bot = usual(self.game).name
                try:
                    await self.hall.store.save_table(draft)
                except (Conflict, StoreFailure) as error:
                    await self._again(error)
                    return
                self.doc = draft
                metrics.held.inc(len(late))
                for link in self.presence.links:
                    for seat in late:
                        if not match.state.quiet or seat in self.doc.seats_of(link.person):
                            title = bot_title(self.game, self.doc.seats[seat].bot)
                            link.post({"is": "held", "seat": seat, "by": title})
                if not match.state.quiet:
                    self.held_told = [seat.held for seat in draft.seats]
                self._tell_table()
            self._drive()

    async def _back(self, seat: int) -> None:
        if not self.doc.seats[seat].held:
            raise Refusal("", "the seat is yours already")
        draft = self.draft()
        draft.seats[seat].held = False
        draft.seats[seat].bot = ""
        try:
            await self.hall.store.save_table(draft)
        except (Conflict, StoreFailure) as error:
            await self._again(error)
            raise Refusal("", "this could not be written down; look again") from error
        self.doc = draft
        if self.match is not None and not self.match.state.quiet:
            self.held_told = [one.held for one in draft.seats]
        self._tell_table()
        self._drive()

    # -- chat --------------------------------------------------------------------------------------------------------

    async def _say(self, link: Link, text: str) -> None:
        settings = self.hall.settings
        if not link.person:
            raise Refusal("", "say who you are first")
        if len(text) > settings.chat_length:
            raise Refusal("", f"at most {settings.chat_length} characters at a time")
        said = clean(text, settings.chat_length)
        if not said:
            raise Refusal("", "there is nothing in it")
        if not link.chats.take():
            raise Refusal("", "not so fast, please")
        async with self.lock:
            mine = self.doc.seats_of(link.person)
            seat = link.seat if link.seat in mine else mine[0] if mine else None
            name = self.doc.seats[seat].name if seat is not None else link.name
            line = Line(self.chat[-1].n + 1 if self.chat else 0, round(time(), 3), seat, name, said)
            try:
                await self.hall.store.say(self.doc.id, line, settings.chat_kept)
            except (Conflict, StoreFailure) as error:
                raise Refusal("", "this could not be written down; say it again") from error
            self.chat = [*self.chat[1 - settings.chat_kept :], line]
            self._broadcast({"is": "chat", "lines": [line]})
            await self.hall.bus.tell(self.doc.id)

    # -- set-up ------------------------------------------------------------------------------------------------------

    def idle(self) -> float:
        """For how many seconds nobody has looked and nothing has gone on."""
        if self.presence.links or self.thinking or self.lock.locked():
            return 0.0
        return self.now() - self.presence.idle_since

    def draft(self) -> Doc:
        """A copy of the document to change and save."""
        return doc_of(pack(self.doc))

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
            if draft.state == RUNNING and self.match is None:
                self._begin()
                for link in self.presence.links:
                    mine = draft.seats_of(link.person)
                    link.forget(mine[0] if mine and not draft.passing else None)
            self._tell_table()
            self._publish()
            self._drive()
            await self.hall.bus.tell(self.doc.id)

    def close(self) -> None:
        """Leave the memory: nothing goes on in the background."""
        if self.timer is not None:
            self.timer.cancel()
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking.clear()


def _tell(waiting: asyncio.Future[Refusal | None], refusal: Refusal | None) -> None:
    if not waiting.done():  # nobody waits any more when the table has moved on
        waiting.set_result(refusal)


def _public(event: Event) -> bool:
    """Whether everybody knows all of an event."""
    return event.mask == ALL and not any(isinstance(fact, Secret) for fact in event.facts.values())
