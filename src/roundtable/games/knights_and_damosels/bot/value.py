"""Knights & Damosels: what a position between two rounds is worth, for searches."""

from __future__ import annotations

from typing import Final

from ..cards import BIT, DAMOSEL, DAMOSEL_GOAL, KNIGHT_GOAL, WORSHIP_GOAL
from ..state import DamoselsState
from .judge import Judge

# Standings between two rounds, by regression over 21,000 matches of more or less careful Squires.
RACES: Final = (  # by cards that the knight lacks, and that the damosel's favourite lacks
    (0.0,) * 6,
    (0.0, 0.5, 0.14, 0.07, 0.52, 0.8),
    (0.0, 0.64, -0.01, -0.26, 0.0, 0.75),
    (0.0, 1.06, 0.39, -0.18, -0.19, 0.6),
    (0.0, 1.13, 0.42, -0.24, -0.44, 0.19),
    (0.0, 0.91, 0.12, -0.5, -0.84, -0.51),
    (0.0, 0.73, -0.02, -0.8, -1.11, -0.81),
    (0.0, 0.19, 0.13, -0.96, -1.31, -1.07),
)
LEFT: Final = (0.0, -0.02, 0.1, 0.1, 0.03, -0.13)  # for each card that she has left for him, up to four
OPENS: Final = (0.0, 1.24, 0.71, 0.47, 0.33)  # by cards that the knight lacks, for each that can be hoped to fit
HOLDS: Final = (0.18, 0.18, 0.17, 0.0)  # for each damosel who needs so many more with this knight
# Arthur, those between and Merlin: by cards that the knight lacks, and the same for the favourite.
ASKS: Final = ((0.0, 0.0, 0.0), (1.1, 0.65, 0.28), (0.27, 0.53, 0.33), (0.0, 0.0, 0.0))
ASKED: Final = ((0.0, 0.0, 0.0), (1.82, 1.81, 1.54), (0.37, 0.46, 0.32), (0.0, 0.0, 0.0))
WORSHIP: Final = 0.77  # for worship as high as its goal


def quiet(s: DamoselsState) -> bool:
    """Rounds are judged when they are over."""
    return s.question == "arthur_discard_event"


def value(s: DamoselsState, seat: int) -> float:
    """The standing of a player between two rounds; chances to win go with e to the standings."""
    if s.options.camlann:
        return Judge(s, seat).standing[seat]
    n, mine, row, has = s.players, s.damosels[seat], s.rows[seat], s.has
    goal = DAMOSEL_GOAL[n]
    given = [0] * n  # by the damosel to each knight
    for q in range(n):
        for card in s.rows[q]:
            given[q] += DAMOSEL[card] == mine
    kept = sum([BIT[card] for card in s.piles[mine]])
    most, left, favourite = -1, 0, seat
    for q in range(n):
        if q != seat and given[q] >= most:
            fitting = min(4, (kept & ~has[q]).bit_count())
            if given[q] > most or fitting > left:
                most, left, favourite = given[q], fitting, q
    opens = 0.0
    for d in (*s.damosels, *[d for d in s.absent if s.piles[d]][:1]):
        pile = s.piles[d]
        if d != mine and pile:
            opens += sum([not BIT[card] & has[seat] for card in pile]) / len(pile)
    from_rivals = [0] * 6
    for card in row:
        from_rivals[DAMOSEL[card]] += 1
    lacks = min(7, max(1, KNIGHT_GOAL[n] - len(row)))
    needs = min(5, max(1, goal - most))
    out = RACES[lacks][needs] + LEFT[needs] * left + OPENS[min(lacks, 4)] * opens
    out += ASKS[min(lacks, 3)][_turn(s, seat)] + ASKED[min(needs, 3)][_turn(s, favourite)]
    for d in s.damosels:
        if d != mine:
            out += HOLDS[min(3, max(0, goal - from_rivals[d]))]
    return out + WORSHIP * s.worship[seat] / WORSHIP_GOAL[n]


def _turn(s: DamoselsState, seat: int) -> int:
    """0 for Arthur, 2 for Merlin, 1 for those between."""
    return 0 if seat == s.arthur else 2 if seat == s.merlin else 1
