"""Knight's Duty, section 11: what a good player knows, one decision at a time.

The program is chosen by adding up what each token would bring if the others stayed where they are, with enough chance
in it that nobody can count on it; the other decisions follow simple priorities.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from roundtable.engine import Answer, Choice

from .cards import CLAN, EMPTY, HEARTS, REACH, SHIELDS, TOKEN
from .rules import NONE, STAY
from .state import BROKEN, Duty

ATTACKS: Final = 0.4  # how likely an armed knight in range attacks in a given slot


def choose(game: Any, v: Duty, choice: Choice, seat: int, rng: Random) -> Answer:
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
    if question == "agree_strike":  # 11.13: let others break a Full Heart, finish a broken one oneself
        broken = v.hearts[v.targets[seat]] == BROKEN
        return ("strike",) if broken or rng.random() < 0.3 else ("wait",)
    if question == "agree_move":
        return ("insist",) if rng.random() < 0.6 else ("yield",)
    return choice.sample(rng)


# -- for searches ----------------------------------------------------------------------------------------------------

# Once the programs lie, what the others have laid matters most, and a search guesses it no better than these rules.
SEARCH: Final = {
    "advice": 8,
    "model": 200,
    "width": 0.05,
    "plain": ("choose_clan", "choose_move", "declare_target", "retarget", "use_inspiration"),
}


# -- choosing --------------------------------------------------------------------------------------------------------


def best(choice: Choice, rng: Random, value: Any) -> Answer:
    """The atom of highest value; chance decides between equals."""
    return (max(choice.atoms(()), key=lambda atom: (value(atom), rng.random())),)


# -- programming -----------------------------------------------------------------------------------------------------


def program(v: Duty, choice: Choice, seat: int, rng: Random) -> Answer:
    """11.5: the best of some random programs, with a little noise so that it cannot be foreseen."""
    tries = {choice.sample(rng) for _ in range(40)}
    return max(sorted(tries), key=lambda answer: program_value(v, seat, answer) + 0.15 * rng.random())


def program_value(v: Duty, seat: int, answer: Answer) -> float:
    """What the tokens would bring, slot by slot, if the others stayed where they are."""
    weapon, moved, value = v.weapon[seat], 0, 0.0
    later = [token for token in answer if token in REACH]
    for slot, token in enumerate(answer):
        danger = threat(v, seat, v.at[seat])
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


def strike_value(v: Duty, seat: int, weapon: str, moved: int, slot: int) -> float:
    """The best blow this weapon could land after so many steps towards the target."""
    values = [0.0]
    for q in v.standing:
        if q != seat and v.distance(seat, q) - moved <= REACH[weapon]:
            open_late = slot == 2 and v.hearts[q] == BROKEN  # 11.8: nothing to defend with in slot 3
            worth = 1.5 if v.hearts[q] == BROKEN else 1.0
            values.append(HEARTS[weapon] / 4 * worth + (0.2 if open_late else 0.0))
    return max(values)


def nearest(v: Duty, seat: int) -> int:
    return min(v.distance(seat, q) for q in v.standing if q != seat)


def threat(v: Duty, seat: int, space: int) -> float:
    """11.3: the chance to be hit on that space by knights that are armed already, if each of them attacked."""
    far = v.field.distance[space]
    total = 0.0
    for q in v.standing:
        weapon = v.weapon[q]
        if q != seat and weapon and far[v.at[q]] <= REACH[weapon]:
            total += HEARTS[weapon] / 4
    return total


# -- the other decisions ---------------------------------------------------------------------------------------------


def space_value(v: Duty, seat: int, atom: str) -> float:
    """11.10: a space from which the coming attacks reach somebody, out of reach of others; the High Ground."""
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


def hit_chance(v: Duty, seat: int, target: int) -> float:
    weapon = v.weapon[seat]
    guard = v.acts[target] == "shield"
    hearts, shields = HEARTS[weapon] - guard, SHIELDS[weapon] + guard
    return hearts / (hearts + shields)


def target_value(v: Duty, seat: int, atom: str) -> float:
    """11.12, 11.17: finish Broken Hearts, avoid parries with little hope, never strike the defeated."""
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


def worth_inspiration(v: Duty, seat: int) -> bool:
    """11.14: when the hit defeats, or where it changes the odds most."""
    attacker = v.order[0]
    target = v.targets[attacker]
    deadly = v.hearts[target] == BROKEN
    if not v.hearts[target]:
        return False
    if seat == attacker:
        return deadly or v.weapon[attacker] != "sword" or v.field.distance[v.at[seat]][v.field.high_ground] <= 1
    return deadly or v.weapon[attacker] == "sword"
