"""The keyboard: what whoever sits there is shown and told of a table, and the answer that is being composed.

It speaks with the table as any client does, in frames.  Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from roundtable.engine import Answer
from roundtable.scene import Pick, Scene
from roundtable.scene import Sentence as Said
from roundtable.table.frames import Answer as AnswerFrame
from roundtable.table.frames import (
    ClientFrame,
    Compose,
    Hint,
    HintFrame,
    LessonFrame,
    Look,
    PromptFrame,
    RefusalFrame,
    SceneFrame,
    Sentence,
    ServerFrame,
    TakenFrame,
    TakeStep,
    Undo,
    Why,
    WhyFrame,
)

from .host import Host


class Keyboard:
    """One place for several people: one after the other looks, chooses and answers."""

    frame: SceneFrame  # the latest
    scene: Scene  # the same with what is chosen so far

    def __init__(self, host: Host) -> None:
        self.host = host
        self.people = tuple(host.people)
        self.log: list[Sentence] = []
        self.chosen: Answer = ()
        self.instead = False  # the picks on offer would take the place of the last one chosen
        self.seq = 0  # of the scene for which something was chosen first
        self.moved = False  # there is a new scene since somebody last looked at this
        self.refusal: RefusalFrame | None = None  # of the last frame
        self.reason: WhyFrame | None = None
        self.hint: HintFrame | None = None  # for the open question
        self.lesson: LessonFrame | None = None  # where a lesson stands
        self.answered: dict[int, int] = {}  # where the log stood when each last answered
        self.hear(host.run())

    # -- frames ------------------------------------------------------------------------------------------------------

    def hear(self, frames: Iterable[ServerFrame]) -> None:
        for frame in frames:
            if isinstance(frame, SceneFrame):
                self._see(frame)
            elif isinstance(frame, PromptFrame):
                self._see_prompt(frame)
            elif isinstance(frame, TakenFrame):
                self.chosen, self.instead = (), False
            elif isinstance(frame, RefusalFrame):
                self.refusal = frame
            elif isinstance(frame, WhyFrame):
                self.reason = frame
            elif isinstance(frame, HintFrame):
                self.hint = frame
            elif isinstance(frame, LessonFrame):
                self.lesson = frame if frame.waits != "done" else None
                self.moved = True

    def _see(self, frame: SceneFrame) -> None:
        self.log = [sentence for sentence in self.log if sentence.n < frame.kept] + list(frame.log)
        if self.hint is not None and not _same_question(self.frame, frame):
            self.hint = None
        self.frame = frame
        self.scene, self.instead = frame.scene, False
        self.moved = True
        refusal = self.refusal
        if self.chosen and not self._compose(self.chosen):  # it was for another question
            self.chosen = ()
        self.refusal = refusal

    def _see_prompt(self, frame: PromptFrame) -> None:
        """The scene with what is chosen; where nothing can be added, what could be chosen instead stays on offer."""
        before, prompt = self.scene.prompt, frame.scene.prompt
        on_offer = self.instead or len(frame.chosen) in (1, len(self.chosen) + 1)
        self.chosen, self.scene, self.instead = tuple(frame.chosen), frame.scene, False
        full = prompt is not None and prompt.complete and not prompt.picks and bool(self.chosen)
        if full and on_offer and before is not None and any(p.atom == self.chosen[-1] for p in before.picks):
            assert prompt is not None
            self.instead = True
            self.scene = replace(frame.scene, prompt=replace(prompt, picks=before.picks))

    def _say(self, frame: ClientFrame) -> bool:
        """Whether it was not refused."""
        self.refusal = None
        self.hear(self.host.hear(frame))
        return self.refusal is None

    # -- who is at the keyboard --------------------------------------------------------------------------------------

    @property
    def at(self) -> int | None:
        """The seat of the person at the keyboard; None while nobody may look."""
        return self.frame.seat

    @property
    def asked(self) -> bool:
        """Whether the person at the keyboard has a question to answer."""
        return self.at is not None and self.at in self.frame.asked

    @property
    def pass_to(self) -> int | None:
        """To whom the keyboard must be passed before anything more may be shown."""
        asked = [seat for seat in self.frame.asked if seat in self.people]
        return asked[0] if asked and self.at not in asked else None

    @property
    def over(self) -> bool:
        return self.frame.over is not None

    def look(self, seat: int | None) -> None:
        """This person sits down; None: nobody looks."""
        self.chosen = ()
        self._say(Look(seat=seat))

    # -- composing an answer -----------------------------------------------------------------------------------------

    def _compose(self, chosen: Answer) -> bool:
        assert self.at is not None
        return self._say(Compose(seq=self.seq, seat=self.at, chosen=list(chosen)))

    def choose(self, pick: Pick) -> None:
        """Add to the answer, or put it in the place of the last one where nothing can be added."""
        if not self.chosen:
            self.seq = self.frame.seq
        self._compose((*(self.chosen[:-1] if self.instead else self.chosen), pick.atom))

    @property
    def taken(self) -> int:
        """Which of the picks on offer is chosen, where another would take its place; -1: none is."""
        prompt = self.scene.prompt
        if not self.instead or prompt is None:
            return -1
        return next((i for i, pick in enumerate(prompt.picks) if pick.atom == self.chosen[-1]), -1)

    def take_back(self) -> bool:
        """Leave out the last atom; False if there was none."""
        if not self.chosen:
            return False
        if len(self.chosen) > 1:
            self.instead = False
            return self._compose(self.chosen[:-1])
        self.chosen, self.instead = (), False
        self.scene = self.frame.scene
        return True

    def give(self) -> bool:
        """Give the composed answer; it is on disk when this returns, unless it is refused."""
        assert self.at is not None
        seat, told = self.at, self.log[-1].n + 1 if self.log else 0
        seq = self.seq if self.chosen else self.frame.seq
        given = self._say(AnswerFrame(seq=seq, seat=seat, atoms=list(self.chosen)))
        if given:
            self.answered[seat] = told
        return given

    def undo(self) -> bool:
        """Take back the last given answer of the person at the keyboard, if that is fair."""
        return self.at is not None and self._say(Undo(seat=self.at, seq=self.frame.seq))

    # -- lessons -----------------------------------------------------------------------------------------------------

    def go_on(self, guess: int | None = None) -> bool:
        """Go on in a lesson, or guess; False if it waits for something else."""
        lesson = self.lesson
        if lesson is None or lesson.waits not in (("next", "end") if guess is None else ("guess",)):
            return False
        return self._say(TakeStep(step=lesson.step, guess=guess))

    # -- asking ------------------------------------------------------------------------------------------------------

    def words(self) -> dict[str, str]:
        """Every word of the game, with its label for the person at the keyboard."""
        return self.host.words(self.at) if self.at is not None else {}

    def why_not(self, atom: str) -> tuple[str, str]:
        """Why an atom cannot be chosen now, in words, and the paragraph of the rules."""
        self.reason = None
        if self.at is not None:
            self._say(Why(seat=self.at, atom=atom, chosen=list(self.chosen)))
        said: WhyFrame | RefusalFrame | None = self.reason or self.refusal
        return (said.reason, said.rule) if said is not None else ("nobody is at the keyboard", "")

    def ask_for_hint(self) -> bool:
        """Ask what a Champion would answer; it comes later, when somebody has thought about it."""
        return self.at is not None and self._say(Hint(seq=self.frame.seq, seat=self.at))

    def take_hint(self) -> bool:
        """Choose what the hint says, without giving it; False if there is none."""
        if self.hint is None or not self.hint.candidates:
            return False
        self.seq = self.frame.seq
        return self._compose(tuple(self.hint.candidates[0].atoms))

    def news(self) -> Sequence[str]:
        """What happened since the person at the keyboard last answered."""
        since = self.answered.get(self.at, 0) if self.at is not None else 0
        return [sentence.text for sentence in self.log if sentence.n >= since]

    def sentences(self, last: int = 150) -> Sequence[Said]:
        """The latest sentences of the log, as far as the person at the keyboard may know them."""
        return [Said(told.text, told.heading, told.moment) for told in self.log[-last:]]


def _same_question(one: SceneFrame, other: SceneFrame) -> bool:
    """Whether a seat is still asked the same, though somebody else may have answered meanwhile."""
    before, after = one.scene.prompt, other.scene.prompt
    if before is None or after is None or one.seat != other.seat:
        return False
    return (before.question, before.sentence) == (after.question, after.sentence)
