"""Puzzles: positions in which one answer is clearly the best, with what the seat may know.

`roundtable puzzles make` finds them and writes them beside the game as `puzzles.jsonl`: a line that says what the file
is, then a line for each puzzle.  At a table a puzzle is a lesson of one question: any answer is taken, and what each is
worth is told afterwards.  docs/design/puzzles.md tells how to make them for games of one's own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import Any, Final

from roundtable.engine import Answer, BadOption, BadPosition, Game
from roundtable.engine.match import Position

from .frames import Candidate
from .lessons import BadLesson, Lesson, Step, Taken, check_age, read

FORMAT: Final = "roundtable-puzzles/1"
OFTEN: Final = 0.5  # who finds it so often finds it
LEVELS: Final = ("easy", "medium", "hard")
ASKED: Final = {
    "easy": "What looks best is best here.",
    "medium": "Here one has to think ahead.",
    "hard": "This one is hard, even for a Knight.",
}


class BadPuzzle(BadLesson):
    """A puzzle that cannot be read or laid out: says the file, the puzzle and the reason."""


@dataclass(frozen=True)
class Check:
    """How it was made sure that the answer is the best."""

    seconds: float  # processor time of the searches
    simulations: int
    worlds: int  # in which the best answers were compared beside that
    lead: float  # of the best answer there
    error: float  # its standard error


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as it is read."""

    file: str
    id: str
    rules: int
    players: int
    options: Mapping[str, object]
    names: tuple[str, ...]
    seat: int
    position: Position  # a world that agrees with what the seat sees, not the truth of the match it was found in
    values: tuple[tuple[Answer, float], ...]  # the share of the match that answers promise, best first
    found: Mapping[str, float]  # how often a bot of that rank finds it
    check: Check

    @property
    def best(self) -> Answer:
        return self.values[0][0]

    @property
    def hardness(self) -> float:
        """How seldom it is found."""
        return 1 - sum(self.found.values()) / len(self.found)

    @property
    def level(self) -> str:
        """Easy where what looks best is best; hard where even a search seldom finds it."""
        if self.found["squire"] >= OFTEN:
            return LEVELS[0]
        return LEVELS[1] if self.found["knight"] >= OFTEN else LEVELS[2]

    def check_rules(self, game: Game) -> None:
        check_age(f"{self.file}: puzzle {self.id}", self.rules, game, "make the puzzles of this game anew")

    def lesson(self, game: Game) -> Lesson:
        """The same as a lesson of one question; what is said after each answer is written here."""
        bare = Lesson(
            *(self.file, self.rules, f"Puzzle {self.id}", "", 1, self.players, (), self.options, self.names, "squire"),
            seat=self.seat,
            seed=self.id,
            chance=(),
            asks=self.position["asks"],
            lies=self.position["lies"],
        )
        view = bare.begin(game).view(self.seat)
        visits = self.check.simulations
        values = tuple(
            Candidate(answer, [game.label(view, atom) for atom in answer], value, visits)
            for answer, value in self.values
        )
        best = f"{_words(values[0])}: {_percent(values[0])}"
        said = [f"Yes, that is best. It promises {_percent(values[0])}, the next best answer {_percent(values[1])}."]
        said += [f"That promises {_percent(each)}. The best answer is {best}." for each in values[1:]]
        said.append(f"That is not among the best answers here. The best one is {best}.")
        taken = tuple(Taken(tuple(each.atoms), str(n)) for n, each in enumerate(values, 1))
        steps = (
            Step(1, f"{ASKED[self.level]} Which answer is best, with what you can see?", taken=taken, any=True, go="0"),
            *(Step(n + 2, words, str((n + 1) % len(said)), end=True) for n, words in enumerate(said)),
        )
        return replace(bare, steps=steps, values=values)

    def line(self) -> str:
        """As it is written."""
        return json.dumps(
            {
                "id": self.id,
                "rules": self.rules,
                "players": self.players,
                "options": dict(self.options),
                "names": list(self.names),
                "seat": self.seat,
                "values": [[list(answer), value] for answer, value in self.values],
                "found": dict(self.found),
                "check": {name: getattr(self.check, name) for name in _CHECK},
                "position": {"asks": self.position["asks"], "lies": dict(self.position["lies"])},
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )


_CHECK: Final = ("seconds", "simulations", "worlds", "lead", "error")
_PARTS: Final[dict[str, type]] = {
    "id": str,
    "rules": int,
    "players": int,
    "options": dict,
    "names": list,
    "seat": int,
    "values": list,
    "found": dict,
    "check": dict,
    "position": dict,
}


def read_puzzle(line: str, file: str, game: Game, n: int = 1) -> Puzzle:
    """The puzzle in a line; `BadPuzzle` says what is wrong with it."""
    where = f"{file}: puzzle {n}"
    try:
        data = json.loads(line)
    except ValueError as error:
        raise BadPuzzle(f"{where}: no JSON: {error}") from error
    if not isinstance(data, dict):
        raise BadPuzzle(f"{where}: a puzzle is an object with {', '.join(_PARTS)}")
    for key, kind in _PARTS.items():
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise BadPuzzle(f"{where}: {key} is missing, or not what it should be: {data.get(key)!r:.60}")
    try:
        puzzle = Puzzle(
            *(file, data["id"], data["rules"], data["players"], data["options"], tuple(map(str, data["names"]))),
            seat=data["seat"],
            position={"asks": str(data["position"]["asks"]), "lies": dict(data["position"]["lies"])},
            values=tuple((tuple(map(str, answer)), float(value)) for answer, value in data["values"]),
            found={rank: float(data["found"][rank]) for rank in ("page", "squire", "knight")},
            check=Check(**{name: data["check"][name] for name in _CHECK}),
        )
        if len(puzzle.values) < 2 or len(puzzle.names) != puzzle.players or not 0 <= puzzle.seat < puzzle.players:
            raise ValueError("it has at least two answers, a name for every seat, and a seat that is asked")
    except (KeyError, TypeError, ValueError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise BadPuzzle(f"{where}: {reason}") from error
    return puzzle


def check_puzzle(puzzle: Puzzle, game: Game) -> None:
    """Lay it out and look whether its answers are legal; `BadPuzzle` if it cannot be asked."""
    puzzle.check_rules(game)
    where = f"{puzzle.file}: puzzle {puzzle.id}"
    try:
        match = puzzle.lesson(game).begin(game)
    except (BadOption, BadPosition, ValueError, TypeError, KeyError) as error:
        raise BadPuzzle(f"{where}: its position: {error}") from error
    if puzzle.seat not in match.asked:
        raise BadPuzzle(f"{where}: seat {puzzle.seat} is not asked there")
    choice = match.choice(puzzle.seat)
    for answer, _ in puzzle.values:
        refusal = choice.refusal(answer)
        if refusal is not None:
            raise BadPuzzle(f"{where}: {' '.join(answer)} is not legal: {refusal}")


def read_puzzles(text: str, file: str, game: Game) -> dict[str, Puzzle]:
    """The puzzles of a file by their ids, the easiest first."""
    lines = text.splitlines()
    try:
        head: Any = json.loads(lines[0]) if lines else {}
    except ValueError:
        head = {}
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadPuzzle(f"{file}: not a file of puzzles (its first line is not {FORMAT})")
    found = [read_puzzle(line, file, game, n) for n, line in enumerate(lines[1:], 1)]
    for n, puzzle in enumerate(found):
        if any(other.id == puzzle.id for other in found[:n]):
            raise BadPuzzle(f"{file}: puzzle {n + 1}: another one is called {puzzle.id!r}")
    return {puzzle.id: puzzle for puzzle in sorted(found, key=lambda each: each.hardness)}


def read_all_puzzles(game: Game) -> dict[str, Puzzle]:
    """The puzzles of a game by their ids, the easiest first."""
    text = game.puzzles()
    return read_puzzles(text, "puzzles.jsonl", game) if text else {}


def write_puzzles(puzzles: Sequence[Puzzle], game: Game) -> str:
    """The text of a file of puzzles: they are numbered, the easiest first."""
    head = json.dumps({"format": FORMAT, "game": game.slug})
    ordered = sorted(puzzles, key=lambda each: (each.hardness, each.id))
    numbered = [replace(puzzle, id=str(n)) for n, puzzle in enumerate(ordered, 1)]
    return "".join(f"{line}\n" for line in (head, *(puzzle.line() for puzzle in numbered)))


def of_the_day(puzzles: Mapping[str, Puzzle], day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody; one after the other, in an order that is not that of hardness."""
    ids = sorted(puzzles, key=lambda id: sha256(id.encode()).digest())
    return puzzles[ids[day.toordinal() % len(ids)]] if ids else None


def read_taught(text: str, file: str, game: Game) -> Lesson:
    """What a table teaches: a lesson, or a puzzle, which is a line of its file."""
    return read_puzzle(text, file, game).lesson(game) if text.startswith("{") else read(text, file, game)


def _words(candidate: Candidate) -> str:
    return ", ".join(candidate.words) or "nothing"


def _percent(candidate: Candidate) -> str:
    return f"{100 * candidate.value:.0f} %"
