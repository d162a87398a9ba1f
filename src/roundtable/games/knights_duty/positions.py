"""Knight's Duty: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtable.engine import BadPosition, put
from roundtable.engine.flow import Flow, table
from roundtable.engine.parts import Parts

from .cards import CLAN, CLANS, EMPTY, REACH, TOKENS, program_of
from .rules import QUESTIONS
from .rules.knight import take_back
from .rules.setup import Knights
from .rules.slot import Slot
from .rules.turn import Turn
from .state import BROKEN, FULL, DutyState

_HEARTS: Final = {"full": FULL, "broken": BROKEN}
_TURNS: Final = 100_000


def arrange(s: DutyState, asks: str, lies: Mapping[str, object]) -> None:
    """Lay out knights and programs.

    `lies` may name: ``knights``, one per seat in seat order, clan -> {"at": space, "heart": "full" | "broken",
    "weapon": ..., "inspired": bool, "program": [tokens of this turn], "began": "full" | "broken" (the heart at the
    start of the turn)}; ``turn``, ``slot`` (the one being played), ``calm`` (turns without a hit), ``lead`` (a clan).

    A match arranged for ``program_actions`` begins a turn; for any other question it begins with the reveal of the
    slot, and the named question must be the first one that the slot asks.
    """
    if asks not in QUESTIONS:
        raise BadPosition(f"there is no question {asks!r}")
    parts = Parts(lies)
    knights = parts.named("knights")
    if len(knights.lies) != s.players:
        raise BadPosition(f"knights: name a knight for each of the {s.players} seats")
    for clan in knights.lies:
        if clan not in CLAN:
            raise knights.refuse(clan, f"there is no such clan; there are {', '.join(CLANS)}")
    s.clans = tuple(CLAN[clan] for clan in knights.lies)
    s.turn, s.calm = parts.number("turn", 1, 1, _TURNS), parts.number("calm", 0, 0, _TURNS)
    s.slot = parts.number("slot", 1, 1, 3)
    s.lead = CLAN[parts.word("lead", tuple(knights.lies), CLANS[s.clans[0]])]
    s.standing = tuple(sorted(range(s.players), key=s.clans.__getitem__))
    for seat, clan in enumerate(knights.lies):
        _place(s, seat, Parts(knights.get(clan), clan))
    parts.done(asks)
    if asks == "program_actions":
        s.slot = 0
        for seat in range(s.players):
            take_back(s, seat)
        _enter(s, (Knights, "next_turn"), (Turn, "program"))
        return
    _enter(s, (Knights, "next_turn"), (Turn, "next_slot"), (Slot, "reveal"))


def _enter(s: DutyState, *entries: tuple[type[Flow], str]) -> None:
    s.stack = tuple(flow() for flow, _ in entries)
    s.steps = tuple(table(flow).index[step] for flow, step in entries)


def _place(s: DutyState, seat: int, knight: Parts) -> None:
    at = knight.get("at")
    if at not in s.field.named:
        raise knight.refuse("at", f"there is no space {at!r} on this board")
    heart = knight.word("heart", tuple(_HEARTS), "full")
    s.at = put(s.at, seat, s.field.named[str(at)])
    s.hearts = put(s.hearts, seat, _HEARTS[heart])
    s.allowed = put(s.allowed, seat, 3 if knight.word("began", tuple(_HEARTS), heart) == "full" else 2)
    s.weapon = put(s.weapon, seat, knight.word("weapon", ("", *REACH)))
    s.inspired = put(s.inspired, seat, knight.flag("inspired", True))
    program = knight.words("program", (*TOKENS, EMPTY)) or ("move",) * s.allowed[seat]
    for token in program:
        if token != EMPTY and program.count(token) > TOKENS[token]:
            raise knight.refuse("program", f"there are {TOKENS[token]} tokens {token!r}")
    knight.done("a knight")
    laid, slots = program_of(seat, program[: s.allowed[seat]])
    past = sum(1 for slot in slots if slot < s.slot)
    s.shown = put(s.shown, seat, laid[:past])
    s.tracker = put(s.tracker, seat, laid[past:])
    s.programmed = put(s.programmed, seat, slots[past:])
    s.supply = put(s.supply, seat, tuple(p for p in s.supply[seat] if p not in laid))
