"""The trace of a match: what happened in it, independent of how a state spells it."""

from __future__ import annotations

import hashlib
import json

from roundtable.engine import zones
from roundtable.engine.match import Match


def digest(match: Match) -> str:
    """A mark of every position of a match: the question, whom it was put to, their first words, what lies together.

    Two programs that give a file the same mark have played it by the same rules.  Names of fields do not count.
    """
    game = match.game
    mark = hashlib.sha256()
    for at in range(len(match.entries) + 1):
        state, _ = match.before(at)
        piles = [
            list(game.names(pile))
            for name, zone in game.fields.zones.items()
            for pile in zones.piles(state, name, zone)
            if pile
        ]
        offered = [list(game.choice(game.view(state, seat), seat).atoms(())) for seat in state.waiting]
        position = [state.question, list(state.asked), list(state.waiting), offered, sorted(piles)]
        mark.update(json.dumps(position).encode())
    mark.update(json.dumps(match.ranking).encode())
    return mark.hexdigest()[:16]
