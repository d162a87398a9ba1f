"""Knight's Duty: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine import BadPosition, put
from roundtable.engine.flow import Flow, table
from roundtable.engine.parts import Parts

from .cards import CLAN, CLANS, EMPTY, REACH, TOKENS, program_of
from .questions import NONE, QUESTIONS, STAY, choose_move, declare_target
from .rules.attack import Attack
from .rules.knight import take_back
from .rules.setup import Knights
from .rules.slot import Slot, turn_over
from .rules.turn import Turn
from .state import BROKEN, DEFEATED, FULL, NOBODY, NOWHERE, DutyState

HEARTS: Final = {"full": FULL, "broken": BROKEN}
AIMED: Final = ("agree_strike", "retarget", "use_inspiration")  # asked when all have a target
TURNS: Final = 100_000


def arrange(s: DutyState, asks: str, lies: Mapping[str, object]) -> None:
    """Lay out knights and programs.

    `lies` may name: ``knights``, one per seat in seat order, clan -> {"at": space, "heart": "full" | "broken",
    "weapon": ..., "inspired": bool, "program": [tokens of this turn], "began": "full" | "broken" (the heart at the
    start of the turn)}, or {"fell": [turn, slot]} for one that has left the field; ``turn``, ``slot`` (the one being
    played), ``calm`` (turns without a hit), ``lead`` (a clan); in a series also ``bout``, the ``points`` of the bouts
    before (clan -> points) and ``earlier``, their turns.

    - ``choose_clan``: instead of all that, ``chosen``, the clans taken so far.
    - ``program_actions``: a turn begins.
    - ``choose_move``: the slot is opened.
    - ``agree_move``: each mover has a ``goal``, a space or "stay".
    - ``declare_target``: all have moved, and stand where they are ``at``.
    - ``agree_strike``: each attacker has a ``target``, a clan or "none".
    - ``retarget`` and ``use_inspiration``: the same, ``order`` has the clans that are still to attack, the one in turn
      first, and ``struck`` those attacked before in this slot.
    """
    if asks not in QUESTIONS:
        raise BadPosition(f"there is no question {asks!r}; there are {', '.join(QUESTIONS)}")
    parts = Parts(lies)
    if asks == "choose_clan":
        _draft(s, parts)
    else:
        _knights(s, parts, asks)
    parts.done(asks)


def _draft(s: DutyState, parts: Parts) -> None:
    if s.options.clan_selection != "draft":
        raise BadPosition("choose_clan: at this table clans are not chosen")
    chosen = parts.words("chosen", CLANS)
    if len(set(chosen)) != len(chosen) or len(chosen) >= s.players:
        raise parts.refuse("chosen", f"different clans are wanted, fewer than {s.players}")
    s.clans = tuple(CLAN[clan] for clan in chosen) + s.clans[len(chosen) :]
    _enter(s, (Knights(), "draft"))


def _knights(s: DutyState, parts: Parts, asks: str) -> None:
    knights = parts.named("knights")
    clans = tuple(knights.lies)
    if len(clans) != s.players:
        raise parts.refuse("knights", f"name a knight for each of the {s.players} seats")
    for clan in clans:
        if clan not in CLAN:
            raise knights.refuse(clan, f"there is no such clan; there are {', '.join(CLANS)}")
    s.clans = tuple(CLAN[clan] for clan in clans)
    s.turn, s.calm = parts.number("turn", 1, 1, TURNS), parts.number("calm", 0, 0, TURNS)
    if s.options.series_length > 1:
        _series(s, parts)
    s.slot = 0 if asks == "program_actions" else parts.number("slot", 1, 1, 3)
    for seat, clan in enumerate(clans):
        knight = Parts(knights.get(clan), clan)
        if "fell" in knight:
            _fall(s, seat, knight)
        else:
            _stand(s, seat, knight, asks)
        knight.done(f"a knight for {asks}")
    s.standing = tuple(sorted((q for q in range(s.players) if not s.fell[q]), key=s.clans.__getitem__))
    lead = next((CLANS[s.clans[q]] for q in range(s.players) if q in s.standing), CLANS[s.clans[0]])
    s.lead = CLAN[parts.word("lead", clans, lead)]
    if s.lead not in [s.clans[q] for q in s.standing]:
        raise parts.refuse("lead", "that knight has left the field")
    _begin(s, parts, knights, asks)


def _series(s: DutyState, parts: Parts) -> None:
    """6.2 The bout, and the points of those before."""
    s.bout = parts.number("bout", 1, 1, s.options.series_length)
    points = parts.named("points")
    for clan in points.lies:
        if CLAN.get(clan) not in s.clans:
            raise points.refuse(clan, "there is no such knight at this table")
    over = s.bout - 1
    least, most = over, over * (s.players + 1)
    s.points = tuple(points.number(CLANS[clan], least, least, most) for clan in s.clans)
    s.earlier = parts.number("earlier", over, over, TURNS)


def _begin(s: DutyState, parts: Parts, knights: Parts, asks: str) -> None:
    """Enter the chapter in which the question is put."""
    if asks == "program_actions":
        for seat in s.standing:
            take_back(s, seat)
        _enter(s, (Knights(), "next_turn"), (Turn(), "program"))
        return
    turn = (Knights(), "next_turn"), (Turn(), "next_slot")
    if asks == "choose_move":
        _enter(s, *turn, (Slot(), "reveal"))
        return
    turn_over(s)
    if asks == "declare_target":
        _enter(s, *turn, (Slot(), "swap_and_guard"))
    elif asks == "agree_move":
        s.answers = {seat: (_named(knights, s, seat, "goal", STAY),) for seat in s.acting("move")}
        for seat, (goal,) in s.answers.items():
            if goal not in choose_move(s, seat).atoms(()):
                raise BadPosition(f"{CLANS[s.clans[seat]]}: goal: cannot go to {goal}")
        _enter(s, *turn, (Slot(), "intents"))
    else:
        s.answers = {seat: (_named(knights, s, seat, "target", NONE),) for seat in s.acting("attack")}
        for seat, (target,) in s.answers.items():
            if target not in declare_target(s, seat).atoms(()):
                raise BadPosition(f"{CLANS[s.clans[seat]]}: target: cannot attack {target}")
        if asks == "agree_strike":
            _enter(s, *turn, (Slot(), "targets_declared"))
        else:
            _attack(s, parts, asks)
            _enter(s, *turn, (Slot(), "next_attack"), (Attack(s.order[0]), "retarget"))


def _named(knights: Parts, s: DutyState, seat: int, part: str, default: str) -> str:
    clan = CLANS[s.clans[seat]]
    return str(Parts(knights.get(clan), clan).get(part, default))


def _attack(s: DutyState, parts: Parts, asks: str) -> None:
    """The attacks that are left, and who was attacked."""
    for seat, (target,) in s.answers.items():
        s.targets = put(s.targets, seat, NOBODY if target == NONE else s.clans.index(CLAN[target]))
    s.answers = {}
    aiming = [CLANS[s.clans[seat]] for seat in s.standing if s.targets[seat] != NOBODY]
    order = parts.words("order", aiming) or tuple(aiming)
    if not order or len(set(order)) != len(order):
        raise parts.refuse("order", "attackers with a target are wanted, each once")
    s.order = tuple(s.clans.index(CLAN[clan]) for clan in order)
    struck = parts.words("struck", [CLANS[s.clans[seat]] for seat in s.standing])
    s.struck = tuple(s.clans.index(CLAN[clan]) for clan in dict.fromkeys(struck))
    if (s.targets[s.order[0]] in s.struck) != (asks == "retarget"):
        anew = "must have been" if asks == "retarget" else "must not have been"
        raise parts.refuse("struck", f"the target of {order[0]} {anew} attacked before")


def _enter(s: DutyState, *entries: tuple[Flow, str]) -> None:
    s.stack = tuple(flow for flow, _ in entries)
    s.steps = tuple(table(type(flow)).index[step] for flow, step in entries)


def _fall(s: DutyState, seat: int, knight: Parts) -> None:
    fell = knight.numbers("fell", (), 1, TURNS)
    if len(fell) != 2 or fell[1] > 4 or fell >= (s.turn, s.slot or 1):
        raise knight.refuse("fell", "turn and slot are wanted (4 is the storm), before the present ones")
    s.fell = put(s.fell, seat, fell[0] * 10 + fell[1])
    s.hearts = put(s.hearts, seat, DEFEATED)
    s.at = put(s.at, seat, NOWHERE)


def _stand(s: DutyState, seat: int, knight: Parts, asks: str) -> None:
    at = knight.get("at")
    if at not in s.field.named:
        raise knight.refuse("at", f"there is no space {at!r} on this board")
    if s.field.named[str(at)] in s.at:
        raise knight.refuse("at", f"another knight stands on {at}")
    heart = knight.word("heart", tuple(HEARTS), "full")
    began = knight.word("began", tuple(HEARTS), heart)
    if (began, heart) == ("broken", "full"):
        raise knight.refuse("began", "hearts do not heal")
    s.at = put(s.at, seat, s.field.named[str(at)])
    s.hearts = put(s.hearts, seat, HEARTS[heart])
    s.allowed = put(s.allowed, seat, 3 if began == "full" else 2)
    s.weapon = put(s.weapon, seat, knight.word("weapon", tuple(REACH)))
    s.inspired = put(s.inspired, seat, knight.flag("inspired", True))
    if asks == "agree_move":
        knight.get("goal")
    elif asks in AIMED:
        knight.get("target")
    if asks == "program_actions":
        return
    program = knight.words("program", (*TOKENS, EMPTY)) or ("move",) * s.allowed[seat]
    if len(program) > s.allowed[seat]:
        raise knight.refuse("program", f"{s.allowed[seat]} tokens at most on a {began.capitalize()} Heart")
    for token in program:
        if token != EMPTY and program.count(token) > TOKENS[token]:
            raise knight.refuse("program", f"there are only {TOKENS[token]} tokens {token}")
    laid, slots = program_of(seat, program)
    past = sum(1 for slot in slots if slot < s.slot)
    s.shown = put(s.shown, seat, laid[:past])
    s.tracker = put(s.tracker, seat, laid[past:])
    s.programmed = put(s.programmed, seat, slots[past:])
    s.supply = put(s.supply, seat, tuple(p for p in s.supply[seat] if p not in laid))
    lost = s.slot == 3 and s.options.third_action_when_hit == "lost"
    if lost and heart == "broken" and s.tracker[seat]:  # R27: it was taken back when the slot began
        take_back(s, seat)
