"""The turn driver sees to it that everybody who is asked answers.

Bots think, people are timed, and for whoever is late or has gone a bot answers until they are back.

The moment of a bot's answer tells nothing: it is drawn before anybody looks at the cards, from what everybody knows
(who is asked, and how strong the bots are).  A thought that is ready earlier waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from roundtable.engine import Answer

from .clocks import Timing, clock
from .frames import ClocksFrame, ClockView
from .links import Link
from .model import BOT, PERSON, Doc
from .presence import Presence
from .session import Session
from .teacher import Teacher
from .thoughts import quick_bot, seconds_of, seed_of
from .todo import NEVER, Thought, Todo

EARLY = 0.001  # seconds by which a host's timer may ring before its time
AGAIN = 1.0  # seconds after which a bot that could not answer is asked again
REST = 5.0  # seconds for which a quick bot answers where there was no time for a thought
RESTING = (0.6, 0.9)  # seconds after which it does: soon, but whoever is busy is not asked all the faster
SPARE = 0.25  # seconds beyond its thought that a bot is given: to be called, and to be answered for if it is late


class _Thinking:
    """A bot that is asked: when it begins to think, and the moment at which it answers."""

    def __init__(self, number: int, bot: str, begins: float, moment: float) -> None:
        self.number = number  # of the question
        self.bot = bot
        self.begins = begins
        self.moment = moment
        self.thought: Thought | None = None
        self.answer: Answer | None = None  # waits for its moment
        self.hurried = False  # there was no time for the thought: the answer is that of a quick bot


class TurnDriver:
    """Who must answer at a table, and what is being done about it."""

    def __init__(self, pace: tuple[float, float], abreast: int, grace: float, hurry: float, rng: Random) -> None:
        self.pace = pace
        self.abreast = abreast
        self.grace = grace
        self.hurry = hurry
        self.rng = rng  # for moments alone: what else is drawn may depend on cards
        self.thinking: dict[int, _Thinking] = {}  # by seat
        self.timing = Timing(0.0)
        self.rests = 0.0  # until when nobody takes their time: there was none for the last thought
        self.rings = NEVER  # when the time of the first person is up

    def begin(self, doc: Doc) -> None:
        """The match begins, or is made anew: so do its clocks."""
        mode = clock(doc.clock)
        self.timing = Timing((mode.seconds if mode is not None else 0) / self.hurry)

    def close(self, todo: Todo) -> None:
        """Nobody thinks any more."""
        for seat in list(self.thinking):
            self._drop(seat, todo)

    def drive(
        self,
        session: Session | None,
        doc: Doc,
        presence: Presence,
        now: float,
        todo: Todo,
        teacher: Teacher | None = None,
    ) -> bool:
        """Whenever somebody else may be asked, or somebody has come or gone; whether other people are timed now.

        In a lesson the `teacher` may know what a seat answers by script: it need not think.
        """
        seats = doc.seats
        asked = {seat: session.number(seat) for seat in session.match.asked} if session is not None else {}
        written: dict[int, Answer] = {}
        if teacher is not None and session is not None:
            scripts = {seat: teacher.scripted(seat, session.match) for seat in asked}
            written = {seat: answer for seat, answer in scripts.items() if answer is not None}
        by_bot = {seat for seat in asked if seats[seat].kind == BOT or seats[seat].held or seat in written}
        if teacher is not None and session is not None and teacher.holds(session.match):
            by_bot &= written.keys()
        for seat, thinking in list(self.thinking.items()):
            if asked.get(seat) != thinking.number or seat not in by_bot:
                self._drop(seat, todo)
        new = [seat for seat in sorted(by_bot) if seat not in self.thinking]
        resting = [now < self.rests and seconds_of(seats[seat].bot) > 0 for seat in new]
        bots = [
            quick_bot(session.match.game) if rests and session is not None else seats[seat].bot
            for seat, rests in zip(new, resting)
        ]
        for seat, bot, moment in zip(new, bots, self._moments(bots, resting, now)):
            self.thinking[seat] = _Thinking(asked[seat], bot, now, moment)
        if session is not None and self.thinking:
            self._begin_thoughts(session, doc, now, todo, written)
        people = {seat: number for seat, number in asked.items() if seat not in by_bot}
        before = self.timing.due
        self.timing.update(people, session.depth if session is not None else 0, now)
        self.rings = min([self._due(seat, doc, presence, now) for seat in people], default=NEVER)
        return self.timing.due != before

    # -- bots --------------------------------------------------------------------------------------------------------

    def _moments(self, bots: list[str], resting: list[bool], now: float) -> list[float]:
        """When bots that are asked now will answer.  Those that take their time need not all find room at once."""
        moments, thinkers = [], 0
        for bot, rests in zip(bots, resting):
            seconds = seconds_of(bot)
            if seconds:
                seconds = seconds * (thinkers // self.abreast + 1) + SPARE
                thinkers += 1
            moments.append(now + self.rng.uniform(*(RESTING if rests else self.pace)) + seconds)
        return moments

    def _begin_thoughts(
        self, session: Session, doc: Doc, now: float, todo: Todo, written: Mapping[int, Answer]
    ) -> None:
        for seat, thinking in self.thinking.items():
            if thinking.thought is None and thinking.begins <= now + EARLY:
                seed = seed_of("bot", doc.seed, thinking.number)
                view = session.match.view(seat)
                thinking.thought = Thought(seat, thinking.number, thinking.bot, view, seed, by=thinking.moment)
                if seat in written:
                    thinking.answer = written[seat]
                else:
                    todo.thoughts.append(thinking.thought)

    def _drop(self, seat: int, todo: Todo) -> None:
        thought = self.thinking.pop(seat).thought
        if thought is not None:
            todo.dropped.append(thought)

    def ready(self, thought: Thought, answer: Answer, hurried: bool) -> None:
        """A bot has thought of an answer, or (`hurried`) a quick one for it."""
        if self.waits_for(thought):
            self.thinking[thought.seat].answer = answer
            self.thinking[thought.seat].hurried = hurried

    def take_due(self, now: float) -> list[tuple[Thought, Answer, bool]]:
        """The answers whose moment has come, each once, and whether it was hurried."""
        due = []
        for thinking in self.thinking.values():
            if thinking.thought is not None and thinking.answer is not None and thinking.moment <= now + EARLY:
                due.append((thinking.thought, thinking.answer, thinking.hurried))
                thinking.answer = None
        return due

    def done(self, thought: Thought) -> None:
        """The thought has become an answer, or is of no use."""
        if self.waits_for(thought):
            del self.thinking[thought.seat]

    def again(self, thought: Thought, now: float) -> None:
        """The thought has failed: think once more, a little later."""
        if self.waits_for(thought):
            begins = now + AGAIN
            moments = self._moments([thought.bot], [False], begins)
            self.thinking[thought.seat] = _Thinking(thought.number, thought.bot, begins, *moments)

    def waits_for(self, thought: Thought) -> bool:
        thinking = self.thinking.get(thought.seat)
        return thinking is not None and thinking.thought is thought

    # -- clocks ------------------------------------------------------------------------------------------------------

    def wake(self) -> float:
        """When something is to be done here."""
        times = [self.rings]
        for thinking in self.thinking.values():
            if thinking.thought is None:
                times.append(thinking.begins)
            elif thinking.answer is not None:
                times.append(thinking.moment)
        return min(times)

    def late(self, session: Session, doc: Doc, presence: Presence, now: float) -> list[int]:
        """The persons whose time is up."""
        people = [q for q in session.match.asked if doc.seats[q].kind == PERSON and not doc.seats[q].held]
        return [seat for seat in people if self._due(seat, doc, presence, now) <= now + EARLY]

    def _due(self, seat: int, doc: Doc, presence: Presence, now: float) -> float:
        """When a bot will answer for this person."""
        due = self.timing.due[seat][1] if seat in self.timing.due else NEVER
        if len(doc.people()) > 1:
            due = min(due, presence.gone_since(doc.seats[seat].person, now) + self.grace)
        return due

    def tell_clocks(self, links: Iterable[Link], doc: Doc, quiet: bool, now: float) -> None:
        """Let these links know who is being timed, as far as they may."""
        timing = self.timing
        if not timing.seconds:
            return
        of = round(1000 * timing.seconds)
        for link in links:
            mine = doc.seats_of(link.person)
            seen = [(seat, due) for seat, due in timing.due.items() if not quiet or seat in mine]
            if seen != link.clocks:  # nobody else may notice that a quiet question has been passed on
                link.clocks = seen
                clocks = [ClockView(seat, max(0, round(1000 * (due - now))), of) for seat, (_, due) in seen]
                link.post(ClocksFrame(clocks))
