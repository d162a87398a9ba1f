"""Lessons: what a lesson is, and how one is read from its TOML text.

A lesson is data beside its game (`games/<game>/lessons/`): where the match begins, and steps that say something, point
at something, wait for an answer.  `teacher.py` plays it at a table, `pupil.py` follows it to its end in tests, and
docs/design/lessons.md tells how to write one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundtable.engine import Answer, BadOption, BadPosition, Game, Match
from roundtable.engine.match import Position

from .frames import Candidate

LONGEST: Final = 230  # characters that are said at once; more is not read
SENTENCES: Final = 2
REST: Final = "*"  # as the last word of an answer: whatever follows
KINDS: Final = ("area", "log", "panel", "phase", "pick", "piece", "prompt", "spot", "stat")
OTHER: Final = "That can be done as well. For now, let us try what is shown."
_HEAD: Final = (
    *("rules", "title", "about", "minutes", "players", "options", "names", "bot", "seat", "seed", "chance"),
    *("position", "step"),
)
_STEP: Final = (
    *("name", "say", "point", "rule", "answer", "answers", "any", "other", "others", "watch", "go"),
    *("guess", "right", "reveal"),
)
_TAKE: Final = ("take", "go")


class BadLesson(ValueError):
    """A lesson that cannot be read or followed: says the file, the step and the reason."""


@dataclass(frozen=True)
class Taken:
    """An answer that a step waits for, and the name of the step that comes then ("": the next one)."""

    answer: Answer
    go: str = ""

    def fits(self, given: Answer) -> bool:
        """Whether it is this answer.

        >>> Taken(("attack", "*")).fits(("attack", "lion")), Taken(("attack",)).fits(("attack", "lion"))
        (True, False)
        """
        if self.answer and self.answer[-1] == REST:
            return given[: len(self.answer) - 1] == self.answer[:-1]
        return given == self.answer


@dataclass(frozen=True)
class Step:
    """One step: it says something, and waits for `next`, for an answer, for a guess, or until the others have acted."""

    n: int  # counted from 1, as in messages
    say: str
    name: str = ""
    point: str = ""  # kind:name, such as stat:you:Gems
    rule: str = ""  # a paragraph of the rules
    taken: tuple[Taken, ...] = ()  # the answers that it waits for,
    any: bool = False  # or any
    other: str = OTHER  # what is said to another legal answer
    others: tuple[tuple[int, Answer], ...] = ()  # what seats answer by script, each in its order
    watch: bool = False  # the others act until the pupil is asked, or their script is used up
    go: str = ""  # the name of the step that comes next
    guess: tuple[str, ...] = ()  # what will happen?
    right: int = 0  # which of them does, counted from 1
    reveal: str = ""  # what is said then
    end: bool = False  # the lesson is over with it; else it is with the last one

    @property
    def asks(self) -> bool:
        """Whether it waits for an answer to the game's question."""
        return self.any or bool(self.taken)


@dataclass(frozen=True)
class Lesson:
    """A lesson as it is read."""

    file: str
    rules: int
    title: str
    about: str
    minutes: int
    players: int
    steps: tuple[Step, ...]
    options: Mapping[str, object]
    names: tuple[str, ...]
    bot: str
    seat: int  # the pupil's
    seed: str
    chance: tuple[object, ...]
    asks: str  # the question of its position; "": it begins at the beginning
    lies: Mapping[str, object]
    values: tuple[Candidate, ...] = ()  # of a puzzle: what its answers are worth, best first

    def begin(self, game: Game, names: Sequence[str] = (), keep: int | None = None) -> Match:
        """The match of this lesson before the first answer."""
        position: Position | None = {"asks": self.asks, "lies": dict(self.lies)} if self.asks else None
        settled = game.settle(self.players, self.options)
        called = names or self.names
        return Match(game, self.players, settled, self.seed, called, self.chance, position, keep=keep)

    def check_rules(self, game: Game) -> None:
        """Refuse a lesson that was written for other rules."""
        check_age(self.file, self.rules, game, "go through it, then raise `rules`")

    def place(self, name: str) -> int:
        """The index of a step by its name."""
        return next(i for i, step in enumerate(self.steps) if step.name == name)


def check_age(where: str, rules: int, game: Game, advice: str) -> None:
    """Refuse what was written for other rules of the game."""
    if rules != game.rules_version:
        age = "older" if rules < game.rules_version else "later"
        raise BadLesson(
            f"{where}: written for {age} rules of {game.title} (version {rules}; these are version "
            f"{game.rules_version}): {advice}"
        )


def read(text: str, file: str, game: Game) -> Lesson:
    """The lesson in a text; `BadLesson` says what is wrong with it and where."""
    try:
        return _Reader(tomllib.loads(text), file, game).lesson()
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"{file}: {error}") from error


def read_all(game: Game) -> dict[str, Lesson]:
    """The lessons of a game by their names, in the order in which they are to be learnt."""
    return {name: read(text, f"{name}.toml", game) for name, text in game.lessons().items()}


class _Reader:
    """Takes a lesson apart, naming file and step wherever something is wrong."""

    def __init__(self, data: Mapping[str, Any], file: str, game: Game) -> None:
        self.data = data
        self.file = file
        self.game = game
        self.where = ""  # "step 3: "
        self.paragraphs = game.paragraphs()

    def lesson(self) -> Lesson:
        data = self.data
        self._only(data, _HEAD, "a lesson")
        position = self._get(data, "position", dict, {})
        self._only(position, ("asks", "lies"), "a position")
        players = self._get(data, "players", int)
        seat = self._get(data, "seat", int, 0)
        low, high = self.game.seats
        if not low <= players <= high:
            raise self._bad(f"{self.game.title} is for {low} to {high} players, not {players}")
        if not 0 <= seat < players:
            raise self._bad(f"there is no seat {seat}")
        names = tuple(self._get(data, "names", list, []))
        if len(names) != players or not all(isinstance(name, str) for name in names):
            raise self._bad(f"names: give the names of all {players} seats")
        steps = self._get(data, "step", list)
        if not steps:
            raise self._bad("it has no steps")
        lesson = Lesson(
            file=self.file,
            rules=self._get(data, "rules", int),
            title=self._get(data, "title", str),
            about=self._get(data, "about", str),
            minutes=self._get(data, "minutes", int),
            players=players,
            steps=tuple(self._step(n, step, players) for n, step in enumerate(steps, 1)),
            options=self._get(data, "options", dict, {}),
            names=names,
            bot=self._get(data, "bot", str, "page"),
            seat=seat,
            seed=str(data.get("seed", "lesson")),
            chance=tuple(self._get(data, "chance", list, [])),
            asks=self._get(position, "asks", str, ""),
            lies=self._get(position, "lies", dict, {}),
        )
        self._names(lesson)
        self.where = ""
        try:
            lesson.begin(self.game)
        except (BadOption, BadPosition, ValueError, TypeError, KeyError) as error:
            if lesson.rules == self.game.rules_version:  # what is too old says so elsewhere
                raise self._bad(f"its position: {error}") from error
        return lesson

    def _step(self, n: int, data: Any, players: int) -> Step:
        self.where = f"step {n}: "
        if not isinstance(data, dict):
            raise self._bad("a step is a table [[step]]")
        self._only(data, _STEP, "a step")
        say = self._said(data, "say")
        point, rule = self._get(data, "point", str, ""), self._get(data, "rule", str, "")
        if point and point.partition(":")[0] not in KINDS:
            raise self._bad(f"point: {point!r} is not a kind of {', '.join(KINDS)} with a name, such as area:hand")
        if rule and rule not in self.paragraphs:
            raise self._bad(f"rule: {self.game.title} has no paragraph {rule!r}")
        taken = self._taken(data)
        guess = tuple(self._get(data, "guess", list, []))
        right = self._get(data, "right", int, 0)
        ways = [bool(taken), self._get(data, "any", bool, False), self._get(data, "watch", bool, False), bool(guess)]
        if sum(ways) > 1:
            raise self._bad("it can wait for one thing only: answer, answers, any, watch or guess")
        if guess and not (len(guess) > 1 and 1 <= right <= len(guess)):
            raise self._bad("a guess has at least two answers, and `right` is the number of one of them")
        return Step(
            n=n,
            say=say,
            name=self._get(data, "name", str, ""),
            point=point,
            rule=rule,
            taken=taken,
            any=ways[1],
            other=self._said(data, "other", OTHER),
            others=tuple(self._scripted(entry, players) for entry in self._get(data, "others", list, [])),
            watch=ways[2],
            go=self._get(data, "go", str, ""),
            guess=guess,
            right=right,
            reveal=self._said(data, "reveal") if guess else "",
        )

    def _taken(self, data: Mapping[str, Any]) -> tuple[Taken, ...]:
        if "answer" in data:
            return (Taken(self._answer(data["answer"])),)
        listed = self._get(data, "answers", list, [])
        found = []
        for each in listed:
            if isinstance(each, dict):
                self._only(each, _TAKE, "an answer")
                found.append(Taken(self._answer(each.get("take")), self._get(each, "go", str, "")))
            else:
                found.append(Taken(self._answer(each)))
        return tuple(found)

    def _answer(self, words: Any) -> Answer:
        words = [words] if isinstance(words, str) else words
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise self._bad(f"an answer is a word or a list of words, not {words!r}")
        return tuple(words)

    def _scripted(self, entry: Any, players: int) -> tuple[int, Answer]:
        if not isinstance(entry, list) or not entry or not isinstance(entry[0], int) or not 0 <= entry[0] < players:
            raise self._bad(f"others: {entry!r} is not a seat and its answer, such as [1, 'pass']")
        return entry[0], self._answer(entry[1:])

    def _names(self, lesson: Lesson) -> None:
        named = [step.name for step in lesson.steps if step.name]
        for step in lesson.steps:
            self.where = f"step {step.n}: "
            if step.name and named.count(step.name) > 1:
                raise self._bad(f"another step is called {step.name!r}")
            for go in (step.go, *(taken.go for taken in step.taken)):
                if go and go not in named:
                    raise self._bad(f"there is no step {go!r} to go to")

    def _said(self, data: Mapping[str, Any], key: str, default: str | None = None) -> str:
        """A few words; nobody reads more at once."""
        words: str = self._get(data, key, str, default)
        if not words.strip():
            raise self._bad(f"{key}: it says nothing")
        if len(words) > LONGEST or len(re.findall(r"[.!?]['’”\")]*(?=\s|$)", words)) > SENTENCES:
            raise self._bad(f"{key}: at most {SENTENCES} sentences and {LONGEST} characters at once")
        return words

    def _get(self, data: Mapping[str, Any], key: str, kind: type[Any], default: Any = None) -> Any:
        if key not in data:
            if default is None:
                raise self._bad(f"{key} is missing")
            return default
        value = data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self._bad(f"{key}: {value!r} is not {_SPELT[kind]}")
        return value

    def _only(self, data: Mapping[str, Any], known: Sequence[str], what: str) -> None:
        for key in data:
            if key not in known:
                raise self._bad(f"{what} has no {key!r}; known: {', '.join(known)}")

    def _bad(self, reason: str) -> BadLesson:
        return BadLesson(f"{self.file}: {self.where}{reason}")


_SPELT: Final = {str: "a text", int: "a whole number", list: "a list", dict: "a table", bool: "true or false"}
