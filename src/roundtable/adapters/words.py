"""A view as text: all that a seat may know, line by line, and nothing else."""

from __future__ import annotations

from roundtable.engine import HIDDEN, Answer, Flow, Game, Pile, Seats, State
from roundtable.engine.state import fields
from roundtable.engine.zones import piles

LEFT_OUT = frozenset({"past"})  # what was done before is no part of the position


def facts(game: Game) -> list[str]:
    """The declared fields that are no zones, in alphabetical order."""
    return sorted({*game.fields.public, *game.fields.known} - LEFT_OUT)


def describe(game: Game, v: State, prefix: Answer = ()) -> str:
    """The view in words; equal views give equal texts.

    >>> import roundtable as rt
    >>> match = rt.game("knights-duty").match(players=2, seed=1)
    >>> print(describe(match.game, match.view(0)))
    question: choose_clan, asked: 0, waiting for: 0
    supply: bow bow move move move parry parry shield shield spear spear sword sword | 13 hidden
    tracker: - | -
    ...
    """
    lines = [f"question: {v.question or 'none, the match is over'}"]
    if v.question:
        lines[0] += (
            f", asked: {' '.join(map(str, v.asked))}, waiting for: {' '.join(map(str, v.waiting)) or 'somebody'}"
        )
    lines += [f"given: {seat} {' '.join(given)}" for seat, given in v.answers.items()]
    if prefix:
        lines.append(f"so far: {' '.join(prefix)}")
    for name, zone in game.fields.zones.items():
        lying = [_pile(game, pile, zone.ordered) for pile in piles(v, name, zone)]
        lines.append(f"{name}: {' | '.join(lying)}")
    for name in facts(game):
        value = getattr(v, name)
        if isinstance(value, (int, str, tuple)):  # the rest is the board itself, the same for everybody
            lines.append(f"{name}: {value}")
    lines.append(f"chapter: {' / '.join(_chapter(flow) for flow in v.stack)}, steps: {v.steps}")
    return "\n".join(lines)


def _seats(seats: Seats) -> str:
    return " ".join(str(seat) for seat in seats)


def _pile(game: Game, pile: Pile, ordered: bool) -> str:
    hidden = pile.count(HIDDEN)
    if hidden == len(pile):
        return f"{hidden} hidden" if hidden else "-"
    names = ["?" if piece == HIDDEN else game.piece_name(piece) for piece in pile]
    return " ".join(names if ordered else sorted(names))


def _chapter(flow: Flow) -> str:
    return type(flow).__name__ + "".join(f" {name}={getattr(flow, name)}" for name in fields(flow))
