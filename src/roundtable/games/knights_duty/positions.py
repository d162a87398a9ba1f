"""Knight's Duty: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from roundtable.engine import BadPosition, put
from roundtable.engine.flow import Flow, table

from . import rules
from .cards import CLAN, EMPTY, REACH, TOKENS, program_of
from .state import BROKEN, FULL, DutyState

_HEARTS: Final = {"full": FULL, "broken": BROKEN}


def arrange(s: DutyState, asks: str, lies: Mapping[str, Any]) -> None:
    """Lay out knights and programs.

    `lies` may name: ``knights``, one per seat in seat order, clan -> {"at": space, "heart": "full" | "broken",
    "weapon": ..., "inspired": bool, "program": [tokens of this turn], "began": "full" | "broken" (the heart at the
    start of the turn)}; ``turn``, ``slot`` (the one being played), ``calm`` (turns without a hit), ``lead`` (a clan).

    A match arranged for ``program_actions`` begins a turn; for any other question it begins with the reveal of the
    slot, and the named question must be the first one that the slot asks.
    """
    knights: Mapping[str, Mapping[str, Any]] = lies.get("knights", {})
    if len(knights) != s.players:
        raise BadPosition(f"name a knight for each of the {s.players} seats")
    for name in lies:
        if name not in ("knights", "turn", "slot", "calm", "lead"):
            raise BadPosition(f"unknown part of a position: {name!r}")
    s.turn, s.slot, s.calm = int(lies.get("turn", 1)), int(lies.get("slot", 1)), int(lies.get("calm", 0))
    s.clans = tuple(_clan(clan) for clan in knights)
    s.lead = _clan(lies["lead"]) if "lead" in lies else s.clans[0]
    s.standing = tuple(sorted(range(s.players), key=s.clans.__getitem__))
    for seat, (clan, knight) in enumerate(knights.items()):
        _place(s, seat, clan, knight)
    if asks == "program_actions":
        s.slot = 0
        for seat in range(s.players):
            rules.take_back(s, seat)
        _enter(s, (rules.Knights, "next_turn"), (rules.Turn, "program"))
        return
    if asks not in rules.QUESTIONS:
        raise BadPosition(f"there is no question {asks!r}")
    _enter(s, (rules.Knights, "next_turn"), (rules.Turn, "next_slot"), (rules.Slot, "reveal"))


def _enter(s: DutyState, *entries: tuple[type[Flow], str]) -> None:
    s.stack = tuple(flow() for flow, _ in entries)
    s.steps = tuple(table(flow).index[step] for flow, step in entries)


def _clan(name: str) -> int:
    if name not in CLAN:
        raise BadPosition(f"there is no clan {name!r}")
    return CLAN[name]


def _place(s: DutyState, seat: int, clan: str, knight: Mapping[str, Any]) -> None:
    for name in knight:
        if name not in ("at", "heart", "began", "weapon", "inspired", "program"):
            raise BadPosition(f"{clan}: a knight has no {name!r}")
    if knight.get("at") not in s.field.named:
        raise BadPosition(f"{clan}: there is no space {knight.get('at')!r} on this board")
    heart = knight.get("heart", "full")
    began = knight.get("began", heart)
    weapon = knight.get("weapon", "")
    if heart not in _HEARTS or began not in _HEARTS:
        raise BadPosition(f"{clan}: a heart is full or broken")
    if weapon and weapon not in REACH:
        raise BadPosition(f"{clan}: there is no weapon {weapon!r}")
    s.at = put(s.at, seat, s.field.named[knight["at"]])
    s.hearts = put(s.hearts, seat, _HEARTS[heart])
    s.allowed = put(s.allowed, seat, 3 if _HEARTS[began] == FULL else 2)
    s.weapon = put(s.weapon, seat, weapon)
    s.inspired = put(s.inspired, seat, bool(knight.get("inspired", True)))
    program = [str(token) for token in knight.get("program", ("move",) * s.allowed[seat])][: s.allowed[seat]]
    for token in program:
        if token != EMPTY and program.count(token) > TOKENS.get(token, 0):
            raise BadPosition(f"{clan}: there are {TOKENS.get(token, 0)} tokens {token!r}")
    laid, slots = program_of(seat, tuple(program))
    past = sum(1 for slot in slots if slot < s.slot)
    s.shown = put(s.shown, seat, laid[:past])
    s.tracker = put(s.tracker, seat, laid[past:])
    s.programmed = put(s.programmed, seat, slots[past:])
    s.supply = put(s.supply, seat, tuple(p for p in s.supply[seat] if p not in laid))
