"""Round Table: five games of chivalry, played by people and bots, studied in a lab.

>>> import roundtable as rt
>>> match = rt.game("knights-duty").match(players=3, seed=7)
>>> match.asked
(0,)
"""

from __future__ import annotations

import os

from .engine import matchfile as _matchfile
from .engine.match import Match
from .games import game, of_match, slugs
from .version import VERSION

__version__ = VERSION
__all__ = ["game", "load", "of_match", "slugs", "verify"]


def load(path: str | os.PathLike[str]) -> Match:
    """The match in a file, at the point where it was left; `BadMatchFile` says what is wrong with it."""
    return _matchfile.load(path, of_match)


def verify(path: str | os.PathLike[str]) -> _matchfile.Reading:
    """Replay a match file and check all it promises."""
    return _matchfile.verify(path, of_match)
