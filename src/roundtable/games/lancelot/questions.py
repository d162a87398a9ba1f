"""Lancelot, 4.10: the questions, the grammars of their answers, and the words in which those are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Branch, Choice, Number, OneOf, Question, Subset

from .board import RETURNS, STAY, board
from .cards import CARDS, COLOURS, COUNTERS, DEEDS, GOODS, LADIES, PRINTED, SQUIRE, VIRTUES
from .options import LancelotOptions
from .rules.scoring import tied
from .rules.sites import DECLINE, NONE, cards_offered, deeds_open
from .rules.table import free_crowns
from .rules.turn import PASS, free_chairs, free_colours, legal_moves
from .rules.virtues import learnable, untaught
from .state import LancelotState

YES_NO: Final = ("yes", "no")
_VIRTUES: Final = tuple(  # by mask
    (*(virtue for i, virtue in enumerate(VIRTUES) if mask >> i & 1), DECLINE) for mask in range(1 << len(VIRTUES))
)


def choose_colour(s: LancelotState, seat: int) -> Choice:
    return OneOf(free_colours(s))


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
    "choose_colour": Question("3", choose_colour),
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


def vocabulary(players: int, options: LancelotOptions) -> Sequence[str]:
    """Every word of every answer."""
    squires = tuple(str(n) for n in range(1, PRINTED[SQUIRE] + 1))
    words = (DECLINE, NONE, *YES_NO, PASS, "discard_cards", "exchange", "discard_squires", "deed")
    places = (*board(options.data_set).spaces, *RETURNS, STAY)
    colours = COLOURS if options.colours == "chosen" else ()
    return (*places, *COUNTERS, *CARDS, *VIRTUES, *DEEDS, *words, *squires, *colours)
