"""Knight's Duty: what a good player knows, one decision at a time.

The program is chosen by adding up what each token would bring if the others stayed where they are, with enough chance
in it that nobody can count on it; the other decisions follow simple priorities.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any, Final

from roundtable.engine import Answer, Choice, Game
from roundtable.engine.knowledge import Knowledge, Parameters

from .cards import CLAN, EMPTY, HEARTS, REACH, SHIELDS, TOKEN
from .rules import NONE, STAY
from .state import BROKEN, FULL, DutyState

ATTACKS: Final = 0.4  # how likely an armed knight in range attacks in a given slot


def choose(game: Game, v: DutyState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The answer of a knight that thinks one step ahead."""
    question = v.question
    if question == "program_actions":
        return program(v, choice, seat, rng)
    if question == "choose_move":
        return best(choice, rng, lambda atom: space_value(v, seat, atom))
    if question in ("declare_target", "retarget"):
        return best(choice, rng, lambda atom: target_value(v, seat, atom))
    if question == "use_inspiration":
        return ("use",) if worth_inspiration(v, seat) else ("keep",)
    if question == "agree_strike":  # let others break a Full Heart, finish a broken one oneself
        broken = v.hearts[v.targets[seat]] == BROKEN
        return ("strike",) if broken or rng.random() < 0.3 else ("wait",)
    if question == "agree_move":
        return ("insist",) if rng.random() < 0.6 else ("yield",)
    return choice.sample(rng)


# -- for searches ----------------------------------------------------------------------------------------------------

SEARCH: Final = Parameters(
    advice=8,
    guesses=40,  # as many programs as `program` looks at
    horizon=1,
    model=200,
    widening=0.05,
    plain=("choose_clan", "declare_target", "retarget", "use_inspiration"),
)

# Fitted to who won 14,000 duels and 5,000 matches of four, played by these rules with a random answer now and then: the
# chances of two knights are as e to the power of their values.
FULL_HEART: Final = 1.2
INSPIRED: Final = 0.15
STANCE: Final = {  # two knights, by the weapon in hand: what it is worth at distance 1, 2, ... from the other
    "": (-0.3, -0.35, -0.15, -0.05, 0.0, -0.05, -0.1),
    "sword": (0.6, 0.55, 0.05, -0.1, 0.0, 0.0, 0.05),
    "spear": (0.05, 0.15, 0.3, 0.1, 0.1, 0.1, 0.15),
    "bow": (-0.35, -0.35, -0.2, 0.05, -0.1, 0.0, -0.1),
}
MELEE: Final = {  # more knights: at that distance from the nearest, for it pays to let others fight
    "": (-0.3, -0.8, -0.2, -0.1, 0.3, 0.65, 0.0),
    "sword": (-0.25, -0.3, -0.45, -0.05, 0.2, 0.5, 0.4),
    "spear": (-0.7, -0.25, -0.15, 0.25, 0.55, 0.7, 0.25),
    "bow": (-0.45, -0.85, -0.6, 0.05, 0.6, 0.65, 0.4),
}
PREY: Final = 0.2  # a knight on a Broken Heart in reach
# If all let the others fight nobody wins (R36): so many turns later one begins to turn upon the nearest as in a duel,
# and after twice as many one does nothing else.
PATIENCE: Final = 4.0
PULL: Final = 0.3  # then, for every space that the nearest is away; far apart, STANCE alone calls nobody closer
FALLEN: Final = -30.0
PROGRAMS: Final = 30  # worth a thought


def alternatives(v: DutyState, choice: Choice, seat: int) -> list[Answer]:
    """The programs that look best, and every way to go."""
    if v.question == "program_actions":
        return [answer for _, answer in valued(v, choice, seat)[:PROGRAMS]]
    return [(atom,) for atom in choice.atoms(())] if v.question == "choose_move" else []


def likely(w: DutyState, seat: int) -> float:
    """Whoever has laid tokens has laid what looks best; so it is with those that still lie face down."""
    hidden = [q for q in w.standing if q != seat and w.tracker[q]]
    return (
        sum([program_value(w, q, tuple([TOKEN[piece] for piece in w.tracker[q]])) for q in hidden]) if hidden else inf
    )


def quiet(s: DutyState) -> bool:
    """When a turn begins."""
    return s.question == "program_actions"


def value(s: DutyState, seat: int) -> float:
    """Hearts first, then how far one stands from whom, with what in hand."""
    if seat not in s.standing:
        return FALLEN + 0.01 * s.fell[seat]
    far, weapon = s.field.distance[s.at[seat]], s.weapon[seat]
    foes = [q for q in s.standing if q != seat]
    nearest = min([far[s.at[q]] for q in foes])
    worth = FULL_HEART * (s.hearts[seat] == FULL) + INSPIRED * s.inspired[seat]
    duel = STANCE[weapon][min(nearest, 7) - 1]
    if len(foes) == 1:
        return worth + duel
    melee = MELEE[weapon][min(nearest, 7) - 1] - threat(s, seat, s.at[seat])
    if weapon:
        melee += PREY * len([q for q in foes if s.hearts[q] == BROKEN and far[s.at[q]] <= REACH[weapon]])
    bored = min(1.0, max(0.0, s.turn / PATIENCE - 1.0))
    return worth + bored * (duel - PULL * nearest) + (1.0 - bored) * melee


# -- choosing --------------------------------------------------------------------------------------------------------


def best(choice: Choice, rng: Random, value: Any) -> Answer:
    """The atom of highest value; chance decides between equals."""
    return (max(choice.atoms(()), key=lambda atom: (value(atom), rng.random())),)


# -- programming -----------------------------------------------------------------------------------------------------


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


_VALUED: Final[dict[tuple[Any, ...], list[tuple[float, Answer]]]] = {}
_EVERY: Final[dict[tuple[int, bool], list[Answer]]] = {}


def valued(v: DutyState, choice: Choice, seat: int) -> list[tuple[float, Answer]]:
    """All programs with their values, best first; they depend on few things, so they are worked out once for each."""
    far = v.field.distance[v.at[seat]]
    foes = sorted([(far[v.at[q]], v.hearts[q]) for q in v.standing if q != seat])
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
    for q in v.standing:
        if q != seat and v.distance(seat, q) - moved <= REACH[weapon]:
            open_late = slot == 2 and v.hearts[q] == BROKEN  # nothing to defend with in slot 3
            worth = 1.5 if v.hearts[q] == BROKEN else 1.0
            values.append(HEARTS[weapon] / 4 * worth + (0.2 if open_late else 0.0))
    return max(values)


def nearest(v: DutyState, seat: int) -> int:
    return min(v.distance(seat, q) for q in v.standing if q != seat)


def threat(v: DutyState, seat: int, space: int) -> float:
    """The chance to be hit on that space by knights that are armed already, if each of them attacked."""
    far = v.field.distance[space]
    total = 0.0
    for q in v.standing:
        weapon = v.weapon[q]
        if q != seat and weapon and far[v.at[q]] <= REACH[weapon]:
            total += HEARTS[weapon] / 4
    return total


# -- the other decisions ---------------------------------------------------------------------------------------------


def space_value(v: DutyState, seat: int, atom: str) -> float:
    """A space from which the coming attacks reach somebody, out of reach of others; the High Ground."""
    space = v.at[seat] if atom == STAY else v.field.named[atom]
    far = v.field.distance[space]
    coming = [TOKEN[piece] for piece in v.tracker[seat] if TOKEN[piece] in REACH]
    weapon = coming[-1] if coming else v.weapon[seat]
    reach = REACH.get(weapon, 2)
    gap = min(far[v.at[q]] for q in v.standing if q != seat)
    value = 0.6 if gap <= reach and coming else -0.15 * max(0, gap - reach)
    value -= 0.5 * threat(v, seat, space)
    if atom != STAY and space == v.field.high_ground and not v.inspired[seat]:
        value += 0.3
    if atom != STAY and space in v.at:
        value -= 0.2  # only if it is left
    return value


def hit_chance(v: DutyState, seat: int, target: int) -> float:
    weapon = v.weapon[seat]
    guard = v.acts[target] == "shield"
    hearts, shields = HEARTS[weapon] - guard, SHIELDS[weapon] + guard
    return hearts / (hearts + shields)


def target_value(v: DutyState, seat: int, atom: str) -> float:
    """Finish Broken Hearts, avoid parries with little hope, never strike the defeated."""
    if atom == NONE:
        return 0.0
    target = v.clans.index(CLAN[atom])
    if not v.hearts[target]:
        return -1.0
    chance = hit_chance(v, seat, target)
    value = chance * (1.5 if v.hearts[target] == BROKEN else 1.0)
    if v.acts[target] == "parry":
        value -= 0.4 * (1 - chance)
    return value


def worth_inspiration(v: DutyState, seat: int) -> bool:
    """When the hit defeats, or where it changes the odds most."""
    attacker = v.order[0]
    target = v.targets[attacker]
    deadly = v.hearts[target] == BROKEN
    if not v.hearts[target]:
        return False
    if seat == attacker:
        return deadly or v.weapon[attacker] != "sword" or v.field.distance[v.at[seat]][v.field.high_ground] <= 1
    return deadly or v.weapon[attacker] == "sword"


KNOWLEDGE: Final = Knowledge(
    choose=choose,
    value=value,
    quiet=quiet,
    alternatives=alternatives,
    likely=likely,
    parameters=SEARCH,
)
