"""Of Knights and Ninjas: the invariants that concern more than one moment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.invariants import broken

from .table import Table


@pytest.mark.parametrize("players", [3, 6])
def test_what_holds_turn_by_turn(players: int) -> None:
    """One target a turn, nothing after gems have moved, and a plain discard costs one card."""
    rng = Random(players)
    for seed in range(6):
        match = GAME.match(players=players, seed=seed)
        targets: set[int] = set()
        turn = -1
        while match.asked:
            seat = match.asked[0]
            before: Any = match.state.clone()
            if before.turns != turn:
                turn, targets = before.turns, set()
            answer = match.choice(seat).sample(rng)
            match.answer(seat, answer)
            after: Any = match.state
            if after.turns == turn and after.target >= 0:
                targets.add(after.target)
            assert len(targets) <= 1
            if before.question == "choose_action" and answer[0] == "discard" and not match.over:
                drew = 2 if after.turn == seat else 0
                assert len(after.hands[seat]) == len(before.hands[seat]) - 1 + drew
            if before.question == "highwayman" and after.question != "highwayman":
                assert match.over or after.turns > turn


def test_broken_positions_are_named() -> None:
    t = Table({"A": ["king"]}, {"B": ["castle"]})
    s = t.state
    s.gems = (6, 5, 5, 5)
    assert any(fault.startswith("2.2: ") for fault in broken(s))
    s.gems = (5, 5, 5, 5)
    s.minstrels = (s.hands[0], (), (), ())
    assert any(fault.startswith("4.3: ") for fault in broken(s)) and any(
        fault.startswith("4.1: ") for fault in broken(s)
    )
