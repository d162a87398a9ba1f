"""The pupil follows a lesson at a real table as somebody at a screen would, on every way that it can take.

What it stumbles over is told with the step: an answer that is not legal any more, a thing pointed at that is not there,
a step that nobody comes to.  `roundtable lesson check` and the tests use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from roundtable.engine import Answer, Game

from .core import TableSettings
from .frames import Answer as AnswerFrame
from .frames import LessonFrame, RefusalFrame, TakeStep
from .lessons import REST, Lesson, Step, read
from .links import Link
from .log_codes import LogCode
from .model import Doc, Kept, Person, Record
from .people import new_person
from .session import Session
from .setup import lay_lesson
from .table import Table
from .teacher import Teacher
from .thoughts import think
from .todo import NEVER, Append, Load, Save, Thought

PATIENCE: Final = 400  # answers of others in a row; no lesson lets anybody wait so long
_LOT: Final = 7


@dataclass
class Followed:
    """What following a lesson found: the steps that were seen, what is wrong, and how much there was to read."""

    faults: list[str] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)  # numbers of steps
    words: int = 0  # on the longest way
    answers: int = 0  # of the pupil, on the longest way


class Desk:
    """A table in memory with one pupil: writes succeed at once, bots think at once, time passes as it must."""

    def __init__(self, game: Game, text: str, lesson: Lesson) -> None:
        person = new_person("pupil", Random(_LOT))
        self.doc = Doc("lesson", game.slug, person.id, 0, {}, [], "", 0.0)
        lay_lesson(self.doc, Person(person.id, "Pupil", person.arms), game, lesson, text)
        self.log: list[Record] = []
        self.now = 0.0
        self.refused = ""  # what was wrong with an answer by script
        self.thoughts: list[Thought] = []
        self.table = Table(game, Kept(self.doc.draft(), [], []), TableSettings(), Random(_LOT))
        self.link = Link(person.id, person.name)
        self.table.join(self.link)
        self.run()

    @property
    def session(self) -> Session:
        assert self.table.session is not None
        return self.table.session

    @property
    def teacher(self) -> Teacher:
        assert self.table.teacher is not None
        return self.table.teacher

    def run(self) -> list[object]:
        """Let everything happen that can happen; what the pupil is told."""
        for _ in range(PATIENCE):
            todo = self.table.run(self.now)
            self.thoughts += todo.thoughts
            for entry in todo.log:
                if entry.code in (LogCode.BOT_REFUSED, LogCode.RULES_FAULT, LogCode.FRAME_FAULT):
                    self.refused = str(entry.facts.get("reason") or entry.error)
            if isinstance(todo.write, Append):
                self.log += todo.write.records
                self.table.written()
            elif isinstance(todo.write, Save):
                self.doc = todo.write.doc
                self.table.written()
            elif isinstance(todo.write, Load):
                self.table.written(Kept(self.doc.draft(), list(self.log), []))
            elif self.thoughts:
                thought = self.thoughts.pop(0)
                game = self.table.game
                self.table.thought(thought, think(game, thought.bot, thought.view, thought.seat, thought.seed))
            elif todo.wake < NEVER:
                self.now = max(self.now, todo.wake)
            else:
                break
        frames: list[object] = [*self.link.take()]
        if self.link.due:
            self.table.scene(self.link)
        return frames

    def say(self, frame: AnswerFrame | TakeStep) -> str:
        """A frame to the table; why it was refused, or ""."""
        self.table.hear(self.link, frame)
        told = self.run()
        return next((each.reason for each in told if isinstance(each, RefusalFrame)), "")

    def answer(self, answer: Answer) -> str:
        seat = self.teacher.lesson.seat
        return self.say(AnswerFrame(seq=self.session.seq(seat), seat=seat, atoms=list(answer)))


Move = Answer | int | None  # an answer, a guess, or `next`


def follow(text: str, file: str, game: Game) -> Followed:
    """Follow a lesson on all its ways; `BadLesson` if it cannot even be read."""
    lesson = read(text, file, game)
    lesson.check_rules(game)
    found = Followed()
    ways: list[tuple[Move, ...]] = [()]
    while ways:
        ways += _walk(lesson, text, game, ways.pop(), found)
    found.faults += [f"{file}: step {step.n}: no way leads to it" for step in lesson.steps if step.n not in found.seen]
    found.faults = list(dict.fromkeys(found.faults))
    return found


def _walk(lesson: Lesson, text: str, game: Game, way: tuple[Move, ...], found: Followed) -> Iterator[tuple[Move, ...]]:
    """Go one way to its end, the first wherever there are several; the others are to be gone later."""
    desk = Desk(game, text, lesson)
    walked: list[Move] = []
    words = answers = 0
    for _ in range(10 * len(lesson.steps)):
        teacher = desk.teacher
        step, frame = teacher.step, desk.link.lesson
        found.seen.add(step.n)
        wrong = desk.refused or _wrong(step, frame, desk)
        if wrong:
            found.faults.append(f"{lesson.file}: step {step.n}: {wrong}")
            return
        assert frame is not None
        words += len(f"{frame.say} {frame.reply}".split())
        if teacher.last:
            found.words, found.answers = max(found.words, words), max(found.answers, answers)
            if teacher.script:
                seat, answer = teacher.script[0]
                fault = f"seat {seat} was never asked what it was to answer by script: {' '.join(answer)}"
                found.faults.append(f"{lesson.file}: {fault}")
            return
        moves = _moves(step, frame, desk)
        move = way[len(walked)] if len(walked) < len(way) else moves[0]
        if len(walked) >= len(way):
            for other in moves[1:]:
                yield (*walked, other)
            fault = _other_answer(step, desk) if frame.waits == "answer" else ""
            if fault:
                found.faults.append(f"{lesson.file}: step {step.n}: {fault}")
        walked.append(move)
        answers += frame.waits == "answer"
        refused = _make(desk, frame, move)
        if refused:
            found.faults.append(f"{lesson.file}: step {step.n}: {refused}")
            return
    found.faults.append(f"{lesson.file}: it turns in circles")


def _wrong(step: Step, frame: LessonFrame | None, desk: Desk) -> str:
    """What a pupil at this step would stumble over."""
    if frame is None or frame.step != desk.teacher.shown:
        return "it is never shown: the table waits for somebody"
    if step.point and frame.point is None:
        return f"{step.point!r} is not on the scene"
    if frame.waits == "others":
        return "the match is over before" if desk.session.match.over else "the pupil is never asked"
    return ""


def _moves(step: Step, frame: LessonFrame, desk: Desk) -> list[Move]:
    """All that the pupil may do at this step and that leads on."""
    if frame.waits == "guess":
        others = [i for i in range(1, len(step.guess) + 1) if i != step.right]
        return [step.right, *others]
    if frame.waits != "answer":
        return [None]
    choice = desk.session.match.choice(desk.teacher.lesson.seat)
    if step.any:
        return [choice.sample(Random(_LOT))]
    moves: list[Move] = []
    for taken in step.taken:
        if taken.answer and taken.answer[-1] == REST:
            prefix = taken.answer[:-1]
            moves.append(choice.complete(prefix, Random(_LOT)) if choice.atoms(prefix) else prefix)
        else:
            moves.append(taken.answer)
    return moves


def _other_answer(step: Step, desk: Desk) -> str:
    """Try a legal answer that the lesson does not wait for: it must not be taken."""
    if step.any:
        return ""
    seat, before = desk.teacher.lesson.seat, len(desk.log)
    choice, rng = desk.session.match.choice(seat), Random(_LOT)
    for _ in range(20):
        answer = choice.canonical(choice.sample(rng))
        if not any(taken.fits(answer) for taken in step.taken):
            said = desk.answer(answer)
            if said != step.other or len(desk.log) != before:
                return f"another answer was taken: {' '.join(answer)}"
            break
    return ""


def _make(desk: Desk, frame: LessonFrame, move: Move) -> str:
    if isinstance(move, tuple):
        choice = desk.session.match.choice(desk.teacher.lesson.seat)
        refusal = choice.refusal(move)
        if refusal is not None:
            spelt = choice.canonical(move)
            if choice.accepts(spelt):
                return f"write the answer in its order: {' '.join(spelt)}"
            return f"{' '.join(move) or 'nothing'} is not a legal answer: {refusal.reason}"
        refused = desk.answer(move)
        return f"{' '.join(move)} is not taken: {refused}" if refused else ""
    return desk.say(TakeStep(step=frame.step, guess=move))
