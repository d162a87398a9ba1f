"""Knight's Duty: what must hold after every answer; each names the paragraph that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .cards import HEART_CARDS, HEARTS, SHIELD_CARDS, SHIELDS, TOKEN, tokens_of
from .state import BROKEN, DEFEATED, FULL, NOBODY, NOWHERE, DutyState

PILES: Final = {HEARTS[weapon] + SHIELDS[weapon] for weapon in HEARTS}  # four cards, unless an edition has others


def broken(s: DutyState) -> Iterator[str]:
    """The invariants that do not hold."""
    standing = s.standing
    spaces = [s.at[seat] for seat in standing]
    if s.turn and set(standing) != {seat for seat in range(s.players) if s.at[seat] != NOWHERE}:
        yield "4.10: standing are exactly the knights that have a space"
    if len(set(spaces)) != len(spaces) or not all(0 <= space < len(s.field.spaces) for space in spaces):
        yield "4.6: standing knights are on different spaces of the board"
    for seat in range(s.players):
        yield from _knight(s, seat)
    if s.options.third_action_when_hit == "lost" and s.slot == 3:
        # A knight whose heart broke in slot 3 itself still completes its action (R27).
        late = [seat for seat in standing if s.acts[seat] and s.allowed[seat] < 3]
        if late:
            yield f"4.5: a knight that began on a Broken Heart acts in slot 3: {late}"
    hearts, shields = s.pile
    if s.question == "use_inspiration" and not (0 <= hearts <= HEART_CARDS and 1 <= shields <= SHIELD_CARDS + 1):
        yield f"4.9: the pile has {hearts} Hearts and {shields} Shields"
    if s.question == "use_inspiration" and hearts + shields not in PILES:
        yield f"4.9: a pile before Inspiration has {hearts + shields} cards"
    limit = s.options.quiet_turn_limit
    if limit and s.turn > limit * (2 * s.players - 1):
        yield "4.11: too many turns"
    # 5: the match is over iff at most one stands after a removal, or a limit was reached.
    placed = -1 not in s.clans and s.turn > 0
    sides = {s.teams[seat] for seat in standing}
    if placed and len(sides) < 2 and not s.result:
        yield "5: no two opponents stand but the match goes on"
    if not s.stack and s.result != "limit" and len(sides) > 1:
        yield "5: the match is over although several stand"
    if not 1 <= s.bout <= s.options.series_length:
        yield f"6.2: bout {s.bout} of {s.options.series_length}"
    over = s.bout - (s.stack != ())
    if s.options.series_length > 1 and not all(over <= points <= over * (s.players + 1) for points in s.points):
        yield f"6.2: after {over} bouts the points are {s.points}"


def _knight(s: DutyState, seat: int) -> Iterator[str]:
    heart, weapon = s.hearts[seat], s.weapon[seat]
    if heart not in (FULL, BROKEN, DEFEATED):
        yield f"4.9: heart of seat {seat} is {heart}"
    if heart == DEFEATED and s.at[seat] != NOWHERE and not any(s.acts):
        yield f"4.10: seat {seat} is defeated and still on the board after its slot"
    if s.turn and s.at[seat] == NOWHERE and heart != DEFEATED:
        yield f"4.10: seat {seat} left the board undefeated"
    if bool(s.fell[seat]) != (s.turn > 0 and s.at[seat] == NOWHERE):
        yield f"4.10: the fall of seat {seat} is not recorded rightly"
    pieces = sorted((*s.supply[seat], *s.tracker[seat], *s.shown[seat]))
    if tuple(pieces) != tokens_of(seat):
        yield f"2.1: seat {seat} does not have its tokens"
    if weapon and weapon not in SHIELDS:
        yield f"2.4: seat {seat} holds {weapon!r}"
    if len(s.tracker[seat]) != len(s.programmed[seat]):
        yield f"4.4: seat {seat} has {len(s.tracker[seat])} tokens face down for {len(s.programmed[seat])} slots"
    if len(s.tracker[seat]) + len(s.shown[seat]) > s.allowed[seat]:
        yield f"4.4: seat {seat} has placed more tokens than its heart allows"
    shown = TOKEN[s.shown[seat][-1]] if s.shown[seat] and s.acts[seat] else ""
    for act in ("shield", "parry"):
        if (s.acts[seat] == act) != (shown == act):
            yield f"4.8: seat {seat} counts as {act} without the token, or not with it"
    target = s.targets[seat]
    if target == seat:
        yield f"4.9: seat {seat} attacks itself"
    if target != NOBODY and s.acts[seat] != "attack" and any(s.acts):
        yield f"4.9: seat {seat} has a target without attacking"
