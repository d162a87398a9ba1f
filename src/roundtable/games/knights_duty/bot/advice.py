"""Knight's Duty: an answer to every question by simple priorities; programs are chosen in `programs`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from roundtable.engine import Answer, Choice, Game

from ..cards import CLAN, HEARTS, REACH, SHIELDS, TOKEN
from ..questions import NONE, STAY
from ..state import BROKEN, DutyState
from .programs import program, valued
from .value import threat

PROGRAMS: Final = 30  # worth a thought


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


def alternatives(v: DutyState, choice: Choice, seat: int) -> list[Answer]:
    """The programs that look best, and every way to go."""
    if v.question == "program_actions":
        return [answer for _, answer in valued(v, choice, seat)[:PROGRAMS]]
    return [(atom,) for atom in choice.atoms(())] if v.question == "choose_move" else []


def best(choice: Choice, rng: Random, value: Callable[[str], float]) -> Answer:
    """The atom of highest value; chance decides between equals."""
    return (max(choice.atoms(()), key=lambda atom: (value(atom), rng.random())),)


def space_value(v: DutyState, seat: int, atom: str) -> float:
    """A space from which the coming attacks reach somebody, out of reach of others; the High Ground."""
    space = v.at[seat] if atom == STAY else v.field.named[atom]
    far = v.field.distance[space]
    coming = [TOKEN[piece] for piece in v.tracker[seat] if TOKEN[piece] in REACH]
    weapon = coming[-1] if coming else v.weapon[seat]
    reach = REACH.get(weapon, 2)
    gap = min(far[v.at[q]] for q in v.foes(seat))
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
