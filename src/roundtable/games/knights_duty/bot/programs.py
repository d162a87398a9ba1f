"""Knight's Duty: which programs look good.

A program is worth what each token would bring if the others stayed where they are, with enough chance in the choice
that nobody can count on it.
"""

from __future__ import annotations

from random import Random
from typing import Final

from roundtable.engine import Answer, Choice

from ..cards import EMPTY, HEARTS, REACH
from ..state import BROKEN, DutyState
from .value import threat

ATTACKS: Final = 0.4  # how likely an armed knight in range attacks in a given slot
_VALUED: Final[dict[tuple[object, ...], list[tuple[float, Answer]]]] = {}
_EVERY: Final[dict[tuple[int, bool], list[Answer]]] = {}


def program(v: DutyState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The best of some random programs, with a little noise so that it cannot be foreseen."""
    programs = valued(v, choice, seat)
    best_value, best_answer = -9.0, programs[0][1]
    for _ in range(40):
        value, answer = programs[int(rng.random() * len(programs))]
        value += 0.15 * rng.random()
        if value > best_value:
            best_value, best_answer = value, answer
    return best_answer


def valued(v: DutyState, choice: Choice, seat: int) -> list[tuple[float, Answer]]:
    """All programs with their values, best first; they depend on few things, so they are worked out once for each."""
    far = v.field.distance[v.at[seat]]
    foes = sorted([(far[v.at[q]], v.hearts[q]) for q in v.foes(seat)])
    size = (v.allowed[seat], v.options.allow_empty_slots)
    danger = threat(v, seat, v.at[seat])
    key = (size, v.weapon[seat], v.inspired[seat], danger, tuple(foes))
    found = _VALUED.get(key)
    if found is None:
        every = _EVERY.get(size)
        if every is None:
            every = _EVERY[size] = list(choice.every())
        found = sorted([(program_value(v, seat, answer), answer) for answer in every], reverse=True)
        if len(_VALUED) > 20000:
            _VALUED.clear()
        _VALUED[key] = found
    return found


def program_value(v: DutyState, seat: int, answer: Answer) -> float:
    """What the tokens would bring, slot by slot, if the others stayed where they are."""
    weapon, moved, value = v.weapon[seat], 0, 0.0
    later = [token for token in answer if token in REACH]
    danger = threat(v, seat, v.at[seat])
    for slot, token in enumerate(answer):
        if token in REACH:
            if token == weapon:
                value += strike_value(v, seat, weapon, moved, slot)
            else:
                value += 0.25 if weapon == "" else -0.1
                weapon = token
        elif token == "move":
            aim = REACH[later[-1]] if later else REACH.get(weapon, 2)
            if nearest(v, seat) - moved > aim:
                moved += 1
                value += 0.2
            else:
                value += 0.1 * danger
            if not v.inspired[seat]:
                value += 0.05
        elif token == "shield":
            value += 0.25 * ATTACKS * danger
        elif token == "parry":
            value += 0.15 * ATTACKS * danger
        elif token == EMPTY:
            value -= 0.1
    return value


def strike_value(v: DutyState, seat: int, weapon: str, moved: int, slot: int) -> float:
    """The best blow this weapon could land after so many steps towards the target."""
    values = [0.0]
    for q in v.foes(seat):
        if v.distance(seat, q) - moved <= REACH[weapon]:
            open_late = slot == 2 and v.hearts[q] == BROKEN  # nothing to defend with in slot 3
            worth = 1.5 if v.hearts[q] == BROKEN else 1.0
            values.append(HEARTS[weapon] / 4 * worth + (0.2 if open_late else 0.0))
    return max(values)


def nearest(v: DutyState, seat: int) -> int:
    return min(v.distance(seat, q) for q in v.foes(seat))
