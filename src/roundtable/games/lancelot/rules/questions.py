"""Lancelot, 4.10: the questions and the grammars of their answers."""

from __future__ import annotations

from typing import Final

from roundtable.engine import Branch, Choice, Number, OneOf, Question, Subset

from ..cards import CARDS, GOODS, LADIES, SQUIRE, VIRTUES
from ..state import LancelotState
from .scoring import tied
from .sites import DECLINE, cards_offered, deeds_open
from .table import free_crowns
from .turn import PASS, free_chairs, legal_moves
from .virtues import learnable, untaught

YES_NO: Final = ("yes", "no")
_VIRTUES: Final = tuple(  # by mask
    (*(virtue for i, virtue in enumerate(VIRTUES) if mask >> i & 1), DECLINE) for mask in range(1 << len(VIRTUES))
)


def choose_start_seat(s: LancelotState, seat: int) -> Choice:
    return OneOf(free_chairs(s.chairs))


def place_crown(s: LancelotState, seat: int) -> Choice:
    return OneOf(free_crowns(s))


def choose_move(s: LancelotState, seat: int) -> Choice:
    return OneOf(legal_moves(s, seat))


def choose_counters(s: LancelotState, seat: int) -> Choice:
    return Subset(s.offer, 0, len(s.offer))


def choose_cards(s: LancelotState, seat: int) -> Choice:
    colour, c, q, most = cards_offered(s, seat)
    return Subset((GOODS[colour],) * c + ("plots",) * q, 0, most)


def choose_virtue(s: LancelotState, seat: int) -> Choice:
    return OneOf(_VIRTUES[learnable(s, seat)])


def choose_galahad_virtue(s: LancelotState, seat: int) -> Choice:
    return OneOf(_VIRTUES[untaught(s, seat)])


def choose_deed(s: LancelotState, seat: int) -> Choice:
    """A tile; a holder of Maleagant also says which weapon is left out."""
    combinations = deeds_open(s, seat)
    if len(combinations[0]) == 1:
        return OneOf(tuple(tile for tile, *_ in combinations))
    tiles = dict.fromkeys(tile for tile, _ in combinations)
    return Branch({tile: OneOf(tuple(waived for other, waived in combinations if other == tile)) for tile in tiles})


def yes_or_no(s: LancelotState, seat: int) -> Choice:
    return OneOf(YES_NO)


def use_magic(s: LancelotState, seat: int) -> Choice:
    own = s.owned[seat]
    cards = own[LADIES:]
    branches: dict[str, Choice | None] = {PASS: None}
    if any(cards):
        hand = tuple(card for card, n in zip(CARDS, cards) for _ in range(n))
        branches["discard_cards"] = Subset(hand, 1, len(hand))
        branches["exchange"] = Branch(_exchanges(s, cards))
    if own[SQUIRE]:
        branches["discard_squires"] = Number(1, own[SQUIRE])
    return Branch(branches)


def _exchanges(s: LancelotState, cards: tuple[int, ...]) -> dict[str, Choice | None]:
    """R44: a card of another colour; the four decks are never all empty but one, so there always is one."""
    decks = tuple(card for card, n in zip(CARDS, s.reserve[LADIES:]) if n)
    return {card: OneOf(tuple(other for other in decks if other != card)) for card, n in zip(CARDS, cards) if n}


def choose_tied_category(s: LancelotState, seat: int) -> Choice:
    return OneOf(tied(s, seat))


QUESTIONS: Final = {
    "choose_start_seat": Question("3", choose_start_seat),
    "place_crown": Question("4.8", place_crown),
    "take_gift": Question("4.8", yes_or_no),
    "choose_move": Question("4.4", choose_move),
    "choose_counters": Question("4.5", choose_counters),
    "choose_cards": Question("4.5", choose_cards),
    "choose_virtue": Question("4.6", choose_virtue),
    "choose_galahad_virtue": Question("4.6", choose_galahad_virtue),
    "choose_deed": Question("4.6", choose_deed),
    "use_morgana": Question("4.6", yes_or_no),
    "use_magic": Question("4.9", use_magic),
    "choose_tied_category": Question("5.2", choose_tied_category),
}
