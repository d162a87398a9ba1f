"""The reward of a simulation: what a match, finished or not, is worth to each seat, from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def shares(ranking: Sequence[Sequence[int]], players: int, first: float) -> list[float]:
    """What each seat has of a finished match: something for the first place, the rest for the seats it has beaten.

    >>> shares([[1], [0, 2]], 3, 0.5)
    [0.125, 1.0, 0.125]
    """
    out = [0.0] * players
    below = players
    for group in ranking:
        below -= len(group)
        beaten = (below + (len(group) - 1) / 2) / (players - 1)
        for seat in group:
            out[seat] = (1 - first) * beaten + (first / len(group) if group is ranking[0] else 0.0)
    return out


def prospects(values: Sequence[float], scale: float, first: float) -> list[float]:
    """The same for a match that goes on, guessed from the worth of everybody's position.

    >>> prospects([1.0, 1.0], 2.0, 0.5)
    [0.5, 0.5]
    """
    best = max(values)
    weights = [exp(max(-50.0, (value - best) / scale)) for value in values]
    total = sum(weights)
    out = []
    for mine in weights:
        beaten = sum(mine / (mine + other) for other in weights) - 0.5
        out.append(first * mine / total + (1 - first) * beaten / (len(weights) - 1))
    return out
