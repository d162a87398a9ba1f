"""Tune: search a number or two of an edition, or of the options, for what makes a game play as one wants (Optuna).

Every trial plays the same deals, so that trials differ by the numbers only.  The best of many trials looks better than
it is; so it plays once more, beside what one began with, on deals that no trial has seen.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final

from roundtable.engine import Game
from roundtable.games import edition
from roundtable.games import game as find_game

from . import LabError
from .batches import HERE, Place, Tell, silent
from .results import Results
from .runs import undisturbed
from .simulate import Plan
from .story import Story, tell
from .studies import each, kept

FORMAT: Final = "roundtable-trials/1"
GOALS: Final = ("seats even", "shorter", "longer", "fewer draws", "closer", "45 minutes")


class BadTuning(LabError):
    """Something that cannot be varied, or a goal that is not known."""


@dataclass(frozen=True)
class Vary:
    """A number and its bounds: an option, or a field of a row of a table."""

    words: str
    path: tuple[str, ...]
    low: int
    high: int

    @classmethod
    def read(cls, words: str, game: Game) -> Vary:
        """What is to be varied; a row may go without its table where that is plain.

        >>> import roundtable as rt
        >>> Vary.read("dragon.bp=30..80", rt.game("quests-of-the-round-table")).path
        ('cards', 'dragon', 'bp')
        """
        found = re.fullmatch(r"(?P<path>[\w.-]+)=(?P<low>-?\d+)\.\.(?P<high>-?\d+)", words.strip())
        if found is None or int(found["low"]) >= int(found["high"]):
            raise BadTuning(f"--vary {words}: write it as dragon.bp=30..80")
        path = tuple(found["path"].split("."))
        low, high = int(found["low"]), int(found["high"])
        if len(path) == 1:
            if path[0] not in {option.name for option in game.options.listed() if option.kind == "int"}:
                raise BadTuning(f"--vary {words}: {game.title} has no option {path[0]} that is a number")
            return cls(words, path, low, high)
        tables = edition.opened(game.slug)
        if len(path) == 2:
            there = [table for table, rows in tables.items() if path[1] in rows.get(path[0], ())]
            if len(there) != 1:
                known = sorted({field for rows in tables.values() for field in rows.get(path[0], ())})
                hint = f"it has {', '.join(known)}" if known else "there is no such row"
                raise BadTuning(f"--vary {words}: {hint}")
            path = (there[0], *path)
        if len(path) != 3 or path[0] not in tables:
            raise BadTuning(f"--vary {words}: the tables are {', '.join(tables)}")
        return cls(words, path, low, high)

    @property
    def name(self) -> str:
        return ".".join(self.path[-2:])


@dataclass(frozen=True)
class Goal:
    """What is wanted, as a number that should be small."""

    words: str
    minutes: float = 0.0

    @classmethod
    def read(cls, words: str) -> Goal:
        """A goal in words.

        >>> Goal.read("45 minutes").minutes
        45.0
        """
        plain = " ".join(words.split())
        found = re.fullmatch(r"([\d.]+) minutes", plain)
        if found is None and plain not in GOALS:
            raise BadTuning(f"--for {words!r}: there are: {', '.join(GOALS)}")
        return cls(plain, float(found[1]) if found else 0.0)

    def loss(self, stories: Sequence[Story]) -> float:
        """How far the matches are from it."""
        whole = [story for story in stories if not story.fault]
        if not whole:
            raise BadTuning("all matches failed")
        count, players = len(whole), len(whole[0].asked)
        minutes = sorted(story.minutes for story in whole)[count // 2]
        if self.minutes:
            return abs(minutes - self.minutes)
        if self.words == "seats even":
            wins = [sum(column) / count for column in zip(*(story.shares() for story in whole), strict=True)]
            return sqrt(sum((won - 1 / players) ** 2 for won in wins) / players)
        if self.words == "fewer draws":
            return sum(len(story.ranking[0]) > 1 for story in whole) / count
        if self.words == "closer":
            leads = [sorted(story.tally[story.score], reverse=True) for story in whole if story.score]
            return sum(points[0] - points[1] for points in leads) / max(1, len(leads))
        return minutes if self.words == "shorter" else -minutes


@dataclass(frozen=True)
class Trial:
    """Numbers that were tried, and how far the matches were from the goal."""

    values: dict[str, int]
    loss: float
    fault: str = ""


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    goal: str
    trials: list[Trial]
    best: dict[str, int]
    edition: str  # the text of the best, "" if only options were varied
    before: float  # how far what one began with was from the goal, on fresh deals
    after: float  # and the best


def tune(
    plan: Plan,
    varied: Sequence[Vary],
    goal: Goal,
    trials: int,
    place: Place = HERE,
    progress: Callable[[int, str], None] | None = None,
    say: Tell = silent,
    out: Path | None = None,
) -> Tuned:
    """Try numbers, each on the plan's deals, and take the best to fresh ones.

    Trials are kept in a file beside `out`: a search that was cut asks for the same numbers again, and knows them.
    """
    try:
        import optuna
    except ImportError as error:
        raise BadTuning("tuning needs Optuna: pip install 'roundtable-games[tune]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=plan.seed))
    asks = {"vary": [one.words for one in varied], "goal": goal.words, "matches": plan.matches, "seed": plan.seed}
    path = out.with_name(f"{out.stem}-trials.jsonl") if out is not None else None
    results = Results(path, {**plan.head(), "format": FORMAT, **asks}, Trial)
    known = {tuple(trial.values.values()): trial for trial in results}
    tried: dict[tuple[int, ...], Trial] = {}
    for _ in range(trials):
        asked = study.ask()
        values = {one.words: asked.suggest_int(one.words, one.low, one.high) for one in varied}
        key = tuple(values.values())
        if key not in tried and key in known:
            tried[key] = known[key]
        elif key not in tried:
            if progress is not None:
                progress(len(tried), ", ".join(f"{one.name}={values[one.words]}" for one in varied))
            try:
                loss = goal.loss(_played(changed(plan, varied, values), place, say))
                tried[key] = Trial({one.name: values[one.words] for one in varied}, round(loss, 5))
            except edition.BadEdition as error:
                tried[key] = Trial({one.name: values[one.words] for one in varied}, 1e9, str(error))
            with undisturbed():
                results.add([tried[key]])
        study.tell(asked, tried[key].loss)
    key = min(tried, key=lambda one: tried[one].loss)
    best = tried[key]
    if best.fault:
        raise BadTuning(best.fault)
    fresh = replace(plan, seed=plan.seed + plan.matches)
    chosen = changed(fresh, varied, dict(zip((one.words for one in varied), key)))
    before, after = (round(goal.loss(_played(one, place, say)), 5) for one in (fresh, chosen))
    return Tuned(goal.words, list(tried.values()), best.values, find_game(chosen.game).edition, before, after)


def _played(plan: Plan, place: Place, say: Tell) -> list[Story]:
    return each(plan, partial(tell, plan), plan.matches, place, say, kept(plan, None), "tune")


def changed(plan: Plan, varied: Sequence[Vary], values: Mapping[str, int]) -> Plan:
    """The plan with these numbers."""
    game = find_game(plan.game)
    tables: dict[str, object] = tomllib.loads(game.edition) if game.edition else {"game": game.slug}
    options = dict(plan.options)
    for one in varied:
        if len(one.path) == 1:
            options[one.path[0]] = values[one.words]
        else:
            _put(tables, one.path, values[one.words])
    if len(tables) > 1:
        game = find_game(game.origin, edition.parsed("the tuned edition", toml(tables)))
    return replace(plan, game=game, options=options).settled()


def _put(tables: dict[str, object], path: Sequence[str], value: int) -> None:
    for name in path[:-1]:
        inner = tables.setdefault(name, {})
        if not isinstance(inner, dict):
            raise BadTuning(f"{'.'.join(path)}: {name} is no table of the edition")
        tables = inner
    tables[path[-1]] = value


def toml(tables: Mapping[str, object]) -> str:
    """Plain tables as TOML, each value on a line of its own.

    >>> print(toml({"game": "x", "cards": {"king": {"count": 3, "raises": ["a"]}}}), end="")
    game = "x"
    cards.king.count = 3
    cards.king.raises = ["a"]
    """
    return "".join(f"{key} = {_value(value)}\n" for key, value in _flat(tables, ()))


def _flat(tables: Mapping[str, object], above: tuple[str, ...]) -> list[tuple[str, object]]:
    out: list[tuple[str, object]] = []
    for key, value in tables.items():
        path = (*above, key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _value(key))
        out += _flat(value, path) if isinstance(value, dict) else [(".".join(path), value)]
    return out


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(f"\\u{ord(c):04x}" if c in '"\\' or ord(c) < 32 else c for c in value) + '"'
    return str(value)
