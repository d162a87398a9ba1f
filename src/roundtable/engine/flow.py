"""Flow: the sequence of play as a stack of small chapters with named steps.

A `Flow` is one chapter of a rulebook; its methods marked with `@rule` are its steps, in reading order.  A step returns

- nothing: go on with the next step,
- the name of a step of this flow: go there,
- a `Flow`: play that chapter first, then the next step,
- `Instead(flow)`: leave this chapter and play that one in its place,
- an `Ask`: put a question and wait; the next step finds `state.answers`,
- `DONE`: leave this chapter; `OVER`: the match is over.

A step marked `again` that plays a chapter is taken once more after it: turn after turn, slot after slot.
A flow object is never changed after it was made, so clones of a state share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypeVar

from .chance import Chance
from .choice import Answer, Question
from .state import BadGame, Seats, State

DONE: Final = "<done>"
OVER: Final = "<over>"


class Flow:
    """One chapter of the rules.  Subclasses may take parameters in `__init__`, and must never change them."""


class Ask:
    """A question: a name, the seats asked, and how.

    Several seats answer at once and sealed.  With `quiet` they are asked one after the other, nobody else can tell
    whose answer is pending, and the first answer that is not `passing` ends the question.
    """

    def __init__(
        self, question: str, seats: Seats, *, final: bool = False, quiet: bool = False, passing: str = ""
    ) -> None:
        self.question = question
        self.seats = seats
        self.final = final
        self.quiet = quiet
        self.passing = passing


class Instead:
    """Leave the present chapter for another one."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow


Next = Ask | Flow | Instead | str | None

Step = Callable[[Any, Any, Chance], Next]
F = TypeVar("F", bound=Callable[..., Any])

_RULES: dict[object, tuple[str, ...]] = {}  # step function -> paragraphs; functions are not written to, so it compiles
_AGAIN: set[object] = set()  # the steps marked so
_TABLES: dict[type[Flow], StepTable] = {}


def rule(*paragraphs: str, again: bool = False) -> Callable[[F], F]:
    """Mark a method as a step and tie it to paragraphs of the game's rules."""

    def mark(step: F) -> F:
        _RULES[step] = paragraphs
        if again:
            _AGAIN.add(step)
        return step

    return mark


class StepTable:
    """The steps of one flow class, in order."""

    def __init__(self, flow: type[Flow]) -> None:
        marked = {id(step): i for i, step in enumerate(_RULES)}
        found: dict[str, Any] = {}
        for cls in reversed(flow.__mro__):  # a step written anew in a subclass keeps its place
            members = [(marked[id(member)], name) for name, member in vars(cls).items() if id(member) in marked]
            for _, name in sorted(members):
                found[name] = vars(cls)[name]
        self.name = flow.__name__
        self.names = tuple(found)
        self.steps: tuple[Step, ...] = tuple(found.values())
        self.rules = tuple(_RULES[step] for step in self.steps)
        self.index = {name: i for i, name in enumerate(self.names)}
        self.back = [i if step in _AGAIN else i + 1 for i, step in enumerate(self.steps)]  # the step after a chapter


def table(flow: type[Flow]) -> StepTable:
    """The steps of a flow class; computed on first use, because compiled classes are marked after they are made."""
    found = _TABLES.get(flow)
    if found is None:
        found = _TABLES[flow] = StepTable(flow)
    return found


def run(s: State, chance: Chance) -> None:
    """Play on until a question is open or the match is over."""
    stack, returns, out = list(s.stack), list(s.steps), s.out
    while stack:
        flow, at = stack[-1], returns[-1]
        found = _TABLES.get(type(flow))
        if found is None:
            found = table(type(flow))
        steps = found.steps
        last = len(steps)
        while at < last:  # the steps of one chapter, without touching the stack
            if out is not None:
                out.steps.add((found.name, found.names[at]))
            result = steps[at](flow, s, chance)
            at += 1
            if result is None:
                continue
            if isinstance(result, str):
                if result == DONE:
                    break
                if result == OVER:
                    stack.clear()
                    at = -1
                    break
                try:
                    at = found.index[result]
                except KeyError:
                    raise BadGame(f"{found.name} has no step '{result}'; it has {', '.join(found.names)}") from None
            elif isinstance(result, Ask):
                if not result.seats:  # nobody is concerned
                    s.answers = {}
                    continue
                returns[-1] = at
                s.stack, s.steps = tuple(stack), tuple(returns)
                s.question, s.asked, s.answers = result.question, result.seats, {}
                s.quiet, s.final, s.passing = result.quiet, result.final, result.passing
                s.waiting = result.seats[:1] if result.quiet else result.seats
                return
            elif isinstance(result, Instead):
                stack[-1], returns[-1] = result.flow, 0
                at = -1
                break
            else:
                returns[-1] = found.back[at - 1]
                stack.append(result)
                returns.append(0)
                at = -1
                break
        if at >= 0:  # the chapter is done
            stack.pop()
            returns.pop()
    s.stack = s.steps = ()
    s.question, s.asked, s.waiting, s.answers = "", (), (), {}


def answer(s: State, seat: int, given: Answer, chance: Chance) -> None:
    """Take a legal answer; when the last one is in, play on.  The order of arrival never matters."""
    if len(s.asked) == 1:
        s.answers = {seat: given}
        s.waiting = ()
        run(s, chance)
        return
    answers = {**s.answers, seat: given}
    if s.quiet:
        rest = s.asked[s.asked.index(seat) + 1 :]
        s.waiting = rest[:1] if given[:1] == (s.passing,) else ()
    else:
        s.waiting = tuple(other for other in s.waiting if other != seat)
    if s.waiting:
        s.answers = answers
    else:
        s.answers = {other: answers[other] for other in s.asked if other in answers}
        run(s, chance)


def playout(s: State, questions: Mapping[str, Question], rng: Random, chance: Chance) -> int:
    """Let everybody answer at random until the match is over; returns how many answers that took."""
    s.mindful = False  # chance draws no conclusions
    done = 0
    while s.waiting:
        choose = questions[s.question].choice
        if s.quiet or s.answers:  # one after the other, as they come
            answer(s, s.waiting[0], choose(s, s.waiting[0]).sample(rng), chance)
            done += 1
        else:
            s.answers = {seat: choose(s, seat).sample(rng) for seat in s.asked}
            s.waiting = ()
            done += len(s.asked)
            run(s, chance)
    return done
