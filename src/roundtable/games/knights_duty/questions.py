"""Knight's Duty: what may be answered (4.2, 4.4, 4.6, 4.9), and the words of all answers.

Only those with a real choice are asked where to move or whom to strike (4.1): public facts decide that, so being left
out tells nothing.  There is always a legal answer (R37): Move tokens to program, `stay`, `none`, `keep`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Arrange, Choice, OneOf, Question, Seats

from .cards import CLANS, EMPTY, REACH, SHIELD_CARDS, TOKENS, board
from .options import DutyOptions
from .state import DutyState

STAY: Final = "stay"
NONE: Final = "none"
WITH_EMPTY: Final = {**TOKENS, EMPTY: 3}


def vocabulary(players: int, options: DutyOptions) -> Sequence[str]:
    words = (*CLANS, *TOKENS, EMPTY, STAY, NONE, "insist", "yield", "strike", "wait", "use", "keep")
    return (*words, *board(options.board_radius).labels)


def choose_clan(s: DutyState, seat: int) -> Choice:
    return OneOf(tuple(clan for i, clan in enumerate(CLANS) if i not in s.clans))


def program_actions(s: DutyState, seat: int) -> Choice:
    """R6: every slot is filled, unless the table allows empty ones."""
    allowed = s.allowed[seat]
    return Arrange(WITH_EMPTY if s.options.allow_empty_slots else TOKENS, allowed)


# -- moving (4.6) ----------------------------------------------------------------------------------------------------


def choose_move(s: DutyState, seat: int) -> Choice:
    labels = s.field.labels
    return OneOf((STAY, *[labels[space] for space in free_beside(s, seat)]))


def free_beside(s: DutyState, seat: int) -> list[int]:
    """R12: the spaces beside one's own, except where a knight stands that does not move in this slot."""
    taken = [s.at[q] for q in s.standing if s.acts[q] != "move"]
    return [space for space in s.field.beside[s.at[seat]] if space not in taken]


def agree_move(s: DutyState, seat: int) -> Choice:
    return OneOf(("insist", "yield"))


# -- attacking (4.9) -------------------------------------------------------------------------------------------------


def declare_target(s: DutyState, seat: int) -> Choice:
    """R18: any opponent in range, or nobody; without one in range there is no question."""
    targets = in_range(s, seat)
    return OneOf((*(CLANS[s.clans[q]] for q in targets), NONE))


def in_range(s: DutyState, attacker: int) -> Seats:
    """R17: knights on the board whom the weapon reaches; nothing blocks the way."""
    reach = REACH[s.weapon[attacker]]
    away, at, teams = s.field.distance[s.at[attacker]], s.at, s.teams
    return tuple([q for q in s.standing if away[at[q]] <= reach and teams[q] != teams[attacker]])


def agree_strike(s: DutyState, seat: int) -> Choice:
    return OneOf(("strike", "wait"))


def use_inspiration(s: DutyState, seat: int) -> Choice:
    return OneOf(("use", "keep"))


def may_inspire(s: DutyState, attacker: int) -> Seats:
    """Who of the two may use Inspiration: the target only while a Shield card is left to add (R24)."""
    target = s.targets[attacker]
    adds = s.options.target_inspiration == "remove_heart" or s.options.shield_limit == "unlimited"
    helps = adds or s.pile[1] < SHIELD_CARDS
    return tuple(seat for seat in (attacker, target) if s.inspired[seat] and (seat == attacker or helps))


QUESTIONS: Final = {
    "choose_clan": Question("4.2", choose_clan),
    "program_actions": Question("4.4", program_actions),
    "choose_move": Question("4.6", choose_move),
    "agree_move": Question("4.6", agree_move),
    "declare_target": Question("4.9", declare_target),
    "agree_strike": Question("4.9", agree_strike),
    "retarget": Question("4.9", declare_target),
    "use_inspiration": Question("4.9", use_inspiration),
}
