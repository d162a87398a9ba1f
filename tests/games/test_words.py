"""Every sentence that random matches say is good English: log, prompts, labels, hints, reasons, status and tally.

The slips that sentences made from facts are prone to are listed in `roundtable.engine.grammar`.  Seeds are fixed; to
read more matches than the tests do, set ROUNDTABLE_MATCHES (of each game, number of players and setting).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

import roundtable as rt
from roundtable.engine import STOP, Game, Match
from roundtable.engine.conformance import settings
from roundtable.engine.grammar import faults
from roundtable.scene import Area, Mark, Scene

MATCHES = int(os.environ.get("ROUNDTABLE_MATCHES", "0"))
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
GAMES = [rt.game(slug) for slug in rt.slugs()]
