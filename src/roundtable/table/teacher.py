"""The teacher plays a lesson at a table: which step it is at, what is said, who may act, which answer is taken.

Where a lesson stands follows from the answers that were given and from how often the pupil said `next`; only the
answers are kept.  After a restart it is at the first step since the last answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine import Answer, Match, Refusal
from roundtable.scene import Scene, Sentence

from .frames import LessonFrame, TakeStep
from .lessons import REST, Lesson, Step
from .model import Record
from .pointing import find
from .session import MOVED_ON

ENDED = "The lesson ends here. Choose to play on, and everything is yours to decide."


class Teacher:
    """A lesson at a table."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._begin()

    def _begin(self) -> None:
        self.at = 0  # the index of the step
        self.shown = 1  # how many steps the pupil has seen
        self.heard: list[tuple[Record, Answer]] = []  # what was answered so far
        self.script: list[tuple[int, Answer]] = []  # answers by script that were not given yet
        self.guessed = 0  # what the pupil guessed, counted from 1
        self._enter(0)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    @property
    def last(self) -> bool:
        """Whether this is the end of the lesson."""
        step = self.step
        return step.end or (
            self.at + 1 == len(self.lesson.steps) and not (step.asks or step.watch or step.guess or step.go)
        )

    def _enter(self, at: int) -> None:
        self.at = at
        self.guessed = 0
        step = self.step
        if step.asks or step.watch:
            self.script += step.others

    def _go(self, name: str = "") -> None:
        self.shown += 1
        self._enter(self.lesson.place(name) if name else min(self.at + 1, len(self.lesson.steps) - 1))

    # -- what happens at the table -----------------------------------------------------------------------------------

    def follow(self, record: Record, answer: Answer) -> None:
        """Go along with what was answered (as the grammar spells it), or taken back."""
        if record.undo:
            last = max(i for i, (given, _) in enumerate(self.heard) if given.seat == record.seat)
            heard = self.heard[:last] + self.heard[last + 1 :]
            self._begin()
            for given, words in heard:
                self.follow(given, words)
        else:
            self.heard.append((record, answer))
            self._answered(record, answer)

    def _answered(self, record: Record, answer: Answer) -> None:
        seat = record.seat
        written = next((each for each in self.script if each[0] == seat), None)
        if written is not None and written[1] == answer:
            self.script.remove(written)
        elif seat == self.lesson.seat and (self._expects(answer) or (self._ahead()[-1].any and not record.bot)):
            while not self.step.asks:
                self._go(self.step.go)
            found = next((taken for taken in self.step.taken if taken.fits(answer)), None)
            self._go(found.go if found is not None and found.go else self.step.go)

    def _expects(self, answer: Answer) -> bool:
        """Whether the next step that waits for an answer names this one."""
        return any(taken.fits(answer) for taken in self._ahead()[-1].taken)

    def scripted(self, seat: int, match: Match) -> Answer | None:
        """What a seat that is asked answers without a thought: what it must, or what the script says."""
        forced = match.choice(seat).forced()
        if forced is not None:
            return None if seat == self.lesson.seat and self._expects(forced) else forced
        return None if self.holds(match) else next((answer for by, answer in self.script if by == seat), None)

    def holds(self, match: Match) -> bool:
        """Whether decisions wait until the pupil has read; never those that are sealed with the pupil's own."""
        if self.lesson.seat in match.state.answers:
            return False
        return not self.step.asks and not (self.step.watch and not self._watched(match))

    def _watched(self, match: Match) -> bool:
        """Whether there is nothing more to watch."""
        done = bool(self.step.others) and not self.script
        return match.over or done or self.asked(match)

    def asked(self, match: Match) -> bool:
        """Whether the pupil has a real question to answer."""
        seat = self.lesson.seat
        if seat not in match.asked or any(by == seat for by, _ in self.script):
            return False
        forced = match.choice(seat).forced()
        return forced is None or self._expects(forced)

    def judge(self, seat: int, answer: Answer) -> None:
        """Refuse a legal answer that is not what the lesson tries now."""
        step = self._ahead()[-1]
        if seat == self.lesson.seat and not step.any and not self._expects(answer):
            raise Refusal("", step.other if step.asks else ENDED)

    def _ahead(self) -> list[Step]:
        """The steps from here to the next that waits for an answer: who knows what to do need not read on."""
        steps, at = [self.step], self.at
        while not steps[-1].asks and at + 1 < len(self.lesson.steps):
            at = self.lesson.place(steps[-1].go) if steps[-1].go else at + 1
            if self.lesson.steps[at] in steps:
                break
            steps.append(self.lesson.steps[at])
        return steps

    def take(self, frame: TakeStep, match: Match) -> None:
        """The pupil says `next`, or guesses."""
        step = self.step
        if frame.step != self.shown or self.last:
            raise Refusal("", MOVED_ON)
        if step.guess and not self.guessed:
            if frame.guess is None or not 1 <= frame.guess <= len(step.guess):
                raise Refusal("", "guess one of these first")
            self.guessed = frame.guess
        elif step.asks or (step.watch and not self._watched(match)):
            raise Refusal("", "this step waits for something else")
        else:
            self._go(step.go)

    # -- what the pupil is shown -------------------------------------------------------------------------------------

    def settled(self, match: Match) -> bool:
        """Whether what the step speaks of has happened: the others' sealed answers may still be on their way."""
        return self.lesson.seat not in match.state.answers or match.over

    def frame(self, match: Match, scene: Scene, log: Sequence[Sentence | None], seq: int) -> LessonFrame:
        step = self.step
        asked = self.asked(match)
        way = [word for word in step.taken[0].answer if word != REST] if step.taken and asked and not step.any else []
        reply = ""
        if self.guessed:
            reply = f"{'Just so' if self.guessed == step.right else 'Let us see'}: {step.reveal}"
        return LessonFrame(
            seq=seq,
            title=self.lesson.title,
            step=self.shown,
            share=round(self.at / max(1, len(self.lesson.steps) - 1), 3),
            say=step.say,
            rule=step.rule,
            point=find(scene, log, step.point) if step.point else None,
            waits=self._waits(match, asked),
            way=way,
            guesses=list(step.guess) if not self.guessed else [],
            reply=reply,
            values=list(self.lesson.values) if step.end else [],
            right=step.end and step.name == "1",
        )

    def _waits(self, match: Match, asked: bool) -> str:
        step = self.step
        if self.last:
            return "end"
        if step.guess and not self.guessed:
            return "guess"
        if step.asks:
            return "answer" if asked else "others"
        return "others" if step.watch and not self._watched(match) else "next"
