"""Knights & Damosels: the words of all answers."""

from __future__ import annotations

from collections.abc import Sequence

from roundtable.engine import FIRST_PIECE

from .cards import CHIVALRIES, EVENTS, FIRST_EVENT, PIECE_NAME
from .options import DamoselsOptions
from .rules.camlann import SIDES
from .rules.joust import ANY
from .rules.knight import CHALLENGES, PASS, TAKES
from .rules.service import FACES


def vocabulary(players: int, options: DamoselsOptions) -> Sequence[str]:
    events = tuple(event.id for event in EVENTS)
    cards = tuple(PIECE_NAME[FIRST_PIECE:FIRST_EVENT])
    faces = tuple(atom for pair in FACES for atom in pair)
    challenges = tuple(atom for seat in range(players) for atom in CHALLENGES[seat]) if options.joust else ()
    camlann = (*SIDES, *cards) if options.camlann else ()
    return (
        *events,
        *CHIVALRIES,
        *TAKES[63],
        PASS,
        *faces,
        *challenges,
        *(ANY if options.joust else ()),
        *camlann,
    )
